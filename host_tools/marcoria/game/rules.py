"""`marcoria rules`: answer JSON requests from a pipe, one on each line.

The field `op` of a request names the function that returns the answer. `OPS` has the functions of
this module, `marcoria.analysis.answers.OPS` has all functions.
docs/rules-pipe.md describes the fields.
"""

import json
from collections.abc import Callable
from typing import TextIO

from marcoria.errors import TableError
from marcoria.firmware.belote import choices
from marcoria.firmware.belote.auction import THROWN_IN, UNDECIDED, Auction
from marcoria.firmware.belote.audit import Audit
from marcoria.firmware.belote.match import Match
from marcoria.firmware.belote.melds import Meld, Melds
from marcoria.firmware.belote.trick import Trick, why
from marcoria.firmware.codes.game import (
    CONTRACTS,
    SEATS,
    Answers,
    Bids,
    Disciplines,
    Events,
    Phases,
    Totals,
    name_of,
)
from marcoria.game.masks import legal_cards, masks
from marcoria.game.names import CALLS, ENDINGS, OFFENCES, OUTCOMES
from marcoria.game.request import Request, RequestFields

# All calls, in the order in which an answer lists them.
_ALL_CALLS = (Bids.PASS, *range(len(CONTRACTS)), Bids.DOUBLE, Bids.REDOUBLE, Bids.THIRD)
_WORDS = {number: CALLS[number] for number in _ALL_CALLS}
_NUMBERS = {word.lower(): number for number, word in _WORDS.items()}
Op = Callable[[dict[str, object]], dict[str, object]]
Ops = dict[str, Op]

_KINDS = ("tierce", "quarte", "quint", "carre")
_BOM = "\ufeff"  # byte order mark, which some editors write at the beginning of a file


def answer(line: str, ops: Ops | None = None) -> dict[str, object]:
    """Return the answer to one request line; a TableError becomes an answer with its code.

    If `ops` is None, use `OPS`.
    """
    try:
        return {"ok": True, **_op(line, ops or OPS)}
    except TableError as error:
        return {"ok": False, "error": error.code, "detail": error.detail, **error.facts}


