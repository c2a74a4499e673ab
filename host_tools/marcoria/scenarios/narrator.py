"""Reports of a match, in lines of text for people or in JSON for programs."""

import json
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from marcoria.bots.match import People
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import (
    Answers,
    Endings,
    Events,
    Offences,
    Outcomes,
    Phases,
    Totals,
)
from marcoria.game.card_picture import SUITS
from marcoria.game.names import OFFENCES, sides_of
from marcoria.game.word_files import read_words
from marcoria.journal.entries import in_words
from marcoria.paths import PAGE_WORDS
from marcoria.scenarios.paint import BOLD, DIM, RED, SIDES, Paint, padded, wrapped

if TYPE_CHECKING:
    from marcoria.bots.reasons import Reason

NAMES = ("North", "East", "South", "West")
_RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
_CALLS = (*SUITS, "no trumps", "all trumps", "pass", "double", "redouble", "third")
_MELDS = ("tierce", "fifty", "hundred", "carré")
_OUTCOMES = {
    Outcomes.MADE: "made",
    Outcomes.FAILED: "failed",
    Outcomes.LITIGE: "litige",
    Outcomes.CAPOT: "capot!",
    Outcomes.REVERSE: "reverse capot!",
    Outcomes.SCORED: "counted",
}
_ENDED = {
    Endings.TARGET: "The target is reached.",
    Endings.CALLED_OUT: "Called out with the points.",
    Endings.AWARDED: "The director has decided the match.",
    Endings.STAKE: "Doubled three times, for the match.",
    Offences.FALSE_CALL_OUT: "The others called out too soon.",
}
_BY_FORFEIT = "The others broke a rule."
_FANI = "Fani! The others have no points."
LEGEND = "Each line is a trick: its first card was led, the card with * won it."
_WIDTH = 64  # columns of the horizontal line above a deal
_COLUMNS = 80
_FORCED = "only-card"  # key of a reason that is not printed: only one card was allowed
_CALL = 17  # columns of a call in the bidding, with the player's name


@cache
def _sentences() -> dict[str, str]:
    """Return the English texts of the web page by key."""
    return read_words(PAGE_WORDS / "en.words")


def sentence_of(reason: "Reason") -> str:
    """Return the sentence of a reason in English, such as "draws the last trump"."""
    rank, suit = _RANKS[reason.card & 7], SUITS[reason.card >> 3 & 3]
    return _sentences()[f"reason-{reason.key}"].format(
        card=rank + suit, suit=SUITS[reason.suit], seat=NAMES[reason.seat]
    )


