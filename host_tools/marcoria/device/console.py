"""What a board says by itself at its port, which opening it must not reset."""

from contextlib import suppress

from marcoria.device.wire import Wire

# What a stock image prints for ever when it cannot mount its files (`inisetup.fs_corrupted`).
_CORRUPTED = b"The filesystem appears to be corrupted"
_PROMPT = b">>> "
_UNFIT = b"The table cannot start: "
LISTENS_S = 4.0  # that text comes every three seconds
_LOOK_S = 0.1


def listen(port: str, seconds: float = LISTENS_S) -> bytes:
    """What comes within that time, or until it is known what it means."""
    said = b""
    # Who pulls it out ends it: what it has said is all.
    with suppress(OSError), Wire(port) as wire:
        until = wire.clock() + seconds
        while wire.clock() < until and not meaning(said):
            said += wire.read(_LOOK_S)
    return said


def meaning(said: bytes) -> str:
    """In one sentence, what to do; nothing if there is nothing to be done."""
    if _CORRUPTED in said:
        return (
            "its files are corrupt and it cannot start: marcoria flash --rebuild-files makes them"
            " anew, and the journal stays"
        )
    if _UNFIT in said:
        reason = said.partition(_UNFIT)[2].partition(b"\n")[0].strip().decode("utf-8", "replace")
        return f"the table cannot start: {reason}"
    if said.rstrip(b" ").endswith(_PROMPT.rstrip()):
        return "it waits at MicroPython's prompt"
    return ""
