"""Tags for the totals at the start of a deal, and the replay that computes its result tags."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from marcoria.bdn.model import Deal, hands_value, known_hands
from marcoria.bdn.rulebooks import Rulebook
from marcoria.bdn.words import DISCIPLINES
from marcoria.firmware.belote.conduct import Offence
from marcoria.firmware.belote.event import Event
from marcoria.firmware.codes.game import (
    CONTRACTS,
    SEATS,
    Answers,
    Disciplines,
    Endings,
    Events,
    Phases,
    Totals,
    name_of,
)
from marcoria.game.names import ENDINGS, OF_A_CARD, OFFENCES, OUTCOMES
from marcoria.journal.entries import Entry

if TYPE_CHECKING:
    from typing import TypedDict

    class ToldOffence(TypedDict, total=False):
        """Offence as written in JSON and in the tag Offences.

        `card` and `play` exist only if the offence was to lay a card, or was a false belote.
        `card` is the card that was laid, or for which the belote was called. `play` is the number
        of the play of this card, from 1. `proved` is the number of cards that had been laid when
        the offence became certain. `pardoned` exists only if the offence was pardoned.
        """

        seat: str
        code: str
        card: str
        play: int
        proved: int
        pardoned: bool


_NUMBERS = {word: number for number, word in ENDINGS.items() if word}
_CONDUCT = tuple(DISCIPLINES.values())
_MOST = 1 << 20  # points, far more than any match has
_OF_TOTALS = ("Dealer", "Points", "Hanging", "ThrownIn", "Target", "Discipline", "Won")
UNFINISHED = "unfinished"
BROKEN_OFF = "broken-off"  # the match was won during the deal
_ENDS = {
    Events.BID: "passed-out",
    Events.OFFENCE: "misdeal",
    Events.RULING: "void",
    Events.UNDO: "undone",
}


def by_side(sides: tuple[str, str], values: Sequence[int]) -> str:
    """Return the values of both sides as a text such as "NS:120 EW:340"."""
    return f"{sides[0]}:{values[0]} {sides[1]}:{values[1]}"


def winner(sides: tuple[str, str], won: int) -> str:
    """Return the side that won the match and the reason, such as "NS target".

    `won` is the total WINNER, which must not be -1.
    """
    return f"{sides[won & 1]} {ENDINGS[won >> 1]}"


def are_totals(sums: Sequence[int], book: Rulebook) -> bool:
    """Return whether dealer, discipline and winner in these totals are possible.

    A forged journal can have impossible totals with a correct checksum.
    """
    won = sums[Totals.WINNER]
    return (
        sums[Totals.DEALER] in book.seats
        and sums[Totals.CONDUCT] in DISCIPLINES
        and (won == -1 or (won >= 0 and won >> 1 in ENDINGS))
    )


def tags_of(sums: list[int], book: Rulebook) -> dict[str, str]:
    """Return the tags that state these totals of a match.

    Hanging, ThrownIn and Won are left out if they have their defaults.
    """
    tags = OrderedDict([("Dealer", SEATS[sums[Totals.DEALER]])])
    tags["Points"] = by_side(book.sides, sums)
    if sums[Totals.HANGING]:
        tags["Hanging"] = f"{sums[Totals.HANGING]}"
    if sums[Totals.THROWN_IN]:
        tags["ThrownIn"] = "yes"
    tags["Target"] = f"{sums[Totals.POINTS]}"
    tags["Discipline"] = DISCIPLINES[sums[Totals.CONDUCT]]
    if sums[Totals.WINNER] >= 0:
        tags["Won"] = winner(book.sides, sums[Totals.WINNER])
    return tags


class State:
    """Totals at the start of a deal, from its tags.

    The tag Dealer is required. If another tag is missing, the total has the value that it has at
    the beginning of a match. Discipline is an exception: if it is missing, the discipline is
    "warn" in every house.
    """

    def __init__(self, deal: Deal, book: Rulebook) -> None:
        self.deal = deal
        self.book = book

    def totals(self) -> list[int]:
        """Return all totals, in the order of `Totals`; raise PaperError if a tag is invalid."""
        sums = [0] * Totals.COUNT
        sums[0], sums[1] = self.points()
        sums[Totals.HANGING] = self._number("Hanging", 0, -_MOST)
        sums[Totals.DEALER] = self.dealer()
        sums[Totals.THROWN_IN] = self._one_of("ThrownIn", ("no", "yes"), 0)
        sums[Totals.POINTS] = self._number("Target", self.book.house.target, 1, Totals.MOST_POINTS)
        sums[Totals.CONDUCT] = self._one_of("Discipline", _CONDUCT, Disciplines.WARN)
        sums[Totals.WINNER] = self._won()
        return sums

    def differing(self, sums: list[int]) -> str:
        """Return the name of the first tag that differs from these totals, "" if none does."""
        theirs = tags_of(sums, self.book)
        mine = tags_of(self.totals(), self.book)
        names = [name for name in _OF_TOTALS if name in self.deal.tags]
        return next((name for name in names if mine.get(name) != theirs.get(name)), "")

    def dealer(self) -> int:
        """Return the dealer's seat; raise PaperError if the tag is missing or invalid."""
        value = self.deal.tags.get("Dealer")
        if value is None:
            raise self._wrong("Dealer", 'the tag Dealer is missing, such as [Dealer "N"]')
        seat = SEATS.find(value.upper()) if len(value) == 1 else -1
        if seat not in self.book.seats:
            known = " ".join(SEATS[seat] for seat in self.book.seats)
            raise self._wrong(
                "Dealer", f"'{value}' is not a seat of this house: write one of {known}"
            )
        return seat

    def points(self) -> list[int]:
        """Return the points of both sides, zeros without the tag Points.

        Raise PaperError if the tag is invalid.
        """
        value = self.deal.tags.get("Points")
        if value is None:
            return [0, 0]
        parts = [part.partition(":") for part in value.upper().split()]
        found = {side: points for side, _, points in parts}
        try:
            if len(found) == 2:
                return [self._read(found[side], -_MOST, _MOST) for side in self.book.sides]
        except (KeyError, ValueError):
            pass
        zero = by_side(self.book.sides, (0, 0))
        raise self._wrong("Points", f"'{value}' are not points: write them such as {zero}")

    def _number(self, name: str, usual: int, least: int, most: int = _MOST) -> int:
        value = self.deal.tags.get(name)
        if value is None:
            return usual
        try:
            return self._read(value, least, most)
        except ValueError:
            told = f"{name} must be a number from {least} to {most}, not '{value}'"
            raise self._wrong(name, told)

    @staticmethod
    def _read(text: str, least: int, most: int) -> int:
        if len(text) > 8 or not least <= int(text) <= most:
            raise ValueError(text)
        return int(text)

    def _one_of(self, name: str, words: tuple[str, ...], usual: int) -> int:
        value = self.deal.tags.get(name)
        if value is None:
            return usual
        if value.lower() not in words:
            raise self._wrong(name, f"{name} must be one of {', '.join(words)}, not '{value}'")
        return words.index(value.lower())

    def _won(self) -> int:
        value = self.deal.tags.get("Won")
        if value is None:
            return -1
        side, _, why = value.partition(" ")
        if side not in self.book.sides or why not in _NUMBERS:
            usual = winner(self.book.sides, Endings.TARGET << 1)
            told = f"'{value}' is not a side and a reason: write them such as {usual}"
            raise self._wrong("Won", told)
        return _NUMBERS[why] << 1 | self.book.sides.index(side)

    def _wrong(self, name: str, told: str) -> Exception:
        return self.deal.wrong_tag(name, told)


