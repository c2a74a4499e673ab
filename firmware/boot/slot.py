"""The slot from which the program was started: one of the board's two slots.

While the program is on trial, `/main.py` names the other slot, so the next start runs the old
program, which is in that slot. The slot on trial has a `main.py` of its own, which replaces
`/main.py` once the new program has shown that it works.
"""

import os

from micropython import const

_MAIN = "/main.py"
_MANIFEST = "/manifest"
_FIRST_LINE = const(60)  # maximum number of bytes of the manifest's first line

FOLDER = "/a"
NAME = b"a"
# The program's version and the beginning of its hash; both are empty without a manifest.
VERSION = b""
BUILD = b""
on_trial = False


def begin(folder: str, trial: bool) -> None:
    """Store the slot from which the program was started, and load the program's version."""
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
    """Make later starts run this program; raise OSError if `/main.py` cannot be replaced."""
    global on_trial
    os.rename(FOLDER + _MAIN, _MAIN)
    on_trial = False
