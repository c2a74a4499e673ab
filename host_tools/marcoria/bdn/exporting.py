"""Deals of any files, written in the form that is asked for."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from marcoria.bdn import sheet, twin
from marcoria.bdn.document import Deal
from marcoria.bdn.faults import PaperError
from marcoria.bdn.files import exported, with_results
from marcoria.bdn.printing import FORMS, chosen, printed
from marcoria.bdn.replaying import Replay
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.writing import texts_of
from marcoria.errors import Exit, TableError

_ENDINGS = {".svg": "svg", ".png": "png", ".pdf": "pdf", ".txt": "text"}
_ENDINGS |= {".json": "json", ".csv": "csv"}
_NAMES = ("North", "East", "South", "West")

Writer = Callable[[Iterable[Deal], IO[str]], None]


@dataclass(frozen=True)
class Export:
    """What is exported: files, what they are told of themselves, perhaps only one deal of them."""

    files: Sequence[str]
    books: Rulebooks
    about: Mapping[str, str]
    deal: str = ""
    language: str = "en"  # of what is printed

    def write(self, form: str, sink: IO[str]) -> None:
        """All deals in one of the forms."""
        deals = chosen(self._deals(form == "csv"), self.deal)
        if form in FORMS:
            sink.flush()
            whole = printed(deals, form, self.books, self.language)
            sink.buffer.write(whole)  # type: ignore[attr-defined]  # of files and the shell
        else:
            _WRITERS[form](deals, sink)

    def _deals(self, count: bool) -> Iterator[Deal]:
        """Those of all files, one after the other; with all results if they are to count."""
        for file in self.files:
            replay = Replay(self.books)
            for deal in exported(file, self.books, self.about):
                try:
                    yield with_results(deal, replay) if count else deal
                except PaperError as error:
                    raise error.of(file) from error


def form_of(output: str, asked: Mapping[str, bool]) -> str:
    """The one form that is asked for; as the file is called, or BDN."""
    forms = [form for form, wanted in asked.items() if wanted]
    if len(forms) > 1:
        told = " and ".join(f"--{form}" for form in forms)
        raise TableError("usage", f"{told} are different forms: choose one", Exit.USAGE)
    return forms[0] if forms else _ENDINGS.get(Path(output).suffix.lower(), "bdn")


def _bdn(deals: Iterable[Deal], sink: IO[str]) -> None:
    sink.writelines(texts_of(deals))


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
