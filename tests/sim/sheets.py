"""Score of a journal, computed from its events by the naive second implementation.

The engine and the simulated players' own count are not used.
"""

from collections.abc import Iterable
from typing import Any

import naive
import naive_cards
import naive_melds
import naive_play
from codes.game import CONTRACTS, SEATS, Events, name_of
from marcoria.journal.entries import Entry
from marcoria.paths import HOUSES

Rules = dict[str, Any]

_CALLS = [*CONTRACTS, "pass", "double", "redouble", "third"]
_KINDS = ["tierce", "quarte", "quint", "carre"]
_NOBODY = ""


class Sheet:
    """Events of one deal from the journal."""

    def __init__(self, rules: Rules, dealer: int, scanned: int) -> None:
        self.rules = rules
        self.dealer = SEATS[dealer]
        self.scanned = bool(scanned)
        self.leader: str = naive_cards.seat_after(rules, self.dealer, 1)
        self.calls: list[str] = []
        self.upcard = ""
        self.plays: list[str] = []
        self.seats: list[str] = []  # the seat of each play
        # cards shown: index of the last play before (-1 for none), seat, card
        self.shown: list[tuple[int, str, str]] = []
        self.scans: dict[str, list[str]] = {seat: [] for seat in naive_cards.seats_of(rules)}
        self.claims: list[tuple[str, int]] = []  # melds announced: seat and kind
        self.belotes: list[tuple[str, int]] = []  # seat, and number of cards laid before the call
        self.seven = _NOBODY  # seat that exchanged the seven of trump
        self.out: list[str] = []  # the bottom card of the pack, once it was shown
        self.caller = _NOBODY  # seat that called out

    def note(self, what: int, who: int, arg: int) -> None:
        """Record one event."""
        seat = SEATS[who]
        if what == Events.BID:
            self.calls.append(_CALLS[arg])
        elif what == Events.SCAN:
            self.scans[seat].append(name_of(arg))
        elif what == Events.UPCARD:
            self.upcard = name_of(arg)
        elif what == Events.BOTTOM:
            self.out.append(name_of(arg))
        elif what == Events.CARD:
            self.plays.append(name_of(arg))
            self.seats.append(seat)
        elif what == Events.SHOW:
            self.shown.append((len(self.plays) - 1, seat, name_of(arg)))
        elif what == Events.MELD:
            self.claims.append((seat, arg))
        elif what == Events.BELOTE:
            self.belotes.append((seat, len(self.plays)))
        elif what == Events.SEVEN:
            self.seven = seat
        elif what == Events.CALL_OUT:
            self.caller = seat

    @property
    def whole(self) -> bool:
        """Return whether all cards have been laid."""
        size = naive_cards.hand_size(self.rules) * len(naive_cards.seats_of(self.rules))
        return len(self.plays) == size

    def bidding(self, second: bool) -> dict[str, Any]:
        """Return the result of the bidding.

        `second` allows a second round of calls in a house with `bidding: once`.
        """
        suit = self.upcard[1] if self.upcard else None
        told: dict[str, Any] = naive.auction(self.rules, self.leader, self.calls, suit, second)
        assert told["error_at"] is None, self.calls
        return told

    def hands(self) -> dict[str, list[str]]:
        """Return the cards that each seat has laid."""
        found: dict[str, list[str]] = {seat: [] for seat in naive_cards.seats_of(self.rules)}
        for seat, card in zip(self.seats, self.plays, strict=True):
            found[seat].append(card)
        return found

    def melds_seen(self, taker: str, contract: str) -> dict[str, list[dict[str, Any]]]:
        """Return each seat's melds of the kinds that the seat announced.

        A card counts if it was laid or shown, or if it was known before the first play.
        """
        found: dict[str, list[dict[str, Any]]] = {}
        known = self.known(taker, contract)
        for seat, laid in self.hands().items():
            cards = {
                *laid,
                *known[seat],
                *(card for _, who, card in self.shown if who == seat),
            }
            kinds = [_KINDS[kind] for who, kind in self.claims if who == seat]
            melds = naive_melds.hand_melds(self.rules, contract, sorted(cards))
            found[seat] = [meld for meld in melds if meld["kind"] in kinds]
        return found

    def known(self, taker: str, contract: str) -> dict[str, list[str]]:
        """Return the cards of each hand that are known before the first play."""
        held = {seat: list(cards) for seat, cards in self.scans.items()}
        if self.rules["upcard"] == "taken":
            held[taker].append(self.upcard)
        if self.seven:
            seven = "7" + contract
            if self.rules["upcard"] == "taken":
                held[taker][held[taker].index(self.upcard)] = seven
            if seven in held[self.seven]:  # absent when the hand is blind
                held[self.seven].remove(seven)
            held[self.seven].append(self.upcard)
        return held

    def unheld(self, contract: str) -> list[str]:
        """Return the face-up cards that belong to no hand."""
        if self.rules["upcard"] != "stays":
            return self.out
        return [*self.out, "7" + contract if self.seven else self.upcard]


