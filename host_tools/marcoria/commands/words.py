"""`marcoria words`: what the table says, and the names that its texts have in the code."""

import argparse

from marcoria.commands import Commands
from marcoria.errors import TableError


def add(commands: Commands) -> None:
    """What it is asked."""
    words = commands.add_parser("words", help="check the table's words, make firmware/texts.py")
    actions = words.add_subparsers(required=True, metavar="ACTION")
    actions.add_parser("check", help="that they and the code agree").set_defaults(run=_check)
    actions.add_parser("generate", help="firmware/texts.py").set_defaults(run=_generate)


def _check(args: argparse.Namespace) -> None:
    from marcoria.build.words import check

    found = check()
    if found:
        raise TableError("bad-words", "\nmarcoria: ".join(found))
    print("firmware/ui/words: in order, firmware/texts.py is up to date")


def _generate(args: argparse.Namespace) -> None:
    from marcoria.build.texts import GENERATED, generate

    GENERATED.write_text(generate(), encoding="utf-8")
    print("made firmware/texts.py of firmware/ui/words/en.words")
