"""Functions that carry out the commands of a host; docs/link.md lists the commands.

A function is called with the context and the fields of the question, and returns the fields of the
answer. The function of a command that takes several steps is a generator, which returns these
fields at its end. A function raises `Refusal` if the command cannot be carried out.
"""

import gc
from binascii import b2a_base64, unhexlify

from micropython import const

import board
import texts
from boot import slot
from codes.display import DisplayStates
from codes.game import SUITS, Answers, Events, Phases, Rulings, Totals
from codes.journal import Records
from codes.link import LinkTerms
from codes.table import Gains, PadStates, Ticks
from link.line import ascii_of, decoded, printed
from table.files.settings import is_word
from table.lock import Attempt
from table.menus import wishes
from table.setup.checkup import Checkup
from table.setup.selection import play

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from typing import Protocol

    from courier.access import Access
    from courier.courier import Courier
    from courier.frames import Frames
    from courier.secret import Secret
    from drivers.parts import Parts
    from journal.host import Tail
    from table.evening import Evening
    from table.table import Table

    Question = dict[str, int | str]
    Answer = dict[str, object]

    class OpenQuestion(Protocol):
        """Text of the question that players have not answered yet."""

        def texts(self) -> "Generator[int, None, list[bytes]]":
            """Return the question, then the answers that keys give now, in UTF-8.

            Return an empty list if no question is asked.
            """

    class Font(Protocol):
        """Characters that the display can show."""

        def missing(self, text: str) -> int:
            """Return the code of the first character that is missing, -1 if there is none."""

    # Each value that the generator yields is the time in ms until it must run again.
    Waiting = Generator[int, None, Answer]
    # None means that the answer comes later, from `news`.
    Command = Callable[["Context", Question], Answer | Waiting | None]

_TAG_MS = const(10_000)  # how long `tag` waits
_LOOKING_MS = const(3000)  # how long `gain` counts the results of each reader
_WAIT_MS = const(10)  # time between two steps of a command that waits
_EVERY_SEAT = const(15)
_NO_RECORD = const(-1)  # seq of a hub that has no record yet
_NORTH = const(0)  # the seat that the journal records for a PIN sent by a host
_MOST_ARG = const(0xFFFF)  # the largest argument of an event
_BLANK = const(255)  # a byte that was never programmed
_COUNTED = ("reads", "misses", "garbles", "crowds", "resets")


class Refusal(Exception):
    """Error that refuses a command: `error` is a code, `facts` are more fields of the answer."""

    def __init__(self, error: str, **facts: int) -> None:
        super().__init__(error)
        self.answer: Answer = {"ok": False, "error": error}
        self.answer.update(facts)


class HubParts:
    """Objects that deal with the hub.

    `courier` is None if the WiFi or the broker was not set at the start.
    """

    def __init__(
        self, secret: "Secret", frames: "Frames", access: "Access", courier: "Courier | None"
    ) -> None:
        self.secret = secret
        self.frames = frames
        self.access = access
        self.courier = courier


class Context:
    """Objects that the commands work on.

    `open_question` composes the text of the question on the display, `font` knows the characters
    that the display can show, `now` is the time of the current step in ms, and `is_safe` tells
    whether the table is in safe mode.
    """

    def __init__(
        self,
        table: "Table",
        parts: "Parts",
        evening: "Evening",
        tail: "Tail",
        hub: HubParts,
        open_question: "OpenQuestion",
        font: "Font",
        is_safe: bool,
    ) -> None:
        self.table = table
        self.parts = parts
        self.evening = evening
        self.tail = tail
        self.hub = hub
        self.open_question = open_question
        self.font = font
        self.is_safe = is_safe
        self.attempt = Attempt(table.lock)
        self.now = 0

    def since(self, then: int) -> int:
        """Return how many ms have passed since `then`."""
        return self.now - then & Ticks.MASK


# --- fields of a question and of an answer -----------------------------------------------------


def _number(question: "Question", key: str, most: int, otherwise: int = -1) -> int:
    """Return a field that is a number from 0 to `most`, or `otherwise` if it is missing.

    Refuse a field with any other value. If `otherwise` is -1, also refuse a missing field.
    """
    value = question.get(key, otherwise)
    if not isinstance(value, int) or not 0 <= value <= most:
        raise Refusal("field")
    return value


