"""Download files from the page, and compute the score of a journal on CPython."""

from pathlib import Path

from marcoria.bdn.files import exported
from marcoria.bdn.replay import Replayer
from marcoria.bdn.rulebooks import Rulebooks
from page_hand import Hand


def downloaded(hand: Hand, name: str, folder: Path) -> Path:
    """Save a download of "See inside" (bdn, journal, display or table); return the file's path."""
    hand.open("inside")
    with hand.page.expect_download() as download:
        hand.activate(hand.page.locator(f'[data-take="{name}"]'))
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def score_of(image: Path) -> str:
    """Return the score at the end of a journal as the page writes it, such as "187:15".

    Return "0:0" if no deal has a score.
    """
    books = Rulebooks()
    replay = Replayer(books)
    deals = [replay.play(deal) for deal in exported(str(image), books, {}) if deal.is_dealt]
    counted = [deal for deal in deals if deal.telling.counts]
    return ":".join(map(str, counted[-1].telling.total())) if counted else "0:0"
