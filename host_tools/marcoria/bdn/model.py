"""Model of a deal in BDN: its tags, sections and hands, and their places in the file."""

from collections.abc import Iterator
from typing import TypeAlias

from marcoria.errors import Exit, TableError
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import RANKS, SEATS

VERSION = "1.0"
SECTIONS = ("Start", "Auction", "Play", "After")
NOTE = "Note"
HASH = "Hash"

# All known tags except notes, sections and the hash, in the order in which they are written.
ABOUT = ("BDN", "Event", "Site", "Date", "Table", "Board", "House", "Agreed", "Rules", "Mark")
PLAYERS = ("North", "East", "South", "West", "Deck")
BEFORE = ("Dealer", "Points", "Hanging", "ThrownIn", "Target", "Discipline", "Won")
CARDS = ("Hands", "Announce", "Deal")
_OF_PLAY = ("Contract", "Taker", "Factor", "Outcome", "Tricks", "Cards", "Melds", "Belote")
RESULTS = _OF_PLAY + ("Offences", "Suspects", "Score", "Hangs", "Total", "Winner")
TAGS = ABOUT + PLAYERS + BEFORE + CARDS + RESULTS
KNOWN = frozenset(TAGS + SECTIONS + (NOTE, HASH))
AS_PLAYED = "as played"  # value of Announce: the section Play has the announcements
UNKNOWN = "-"  # stands for an unknown card, an unknown hand or four unknown hands
NOBODY = 4  # stands for the seat of a card whose owner is unknown

Words: TypeAlias = "list[str]"
# Line of the file with words: its number, its text, the index in the text after any tags, and
# the number of words.
Row: TypeAlias = "tuple[int, str, int, int]"
_SUITS = (3, 2, 1, 0)  # order in BDN: spades, hearts, diamonds, clubs
_HIGH_FIRST = range(7, -1, -1)


Hands: TypeAlias = "list[bytearray]"  # for each seat, a mask of ranks for each suit
_WRITTEN = [
    "".join(RANKS[rank] for rank in _HIGH_FIRST if mask >> rank & 1) for mask in range(256)
]
_COUNT = [bin(mask).count("1") for mask in range(256)]


class PaperError(TableError):
    """Error in a deal. `line` and `column` count from 1; `line` is 0 if the place is unknown."""

    def __init__(self, detail: str, line: int = 0, column: int = 0) -> None:
        where: dict[str, int] = {"line": line, "column": column} if line else {}
        super().__init__("bad-deal", detail, Exit.UNVERIFIED, **where)
        self.line = line
        self.column = column

    def of(self, path: str) -> TableError:
        """Return an error whose sentence also names the file, and the line and column if known."""
        where = f"line {self.line}, column {self.column}: " if self.line else ""
        told = f"{path}: {where}{self.detail}"
        return TableError("bad-deal", told, Exit.UNVERIFIED, **self.facts)


