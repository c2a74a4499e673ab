"""`marcoria deck`: a deck file, checked."""

import argparse

from marcoria.commands import Subparsers


def add(commands: Subparsers) -> None:
    """What it is asked."""
    deck = commands.add_parser("deck", help="check a deck file")
    actions = deck.add_subparsers(required=True, metavar="ACTION")
    check = actions.add_parser("check", help="32 cards, each with a tag of its own")
    check.add_argument("deck", metavar="FILE.deck")
    check.set_defaults(run=_check)


def _check(args: argparse.Namespace) -> None:
    from marcoria.game.decks import describe, open_deck

    print(f"{args.deck}: {describe(open_deck(args.deck))}")
