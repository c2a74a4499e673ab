"""`marcoria restore`: write a backup to the table it came from, or to another table."""

from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from marcoria.commands.backup import File, Force, take_snapshot
from marcoria.commands.connection import Pin, at_the_prompt
from marcoria.commands.options import Commands, Option, answer, command, number_of
from marcoria.context import asked
from marcoria.errors import TableError
from marcoria.named_files import check_new, read_text, replacing

if TYPE_CHECKING:
    from marcoria.device.snapshot import Snapshot
    from marcoria.flash.plans import Restoration

_JOURNAL = {
    "none": "the journal is unchanged: the backup has no matches",
    "restored": "the journal {is_} restored from the backup, with {theirs}",
    "there": "the journal is unchanged: it has all matches of the backup, and {ours} more",
    "stays": "the journal is unchanged, because it has {ours} that the backup does not have;"
    " --replace-journal replaces it by the backup's journal",
    "elsewhere": "the journal is unchanged, because the backup's journal is of another table or"
    " has another size",
}
_IN_COPY = ("now only in the copy", "it would be only in a copy")


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "restore", restore, "table", "dry_run", "quiet")


def restore(
    file: File,
    pin: Pin = "",
    force: Force = False,
    replace_journal: Annotated[
        bool,
        Option("--replace-journal", help="Replace the table's journal even if deals are lost."),
    ] = False,
) -> None:
    """Restore a backup to a table. Restore its journal only to the table it came from.

    Without --replace-journal, restore the journal only if the backup also has everything that the
    table's journal has. Otherwise the table keeps its journal.
    """
    from marcoria.device.bar_files import carry_out
    from marcoria.device.snapshot import keep, read_snapshot
    from marcoria.flash.plans import plan_restore
    from marcoria.game.bar import Bar

    backup = read_snapshot(file)
    Bar(backup.files).check()
    with at_the_prompt(pin) as (prompt, say):
        now, _ = take_snapshot(prompt, say, with_journal=bool(backup.journal))
        Bar({**now.files, **backup.files}).check()
        todo = plan_restore(backup, now, replace_journal)
        beside = _matches_beside(file, backup, force) if todo.exports else ""
        copy = ""
        if not todo.change.is_empty and not asked().dry_run:
            copy = keep(now, "restore")
            carry_out(prompt, todo.change, say)
    _answer(file, todo, beside, copy)


def _answer(file: str, todo: "Restoration", beside: str, copy: str) -> None:
    paths = sorted(todo.change.files)
    verb = "would be written" if asked().dry_run else "written"
    lines = [
        f"{verb}: {', '.join(paths)}" if paths else "all files of the backup are there already"
    ]
    told = _JOURNAL[todo.journal].format(
        is_="would be" if asked().dry_run else "is",
        ours=_ours(todo),
        theirs=number_of(todo.deals, "deal"),
    )
    lines.append(told)
    if todo.journal == "restored" and todo.lost:
        lines.append(f"{_ours(todo)} that only the table had: {_IN_COPY[asked().dry_run]}")
    if beside:
        lines.append(f"matches of the backup: {beside}")
    if copy:
        lines.append(f"backup of what was there before: {copy}")
    answer(
        "\n".join(lines),
        file=file,
        written=[] if asked().dry_run else paths,
        differs=paths,
        journal=todo.journal,
        lost=todo.lost,
        matches=beside,
        copy=copy,
    )


def _ours(todo: "Restoration") -> str:
    """Return in words how many deals are in the table's journal and not in the backup's.

    If the table's journal has only a part of a deal more, say so.
    """
    if todo.lost or todo.journal == "there":
        return number_of(todo.lost, "deal")
    return "a part of a deal"


def _matches_beside(file: str, backup: "Snapshot", force: bool) -> str:
    """Write the backup's matches as a BDN file beside the backup `file`; return the path.

    An existing BDN file with the same content is left as it is. If its content differs, raise
    TableError unless `force` is set. With --dry-run write nothing.
    """
    beside = str(Path(file).with_suffix(".bdn"))
    text = exported_matches(backup)
    there = Path(beside)
    if there.is_file() and not force and read_text(beside, "exists") == text:
        return beside
    check_new(beside, force)
    if not asked().dry_run:
        with replacing(beside) as part:
            part.write_text(text, "utf-8")
    return beside


def exported_matches(backup: "Snapshot") -> str:
    """Return a backup's matches as BDN, using the backup's own houses."""
    from marcoria.bdn.export import Export, about
    from marcoria.bdn.rulebooks import Rulebooks
    from marcoria.game.bar import laid_out

    houses = {path: data for path, data in backup.files.items() if path.endswith(".house")}
    sink = StringIO()
    with laid_out({**houses, "/journal": backup.journal}) as folder:
        books = Rulebooks(folder + path for path in sorted(houses))
        try:
            Export([f"{folder}/journal"], books, about(table=backup.table)).write("bdn", sink)
        except TableError as error:
            sentence = f"the backup's matches cannot be exported: {error.detail}"
            raise TableError(error.code, sentence.replace(f"{folder}/", "")) from error
    return sink.getvalue()
