"""Score of a match, computed from its events by the naive second implementation of the rules.

The table must have the same score after every start.
"""

from dataclasses import dataclass
from typing import Any

import naive
import naive_cards
from codes.game import SEATS, Endings, Events
from sheets import Match, Rules, Sheet, rules_of

Entry = tuple[int, int, int]

_KEPT_HANDS = 15
_SCORE, _HANGS = 0x4000, 0xC000
_NOBODY = -1
_THROWN_IN = "thrown-in"
_MATCH, _TARGET, _DISCIPLINE = Events.MATCH, Events.TARGET, Events.DISCIPLINE


@dataclass(frozen=True)
class State:
    """The state that a start must restore.

    It has the totals, the history of hands (played deals), and the events of the current deal.
    """

    totals: tuple[int, ...]
    hands: bytes
    events: tuple[Entry, ...]


class Ledger:
    """Score of a match by the rules of a house. The events must contain no undo."""

    def __init__(self, house: str) -> None:
        self.rules: Rules = rules_of(house)
        self.sides: list[str] = naive_cards.sides_of(self.rules)
        self.seats: list[str] = naive_cards.seats_of(self.rules)
        self.match = Match(self.rules, 0)
        self.discipline = 0
        self.hands: list[int] = [0] * (_KEPT_HANDS * 2)
        self.won = [0, 0]  # matches that each side has won since a match was left unfinished
        self.deal: list[Entry] = []

    def open_at(self, totals: list[int], hands: bytes) -> None:
        """Restore the state from the totals and hands of a checkpoint."""
        self._begin(SEATS[totals[3]], totals[5], totals[6])
        match = self.match
        match.points = dict(zip(self.sides, totals[:2], strict=True))
        match.hanging, match.second = totals[2], bool(totals[4])
        match.winner = self.sides[totals[7] & 1] if totals[7] >= 0 else ""
        match.called = totals[7] >> 1 == Endings.CALLED_OUT
        *self.hands, north, east = [
            hands[at] | hands[at + 1] << 8 for at in range(0, len(hands), 2)
        ]
        self.won = [north, east]

    def take(self, happened: list[Entry]) -> None:
        """Apply the next events."""
        for event in happened:
            self._take(*event)

    @property
    def state(self) -> State:
        """Return the current state."""
        match = self.match
        why = Endings.CALLED_OUT if match.called else Endings.TARGET
        winner = why << 1 | self.sides.index(match.winner) if match.winner else _NOBODY
        dealer = SEATS.index(match.dealer) if match.dealer else 0
        totals = (*match.points.values(), match.hanging, dealer, int(match.second))
        hands = b"".join(one.to_bytes(2, "little") for one in (*self.hands, *self.won))
        rest = (match.rules["target"], self.discipline, winner)
        return State((*totals, *rest), hands, tuple(self.deal))

    def _begin(self, dealer: str, target: int, discipline: int) -> None:
        self.match = Match(self.rules, target)
        self.match.dealer = dealer
        self.discipline = discipline
        self.hands = [0] * (_KEPT_HANDS * 2)
        self.deal = []

    def _take(self, what: int, seat: int, arg: int) -> None:
        if what == _MATCH:
            words = ("refuse", "warn", "points", "forfeit")
            own = words.index(self.rules["discipline"])
            winner = self.match.winner
            self.won = [
                won + (side == winner) for won, side in zip(self.won, self.sides, strict=True)
            ]
            if not winner:
                self.won = [0, 0]
            self._begin(SEATS[seat], self.rules["target"], own)
        elif what == _TARGET:
            self.match.rules["target"] = arg
            self.deal = []
        elif what == _DISCIPLINE:
            self.discipline = arg
            self.deal = []
        else:
            self.deal = (
                [(what, seat, arg)] if what == Events.DEAL else [*self.deal, (what, seat, arg)]
            )
            self._count(what)

    def _count(self, what: int) -> None:
        """Add the deal's score if the last event, of the kind `what`, has ended the deal."""
        if what not in (Events.BID, Events.CONFIRM):
            return
        sheet = self._sheet()
        if what == Events.BID:
            if sheet.bidding(self.match.second)["state"] == _THROWN_IN:
                self.match.count(sheet)
        elif self._agreed():
            self._close(sheet)

    def _agreed(self) -> bool:
        who = [SEATS[seat] for what, seat, _ in self.deal if what == Events.CONFIRM]
        return len({naive_cards.side_of(self.rules, seat) for seat in who}) == 2

    def _close(self, sheet: Sheet) -> None:
        match = self.match
        hanging, second, match.winner = match.hanging, match.second, ""
        match.count(sheet)
        bid = sheet.bidding(second)
        order = bid["contract"], bid["taker"], sheet.leader, bid["factor"]
        told = naive.deal(self.rules, *order, hanging, sheet.hands(), sheet.plays)
        self.hands = [*self._hand(told, bid["taker"]), *self.hands[:-2]]
        self.deal = []

    def _hand(self, told: dict[str, Any], taker: str | None) -> list[int]:
        taken = naive_cards.side_of(self.rules, taker) if taker else ""
        return [
            _HANGS + told["hanging"]
            if told["outcome"] == "litige" and side == taken
            else _SCORE + told["score"][side]
            for side in self.sides
        ]

    def _sheet(self) -> Sheet:
        (_, dealer, scanned), *rest = self.deal
        sheet = Sheet(self.rules, dealer, scanned)
        for event in rest:
            sheet.note(*event)
        return sheet
