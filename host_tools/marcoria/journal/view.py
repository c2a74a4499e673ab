"""A table as it is now, for a terminal: who plays what, the score, and whether all is well."""

from collections import deque
from typing import TYPE_CHECKING, Any

from codes import display, events, notes, offences, pads, phases, room, totals
from codes.letters import CONTRACTS, SEATS
from marcoria.game.card_picture import RED, SUITS
from marcoria.game.wording import OFFENCES
from marcoria.journal.wording import in_words

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from marcoria.journal.reading import Record

_SIDES = ("dark_orange", "steel_blue1")  # North-South, East-West, as the lights have them
_SIGNS = ("◆", "●")  # and the same for who sees no colours
_PHASES = {
    phases.IDLE: "no match",
    phases.READY: "before the next deal",
    phases.DEALT: "dealt",
    phases.BIDDING: "bidding",
    phases.PLAY: "play",
    phases.DONE: "both sides confirm the score",
}
_CONTRACTS = (*SUITS, "no trumps", "all trumps")
_RANKS = 8
_BESIDE = 22  # columns of West, and of East
_FIXED = 16  # lines that are not for what happened


class View:
    """What is known of a table: `hello`, `house`, `names`, `state` and `test` are its answers,
    `trouble` is why it does not answer."""

    def __init__(self, ranks: list[str], seats: list[str]) -> None:
        self.hello: dict[str, Any] = {}
        self.house: dict[str, Any] = {}
        self.names: list[str] = [""] * 4
        self.state: dict[str, Any] = {}
        self.test: dict[str, Any] = {}
        self.trouble = ""
        self.garbled = 0  # lines that were none
        self.after = -1  # the last record that is known
        self._ranks = ranks
        self._seats = seats
        self._happened: deque[str] = deque(maxlen=60)
        self._laid: deque[tuple[int, int]] = deque(maxlen=4)  # seats and cards
        self._offence = ""

    def take(self, record: "Record") -> None:
        """A record more."""
        self.after = max(self.after, record.seq)
        words = in_words((record.kind, record.seat, record.arg))
        self._happened.append(f"{record.ms / 1000:>9.1f}  {words}")
        if record.kind == events.CARD:
            self._laid.append((record.seat, record.arg))
        if record.kind in (events.OFFENCE, notes.REFUSED):
            said = (
                OFFENCES[record.arg]
                if record.kind == events.OFFENCE and record.arg <= offences.OFFENCE
                else words
            )
            self._offence = f"{self._name(record.seat)}: {said}"

    # --- what is drawn ----------------------------------------------------------------------

    def drawn(self, columns: int, lines: int) -> "RenderableType":
        """All of it, in so much room."""
        from rich.console import Group
        from rich.text import Text

        parts: list[RenderableType] = [self._head(columns), Text()]
        parts += self._table(columns)
        parts += [Text(), self._score(), self._health(), Text()]
        for line in list(self._happened)[-max(1, lines - _FIXED) :]:
            parts.append(Text(line[:columns], "dim"))
        return Group(*parts)

    def _head(self, columns: int) -> "Text":
        from rich.text import Text

        if self.trouble:
            return Text(f"✗ {self.trouble}"[:columns], "bold red")
        game = f"{self.house.get('name', '')} · {_PHASES.get(self.state.get('phase', -1), '')}"
        version = self.hello.get("version") or "loose modules"
        right = f"board {self.hello.get('board', '')} · {version}"
        return Text.assemble((game, "bold"), " " * max(1, columns - len(game) - len(right)), right)

    def _table(self, columns: int) -> "list[Text]":
        """North at the top, South at the bottom, and what each has laid before them."""
        from rich.text import Text

        cards = dict(self._trick())
        middle = columns - 2 * _BESIDE
        rows = [
            (Text(), self._called(0), Text()),
            (Text(), self._card(cards.get(0)), Text()),
            (self._called(3), Text(), self._called(1)),
            (self._card(cards.get(3)), self._contract(), self._card(cards.get(1))),
            (Text(), Text(), Text()),
            (Text(), self._card(cards.get(2)), Text()),
            (Text(), self._called(2), Text()),
        ]
        found = []
        for left, centre, right in rows:
            for part, width in ((left, _BESIDE), (centre, middle), (right, _BESIDE)):
                part.truncate(width, overflow="ellipsis")
                part.align("center", width)
            found.append(Text.assemble(left, centre, right))
        return found

    def _trick(self) -> list[tuple[int, int]]:
        """Who has laid what in the trick under way, as far as the records of it have come."""
        cards = self.state.get("cards", ())
        return [(seat, card) for seat, card in self._laid if card in cards]

    def _called(self, seat: int) -> "Text":
        from rich.text import Text

        marks = []
        if self.state.get("phase", 0) in (phases.BIDDING, phases.PLAY):
            if self.state.get("turn") == seat:
                marks.append("◀ turn")
            if self.state.get("taker") == seat and self.state.get("contract", -1) >= 0:
                marks.append("took")
        if self.state.get("phase", 0) > phases.READY and self._total(totals.DEALER) == seat:
            marks.append("dealt")
        name = f"{_SIGNS[seat & 1]} {self._name(seat)}"
        return Text.assemble((name, f"bold {_SIDES[seat & 1]}"), f" {', '.join(marks)}".rstrip())

    def _card(self, card: int | None) -> "Text":
        from rich.text import Text

        if card is None:
            return Text("·", "dim")
        suit = card // _RANKS
        return Text(
            f"{self._ranks[card % _RANKS]}{SUITS[suit]}", "bold red" if suit in RED else "bold"
        )

    def _contract(self) -> "Text":
        from rich.text import Text

        contract = self.state.get("contract", -1)
        if self.state.get("phase", 0) <= phases.READY or not 0 <= contract < len(CONTRACTS):
            return Text()
        factor = self.state.get("factor", 1)
        trick = self.state.get("plays", 0) // 4 + 1
        times = f" ×{factor}" if factor > 1 else ""
        played = f", trick {trick}" if self.state["phase"] == phases.PLAY else ""
        return Text(f"{_CONTRACTS[contract]}{times}{played}", "bold")

    def _score(self) -> "Text":
        from rich.text import Text

        hanging = self._total(totals.HANGING)
        parts: list[Any] = []
        for side, pair in enumerate(((0, 2), (1, 3))):
            called = " – ".join(self._name(seat) for seat in pair)
            points = f"{_SIGNS[side]} {called} {self._total(side)}"
            parts += [(points, f"bold {_SIDES[side]}"), "   "]
        if hanging:
            parts.append(f"{hanging} hang   ")
        parts.append(f"to {self._total(totals.POINTS)}" if self._total(totals.POINTS) else "")
        if self._offence:
            parts.append(f"   last offence: {self._offence}")
        return Text.assemble(*parts, no_wrap=True, overflow="ellipsis")

    def _health(self) -> "Text":
        from rich.text import Text

        test = self.test
        if not test:
            return Text()
        parts: list[Any] = ["readers "]
        for number, seat in enumerate(SEATS):
            parts += [*_well(seat, test["pads"][number] != pads.FAULT), " "]
        for name, well in (
            ("keys", not test["keys"]),
            ("display", test["display"] != display.LOST),
            ("journal", not test["unread"] and test["room"] == room.ENOUGH),
            ("link", not self.garbled),
        ):
            parts += ["  ", *_well(name, well)]
        return Text.assemble(*parts, no_wrap=True, overflow="ellipsis")

    def _name(self, seat: int) -> str:
        return self.names[seat] or self._seats[seat]

    def _total(self, place: int) -> int:
        found = self.state.get("totals", ())
        return int(found[place]) if place < len(found) else 0


def _well(name: str, well: bool) -> "list[tuple[str, str]]":
    return [(f"{'✓' if well else '✗'} {name}", "green" if well else "bold red")]
