"""Actions at a table that are tried many times, each time with other failing calls.

In each try some calls to the flash or to files fail: one call, or all calls from that call on.
Then the table starts again without failing calls, and nothing may be lost except what the display
has reported as not saved. A situation is prepared once. For each try the process forks, as in
test_power_cuts.py, and the calls fail in the copy.
"""

import traceback
from collections.abc import Callable, Iterable
from typing import Any

import seen
from branches import Branches
from codes.game import Phases
from enrolling import CARDS, deck_of, lay, open_enrolment
from marcoria.bots.company import Company, settings
from marcoria.coroutines import finish
from marcoria.journal.entries import Entry, follow
from marcoria.journal.reader import records
from marcoria.scenarios import after_cut
from marcoria.sim.chips.world import deck_file
from marcoria.sim.simtable import SimTable, open_bar

FOR_EVER = 1 << 20  # more calls than any action makes
_FEW_CARDS = 5
_STARTS_MS = 8_000
_WRITTEN_MS = 5_000
_OTHER, _BEGUN, _NEW = [
    f"/bar/decks/{name}" for name in ("deck-1.deck", "deck-2.new", "deck-2.deck")
]
_SHOWN_MS = 4_000
_LOOK_MS = 100
_TAGS = 200  # maximum number of steps of an enrolment; a step lays a card or opens the menu
_TRACE = 3_000  # characters kept of a traceback


class Wrong(Exception):
    """Raised when the table has lost data, or when a try does not go as planned."""


class Situation:
    """Table before an action. `go` performs it; `whole` checks the table after a later start."""

    def __init__(self, house: str, scanned: bool, seed: int) -> None:
        self.seed = seed
        self.table: SimTable = open_bar("cpython", seed, "", settings(house, scanned, -1, 0, "en"))
        self.table.boot("main")
        self.company = Company(self.table, house, scanned=scanned, seed=seed)
        self.people = self.company.people

    def go(self) -> None:
        """Perform the action."""
        raise NotImplementedError

    def whole(self) -> None:
        """Raise Wrong if the table has lost data and has not said so on the display."""
        raise NotImplementedError

    def _says(self, text: str) -> bool:
        """Return whether the display shows the text with this name once its page is complete."""
        finish(self.company.body.wait(_SHOWN_MS))
        while self.company.screen.moves:
            finish(self.company.body.wait(_LOOK_MS))
        return self.company.words[text] in self.company.screen.page()

    @property
    def written(self) -> list[Entry]:
        """Return the records of the journal."""
        return records(self.table)


class Start(Situation):
    """Start of a table in the middle of a deal."""

    def __init__(self, house: str, scanned: bool, seed: int) -> None:
        super().__init__(house, scanned, seed)
        finish(self.company.agree(0))
        finish(self.people.play_deal())
        finish(self.people.play_cards(_FEW_CARDS))
        finish(self.company.body.wait(_WRITTEN_MS))
        self.known = seen.known(self.table)
        self.before = self.written
        self.table.cut_power()

    def go(self) -> None:
        self.table.boot("main")
        self.table.until(_STARTS_MS)

    def whole(self) -> None:
        known = seen.known(self.table)
        if known != self.known:
            raise Wrong(f"the state of the table is {known}; before, it was {self.known}")
        if self.written[: len(self.before)] != self.before:
            raise Wrong("the beginning of the journal has changed")


class DealEnd(Situation):
    """End of a deal: both sides agree, and the table writes the totals for the next deal."""

    def __init__(self, house: str, scanned: bool, seed: int) -> None:
        super().__init__(house, scanned, seed)
        finish(self.company.agree(0))
        finish(self.people.play_deal())
        while self.people.game.phase != Phases.DONE:
            finish(self.people.act())

    def go(self) -> None:
        finish(self.people.act())
        self.told = self._says("not-kept")

    def whole(self) -> None:
        people, written = self.people, self.written
        lost = after_cut.lost(people, written)
        if self.told:
            return
        if lost:
            raise Wrong(f"the journal lacks {lost}")
        known = seen.known(self.table)
        if list(known.totals) != people.game.totals:
            raise Wrong(f"the table counts {known.totals}, the players {people.game.totals}")
        if follow(people.house, written).totals != people.game.totals:
            raise Wrong("the journal and the players have different scores")
        finish(people.act())