def _name(question: "Question") -> str:
    """Return the field `name`; refuse a text that the settings or a host would not accept."""
    name = question["name"]
    if not isinstance(name, str) or not is_word(name) or printed(name) != name:
        raise Refusal("field")
    return name


def _base64(data: "bytes | bytearray") -> str:
    return b2a_base64(bytes(data))[:-1].decode()


def _hex_bytes(question: "Question", key: str, count: int) -> bytes:
    """Return the `count` bytes that a field has as hexadecimal digits; refuse any other value."""
    text = question.get(key)
    try:
        data = unhexlify(text) if isinstance(text, str) else b""
    except ValueError:
        data = b""
    if len(data) != count:
        raise Refusal("field")
    return bytes(data)


# --- commands about the table and the match ----------------------------------------------------


def hello(context: "Context", question: "Question") -> "Answer":
    """Return the identity of the table and of its program."""
    table = context.table
    journal = table.journal
    return {
        "link": LinkTerms.VERSION,
        "board": board.PROFILE,
        "epoch": journal.epoch,
        "seq": journal.first_open,
        "boot": journal.boots,
        "mark": table.match.house.mark,
        "pin": table.lock.pin.length > 0,
        "safe": context.is_safe,
        "slot": ascii_of(slot.NAME),
        "version": ascii_of(slot.VERSION),
        "build": ascii_of(slot.BUILD),
        "trial": slot.on_trial,
        "hub": context.hub.secret.name,
    }


def state(context: "Context", question: "Question") -> "Waiting":
    """Return the state of the match, and the open question if there is one."""
    asked = []
    for text in (yield from context.open_question.texts()):
        asked.append(decoded(text))
        yield 0
    match = context.table.match
    answer: Answer = {
        "phase": match.phase,
        "totals": list(match.totals[: Totals.COUNT]),
        "events": len(match.events),
        "faults": len(match.conduct.log),
        "asked": context.table.dialogue.asked,
        "text": context.table.voice.notice.text,
    }
    if match.phase >= Phases.BIDDING:
        auction = match.auction
        trick = match.trick
        plays = match.audit.plays
        answer["turn"] = auction.seat if match.phase == Phases.BIDDING else trick.seat
        answer["contract"] = auction.contract
        answer["taker"] = auction.taker
        answer["factor"] = auction.factor
        answer["plays"] = plays
        answer["cards"] = list(match.audit.card[plays - trick.count : plays])
    if asked and context.table.dialogue.asked:
        answer["question"] = asked[0]
        answer["answers"] = asked[1:]
        answer["more"] = context.table.dialogue.has_more()
    return answer


def time(context: "Context", question: "Question") -> "Answer":
    """Return the time since the start in ms, and the number of the start."""
    return {"ms": context.now, "boot": context.table.journal.boots}


def heap(context: "Context", question: "Question") -> "Answer":
    """Return how many bytes of the heap are used and free.

    Counting takes a tenth of a second in PSRAM, so the command is refused during a deal.
    """
    if context.table.match.phase > Phases.READY:
        raise Refusal("not-now")
    return {"used": gc.mem_alloc(), "free": gc.mem_free()}


# --- commands about the parts ------------------------------------------------------------------


def test(context: "Context", question: "Question") -> "Answer":
    """Return the state of the table's parts."""
    table = context.table
    journal = table.journal
    panel = context.parts.display
    missing = _missing(context)
    lost = 0
    for number, expander in enumerate(context.parts.expanders):
        lost |= expander.lost << number
    return {
        "pads": list(table.pads.state),
        "keys": lost,
        # Hosts that do not know the field `missing` expect BUSY for a missing display.
        "display": DisplayStates.BUSY if "display" in missing else panel.state,
        "refreshes": panel.refreshes,
        "failed": panel.failures,
        "missing": missing,
        "room": journal.state,
        "unread": journal.log.failures,
        "lost": bool(journal.lost),
        "flipped": len(journal.flipped),
        "crash": ascii_of(journal.crash),
        "celsius": table.celsius(),
        "left": list(table.left),
    }


def _missing(context: "Context") -> "list[str]":
    """Return the names of the parts that this table was built without."""
    built = (
        ("display", context.parts.display.state != DisplayStates.MISSING),
        ("lights", board.LIGHTS_PIN is not None),
        ("buzzer", board.BUZZER_PIN is not None),
    )
    return [name for name, is_built in built if not is_built]


