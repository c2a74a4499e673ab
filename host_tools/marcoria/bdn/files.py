"""Files of deals: BDN, its JSON form, or an image of a table's journal."""

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from typing import BinaryIO

from marcoria.bdn import parse, twin
from marcoria.bdn.model import Deal, PaperError
from marcoria.bdn.parse import OTHER_BOMS
from marcoria.bdn.redeal import Redeal, dealt
from marcoria.bdn.replay import DealReplay, Replayer, replayed
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.write import hashed, of_journal, text_of
from marcoria.errors import TableError
from marcoria.journal.blocks import BLOCK
from marcoria.journal.dates import date_of_evening
from marcoria.journal.reader import open_image

_LARGEST = 2 << 20  # bytes of an image, eight times the size of a journal
_BLANK = b" \t\r\n\xef\xbb\xbf"


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """Open a regular file for reading, and close it at the end; raise TableError on failure."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError as error:
        raise TableError("no-file", f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise TableError("no-file", f"cannot read {path!r}: no file can have that name") from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise TableError("no-file", f"cannot read {path}: it is not a file")
    with open(handle, "rb", buffering=1 << 16) as file:
        yield file


def is_journal(file: BinaryIO) -> bool:
    """Return whether a file is a journal image: it has whole blocks and is not text."""
    start = file.read(BLOCK)
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    if start.startswith(OTHER_BOMS) and not start.startswith(b"\xff\xff"):
        return False
    return size > 0 and size % BLOCK == 0 and (b"\0" in start or b"\xff" in start)


def is_twin(file: BinaryIO) -> bool:
    """Return whether a file is the JSON form of BDN."""
    start = file.read(64).lstrip(_BLANK)
    file.seek(0)
    return start.startswith(b"{")


def written(file: BinaryIO, path: str) -> Iterator[Deal]:
    """Yield the deals of a BDN or JSON file, verified against their hashes."""
    if not is_twin(file):
        yield from parse.deals(file)
        return
    for number, deal in enumerate(twin.load(file), 1):
        try:
            yield from parse.deals(BytesIO(text_of(deal).encode()))
        except PaperError as error:
            told = f"deal {number}, as BDN line {error.line}, column {error.column}"
            raise PaperError(f"{told}: {error.detail}", deal.line, 1) from error


def exported(path: str, books: Rulebooks, about: Mapping[str, str]) -> Iterator[Deal]:
    """Yield the deals of a file of any kind, with the tags `about` set.

    A deal of a journal has the tag Date if the table knew the time.
    """
    with opened(path) as file:
        if is_journal(file):
            if file.seek(0, os.SEEK_END) > _LARGEST:
                raise TableError("not-a-journal", f"{path} is not a journal: it is far too large")
            file.seek(0)
            image = open_image(file.read())
            yield from of_journal(image, path, books, about, date_of_evening)
            return
        for deal in _placed(file, path):
            if about:
                deal.tags |= about
                hashed(deal)
            yield deal


def _placed(file: BinaryIO, path: str) -> Iterator[Deal]:
    try:
        yield from written(file, path)
    except PaperError as error:
        raise error.of(path) from error


def with_results(deal: Deal, replay: Replayer) -> Deal:
    """Set a deal's result tags to the values that the engine computes; return the deal.

    Raise PaperError if the deal has an error.
    """
    if deal.is_dealt:
        played = replay.play(deal)
        deal.tags = {**deal.tags, **played.results, "Deal": deal.tags["Deal"]}
    return deal


def played(path: str, books: Rulebooks) -> Iterator[DealReplay]:
    """Yield the replayed deals of a BDN or JSON file; an error names the file."""
    with opened(path) as file:
        if is_journal(file):
            told = f"{path} is the image of a journal: convert it with marcoria export {path}"
            raise TableError("not-paper", told)
        yield from replayed(written(file, path), path, books)


def redeal(path: str, board: str = "", houses: tuple[str, ...] = ()) -> Redeal:
    """Return how a deal was dealt: the deal with number `board`, or the first if `board` is "".

    `houses` are the paths of house files. Raise TableError if the file does not have the deal.
    """
    return dealt(played(path, Rulebooks(houses)), path, board)
