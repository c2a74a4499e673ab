"""Paths of the clone or of the installed package, and of the user's folders.

An installed package has the folders `firmware`, `hardware` and `web` in `data` beside this file. A
clone has `firmware` and `hardware` in its top folder.
"""

import os
from pathlib import Path


def user_folder(variable: str, usual: str) -> Path:
    """Return the folder `marcoria` in one of the user's XDG folders.

    The environment variable `variable` names the XDG folder. If it is not set, use `usual`.
    """
    return Path(os.environ.get(variable) or os.path.expanduser(usual)) / "marcoria"


_HERE = Path(__file__).resolve().parent
_DATA = _HERE / "data"
INSTALLED = _DATA.is_dir()
ROOT = _DATA if INSTALLED else _HERE.parents[1]
FIRMWARE = ROOT / "firmware"
HARDWARE = ROOT / "hardware"
TESTS = ROOT / "tests"
# Generated files, which may be deleted because the tools generate them again.
BUILD = user_folder("XDG_CACHE_HOME", "~/.cache") if INSTALLED else ROOT / "build"
NODE_MODULES = ROOT / "node_modules"
HOST = _HERE
MACHINE = HOST / "sim" / "machine"
# Modules in MACHINE that have another name on a board: the name on the board, then the name in
# MACHINE. The names differ because CPython has modules with the names on the board.
SIMULATED = {"socket": "_sockets"}
MICROPYTHON = MACHINE / "cpython"  # MicroPython's modules that CPython lacks
CHIPS = HOST / "sim" / "chips"
# Data about the user's tables, such as backups.
KEPT = user_folder("XDG_DATA_HOME", "~/.local/share")
PAGE = ROOT / "web" if INSTALLED else HOST / "web" / "page"
# Texts of the virtual table, in one file for each language.
PAGE_WORDS = PAGE / "words"
HOUSES = FIRMWARE / "belote" / "houses"