def reads(context: "Context", question: "Question") -> "Answer":
    """Return the counters of a reader since the start."""
    seat = _number(question, "seat", 3)
    pads_seen = context.table.pads
    return {name: pads_seen.count(seat, kind) for kind, name in enumerate(_COUNTED)}


def lights(context: "Context", question: "Question") -> "Answer":
    """Blink the lights of seats twice, so that people see which table the host is connected to.

    Without the field `seats`, blink the lights of all seats.
    """
    context.table.blink |= _number(question, "seats", _EVERY_SEAT, _EVERY_SEAT)
    return {}


def check(context: "Context", question: "Question") -> "Answer":
    """Begin the self-test, which is also an item of the set-up."""
    _check_free(context, question)
    context.evening.menu = Checkup(context.table)
    return {}


def gain(context: "Context", question: "Question") -> "Waiting":
    """Set the gain of all readers for three seconds; return what each reader counts meanwhile."""
    level = _number(question, "gain", Gains.HIGHEST)
    if level < Gains.LOWEST:
        raise Refusal("field")
    _check_free(context, question)
    table = context.table
    context.evening.cards.hold()
    readers = context.parts.readers
    before = list(table.pads.counts)
    begun = context.now
    readers.tune(bytes((level,) * 4))
    while context.since(begun) < _LOOKING_MS:
        yield _WAIT_MS
    readers.tune(table.settings.gains.encode())
    counts = table.pads.counts
    return {"counts": [counts[at] - before[at] & Ticks.MASK for at in range(len(before))]}


def tag(context: "Context", question: "Question") -> "Waiting":
    """Wait up to ten seconds for the next tag on any pad; return its seat and its UID.

    The UID of a phone changes each time: return `phone` instead of this UID. Between deals, this
    command also starts 15 seconds in which no card on a pad counts as played.
    """
    context.evening.cards.hold()
    seen = context.table.pads
    before = list(seen.laid)
    begun = context.now
    while context.since(begun) < _TAG_MS:
        for seat in range(4):
            if seen.state[seat] == PadStates.PRESENT and seen.laid[seat] != before[seat]:
                return {"seat": seat, "uid": seen.uid[seat][: seen.uid_len[seat]].hex()}
            is_new = context.since(seen.since[seat]) <= context.since(begun)
            if seen.state[seat] == PadStates.RANDOM and is_new:
                return {"seat": seat, "phone": True}
        yield _WAIT_MS
    raise Refusal("not-now")


# --- commands about the journal ----------------------------------------------------------------


def events_after(context: "Context", question: "Question") -> None:
    """Let `news` begin after the seq `after`; without `epoch` begin with the oldest record.

    Return nothing: the answer comes later, from `news`.
    """
    after: int | str = -1
    if "epoch" in question:
        _check_epoch(context, question)
        after = question.get("after", -1)
    if not isinstance(after, int) or not -1 <= after <= LinkTerms.LARGEST:
        raise Refusal("field")
    context.tail.seek(after)


def news(context: "Context") -> "Answer":
    """Return the slots of the journal that `context.tail` has read last."""
    tail = context.tail
    return {"first": tail.first, "to": tail.to, "slots": _base64(tail.piece)}


def flash(context: "Context", question: "Question") -> "Answer":
    """Return eight slots of the journal's flash; leave out `slots` if all of them are free."""
    log = context.table.journal.log
    block = _number(question, "block", log.blocks - 1)
    first = _number(question, "slot", Records.LAST)
    if first % LinkTerms.SLOTS:
        raise Refusal("field")
    piece = bytearray(LinkTerms.SLOTS << 4)
    if log.read(block, first << 4, piece):
        raise Refusal("failed")
    answer: Answer = {"blocks": log.blocks}
    if min(piece) < _BLANK:
        answer["slots"] = _base64(piece)
    return answer


def acknowledge(context: "Context", question: "Question") -> "Answer":
    """Note that the host has stored all records up to `seq`, so that the table may erase them.

    If the table is enrolled, accept only an acknowledgement of its hub. The hub leaves out `seq`
    if it has no record of this table yet.
    """
    secret = context.hub.secret
    seq = _NO_RECORD
    if "seq" in question or not secret.is_there:
        seq = _number(question, "seq", LinkTerms.LARGEST)
    _check_epoch(context, question)
    if not secret.is_there:
        context.table.journal.acknowledge(seq)
        return {}
    chain = _hex_bytes(question, "chain", LinkTerms.MAC_BYTES)
    mac = _hex_bytes(question, "mac", LinkTerms.MAC_BYTES)
    if not context.hub.frames.acknowledge(seq, chain, mac):
        raise Refusal("mac")
    return {}


