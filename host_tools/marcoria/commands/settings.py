"""`marcoria settings`: show and change the settings of a table."""

from typing import Annotated

from marcoria.commands.backup import backup
from marcoria.commands.connection import Pin, at_the_prompt
from marcoria.commands.options import Argument, Commands, answer, command, group
from marcoria.commands.restore import restore
from marcoria.context import asked

Wishes = Annotated[
    list[str],
    Argument(metavar="KEY=VALUE...", help="Settings, such as house=french names=Ada,Bruno,Carla."),
]


def add(app: Commands) -> None:
    """Declare the command."""
    actions = group(
        app, "settings", "Show, change, back up or restore a bar's settings; restarts the table."
    )
    command(actions, "show", _show, "table", "quiet")
    command(actions, "set", _set, "table", "dry_run", "quiet")
    command(actions, "backup", backup, "table", "dry_run", "quiet")
    command(actions, "restore", restore, "table", "dry_run", "quiet")


def _show(pin: Pin = "") -> None:
    """Show the settings, one a line."""
    from marcoria.device.bar_files import fetch
    from marcoria.game.bar import Bar

    with at_the_prompt(pin) as (prompt, say):
        bar = Bar(fetch(prompt, say))
    told = bar.told()
    answer("\n".join(f"{key:<12}{value or 'none'}" for key, value in told.items()), **told)


def _set(wishes: Wishes, pin: Pin = "") -> None:
    """Change settings, with the keys that `show` lists."""
    was, changed = choose_otherwise(wishes, pin)
    verb = "would be" if asked().dry_run else "is"
    lines = [
        f"{key} {verb} {value or 'none'}, was {was[key] or 'none'}"
        for key, value in changed.items()
    ]
    answer("\n".join(lines) or "the table has these settings already", changed=changed)


def choose_otherwise(wishes: list[str], pin: str) -> tuple[dict[str, str], dict[str, str]]:
    """Apply `KEY=VALUE` settings; return all old values, and the new values that differ, by key.

    With --dry-run, do not change the table.
    """
    from marcoria.device.bar_files import fetch, put
    from marcoria.game.bar import SETTINGS, Bar, check_keys

    check_keys(wishes)
    with at_the_prompt(pin) as (prompt, say):
        before = Bar(fetch(prompt, say))
        after = Bar({**before.files, SETTINGS: before.change(wishes)})
        if not asked().dry_run:
            put(prompt, {SETTINGS: after.files[SETTINGS]}, say)
    was, now = before.told(), after.told()
    return was, {key: now[key] for key in now if now[key] != was[key]}
