"""A deck that is being enrolled: which tag each card has, kept on this computer after each one."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from marcoria.errors import TableError
from marcoria.firmware.codes.game import card_of, name_of
from marcoria.firmware.table.files import decks as deck_files
from marcoria.firmware.table.files.settings import is_word
from marcoria.game.decks import check_deck

CARDS = range(32)
MOST_DECKS = int(deck_files.MOST)
_FIRST_COMMAND = deck_files.FIRST_KEY


def check_name(name: str) -> None:
    """TableError if no deck can be called so."""
    if not name or not is_word(name) or set(name) & set('/\\:*?"<>|.~'):
        raise TableError(
            "bad-name", f"'{name}' is no name of a deck: 24 letters and digits at most"
        )


def kind_of(word: str) -> int:
    """What a card or command is as a tag; TableError if there is none called so."""
    kind = card_of(word)
    if kind < 0 and word in deck_files.COMMANDS:
        kind = _FIRST_COMMAND + deck_files.COMMANDS.index(word)
    if kind < 0:
        known = ", ".join(deck_files.COMMANDS)
        raise TableError("bad-card", f"'{word}' is no card such as 7C, and no command: {known}")
    return int(kind)


def word_of(kind: int) -> str:
    """The other way round."""
    if kind < _FIRST_COMMAND:
        return str(name_of(kind))
    return str(deck_files.COMMANDS[kind - _FIRST_COMMAND])


class Enrolment:
    """Of the deck with that name: `kinds` are laid one after the other, those of `old` that are
    none of them stay as they are. `others` are the table's other decks, by name."""

    def __init__(
        self, file: Path, kinds: Iterable[int], old: bytes, others: Mapping[str, bytes]
    ) -> None:
        self._file = file
        self._kinds = list(kinds)
        self._others = {name: check_deck(data, name) for name, data in others.items()}
        self._tags = self._begun() or self._without(old)

    @property
    def next(self) -> int:
        """What is laid next, -1 if all are."""
        return next((kind for kind in self._kinds if not self._tags.uids[kind]), -1)

    @property
    def done(self) -> list[int]:
        """What has been laid."""
        return [kind for kind in self._kinds if self._tags.uids[kind]]

    @property
    def left(self) -> int:
        """How many are still to be laid."""
        return len(self._kinds) - len(self.done)

    def lay(self, uid: bytes) -> str:
        """Takes a tag for what is laid next; else why not, in one sentence."""
        own = self._tags.whose(uid)
        if own >= 0:
            return f"this is {word_of(own)} already: lay another card"
        kind = self.next
        for name, tags in self._others.items():
            other = tags.whose(uid)
            if other >= 0 and (other < _FIRST_COMMAND or other != kind):
                return f"this is {word_of(other)} of the deck '{name}': take it away"
        if len(uid) == 4 and uid[0] == 0x08:
            return "this is a phone, or a card whose number is another one each time: take it away"
        self._tags.uids[kind] = uid
        self._keep()
        return ""

    def forget_from(self, kind: int) -> None:
        """That one and those behind it are laid again."""
        for one in self._kinds[self._kinds.index(kind) :]:
            self._tags.uids[one] = b""
        self._keep()

    def text(self) -> bytes:
        """The file for the table."""
        self._keep()
        return self._file.read_bytes()

    def end(self) -> None:
        """The table has it: nothing is kept here any more."""
        self._file.unlink(missing_ok=True)

    def _begun(self) -> deck_files.Tags | None:
        """What was laid before a cable was pulled, None if nothing was."""
        try:
            data = self._file.read_bytes()
        except FileNotFoundError:
            return None
        try:
            return deck_files.parse(data, whole=False)
        except deck_files.DeckError as error:
            detail = f"what was laid so far cannot be read: remove {self._file} and begin again"
            raise TableError("bad-deck", detail) from error

    def _without(self, old: bytes) -> deck_files.Tags:
        tags = deck_files.parse(old, whole=False) if old else deck_files.Tags()
        for kind in self._kinds:
            tags.uids[kind] = b""
            if kind < _FIRST_COMMAND:
                tags.dead[kind >> 3] &= ~(1 << (kind & 7))
        return tags

    def _keep(self) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        if not deck_files.write_tags(str(self._file), self._tags):
            raise TableError("unwritable", f"cannot keep what was laid in {self._file}")