class Narrator:
    """Listener that describes the players' events in lines of text."""

    def __init__(self, people: People, tell: Callable[[str], None], paint: Paint) -> None:
        self.people = people
        self._line = tell
        self._paint = paint
        self.deals = 0  # number of deals so far
        self.dealt = ""  # sentence on the dealer and the upcard
        self.calls: list[str] = []  # calls of the bidding
        self.trick: list[tuple[int, str]] = []  # seat and card of each play in the current trick
        self.said: list[str] = []  # remarks to print after the next trick or outcome of a deal
        self.reasons: list[tuple[int, str]] = []  # seat and reason of cards in the current trick
        self.told = 0  # number of the deal's offences that were described
        # Functions that describe an event, by the event's kind. The arguments of a function are
        # the seat and the argument of the event.
        self.heard: dict[int, Callable[[int, int], None]] = {
            Events.DEAL: self._deal,
            Events.UPCARD: self._upcard,
            Events.BID: self._bid,
            Events.MELD: lambda seat, kind: self._aside(seat, _MELDS[kind]),
            Events.BELOTE: lambda seat, _: self._aside(seat, "belote"),
            Events.SALT: lambda seat, _: self._aside(seat, "salt!"),
            Events.SEVEN: lambda seat, _: self._aside(seat, "exchanges the seven for the upcard"),
            Events.CALL_OUT: lambda seat, _: self._aside(seat, "I am out!"),
            Events.CARD: self._card,
            Events.CONFIRM: self._confirm,
        }
        people.heard = self.hear

    @property
    def game(self) -> Match:
        """Return the players' copy of the match."""
        return self.people.game

    def resume(self) -> None:
        """Load the current trick, after the players have adopted the match in the journal.

        Drop the remarks and reasons that were not printed yet.
        """
        game = self.game
        count = game.trick.count if game.phase == Phases.PLAY else 0
        laid = range(game.audit.plays - count, game.audit.plays)
        cards = [(game.audit.seat[at], game.audit.card[at]) for at in laid]
        self.trick = [(seat, self._card_text(card)) for seat, card in cards]
        self.said, self.reasons, self.told = [], [], len(game.conduct.log)

    def hear(self, what: int, seat: int, arg: int, result: int) -> None:
        """Describe an event that was accepted, or the refusal of a card.

        `result` is the answer of `Match.apply`.
        """
        if 0 < result < Answers.NOTED:
            if what == Events.CARD:
                self._aside(seat, f"{self._card_text(arg)} is refused")
            return
        if what in self.heard:
            self.heard[what](seat, arg)
        if result > Answers.NOTED:
            self._offences()

    # --- one description for each kind of event ---------------------------------------------

    def title(self, sentence: str) -> None:
        """Print a sentence in bold, as the title of the report."""
        self._line(self._paint(sentence, BOLD))

    def _deal(self, seat: int, scanned: int) -> None:
        self.deals += 1
        self.calls, self.trick, self.said, self.told = [], [], [], 0
        self.reasons = []
        sums = self.game.totals
        score = f"{self._side(0)} {sums[0]}   {self._side(1)} {sums[1]}"
        hanging = f"   ({sums[Totals.HANGING]} hang)" if sums[Totals.HANGING] else ""
        self._line("")
        self._line(self._paint("─" * _WIDTH, DIM))
        self._line(f"{self._paint(f'Deal {self.deals}', BOLD)}   {score}{hanging}")
        self.dealt = f"  {self._name(seat)} deals"

    def _upcard(self, seat: int, card: int) -> None:
        self.dealt += f", turns {self._card_text(card).strip()}"

    def _bid(self, seat: int, call: int) -> None:
        text = self._suit(call) if call < 4 else _CALLS[call]
        self.calls.append(f"{self._name(seat)} {text}")
        if self.game.phase != Phases.BIDDING:
            self._bidding()

    def _bidding(self) -> None:
        """Print the dealer, the upcard, and the calls, one line for each round of calls."""
        self._line(self.dealt)
        seats = len(self.people.seats)
        for at in range(0, len(self.calls), seats):
            cells = [padded(call, _CALL) for call in self.calls[at : at + seats]]
            self._line("  " + "".join(cells).rstrip())
        if self.game.phase == Phases.READY:
            self._line("  All pass: the cards are thrown in.")

    def _aside(self, seat: int, words: str) -> None:
        self.said.append(f"{self._name(seat)}: {words}")

    def _card(self, seat: int, card: int) -> None:
        self.trick.append((seat, self._card_text(card)))
        reason = self.people.reason
        if reason and reason.key != _FORCED:
            self.reasons.append((seat, sentence_of(reason)))
        if len(self.trick) == len(self.people.seats):
            self._trick()

    def _trick(self) -> None:
        game = self.game
        number = game.audit.plays // len(self.people.seats)
        winner = game.trick.winner
        cards = "  ".join(self._laid(seat, text, winner) for seat, text in self.trick)
        self._tell(f"  {number}  {cards}")
        for seat, sentence in self.reasons:
            self._line(f"     {self._letter(seat)} {self._paint(sentence, DIM)}")
        self.trick, self.reasons = [], []

    def _letter(self, seat: int) -> str:
        return self._paint(NAMES[seat][0], SIDES[self.game.house.side(seat)])

    def _laid(self, seat: int, text: str, winner: int) -> str:
        mark = self._paint("*", BOLD) if seat == winner else " "
        return f"{self._letter(seat)} {text}{mark}"

    def _tell(self, line: str) -> None:
        """Print a line, followed by the remarks collected since the last call of this method."""
        said, self.said = self.said, []
        for part in wrapped(line, said, 10 + 7 * len(self.people.seats), _COLUMNS):
            self._line(part)

    def _offences(self) -> None:
        """Describe the offences noted since this method was last called."""
        game = self.game
        for offence in game.conduct.log[self.told :]:
            words = f"{OFFENCES[offence.code].replace('-', ' ')} by {NAMES[offence.seat]}"
            self._line("     " + self._paint(f"noted: {words}", RED))
        self.told = len(game.conduct.log)

    def _confirm(self, seat: int, _: int) -> None:
        if self.game.phase != Phases.READY:
            return
        score, sums = self.game.score, self.game.totals
        self._tell(f"  {self._paint(_OUTCOMES[score.outcome], BOLD)}")
        for side in range(2):
            parts = [f"cards {score.cards[side]:>3}"]
            parts.append(f"melds {score.melds[side]:>3}" if score.melds[side] else " " * 9)
            parts.append(f"belote {score.belote[side]}" if score.belote[side] else " " * 9)
            self._line(
                f"  {padded(self._side(side), 9)} {'  '.join(parts)}  {score.score[side]:>4}"
                f"   {self._paint(f'{sums[side]:>5}', BOLD)}"
            )

    def result(self) -> None:
        """Describe the result of the match."""
        standing = self.game.standing
        winner = standing.winner()
        self._line("")
        if winner < 0:
            self._line("The match is not over.")
            return
        how = _FANI if standing.fani() else _ENDED.get(standing.ending(), _BY_FORFEIT)
        self._line(self._paint(f"{self._side(winner)} wins the match!", BOLD) + f" {how}")

    # --- names and cards --------------------------------------------------------------------

    def _side(self, side: int) -> str:
        two = self.people.house.players == 2
        names = ("North", "South") if two else ("N·S", "E·W")
        return self._paint(names[side], SIDES[side])

    def _name(self, seat: int) -> str:
        return self._paint(NAMES[seat], SIDES[self.game.house.side(seat)])

    def _suit(self, suit: int) -> str:
        return self._paint(SUITS[suit], RED) if suit in (1, 2) else SUITS[suit]

    def _card_text(self, card: int) -> str:
        return f"{_RANKS[card & 7]:>2}" + self._suit(card >> 3)


