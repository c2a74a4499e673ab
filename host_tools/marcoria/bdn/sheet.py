"""Results for a spreadsheet, a deal a line."""

import csv
from collections.abc import Iterable
from typing import IO

from marcoria.bdn.document import Deal
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


def write(deals: Iterable[Deal], sink: IO[str]) -> None:
    """All deals; only numbers stand without quotes, and no text is taken for a formula."""
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
    """A number, or a text that no spreadsheet works out."""
    if text.isascii() and text.removeprefix("-").isdigit() and len(text) < 10:
        return int(text)
    return f"'{text}" if text.lstrip(" '\u00a0").startswith(_FORMULA) else text


def _sides(value: str) -> tuple[str, str]:
    found = [part.partition(":")[0] for part in value.upper().split()]
    two = len(found) == 2 and all(set(side) <= set(SEATS) for side in found)
    return (found[0], found[1]) if two else ("", "")


def _points(value: str, sides: tuple[str, str]) -> list[str | int]:
    found = dict(part.partition(":")[::2] for part in value.upper().split())
    return [cell(found.get(side, "")) if side else "" for side in sides]
