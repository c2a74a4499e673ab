"""Random actions of players at the whole table while parts of it fail.

The firmware never crashes, and a power cut loses no event.
"""

import json
from random import Random
from typing import Any

import pytest

import testenv
from marcoria.bots.body import Body
from marcoria.bots.company import Company, settings
from marcoria.bots.perception import ASKED, CLEAR, SCAN, TURN
from marcoria.coroutines import finish
from marcoria.firmware.codes.game import SEATS
from marcoria.firmware.codes.journal import Notes
from marcoria.game.houses import names
from marcoria.journal.entries import in_words
from marcoria.journal.reader import records
from marcoria.sim.chips.placed_tags import make_deck
from marcoria.sim.chips.world import COMMANDS, deck_file
from marcoria.sim.simtable import open_bar
from marcoria.sim.vm.vm import HEAP_KIB

_TABLES = {"cpython": 200, "vm": 60} if testenv.SOAK else {"cpython": 1, "vm": 1}
_DEEDS = 400 if testenv.SOAK else 120
_KEYS = ("C", "D", "H", "S", "PASS", "CALL")
_DIRECTOR = ("MENU", "UNDO", "OK", "OK", "MUTE")
_START_MS = 4_000
_WATCHDOG = 3  # `machine.reset_cause` after a restart by the watchdog

_STATE = (
    "[[match.phase, match.house.mark, list(match.totals), list(table.history.rows())],"
    " [(event.kind, event.seat, event.arg) for event in match.events]]"
)
_TABLE = "from boot.program import recovery; table = recovery.evening.table"
_TELL = f"{_TABLE}; match = table.match; print({_STATE})"
_HEAP_KIB = HEAP_KIB + 4  # printing the state needs more heap


def _breakages(seat: str, dice: Random) -> list[tuple[Any, ...]]:
    """Return faults and repairs of parts: those at this seat, and those that all seats share.

    Each is a tuple: the name of a method of the table, and the method's arguments.
    """
    return [
        ("order", f"readers.{seat}.wedge", "hard"),
        ("order", f"readers.{seat}.wedge", "soft"),
        ("set", f"readers.{seat}.version", 0),
        ("set", f"readers.{seat}.version", 0x92),
        ("set", f"fields.{seat}.noise", dice.choice((0.0, 0.004, 0.25))),
        ("order", "display.unplug"),
        ("order", "display.plug"),
        ("order", "display.jam"),
        ("order", "flash.worn.add", dice.randrange(64)),
        ("order", "keys.stick", f"{seat} {dice.choice(_KEYS)}"),
    ]