class Reporter:
    """Listener that prints a JSON object for each event, and another for the score of a deal."""

    def __init__(self, people: People, tell: Callable[[str], None]) -> None:
        self.people = people
        self._line = tell
        self._deals = 0
        people.heard = self._hear

    def _hear(self, what: int, seat: int, arg: int, result: int) -> None:
        facts: dict[str, object] = {"event": in_words((what, seat, arg)), "result": result}
        reason = self.people.reason
        if reason:
            facts["reason"] = {"key": reason.key, "sentence": sentence_of(reason)}
        self._tell(**facts)
        game = self.people.game
        if what == Events.CONFIRM and not result and game.phase == Phases.READY:
            self._deals += 1
            names = sides_of(self.people.house)
            score = {name: game.score.score[side] for side, name in enumerate(names)}
            self._tell(deal=self._deals, score=score)

    def result(self, **facts: object) -> None:
        """Print the result of the match, and `facts`, as one JSON object."""
        game = self.people.game
        names = sides_of(self.people.house)
        points = {name: game.totals[side] for side, name in enumerate(names)}
        winner = game.standing.winner()
        won = names[winner] if winner >= 0 else None
        self._tell(ok=True, winner=won, points=points, **facts)

    def _tell(self, **facts: object) -> None:
        self._line(json.dumps(facts, ensure_ascii=False))
