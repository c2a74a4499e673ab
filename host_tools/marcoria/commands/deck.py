"""`marcoria deck`: a deck file, checked; the deck on a table, looked through."""

from typing import Annotated

from marcoria.commands.deck_verify import verify
from marcoria.commands.options import Argument, Commands, answer, command, group

File = Annotated[str, Argument(metavar="FILE.deck", help="See docs/decks.md.")]


def add(app: Commands) -> None:
    """Declare the command."""
    actions = group(app, "deck", "Check a deck, file or cards.")
    command(actions, "check", _check)
    command(actions, "verify", verify, "table", "dry_run", "quiet", "lang")


def _check(deck: File) -> None:
    """32 cards, each with a tag of its own."""
    from marcoria.game.decks import describe, open_deck

    found = describe(open_deck(deck))
    answer(f"{deck}: {found}", deck=deck, holds=found)
