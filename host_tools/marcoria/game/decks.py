"""Decks on the host: deck files, enrolment of a deck, and verification of its tags."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from marcoria.errors import TableError
from marcoria.firmware.codes.game import card_of, name_of
from marcoria.firmware.table.files import decks as deck_files
from marcoria.firmware.table.files.decks import Tags
from marcoria.firmware.table.files.settings import is_word
from marcoria.named_files import read_bytes

# Sentences for the error codes of `DeckError` that `parse` raises; the first is for code 1.
_SENTENCES = (
    "line {line}: '{what}' is not a card or command followed by its UID",
    "line {line}: '{what}' is no card and no command: see docs/decks.md",
    "line {line}: '{what}' is no UID of 8, 14 or 20 hexadecimal digits",
    "line {line}: {what} is a phone, whose UID changes each time",
    "line {line}: '{what}' is there twice: remove one of the two",
    "line {line}: {what} is the UID of another line already",
    "{what} is missing: a deck has 32 cards",
)
CARDS = range(32)
MOST_DECKS = int(deck_files.MOST)
_FIRST_COMMAND = deck_files.FIRST_KEY
READ, WEAK, MISSING, DEAD = "read", "weak", "missing", "dead"
# Failed reads, measured at the simulated reader: 0 of 35 for a tag within reach; a fifth for a tag
# that loses one frame in 16; two fifths for a tag that loses one frame in 7.
_WEAK_IN = 8  # a tag is weak if at least one read in 8 fails
_ENOUGH = 8  # after fewer reads, failed ones included, the card counts as lifted too soon
_PATIENCE = 2  # a tag counts as weak if its card was lifted too soon twice


def open_deck(name: str) -> deck_files.Tags:
    """Load a deck file and return its tags; raise TableError if it is missing or wrong."""
    return check_deck(read_bytes(Path(name), "no-deck-file"), name)


def check_deck(data: bytes, path: str) -> deck_files.Tags:
    """Parse the bytes of a deck file and return its tags.

    For the first mistake raise TableError with `path` and the number of the line. A missing card
    has no line.
    """
    try:
        return deck_files.parse(data)
    except deck_files.DeckError as error:
        code, line, what = error.args
        detail = _SENTENCES[code - 1].format(line=line, what=what)
        raise TableError("bad-deck", f"{path}: {detail}") from error


def describe(tags: deck_files.Tags) -> str:
    """Return a short description of a deck, such as "32 cards; 2 cards are dead"."""
    commands = [
        deck_files.COMMANDS[i] for i in range(len(deck_files.COMMANDS)) if tags.uids[32 + i]
    ]
    dead = sum(mask.bit_count() for mask in tags.dead)
    words = ["32 cards"]
    if commands:
        words.append("command cards for " + ", ".join(commands))
    if dead:
        words.append(f"{dead} cards are dead" if dead > 1 else "one card is dead")
    return "; ".join(words)


def check_name(name: str) -> None:
    """Raise TableError if a deck cannot have this name."""
    if not name or not is_word(name) or set(name) & set('/\\:*?"<>|.~'):
        raise TableError(
            "bad-name", f"'{name}' cannot be the name of a deck: use at most 24 letters and digits"
        )


def kind_of(word: str) -> int:
    """Return the kind that a word names: 0 to 31 for a card, 32 or more for a command.

    Raise TableError for an unknown word.
    """
    kind = card_of(word)
    if kind < 0 and word in deck_files.COMMANDS:
        kind = _FIRST_COMMAND + deck_files.COMMANDS.index(word)
    if kind < 0:
        known = ", ".join(deck_files.COMMANDS)
        raise TableError("bad-card", f"'{word}' is no card such as 7C, and no command: {known}")
    return int(kind)


def word_of(kind: int) -> str:
    """Return the word for a kind: a card, such as "7C", or a command, such as "undo"."""
    if kind < _FIRST_COMMAND:
        return str(name_of(kind))
    return str(deck_files.COMMANDS[kind - _FIRST_COMMAND])


class Enrolment:
    """Enrolment of a deck, one tag after the other.

    The progress is kept in `file`, so that an interrupted enrolment can be resumed. `kinds` are
    the cards and commands to enrol. `old` is the content of the deck's present file, b"" for a new
    deck. Cards and commands that are not in `kinds` keep their UIDs from `old`. If `file` exists,
    its progress is used in place of `old`. `others` has the content of the table's other deck
    files, by name.
    """

    def __init__(
        self, file: Path, kinds: Iterable[int], old: bytes, others: Mapping[str, bytes]
    ) -> None:
        self._file = file
        self._kinds = list(kinds)
        self._others = {name: check_deck(data, name) for name, data in others.items()}
        self._tags = self._load_progress() or self._without(old)

    @property
    def next(self) -> int:
        """Return the card or command to enrol next, -1 if all are enrolled."""
        return next((kind for kind in self._kinds if not self._tags.uids[kind]), -1)

    @property
    def done(self) -> list[int]:
        """Return the cards and commands enrolled so far."""
        return [kind for kind in self._kinds if self._tags.uids[kind]]

    @property
    def left(self) -> int:
        """Return the number of cards and commands still to be enrolled."""
        return len(self._kinds) - len(self.done)

    def left_from(self, kind: int) -> int:
        """Return how many cards and commands would be left to enrol after `forget_from(kind)`."""
        first = self._kinds.index(kind)
        return len(self._kinds) - sum(one in self._kinds[:first] for one in self.done)

    def lay(self, uid: bytes) -> str:
        """Enrol a tag as the next card or command.

        Return "", or a sentence that says why the tag is refused.
        """
        own = self._tags.whose(uid)
        if own >= 0:
            return f"this is {word_of(own)} already: lay another card"
        kind = self.next
        for name, tags in self._others.items():
            other = tags.whose(uid)
            if other >= 0 and (other < _FIRST_COMMAND or other != kind):
                return f"this is {word_of(other)} of the deck '{name}': take it away"
        if len(uid) == 4 and uid[0] == 0x08:
            return "this is a phone, or a card whose number changes each time: take it away"
        self._tags.uids[kind] = uid
        self._keep()
        return ""

    def forget_from(self, kind: int) -> None:
        """Remove the UIDs of `kind` and of all after it in `kinds`, to enrol them again."""
        for one in self._kinds[self._kinds.index(kind) :]:
            self._tags.uids[one] = b""
        self._keep()

    def text(self) -> bytes:
        """Save the progress, and return it as the content of the deck file for the table."""
        self._keep()
        return self._file.read_bytes()

    def end(self) -> None:
        """Remove the file with the progress. Call this once the table has the deck."""
        self._file.unlink(missing_ok=True)

    def _load_progress(self) -> deck_files.Tags | None:
        """Return the tags of an interrupted enrolment, None if there is none.

        Raise TableError if the file with the progress is wrong.
        """
        try:
            data = self._file.read_bytes()
        except FileNotFoundError:
            return None
        try:
            return deck_files.parse(data, whole=False)
        except deck_files.DeckError as error:
            detail = f"the cards laid so far cannot be read: remove {self._file} and begin again"
            raise TableError("bad-deck", detail) from error

    def _without(self, old: bytes) -> deck_files.Tags:
        """Return the tags of the old deck, except the tags that are to be enrolled.

        The cards to enrol are not dead in the result. Raise TableError if the deck is wrong.
        """
        try:
            tags = deck_files.parse(old, whole=False) if old else deck_files.Tags()
        except deck_files.DeckError as error:
            detail = "the deck's file on the table is damaged: remove it, as docs/decks.md says"
            raise TableError("bad-deck", detail) from error
        for kind in self._kinds:
            tags.uids[kind] = b""
            if kind < _FIRST_COMMAND:
                tags.dead[kind >> 3] &= ~(1 << (kind & 7))
        return tags

    def _keep(self) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        if not deck_files.write_tags(str(self._file), self._tags):
            raise TableError(
                "unwritable",
                f"cannot write {self._file}, which keeps the cards laid so far: make room there",
            )


class CardLook(NamedTuple):
    """Number of successful and failed reads of a card on a pad."""

    heard: int  # successful reads
    failed: int
    stayed: bool  # whether the card still lies there


class Verification:
    """Check of a deck whose cards are laid on a pad one by one to find weak and missing tags.

    `others` are the table's other decks, by name.
    """

    def __init__(self, tags: Tags, others: Mapping[str, Tags]) -> None:
        self._tags = tags
        self._others = others
        self.results: dict[int, str] = {}
        self.looks: dict[int, CardLook] = {}
        self._hasty: dict[int, int] = {}

    @property
    def left(self) -> list[int]:
        """Return the cards that have no result yet and are not dead."""
        return [kind for kind in CARDS if kind not in self.results and not self._is_dead(kind)]

    @property
    def weak(self) -> list[int]:
        """Return the cards and commands with tags that are hard to read."""
        return sorted(kind for kind in self.results if self.results[kind] == WEAK)

    def whose(self, uid: bytes) -> tuple[int, str]:
        """Return the kind of a tag and ""; if it is not in this deck, return -1 and a sentence.

        The sentence says that the tag is of another deck, or of none.
        """
        kind = self._tags.whose(uid)
        if kind >= 0:
            return kind, ""
        for name, tags in self._others.items():
            other = tags.whose(uid)
            if other >= 0:
                return -1, f"this is {word_of(other)} of the deck '{name}': take it away"
        return -1, f"no deck of the table has this tag, {uid.hex()}: take it away"

    def judge(self, kind: int, look: CardLook) -> str:
        """Store the result for a card and return "".

        If the card was lifted too soon for the first time, store nothing, and return a sentence
        that asks for the card again.
        """
        looks = look.heard + look.failed
        fails = look.failed * _WEAK_IN >= looks
        if not look.stayed or looks < _ENOUGH:
            self._hasty[kind] = self._hasty.get(kind, 0) + 1
            if self._hasty[kind] < _PATIENCE:
                return f"{word_of(kind)} was lifted too soon: lay it again, for two seconds"
            fails = True
        self.results[kind] = WEAK if fails else READ
        self.looks[kind] = look
        return ""

    def result(self, kind: int) -> str:
        """Return READ, WEAK or MISSING, or DEAD for a dead card that was not laid."""
        return self.results.get(kind) or (DEAD if self._is_dead(kind) else MISSING)

    def _is_dead(self, kind: int) -> bool:
        return kind in CARDS and bool(self._tags.dead[kind >> 3] >> (kind & 7) & 1)
