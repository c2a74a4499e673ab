"""Overwrite files in the folder /bar with garbage: settings, decks, houses, a half-enrolled deck.

The table must start, and either restore the match or report what is wrong. At a later start with
the right files, the table must restore the match.
"""

from collections.abc import Callable, Iterator
from random import Random

import seen
from evening import Evening
from judge import CRASHED, SAID, SILENT, WHOLE, Verdict
from marcoria.bots.body import Body
from marcoria.bots.company import words
from marcoria.bots.screen import Screen
from marcoria.coroutines import finish
from marcoria.game.houses import names
from marcoria.sim.chips.world import DECK

_HOUSES = names()
_TRIES = 8  # tries in an evening of simulated play
_STARTS_MS = 8_000
_SAID_MS = 3_000
_SETTINGS, _PACK = "/bar/settings.json", f"/bar/decks/{DECK}.deck"
_MORE = ("/bar/decks/other.deck", "/bar/decks/begun.new", "/bar/houses/ours.house")
_TEXTS = (
    *("settings-wrong", "deck-wrong", "house-wrong", "other-house", "house-gone", "houses-alike"),
    *("no-deck", "no-match"),
)
_SAYS = words("en")
_DEEP = 3_000

Garbage = Callable[[Random, bytes], bytes]


def _flipped(dice: Random, data: bytes) -> bytes:
    found = bytearray(data)
    for _ in range(dice.randint(1, 8)):
        found[dice.randrange(len(found))] ^= 1 << dice.randrange(8)
    return bytes(found)


_KINDS: dict[str, Garbage] = {
    "nothing": lambda dice, data: b"",
    "the beginning": lambda dice, data: data[: dice.randrange(1, len(data))],
    "zeros": lambda dice, data: bytes(len(data)),
    "ones": lambda dice, data: b"\xff" * len(data),
    "random bytes": lambda dice, data: dice.randbytes(dice.choice((10, 500, 9_000))),
    "flipped bits": _flipped,
    "brackets": lambda dice, data: b"[" * _DEEP,
    "other JSON": lambda dice, data: dice.choice((b"[]", b"7", b"null", b'{"house": 7}', b'"x"')),
    "fewer lines": lambda dice, data: b"\n".join(data.split(b"\n")[dice.randrange(1, 3) :]),
    "the content twice": lambda dice, data: data + data,
}


def cases(seed: int, evening: int) -> Iterator[tuple[str, str, Verdict]]:
    """Yield name, attack and verdict of tries at one table; cards are laid before each try."""
    dice = Random(f"garbage {seed} {evening}")
    house = _HOUSES[evening % len(_HOUSES)]
    played = Evening(house, dice.random() < 0.4, dice.randrange(1 << 20), 8)
    try:
        for number in range(_TRIES):
            yield f"{evening}.{number}", "files of garbage", _try(played, dice)
    finally:
        played.close()


def _try(evening: Evening, dice: Random) -> Verdict:
    table = evening.table
    if evening.people.over:
        finish(evening.company.agree_again())
    finish(evening.people.play_cards(dice.randint(1, 9)))
    finish(evening.company.body.wait(_STARTS_MS))
    known = seen.known(table)
    table.cut_power()
    right = {path: table.read(path) for path in (_SETTINGS, _PACK)}
    told = _spoil(evening, dice, right)
    try:
        verdict = _start(evening, known, told)
        table.cut_power()
        _put_right(evening, right)
        seen.start(table)
        evening.look()
        if seen.known(table) != known:
            return Verdict(SILENT, f"{told}: later {seen.known(table)}, before {known}")
        evening.go_on()
        return verdict
    except Exception as error:
        return Verdict(CRASHED, f"{told}: {type(error).__name__}: {error}")


def _spoil(evening: Evening, dice: Random, right: dict[str, bytes]) -> str:
    """Write garbage into some files; return which garbage is in which file."""
    told = []
    for path in dice.sample([*right, *_MORE], dice.choice((1, 1, 2, 5))):
        kind = dice.choice(list(_KINDS))
        evening.table.write(path, _KINDS[kind](dice, right.get(path, right[_PACK])))
        told.append(f"{kind} in {path}")
    return ", ".join(told)


def _put_right(evening: Evening, right: dict[str, bytes]) -> None:
    for path in _MORE:
        evening.table.backend.files.data.pop(path, None)
    for path, data in right.items():
        evening.table.write(path, data)


def _start(evening: Evening, known: seen.Known, told: str) -> Verdict:
    table = evening.table
    printed = len(table.printed)
    seen.start(table)
    table.until(_SAID_MS)
    if "Traceback" in table.printed[printed:]:
        return Verdict(CRASHED, f"{told}: {table.printed[printed:]}")
    page = Screen(Body(table)).page()
    if any(_SAYS[name].partition("%")[0].strip() in page for name in _TEXTS):
        return Verdict(SAID)
    now = seen.known(table)
    if now != known:
        return Verdict(SILENT, f"{told}: now {now}, before {known}; {page.text}")
    return Verdict(WHOLE)
