"""What a board says by itself at its port, which opening it must not reset."""

from contextlib import suppress

from marcoria.device.wire import Wire
from marcoria.errors import Exit, TableError

_PROMPT = b">>>"
_UNFIT = b"The table cannot start: "
# Texts by which a state is known, its code for programs, what it is and what to do.
_KNOWN = (
    # A stock image prints it for ever when it cannot mount its files (`inisetup.fs_corrupted`).
    (
        b"The filesystem appears to be corrupted",
        "corrupt",
        "its files are corrupt and it cannot start: marcoria flash --rebuild-files makes them"
        " anew, and the journal stays",
        Exit.DEVICE_ERROR,
    ),
    # And these are of the loader in the chip's ROM.
    (
        b"invalid header: 0x",
        "no-program",
        "the chip has no program: marcoria flash makes a table of it",
        Exit.WRONG_DEVICE,
    ),
    (
        b"waiting for download",
        "loader",
        "the chip waits for a program to be loaded: let go of BOOT and press RESET (EN)",
        Exit.DEVICE_ERROR,
    ),
)
LISTENS_S = 4.0  # that text comes every three seconds
_LOOK_S = 0.1


def listen(port: str, seconds: float = LISTENS_S) -> bytes:
    """Return what comes within that time, or until it is known what it means."""
    said = b""
    # Whoever pulls it out ends it: what it has said is all.
    with suppress(OSError), Wire(port) as wire:
        until = wire.clock() + seconds
        while wire.clock() < until and not meaning(said):
            said += wire.read(_LOOK_S)
    return said


def meaning(said: bytes) -> str:
    """Return in one sentence what is the matter and what to do; nothing if nothing is known."""
    try:
        check(said)
    except TableError as error:
        return error.detail
    return "it waits at MicroPython's prompt" if is_prompt(said) else ""


def check(said: bytes) -> None:
    """Raise TableError if what a board has said tells why it cannot be a table."""
    for text, code, sentence, status in _KNOWN:
        if text in said:
            raise TableError(code, sentence, status)
    if _UNFIT in said:
        reason = said.partition(_UNFIT)[2].partition(b"\n")[0].strip().decode("utf-8", "replace")
        raise TableError("unfit", f"the table cannot start: {reason}", Exit.DEVICE_ERROR)


def is_prompt(said: bytes) -> bool:
    """Return whether the last that was said is MicroPython's prompt."""
    return said.rstrip(b" ").endswith(_PROMPT)