class Mob:
    """Table with four players who act at random. `done` lists their last actions."""

    def __init__(self, backend: str, seed: int) -> None:
        self.dice = dice = Random(f"anything {seed}")
        house = dice.choice(names())
        scanned = dice.random() < 0.3
        discipline, target = dice.choice((-1, 0, 1, 2)), dice.choice((0, 60, 200))
        chosen = settings(house, scanned, discipline, target, "en")
        room = {"heap_kib": _HEAP_KIB} if backend == "vm" else {}
        self.table = open_bar(backend, seed, "", chosen, **room)
        self.body = Body(self.table, rng=dice)
        self.table.write("/bar/decks/other.deck", deck_file(seed + 1))
        self.other_pack = {card: uid.hex().upper() for card, uid in make_deck(seed + 1).items()}
        self.table.boot("main")
        self.table.until(_START_MS)
        if dice.random() < 0.8:
            company = Company(self.table, house, scanned=scanned, seed=seed)
            finish(company.agree(0, target, discipline))
        # Weights of the actions in `act`. At half of the tables the players mostly lay cards, and
        # so get further in a match.
        self.often = (30, 15, 25, 5, 3, 8, 2, 1, 3, 8)
        if dice.random() < 0.5:
            self.often = (50, 25, 10, 1, 1, 0, 1, 0, 1, 6)
        self.done: list[Any] = [house]

    def act(self) -> None:
        """Perform a random action, and let some time pass."""
        deeds = (
            self.lay,
            self.clear,
            self.press,
            self.press_two,
            self.hold,
            self.direct,
            self.rap,
            self.break_something,
            self.pull_the_plug,
            self.wait,
        )
        (deed,) = self.dice.choices(deeds, self.often)
        self.done = [*self.done[-12:], (deed.__name__, deed())]
        self.table.until(self.dice.choice((5, 20, 60, 200, 500, 1500)))

    def seat(self, *lamps: str) -> int:
        """Choose a seat, mostly one whose lights show one of these patterns."""
        self.body.eyes.look()
        seats = [seat for seat in range(4) if self.body.lamp(seat) in lamps]
        return self.dice.choice(seats if seats and self.dice.random() < 0.7 else range(4))

    def lay(self) -> Any:
        dice, lying = self.dice, self.table.cards()
        seat = SEATS[self.seat(TURN)]
        if lying[seat] and dice.random() < 0.9:
            return None
        used = [card for cards in lying.values() for card in cards]
        card = dice.choice([card for card in self.other_pack if card not in used])
        chance = dice.random()
        if chance < 0.05:
            card = dice.choice(list(COMMANDS.values()))
        elif chance < 0.1:
            card = self.other_pack[card]
        elif chance < 0.13:
            card = f"08{dice.randrange(1 << 24):06X}"  # the UID of a phone
        if card in used:
            return None
        self.table.put(card, seat)
        return card, seat

    def clear(self) -> Any:
        seats = [seat for seat, cards in self.table.cards().items() if cards]
        if seats and self.dice.random() < 0.4:
            seats = [self.dice.choice(seats)]
        for seat in seats:
            self.table.lift(seat)
        return seats

    def press(self) -> Any:
        key, seat = self.dice.choice(_KEYS), SEATS[self.seat(ASKED, SCAN, CLEAR)]
        self.table.press(key, seat, self.dice.choice((60, 120, 400)))
        return key, seat

    def press_two(self) -> Any:
        seat = self.seat()
        finish(self.body.chord(seat))
        return seat

    def hold(self) -> Any:
        key, seat = self.dice.choice(("PASS", "CALL")), self.seat()
        finish(self.body.hold(seat, key))
        return key, seat

    def direct(self) -> Any:
        key = self.dice.choice(_DIRECTOR)
        finish(self.body.press_director(key))
        return key

    def rap(self) -> Any:
        seat = self.seat()
        finish(self.body.rap(seat))
        return seat

    def break_something(self) -> Any:
        how, *what = self.dice.choice(_breakages(self.dice.choice(SEATS), self.dice))
        getattr(self.table, how)(*what)
        return what

    def wait(self) -> Any:
        ms = self.dice.choice((300, 1_000, 3_000, 12_000, 25_000))
        self.table.until(ms)
        return ms

    def pull_the_plug(self) -> Any:
        """Cut the power and restart; check that no event is lost."""
        known, events = self.state()
        self.table.cut_power()
        self.table.boot()
        self.table.until(_START_MS)
        known_now, events_now = self.state()
        assert events_now[: len(events)] == events, (events, events_now)
        assert known_now == known or len(events_now) > len(events), (known, known_now)
        return len(events)

    def state(self) -> list[Any]:
        """Return the firmware's state of the match and its events."""
        backend = self.table.backend
        if hasattr(backend, "run"):
            return json.loads(backend.run(_TELL))
        table = backend.load("boot.program").recovery.evening.table
        return eval(_STATE, {"table": table, "match": table.match})

    def check(self) -> None:
        """Assert that the table has not crashed and that the watchdog has not restarted it."""
        assert "Traceback" not in self.table.printed, self.table.printed
        written = records(self.table)
        starts = {arg for kind, _, arg in written if kind in (Notes.BOOT, Notes.SAFE_MODE)}
        notes = [in_words(record) for record in written]
        assert starts and _WATCHDOG not in starts, notes
        assert not any(note.startswith("crash ") for note in notes), notes


@pytest.mark.parametrize("backend", ["cpython", pytest.param("vm", marks=pytest.mark.soak)])
def test_random_actions_never_crash_the_table(backend: str) -> None:
    for number in range(_TABLES[backend]):
        mob = Mob(backend, testenv.SEED + number)
        try:
            for _ in range(_DEEDS):
                mob.act()
            mob.check()
        except BaseException as error:
            error.add_note(f"{backend}, table {number}: {mob.done}")
            raise
        finally:
            mob.table.close()
