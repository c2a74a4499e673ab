"""Model of a deal in BDN: tags, sections of words, hands, and where each is in the file."""

from collections.abc import Iterator
from typing import TypeAlias

from marcoria.errors import Exit, TableError
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import RANKS, SEATS

VERSION = "1.0"
SECTIONS = ("Start", "Auction", "Play", "After")
NOTE = "Note"
HASH = "Hash"

# All known tags, in the order in which they are written.
ABOUT = ("BDN", "Event", "Site", "Date", "Table", "Board", "House", "Agreed", "Rules", "Mark")
PLAYERS = ("North", "East", "South", "West", "Deck")
BEFORE = ("Dealer", "Points", "Hanging", "ThrownIn", "Target", "Discipline", "Won")
CARDS = ("Hands", "Announce", "Deal")
_OF_PLAY = ("Contract", "Taker", "Factor", "Outcome", "Tricks", "Cards", "Melds", "Belote")
RESULTS = _OF_PLAY + ("Offences", "Suspects", "Score", "Hangs", "Total", "Winner")
TAGS = ABOUT + PLAYERS + BEFORE + CARDS + RESULTS
KNOWN = frozenset(TAGS + SECTIONS + (NOTE, HASH))
AS_PLAYED = "as played"  # value of Announce: the section Play has the announcements
UNKNOWN = "-"  # stands for an unknown card or hand
NOBODY = 4  # stands for the seat of a card whose owner is unknown

Words: TypeAlias = "list[str]"
# Line number, text of the line, index in it where the words start, number of words.
Row: TypeAlias = "tuple[int, str, int, int]"
_SUITS = (3, 2, 1, 0)  # order in BDN: spades, hearts, diamonds, clubs
_HIGH_FIRST = range(7, -1, -1)


Hands: TypeAlias = "list[bytearray]"  # for each seat, a mask of ranks for each suit
_WRITTEN = [
    "".join(RANKS[rank] for rank in _HIGH_FIRST if mask >> rank & 1) for mask in range(256)
]
_COUNT = [bin(mask).count("1") for mask in range(256)]


class PaperError(TableError):
    """Error in a deal. Line and column count from 1; 0 means the whole file."""

    def __init__(self, detail: str, line: int = 0, column: int = 0) -> None:
        where: dict[str, int] = {"line": line, "column": column} if line else {}
        super().__init__("bad-deal", detail, Exit.UNVERIFIED, **where)
        self.line = line
        self.column = column

    def of(self, path: str) -> TableError:
        """Return the error with the file's name, the line and the column in its sentence."""
        where = f"line {self.line}, column {self.column}: " if self.line else ""
        told = f"{path}: {where}{self.detail}"
        return TableError("bad-deal", told, Exit.UNVERIFIED, **self.facts)


class Deal:
    """Deal in BDN.

    `tags` has all tags except notes, sections and the hash. `sections` has for each section the
    value of its tag and its logical lines, each a list of words.
    """

    def __init__(
        self,
        tags: dict[str, str] | None = None,
        sections: dict[str, tuple[str, list[Words]]] | None = None,
        notes: list[str] | None = None,
        hash: str = "",
        line: int = 1,
        end: int = 1,
        tags_at: dict[str, tuple[int, int]] | None = None,
        rows: dict[str, list[list[Row]]] | None = None,
    ) -> None:
        self.tags: dict[str, str] = {} if tags is None else tags
        self.sections: dict[str, tuple[str, list[Words]]] = {} if sections is None else sections
        self.notes: list[str] = [] if notes is None else notes
        self.hash = hash
        self.line = line  # first line of the deal
        self.end = end  # last line of the deal
        self.tags_at: dict[str, tuple[int, int]] = {} if tags_at is None else tags_at
        self.rows: dict[str, list[list[Row]]] = (
            {} if rows is None else rows
        )  # rows of each logical line
        # Numbers of the journal's records that dealt the cards and began the match, or -1.
        self.seq = self.match = -1
        self.time: int | None = None  # time of the deal's last event, in ms since 1970

    def wrong_tag(self, name: str, detail: str, more: int = 0) -> PaperError:
        """Return an error at the value of a tag, `more` letters into it.

        If the tag is missing, the place is the beginning of the deal.
        """
        line, column = self.tags_at.get(name, (self.line, 1))
        return PaperError(detail, line, column + more)

    def wrong_word(self, section: str, line: int, word: int, detail: str) -> PaperError:
        """Return an error at a word of a section; if the word is missing, at the line's end."""
        column, at = 1, self.line
        for at, text, start, count in self.rows.get(section, [[]] * (line + 1))[line]:
            found = list(_placed_words(text, start))[:count]
            if word < len(found):
                return PaperError(detail, at, found[word][0] + 1)
            word -= count
            column = found[-1][0] + len(found[-1][1]) + 1 if found else start + 1
        return PaperError(detail, at, column)

    def words(self) -> Iterator[tuple[str, int, int, str]]:
        """Yield all words, each with its section, line number and index in the line."""
        for section in SECTIONS:
            if section in self.sections:
                for line, words in enumerate(self.sections[section][1]):
                    for place, word in enumerate(words):
                        yield section, line, place, word

    @property
    def is_dealt(self) -> bool:
        """Return whether the deal has the tag Deal, and not only agreements or notes."""
        return "Deal" in self.tags

    @property
    def is_empty(self) -> bool:
        """Return whether the deal has only notes."""
        return not (self.is_dealt or any(lines for _, lines in self.sections.values()))


