"""Checks of a table: each part has a result, and advice if something is wrong."""

import time
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from marcoria.device import detection
from marcoria.device.answer import TableAnswer
from marcoria.device.wire import Client, TableAtPort
from marcoria.errors import Exit, TableError
from marcoria.firmware.codes.display import DisplayStates
from marcoria.firmware.codes.game import SEATS
from marcoria.firmware.codes.journal import RoomLeft
from marcoria.firmware.codes.link import LinkTerms
from marcoria.firmware.codes.table import KeyNumbers, PadStates

PASS, WARN, FAIL = "pass", "warn", "fail"
_LEAST_FREE = 64 * 1024
_NOISY = 0.1  # share of garbled answers above which a reader is judged noisy
_SOME = 20  # answers needed before a reader is judged
_NO_SENSOR = 53  # °C that every ESP32 without a sensor reports
_COLD = 0  # °C; a working chip indoors is warmer, so this or less means a wrong sensor
_HOTTEST = 125  # °C, the highest temperature that a chip can measure
_SETTLES_S = 20.0  # a refresh of the display takes less, even if it fails and is tried again
_LOOK_S = 0.3
_HOT = 75  # °C; in normal use the chip has up to about 50 °C in a heated room
_EXPANDERS = ("North's and East's", "South's and West's")
_NONE = "none: this table is built without it"
_OF_THE_PORT = ("no-port", "which-port", "no-permission", "busy-port", "gone")
# Keys of a seat and its rap sensor, by bit number. The field `left` of the answer to `test` has
# these bits for each seat. The seat's next bit is that of one of the director's keys.
_KEYS = ("♣", "♦", "♥", "♠", "PASS", "CALL", "rap")
_DIRECTOR = ("MENU", "UNDO", "OK", "MUTE")
# Advice if the self-test did not detect a card or a rap.
_FIXES = {
    "card": "its reader answers but reads no card: look at the coil, and lay a card in the middle",
    "rap": "look at its sensor, which must be pressed hard against the wood",
}


class Check(NamedTuple):
    """Result of one check; `fix` is advice on what to do, "" if there is nothing to do."""

    check: str
    result: str
    detail: str
    fix: str = ""