def rules_of(house: str, agreed: Iterable[str] = ()) -> Rules:
    """Return the rules of a house, for the naive implementation.

    `agreed` has the players' choices as lines of a house file, such as "melds: off".
    """
    text = (HOUSES / f"{house}.house").read_text(encoding="utf-8")
    return dict(naive.load_house("\n".join([text, *agreed])))


def sheets(rules: Rules, happened: Iterable[Entry]) -> list[Sheet]:
    """Return a sheet for each deal in the events of a match."""
    found: list[Sheet] = []
    for what, seat, arg in happened:
        if what == Events.DEAL:
            found.append(Sheet(rules, seat, arg))
        elif found:
            found[-1].note(what, seat, arg)
    return found


class Match:
    """Score of a match of honest players: points after each deal, and the winner."""

    def __init__(self, rules: Rules, target: int) -> None:
        self.rules = {**rules, "target": target}
        self.sides: list[str] = naive_cards.sides_of(rules)
        self.points = dict.fromkeys(self.sides, 0)
        self.hanging = 0
        self.second = False  # whether the next deal allows a second round; see `Sheet.bidding`
        self.dealer = _NOBODY
        self.winner = _NOBODY
        self.called = False  # whether a player won by calling out

    def count(self, sheet: Sheet) -> None:
        """Add the score of one deal."""
        assert not self.winner, "a deal was added after the end of the match"
        assert self.dealer in (_NOBODY, sheet.dealer)
        told = sheet.bidding(self.second)
        if told["state"] == "thrown-in":
            self.second = not self.second
            self.dealer = naive.next_dealer(self.rules, sheet.dealer, True, None)
            return
        self.second = False
        assert sheet.whole or sheet.caller
        if sheet.whole:
            self._score(sheet, told)
        if sheet.caller:
            # Honest players call out only when they have enough points.
            self.called = True
            self.winner = naive_cards.side_of(self.rules, sheet.caller)
            if not sheet.whole:
                self._break_off(sheet, told)

    def _break_off(self, sheet: Sheet, told: dict[str, Any]) -> None:
        melds = sheet.melds_seen(told["taker"], told["contract"])
        held = naive_melds.contest(self.rules, told["contract"], sheet.leader, melds)
        hand = naive.broken_off(self.rules, told["contract"], sheet.leader, sheet.plays, held)
        for side in self.sides:
            self.points[side] += hand[side]

    def _score(self, sheet: Sheet, told: dict[str, Any]) -> None:
        steps = naive_play.follow_plays(self.rules, told["contract"], sheet.leader, sheet.plays)
        assert [step["seat"] for step in steps] == sheet.seats
        bid = told["contract"], told["taker"], sheet.leader, told["factor"]
        hand = naive.deal(self.rules, *bid, self.hanging, sheet.hands(), sheet.plays)
        assert not hand["faults"], hand["faults"]
        for side in self.sides:
            self.points[side] += hand["score"][side]
        self.hanging = hand["hanging"]
        self.dealer = naive.next_dealer(self.rules, sheet.dealer, False, hand["score"])
        capot = 0 in hand["tricks"].values()
        self.winner = naive.match_result(self.rules, self.points, capot) or _NOBODY
