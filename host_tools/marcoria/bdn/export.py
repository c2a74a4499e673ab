"""Export of deals: BDN, JSON, CSV or a printable form."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO

from marcoria.bdn import twin
from marcoria.bdn.files import exported, with_results
from marcoria.bdn.hand import pdf, plain, png, svg
from marcoria.bdn.hand.facts import DealFacts, PrintedCosts, facts, phrases
from marcoria.bdn.hand.layout import page_of
from marcoria.bdn.model import Deal, PaperError
from marcoria.bdn.replay import DealReplay, Replayer
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.write import texts_of
from marcoria.errors import Exit, TableError
from marcoria.firmware.codes.game import SEATS

_TEXTS = ("Event", "Site", "Date", "Table", "Board", "House", "North", "East", "South", "West")
_DEAL = ("Dealer", "Contract", "Taker", "Factor", "Outcome")
_OF_SIDES = ("Points", "Tricks", "Cards", "Melds", "Belote", "Score", "Total")
_REST = ("Hangs", "Offences", "Winner", "Note")
HEADS = (
    *(tag.lower() for tag in (*_TEXTS, *_DEAL)),
    "side_1",
    "side_2",
    *(f"{tag.lower()}_{side}" for tag in _OF_SIDES for side in (1, 2)),
    *(tag.lower() for tag in _REST),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "|", "%")
FORMS = ("svg", "png", "pdf", "text")
_OF_ONE = ("svg", "png")  # forms that have one page
_MOST = 2000  # maximum number of pages of a printed file
_ENDINGS = {".svg": "svg", ".png": "png", ".pdf": "pdf", ".txt": "text"}
_ENDINGS |= {".json": "json", ".csv": "csv"}
_NAMES = ("North", "East", "South", "West")

Writer = Callable[[Iterable[Deal], IO[str]], None]
Weigh = Callable[[DealReplay], PrintedCosts | None]


def write_sheet(deals: Iterable[Deal], sink: IO[str]) -> None:
    """Write deals as CSV, a row for each deal with cards or notes.

    Texts are quoted, and escaped so that a spreadsheet does not evaluate them as formulas.
    """
    sheet = csv.writer(sink, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    sheet.writerow(HEADS)
    for deal in deals:
        if deal.is_dealt or deal.notes:
            sheet.writerow(_row(deal))


def _row(deal: Deal) -> list[str | int]:
    tags = deal.tags
    sides = _sides(tags.get("Score", tags.get("Points", "")))
    row: list[str | int] = [cell(tags.get(tag, "")) for tag in (*_TEXTS, *_DEAL)]
    row += list(sides)
    for tag in _OF_SIDES:
        row += _points(tags.get(tag, ""), sides)
    rest = {**tags, "Note": " ".join(deal.notes)}
    return row + [cell(rest.get(tag, "")) for tag in _REST]


def cell(text: str) -> str | int:
    """Return the number that a text states, or the text in a form safe for a spreadsheet."""
    if text.isascii() and text.removeprefix("-").isdigit() and len(text) < 10:
        return int(text)
    return text_cell(text)


def text_cell(text: str) -> str:
    """Return a text that a spreadsheet does not evaluate as a formula."""
    return f"'{text}" if text.lstrip(" '\u00a0").startswith(_FORMULA) else text


def _sides(value: str) -> tuple[str, str]:
    found = [part.partition(":")[0] for part in value.upper().split()]
    two = len(found) == 2 and all(set(side) <= set(SEATS) for side in found)
    return (found[0], found[1]) if two else ("", "")


def _points(value: str, sides: tuple[str, str]) -> list[str | int]:
    found = dict(part.partition(":")[::2] for part in value.upper().split())
    return [cell(found.get(side, "")) if side else "" for side in sides]


def chosen(deals: Iterable[Deal], number: str) -> Iterable[Deal]:
    """Yield the deal with this number, or all deals if `number` is "".

    The number of a deal is its tag Board, or without this tag its position among the deals with
    cards. Raise TableError if no deal has the number.
    """
    count = 0
    for deal in deals:
        count += deal.is_dealt
        if not number or (deal.is_dealt and deal.tags.get("Board", f"{count}") == number):
            yield deal
            if number:
                return
    if number:
        told = f"there is no deal {number}: there are {count}" if count else "there are no deals"
        raise TableError("no-deal", told)


def printed(
    deals: Iterable[Deal],
    form: str,
    books: Rulebooks,
    language: str = "en",
    weigh: Weigh | None = None,
) -> bytes:
    """Return the content of a file that shows the deals with cards in one of `FORMS`.

    `weigh` returns the costs of a deal's cards: the points that each card lost, compared with best
    play. It returns None for a deal without costs. If `weigh` is None, no costs are printed. Raise
    TableError if there are no deals, or too many for the form.
    """
    found = list(islice(_facts(deals, books, language, weigh), _MOST + 1))
    if not found:
        raise TableError("no-deal", "there are no deals to print")
    if len(found) > 1 and form in _OF_ONE:
        told = (
            f"{form.upper()} files have one page, but there are several deals: "
            "choose one with --deal N"
        )
        raise TableError("usage", told, Exit.USAGE)
    if len(found) > _MOST:
        raise TableError(
            "too-many", f"there are more than {_MOST} deals: choose one with --deal N"
        )
    return _PRINTERS[form](found)


def _facts(
    deals: Iterable[Deal], books: Rulebooks, language: str, weigh: Weigh | None
) -> Iterator[DealFacts]:
    replay, say = Replayer(books), phrases(language)
    for deal in deals:
        if deal.is_dealt:
            try:
                one = replay.play(deal)
                yield facts(one, say, weigh(one) if weigh else None)
            except PaperError as error:
                raise error.of(f"deal {deal.tags.get('Board', '')}".strip()) from error


def _text(found: list[DealFacts]) -> bytes:
    return ("\n" + "-" * 78 + "\n\n").join(map(plain.draw, found)).encode()


def _pdf(found: list[DealFacts]) -> bytes:
    return pdf.draw([page_of(one) for one in found])


_PRINTERS: dict[str, Callable[[list[DealFacts]], bytes]] = {
    "svg": lambda found: svg.draw(page_of(found[0])),
    "png": lambda found: png.draw(page_of(found[0])),
    "pdf": _pdf,
    "text": _text,
}


@dataclass(frozen=True)
class Export:
    """Export of the deals in `files`, with the tags `about` set in each deal.

    `deal` is the number of a single deal to export, "" for all deals. `language` and `weigh` are
    for the printable forms (see `printed`).
    """

    files: Sequence[str]
    books: Rulebooks
    about: Mapping[str, str]
    deal: str = ""
    language: str = "en"
    weigh: Weigh | None = None

    def write(self, form: str, sink: IO[str]) -> None:
        """Write the chosen deals in a form."""
        deals = chosen(self._deals(form == "csv"), self.deal)
        if form in FORMS:
            sink.flush()
            whole = printed(deals, form, self.books, self.language, self.weigh)
            sink.buffer.write(whole)  # type: ignore[attr-defined]  # text files have it
        else:
            _WRITERS[form](deals, sink)

    def _deals(self, count: bool) -> Iterator[Deal]:
        """Yield the deals of all files; with `count`, add the results that the engine computes."""
        for file in self.files:
            replay = Replayer(self.books)
            for deal in exported(file, self.books, self.about):
                try:
                    yield with_results(deal, replay) if count else deal
                except PaperError as error:
                    raise error.of(file) from error


def form_of(output: str, asked: Mapping[str, bool]) -> str:
    """Return the form of the output: by option, else by the suffix of `output`, else "bdn".

    `asked` says for each form whether its option is set. Raise TableError if several are set.
    """
    forms = [form for form, wanted in asked.items() if wanted]
    if len(forms) > 1:
        told = " and ".join(f"--{form}" for form in forms)
        raise TableError("usage", f"{told} are different forms: choose one", Exit.USAGE)
    return forms[0] if forms else _ENDINGS.get(Path(output).suffix.lower(), "bdn")


def _bdn(deals: Iterable[Deal], sink: IO[str]) -> None:
    sink.writelines(texts_of(deals))


def _json(deals: Iterable[Deal], sink: IO[str]) -> None:
    sink.writelines(twin.dump(deals))


_WRITERS: dict[str, Writer] = {"bdn": _bdn, "json": _json, "csv": write_sheet}


def about(
    names: str = "", event: str = "", site: str = "", date: str = "", table: str = ""
) -> dict[str, str]:
    """Return the tags to set in the deals, without tags that would be empty.

    `names` are four or two players' names with commas between them. Raise TableError if a text is
    invalid.
    """
    tags = {"Event": event, "Site": site, "Date": date, "Table": table}
    told = [name.strip() for name in names.split(",")] if names else []
    if len(told) not in (0, 2, 4):
        raise TableError(
            "bad-names",
            "--names takes four names, 'North, East, South, West', or two, 'North, South'",
        )
    seats = _NAMES if len(told) == 4 else ("North", "South")
    tags |= dict(zip(seats, told, strict=False))
    for tag, value in tags.items():
        if not value.isprintable() or len(value) > 200:
            raise TableError(
                "bad-names", f"{tag} must be a text of at most 200 printable characters"
            )
    return {tag: value for tag, value in tags.items() if value}
