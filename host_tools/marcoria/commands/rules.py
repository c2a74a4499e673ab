"""`marcoria rules`: the rules on a pipe."""

import io
import sys

from marcoria.commands.options import Commands, command


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "rules", _rules)


def _rules() -> None:
    """Answer questions about the rules, a JSON object a line (docs/rules-pipe.md)."""
    from marcoria.bdn.answers import OPS
    from marcoria.game.rules import serve

    serve(sys.stdin or io.StringIO(), sys.stdout, OPS)  # a closed one is at its end
