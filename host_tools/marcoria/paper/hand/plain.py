"""A hand as plain text, 78 columns wide."""

from codes.letters import SEATS
from marcoria.paper.hand.facts import NAMES, SUITS, Facts, card_name

_WIDTH = 78
_COLUMN = 26
_CALLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def draw(facts: Facts) -> str:
    """The text."""
    board = facts.deal.tags.get("Board", "")
    deal = f"Deal {board}" if board else ""
    lines = [f"{facts.title:<{_WIDTH - len(deal)}}{deal}".rstrip(), facts.subtitle, ""]
    lines += _table(facts)
    if facts.calls:
        lines += ["", "Auction", *_auction(facts)]
    if facts.tricks:
        lines += ["", "Tricks: > who led, * who took it", *_tricks(facts)]
    lines += ["", *_score(facts), facts.outcome]
    announced = [", ".join(facts.announced)] if facts.announced else []
    for word, texts in (
        ("Announced", announced),
        ("Proved", facts.offences),
        ("Notes", facts.notes),
    ):
        if texts:
            lines += ["", word, *(f"  {text}" for text in texts)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _hand(facts: Facts, seat: int) -> list[str]:
    name = facts.names[seat] or NAMES[seat]
    dealer = " (dealer)" if seat == facts.dealer else ""
    room = _COLUMN - 3 - len(dealer)
    lines = [f"{SEATS[seat]} {name[:room]}{dealer}"]
    if not any(facts.hands[seat]):
        return [*lines, "not known", "", "", ""]
    void = "" if facts.unknown[seat] else "-"
    lines += [f"{SUITS[suit]} {facts.hands[seat][suit] or void}" for suit in (3, 2, 1, 0)]
    if facts.unknown[seat]:
        lines[-1] += f"   and {facts.unknown[seat]} unknown"
    return lines


def _table(facts: Facts) -> list[str]:
    """The hands as the players sit, and the contract between them."""
    empty = [""] * 5
    between = ["", _contract(facts), _taker(facts), _upcard(facts), ""]
    west, east = (_hand(facts, seat) if seat in facts.seats else empty for seat in (3, 1))
    rows = [
        *(("", line, "") for line in _hand(facts, 0)),
        *zip(west, between, east, strict=True),
        *(("", line, "") for line in _hand(facts, 2)),
    ]
    return ["".join(f"{cell:<{_COLUMN}}" for cell in row) for row in rows]


def _contract(facts: Facts) -> str:
    if not facts.contract:
        return "nobody took"
    doubled = f" x{facts.factor}" if facts.factor > 1 else ""
    return f"  {_CALLS.get(facts.contract, facts.contract)}{doubled}"


def _taker(facts: Facts) -> str:
    return f"  by {NAMES[facts.taker]}" if facts.taker >= 0 else ""


def _upcard(facts: Facts) -> str:
    return f"  turned up {''.join(card_name(facts.upcard))}" if facts.upcard >= 0 else ""


def _auction(facts: Facts) -> list[str]:
    count = len(facts.order)
    words = [_CALLS.get(call, call) for _, call in facts.calls]
    rows = [words[at : at + count] for at in range(0, len(words), count)]
    heads = [SEATS[seat] for seat in facts.order]
    return ["  " + "".join(f"{word:<10}" for word in row) for row in [heads, *rows]]


def _tricks(facts: Facts) -> list[str]:
    lines = ["     " + "".join(f"{SEATS[seat]:<8}" for seat in facts.order)]
    for number, trick in enumerate(facts.tricks, 1):
        line = f"{number:>3} "
        for seat in facts.order:
            card = "".join(card_name(trick.cards[seat])) if seat in trick.cards else ""
            led = ">" if seat == trick.leader else " "
            line += led + f"{card}{'*' * (seat == trick.winner)}".ljust(7)
        lines.append(line + (f"{trick.points:>4}" if trick.winner >= 0 else ""))
    return lines


def _score(facts: Facts) -> list[str]:
    rows = [("", *facts.sides), *facts.score]
    return [f"  {word:<10}{one:>6}{other:>6}" for word, one, other in rows] if facts.score else []