def _placed_words(text: str, at: int) -> Iterator[tuple[int, str]]:
    """Yield the words of a text from `at` on, with their places."""
    for word in text[at:].split():
        at = text.index(word, at)
        yield at, word
        at += len(word)


def known_hands(game: Match) -> Hands:
    """Return the known cards of each hand at the end of a deal."""
    audit = game.audit
    return [
        bytearray(held | laid for held, laid in zip(audit.hands[seat], audit.laid[seat]))[:4]
        for seat in range(4)
    ]


def hands_value(hands: Hands, size: int) -> str:
    """Return the value of the tag Deal, North first."""
    return f"{SEATS[0]}:{' '.join(_hand(hand, size) for hand in hands)}"


def _hand(hand: bytearray, size: int) -> str:
    count = sum(_COUNT[mask] for mask in hand)
    if not count:
        return UNKNOWN
    return ".".join(_WRITTEN[hand[suit]] for suit in _SUITS) + UNKNOWN * (size - count)


class Owners:
    """Owners of the cards according to the tag Deal.

    `of` has the seat of each card, NOBODY if unknown. `whole` has for each seat whether all its
    cards are known.
    """

    def __init__(self, deal: Deal, seats: tuple[int, ...], size: int) -> None:
        self.deal = deal
        self.of = bytearray([NOBODY] * 32)
        self.whole = [False] * 4
        value = deal.tags["Deal"]
        if value == UNKNOWN:
            return
        first, colon, rest = value.partition(":")
        start = SEATS.find(first.upper()) if len(first) == 1 else -1
        if start < 0 or not colon:
            raise self._wrong("Deal begins with a seat and a colon, such as N:AK9.T87.J.8 ...", 0)
        at, found = len(first) + 1, list(_placed_words(rest, 0))
        if len(found) != 4:
            told = f"Deal must have four hands, - for an unknown hand, not {len(found)}"
            raise self._wrong(told, at)
        for turn, (place, hand) in enumerate(found):
            self._read(start + turn & 3, hand, at + place, seats, size)

    def _wrong(self, told: str, at: int) -> PaperError:
        return self.deal.wrong_tag("Deal", told, at)

    def _read(self, seat: int, text: str, at: int, seats: tuple[int, ...], size: int) -> None:
        """Parse one hand."""
        who, bare = SEATS[seat], text.rstrip(UNKNOWN)
        if not bare:
            if text not in (UNKNOWN, UNKNOWN * size):
                raise self._wrong(f"write - for an unknown hand, not '{text}'", at)
            return
        if seat not in seats:
            raise self._wrong(f"nobody sits at {who} at a table of two: write - for its hand", at)
        if bare.count(".") != 3:
            told = f"the hand of {who} needs four suits, S.H.D.C, with points between them"
            raise self._wrong(told, at)
        suit = 0
        count = len(text) - len(bare)
        for letter in bare:
            if letter == ".":
                suit += 1
            else:
                self._give(seat, letter, _SUITS[suit], at)
                count += 1
            at += 1
        if count != size:
            told = f"{who} has {count} cards and needs {size}"
            raise self._wrong(f"{told}: an unknown card is {UNKNOWN}", at - len(bare))
        self.whole[seat] = text == bare

    def _give(self, seat: int, letter: str, suit: int, at: int) -> None:
        rank = RANKS.find(letter.upper())
        if rank < 0:
            told = f"'{letter}' is not a rank: write {' '.join(RANKS)}, or - for an unknown card"
            raise self._wrong(told, at)
        card = suit << 3 | rank
        if self.of[card] < NOBODY:
            named = RANKS[rank] + "CDHS"[suit]
            told = f"{named} is in two hands: {SEATS[self.of[card]]} and {SEATS[seat]}"
            raise self._wrong(told, at)
        self.of[card] = seat

    def hand(self, seat: int) -> list[int]:
        """Return the known cards of a seat."""
        return [card for card in range(32) if self.of[card] == seat]
