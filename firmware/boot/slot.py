"""The slot, one of the board's two, that the program was started from.

While it is on trial, the next start runs the program of the other slot again, which `/main.py`
names. Each slot has a `main.py` of its own, which replaces `/main.py` once its program has shown
that it works.
"""

import os

from micropython import const

_MAIN = "/main.py"
_MANIFEST = "/manifest"
_FIRST_LINE = const(60)  # most bytes of the manifest's first line

FOLDER = "/a"
NAME = b"a"
# The program's version, and the beginning of its hash; empty for loose modules.
VERSION = b""
BUILD = b""
on_trial = False


def begin(folder: str, trial: bool) -> None:
    """Set the slot that the program was started from, and read its version."""
    global FOLDER, NAME, VERSION, BUILD, on_trial
    FOLDER = folder
    NAME = folder[1:].encode()
    on_trial = trial
    try:
        with open(folder + _MANIFEST, "rb") as file:
            _, VERSION, BUILD = file.read(_FIRST_LINE).split(b"\n")[0].split()
    except (OSError, ValueError):
        pass  # a check of the whole manifest will report it


def keep() -> None:
    """Start this program from now on; raise OSError if it cannot replace `/main.py`."""
    global on_trial
    os.rename(FOLDER + _MAIN, _MAIN)
    on_trial = False
