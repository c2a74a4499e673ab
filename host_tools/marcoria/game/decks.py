"""Decks on the host: reading a deck file and saying what is wrong with one."""

from pathlib import Path
from typing import Any

from marcoria.errors import TableError, read_bytes
from table.files import decks as deck_files

# By the code of the error, from 1 on.
_SENTENCES = (
    "line {line}: '{what}' is not a card or a command and its UID",
    "line {line}: '{what}' is no card and no command: see docs/decks.md",
    "line {line}: '{what}' is no UID of 8, 14 or 20 hexadecimal digits",
    "line {line}: {what} is a phone, whose UID is another one each time",
    "line {line}: '{what}' stands there a second time: remove one of the two",
    "line {line}: {what} is the UID of another line already",
    "{what} is missing: a deck has 32 cards",
)


def open_deck(name: str) -> Any:
    """What the file says: the UIDs of cards and commands, and which cards are dead."""
    path = Path(name)
    data = read_bytes(path, "no-deck-file")
    try:
        return deck_files.parse(data)
    except deck_files.DeckError as error:
        code, line, what = error.args
        detail = _SENTENCES[code - 1].format(line=line, what=what)
        raise TableError("bad-deck", f"{path}: {detail}") from error


def describe(tags: Any) -> str:
    """A right file in a few words."""
    commands = [
        deck_files.COMMANDS[i] for i in range(len(deck_files.COMMANDS)) if tags.uids[32 + i]
    ]
    dead = sum(mask.bit_count() for mask in tags.dead)
    words = ["32 cards"]
    if commands:
        words.append("command cards for " + ", ".join(commands))
    if dead:
        words.append(f"{dead} dead" if dead > 1 else "one of them dead")
    return "; ".join(words)
