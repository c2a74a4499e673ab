"""Live view of a table for a terminal: players, contract, score and health."""

import textwrap
from collections import deque
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from marcoria.firmware.codes.display import DisplayStates
from marcoria.firmware.codes.game import CONTRACTS, SEATS, Events, Phases, Totals
from marcoria.firmware.codes.journal import RoomLeft
from marcoria.firmware.codes.table import PadStates
from marcoria.game.card_picture import RED, RED_COLOUR, SIDE_COLOURS, SUITS
from marcoria.journal.entries import in_words
from marcoria.journal.reader import Record

if TYPE_CHECKING:
    from marcoria.device.answer import TableAnswer

_MOST = 60  # maximum number of records that are shown
_SIDES = tuple(f"color({colour})" for colour in SIDE_COLOURS)
_SIGNS = ("◆", "●")  # signs of the two sides, for terminals without colours
_RED = f"bold color({RED_COLOUR})"
_PHASES = {
    Phases.IDLE: "no match",
    Phases.READY: "before the next deal",
    Phases.DEALT: "dealt",
    Phases.BIDDING: "bidding",
    Phases.PLAY: "play",
    Phases.DONE: "both sides confirm the score",
}
_CONTRACTS = (*SUITS, "no trumps", "all trumps")
_RANKS = 8
_BESIDE = 26  # columns for West, and for East
# Columns for the table and the score at the left, and blank columns between them and the records.
_LEFT, _GAP = 80, 2
_FOR_BOTH = 112  # columns needed to show the records beside the table
_ACROSS = (0, 2)  # seats drawn in the middle column
_OF_A_SCORE = 28  # columns for signs, dashes, blanks and points of both sides in the score line


class Known:
    """State of a table, from its answers and its records.

    `hello`, `house`, `names`, `state` and `test` have the answers to these commands. `trouble` is
    the reason why the table does not answer, "" if it answers. `seats` are the seats that play.
    `offence` is the last offence in words. `last` is the last trick: its cards by seat, and the
    seat of its winner. `marcoria monitor` sets all these attributes.
    """

    def __init__(self, called: list[str]) -> None:
        self.hello: TableAnswer = {}
        self.house: TableAnswer = {}
        self.names: list[str] = [""] * 4
        self.state: TableAnswer = {}
        self.test: TableAnswer = {}
        self.trouble = ""
        self.garbled = 0  # recent lines that were not readable
        self.after = -1  # seq of the last known record
        self.seats: tuple[int, ...] = (0, 1, 2, 3)
        self.offence = ""
        self.last: tuple[dict[int, int], int] | None = None
        self.happened: deque[str] = deque(maxlen=_MOST)
        self._called = called  # names of the seats
        self._laid: deque[tuple[int, int]] = deque(maxlen=4)  # seats and cards

    def take(self, record: Record) -> None:
        """Add a record to `happened`, in words; if a card was laid, remember the card."""
        self.after = max(self.after, record.seq)
        words = in_words((record.kind, record.seat, record.arg))
        self.happened.append(f"{record.ms / 1000:>9.1f}  {words}")
        if record.kind == Events.CARD:
            self._laid.append((record.seat, record.arg))

    def name(self, seat: int) -> str:
        """Return the name of the player at a seat, the name of the seat if the player has none."""
        return self.names[seat] or self._called[seat]

    def side(self, seat: int) -> int:
        """Return the side, 0 or 1, of a seat that plays."""
        return self.seats.index(seat) & 1

    def total(self, place: int) -> int:
        """Return the item `place` of the match's totals, 0 if unknown."""
        found = self.state.get("totals", ())
        return int(found[place]) if place < len(found) else 0

    @property
    def phase(self) -> int:
        """Return the phase of the match, -1 if unknown."""
        return int(self.state.get("phase", -1))

    @property
    def trick(self) -> dict[int, int]:
        """Return the cards of the current trick by seat, as far as their records have arrived."""
        cards = self.state.get("cards", ())
        return {seat: card for seat, card in self._laid if card in cards}