class Enrolment(Situation):
    """Enrolment of a whole deck at a table that has two other decks."""

    enrolled = 0  # cards of the new deck that were enrolled on an earlier day

    def __init__(self, house: str, scanned: bool, seed: int) -> None:
        super().__init__(house, scanned, seed)
        self.table.cut_power()
        other = b"".join(deck_file(seed + 1).splitlines(keepends=True)[: len(CARDS)])
        self.others = {"/bar/decks/bar.deck": deck_file(seed), _OTHER: other}
        self.table.write(_OTHER, other)
        if self.enrolled:
            self.table.write(_BEGUN, deck_of(self.enrolled).encode())
        seen.start(self.table)
        self.told = False

    def go(self) -> None:
        laid = self.enrolled
        for _ in range(_TAGS):
            wanted = self._wanted()
            if wanted is None:
                if self._complete():
                    self.told = self._says("not-saved")
                    return
                seen.await_play(self.table)
                open_enrolment(self.table)
                continue
            if wanted < laid:
                raise Wrong(f"the table asks for {CARDS[wanted]} a second time")
            laid = wanted
            lay(self.table, CARDS[wanted])
        raise Wrong(f"the enrolment has not ended after {_TAGS} steps")

    def whole(self) -> None:
        table = self.table
        if table.read(_NEW).decode() != deck_of():
            raise Wrong(f"the new deck has the content {table.read(_NEW).decode()}")
        for path, data in self.others.items():
            if table.read(path) != data:
                raise Wrong(f"{path} has changed")
        deck = seen.inside(table).deck
        if sorted(deck.names) != [b"bar", b"deck-1", b"deck-2"]:
            raise Wrong(f"the table has the decks {deck.names}")
        if deck.names[deck.active] != b"deck-2" and not self.told:
            raise Wrong("the new deck is not the active one")

    def _wanted(self) -> int | None:
        """Return the index in CARDS of the card that the enrolment asks for, None for no card."""
        state = seen.inside(self.table)
        evening = self.table.backend.load("boot.program").recovery.evening
        menu = evening and evening.menu
        if not state or not hasattr(menu, "kinds") or menu.over:
            return None
        return int(menu.kinds[menu.at]) if menu.at < len(menu.kinds) else None

    def _complete(self) -> bool:
        try:
            self.table.read(_NEW)
        except FileNotFoundError:
            return False
        return True


class EnrolmentBegun(Enrolment):
    """Enrolment of a deck that already has some cards from an earlier day."""

    enrolled = 20


SITUATIONS: dict[str, type[Situation]] = {
    "start": Start,
    "deal's end": DealEnd,
    "enrolment": Enrolment,
    "enrolment begun": EnrolmentBegun,
}
# Simulated parts that count the calls to them and can let some calls fail.
_PLACES: dict[str, Callable[[SimTable], Any]] = {
    "flash": lambda table: table.backend.world.flash,
    "file": lambda table: table.backend.files,
}


def calls(situation: Situation) -> dict[str, int]:
    """Perform the action of a situation; return how many calls of each kind it makes."""
    places = {name: place(situation.table) for name, place in _PLACES.items()}
    before = {name: place.calls for name, place in places.items()}
    situation.go()
    return {name: place.calls - before[name] for name, place in places.items()}


def try_all(
    make: Callable[[], Situation], cases: Iterable[tuple[str, int, int]]
) -> list[tuple[Any, str]]:
    """Try all cases; return the failed ones, each with its traceback.

    A case is a kind of call ("flash" or "file"), the number of the first failing call (1 is the
    first call of the action), and how many calls fail.
    """
    situation, branches = make(), Branches()
    try:
        for case in cases:
            if branches.split(case):
                branches.leave(_outcome(situation, *case))
        branches.wait()
    finally:
        branches.end()
        situation.table.close()
    return [(case, word or "the copy died") for case, word in branches.told if word != ""]


def _outcome(situation: Situation, kind: str, number: int, count: int) -> str:
    place = _PLACES[kind](situation.table)
    place.fail_at(number, count)
    try:
        situation.go()
        if place.calls < place.failing[0]:
            raise Wrong(f"the action made only {place.calls} calls, so none has failed")
        place.fail_at(FOR_EVER)
        situation.table.cut_power()
        seen.start(situation.table)
        situation.whole()
    except BaseException:
        return traceback.format_exc()[-_TRACE:]
    return ""