def serve(source: TextIO, sink: TextIO, ops: Ops) -> None:
    """Read requests from `source` until its end, and write one line of answer for each."""
    for line in source:
        found = answer(line, ops)
        sink.write(json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n")
        sink.flush()


def _op(line: str, ops: Ops) -> dict[str, object]:
    try:
        fields = json.loads(line.removeprefix(_BOM))
    except (ValueError, RecursionError) as error:
        raise TableError("bad-json", "this line is not JSON: write one object a line") from error
    if not isinstance(fields, dict):
        raise TableError("bad-json", "this line is JSON but not an object")
    if "op" not in fields:
        known = " ".join(ops)
        raise TableError("missing-field", f"the field 'op' is missing: choose one of {known}")
    op = fields["op"]
    if not isinstance(op, str) or op not in ops:
        raise TableError("unknown-op", f"'{op}' is no op: choose one of {' '.join(ops)}")
    return ops[op](fields)


def _trick(request: Request, most: int, least: int = 0) -> Trick:
    trick = Trick(request.house)
    trick.contract(request.contract)
    trick.start(request.seat("leader"))
    for card in request.cards("trick", most, least):
        trick.lay(card)
    return trick


def _legal(request: Request) -> dict[str, object]:
    trick = _trick(request, request.house.players - 1)
    cards = request.cards("hand", request.house.cards, least=1)
    request.once(cards + request.cards("trick", 4), "the trick and the hand")
    hand, legal = masks(cards), legal_cards(trick, cards)
    reasons = {}
    for card in cards:
        if card not in legal:
            broken = why(card, trick.led, trick.trump, trick.denies(card), hand)
            reasons[name_of(card)] = OFFENCES[broken]
    return {"legal": [name_of(card) for card in legal], "why": reasons}


def _winner(request: Request) -> dict[str, object]:
    trick = _trick(request, request.house.players, least=1)
    return {"seat": SEATS[trick.winner], "points": trick.points}


def _melds(request: Request) -> dict[str, object]:
    melds = Melds(request.house)
    leader = request.seat("leader")
    found: dict[str, list[dict[str, object]]] = {}
    for seat, hand in request.hands("hands").items():
        held = melds.find(seat, masks(hand), request.contract)
        found[SEATS[seat]] = [_meld(meld) for meld in held]
    score = [0, 0]
    melds.score(leader, score)
    return {"melds": found, "score": request.by_side(score)}


def _meld(meld: Meld) -> dict[str, object]:
    names = [name_of(card) for card in sorted(meld.cards(), reverse=True)]
    return {"kind": _KINDS[meld.kind], "cards": names, "points": meld.points}


def _deal(request: Request) -> dict[str, object]:
    hands = request.hands("hands")
    match = _begin(request)
    plays = _all_cards(request)
    _announce(match, hands, request.contract)
    _play(match, hands, plays, request.contract)
    score = match.score
    return {
        "cards": request.by_side(score.cards),
        "tricks": request.by_side(score.tricks),
        "melds": request.by_side(score.melds),
        "belote": request.by_side(score.belote),
        "outcome": OUTCOMES[score.outcome],
        "score": request.by_side(score.score),
        "hanging": score.hanging,
        "faults": _faults(match),
    }


def _end(request: Request) -> dict[str, object]:
    """Return points, winner and ending after a deal, and whether the match was a fani.

    Winner and ending are None if the match goes on. If a call-out ends the match, the cards after
    the call are not played.
    """
    hands = request.hands("hands")
    match = _begin(request)
    standing = match.standing
    match.totals[:2] = request.points("points")
    match.totals[Totals.POINTS] = request.number(
        "target", lambda n: 0 < n <= Totals.MOST_POINTS, f"1 to {Totals.MOST_POINTS}"
    )
    _announce(match, hands, request.contract)
    rest = request.cards("plays", 36)
    if "caller" in request.fields:
        rest = _call_out(request, match, hands, rest)
    if not standing.over():
        _all_cards(request)
        _play(match, hands, rest, request.contract)
        for seat in request.seats:
            match.apply(Events.CONFIRM, seat)
    over = standing.over()
    return {
        "points": request.by_side(match.totals[:2]),
        "winner": request.sides[standing.winner()] if over else None,
        "ending": ENDINGS[standing.ending()] if over else None,
        "fani": standing.fani(),
    }


def _call_out(
    request: Request, match: Match, hands: dict[int, list[int]], plays: list[int]
) -> list[int]:
    """Play the cards before a call-out, apply the call, and return the cards not played yet.

    Raise TableError if the player may not call out then.
    """
    caller = request.seat("caller")
    called = request.number("called", lambda n: 0 <= n <= len(plays), "0 to the length of 'plays'")
    _play(match, hands, plays[:called], request.contract)
    if match.phase != Phases.PLAY or 0 < match.apply(Events.CALL_OUT, caller) < Answers.NOTED:
        name = SEATS[caller]
        raise TableError("bad-field", f"{name} may not call out if 'called' is {called}")
    return plays[called:]


def _all_cards(request: Request) -> list[int]:
    """Return all cards of a deal in the order of play; raise TableError for a wrong number."""
    plays, count = request.cards("plays", 36), request.house.players * request.house.cards
    if len(plays) != count:
        raise TableError("wrong-count", f"'plays' has {len(plays)} cards and needs {count}")
    return plays


def _announce(match: Match, hands: dict[int, list[int]], contract: int) -> None:
    """Let each player announce all melds of his hand and show all his cards."""
    for seat, hand in hands.items():
        for meld in match.melds.find(seat, masks(hand), contract):
            match.apply(Events.MELD, seat, meld.kind)
        for card in hand:
            match.apply(Events.SHOW, seat, card)


def _play(match: Match, hands: dict[int, list[int]], plays: list[int], contract: int) -> None:
    """Play the cards; call belote for king and queen of trump held in one hand.

    Raise TableError for a card that is not in its player's hand.
    """
    for card in plays:
        seat = match.trick.seat
        if card not in hands[seat]:
            raise TableError(
                "impossible-play",
                f"{name_of(card)} is not in the hand of {SEATS[seat]}",
            )
        match.apply(Events.CARD, seat, card)
        trump = contract in (card >> 3, Bids.ALL_TRUMPS)
        if trump and card & 7 in (5, 6) and card ^ 3 in hands[seat]:
            match.apply(Events.BELOTE, seat)


def _faults(match: Match) -> list[dict[str, object]]:
    """Return the offences that the match noted, each with the play that broke the rule."""
    return [_fault(match.audit, one.play, one.code) for one in match.conduct.log]


def _fault(audit: Audit, play: int, code: int) -> dict[str, object]:
    return {
        "seat": SEATS[audit.seat[play]],
        "play": play,
        "card": name_of(audit.card[play]),
        "code": OFFENCES[code],
    }


def _begin(request: Request) -> Match:
    """Return a match in which the first card of the deal is to be led.

    The match has the discipline `warn`, under which offences cost nothing. The one exception is a
    false call-out: the caller's side loses the match.
    """
    leader = request.seat("leader")
    taker = request.seat("taker")
    factor, hanging = request.factor(), request.hanging()
    match = Match(request.house)
    dealer = leader - match.house.step & 3
    match.apply(Events.MATCH, dealer, request.house.mark)
    match.apply(Events.DISCIPLINE, dealer, Disciplines.WARN)
    match.apply(Events.DEAL, dealer)
    match.totals[Totals.HANGING] = hanging
    match.play.bottom = 1  # the bottom card counts as shown, so no offence is noted for it
    match.auction.taker = taker
    match.auction.factor = factor
    match.auction.contract = request.contract
    match.lead()
    return match


def _audit(request: Request) -> dict[str, object]:
    # Each offence: the play that proves it, the play that broke the rule, and the offence's code.
    found: list[tuple[int, int, int]] = []

    def note(seat: int, code: int, play: int, plays: int) -> None:
        found.append((plays - 1, play, code))

    audit = Audit(request.house, note)
    for seat, hand in request.some_hands("known").items():
        for card in hand:
            audit.show(seat, card)
    trick = Trick(request.house)
    trick.contract(request.contract)
    trick.start(request.seat("leader"))
    audit.trump = trick.trump
    for card in request.cards("plays", 32):
        _follow(audit, trick, card, request.house.players)
    return {
        "proofs": [
            _fault(audit, play, code) | {"proved_by": by} for by, play, code in sorted(found)
        ],
        "suspicion": _suspicion(audit, request.house.step, request.house.players),
    }


def _follow(audit: Audit, trick: Trick, card: int, players: int) -> None:
    """Add the next card to the audit and to the trick; after a complete trick, start a new one.

    Raise TableError if the player cannot have the card.
    """
    seat = trick.seat
    if audit.place(card) and not audit.had(seat, card):
        raise TableError("impossible-play", f"{name_of(card)} is known to be elsewhere")
    if not audit.left[seat]:
        raise TableError("wrong-count", f"{SEATS[seat]} has no card left at play {audit.plays}")
    audit.play(seat, card, trick.denies(card), trick.led if trick.count else card >> 3)
    trick.lay(card)
    if trick.count == players:
        trick.start(trick.winner)


def _suspicion(audit: Audit, step: int, players: int) -> dict[str, list[str]] | None:
    """Return the suspected seats in playing order from South, or None if there are none."""
    suspects = audit.suspects()
    order = [(2 + step * i) & 3 for i in range(players)]
    seats = [SEATS[seat] for seat in order if suspects >> seat & 1]
    return {"seats": seats} if suspects else None


def _bids(fields: dict[str, object]) -> dict[str, object]:
    """Return the state of an auction after the calls of the request."""
    request = RequestFields(fields)
    said = _calls(request)
    auction = _auction_after(request, said)
    legal = [] if auction.state != UNDECIDED else _legal_calls(request, said)
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


def _calls(request: RequestFields) -> list[tuple[int, int]]:
    """Return the calls of the request, each as seat and number."""
    found = []
    for one in request.field("calls", list):
        if not isinstance(one, list) or len(one) != 2 or not all(isinstance(w, str) for w in one):
            raise TableError("bad-field", 'a call is a list of two: ["S", "pass"]')
        call = _NUMBERS.get(one[1].lower(), -1)
        if call < 0:
            known = " ".join(_WORDS[number] for number in _ALL_CALLS)
            raise TableError("unknown-call", f"'{one[1]}' is no call: choose one of {known}")
        found.append((request.read_seat(one[0]), call))
    return found


def _new_auction(request: RequestFields) -> Auction:
    """Return an auction before its first call."""
    house = request.house
    auction = Auction(house)
    dealer = request.seat("dealer")
    second = request.field("thrown_in", int) if "thrown_in" in request.fields else 0
    if second not in (0, 1):
        raise TableError("bad-field", "the field 'thrown_in' must be 0 or 1")
    auction.start(house.after(dealer), _upsuit(request), second)
    return auction


def _upsuit(request: RequestFields) -> int:
    """Return the suit of the upcard, -1 in a house without an upcard."""
    if request.house.upcard == choices.UPCARD_NONE:
        return -1
    (card,) = request.read_cards([request.text("upcard")], "'upcard'", 1)
    return card >> 3


def _auction_after(request: RequestFields, said: list[tuple[int, int]]) -> Auction:
    """Return the auction after the calls; raise TableError at the first illegal one."""
    auction = _new_auction(request)
    for number, (seat, call) in enumerate(said):
        what = f"call {number}, {SEATS[seat]} {_WORDS[call]}"
        if auction.state != UNDECIDED:
            raise TableError("illegal-call", f"{what}: the bidding was over before it")
        if seat != auction.seat:
            turn = SEATS[auction.seat]
            raise TableError("illegal-call", f"{what}: it was the turn of {turn}")
        if auction.call(call):
            raise TableError("illegal-call", f"{what}: this call is not legal here")
    return auction


def _legal_calls(request: RequestFields, said: list[tuple[int, int]]) -> list[str]:
    """Return the legal next calls; each possible call is tried in a new auction."""
    return [_WORDS[call] for call in _ALL_CALLS if _auction_after(request, said).call(call) == 0]


def _of_cards(op: Callable[[Request], dict[str, object]]) -> Op:
    """Return a function that makes a `Request` of the fields and passes it to `op`."""
    return lambda fields: op(Request(fields))


OPS: Ops = {
    "legal": _of_cards(_legal),
    "winner": _of_cards(_winner),
    "melds": _of_cards(_melds),
    "deal": _of_cards(_deal),
    "end": _of_cards(_end),
    "audit": _of_cards(_audit),
    "bids": _bids,
}
