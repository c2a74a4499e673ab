"""Content of a printed deal: computed by the engine, with phrases in one of the languages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from marcoria.bdn.model import Deal, known_hands
from marcoria.bdn.replay import DealReplay
from marcoria.errors import Exit, TableError
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import CONTRACTS, RANKS, SEATS, Events
from marcoria.game.card_picture import SUITS
from marcoria.game.names import CALLS, MELDS
from marcoria.game.word_files import read_words
from marcoria.paths import FIRMWARE

if TYPE_CHECKING:
    from marcoria.bdn.tags import ToldOffence

_OWN = Path(__file__).parent / "words"
_OF_THE_TABLE = FIRMWARE / "ui" / "words"
_ENDING = ".words"
# The key of an outcome's phrase is the outcome's name, unless an offence has the same key. Such an
# outcome is here, with the key of its phrase.
_OUTCOMES = {"misdeal": "misdealt"}
_OF_FOUR = ("NS", "EW")
_TAGS = ("North", "East", "South", "West")
_CALLED = 1


class Phrases:
    """Phrases of a language: `Phrases("en")("deal", number=3)` returns "Deal 3"."""

    def __init__(self, language: str) -> None:
        self._words = read_words(_OWN / f"{language}{_ENDING}")
        table = read_words(_OF_THE_TABLE / f"{language}{_ENDING}")
        self.seats = tuple(table["seats"].split("|"))
        self.letters = tuple(seat[0] for seat in self.seats)
        self.ranks = tuple(table["ranks"].split("|"))
        self.kinds = tuple(table["melds"].split("|"))
        self.suitless = tuple(table["no-suit"].split("|"))
        self._of_four, self._of_two = (table[key].split("|") for key in ("sides", "sides-of-two"))

    def __call__(self, key: str, **values: object) -> str:
        """Return a phrase with its values filled in."""
        return self._words[key].format(**values)

    def outcome(self, name: str, taker: str) -> str:
        """Return the outcome of a deal in words."""
        return self(_OUTCOMES.get(name, name), taker=taker)

    def sides(self, sides: tuple[str, str]) -> tuple[str, str]:
        """Return the names of the two sides."""
        first, second = self._of_four if sides == _OF_FOUR else self._of_two
        return first, second


def languages() -> list[str]:
    """Return the languages in which hands can be printed."""
    return sorted(path.stem for path in _OWN.glob(f"*{_ENDING}"))


@cache
def phrases(language: str) -> Phrases:
    """Return the phrases of a language, given its short name."""
    if language not in languages():
        told = f"hands are not printed in '{language}': choose one of {', '.join(languages())}"
        raise TableError("usage", told, Exit.USAGE)
    return Phrases(language)


@dataclass
class TrickFacts:
    """Trick: leader, cards by seat, winner, and points of the cards.

    `winner` is -1 if the trick is incomplete. `points` never includes the 10 for the last trick.
    """

    leader: int
    cards: dict[int, int]
    winner: int = -1
    points: int = 0


@dataclass(frozen=True)
class PrintedCosts:
    """Par of both sides (points with best play), cost of each card, and the illegal cards."""

    par: tuple[int, int]
    of_cards: dict[int, int]
    illegal: set[int]

    def told(self, card: int, minus: str) -> str:
        """Return the cost of a card as a printed text.

        The text of an illegal card begins with "! ". For cost 0 the text has no number. `minus` is
        the sign before points lost. An illegal card can gain points: then the sign is "+".
        """
        cost = self.of_cards[card]
        sign = minus if cost > 0 else "+" if cost else ""
        return ("! " if card in self.illegal else "") + (f"{sign}{abs(cost)}" if cost else "")

    def notes(self, say: Phrases) -> list[str]:
        """Return the sentences that explain the costs."""
        return [say("costs"), *([f"! {say('offence')}"] if self.illegal else [])]


@dataclass
class DealFacts:
    """Content of a printed deal.

    Seats and cards are numbers; `taker` and `upcard` are -1 for none. `contract` ("" for none) and
    `calls` have words of BDN. A row of `score` has the key of a phrase and a number for each side.
    Other texts are in the language of `phrases`.
    """

    phrases: Phrases
    deal: Deal
    seats: tuple[int, ...]
    order: list[int]  # seats in the order of play, the elder first
    dealer: int
    title: str
    subtitle: str
    hands: dict[int, list[str]]  # by seat: ranks in each suit, clubs first; "" for none
    unknown: dict[int, int]  # number of unknown cards by seat
    names: dict[int, str]
    contract: str
    taker: int
    factor: int
    upcard: int
    calls: list[tuple[int, str]]
    tricks: list[TrickFacts]
    announced: list[str]
    offences: list[str]
    score: list[tuple[str, str, str]]
    outcome: str
    sides: tuple[str, str]
    notes: list[str] = field(default_factory=list)
    costs: PrintedCosts | None = None


def card_name(card: int, phrases: Phrases) -> tuple[str, str]:
    """Return suit and rank of a card for people."""
    return SUITS[card >> 3], phrases.ranks[card & 7]


def facts(one: DealReplay, phrases: Phrases, costs: PrintedCosts | None = None) -> DealFacts:
    """Return the printed content of a replayed deal, with its costs if they are given."""
    game, book, deal = one.game, one.book, one.deal
    tags = deal.tags
    dealer = SEATS.index(tags["Dealer"].upper())
    order = [book.house.after(dealer)]
    while len(order) < len(book.seats):
        order.append(book.house.after(order[-1]))
    contract = game.auction.contract
    hands, unknown = _hands(one, phrases)
    return DealFacts(
        phrases=phrases,
        deal=deal,
        seats=book.seats,
        order=order,
        dealer=dealer,
        title=tags.get("Event", "Belote"),
        subtitle=_subtitle(one, phrases),
        hands=hands,
        unknown=unknown,
        names={seat: tags.get(_TAGS[seat], "") for seat in book.seats},
        contract=CONTRACTS[contract] if contract >= 0 else "",
        taker=game.auction.taker if contract >= 0 else -1,
        factor=game.auction.factor,
        upcard=game.play.upcard,
        calls=[(e.seat, CALLS[e.arg]) for e in one.telling.standing if e.kind == Events.BID],
        tricks=tricks(one.game, len(book.seats)),
        announced=_announced(one, phrases),
        offences=[
            offence(found, phrases.seats, len(book.seats), phrases)
            for found in one.telling.offences()
        ],
        score=_score(one, costs),
        outcome=_outcome(one, phrases),
        sides=phrases.sides(book.sides),
        notes=deal.notes,
        costs=costs,
    )


def _subtitle(one: DealReplay, phrases: Phrases) -> str:
    tags = one.deal.tags
    table = phrases("table", name=tags["Table"]) if "Table" in tags else ""
    told = [tags.get("Site", ""), tags.get("Date", ""), table]
    house = str(one.book.house.name)
    target = phrases("to", points=one.game.before[5])
    return "  ·  ".join([part for part in (*told, house, target) if part])


def _hands(one: DealReplay, phrases: Phrases) -> tuple[dict[int, list[str]], dict[int, int]]:
    """Return by seat the known ranks in each suit, and by seat the number of unknown cards.

    High ranks come first.
    """
    found, unknown = {}, {}
    seen = known_hands(one.game)
    for seat in one.book.seats:
        told = one.owners.hand(seat) if one.owners else []
        cards = [c for c in range(32) if c in told or seen[seat][c >> 3] >> (c & 7) & 1]
        suits = [[c for c in reversed(cards) if c >> 3 == suit] for suit in range(4)]
        found[seat] = [" ".join(card_name(c, phrases)[1] for c in suit) for suit in suits]
        unknown[seat] = one.book.house.cards - len(cards)
    return found, unknown


def tricks(game: Match, players: int) -> list[TrickFacts]:
    """Return the tricks of the deal so far, without cards that were taken back."""
    audit, found = game.audit, []
    for first in range(0, audit.plays, players):
        plays = range(first, min(first + players, audit.plays))
        trick = TrickFacts(audit.seat[first], {audit.seat[i]: audit.card[i] for i in plays})
        trick.points = sum(game.trick.values[c >> 3][c & 7] for c in trick.cards.values())
        if len(plays) == players:
            ended = first + players
            trick.winner = audit.seat[ended] if ended < audit.plays else game.trick.seat
        found.append(trick)
    return found


def _announced(one: DealReplay, phrases: Phrases) -> list[str]:
    """Return the announcements of each seat, and the calls of belote."""
    game, found = one.game, []
    for seat in one.book.seats:
        kinds = sorted(game.announcements.announced[seat])
        found += [f"{phrases.seats[seat]}: {phrases.kinds[kind]}" for kind in kinds]
    return found + [text for text in map(_pair(game, phrases), range(4)) if text]


def _pair(game: Match, phrases: Phrases) -> Callable[[int], str]:
    """Return a function that describes the calls of belote and rebelote in a suit."""

    def told(suit: int) -> str:
        calls = [game.pairs.calls[suit * 2 + i] & _CALLED for i in range(2)]
        at = next((game.pairs.at[suit * 2 + i] for i in range(2) if calls[i]), 0)
        if not at:
            return ""
        seat = phrases.seats[game.audit.seat[at - 1]]
        belote, rebelote = phrases.kinds[len(MELDS) :][:2]
        both = f"{belote}, {rebelote}" if all(calls) else belote
        salted = f", {phrases('salted')}" if game.pairs.salted >> suit & 1 else ""
        return f"{seat}: {both} {SUITS[suit]}{salted}"

    return told


def offence(found: "ToldOffence", names: Sequence[str], players: int, phrases: Phrases) -> str:
    """Return an offence in words, with the player's name."""
    who, what = names[SEATS.index(found["seat"])], phrases(found["code"])
    told = f"{who} {what}"
    if "card" in found:
        rank, suit = RANKS.index(found["card"][0]), "CDHS".index(found["card"][1])
        card = SUITS[suit] + phrases.ranks[rank]
        trick, proved = (found["play"] - 1) // players + 1, found["proved"]
        told = phrases("certain", who=who, what=what, card=card, trick=trick, proved=proved)
    return told + (f" {phrases('pardoned')}" if found.get("pardoned") else "")