class DealText:
    """Replay of one deal, or of agreements and rulings without a deal.

    `sums` are the totals at the start, None if the first event is a MATCH. `before` has the totals
    before the DEAL. `dealt` is set by a DEAL. `done` is set while the deal has a result. If the
    deal ended without a result, `ended` is its outcome, such as "void", otherwise "". `standing`
    has the events from the DEAL on, without those that were undone or taken back.
    """

    def __init__(self, book: Rulebook, sums: list[int] | None) -> None:
        self.book = book
        self.game = book.match
        self.dealt = self.done = False
        self.ended = ""
        self.standing: list[Event] = []
        self.before = [0] * Totals.COUNT
        if sums is not None:
            book.restore(sums)
            self.before = list(sums)

    def apply(self, event: Entry) -> int:
        """Apply an event; return the code of a refusal, 0 if it was accepted."""
        game = self.game
        phase = game.phase
        result: int = game.apply(*event)
        if 0 < result < Answers.NOTED:
            return result
        kind = event[0]
        now = game.phase
        # The engine forgets the events when the result is confirmed.
        if game.events or kind == Events.UNDO:
            self.standing = game.events
        if kind == Events.DEAL:
            self.dealt = True
            self.before = list(game.totals)
        if now != phase or kind in (Events.UNDO, Events.BACK):
            self._turn(kind, phase, now)
        return 0

    def _turn(self, kind: int, phase: int, now: int) -> None:
        """Update `done` and `ended` after an event that led from `phase` to `now`."""
        if now == Phases.READY and kind == Events.CONFIRM:
            return
        self.done = now == Phases.DONE
        if now != Phases.READY:
            self.ended = ""
        elif phase != Phases.READY or kind == Events.UNDO:
            self.ended = _ENDS.get(kind, "")

    # --- results ----------------------------------------------------------------------------

    @property
    def counts(self) -> bool:
        """Return whether the deal has a score: the deal has ended, or the match is won."""
        game = self.game
        return self.done or bool(game.phase <= Phases.READY or game.totals[Totals.WINNER] >= 0)

    def score(self) -> list[int]:
        """Return the score of the deal for both sides, including an unconfirmed result."""
        game = self.game
        brought = [game.totals[side] - self.before[side] for side in range(2)]
        if game.phase == Phases.DONE:
            brought = [brought[side] + game.score.score[side] for side in range(2)]
        return brought

    def outcome(self) -> str:
        """Return the value of the tag Outcome, such as "made" or "unfinished"."""
        if self.done:
            return str(OUTCOMES[self.game.score.outcome])
        if self.ended:
            return self.ended
        return BROKEN_OFF if self.game.totals[Totals.WINNER] >= 0 else UNFINISHED

    def total(self) -> list[int]:
        """Return the points of the match after the deal."""
        brought = self.score()
        return [self.before[side] + brought[side] for side in range(2)]

    def hangs(self) -> int:
        """Return the hanging points after the deal."""
        game = self.game
        return game.score.hanging if game.phase == Phases.DONE else game.totals[Totals.HANGING]

    def offences(self) -> "list[ToldOffence]":
        """Return all logged offences of the deal, including pardoned ones."""
        return [self._told(offence) for offence in self.game.conduct.log]

    def _told(self, offence: Offence) -> "ToldOffence":
        found: ToldOffence = {"seat": SEATS[offence.seat], "code": OFFENCES[offence.code]}
        if offence.code in OF_A_CARD:
            found["card"] = name_of(self.game.audit.card[offence.play])
            found["play"] = offence.play + 1
        found["proved"] = offence.plays
        if offence.is_pardoned:
            found["pardoned"] = True
        return found

    def results(self) -> dict[str, str]:
        """Return the tag Deal and all result tags, {} if no cards were dealt."""
        if not self.dealt:
            return {}
        game = self.game
        sides = self.book.sides
        tags = {"Deal": hands_value(known_hands(game), game.house.cards)}
        auction = game.auction
        if auction.contract >= 0:
            tags["Contract"] = CONTRACTS[auction.contract]
            tags["Taker"] = SEATS[auction.taker]
            if auction.factor > 1:
                tags["Factor"] = f"{auction.factor}"
        tags["Outcome"] = self.outcome()
        if self.done:
            score = game.score
            tags["Tricks"] = by_side(sides, score.tricks)
            tags["Cards"] = by_side(sides, score.cards)
            tags["Melds"] = by_side(sides, score.melds)
            tags["Belote"] = by_side(sides, score.belote)
        if game.conduct.log:
            tags["Offences"] = " ".join(map(_in_words, self.offences()))
        if game.conduct.suspects:
            seats = [SEATS[seat] for seat in range(4) if game.conduct.suspects >> seat & 1]
            tags["Suspects"] = " ".join(seats)
        if self.counts:
            tags["Score"] = by_side(sides, self.score())
            if self.hangs():
                tags["Hangs"] = f"{self.hangs()}"
            tags["Total"] = by_side(sides, self.total())
        won = game.totals[Totals.WINNER]
        if won >= 0:
            tags["Winner"] = winner(sides, won) + (" fani" if game.standing.fani() else "")
        return tags


def _in_words(offence: "ToldOffence") -> str:
    """Return an offence as a word of the tag Offences.

    For example, E:no-trump:QC@2/12 means: East laid QC as the second card of the deal and did not
    trump, and this was certain after twelve cards. A `!` at the end means that the offence was
    pardoned.
    """
    card = f":{offence['card']}@{offence['play']}" if "card" in offence else ""
    pardoned = "!" if offence.get("pardoned") else ""
    return f"{offence['seat']}:{offence['code']}{card}/{offence['proved']}{pardoned}"
