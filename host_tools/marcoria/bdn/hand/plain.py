"""Plain text output for 78 columns; long titles and remarks are not wrapped."""

from marcoria.bdn.hand.facts import DealFacts, TrickFacts, card_name
from marcoria.game.card_picture import SUITS

_WIDTH = 78
_COLUMN = 26
_CALLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def draw(facts: DealFacts) -> str:
    """Return a deal as plain text."""
    board = facts.deal.tags.get("Board", "")
    say = facts.phrases
    deal = say("deal", number=board) if board else ""
    lines = [f"{facts.title:<{_WIDTH - len(deal)}}{deal}".rstrip(), facts.subtitle, ""]
    lines += _table(facts)
    if facts.calls:
        lines += ["", say("auction"), *_auction(facts)]
    if facts.tricks:
        lines += ["", f"{say('tricks')}: {say('legend')}", *_tricks(facts)]
    lines += ["", *_score(facts), facts.outcome]
    announced = [", ".join(facts.announced)] if facts.announced else []
    for key, texts in (
        ("announced", announced),
        ("proved", facts.offences),
        ("notes", facts.notes),
    ):
        if texts:
            lines += ["", say(key), *(f"  {text}" for text in texts)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _hand(facts: DealFacts, seat: int) -> list[str]:
    say = facts.phrases
    name = facts.names[seat] or say.seats[seat]
    dealer = f" ({say('dealer')})" if seat == facts.dealer else ""
    room = _COLUMN - 3 - len(dealer)
    lines = [f"{say.letters[seat]} {name[:room]}{dealer}"]
    if not any(facts.hands[seat]):
        return [*lines, say("not-known"), "", "", ""]
    void = "" if facts.unknown[seat] else "-"
    lines += [f"{SUITS[suit]} {facts.hands[seat][suit] or void}" for suit in (3, 2, 1, 0)]
    if facts.unknown[seat]:
        lines[-1] += f"   {say('unknown', count=facts.unknown[seat])}"
    return lines


def _table(facts: DealFacts) -> list[str]:
    """Return the hands as the players sit, with the contract between them."""
    empty = [""] * 5
    between = ["", _contract(facts), _taker(facts), _upcard(facts), ""]
    west, east = (_hand(facts, seat) if seat in facts.seats else empty for seat in (3, 1))
    rows = [
        *(("", line, "") for line in _hand(facts, 0)),
        *zip(west, between, east, strict=True),
        *(("", line, "") for line in _hand(facts, 2)),
    ]
    return ["".join(f"{cell:<{_COLUMN}}" for cell in row) for row in rows]


def _contract(facts: DealFacts) -> str:
    if not facts.contract:
        return facts.phrases("nobody-took")
    doubled = f" x{facts.factor}" if facts.factor > 1 else ""
    return f"  {_CALLS.get(facts.contract, facts.contract)}{doubled}"


def _taker(facts: DealFacts) -> str:
    if facts.taker < 0:
        return ""
    return f"  {facts.phrases('by', seat=facts.phrases.seats[facts.taker])}"


def _upcard(facts: DealFacts) -> str:
    if facts.upcard < 0:
        return ""
    return f"  {facts.phrases('turned-up')} {''.join(card_name(facts.upcard, facts.phrases))}"


def _auction(facts: DealFacts) -> list[str]:
    count = len(facts.order)
    said = _CALLS | {"pass": facts.phrases("pass")}
    words = [said.get(call, call) for _, call in facts.calls]
    rows = [words[at : at + count] for at in range(0, len(words), count)]
    heads = [facts.phrases.letters[seat] for seat in facts.order]
    return ["  " + "".join(f"{word:<10}" for word in row) for row in [heads, *rows]]


def _tricks(facts: DealFacts) -> list[str]:
    costs = facts.costs
    cell = 12 if costs else 8
    lines = ["     " + "".join(f"{facts.phrases.letters[seat]:<{cell}}" for seat in facts.order)]
    for number, trick in enumerate(facts.tricks, 1):
        line = f"{number:>3} "
        for seat in facts.order:
            told = _card(facts, trick, seat) if seat in trick.cards else ""
            line += (">" if seat == trick.leader else " ") + told.ljust(cell - 1)
        lines.append(line + (f"{trick.points:>4}" if trick.winner >= 0 else ""))
    return lines + (costs.notes(facts.phrases) if costs else [])


def _card(facts: DealFacts, trick: TrickFacts, seat: int) -> str:
    """Return a card, with "*" if it won the trick, and with its cost if the deal has costs."""
    card = trick.cards[seat]
    told = "".join(card_name(card, facts.phrases)) + "*" * (seat == trick.winner)
    return f"{told:<4} {facts.costs.told(card, '-')}" if facts.costs else told


def _score(facts: DealFacts) -> list[str]:
    if not facts.score:
        return []
    rows = [("", *facts.sides), *((facts.phrases(key), *both) for key, *both in facts.score)]
    width = max(len(word) for word, *_ in rows) + 1
    return [f"  {word:<{width}}{one:>7}{other:>7}" for word, one, other in rows]
