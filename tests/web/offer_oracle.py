"""Test oracle for offers: the actions that docs/play.md and docs/events.md allow a player.

The oracle shares no code with the page. It reads the rules from the house's file, and the deal
from the records that the page got.
"""

from typing import Any

from marcoria.paths import FIRMWARE

_SUITS = "CDHS"
_BIDS = (*_SUITS, "NT", "AT")
_KINDS = ("tierce", "fifty", "hundred", "carre")
_EVENTS = (
    *("bid", "meld", "card", "back", "belote", "salt", "call-out", "show", "seven", "bottom"),
    *("deal", "upcard", "scan", "confirm", "offence", "ruling"),
)
_USUAL = {"late": "void", "look": "1", "call_out": "no", "seven": "no", "third": "no"}

Row = tuple[str, str, list[str]]  # kind, seat and other fields of a record
Act = tuple[str, str | None]


class DealSoFar:
    """The events of the current deal, as a player at `seat` has seen them."""

    def __init__(self, house: str, seat: str, happened: list[dict[str, Any]]) -> None:
        text = (FIRMWARE / "belote" / "houses" / f"{house}.house").read_text("utf-8")
        lines = [line.partition(":") for line in text.splitlines()]
        self.rules = _USUAL | {key: value.strip().split(" | ")[0] for key, _, value in lines}
        self.seat = seat
        self.rows: list[Row] = []
        for row in happened:
            kind = row["kind"]
            if kind == "deal":
                self.rows = []
            if kind == "undo":
                self.rows.pop()
            elif kind in _EVENTS:
                self.rows.append((kind, row["seat"], row["rest"] or []))
        self.plays = [(who, rest[0]) for kind, who, rest in self.rows if kind == "card"]

    def _by(self, kind: str) -> list[Row]:
        return [row for row in self.rows if row[0] == kind and row[1] == self.seat]

    @property
    def players(self) -> int:
        """Return the number of players."""
        return int(self.rules["players"])

    def _is_foe(self, seat: str) -> bool:
        return seat != self.seat and (self.players == 2 or {seat, self.seat} not in _PAIRS)

    # --- the bidding ------------------------------------------------------------------------

    def calls(self, upcard: str | None) -> set[Act]:
        """Return the calls that the player may make now; `upcard` is None only in an auction."""
        made = [(who, rest[0]) for kind, who, rest in self.rows if kind == "bid"]
        found: set[Act] = {("pass", None)}
        if self.rules["bidding"] == "auction":
            return found | self._raises(made)
        assert upcard
        if len(made) < self.players:
            return found | {("take", upcard[1])}
        others = _SUITS if self.rules["bidding"] == "once" else _SUITS.replace(upcard[1], "")
        return found | {("bid", suit) for suit in others}

    def _raises(self, made: list[tuple[str, str]]) -> set[Act]:
        named = [at for at, (_, call) in enumerate(made) if call in _BIDS]
        if not named:
            return {("bid", call) for call in _BIDS}
        bidder, highest = made[named[-1]]
        later = [call for _, call in made[named[-1] :]]
        found: set[Act] = {("bid", call) for call in _BIDS[_BIDS.index(highest) + 1 :]}
        foe = self._is_foe(bidder)
        if foe and "double" not in later:
            found.add(("double", None))
        if not foe and "double" in later and "redouble" not in later:
            found.add(("redouble", None))
        if foe and self.rules["third"] != "no" and "redouble" in later and "third" not in later:
            found.add(("triple", None))
        return found

    # --- the play ---------------------------------------------------------------------------

    def acts(self, contract: str, turn: str | None, hand: list[str], legal: list[str]) -> set[Act]:
        """Return what the player may do besides laying a card.

        `hand` has the cards held, and `legal` those of them that the player may lay now.
        """
        plays, mine = self.plays, [card for who, card in self.plays if who == self.seat]
        found: set[Act] = set()
        has_melds = self.rules["melds"] == "on" and contract != "NT"
        if not mine and has_melds and len(self._by("meld")) < 3:
            found |= {("announce", kind) for kind in _KINDS}
        if self.rows[-1][:2] == ("belote", self.seat):
            found.add(("withdraw", None))
        if self._may_salt(contract):
            found.add(("salt", None))
        if self._may_call_out(contract, turn):
            found.add(("call-out", None))
        if len(plays) >= self.players and self.rules["look"] != "0":
            found.add(("last", None))
        if plays and plays[-1][0] == self.seat and self._is_lenient():
            found.add(("take-back", None))
        if self._may_call(contract, turn, hand + mine, legal):
            found.add(("belote", None))
        return found

    def at_the_end(self, contract: str) -> set[Act]:
        """Return what the player may do about the last card, once the result is shown."""
        found: set[Act] = set()
        mine = [card for who, card in self.plays if who == self.seat]
        if self._may_salt(contract):
            found.add(("salt", None))
        if self.plays[-1][0] == self.seat and self._is_lenient():
            found.add(("take-back", None))
        if self._may_call(contract, None, mine, []):
            found.add(("belote", None))
        return found

    def _is_lenient(self) -> bool:
        return self.rules["discipline"] in ("refuse", "warn")

    def _is_trump(self, card: str, contract: str) -> bool:
        return contract in ("AT", card[1])

    def _may_call_out(self, contract: str, turn: str | None) -> bool:
        rule, laid = self.rules["call_out"], len(self.plays)
        if rule == "lead":
            called = any(kind == "call-out" for kind, _, _ in self.rows)
            return bool(laid) and laid % self.players == 0 and turn == self.seat and not called
        per_hand = 9 if self.players == 2 else 8
        if rule != "any" or laid >= self.players * (per_hand - 1):
            return False
        leaders = [who for who, _ in self.plays[:: self.players]][1:]
        if laid % self.players == 0 and laid:
            leaders.append(turn or "")
        for number, leader in enumerate(leaders):
            trick = self.plays[number * self.players : (number + 1) * self.players]
            counts = any(self._counts(card, contract) for _, card in trick)
            if counts and not self._is_foe(leader):
                return True
        return False

    def _counts(self, card: str, contract: str) -> bool:
        return card[0] in "TJQKA" or (card[0] == "9" and self._is_trump(card, contract))

    # --- belote -----------------------------------------------------------------------------

    def _called(self) -> dict[str, int]:
        """Return how many cards had been laid when each belote or rebelote was called.

        The keys are the called cards.
        """
        found: dict[str, int] = {}
        laid: list[tuple[str, str]] = []
        for kind, who, rest in self.rows:
            if kind == "card":
                laid.append((who, rest[0]))
            elif kind == "belote":
                own = [card for by, card in laid if by == who and card[0] in "KQ"]
                found[[card for card in own if card not in found][-1]] = len(laid)
        return found

    def _window_ends(self, number: int) -> int:
        """Return how many cards have been laid when the time for a late call ends.

        `number` is the number of a card in the deal, counted from 1. A call for this card is
        possible until the trick to which the next card belongs is complete.
        """
        trick_of_next = number // self.players
        return (trick_of_next + 1) * self.players

    def _may_salt(self, contract: str) -> bool:
        if self.rules["late"] != "salt" or any(kind == "salt" for kind, _, _ in self.rows):
            return False
        laid, called = len(self.plays), self._called()
        for at, (who, card) in enumerate(self.plays):
            number = at + 1
            silent = called.get(card, 99) > number
            is_open = number < laid < self._window_ends(number) or number == laid == 32
            royal = card[0] in "KQ" and self._is_trump(card, contract)
            if royal and self._is_foe(who) and silent and is_open:
                return True
        return False

    def _may_call(self, contract: str, turn: str | None, own: list[str], legal: list[str]) -> bool:
        called = self._called()
        mine = [card for who, card in self.plays if who == self.seat]
        by = {card: who for who, card in self.plays}
        salt = self.rules["late"] == "salt"
        for at, (who, card) in enumerate(self.plays):
            if who != self.seat or card[0] not in "KQ" or card in called:
                continue
            if not self._is_trump(card, contract) or not self._in_order(card, mine, called):
                continue
            laid, number = len(self.plays), at + 1
            other = _other(card)
            fits = by.get(other, self.seat) == self.seat if salt else other in own
            is_open = laid == number or (salt and laid < self._window_ends(number))
            if fits and is_open:
                return True
        if turn != self.seat:
            return False
        royals = [rank + suit for suit in _SUITS for rank in "KQ"]
        trumps = [card for card in royals if self._is_trump(card, contract)]
        # The player need not hold the other card, but another player must not have laid it.
        if salt:
            return any(
                card in legal and by.get(_other(card), self.seat) == self.seat for card in trumps
            )
        return any(
            card in legal and _other(card) in own and self._in_order(card, mine, called)
            for card in trumps
        )

    def _in_order(self, card: str, mine: list[str], called: dict[str, int]) -> bool:
        """Return whether the house's rules on the order of the pair allow a call for this card."""
        other = _other(card)
        if self.rules["calls"] == "first" and other in mine and other != card:
            return card in mine and mine.index(card) < mine.index(other)
        if self.rules["order"] == "king" and card[0] == "Q":
            return other in mine and (card not in mine or mine.index(other) < mine.index(card))
        return True


_PAIRS = ({"N", "S"}, {"E", "W"})


def _other(card: str) -> str:
    return ("Q" if card[0] == "K" else "K") + card[1]
