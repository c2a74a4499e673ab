"""Results of replayed deals, as a table, as JSON, or as an answer of `marcoria rules`."""

import json
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import IO

from marcoria.bdn import parse
from marcoria.bdn.files import played
from marcoria.bdn.model import PaperError
from marcoria.bdn.replay import DealReplay, Replayer
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.twin import deal_of
from marcoria.bdn.write import text_of
from marcoria.errors import TableError
from marcoria.game import rules
from marcoria.game.houses import ENDING

_IN_MEMORY = 1 << 20  # bytes of a result that are kept in memory; a larger one goes to disk
_ROW = "{:>5}  {:<6} {:<9} {:<13} {:<17} {:<17} {}"
_HEAD = ("deal", "dealer", "contract", "outcome", "score", "total", "offences")
_CONTRACT = {"2": " x2", "4": " x4", "8": " x8"}


def for_programs(path: str, books: Rulebooks, sink: IO[str]) -> None:
    """Replay all deals of the file `path`, and write the results to `sink` as one JSON object.

    Write nothing before all deals are verified. Until then the results are in a temporary file.
    """
    with tempfile.SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8") as kept:
        between = ""
        for one in played(path, books):
            kept.write(between + json.dumps(_facts(one), ensure_ascii=False))
            between = ", "
        kept.seek(0)
        sink.write('{"ok": true, "deals": [')
        shutil.copyfileobj(kept, sink)
        sink.write("]}\n")


def _facts(one: DealReplay) -> dict[str, object]:
    facts = one.answer()
    tags = one.deal.tags
    named = {tag.lower(): tags[tag] for tag in ("Board", "House") if tag in tags}
    return facts | named | ({"notes": one.deal.notes} if one.deal.notes else {})


def for_people(path: str, books: Rulebooks, tell: Callable[[str], None]) -> None:
    """Replay all deals of the file `path`, and call `tell` with each line of a table of results.

    The last line has the number of deals.
    """
    count = 0
    for count, one in enumerate(played(path, books), 1):
        if count == 1:
            tell(_ROW.format(*_HEAD))
        tell(_row(one, count).rstrip())
        for note in one.deal.notes:
            tell(f"{'':>5}  {note}")
    tell(f"{path}: {count} deal{'s' * (count != 1)}, all consistent with the cards")


def _row(one: DealReplay, count: int) -> str:
    results = one.results
    contract = results.get("Contract", "-")
    if contract != "-":
        contract += f" by {results['Taker']}{_CONTRACT.get(results.get('Factor', ''), '')}"
    number = one.deal.tags.get("Board", f"{count}")
    told = (results.get(tag, "-") for tag in ("Outcome", "Score", "Total"))
    offences = results.get("Offences", "")
    return _ROW.format(number, one.deal.tags.get("Dealer", "-"), contract, *told, offences)


def replay(fields: dict[str, object]) -> dict[str, object]:
    """Return the result of the deal in a request of `marcoria rules`.

    The deal is in the JSON form of BDN. Raise PaperError if the deal is wrong. If the error has a
    line and a column, they are those of the deal's BDN text.
    """
    if "deal" not in fields:
        raise TableError(
            "missing-field", "the field 'deal' is missing: give a deal in the JSON form of BDN"
        )
    deal = deal_of(fields["deal"])
    found = list(parse.deals(BytesIO(text_of(deal).encode())))
    if len(found) != 1 or not found[0].is_dealt:
        raise PaperError('this deal has no cards: "Deal" is missing')
    return Replayer(_books(fields.get("house"))).play(found[0]).answer()


def _books(house: object) -> Rulebooks:
    """Return the houses that come with the table, and the house of a file if `house` names one.

    Raise TableError if `house` is neither None nor the path of a house file.
    """
    if house is None:
        return _usual()
    if not isinstance(house, str) or not house.endswith(ENDING):
        raise TableError("bad-field", f"the field 'house' must be a file that ends in {ENDING}")
    return Rulebooks([house])


@cache
def _usual() -> Rulebooks:
    return Rulebooks()


OPS: rules.Ops = {**rules.OPS, "replay": replay}
