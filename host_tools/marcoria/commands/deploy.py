"""`marcoria deploy`: update a table to the program of this Marcoria."""

from typing import TYPE_CHECKING, Annotated

from marcoria.commands.connection import Pin, connected
from marcoria.commands.options import Commands, Option, answer, command
from marcoria.context import asked

if TYPE_CHECKING:
    from marcoria.flash.deployment import Outcome

_SAID = {
    "up-to-date": "up to date: the table runs Marcoria {version} ({build}) from slot {slot}",
    "deployed": "the table runs Marcoria {version} ({build}) from slot {slot}",
    "on-trial": "Marcoria {version} ({build}) runs on trial from slot {slot}; it is confirmed"
    " when the current deal is over",
    "would-send": "Marcoria {version} ({build}) would be written to slot {slot}",
}


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "deploy", _deploy, "table", "dry_run", "quiet")


def _deploy(
    profile: Annotated[
        str,
        Option(
            metavar="NAME",
            help="Board: s3 or wrover (default: the table's own).",
            show_default=False,
        ),
    ] = "",
    pin: Pin = "",
    older: Annotated[
        bool, Option("--older", help="Allow replacing a newer program by this one.")
    ] = False,
) -> None:
    """Update a table to the program of this Marcoria (docs/flash.md)."""
    from marcoria.commands.progress import Progress
    from marcoria.flash.deployment import DeployWish, deploy

    wish = DeployWish(pin, older, asked().dry_run)
    with Progress() as progress, connected() as table:
        port = table.wire.path
        outcome = deploy(table, profile, wish, progress.say, check=_check_houses)
    _answer(port, outcome)


def _check_houses(files: dict[str, bytes]) -> None:
    """Raise TableError if a bar's house has the mark of another house but different rules.

    The check is imported here, because a table that is up to date does not need it.
    """
    from marcoria.game.bar import check_houses

    check_houses(files)


def _answer(port: str, outcome: "Outcome") -> None:
    plan = outcome.plan
    facts = {
        "state": outcome.state,
        "board": outcome.board,
        "slot": outcome.slot,
        "version": outcome.version,
        "build": outcome.build,
    }
    told = [_SAID[outcome.state].format(**facts)]
    same = [*plan.stays, *plan.copied] if plan else []
    changed = plan.sent if plan else []
    if plan:
        told.append(f"{len(same)} up to date, {len(changed)} changed: {', '.join(changed) or '-'}")
    answer("\n".join(told), table=port, **facts, same=same, changed=changed)
