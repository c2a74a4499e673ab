"""`marcoria journal`: download, show and convert the journal of a table."""

from typing import TYPE_CHECKING, Annotated

from marcoria.commands.connection import connected
from marcoria.commands.export import export
from marcoria.commands.options import Argument, Commands, answer, command, group
from marcoria.commands.replay import Houses
from marcoria.context import asked
from marcoria.named_files import check_writable, read_bytes, replacing

if TYPE_CHECKING:
    from marcoria.journal.gaps import Gap
    from marcoria.journal.reader import JournalImage, Record

_TIME_WIDTH = 19  # characters of a date and a time
Image = Annotated[str, Argument(metavar="FILE", help="File of the downloaded journal.")]


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
    deals = sum(deal.whole and bool(deal.events) for deal in found.deals)
    answer(
        f"{file}: {len(found.records)} records, {deals} complete deals;"
        f" convert them with marcoria export {file}",
        file=file,
        epoch=found.epoch,
        records=len(found.records),
        deals=deals,
    )


def _show(file: Image, house: Houses = None) -> None:
    """Show the records of a journal, one a line, with date and time if the table knew them."""
    from marcoria.bdn.rulebooks import Rulebooks
    from marcoria.bdn.write import Chronicle
    from marcoria.journal.reader import open_image

    found = open_image(read_bytes(file, "no-journal"))
    chronicle = Chronicle(found, Rulebooks(house or ()))
    boards = {one.seq: one.tags["Board"] for one in chronicle.deals() if one.is_dealt}
    gaps = list(found.gaps)
    for one in found.records:
        while gaps and gaps[0].until <= one.seq:
            _show_gap(gaps.pop(0))
        _show_record(found, one, boards.get(one.seq, ""))
    for gap in gaps:
        _show_gap(gap)
    for place in found.unreadable:
        answer(f"{'':>20}  damaged: block {place} is neither blank nor readable", unreadable=place)


def _show_record(image: "JournalImage", record: "Record", board: str) -> None:
    """Show a record.

    `board` is the number of the deal that begins with the record, "" if no deal begins.
    """
    from marcoria.journal.dates import date_and_time, iso_time
    from marcoria.journal.entries import in_words

    words = in_words((record.kind, record.seat, record.arg))
    told = f"{record.seq >> 8}.{record.seq & 255:03}  {record.boot:>4} {record.ms / 1000:>9.1f}"
    facts: dict[str, str] = {}
    time = image.time(record)
    if time is not None and iso_time(time):
        facts["time"] = iso_time(time)
    if image.clock:
        shown = date_and_time(time) if time is not None else ""
        told += f"  {shown:{_TIME_WIDTH}}"
    told += f"  {words}"
    if board:
        facts["deal"] = board
        told += f" (deal {board})"
    answer(told, seq=record.seq, boot=record.boot, ms=record.ms, says=words, **facts)


def _show_gap(gap: "Gap") -> None:
    missing = gap.until - gap.seq
    answer(f"{'':>20}  damaged: {missing} records missing", damaged=missing)
