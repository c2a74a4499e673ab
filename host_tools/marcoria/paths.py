"""Where things are in the clone.

The tools work on the repository itself (they compile, measure and run `firmware/`), so they
are installed editable and find everything from their own place.
"""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"
TESTS = ROOT / "tests"
BUILD = ROOT / "build"
NODE_MODULES = ROOT / "node_modules"
MACHINE = ROOT / "host_tools" / "marcoria" / "sim" / "machine"
MICROPYTHON = MACHINE / "cpython"  # what CPython has not
CHIPS = ROOT / "host_tools" / "marcoria" / "sim" / "chips"
# What is kept of tables, wherever the program is.
KEPT = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "marcoria"
HOUSES = FIRMWARE / "belote" / "houses"


def use_firmware() -> None:
    """Makes the board's modules importable here, as they are on the board."""
    for folder in (str(FIRMWARE), str(MACHINE), str(MICROPYTHON)):
        if folder not in sys.path:
            sys.path.append(folder)
