"""Where things are: in the clone, or in the package that was installed.

A package has the firmware and the board as `data` beside this file. A clone has them at its top,
where the tools compile, measure and run them.
"""

import os
from pathlib import Path


def user_folder(variable: str, usual: str) -> Path:
    """Return Marcoria's folder among those that a user has by the XDG rules."""
    return Path(os.environ.get(variable) or os.path.expanduser(usual)) / "marcoria"


_HERE = Path(__file__).resolve().parent
_DATA = _HERE / "data"
INSTALLED = _DATA.is_dir()
ROOT = _DATA if INSTALLED else _HERE.parents[1]
FIRMWARE = ROOT / "firmware"
HARDWARE = ROOT / "hardware"
TESTS = ROOT / "tests"
# What is made of these, and can be made again.
BUILD = user_folder("XDG_CACHE_HOME", "~/.cache") if INSTALLED else ROOT / "build"
NODE_MODULES = ROOT / "node_modules"
HOST = _HERE
MACHINE = HOST / "sim" / "machine"
MICROPYTHON = MACHINE / "cpython"  # what CPython has not
CHIPS = HOST / "sim" / "chips"
# What is kept of tables, wherever the program is.
KEPT = user_folder("XDG_DATA_HOME", "~/.local/share")
HOUSES = FIRMWARE / "belote" / "houses"