class Deal:
    """Deal in BDN.

    `tags` has all tags except notes, sections and the hash. `sections` has for each section the
    value of its tag and its logical lines, which are lists of words. A logical line consists of
    one or more rows of the text: a row and the rows that continue it. `tags_at` has the line and
    column of each tag's value. `rows` has for each section its logical lines as lists of rows.
    `tags_at` and `rows` are empty if the deal was not parsed from BDN text.
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
        self.rows: dict[str, list[list[Row]]] = {} if rows is None else rows
        # `seq` is the number of the journal's record that dealt the cards, and `match` is the
        # number of the record that began the match. A number is -1 if it is unknown.
        self.seq = self.match = -1
        # Time of the last event while the deal was under way, in ms since 1970; None if unknown.
        self.time: int | None = None

    def wrong_tag(self, name: str, detail: str, more: int = 0) -> PaperError:
        """Return an error in the value of a tag, `more` characters after its beginning.

        If the tag has no known place, count from the beginning of the deal.
        """
        line, column = self.tags_at.get(name, (self.line, 1))
        return PaperError(detail, line, column + more)

    def wrong_word(self, section: str, line: int, word: int, detail: str) -> PaperError:
        """Return an error at a word of a section; if the word is missing, at the line's end.

        `line` is the index of the logical line in the section, `word` is the index of the word in
        the line. If the section has no known place, the error is at the beginning of the deal.
        """
        column, at = 1, self.line
        for at, text, start, count in self.rows.get(section, [[]] * (line + 1))[line]:
            found = list(_placed_words(text, start))[:count]
            if word < len(found):
                return PaperError(detail, at, found[word][0] + 1)
            word -= count
            column = found[-1][0] + len(found[-1][1]) + 1 if found else start + 1
        return PaperError(detail, at, column)

    def words(self) -> Iterator[tuple[str, int, int, str]]:
        """Yield section, index of the logical line, index in the line, and text of each word."""
        for section in SECTIONS:
            if section in self.sections:
                for line, words in enumerate(self.sections[section][1]):
                    for place, word in enumerate(words):
                        yield section, line, place, word

    @property
    def is_dealt(self) -> bool:
        """Return whether the deal has the tag Deal; without it there are only events or notes."""
        return "Deal" in self.tags

    @property
    def is_empty(self) -> bool:
        """Return whether the deal has neither the tag Deal nor words in a section."""
        return not (self.is_dealt or any(lines for _, lines in self.sections.values()))


def _placed_words(text: str, at: int) -> Iterator[tuple[int, str]]:
    """Yield the index and the text of each word of a text, from the index `at` on."""
    for word in text[at:].split():
        at = text.index(word, at)
        yield at, word
        at += len(word)


def known_hands(game: Match) -> Hands:
    """Return the known cards of each hand, including the cards laid from it."""
    audit = game.audit
    return [
        bytearray(held | laid for held, laid in zip(audit.hands[seat], audit.laid[seat]))[:4]
        for seat in range(4)
    ]


def hands_value(hands: Hands, size: int) -> str:
    """Return the value of the tag Deal, North first; a complete hand has `size` cards."""
    return f"{SEATS[0]}:{' '.join(_hand(hand, size) for hand in hands)}"


def _hand(hand: bytearray, size: int) -> str:
    count = sum(_COUNT[mask] for mask in hand)
    if not count:
        return UNKNOWN
    return ".".join(_WRITTEN[hand[suit]] for suit in _SUITS) + UNKNOWN * (size - count)


class Owners:
    """Owners of the cards according to the tag Deal, which the deal must have.

    `of` has the seat of each card, NOBODY if unknown. `whole` has for each seat whether all its
    cards are known. A wrong value of the tag raises PaperError: only the players at `seats` can
    have known cards, and a complete hand has `size` cards.
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
            told = f"Deal must have four hands, not {len(found)}: write - for an unknown hand"
            raise self._wrong(told, at)
        for turn, (place, hand) in enumerate(found):
            self._read(start + turn & 3, hand, at + place, seats, size)

    def _wrong(self, told: str, at: int) -> PaperError:
        return self.deal.wrong_tag("Deal", told, at)

    def _read(self, seat: int, text: str, at: int, seats: tuple[int, ...], size: int) -> None:
        """Store the owners of the cards in one hand, which is at the index `at` of the value."""
        who, bare = SEATS[seat], text.rstrip(UNKNOWN)
        if not bare:
            if text not in (UNKNOWN, UNKNOWN * size):
                raise self._wrong(f"write - for an unknown hand, not '{text}'", at)
            return
        if seat not in seats:
            raise self._wrong(f"nobody sits at {who} at a table of two: write - for this hand", at)
        if bare.count(".") != 3:
            told = f"the hand of {who} needs four suits with dots between them: S.H.D.C"
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
            told = f"{named} appears twice, at {SEATS[self.of[card]]} and at {SEATS[seat]}"
            raise self._wrong(told, at)
        self.of[card] = seat

    def hand(self, seat: int) -> list[int]:
        """Return the cards that the tag Deal states for a seat."""
        return [card for card in range(32) if self.of[card] == seat]
