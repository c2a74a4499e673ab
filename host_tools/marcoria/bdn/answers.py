"""What `marcoria replay` answers: for programs one object, for people a table."""

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from typing import IO

from marcoria.bdn.files import is_journal, opened, written
from marcoria.bdn.replaying import Played, replayed
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.errors import TableError

_IN_MEMORY = 1 << 20  # bytes of an answer
_ROW = "{:>5}  {:<6} {:<9} {:<13} {:<17} {:<17} {}"
_HEAD = ("deal", "dealer", "contract", "outcome", "score", "total", "offences")
_CONTRACT = {"2": " x2", "4": " x4", "8": " x8"}


def played(path: str, books: Rulebooks) -> Iterator[Played]:
    """All deals of a file with cards, replayed; the error of one names the file."""
    with opened(path) as file:
        if is_journal(file):
            told = f"{path} is the image of a journal: marcoria export {path} makes BDN of it"
            raise TableError("not-paper", told)
        yield from replayed(written(file, path), path, books)


def for_programs(path: str, books: Rulebooks, sink: IO[str]) -> None:
    """One object. Nothing of it is written before all deals were found right, and no memory
    holds them all."""
    with tempfile.SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8") as kept:
        between = ""
        for one in played(path, books):
            kept.write(between + json.dumps(_facts(one), ensure_ascii=False))
            between = ", "
        kept.seek(0)
        sink.write('{"ok": true, "deals": [')
        shutil.copyfileobj(kept, sink)
        sink.write("]}\n")


def _facts(one: Played) -> dict[str, object]:
    facts = one.answer()
    tags = one.deal.tags
    named = {tag.lower(): tags[tag] for tag in ("Board", "House") if tag in tags}
    return facts | named | ({"notes": one.deal.notes} if one.deal.notes else {})


def for_people(path: str, books: Rulebooks, tell: Callable[[str], None]) -> None:
    """A table, and how many deals are right."""
    count = 0
    for count, one in enumerate(played(path, books), 1):
        if count == 1:
            tell(_ROW.format(*_HEAD))
        tell(_row(one, count).rstrip())
        for note in one.deal.notes:
            tell(f"{'':>5}  {note}")
    tell(f"{path}: {count} deal{'s' * (count != 1)}, all as the cards make them")


def _row(one: Played, count: int) -> str:
    results = one.results
    contract = results.get("Contract", "-")
    if contract != "-":
        contract += f" by {results['Taker']}{_CONTRACT.get(results.get('Factor', ''), '')}"
    number = one.deal.tags.get("Board", f"{count}")
    told = (results.get(tag, "-") for tag in ("Outcome", "Score", "Total"))
    offences = results.get("Offences", "")
    return _ROW.format(number, one.deal.tags.get("Dealer", "-"), contract, *told, offences)
