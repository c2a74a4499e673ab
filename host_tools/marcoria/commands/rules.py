"""`marcoria rules`: the rules on a pipe."""

import argparse
import io
import sys

from marcoria.commands import Subparsers


def add(commands: Subparsers) -> None:
    """What it is asked."""
    rules = commands.add_parser("rules", help="answer questions about the rules, a JSON a line")
    rules.set_defaults(run=_rules)


def _rules(args: argparse.Namespace) -> None:
    from marcoria.game.rules import serve

    serve(sys.stdin or io.StringIO(), sys.stdout)  # a closed one is at its end
