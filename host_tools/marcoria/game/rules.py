"""The rules on a pipe: one JSON request a line, one JSON answer a line.

Each `op` is a function from a checked request to an answer; docs/rules-pipe.md has the fields.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any, TextIO

from belote import cards as deck
from belote import melds as meld_codes
from belote.audit import Audit
from belote.match import Match
from belote.melds import Melds
from belote.trick import FREE, Trick, why
from codes import events, totals
from marcoria.errors import TableError
from marcoria.game.houses import open_house
from marcoria.game.wording import OFFENCES

_KINDS = ("tierce", "quarte", "quint", "carre")
_OUTCOMES = ("made", "failed", "litige", "capot", "reverse-capot", "scored")
_WARN = 1
_AUCTION = 2
_ALL_TRUMPS = 5
_CARRE_SUITS = (3, 2, 1, 0)


class Request:
    """A request whose fields are read with a clear error for each thing that may be wrong."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields
        self.house = open_house(self.text("house"))
        self.seats = [0, 1, 2, 3] if self.house.players == 4 else [0, 2]
        self.sides = ("NS", "EW") if self.house.players == 4 else ("N", "S")
        contract = self.text("contract").upper()
        if contract not in deck.CONTRACTS:
            raise TableError(
                "unknown-contract", f"'{contract}' is no contract: one of C D H S NT AT"
            )
        self.contract: int = deck.CONTRACTS.index(contract)

    def field(self, name: str, kind: type) -> Any:
        if name not in self.fields:
            raise TableError("missing-field", f"the field '{name}' is missing")
        value = self.fields[name]
        if not isinstance(value, kind) or isinstance(value, bool):
            words = {str: "a text", list: "a list", dict: "an object", int: "a whole number"}
            raise TableError("bad-field", f"the field '{name}' must be {words[kind]}")
        return value

    def text(self, name: str) -> str:
        text: str = self.field(name, str)
        return text

    def number(self, name: str, allowed: Callable[[int], bool], rule: str) -> int:
        number: int = self.field(name, int)
        if not allowed(number):
            raise TableError("bad-field", f"the field '{name}' must be {rule}, not {number}")
        return number

    def seat(self, name: str) -> int:
        return self.read_seat(self.text(name))

    def read_seat(self, text: str) -> int:
        seat = deck.SEATS.find(text.upper()) if len(text) == 1 else -1
        if seat not in self.seats:
            allowed = " ".join(deck.SEATS[seat] for seat in self.seats)
            raise TableError("unknown-seat", f"'{text}' is no seat of this house: {allowed}")
        return seat

    def cards(self, name: str, most: int) -> list[int]:
        return self.read_cards(self.field(name, list), f"'{name}'", most)

    def hands(self, name: str) -> dict[int, list[int]]:
        """A full hand for each seat."""
        hands = self.some_hands(name)
        size = self.house.cards
        for seat in self.seats:
            if len(hands.get(seat, [])) != size:
                held = len(hands.get(seat, []))
                raise TableError(
                    "wrong-count", f"{deck.SEATS[seat]} has {held} cards and needs {size}"
                )
        return hands

    def some_hands(self, name: str) -> dict[int, list[int]]:
        hands = {}
        for text, texts in self.field(name, dict).items():
            seat = self.read_seat(text)
            if not isinstance(texts, list):
                raise TableError("bad-field", f"the hand of {text} must be a list")
            hands[seat] = self.read_cards(texts, f"the hand of {text}", self.house.cards)
        everything = [card for hand in hands.values() for card in hand]
        self.once(everything, "the hands")
        return hands

    def read_cards(self, texts: list[Any], where: str, most: int) -> list[int]:
        cards = []
        for text in texts:
            card = deck.card(text) if isinstance(text, str) else -1
            if card < 0:
                raise TableError("unknown-card", f"'{text}' in {where} is no card: write 7S or TH")
            cards.append(card)
        if len(cards) > most:
            raise TableError("wrong-count", f"{where} has {len(cards)} cards; at most {most}")
        self.once(cards, where)
        return cards

    def once(self, cards: list[int], where: str) -> None:
        for card in cards:
            if cards.count(card) > 1:
                raise TableError("card-twice", f"{deck.name(card)} stands twice in {where}")

    def by_side(self, values: Iterable[int]) -> dict[str, int]:
        return dict(zip(self.sides, values, strict=True))