def frame(context: "Context", question: "Question") -> "Waiting":
    """Return the next frame for the hub, or no field if the hub has everything."""
    if not context.hub.secret.name:
        raise Refusal("not-now")
    try:
        data = yield from context.hub.frames.next()
    except OSError:
        raise Refusal("failed")
    return {"frame": _base64(data)} if data else {}


def enrol(context: "Context", question: "Question") -> "Answer":
    """Store the key of a hub in place of any older key; return the table's name in this hub."""
    key = _hex_bytes(question, "key", LinkTerms.KEY_BYTES)
    _check_pin(context, question)
    if not context.hub.secret.keep(key):
        raise Refusal("failed")
    context.hub.frames.begin()
    return {"hub": context.hub.secret.name}


def leave(context: "Context", question: "Question") -> "Answer":
    """Forget the key of the hub, and what the hub has acknowledged."""
    _check_free(context, question)
    if not context.hub.secret.is_there:
        raise Refusal("not-now")
    if not context.hub.secret.forget():
        raise Refusal("failed")
    context.table.journal.release()
    return {}


def wifi(context: "Context", question: "Question") -> "Answer":
    """Store the name and the password of the WiFi; an empty name switches the WiFi off."""
    _check_free(context, question)
    found = (question.get("ssid"), question.get("password", ""))
    return _use_access(context, context.hub.access.take_wifi(*found))


def broker(context: "Context", question: "Question") -> "Answer":
    """Store host and port of the hub's broker, and the hash of the broker's certificate.

    Without this hash the table uses no TLS.
    """
    _check_free(context, question)
    found = (question.get("host"), question.get("port"), question.get("sha256", ""))
    return _use_access(context, context.hub.access.take_broker(*found))


def clock(context: "Context", question: "Question") -> "Answer":
    """Store the name of the NTP server; with an empty name the table never asks for the time."""
    _check_free(context, question)
    return _use_access(context, context.hub.access.take_time_server(question.get("host")))


def _use_access(context: "Context", is_taken: bool) -> "Answer":
    """Save the settings of `Access`; refuse the command if `is_taken` is False (invalid values).

    If the table has started without a courier and now has all settings for one, restart the table.
    Return whether it restarts.
    """
    if not is_taken:
        raise Refusal("field")
    access = context.hub.access
    if not access.save():
        raise Refusal("failed")
    starts = access.is_complete and not context.hub.courier
    if starts:
        context.evening.menus.wish = wishes.RESTART
    return {"restarts": starts}


def courier(context: "Context", question: "Question") -> "Answer":
    """Return the state of the reports over WiFi; the answer never has the password."""
    access, working = context.hub.access, context.hub.courier
    answer: Answer = {"ssid": printed(access.ssid), "host": printed(access.host)}
    if working:
        answer["state"] = working.state
        answer["why"] = printed(working.why)
        answer["sent"] = working.sent
        answer["failures"] = working.failures
    return answer


def _check_epoch(context: "Context", question: "Question") -> None:
    """Refuse a question that does not name the epoch of the table's journal."""
    if question.get("epoch") != context.table.journal.epoch:
        raise Refusal("epoch")


# --- commands about the settings ---------------------------------------------------------------


def house(context: "Context", question: "Question") -> "Answer":
    """Return the house that is played.

    With `name`, change to that house first; refuse the change during a match, or while a menu is
    open.
    """
    table = context.table
    if "name" in question:
        match = table.match
        _check_free(context, question)
        if match.phase >= Phases.READY and match.totals[Totals.WINNER] < 0:
            raise Refusal("not-now")
        name = _name(question)
        if not name or "/" in name:
            raise Refusal("field")
        wrong = play(table, name)
        if wrong not in (0, texts.NOT_SAVED):
            raise Refusal("field")
        context.evening.changed()
        if wrong:
            raise Refusal("failed")  # the house is used, but not saved
    settings = table.settings
    return {
        "name": printed(settings.house),
        "agreed": [printed(line) for line in settings.agreed],
        "mark": table.match.house.mark,
    }