class ChecksEnd(Exception):
    """End of the checks after a failure; `status` is the exit status of the command."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def examine(
    table: TableAtPort,
    more: Callable[[Client], Iterator[Check]] = lambda client: iter(()),
    left_out: Callable[[str], Collection[str]] = lambda board: (),
) -> Iterator[Check]:
    """Yield the checks of a table; raise ChecksEnd if a failure prevents the others.

    The checks of `more` come last. `left_out` returns the parts that a board is built without.
    """
    woken: list[str] = []
    try:
        path = table.wire.path
        hello = detection.hello(table, woken.append)
    except TableError as error:
        if error.code not in _OF_THE_PORT:
            yield Check("port", PASS, table.wire.path)
        fault, _, fix = error.detail.partition(": ")
        name = "port" if error.code in _OF_THE_PORT else "program"
        yield Check(name, FAIL, fault, fix or "plug the table in")
        raise ChecksEnd(error.status) from error
    yield Check("port", PASS, path)
    if woken:
        yield Check(
            "prompt", WARN, woken[0], "nothing to do: the table was started and plays again"
        )
    client = Client(table.wire)
    yield from _of_the_program(client, hello)
    yield from _of_the_parts(table, client, left_out(hello["board"]))
    yield from more(client)


def status(checks: list[Check]) -> int:
    """Return the exit status of the command: DEVICE_ERROR if a check failed, else OK."""
    return Exit.DEVICE_ERROR if FAIL in [one.result for one in checks] else Exit.OK


def _of_the_program(client: Client, hello: TableAnswer) -> Iterator[Check]:
    if hello["link"] == LinkTerms.VERSION:
        yield Check("program", *_program(hello))
    else:
        detail = (
            f"speaks version {hello['link']} of the link; this Marcoria speaks {LinkTerms.VERSION}"
        )
        yield Check("program", WARN, detail, "bring both up to date: marcoria deploy")
    if hello["safe"]:
        detail = "the table is in safe mode: two starts have failed, or its journal is unreadable"
        yield Check(
            "start",
            WARN,
            detail,
            "check its plug, read the crash below if there is one, and wait a minute",
        )
    else:
        yield Check("start", PASS, f"start number {hello['boot'] + 1} of this flash")
    try:
        heap = client.ask("heap")
        used = f"{heap['used'] // 1024} KiB in use, {heap['free'] // 1024} free"
        fits = heap["free"] >= _LEAST_FREE
        fix = "" if fits else "report it, with the journal: the memory in use should not grow"
        yield Check("memory", PASS if fits else WARN, used, fix)
    except TableError as error:
        if error.code == "odd-answer":
            raise
        in_play = error.code == "not-now"
        detail = "not measured while cards are in play" if in_play else f"not measured: {error}"
        yield Check("memory", WARN, detail, "repeat between two deals" if in_play else "")
    has = "set" if hello["pin"] else "none: everybody at the table can act as the director"
    yield Check("pin", PASS, has)


def _program(hello: TableAnswer) -> tuple[str, str, str]:
    """Return result, detail and fix for the program that runs."""
    which = (
        f"Marcoria {hello['version']} ({hello['build']})" if hello["build"] else "loose modules"
    )
    told = f"answers, board {hello['board']}, {which}, slot {hello['slot']}"
    if hello["trial"]:
        return WARN, f"{told}, on trial", "leave it plugged in for a minute to confirm the program"
    return PASS, told, ""


def _of_the_parts(table: TableAtPort, client: Client, without: Collection[str]) -> Iterator[Check]:
    test = client.ask("test")
    without = {*without, *test.get("missing", ())}
    for seat, name in enumerate(SEATS):
        yield _reader(name, test["pads"][seat], client.ask("reads", seat=seat))
    yield from _keys(test["keys"], without)
    if "display" in without:
        yield Check("display", PASS, _NONE)
    else:
        yield _display(_settled(table, client))
    yield _warmth(test.get("celsius", _NO_SENSOR))
    if "lights" in without:
        yield Check("lights", PASS, _NONE)
    else:
        client.ask("lights")
        yield Check("lights", PASS, "all seats should have blinked twice: did they?")
    yield from _of_the_journal(test)


def _warmth(celsius: int) -> Check:
    if celsius == _NO_SENSOR:
        return Check("warmth", PASS, "the chip has no sensor")
    if not _COLD < celsius <= _HOTTEST:
        told = f"the chip reports {celsius} °C, so its sensor is missing or not calibrated"
        return Check(
            "warmth", WARN, told, "feel whether the board is warm, because no sensor measures it"
        )
    fix = (
        "look for the source of heat: a short circuit, a lamp, the sun" if celsius >= _HOT else ""
    )
    return Check("warmth", WARN if fix else PASS, f"{celsius} °C in the chip", fix)


def _settled(table: TableAtPort, client: Client) -> TableAnswer:
    """Return the answer to `test` once no refresh of the display runs, or after a timeout."""
    until = table.wire.clock() + _SETTLES_S
    while True:
        test = client.ask("test")
        if test["display"] != DisplayStates.BUSY or table.wire.clock() >= until:
            return test
        table.wait(_LOOK_S)


def _keys(lost: int, without: Collection[str]) -> Iterator[Check]:
    """Yield the checks of the expanders.

    `lost` has a bit for each expander of the table, set if the expander does not answer. The
    lowest bit is that of the first expander that the table has. `without` has the names of the
    parts that a small table does not have, such as "expander 1".
    """
    built = [i for i in range(len(_EXPANDERS)) if f"expander {i}" not in without]
    for number, names in enumerate(_EXPANDERS):
        check = f"keys {number + 1}"
        if number not in built:
            yield Check(check, PASS, _NONE)
            continue
        whose = names if len(built) > 1 else "all"
        if lost >> built.index(number) & 1:
            fix = f"look at the cable of {whose} keys, and at the chip's address"
            yield Check(check, FAIL, f"no answer: {whose}", fix)
        else:
            yield Check(check, PASS, f"{whose} answer")


def _display(test: TableAnswer) -> Check:
    """Check the display by its BUSY line, which is its only output."""
    if test["display"] in (DisplayStates.LOST, DisplayStates.BUSY):
        return Check("display", FAIL, "does not answer", "look at its cable: BUSY does not change")
    if "refreshes" not in test:
        return Check(
            "display",
            WARN,
            "not checked: the table's program is too old",
            "update it: marcoria deploy",
        )
    if not test["refreshes"]:
        told = "not checked: nothing was shown since the start"
        return Check("display", WARN, told, "press MENU at the table and repeat")
    told = f"{test['refreshes']} refreshes seen, BUSY rose and fell"
    if test.get("failed"):
        return Check("display", WARN, f"{told}; {test['failed']} failed", "look at its cable")
    return Check("display", PASS, told)


def _reader(name: str, state: int, reads: TableAnswer) -> Check:
    check = f"reader {name}"
    if state == PadStates.NONE:
        return Check(check, PASS, _NONE)
    if state == PadStates.FAULT:
        return Check(check, FAIL, "does not answer", "look at its cable, its 3.3 V and its reset")
    if state == PadStates.UNKNOWN:
        return Check(check, WARN, "has not been polled yet", "repeat in a moment")
    answers = reads["reads"] + reads["garbles"]
    told = f"{reads['reads']} cards read, {reads['garbles']} garbled answers"
    if answers >= _SOME and reads["garbles"] > answers * _NOISY:
        return Check(
            check,
            WARN,
            told,
            "move the antenna away from metal and cables, or make the table top thinner",
        )
    if reads["resets"]:
        fix = "look for a loose wire"
        return Check(check, WARN, f"{told}; reset {reads['resets']} times", fix)
    return Check(check, PASS, told)


def _of_the_journal(test: TableAnswer) -> Iterator[Check]:
    if test["unread"]:
        fix = "download it now (marcoria journal pull FILE), then replace the board"
        yield Check("journal", FAIL, f"reading the flash failed {test['unread']} times", fix)
    elif test["room"] in _ROOMS:
        yield _ROOMS[test["room"]]
    else:
        yield Check("journal", PASS, "has room")
    flipped = test.get("flipped", 0)
    if flipped:
        fix = "nothing is lost; replace the board if the number grows each week"
        yield Check("flash", WARN, f"{flipped} bits have flipped outside the records", fix)
    if test["lost"]:
        fix = "read the message on the display and agree at the table"
        yield Check("match", WARN, "a part of the match was lost", fix)
    if test["crash"]:
        yield Check(
            "crash", WARN, f"the last crash: {test['crash']}", "report it, with the journal"
        )


_PULL = "download it: marcoria journal pull FILE"
_REPLACE = "download it (marcoria journal pull FILE), then replace the board"
_ROOMS = {
    RoomLeft.NEARLY_FULL: Check(
        "journal", WARN, "almost full of records that no computer has", _PULL
    ),
    RoomLeft.FULL: Check("journal", FAIL, "full of records that no computer has", _PULL),
    RoomLeft.DEAD: Check("journal", FAIL, "the flash cannot be erased or written", _REPLACE),
    RoomLeft.UNREADABLE: Check("journal", FAIL, "the flash cannot be read", _REPLACE),
}

# Results that only people can see or hear.
_SEEN_AND_HEARD = (
    Check(
        "leds",
        PASS,
        "a fully tested seat has all eight lights on: if some are dark, the first dark one is"
        " broken",
    ),
    Check(
        "sound",
        PASS,
        "each touch beeps: if not, look at the buzzer, or press MUTE for more volume",
    ),
)


def trial(
    client: Client,
    pin: str,
    left: Callable[[str], object],
    pause: Callable[[float], object] = time.sleep,
) -> Iterator[Check]:
    """Run the self-test, then yield its results.

    Wait until all keys and pads were touched, until the table ends the self-test, or until Ctrl-C.
    The table ends it after three minutes without a new touch, or when a person ends it there. In
    safe mode, yield only a warning. `left` is called with the names of the keys and pads that were
    not touched yet, at the beginning and after each change.
    """
    if client.ask("hello")["safe"]:
        fix = "wait a minute and repeat"
        yield Check("touch", WARN, "not tried: the table is in safe mode", fix)
        return
    client.direct("check", pin)
    missing = _missing(client)
    told = None
    try:
        while any(missing.values()) and client.ask("state")["asked"]:
            if missing != told:
                told = missing
                left("; ".join(f"{who} {' '.join(names)}" for who, names in told.items() if names))
            pause(_LOOK_S)
            missing = _missing(client)
    except KeyboardInterrupt:
        pass  # the checks below report the keys and pads touched until then
    for seat, name in enumerate(SEATS):
        yield _of_a_seat(name, missing[name], client.ask("reads", seat=seat))
    yield _of_the_director(missing["director"])
    yield from _SEEN_AND_HEARD


def _missing(client: Client) -> dict[str, list[str]]:
    """Return the keys and cards that were not detected yet, by owner: a seat or "director"."""
    *seats, cards = client.ask("test")["left"]
    found = {}
    for seat, name in enumerate(SEATS):
        found[name] = [key for bit, key in enumerate(_KEYS) if seats[seat] >> bit & 1]
        found[name] += ["card"] if cards >> seat & 1 else []
    found["director"] = [
        key for key, bits in zip(_DIRECTOR, seats, strict=True) if bits >> KeyNumbers.CENTRE & 1
    ]
    return found


def _of_a_seat(name: str, missing: list[str], reads: TableAnswer) -> Check:
    check = f"seat {name}"
    if not missing:
        looks = sum(reads[kind] for kind in ("reads", "misses", "garbles"))
        if not looks:
            return Check(check, PASS, "everything was detected")
        rate = 100 * reads["reads"] // looks
        return Check(check, PASS, f"everything was detected; {rate} % of the polls read the card")
    fix = _FIXES.get(missing[0], "look at their wires and their common ground")
    if len(missing) == 1 and missing[0] not in _FIXES:
        fix = "look at the key, its wire and its resistor"
    return Check(check, FAIL, f"not detected: {' '.join(missing)}", fix)


def _of_the_director(missing: list[str]) -> Check:
    if not missing:
        return Check("director", PASS, "all keys were detected")
    return Check(
        "director", FAIL, f"not detected: {' '.join(missing)}", "look at the director's cable"
    )
