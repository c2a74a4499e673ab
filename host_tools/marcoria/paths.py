"""Paths of the clone, or of the installed package.

A package has the firmware and the hardware folder in `data` beside this file. A clone has them at
its top, where the tools compile, measure and run them.
"""

import os
from pathlib import Path


def user_folder(variable: str, usual: str) -> Path:
    """Return Marcoria's folder below one of the user's XDG folders."""
    return Path(os.environ.get(variable) or os.path.expanduser(usual)) / "marcoria"


_HERE = Path(__file__).resolve().parent
_DATA = _HERE / "data"
INSTALLED = _DATA.is_dir()
ROOT = _DATA if INSTALLED else _HERE.parents[1]
FIRMWARE = ROOT / "firmware"
HARDWARE = ROOT / "hardware"
TESTS = ROOT / "tests"
# Generated files, which can be generated again.
BUILD = user_folder("XDG_CACHE_HOME", "~/.cache") if INSTALLED else ROOT / "build"
NODE_MODULES = ROOT / "node_modules"
HOST = _HERE
MACHINE = HOST / "sim" / "machine"
MICROPYTHON = MACHINE / "cpython"  # MicroPython's modules that CPython lacks
CHIPS = HOST / "sim" / "chips"
# The user's data about tables.
KEPT = user_folder("XDG_DATA_HOME", "~/.local/share")
HOUSES = FIRMWARE / "belote" / "houses"
