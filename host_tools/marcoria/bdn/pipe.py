"""The question `replay` on the rules pipe: a whole deal, as the JSON twin of BDN has it."""

from functools import cache
from io import BytesIO

from marcoria.bdn import reading
from marcoria.bdn.faults import PaperError
from marcoria.bdn.replaying import Replay
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.twin import deal_of
from marcoria.bdn.writing import text_of
from marcoria.errors import TableError
from marcoria.game import rules
from marcoria.game.houses import ENDING


def replay(fields: dict[str, object]) -> dict[str, object]:
    """What the cards make of a deal. Places in an error are those of its BDN."""
    if "deal" not in fields:
        raise TableError("missing-field", "the field 'deal' is missing: a deal as in docs/bdn.md")
    deal = deal_of(fields["deal"])
    found = list(reading.deals(BytesIO(text_of(deal).encode())))
    if len(found) != 1 or not found[0].is_dealt:
        raise PaperError('this deal has no cards: "Deal" is missing')
    return Replay(_books(fields.get("house"))).play(found[0]).answer()


def _books(house: object) -> Rulebooks:
    """The houses that are known, and one of a file."""
    if house is None:
        return _usual()
    if not isinstance(house, str) or not house.endswith(ENDING):
        raise TableError("bad-field", f"the field 'house' must be a file that ends in {ENDING}")
    return Rulebooks([house])


@cache
def _usual() -> Rulebooks:
    return Rulebooks()


OPS: rules.Ops = {**rules.OPS, "replay": replay}
