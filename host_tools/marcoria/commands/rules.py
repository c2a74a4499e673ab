"""`marcoria rules`: answer questions about the rules on standard input."""

import io
import sys

from marcoria.commands.options import Commands, command


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "rules", _rules)


def _rules() -> None:
    """Answer questions about the rules: one JSON object a line (docs/rules-pipe.md)."""
    from marcoria.analysis.answers import OPS
    from marcoria.game.rules import serve

    serve(sys.stdin or io.StringIO(), sys.stdout, OPS)  # sys.stdin is None if it was closed
