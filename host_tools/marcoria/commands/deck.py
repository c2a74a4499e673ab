"""`marcoria deck`: a deck file, checked; the deck on a table, looked through."""

from typing import Annotated

import typer

from marcoria.commands.deck_verify import verify
from marcoria.commands.options import answer, command, group

File = Annotated[str, typer.Argument(metavar="FILE.deck", help="See docs/decks.md.")]


def add(app: typer.Typer) -> None:
    """What it is asked."""
    actions = group(app, "deck", "Check a deck, file or cards.")
    command(actions, "check", _check)
    command(actions, "verify", verify)


def _check(deck: File) -> None:
    """32 cards, each with a tag of its own."""
    from marcoria.game.decks import describe, open_deck

    found = describe(open_deck(deck))
    answer(f"{deck}: {found}", deck=deck, holds=found)
