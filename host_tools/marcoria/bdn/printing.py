"""Deals printed: as a picture, as a document, or as text, one layout for all of them."""

from collections.abc import Callable, Iterable
from itertools import islice

from marcoria.bdn.document import Deal
from marcoria.bdn.faults import PaperError
from marcoria.bdn.hand import pdf, plain, png, svg
from marcoria.bdn.hand.facts import Facts, facts
from marcoria.bdn.hand.layout import page_of
from marcoria.bdn.hand.phrases import phrases
from marcoria.bdn.replaying import Replay
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.errors import Exit, TableError

FORMS = ("svg", "png", "pdf", "text")
_OF_ONE = ("svg", "png")  # forms that have one page
_MOST = 2000  # pages


def chosen(deals: Iterable[Deal], number: str) -> Iterable[Deal]:
    """The deal of that board, or that many from the beginning; all of them if none is named."""
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


def printed(deals: Iterable[Deal], form: str, books: Rulebooks, language: str = "en") -> bytes:
    """The file of these deals, in the words of a language."""
    found = list(islice(_facts(deals, books, language), _MOST + 1))
    if not found:
        raise TableError("no-deal", "there are no deals to print")
    if len(found) > 1 and form in _OF_ONE:
        told = f"a {form.upper()} has one page, and there are more deals: name one with --deal N"
        raise TableError("usage", told, Exit.USAGE)
    if len(found) > _MOST:
        raise TableError("too-many", f"more than {_MOST} deals: print some with --deal N")
    return _WRITERS[form](found)


def _facts(deals: Iterable[Deal], books: Rulebooks, language: str) -> Iterable[Facts]:
    replay, say = Replay(books), phrases(language)
    for deal in deals:
        if deal.is_dealt:
            try:
                yield facts(replay.play(deal), say)
            except PaperError as error:
                raise error.of(f"deal {deal.tags.get('Board', '')}".strip()) from error


def _text(found: list[Facts]) -> bytes:
    return ("\n" + "-" * 78 + "\n\n").join(map(plain.draw, found)).encode()


def _pdf(found: list[Facts]) -> bytes:
    return pdf.draw([page_of(one) for one in found])


_WRITERS: dict[str, Callable[[list[Facts]], bytes]] = {
    "svg": lambda found: svg.draw(page_of(found[0])),
    "png": lambda found: png.draw(page_of(found[0])),
    "pdf": _pdf,
    "text": _text,
}
