"""Layout of one deal on one page, independent of the output format."""

from marcoria.bdn.hand.facts import DealFacts, TrickFacts, card_name
from marcoria.bdn.hand.page import (
    GREY,
    HEIGHT,
    INK,
    RED,
    RULE,
    SHADE,
    WHITE,
    WIDTH,
    PrintedPage,
    fitting,
    lines_of,
    shortened,
    width_of,
)
from marcoria.firmware.codes.game import CONTRACTS
from marcoria.game.card_picture import SUITS

_LEFT, _RIGHT = 10.0, WIDTH - 10.0
_MIDDLE = WIDTH / 2
_HAND = 36.0  # width of a hand, mm
_PLACES = {0: (56.0, 27.5), 3: (_LEFT, 54.5), 1: (102.0, 54.5), 2: (56.0, 81.5)}
_ROW = 4.4
_TOP = 111.0  # y of the headings of tricks and score
_TRICK = 5.4
_LINE, _BETWEEN = 3.8, 1.6  # height of a line of the remarks, and space between remarks
_WORDS = {"double": "×2", "redouble": "×4", "third": "×8"}
_BOLD = ("this-deal", "total")


def page_of(facts: DealFacts) -> PrintedPage:
    """Return the page of a deal."""
    page = PrintedPage(f"{facts.title}: {facts.subtitle}")
    _head(page, facts)
    _auction(page, facts)
    for seat in facts.seats:
        _hand(page, facts, seat)
    _contract(page, facts)
    end = max(_tricks(page, facts), _score(page, facts))
    _remarks(page, facts, end + 7)
    _foot(page, facts)
    return page


def _head(page: PrintedPage, facts: DealFacts) -> None:
    board = facts.deal.tags.get("Board", "")
    if board:
        deal = facts.phrases("deal", number=shortened(board, 13, 30))
        page.text(_RIGHT, 15, deal, 13, True, centre=1)
    page.text(_LEFT, 15, shortened(facts.title, 13, 92, True), 13, True)
    page.text(_LEFT, 19.6, shortened(facts.subtitle, 8, _RIGHT - _LEFT), 8, colour=GREY)
    page.line(_LEFT, 21.6, _RIGHT, 21.6, 0.35, INK)


def _hand(page: PrintedPage, facts: DealFacts, seat: int) -> None:
    x, y = _PLACES[seat]
    say = facts.phrases
    name = facts.names[seat] or say.seats[seat]
    end = page.text(x, y, say.letters[seat], 10, True)
    room = _HAND - 4 - (seat == facts.dealer) * (width_of(say("dealer"), 6.5) + 1.6)
    end = page.text(end + 1.6, y, shortened(name, 9, room), 9, colour=INK)
    if seat == facts.dealer:
        page.text(end + 1.6, y, say("dealer"), 6.5, colour=GREY)
    page.line(x, y + 1.1, x + _HAND, y + 1.1, 0.15, RULE)
    if not any(facts.hands[seat]):
        page.text(x, y + 5.4, say("not-known"), 8.5, colour=GREY)
        return
    void = "" if facts.unknown[seat] else "–"
    ends = {}  # x of the end of each row, by the y of the row
    for row, suit in enumerate((3, 2, 1, 0)):
        below = y + 5.4 + row * _ROW
        page.text(x, below, SUITS[suit], 10, False, RED if suit in (1, 2) else INK)
        ends[below] = page.text(x + 4.6, below, facts.hands[seat][suit] or void, 10)
    if facts.unknown[seat]:
        more = say("unknown", count=facts.unknown[seat])
        left = x + _HAND - width_of(more, 6.5)
        # Use the lowest row with enough room; a hand with unknown cards has a short row.
        below = max(below for below, end in ends.items() if end <= left)
        page.text(left, below, more, 6.5, colour=GREY)


