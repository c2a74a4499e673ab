"""`marcoria settings`: what people have chosen on a table, and all that a bar has on it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from marcoria.asked import asked
from marcoria.commands.options import answer, command, group
from marcoria.errors import TableError
from marcoria.named_files import check_writable, read_bytes, replacing

if TYPE_CHECKING:
    from marcoria.device.prompt import Prompt

File = Annotated[str, typer.Argument(metavar="FILE.zip", help="All that a bar has on its table.")]
Pin = Annotated[str, typer.Option(metavar="CDHS", help="The director's, if the table has one.")]
Wishes = Annotated[
    list[str], typer.Argument(metavar="KEY=VALUE...", help="house=french names=Ada,Bruno,Carla")
]


def add(app: typer.Typer) -> None:
    """What it is asked."""
    actions = group(
        app, "settings", "What a bar has on its table; it rests meanwhile, and starts anew."
    )
    command(actions, "show", _show)
    command(actions, "set", _set)
    command(actions, "backup", _backup)
    command(actions, "restore", _restore)


@contextmanager
def _at_the_prompt(pin: str) -> Iterator[tuple["Prompt", Callable[[str], object]]]:
    """Keep the table at its prompt; it starts anew whatever happens."""
    from marcoria.commands.progress import Progress
    from marcoria.device.client import Client
    from marcoria.device.ports import choose
    from marcoria.device.prompt import Prompt
    from marcoria.device.wire import Wire

    with (
        Wire(choose(asked().table)) as wire,
        Progress() as progress,
        Prompt(Client(wire), wire, pin) as prompt,
    ):
        yield prompt, progress.say


def _show(pin: Pin = "") -> None:
    """What is chosen, a key a line."""
    from marcoria.device.bar_files import fetch
    from marcoria.game.bar import Bar

    with _at_the_prompt(pin) as (prompt, say):
        bar = Bar(fetch(prompt, say))
    told = bar.told()
    answer("\n".join(f"{key:<12}{value or 'none'}" for key, value in told.items()), **told)


def _set(wishes: Wishes, pin: Pin = "") -> None:
    """Choose something else, as `show` names it."""
    was, changed = choose_otherwise(wishes, pin)
    verb = "would be" if asked().dry_run else "is"
    lines = [
        f"{key} {verb} {value or 'none'}, was {was[key] or 'none'}"
        for key, value in changed.items()
    ]
    answer("\n".join(lines) or "all of that is so already", changed=changed)


def choose_otherwise(wishes: list[str], pin: str) -> tuple[dict[str, str], dict[str, str]]:
    """Some `KEY=VALUE`: what was chosen, and what of it is otherwise now, or would be."""
    from marcoria.device.bar_files import fetch, put
    from marcoria.game.bar import SETTINGS, Bar, check_keys

    check_keys(wishes)
    with _at_the_prompt(pin) as (prompt, say):
        before = Bar(fetch(prompt, say))
        after = Bar({**before.files, SETTINGS: before.change(wishes)})
        if not asked().dry_run:
            put(prompt, {SETTINGS: after.files[SETTINGS]}, say)
    was, now = before.told(), after.told()
    return was, {key: now[key] for key in now if now[key] != was[key]}


def _backup(file: File, pin: Pin = "") -> None:
    """Settings with the PIN's hash, decks and the bar's own houses, in one file."""
    from marcoria.device.archive import packed
    from marcoria.device.bar_files import fetch

    check_writable(file)
    with _at_the_prompt(pin) as (prompt, say):
        files = fetch(prompt, say)
    if not asked().dry_run:
        with replacing(file) as part:
            part.write_bytes(packed(files))
    verb = "would have" if asked().dry_run else "has"
    answer(f"{file} {verb} {', '.join(files) or 'nothing'}", file=file, files=list(files))


def _restore(file: File, pin: Pin = "") -> None:
    """Put a backup on a table, the same one or another; what else is there stays."""
    from marcoria.device.archive import unpacked
    from marcoria.device.bar_files import changed, fetch, put
    from marcoria.game.bar import Bar

    files = unpacked(read_bytes(file, "no-backup"))
    if files is None:
        raise TableError(
            "not-a-backup", f"{file} is not what marcoria settings backup has written"
        )
    Bar(files).check()
    with _at_the_prompt(pin) as (prompt, say):
        Bar({**fetch(prompt, say), **files}).check()
        paths = changed(prompt, files) if asked().dry_run else put(prompt, files, say)
    verb = "would be written" if asked().dry_run else "written"
    words = f"{verb}: {', '.join(paths)}" if paths else "all of it is there already"
    answer(words, file=file, written=[] if asked().dry_run else paths, differs=paths)
