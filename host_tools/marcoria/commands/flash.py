"""`marcoria flash`: install Marcoria on the chip that is plugged in."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

from marcoria.commands.image import FirstUse, MicroPython, Profile, Sha256, open_micropython
from marcoria.commands.options import Commands, Option, answer, command
from marcoria.context import asked
from marcoria.errors import Exit, TableError

if TYPE_CHECKING:
    from marcoria.flash.chip import ChipFacts
    from marcoria.flash.contents import Contents
    from marcoria.flash.installation import FlashPlan


_HALF_WRITTEN = (
    "the chip is only partly written and does not work yet: run the same command again to finish;"
    " with --rebuild-files, add --micropython. The journal is kept, except with --erase-journal."
    " This computer has a copy of the bar's own files"
)


@contextmanager
def _interrupted(state: str) -> Iterator[None]:
    """Turn Ctrl-C into an error whose message describes the state of the chip."""
    try:
        yield
    except KeyboardInterrupt:
        raise TableError("interrupted", f"interrupted: {state}", Exit.INTERRUPTED) from None


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "flash", _flash, "table", "dry_run", "quiet")


def _flash(
    micropython: MicroPython = "",
    sha256: Sha256 = "",
    profile: Profile = "",
    first_use: FirstUse = False,
    rebuild_files: Annotated[
        bool,
        Option("--rebuild-files", help="Rebuild corrupt files even if some are lost."),
    ] = False,
    erase_journal: Annotated[
        bool, Option("--erase-journal", help="Erase the journal, with all matches.")
    ] = False,
) -> None:
    """Install Marcoria on the chip that is plugged in (docs/flash.md)."""
    from marcoria.board.profile import load
    from marcoria.commands.progress import Progress
    from marcoria.device.ports import choose
    from marcoria.flash import contents, installation
    from marcoria.flash.chip import ChipLoader
    from marcoria.flash.own_files import Backup

    board = load(profile=profile or None)
    stock = None
    if micropython or not rebuild_files:
        stock = open_micropython(micropython, sha256, board, first_use)
    with Progress() as progress, _interrupted("nothing was written, the chip is unchanged"):
        chip = ChipLoader(
            choose(asked().table), lambda doing, percent: progress.say(f"{doing} {percent} %")
        )
        facts = chip.facts()
        installation.check_chip(facts, board, stock)
        before = contents.look(chip)
        progress.note(f"on the chip: {before.words}")
        backup = Backup(facts.mac)
        wish = installation.FlashWish(stock, erase_journal, rebuild_files)
        todo = installation.plan(before, backup, board, wish)
        copy = ""
        if not asked().dry_run:
            with _interrupted(_HALF_WRITTEN):
                copy = installation.carry_out(chip, todo, backup)
    _answer(chip.port, facts, before, todo, copy)


def _answer(
    port: str, facts: "ChipFacts", before: "Contents", todo: "FlashPlan", copy: str
) -> None:
    verb = "would be" if asked().dry_run else "is"
    told = [f"the {facts.chip} at {port} ({facts.mac}) {verb} a table"]
    keeps = before.journal.known and not todo.erase_journal
    if before.journal.known:
        told.append(f"its journal {verb} {'kept' if keeps else 'erased'}")
    if todo.files:
        told.append(f"kept: {', '.join(sorted(todo.files))}")
    if todo.lost:
        told.append(f"lost: {todo.lost}")
    if copy and todo.files:
        told.append(f"copy of the bar's own files: {copy}")
    answer(
        "\n".join(told),
        port=port,
        chip=facts.chip,
        mac=facts.mac,
        flash_mib=facts.flash_mib,
        psram_mib=facts.psram_mib,
        before=before.words,
        epoch=before.journal.epoch,
        records=before.journal.records,
        journal_kept=keeps,
        kept=sorted(todo.files),
        lost=todo.lost,
        copy=copy,
        written=[] if asked().dry_run else [part.name for part in todo.parts],
    )