def names(context: "Context", question: "Question") -> "Answer":
    """Return the names of the players.

    With `name`, rename the player at `seat` first; refuse the change during a deal, or while a
    menu is open.
    """
    settings = context.table.settings
    if "name" in question:
        _check_free(context, question)
        seat = _number(question, "seat", 3)
        before = settings.names[seat]
        settings.names[seat] = _name(question)
        if not settings.save():
            settings.names[seat] = before
            raise Refusal("failed")
        context.evening.changed()
    return {"names": [printed(name) for name in settings.names]}


def say(context: "Context", question: "Question") -> "Answer":
    """Show a message on the display for `ms` milliseconds.

    Refuse it during a deal, or while the display shows a question, a menu or a sentence of the
    table.
    """
    message = question.get("text")
    ms = _number(question, "ms", LinkTerms.MOST_MS)
    if not isinstance(message, str) or ms < LinkTerms.LEAST_MS:
        raise Refusal("field")
    letter = context.font.missing(message)
    if letter >= 0:
        raise Refusal("field", letter=letter)
    data = message.encode()
    if not 0 < len(data) <= LinkTerms.MESSAGE_BYTES:
        raise Refusal("field")
    _check_pin(context, question)
    if not context.table.settings.messages:
        raise Refusal("off")
    if context.evening.menu or not context.table.voice.relay(data, ms):
        raise Refusal("not-now")
    return {}


# --- commands of the director ------------------------------------------------------------------


def service(context: "Context", question: "Question") -> "Answer":
    """Start service mode, so that somebody can work at the prompt."""
    _check_pin(context, question)
    context.evening.menus.wish = wishes.SERVICE
    return {}


def undo(context: "Context", question: "Question") -> "Answer":
    """Undo the last event of the current deal, even if this deal has ended without a result."""
    return _apply(context, question, Events.UNDO, 0, 0)


def ruling(context: "Context", question: "Question") -> "Answer":
    """Apply a ruling of the director; docs/events.md lists the rulings."""
    what = _number(question, "what", Rulings.GIVE)
    arg = _number(question, "arg", _MOST_ARG, 0)
    return _apply(context, question, Events.RULING, what, arg)


def _apply(context: "Context", question: "Question", what: int, seat: int, arg: int) -> "Answer":
    """Apply an event; refuse it if the field `events` is not the number of the deal's events.

    If the number is another one, events have happened that the host does not know.
    """
    _check_pin(context, question)
    table = context.table
    if question.get("events") != len(table.match.events):
        raise Refusal("not-now")
    refused = table.happen(what, seat, arg)
    if 0 < refused < Answers.NOTED:
        raise Refusal("refused", refused=refused)
    return {}


def _check_free(context: "Context", question: "Question") -> None:
    """Refuse the command without the PIN, during a deal, or while a menu is open."""
    _check_pin(context, question)
    if context.table.match.phase > Phases.READY or context.evening.menu:
        raise Refusal("not-now")


def _check_pin(context: "Context", question: "Question") -> None:
    """Refuse the command without the right PIN, or during the delay after wrong tries.

    If the table has no PIN, do nothing.
    """
    length = context.table.lock.pin.length
    if not length:
        return
    pin = question.get("pin")
    if not isinstance(pin, str) or len(pin) != length:
        raise Refusal("pin")
    attempt = context.attempt
    if not attempt.begin(context.now):
        raise Refusal("pin", wait=attempt.number)
    for letter in pin:
        key = SUITS.find(letter)
        if key < 0:
            raise Refusal("pin")
        attempt.press(_NORTH, key)
    if not attempt.opens(context.now):
        raise Refusal("pin")


COMMANDS: "dict[int | str | None, Command]" = {
    "hello": hello,
    "state": state,
    "test": test,
    "check": check,
    "gain": gain,
    "heap": heap,
    "reads": reads,
    "time": time,
    "events": events_after,
    "flash": flash,
    "acknowledge": acknowledge,
    "frame": frame,
    "enrol": enrol,
    "leave": leave,
    "wifi": wifi,
    "broker": broker,
    "clock": clock,
    "courier": courier,
    "lights": lights,
    "tag": tag,
    "service": service,
    "undo": undo,
    "ruling": ruling,
    "house": house,
    "names": names,
    "say": say,
}
