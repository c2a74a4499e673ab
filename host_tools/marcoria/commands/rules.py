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

    # JSON is UTF-8 whatever the terminal thinks; a stray byte must not end the conversation.
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    serve(sys.stdin or io.StringIO(), sys.stdout)  # a closed one is at its end
