"""The self-test with somebody at the table: what was touched and laid, and what was not felt."""

import time
from collections.abc import Callable, Iterator

from marcoria.device.answer import TableAnswer
from marcoria.device.client import Client
from marcoria.device.doctor import FAIL, PASS, WARN, Check
from marcoria.firmware.codes.game import SEATS
from marcoria.firmware.codes.table import KeyNumbers

# Of a seat by their bits, as the keys say, and the director's, one with each seat.
_KEYS = ("♣", "♦", "♥", "♠", "PASS", "CALL", "rap")
_DIRECTOR = ("MENU", "UNDO", "OK", "MUTE")
_LOOK_S = 0.3
# What is likely where only that was not felt.
_FIXES = {
    "card": "its reader answers and reads no card: look at the coil, and lay one in the middle",
    "rap": "look at its sensor, which must sit hard against the wood",
}
# What only people can tell.
_SEEN_AND_HEARD = (
    Check(
        "leds",
        PASS,
        "a seat where all was felt shines with eight: the first dark one is broken",
    ),
    Check("sound", PASS, "each touch was heard: else look at the buzzer, or press MUTE for more"),
)


def trial(
    client: Client,
    pin: str,
    left: Callable[[str], object],
    pause: Callable[[float], object] = time.sleep,
) -> Iterator[Check]:
    """Begins the self-test and waits until all of it was touched, or it is ended at the table, or
    by Ctrl-C. `left` is told what is left, whenever that is less."""
    if client.ask("hello")["safe"]:
        fix = "pull the plug once, and ask again"
        yield Check("touch", WARN, "not tried: the table rests", fix)
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
        pass  # what was touched until then is told
    for seat, name in enumerate(SEATS):
        yield _of_a_seat(name, missing[name], client.ask("reads", seat=seat))
    yield _of_the_director(missing["director"])
    yield from _SEEN_AND_HEARD


def _missing(client: Client) -> dict[str, list[str]]:
    """What nobody has touched yet, by whose it is."""
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
            return Check(check, PASS, "all was felt")
        rate = 100 * reads["reads"] // looks
        return Check(check, PASS, f"all was felt; of looks at a card {rate} % have read it")
    fix = _FIXES.get(missing[0], "look at their wires, and at the ground they share")
    if len(missing) == 1 and missing[0] not in _FIXES:
        fix = "look at that key, its wire and its resistor"
    return Check(check, FAIL, f"not felt: {' '.join(missing)}", fix)


def _of_the_director(missing: list[str]) -> Check:
    if not missing:
        return Check("director", PASS, "all keys were felt")
    return Check(
        "director", FAIL, f"not felt: {' '.join(missing)}", "look at the director's cable"
    )