def _contract(page: PrintedPage, facts: DealFacts) -> None:
    """Draw contract, taker and upcard between the hands."""
    page.box(_MIDDLE - 17, 53.0, 34, 20, 2.4, WHITE, 0.3)
    if not facts.contract:
        page.text(_MIDDLE, 64.4, facts.phrases("nobody-took"), 9, colour=GREY, centre=0.5)
        _upcard(page, facts, 69.6)
        return
    doubled = f" ×{facts.factor}" if facts.factor > 1 else ""
    suit = CONTRACTS.index(facts.contract)
    if suit < 4:
        red = suit in (1, 2)
        page.text(_MIDDLE, 62, SUITS[suit] + doubled, 22, False, RED if red else INK, 0.5)
    else:
        called = facts.phrases.suitless[suit - 4] + doubled
        page.text(_MIDDLE, 61.4, shortened(called, 11, 32, True), 11, True, INK, 0.5)
    by = facts.phrases("by", seat=facts.phrases.seats[facts.taker])
    page.text(_MIDDLE, 66, by, 8, colour=INK, centre=0.5)
    _upcard(page, facts, 70)


def _upcard(page: PrintedPage, facts: DealFacts, y: float) -> None:
    if facts.upcard >= 0:
        suit, rank = card_name(facts.upcard, facts.phrases)
        told = f"{facts.phrases('turned-up')} "
        left = _MIDDLE - (width_of(told, 7) + 4) / 2
        page.card(page.text(left, y, told, 7, colour=GREY), y, suit, rank, 7)


def _auction(page: PrintedPage, facts: DealFacts) -> None:
    """Draw the calls in the upper left corner, one column for each seat."""
    width = 40.0 / len(facts.order)
    size = 8 if len(facts.calls) <= 5 * len(facts.order) else 6
    step = size * 0.48
    for column, seat in enumerate(facts.order):
        page.text(_LEFT + column * width, 27, facts.phrases.letters[seat], 8, True)
    page.line(_LEFT, 28.1, _LEFT + 40, 28.1, 0.15, RULE)
    for number, (_, call) in enumerate(facts.calls):
        row, column = divmod(number, len(facts.order))
        x, y = _LEFT + column * width, 32 + row * step
        if call in ("C", "D", "H", "S"):
            suit = "CDHS".index(call)
            page.text(x, y, SUITS[suit], size + 1, False, RED if suit in (1, 2) else INK)
        else:
            grey = call == "pass"
            said = facts.phrases("pass") if grey else _WORDS.get(call, call)
            page.text(x, y, said, size, not grey, GREY if grey else INK)


def _tricks(page: PrintedPage, facts: DealFacts) -> float:
    """Draw a row for each trick and a column for each seat; return the y of the end.

    The winner's card has a grey background, and an arrow is before the leader's card. If the deal
    has costs, the cost of a card is at its right.
    """
    columns = len(facts.order)
    width = (17.0 if facts.costs else 15.5) if columns == 4 else 22.0
    right = _LEFT + 7 + columns * width + (8 if facts.costs else 11)
    tricks = facts.phrases("tricks")
    page.text(_LEFT, _TOP, tricks, fitting(tricks, 9, 10.6, True), True)
    for column, seat in enumerate(facts.order):
        letter = facts.phrases.letters[seat]
        page.text(_LEFT + 11.2 + column * width, _TOP, letter, 8, True, GREY)
    page.line(_LEFT, _TOP + 1.4, right, _TOP + 1.4, 0.3, INK)
    y = _TOP + 1.4
    for number, trick in enumerate(facts.tricks, 1):
        y += _TRICK
        page.text(_LEFT + 2, y - 1.5, f"{number}", 7.5, colour=GREY, centre=0.5)
        for column, seat in enumerate(facts.order):
            if seat in trick.cards:
                _laid(page, facts, trick, seat, (_LEFT + 7 + column * width, y, width))
        if trick.winner >= 0:
            page.text(right, y - 1.5, f"{trick.points}", 7.5, colour=GREY, centre=1)
        page.line(_LEFT, y, right, y, 0.1, RULE)
    if not facts.tricks:
        page.text(_LEFT, y + 5, facts.phrases("no-card"), 8.5, colour=GREY)
    for note in facts.costs.notes(facts.phrases) if facts.costs else []:
        for line in lines_of(note, 7, right - _LEFT):
            y += 3.6
            page.text(_LEFT, y, line, 7, colour=GREY)
    return y