class JournalView:
    """Drawing of a table's state; `ranks` are the names of the ranks from the seven on."""

    def __init__(self, known: Known, ranks: list[str]) -> None:
        self.known = known
        self._ranks = ranks

    def drawn(self, columns: int, lines: int) -> RenderableType:
        """Return the picture at this size, with the records below the table or beside it."""
        wide = columns >= _FOR_BOTH
        parts = self._table_and_score(_LEFT if wide else columns)
        below = lines if wide else max(0, lines - len(parts))
        told = [Text(line, "dim") for line in self.known.happened][-below:] if below else []
        for part in told:
            part.truncate(columns - _LEFT - _GAP if wide else columns, overflow="ellipsis")
        if not wide:
            return Group(*[*parts, *told][:lines])
        both = Table.grid(padding=(0, _GAP, 0, 0))
        both.add_column(width=_LEFT)
        both.add_row(Group(*parts[:lines]), Group(*told))
        return both

    def _table_and_score(self, columns: int) -> list[Text]:
        parts = [*self._head(columns), Text(), *self._table(columns), Text()]
        parts += [*self._score(columns), *self._question(columns), self._health(), Text()]
        for part in parts:
            part.truncate(columns, overflow="ellipsis")
        return parts

    def _head(self, columns: int) -> list[Text]:
        known = self.known
        if known.trouble:
            told = textwrap.wrap(f"✗ {known.trouble}", columns, subsequent_indent="  ")
            return [Text(line, "bold red") for line in told]
        game = f"{known.house.get('name', '')} · {_PHASES.get(known.phase, '')}"
        version = known.hello.get("version") or "loose modules"
        right = f"board {known.hello.get('board', '')} · {version}"
        blanks = " " * max(1, columns - len(game) - len(right))
        return [Text.assemble((game, "bold"), blanks, right)]

    def _table(self, columns: int) -> list[Text]:
        """Return the lines of the table: North at the top, each card next to its player's name.

        The contract and the taker are in the middle.
        """
        middle = columns - 2 * _BESIDE
        said = [self._called(seat, middle if seat in _ACROSS else _BESIDE) for seat in range(4)]
        laid = [self._laid(seat) for seat in range(4)]
        rows = [
            (Text(), said[0], Text()),
            (Text(), laid[0], Text()),
            (Text(), Text(), Text()),
            (said[3], self._contract(), said[1]),
            (laid[3], self._taker(middle), laid[1]),
            (Text(), Text(), Text()),
            (Text(), laid[2], Text()),
            (Text(), said[2], Text()),
        ]
        found = []
        for left, centre, right in rows:
            line = Text()
            for part, width in ((left, _BESIDE), (centre, middle), (right, _BESIDE)):
                part.truncate(width, overflow="ellipsis")
                part.align("center", width)
                line.append_text(part)
            found.append(line)
        return found

    def _called(self, seat: int, columns: int) -> Text:
        """Return a player's name, then "◀ turn" at the player's turn, then "dealt" for the dealer.

        A long name is shortened, so that these words remain. Return an empty text for a seat that
        does not play.
        """
        marks, phase = [], self.known.phase
        if seat not in self.known.seats:
            return Text()
        if phase in (Phases.BIDDING, Phases.PLAY) and self.known.state.get("turn") == seat:
            marks.append("◀ turn")
        if phase > Phases.READY and self.known.total(Totals.DEALER) == seat:
            marks.append("dealt")
        mark = "".join(f" {one}" for one in marks)
        return Text.assemble(self._signed(seat, columns - len(mark)), mark)

    def _signed(self, seat: int, columns: int) -> Text:
        """Return a player's name with the sign and colour of the side."""
        side = self.known.side(seat)
        return _cut(f"{_SIGNS[side]} {self.known.name(seat)}", columns, f"bold {_SIDES[side]}")

    def _laid(self, seat: int) -> Text:
        if seat not in self.known.seats:
            return Text()
        card = self.known.trick.get(seat, -1)
        return Text("·", "dim") if card < 0 else self._card(card)

    def _card(self, card: int) -> Text:
        suit = card // _RANKS
        return Text(f"{self._ranks[card % _RANKS]}{SUITS[suit]}", _RED if suit in RED else "bold")

    def _contract(self) -> Text:
        known, state = self.known, self.known.state
        contract = state.get("contract", -1)
        if known.phase <= Phases.READY or not 0 <= contract < len(CONTRACTS):
            return Text()
        factor = state.get("factor", 1)
        trick = state.get("plays", 0) // len(known.seats) + 1
        times = f" ×{factor}" if factor > 1 else ""
        played = f", trick {trick}" if known.phase == Phases.PLAY else ""
        return Text(f"{_CONTRACTS[contract]}{times}{played}", "bold")

    def _taker(self, columns: int) -> Text:
        if not self._contract():
            return Text()
        return Text.assemble("by ", self._signed(self.known.state["taker"], columns - 3))

    def _score(self, columns: int) -> list[Text]:
        """Return the lines of the score, the last trick and the last offence.

        The last trick is shown only during and after the play of a deal.
        """
        hanging, target = self.known.total(Totals.HANGING), self.known.total(Totals.POINTS)
        rest = (f"{hanging} hang   " if hanging else "") + (f"to {target}" if target else "")
        most = (columns - _OF_A_SCORE - len(rest)) // len(self.known.seats)
        found = Text()
        for side in range(2):
            style = f"bold {_SIDES[side]}"
            pair = [seat for seat in self.known.seats if self.known.side(seat) == side]
            called = Text(" – ").join(_cut(self.known.name(seat), most) for seat in pair)
            found.append_text(Text.assemble(f"{_SIGNS[side]} ", called, style=style))
            found.append(f" {self.known.total(side)}   ", style)
        found.append(rest)
        lines = [found]
        if self.known.last and self.known.phase in (Phases.PLAY, Phases.DONE):
            lines.append(self._last_trick(*self.known.last))
        if self.known.offence:
            lines.append(Text.assemble(("! ", "bold red"), self.known.offence))
        return lines

    def _question(self, columns: int) -> list[Text]:
        """Return the lines of the open question and of its answers, [] if no question is open.

        Each answer is shown after the suit of its key.
        """
        state = self.known.state
        if not state.get("question"):
            return []
        asked = [self.known.name(seat) for seat in range(4) if state["asked"] >> seat & 1]
        question = f"? {', '.join(asked)}: {state['question']}"
        lines = [
            Text(line, "bold") for line in textwrap.wrap(question, columns, subsequent_indent="  ")
        ]
        for suit, answer in enumerate(state.get("answers", ())):
            sign = (SUITS[suit], _RED if suit in RED else "bold")
            lines.append(Text.assemble("  ", sign, f" {answer}"))
        if state.get("more"):
            lines.append(Text("  CALL: more answers"))
        return lines

    def _last_trick(self, cards: dict[int, int], winner: int) -> Text:
        """Return the last trick in the order of play, with a star after the winner's card."""
        found = Text("last trick")
        for seat, card in cards.items():
            found.append("   ").append(f"{SEATS[seat]} ").append_text(self._card(card))
            found.append("*" if seat == winner else "")
        return found

    def _health(self) -> Text:
        known, test = self.known, self.known.test
        if not test:
            return Text()
        parts: list[str | tuple[str, str]] = ["readers "]
        for number, seat in enumerate(SEATS):
            if test["pads"][number] != PadStates.NONE:
                parts += [*_well(seat, test["pads"][number] != PadStates.FAULT), " "]
        for name, well in (
            ("keys", not test["keys"]),
            ("display", test["display"] != DisplayStates.LOST),
            ("journal", not test["unread"] and test["room"] == RoomLeft.ENOUGH),
            ("link", not known.garbled and not known.trouble),
        ):
            if name not in test.get("missing", ()):
                parts += ["  ", *_well(name, well)]
        return Text.assemble(*parts, no_wrap=True, overflow="ellipsis")


def _cut(text: str, columns: int, style: str = "") -> Text:
    found = Text(text, style)
    found.truncate(max(1, columns), overflow="ellipsis")
    return found


def _well(name: str, well: bool) -> list[tuple[str, str]]:
    return [(f"{'✓' if well else '✗'} {name}", "green" if well else "bold red")]
