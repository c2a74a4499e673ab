"""`marcoria backup`: write everything a bar has on its table to one file."""

from typing import TYPE_CHECKING, Annotated

from marcoria.commands.connection import Pin, at_the_prompt
from marcoria.commands.options import Argument, Commands, Option, answer, command, number_of
from marcoria.context import asked
from marcoria.named_files import check_new, check_writable, replacing

if TYPE_CHECKING:
    from marcoria.device.bar_files import Told
    from marcoria.device.prompt import Prompt
    from marcoria.device.snapshot import Snapshot

File = Annotated[str, Argument(metavar="FILE.zip", help="The backup file.")]
Force = Annotated[bool, Option("--force", help="Overwrite an existing file.")]


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "backup", backup, "table", "dry_run", "quiet")


def backup(file: File, pin: Pin = "", force: Force = False) -> None:
    """Write a table's settings, decks, own houses and journal to one file.

    The settings have a hash in place of the PIN.
    """
    from marcoria.device.snapshot import pack_checked
    from marcoria.journal.comparison import count_deals

    check_writable(file)
    check_new(file, force)
    with at_the_prompt(pin) as (prompt, say):
        snapshot, left_out = take_snapshot(prompt, say)
    data = pack_checked(snapshot)
    if not asked().dry_run:
        with replacing(file) as part:
            part.write_bytes(data)
    deals = count_deals(snapshot.journal)
    verb = "would have" if asked().dry_run else "has"
    words = f"{file} {verb} {', '.join(snapshot.files) or 'no files'}"
    words += f", and the journal with {number_of(deals, 'deal')}"
    if left_out:
        words += f"; left out, because no table needs them: {', '.join(left_out)}"
    facts = {"chip": snapshot.chip, "table": snapshot.table, "program": snapshot.program}
    answer(words, file=file, files=list(snapshot.files), left_out=left_out, deals=deals, **facts)


def take_snapshot(
    prompt: "Prompt", say: "Told", with_journal: bool = True
) -> tuple["Snapshot", list[str]]:
    """Return a snapshot of a table in service mode, and the paths below /bar that it omits.

    The marker of a reset is omitted too, but its path is not returned. Without `with_journal` the
    journal of the snapshot is b"". If an earlier change was interrupted, finish or discard it
    first.
    """
    from marcoria.config import name_of
    from marcoria.device.bar_files import RESET, fetch, settle
    from marcoria.device.journal import chip_id, read_journal
    from marcoria.device.snapshot import Snapshot
    from marcoria.flash.slots import running_program
    from marcoria.game.bar import SETTINGS, is_of_a_bar, with_hashed_pin

    settle(prompt)
    files = fetch(prompt, say)
    left_out = [path for path in files if not is_of_a_bar(path) and path != RESET]
    if SETTINGS in files:
        files[SETTINGS] = with_hashed_pin(files[SETTINGS])
    snapshot = Snapshot(
        {path: data for path, data in files.items() if is_of_a_bar(path)},
        read_journal(prompt, say) if with_journal else b"",
        chip_id(prompt),
        name_of(asked().table),
        running_program(prompt),
    )
    return snapshot, left_out
