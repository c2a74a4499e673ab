"""The slot from which the program was started: one of the board's two slots.

While the program is on trial, `/main.py` names the other slot, so the next start runs the program
there. Each slot has a `main.py` of its own, which replaces `/main.py` once the slot's program has
shown that it works.
"""

import os

from micropython import const

_MAIN = "/main.py"
_MANIFEST = "/manifest"
_FIRST_LINE = const(60)  # most bytes of the manifest's first line

FOLDER = "/a"
NAME = b"a"
# The program's version and the beginning of its hash; both are empty without a manifest.
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
        pass  # both stay empty, which `marcoria doctor` reports as loose modules


def keep() -> None:
    """Make later starts run this program; raise OSError if it cannot replace `/main.py`."""
    global on_trial
    os.rename(FOLDER + _MAIN, _MAIN)
    on_trial = False
