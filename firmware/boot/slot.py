"""The slot that the program was started from, one of the board's two, and whether it is on trial.

On trial means that the next start is that of the program before: `/main.py` names its slot. The
one for this slot lies in it, and takes that place when the program has shown that it works.
"""

import os

from micropython import const

_MAIN = "/main.py"
_MANIFEST = "/manifest"
_FIRST_LINE = const(60)  # bytes of it, at most

FOLDER = "/a"
NAME = b"a"
# Of the program: its version, and the beginning of its hash. Loose modules have none.
VERSION = b""
BUILD = b""
on_trial = False


def begin(folder: str, trial: bool) -> None:
    """From there the program was started."""
    global FOLDER, NAME, VERSION, BUILD, on_trial
    FOLDER = folder
    NAME = folder[1:].encode()
    on_trial = trial
    try:
        with open(folder + _MANIFEST, "rb") as file:
            _, VERSION, BUILD = file.read(_FIRST_LINE).split(b"\n")[0].split()
    except (OSError, ValueError):
        pass  # whoever looks at the whole list finds out


def keep() -> None:
    """It works, and is started from now on. OSError if that cannot be: then it is not kept."""
    global on_trial
    os.rename(FOLDER + _MAIN, _MAIN)
    on_trial = False