def answer(line: str) -> dict[str, Any]:
    """The answer to one line; an error is an answer too."""
    try:
        return {"ok": True, **_op(line)}
    except TableError as error:
        return {"ok": False, "error": error.code, "detail": error.detail}


def serve(source: TextIO, sink: TextIO) -> None:
    """Answers line by line until the end of input."""
    for line in source:
        sink.write(json.dumps(answer(line), ensure_ascii=False, separators=(",", ":")) + "\n")
        sink.flush()


def _op(line: str) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise TableError("bad-json", "this line is not JSON: one object a line") from error
    if not isinstance(fields, dict):
        raise TableError("bad-json", "this line is JSON but not an object")
    op = fields.get("op")
    if not isinstance(op, str) or op not in _OPS:
        raise TableError("unknown-op", f"'{op}' is no op: one of {' '.join(_OPS)}")
    return _OPS[op](Request(fields))


def _trick(request: Request, most: int) -> Trick:
    trick = Trick(request.house)
    trick.contract(request.contract)
    trick.start(request.seat("leader"))
    for card in request.cards("trick", most):
        trick.lay(card)
    return trick


def _mask(cards: Iterable[int]) -> bytearray:
    hand = bytearray(5)
    for card in cards:
        hand[card >> 3] |= 1 << (card & 7)
    return hand


def _legal(request: Request) -> dict[str, Any]:
    trick = _trick(request, request.house.players - 1)
    cards = request.cards("hand", request.house.cards)
    request.once(cards + request.cards("trick", 4), "the trick and the hand")
    hand = _mask(cards)
    may = trick.legal(hand)
    legal, reasons = [], {}
    for card in cards:
        if may & 1 << (card & 7) if may >> 8 & 7 == card >> 3 else may & FREE:
            legal.append(deck.name(card))
        else:
            broken = why(card, trick.led, trick.trump, trick.denies(card), hand)
            reasons[deck.name(card)] = OFFENCES[broken]
    return {"legal": legal, "why": reasons}


def _winner(request: Request) -> dict[str, Any]:
    trick = _trick(request, request.house.players)
    if not trick.count:
        raise TableError("wrong-count", "'trick' has no card: it needs at least one")
    return {"seat": deck.SEATS[trick.winner], "points": trick.points}


def _melds(request: Request) -> dict[str, Any]:
    melds = Melds(request.house)
    trick = Trick(request.house)
    leader = request.seat("leader")
    found: dict[str, list[dict[str, Any]]] = {}
    for seat, hand in request.hands("hands").items():
        melds.find(seat, _mask(hand), request.contract)
        found[deck.SEATS[seat]] = [
            _meld(meld) for meld in melds.of[seat * 3 : seat * 3 + 3] if meld
        ]
    score = [0, 0]
    melds.score(leader, trick.step, 0 if request.house.players == 4 else 1, score)
    return {"melds": found, "score": request.by_side(score)}


def _meld(meld: int) -> dict[str, Any]:
    kind = meld_codes.kind(meld)
    if kind == 3:
        held = [suit << 3 | meld >> 2 & 7 for suit in _CARRE_SUITS]
    else:
        top = meld >> 3 & 7
        held = [(meld & 3) << 3 | rank for rank in range(top, top - kind - 3, -1)]
    names = [deck.name(card) for card in held]
    return {"kind": _KINDS[kind], "cards": names, "points": meld_codes.points(meld)}