def _laid(
    page: PrintedPage,
    facts: DealFacts,
    trick: TrickFacts,
    seat: int,
    place: tuple[float, float, float],
) -> None:
    """Draw the card of a seat in a trick.

    `place` has x and y of the lower left corner of the card's cell, and the cell's width.
    """
    x, y, width = place
    card, won = trick.cards[seat], seat == trick.winner
    if won:
        page.box(x + 2.4, y - 4.9, width - 3.4, _TRICK - 0.7, 1, SHADE, 0.2)
    if seat == trick.leader:
        page.text(x - 0.2, y - 1.4, "▸", 8, colour=INK)
    end = page.card(x + 4.2, y - 1.4, *card_name(card, facts.phrases), 9.5, won)
    if facts.costs:
        cost, right = facts.costs.told(card, "–"), x + width - 1.7
        page.text(right, y - 1.4, cost, fitting(cost, 7.5, right - end - 0.5), centre=1)


def _score(page: PrintedPage, facts: DealFacts) -> float:
    """Draw the score of both sides and the outcome; return the y of the end."""
    left, first, second = 99.0, 123.5, _RIGHT
    score = facts.phrases("score")
    room = first - left - width_of(facts.sides[0], 8, True) - 1.5
    page.text(left, _TOP, score, fitting(score, 9, room, True), True)
    page.text(first, _TOP, facts.sides[0], 8, True, GREY, 1)
    page.text(second, _TOP, facts.sides[1], 8, True, GREY, 1)
    page.line(left, _TOP + 1.4, _RIGHT, _TOP + 1.4, 0.3, INK)
    y = _TOP + 1.4
    for key, one, other in facts.score:
        bold = key in _BOLD
        y += 4.9
        word = facts.phrases(key)
        room = first - left - width_of(one, 9, bold) - 1.5
        page.text(left, y - 1.2, word, fitting(word, 8.5, room, bold), bold)
        page.text(first, y - 1.2, one, 9, bold, centre=1)
        page.text(second, y - 1.2, other, 9, bold, centre=1)
        page.line(left, y, _RIGHT, y, 0.3 if bold else 0.1, INK if bold else RULE)
    y += 1.2
    for line in lines_of(facts.outcome, 8.5, _RIGHT - left):
        y += 3.9
        page.text(left, y, line, 8.5)
    return y


def _remarks(page: PrintedPage, facts: DealFacts, y: float) -> None:
    """Draw announcements, offences and notes, from `y` downwards.

    Shorten each of these parts if necessary, so that the next parts have room for a line.
    """
    said = [", ".join(facts.announced)] if facts.announced else []
    parts = [("announced", said), ("proved", facts.offences), ("notes", facts.notes)]
    parts = [(facts.phrases(key), texts) for key, texts in parts if texts]
    for after, (word, texts) in enumerate(parts, 1 - len(parts)):
        lines = [line for text in texts for line in lines_of(text, 8, _RIGHT - _LEFT - 22)]
        room = max(int((HEIGHT - 14 - y + after * (_BETWEEN + _LINE)) / _LINE), 1)
        if len(lines) > room:
            lines = [*lines[: room - 1], facts.phrases("more", count=len(lines) - room + 1)]
        page.text(_LEFT, y, word, 8, True)
        for line in lines:
            page.text(_LEFT + 22, y, line, 8)
            y += _LINE
        y += _BETWEEN


def _foot(page: PrintedPage, facts: DealFacts) -> None:
    tags = facts.deal.tags
    told = [f"BDN {tags.get('BDN', '1.0')}", f"{tags.get('House', '')} {tags.get('Mark', '')}"]
    told += [f"hash {facts.deal.hash[-8:]}"] if facts.deal.hash else []
    page.line(_LEFT, HEIGHT - 11.5, _RIGHT, HEIGHT - 11.5, 0.1, RULE)
    page.text(_LEFT, HEIGHT - 8.4, "  ·  ".join(told), 6.5, colour=GREY)
    page.text(_RIGHT, HEIGHT - 8.4, "Marcoria", 6.5, colour=GREY, centre=1)
