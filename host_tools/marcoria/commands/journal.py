"""`marcoria journal`: download, show and convert the journal of a table."""

from typing import TYPE_CHECKING, Annotated

from marcoria.commands.connection import connected
from marcoria.commands.export import export
from marcoria.commands.options import Argument, Commands, answer, command, group
from marcoria.context import asked
from marcoria.named_files import check_writable, read_bytes, replacing

if TYPE_CHECKING:
    from marcoria.journal.gaps import Gap

Image = Annotated[str, Argument(metavar="FILE", help="Journal image.")]


def add(app: Commands) -> None:
    """Declare the command."""
    actions = group(
        app, "journal", "Download a table's journal, show a journal, convert it to deals."
    )
    command(actions, "pull", _pull, "table", "dry_run", "quiet")
    command(actions, "show", _show)
    command(actions, "export", export, "dry_run", "lang")


def _pull(file: Image) -> None:
    """Download a table's journal to a file, for `marcoria export`."""
    from marcoria.commands.progress import Progress
    from marcoria.device.detection import hello
    from marcoria.device.journal import pull
    from marcoria.device.wire import Client
    from marcoria.journal.reader import open_image

    check_writable(file)
    with connected() as table, Progress() as progress:
        hello(table, progress.note)
        image = pull(
            Client(table.wire), lambda done, of: progress.say(f"journal: {done} of {of} blocks")
        )
    found = open_image(image)
    if not asked().dry_run:
        with replacing(file) as part:
            part.write_bytes(image)
    deals = sum(deal.whole for deal in found.deals)
    answer(
        f"{file}: {len(found.records)} records, {deals} complete deals;"
        f" convert them with marcoria export {file}",
        file=file,
        epoch=found.epoch,
        records=len(found.records),
        deals=deals,
    )


def _show(file: Image) -> None:
    """Show the records of a journal, one a line."""
    from marcoria.journal.entries import in_words
    from marcoria.journal.reader import open_image

    found = open_image(read_bytes(file, "no-journal"))
    gaps = list(found.gaps)
    for one in found.records:
        while gaps and gaps[0].until <= one.seq:
            _show_gap(gaps.pop(0))
        words = in_words((one.kind, one.seat, one.arg))
        seconds = one.ms / 1000
        at = f"{one.seq >> 8}.{one.seq & 255:03}  {one.boot:>4} {seconds:>9.1f}"
        answer(f"{at}  {words}", seq=one.seq, boot=one.boot, ms=one.ms, says=words)
    for gap in gaps:
        _show_gap(gap)
    for place in found.unreadable:
        answer(f"{'':>20}  damaged: block {place} is neither blank nor readable", unreadable=place)


def _show_gap(gap: "Gap") -> None:
    missing = gap.until - gap.seq
    answer(f"{'':>20}  damaged: {missing} records", damaged=missing)
