"""Tells a match in the terminal as it is played: deals, bids, tricks, results.

Colours are left out where NO_COLOR is set or nobody looks on (no terminal).
"""

import os
from collections.abc import Callable
from typing import Any, TextIO

from codes import answers, events, offences, outcomes, phases, totals
from marcoria.game.wording import OFFENCES
from marcoria.people.people import People

_NAMES = ("North", "East", "South", "West")
_SUITS = "♣♦♥♠"
_RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
_CALLS = (*_SUITS, "no trumps", "all trumps", "pass", "double", "redouble", "third")
_MELDS = ("tierce", "fifty", "hundred", "carré")
_OUTCOMES = {
    outcomes.MADE: "made",
    outcomes.FAILED: "failed",
    outcomes.LITIGE: "litige",
    outcomes.CAPOT: "capot!",
    outcomes.REVERSE: "reverse capot!",
    outcomes.SCORED: "counted",
}
# The sides' colours as the lights have them, and that of red suits.
_ORANGE, _BLUE, _RED, _BOLD, _DIM = "38;5;214", "38;5;75", "38;5;203", "1", "2"
_WIDTH = 64


def use_colours(out: TextIO) -> bool:
    """Whether colours are wanted there (https://no-color.org)."""
    return out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class Narrator:
    """Listens to `people` and writes to `out`."""

    def __init__(self, people: People, out: TextIO, colours: bool) -> None:
        self.people = people
        self.game = people.game
        self.out = out
        self.colours = colours
        self.deals = 0
        self.calls: list[str] = []
        self.trick: list[tuple[int, str]] = []
        self.said: list[str] = []
        self.told = 0  # offences
        self.heard: dict[int, Callable[[int, int], None]] = {
            events.DEAL: self._deal,
            events.UPCARD: self._upcard,
            events.BID: self._bid,
            events.MELD: lambda seat, kind: self._aside(seat, _MELDS[kind]),
            events.BELOTE: lambda seat, _: self._aside(seat, "belote"),
            events.SALT: lambda seat, _: self._aside(seat, "salt!"),
            events.SEVEN: lambda seat, _: self._aside(seat, "the seven for the upcard"),
            events.CALL_OUT: lambda seat, _: self._aside(seat, "I am out!"),
            events.CARD: self._card,
            events.CONFIRM: self._confirm,
        }
        people.heard = self.hear

    def hear(self, what: int, seat: int, arg: int, result: int) -> None:
        """Something has happened, or was refused."""
        if 0 < result < answers.NOTED:
            if what == events.CARD:
                self._aside(seat, f"{self._card_text(arg)} is refused")
            return
        if what in self.heard:
            self.heard[what](seat, arg)
        if result > answers.NOTED:
            self._offences()

    # --- what is told -----------------------------------------------------------------------

    def title(self, sentence: str) -> None:
        """What is played."""
        self._line(self._paint(sentence, _BOLD))

    def _deal(self, seat: int, scanned: int) -> None:
        self.deals += 1
        self.calls, self.trick, self.said, self.told = [], [], [], 0
        sums = self.game.totals
        score = f"{self._side(0)} {sums[0]}   {self._side(1)} {sums[1]}"
        hanging = f"   ({sums[totals.HANGING]} hang)" if sums[totals.HANGING] else ""
        self._line("")
        self._line(self._paint("─" * _WIDTH, _DIM))
        self._line(f"{self._paint(f'Deal {self.deals}', _BOLD)}   {score}{hanging}")
        self.calls.append(f"{self._name(seat)} deals")

    def _upcard(self, seat: int, card: int) -> None:
        self.calls.append(f"turns {self._card_text(card)}")

    def _bid(self, seat: int, call: int) -> None:
        text = self._suit(call) if call < 4 else _CALLS[call]
        self.calls.append(f"{self._name(seat)} {text}")
        if self.game.phase != phases.BIDDING:
            thrown = self.game.phase == phases.READY
            self._line("  " + ", ".join(self.calls) + (": all pass" if thrown else ""))

    def _aside(self, seat: int, words: str) -> None:
        self.said.append(f"{self._name(seat)}: {words}")

    def _card(self, seat: int, card: int) -> None:
        self.trick.append((seat, self._card_text(card)))
        if len(self.trick) == len(self.people.seats):
            self._trick()

    def _trick(self) -> None:
        game = self.game
        number = game.audit.plays // len(self.people.seats)
        winner = game.trick.winner
        cards = "  ".join(self._laid(seat, text, winner) for seat, text in self.trick)
        self._line(f"  {number}  {cards}" + self._said())
        self.trick = []

    def _laid(self, seat: int, text: str, winner: int) -> str:
        letter = self._paint(
            _NAMES[seat][0], _ORANGE if self.game.house.side(seat) == 0 else _BLUE
        )
        mark = self._paint("*", _BOLD) if seat == winner else " "
        return f"{letter} {text}{mark}"

    def _said(self) -> str:
        said, self.said = self.said, []
        return "   " + "; ".join(said) if said else ""

    def _offences(self) -> None:
        """What was noted since the last look."""
        game = self.game
        for entry in range(self.told, game.conduct.logged):
            code, seat = (
                game.conduct.log[entry * 4] & ~offences.PARDONED,
                game.conduct.log[entry * 4 + 1],
            )
            words = f"{OFFENCES[code].replace('-', ' ')} by {_NAMES[seat]}"
            self._line("     " + self._paint(f"noted: {words}", _RED))
        self.told = game.conduct.logged

    def _confirm(self, seat: int, _: int) -> None:
        if self.game.phase != phases.READY:
            return
        score, sums = self.game.score, self.game.totals
        self._line(f"  {self._paint(_OUTCOMES[score.outcome], _BOLD)}{self._said()}")
        for side in range(2):
            parts = [f"cards {score.cards[side]:>3}"]
            parts.append(f"melds {score.melds[side]:>3}" if score.melds[side] else " " * 9)
            parts.append(f"belote {score.belote[side]}" if score.belote[side] else " " * 9)
            self._line(
                f"  {self._side(side):<9} {'  '.join(parts)}  {score.score[side]:>4}"
                f"   {self._paint(f'{sums[side]:>5}', _BOLD)}"
            )

    def result(self) -> None:
        """Who has won."""
        winner = self.game.totals[totals.WINNER]
        self._line("")
        if winner < 0:
            self._line("The match is not over.")
            return
        fani = " Fani: the others have not a single point." if self.game.standing.fani() else ""
        self._line(self._paint(f"{self._side(winner)} wins the match!", _BOLD) + fani)

    # --- how it looks -----------------------------------------------------------------------

    def _side(self, side: int) -> str:
        two = self.people.house.players == 2
        names = ("North", "South") if two else ("N·S", "E·W")
        return self._paint(names[side], (_ORANGE, _BLUE)[side])

    def _name(self, seat: int) -> str:
        return self._paint(_NAMES[seat], (_ORANGE, _BLUE)[self.game.house.side(seat)])

    def _suit(self, suit: int) -> str:
        return self._paint(_SUITS[suit], _RED) if suit in (1, 2) else _SUITS[suit]

    def _card_text(self, card: int) -> str:
        return f"{_RANKS[card & 7]:>2}" + self._suit(card >> 3)

    def _paint(self, text: str, colour: str) -> str:
        return f"\033[{colour}m{text}\033[0m" if self.colours else text

    def _line(self, text: Any) -> None:
        print(text, file=self.out, flush=True)
