"""`marcoria reset`: remove a bar's files from its table, and with an option its journal."""

import sys
from typing import TYPE_CHECKING, Annotated

from marcoria.commands.backup import take_snapshot
from marcoria.commands.connection import Pin, at_the_prompt
from marcoria.commands.options import Commands, Option, answer, command, number_of
from marcoria.context import asked
from marcoria.errors import Exit, TableError

if TYPE_CHECKING:
    from marcoria.device.snapshot import Snapshot


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "reset", _reset, "table", "dry_run", "quiet")


def _reset(
    pin: Pin = "",
    yes: Annotated[
        str,
        Option("--yes", metavar="NAME", help="Name of the table: confirms without a question."),
    ] = "",
    erase_journal: Annotated[
        bool, Option("--erase-journal", help="Also erase the journal, with all matches.")
    ] = False,
) -> None:
    """Remove settings, decks and own houses from a table; keep a backup on this computer."""
    from marcoria.config import name_of
    from marcoria.device.bar_files import FOLDER, RESET, carry_out
    from marcoria.device.journal import chip_id
    from marcoria.device.snapshot import keep
    from marcoria.flash.plans import plan_reset

    asks = not yes and not asked().dry_run
    typed = _ask(name_of(asked().table) or _chip(pin), erase_journal) if asks else yes
    with at_the_prompt(pin) as (prompt, say):
        name = name_of(asked().table) or chip_id(prompt)
        if not asked().dry_run:
            _check(name, typed)
        now, _ = take_snapshot(prompt, say)
        change = plan_reset(now, prompt.hashes(FOLDER), erase_journal)
        copy = ""
        if not change.is_empty and not asked().dry_run:
            copy = keep(now, "reset")
            carry_out(prompt, change, say)
    removed = [path for path in change.removed if path != RESET]
    _answer(name, now, removed, erase_journal, copy)


def _chip(pin: str) -> str:
    """Return the number of the table's chip, read in service mode.

    If the table has no name, the user later types this number to confirm the reset. Service mode
    ends before that, because the user may take long, and people can play meanwhile.
    """
    from marcoria.device.journal import chip_id

    with at_the_prompt(pin) as (prompt, _):
        return chip_id(prompt)


def _ask(name: str, erase_journal: bool) -> str:
    """Ask for the table's name; return what was typed."""
    also = " and all its matches" if erase_journal else ""
    question = f"This removes settings, decks and own houses{also} from the table {name}."
    print(f"{question}\nType its name to continue: ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip()


def _check(name: str, typed: str) -> None:
    """Raise TableError unless the typed name is the table's."""
    if not typed:
        sentence = f"nothing was typed, so nothing was changed: in a script, use --yes {name}"
        raise TableError("usage", sentence, Exit.USAGE, name=name)
    if typed != name:
        sentence = f"this table is called {name}, not {typed}, so nothing was changed"
        raise TableError("other-table", sentence, Exit.WRONG_DEVICE, name=name)


def _answer(
    name: str, now: "Snapshot", removed: list[str], erase_journal: bool, copy: str
) -> None:
    from marcoria.game.bar import Bar
    from marcoria.journal.comparison import count_deals

    is_ = "would be" if asked().dry_run else "is"
    deals = number_of(count_deals(now.journal), "deal")
    lines = [f"table {name} {is_} reset"]
    verb = "would be removed" if asked().dry_run else "removed"
    lines.append(f"{verb}: {', '.join(removed)}" if removed else "it had no files to remove")
    if erase_journal:
        lines.append(f"its journal {is_} erased: it had {deals}")
    else:
        lines.append(f"kept: the program, and the journal with {deals}")
    if Bar(now.files).settings.pin and not erase_journal:
        lines.append("the display will report, only once, that the PIN is gone")
    if copy:
        lines.append(f"backup of what was there before: {copy} (see marcoria restore)")
    answer(
        "\n".join(lines),
        table=name,
        chip=now.chip,
        removed=[] if asked().dry_run else removed,
        journal_erased=erase_journal and not asked().dry_run,
        deals=count_deals(now.journal),
        copy=copy,
    )
