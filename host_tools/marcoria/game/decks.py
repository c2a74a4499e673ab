"""Decks on the host: reading a deck file and saying what is wrong with one."""

from collections.abc import Mapping
from pathlib import Path

from marcoria.errors import TableError
from marcoria.firmware.table.files import decks as deck_files
from marcoria.firmware.table.files.deck import Deck
from marcoria.game.laid_out import laid_out
from marcoria.named_files import read_bytes

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


def open_deck(name: str) -> deck_files.Tags:
    """What the file says: the UIDs of cards and commands, and which cards are dead."""
    return check_deck(read_bytes(Path(name), "no-deck-file"), name)


def check_deck(data: bytes, path: str) -> deck_files.Tags:
    """The same of what stands in that file."""
    try:
        return deck_files.parse(data)
    except deck_files.DeckError as error:
        code, line, what = error.args
        detail = _SENTENCES[code - 1].format(line=line, what=what)
        raise TableError("bad-deck", f"{path}: {detail}") from error


def check_decks(files: Mapping[str, bytes]) -> None:
    """TableError if a table could not know all of these at once; each by itself is right."""
    with laid_out(files) as folder:
        wrong = deck_files.load(Deck(), folder + deck_files.FOLDER, "")
    if not wrong:
        return
    name, code, _, what = wrong
    detail = f"{what} is a tag of another deck too: leave one of the two out"
    if code == deck_files.TOO_MANY:
        detail = f"a table knows {deck_files.MOST} decks: leave some out"
    elif code == deck_files.NO_FILE:
        detail = "it is longer than the table reads"
    raise TableError("bad-decks", f"{name}: {detail}")


def describe(tags: deck_files.Tags) -> str:
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
