"""Detection of what is at a port: a table, started if it waits at its prompt, or anything else.

Opening the port must not reset the board. A command that was killed leaves a table at its prompt,
where it looks as dead as a chip without a program.
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
STARTED = "the table waited at its prompt, where a command that was killed had left it"
_BACK_S = 30
# Leaves the raw prompt, which tells a table that plays nothing; and then whatever is under way.
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
    """Return what comes within that time, or until it is known what it means."""
    said = b""
    # Whoever pulls it out ends it: what it has said is all.
    with suppress(OSError), PortWire(port) as wire:
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


def hello(table: TableAtPort, say: Callable[[str], object]) -> TableAnswer:
    """Return the table's `hello`; start it first, and `say` so, if it waits at its prompt.
    TableError tells what else is at the port."""
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
    """Start the table that waits at the prompt; return what it says at once. TableError if there
    is none."""
    wire = table.wire
    check(said)
    try:
        said = _knock(wire, said)
    except OSError as error:
        raise gone(error) from error
    check(said)
    if not is_prompt(said):
        raise _unknown(said)
    with Prompt(None, wire) as prompt:  # whatever it is starts anew
        main, *tables, loose = prompt.literal(_LOOK)
    if not main and not loose:
        raise TableError(
            "no-program",
            "the board has MicroPython and no program: marcoria flash makes a table of it",
            Exit.WRONG_DEVICE,
        )
    if not loose and _MANIFEST not in tables:
        raise TableError(
            "other-program",
            "the board runs another program and is no table: name the table's port with --table"
            " (marcoria flash would make a table of this board, and that program would be gone)",
            Exit.WRONG_DEVICE,
        )
    return prompt.said_after()


def _knock(wire: OpenPort, said: bytes) -> bytes:
    """Return what has been said when there is a prompt, or nobody has come to it."""
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
            "what is at that port speaks, but not as a table does: name the table's port with"
            " --table, or press the board's RESET (EN) and ask again",
            Exit.WRONG_DEVICE,
        )
    return TableError(
        "no-answer",
        "nothing at that port says a word: press the board's RESET (EN) and ask again; if it"
        " stays silent, look at its power, and whether a table is what hangs there",
        Exit.DEVICE_ERROR,
    )
