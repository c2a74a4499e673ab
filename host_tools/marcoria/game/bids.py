"""The question `bids` on the rules pipe: who speaks next, and what may be said."""

from marcoria.errors import TableError
from marcoria.firmware.belote import choices
from marcoria.firmware.belote.auction import THROWN_IN, UNDECIDED, Auction
from marcoria.firmware.codes.game import CONTRACTS, SEATS, Bids
from marcoria.game.request import Fields
from marcoria.game.wording import CALLS

# In the order in which they are answered.
_SAID = (Bids.PASS, *range(len(CONTRACTS)), Bids.DOUBLE, Bids.REDOUBLE, Bids.THIRD)
_WORDS = {number: CALLS[number] for number in _SAID}
_NUMBERS = {word.lower(): number for number, word in _WORDS.items()}


def bids(fields: dict[str, object]) -> dict[str, object]:
    """Where an auction stands after these calls."""
    request = Fields(fields)
    said = _calls(request)
    auction = _after(request, said)
    legal = [] if auction.state != UNDECIDED else _legal(request, said)
    over = auction.state != UNDECIDED
    bid = auction.contract >= 0 and auction.state != THROWN_IN
    return {
        "turn": None if over else SEATS[auction.seat],
        "legal": legal,
        "contract": CONTRACTS[auction.contract] if bid else None,
        "taker": SEATS[auction.taker] if bid else None,
        "factor": auction.factor,
        "over": over,
    }


def _calls(request: Fields) -> list[tuple[int, int]]:
    """Who has said what."""
    found = []
    for one in request.field("calls", list):
        if not isinstance(one, list) or len(one) != 2 or not all(isinstance(w, str) for w in one):
            raise TableError("bad-field", 'a call is a list of two: ["S", "pass"]')
        call = _NUMBERS.get(one[1].lower(), -1)
        if call < 0:
            known = " ".join(_WORDS[number] for number in _SAID)
            raise TableError("unknown-call", f"'{one[1]}' is no call: one of {known}")
        found.append((request.read_seat(one[0]), call))
    return found


def _begun(request: Fields) -> Auction:
    """An auction in which nobody has spoken."""
    house = request.house
    auction = Auction(house)
    dealer = request.seat("dealer")
    second = request.field("thrown_in", int) if "thrown_in" in request.fields else 0
    if second not in (0, 1):
        raise TableError("bad-field", "the field 'thrown_in' must be 0 or 1")
    auction.start(house.after(dealer), _upsuit(request), second)
    return auction


def _upsuit(request: Fields) -> int:
    """The suit of the card turned up, where there is one."""
    if request.house.upcard == choices.UPCARD_NONE:
        return -1
    (card,) = request.read_cards([request.text("upcard")], "'upcard'", 1)
    return card >> 3


def _after(request: Fields, said: list[tuple[int, int]]) -> Auction:
    """The auction after these calls; TableError at the first that could not be."""
    auction = _begun(request)
    for number, (seat, call) in enumerate(said):
        what = f"call {number}, {SEATS[seat]} {_WORDS[call]}"
        if auction.state != UNDECIDED:
            raise TableError("illegal-call", f"{what}: the bidding was over before it")
        if seat != auction.seat:
            turn = SEATS[auction.seat]
            raise TableError("illegal-call", f"{what}: it was the turn of {turn}")
        if auction.call(call):
            raise TableError("illegal-call", f"{what}: that cannot be said there")
    return auction


def _legal(request: Fields, said: list[tuple[int, int]]) -> list[str]:
    """What the next one may say: each call is tried."""
    return [_WORDS[call] for call in _SAID if _after(request, said).call(call) == 0]