def _deal(request: Request) -> dict[str, Any]:
    house = request.house
    hands = request.hands("hands")
    leader = request.seat("leader")
    taker = request.seat("taker")
    factors = (1, 2, 4, 8) if house.bidding == _AUCTION else (1,)
    factor = request.number("factor", factors.__contains__, " or ".join(map(str, factors)))
    hanging = request.number("hanging", lambda n: 0 <= n < 1 << 20, "0 or more")
    plays = request.cards("plays", 36)
    if len(plays) != house.players * house.cards:
        raise TableError(
            "wrong-count",
            f"'plays' has {len(plays)} cards and needs {house.players * house.cards}",
        )
    match = _begin(request, leader, taker, factor, hanging)
    for seat, hand in hands.items():
        mask = _mask(hand)
        match.melds.find(seat, mask, request.contract)
        for meld in match.melds.of[seat * 3 : seat * 3 + 3]:
            if meld:
                match.apply(events.MELD, seat, meld_codes.kind(meld))
        for card in hand:
            match.apply(events.SHOW, seat, card)
    for card in plays:
        seat = match.trick.seat
        if card not in hands[seat]:
            raise TableError(
                "impossible-play", f"{deck.name(card)} is not in the hand of {deck.SEATS[seat]}"
            )
        match.apply(events.CARD, seat, card)
        trump = request.contract in (card >> 3, _ALL_TRUMPS)
        if trump and card & 7 in (5, 6) and card ^ 3 in hands[seat]:
            match.apply(events.BELOTE, seat)
    score = match.score
    return {
        "cards": request.by_side(score.cards),
        "tricks": request.by_side(score.tricks),
        "melds": request.by_side(score.melds),
        "belote": request.by_side(score.belote),
        "outcome": _OUTCOMES[score.outcome],
        "score": request.by_side(score.score),
        "hanging": score.hanging,
        "faults": [
            {
                "seat": deck.SEATS[match.audit.seat[play]],
                "play": play,
                "card": deck.name(match.audit.card[play]),
                "code": OFFENCES[code],
            }
            for code, play in zip(
                match.log[: match.logged * 4 : 4], match.log[2 : match.logged * 4 : 4], strict=True
            )
        ],
    }


def _begin(request: Request, leader: int, taker: int, factor: int, hanging: int) -> Any:
    """A match in which `taker` has just got the contract; nothing costs anything."""
    match = Match(request.house)
    dealer = leader - match.step & 3
    match.apply(events.MATCH, dealer, request.house.mark)
    match.apply(events.DISCIPLINE, dealer, _WARN)
    match.apply(events.DEAL, dealer)
    match.totals[totals.HANGING] = hanging
    match.auction.taker = taker
    match.auction.factor = factor
    match.auction.contract = request.contract
    match.play()
    return match


def _audit(request: Request) -> dict[str, Any]:
    found: list[tuple[int, int, int, int]] = []

    def note(seat: int, code: int, play: int) -> None:
        found.append((audit.plays - 1, play, seat, code))

    audit = Audit(request.house, note)
    trick = Trick(request.house)
    trick.contract(request.contract)
    audit.trump = trick.trump
    trick.start(request.seat("leader"))
    for seat, hand in request.some_hands("known").items():
        for card in hand:
            audit.show(seat, card)
    for card in request.cards("plays", 32):
        seat = trick.seat
        if audit.place(card) and not audit.had(seat, card):
            raise TableError("impossible-play", f"{deck.name(card)} is known to be elsewhere")
        if not audit.left[seat]:
            raise TableError(
                "wrong-count", f"{deck.SEATS[seat]} has no card left at play {audit.plays}"
            )
        audit.play(seat, card, trick.denies(card), trick.led if trick.count else card >> 3)
        trick.lay(card)
        if trick.count == request.house.players:
            trick.start(trick.winner)
    suspects = audit.suspects()
    order = [(2 + trick.step * i) & 3 for i in range(request.house.players)]
    return {
        "proofs": [
            {
                "seat": deck.SEATS[seat],
                "play": play,
                "card": deck.name(audit.card[play]),
                "code": OFFENCES[code],
                "proved_by": by,
            }
            for by, play, seat, code in sorted(found)
        ],
        "suspicion": {"seats": [deck.SEATS[seat] for seat in order if suspects >> seat & 1]}
        if suspects
        else None,
    }


_OPS: dict[str, Callable[[Request], dict[str, Any]]] = {
    "legal": _legal,
    "winner": _winner,
    "melds": _melds,
    "deal": _deal,
    "audit": _audit,
}
