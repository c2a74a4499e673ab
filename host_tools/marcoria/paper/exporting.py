"""Deals of any files, written in the form that is asked for."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO

from marcoria.errors import TableError
from marcoria.paper import sheet, twin
from marcoria.paper.document import Deal
from marcoria.paper.files import exported, with_results
from marcoria.paper.replaying import Replay
from marcoria.paper.rulebooks import Rulebooks
from marcoria.paper.writing import text_of

_NAMES = ("North", "East", "South", "West")

Writer = Callable[[Iterable[Deal], IO[str]], None]


def export(
    files: Sequence[str],
    form: str,
    books: Rulebooks,
    about: Mapping[str, str],
    sink: IO[str],
) -> None:
    """Writes all deals of these files as `bdn`, `json` or `csv`."""
    _WRITERS[form](deals_of(files, books, about, form == "csv"), sink)


def deals_of(
    files: Sequence[str], books: Rulebooks, about: Mapping[str, str], count: bool
) -> Iterator[Deal]:
    """Those of all files, one after the other; with all results if they are to count."""
    for file in files:
        replay = Replay(books)
        for deal in exported(file, books, about):
            yield with_results(deal, replay) if count else deal


def _bdn(deals: Iterable[Deal], sink: IO[str]) -> None:
    between = ""
    for deal in deals:
        sink.write(between + text_of(deal))
        between = "\n"


def _json(deals: Iterable[Deal], sink: IO[str]) -> None:
    sink.writelines(twin.dump(deals))


_WRITERS: dict[str, Writer] = {"bdn": _bdn, "json": _json, "csv": sheet.write}


def about(
    names: str = "", event: str = "", site: str = "", date: str = "", table: str = ""
) -> dict[str, str]:
    """What people tell of the deals, as tags."""
    tags = {"Event": event, "Site": site, "Date": date, "Table": table}
    told = [name.strip() for name in names.split(",")] if names else []
    if len(told) not in (0, 2, 4):
        raise TableError("bad-names", "--names are four, or two: 'North, East, South, West'")
    seats = _NAMES if len(told) == 4 else ("North", "South")
    tags |= dict(zip(seats, told, strict=False))
    for tag, value in tags.items():
        if not value.isprintable() or len(value) > 200:
            raise TableError("bad-names", f"{tag}: a text of at most 200 letters that people see")
    return {tag: value for tag, value in tags.items() if value}
