"""Detection of the device at a port: a table, a table stuck at its prompt, or another device.

Ctrl-C or a killed command leaves a table at MicroPython's prompt. There the table does not answer,
just like a chip without a program. Opening the port does not reset the board. A watchdog restarts
the table after ten minutes at the latest.
"""

from collections.abc import Callable
from contextlib import suppress

from marcoria.device.answer import TableAnswer
from marcoria.device.prompt import Prompt
from marcoria.device.talk import gone
from marcoria.device.wire import Client, OpenPort, PortWire, TableAtPort
from marcoria.errors import Exit, TableError

_PROMPT = b">>>"
_UNFIT = b"The table cannot start: "
# Texts in the output of a board that cannot be a working table, each with an error code, a
# sentence for people and the exit status.
_KNOWN = (
    # MicroPython repeats this text if it cannot mount its files (`inisetup.fs_corrupted`).
    (
        b"The filesystem appears to be corrupted",
        "corrupt",
        "its files are corrupt and it cannot start: marcoria flash rebuilds them and keeps the"
        " journal",
        Exit.DEVICE_ERROR,
    ),
    # The loader in the chip's ROM prints these texts.
    (
        b"invalid header: 0x",
        "no-program",
        "the chip has no program: install it with marcoria flash",
        Exit.WRONG_DEVICE,
    ),
    (
        b"waiting for download",
        "loader",
        "the chip waits for a program to be loaded: let go of BOOT and press RESET (EN)",
        Exit.DEVICE_ERROR,
    ),
)
LISTENS_S = 4.0  # seconds; MicroPython repeats the text about corrupt files every three seconds
STARTED = "the table waited at its prompt, where Ctrl-C or a killed command had left it"
_BACK_S = 30
# The first bytes leave a raw prompt, and a playing table ignores them. The second bytes interrupt
# any program.
_KNOCKS = (b"\r\x02", b"\r\x03\x03\r\x02")
_ANSWERS_S = 1.5
_LOOK_S = 0.1
_LOOK = """
def begins(path):
    try:
        with open(path, 'rb') as file:
            return file.read(8)
    except OSError:
        return b''
paths = '/main.py', '/a/manifest', '/b/manifest', '/lib/program.mpy'
print(repr([begins(path) for path in paths]))
"""
_MANIFEST = b"marcoria"


def listen(port: str, seconds: float = LISTENS_S) -> bytes:
    """Return the bytes that the port sends within `seconds`, or until their meaning is known."""
    said = b""
    # If the board is unplugged, return the bytes received so far.
    with suppress(OSError), PortWire(port) as wire:
        until = wire.clock() + seconds
        while wire.clock() < until and not meaning(said):
            said += wire.read(_LOOK_S)
    return said


def meaning(said: bytes) -> str:
    """Describe the state of a board that sent these bytes, and what to do; "" if unknown."""
    try:
        check(said)
    except TableError as error:
        return error.detail
    return "it waits at MicroPython's prompt" if is_prompt(said) else ""


def check(said: bytes) -> None:
    """Raise TableError if a board's output shows that it is not a working table."""
    for text, code, sentence, status in _KNOWN:
        if text in said:
            raise TableError(code, sentence, status)
    if _UNFIT in said:
        reason = said.partition(_UNFIT)[2].partition(b"\n")[0].strip().decode("utf-8", "replace")
        raise TableError("unfit", f"the table cannot start: {reason}", Exit.DEVICE_ERROR)


def is_prompt(said: bytes) -> bool:
    """Return whether the output ends with MicroPython's prompt."""
    return said.rstrip(b" ").endswith(_PROMPT)


def hello(table: TableAtPort, say: Callable[[str], object]) -> TableAnswer:
    """Return the table's answer to `hello`.

    If the table waits at its prompt, start it and report this with `say`. If the device at the
    port is not a table, raise TableError that describes it.
    """
    said: list[bytes] = []
    client = Client(table.wire, said.append)
    try:
        return client.ask("hello")
    except TableError as error:
        if error.code != "no-answer":
            raise
    begun = _start(table, b"\n".join([*said, client.unread]))
    say(STARTED)
    try:
        return table.again(_BACK_S)
    except TableError:
        check(begun + table.said)
        raise


def _start(table: TableAtPort, said: bytes) -> bytes:
    """Start a table that waits at its prompt; return the first bytes that it prints.

    Raise TableError if the board is not a table.
    """
    wire = table.wire
    check(said)
    try:
        said = _knock(wire, said)
    except OSError as error:
        raise gone(error) from error
    check(said)
    if not is_prompt(said):
        raise _unknown(said)
    with Prompt(None, wire) as prompt:  # closing the prompt restarts the board
        main, *tables, loose = prompt.literal(_LOOK)
    if not main and not loose:
        raise TableError(
            "no-program",
            "the board has MicroPython but no program: install it with marcoria flash",
            Exit.WRONG_DEVICE,
        )
    if not loose and _MANIFEST not in tables:
        raise TableError(
            "other-program",
            "the board runs another program and is no table: name the table's port with --table"
            " (marcoria flash would replace that program by a table's)",
            Exit.WRONG_DEVICE,
        )
    return prompt.said_after()


def _knock(wire: OpenPort, said: bytes) -> bytes:
    """Interrupt the board until a prompt answers, or a timeout has passed.

    Return `said`, the earlier output of the board, together with its new output.
    """
    for knock in _KNOCKS:
        wire.write(knock)
        until = wire.clock() + _ANSWERS_S
        while wire.clock() < until:
            more = wire.read(_LOOK_S)
            said += more
            if not more and is_prompt(said):
                return said
    return said


def _unknown(said: bytes) -> TableError:
    if said.strip():
        return TableError(
            "other-program",
            "the board at that port sends data, but not the data of a table: name the table's"
            " port with --table, or press the board's RESET (EN) and repeat",
            Exit.WRONG_DEVICE,
        )
    return TableError(
        "no-answer",
        "nothing at that port answers: press the board's RESET (EN) and repeat; if it stays"
        " silent, check its power, and that it is a table",
        Exit.DEVICE_ERROR,
    )
