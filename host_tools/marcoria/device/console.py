"""What a board says by itself at its port, which opening it must not reset."""

import time
from contextlib import suppress

# What a stock image prints for ever when it cannot mount its files (`inisetup.fs_corrupted`).
_CORRUPTED = b"The filesystem appears to be corrupted"
_PROMPT = b">>> "
_UNFIT = b"The table cannot start: "
_BAUD = 115200
LISTENS_S = 4.0  # that text comes every three seconds


def listen(port: str, seconds: float = LISTENS_S) -> bytes:
    """What comes within that time, or until it is known what it means."""
    import serial

    said = b""
    end = time.monotonic() + seconds
    # With DTR and RTS both set, which resets no board; without DTR a chip's own USB says nothing.
    wire = serial.serial_for_url(port, _BAUD, timeout=0.1, exclusive=True, do_not_open=True)
    # Who pulls it out ends it: what it has said is all.
    with suppress(serial.SerialException), wire:
        while time.monotonic() < end and not meaning(said):
            said += wire.read(4096)
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