def _score(one: DealReplay, costs: PrintedCosts | None) -> list[tuple[str, str, str]]:
    """Return the rows of the score: phrase key, and a number for each side."""
    telling, game = one.telling, one.game
    rows: list[tuple[str, Sequence[int]]] = []
    if telling.done:
        score = game.score
        rows = [("tricks", score.tricks), ("cards", score.cards)]
        rows += [("par", costs.par)] if costs else []
        rows += [("melds", score.melds), ("belote", score.belote)]
        if any(game.conduct.fair):
            rows.append(("fines", game.conduct.fair))
    if telling.counts:
        rows += [("this-deal", telling.score()), ("before", telling.before[:2])]
        rows.append(("total", telling.total()))
    return [(key, f"{both[0]}", f"{both[1]}") for key, both in rows]


def _outcome(one: DealReplay, phrases: Phrases) -> str:
    auction, telling = one.game.auction, one.telling
    taker = phrases.seats[auction.taker] if auction.contract >= 0 else ""
    told = [phrases.outcome(one.results["Outcome"], taker)]
    if telling.counts and telling.hangs():
        told.append(phrases("hang", points=telling.hangs()))
    won, _, how = one.results.get("Winner", "").partition(" ")
    if won:
        side = phrases.sides(one.book.sides)[one.book.sides.index(won)]
        told.append(phrases("won", side=side, how=how))
    return "; ".join(told)
