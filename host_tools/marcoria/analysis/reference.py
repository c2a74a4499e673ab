"""Reference solver in Python, which is short and slow.

The tests compare the solver in JavaScript with this solver. If node is not installed, this solver
answers instead. Inside the search, a card is `suit << 3 | strength`, and a hand is a mask of 32
such cards. Positions and the result of `cards` have the cards of the engine. All results are those
of side 0: side 0 plays for a high result, and side 1 plays for a low result.
"""

from collections.abc import Callable, Iterator

from marcoria.analysis.position import Position
from marcoria.analysis.tables import ScoreTable, Tables
from marcoria.firmware.belote import duties

_NO_SUIT = 4
_BYTE = 255
_BOTH = 3
_LIMIT = 1 << 20  # larger than all points and scores


class OpenTrick:
    """The trick under way, reduced to what the search needs.

    `cut` says whether a trump lies in a trick of another suit. `up` is the mask of strengths that
    beat the highest card of the led suit. `top` is the mask of strengths that beat the highest
    trump if `cut` is set.
    """

    def __init__(self, leader: int) -> None:
        self.seat = self.winner = leader
        self.led = _NO_SUIT
        self.up = self.top = self.points = self.count = 0
        self.cut = False
        self.cards = 0  # mask of its cards

    def after(self, tables: Tables, card: int, points: int) -> "OpenTrick":
        """Return the trick with one more card, which is worth `points`."""
        new = OpenTrick(self.winner)
        new.led, new.up, new.cut, new.top = self.led, self.up, self.cut, self.top
        suit, strength = card >> 3, card & 7
        above = _BYTE & _BYTE << strength + 1
        if self.led == _NO_SUIT:
            new.led, new.up = suit, above
        elif suit == self.led:
            if self.up >> strength & 1:
                new.up = above
                if not self.cut:
                    new.winner = self.seat
        elif suit == tables.trump and (not self.cut or self.top >> strength & 1):
            new.cut, new.top, new.winner = True, above, self.seat
        new.seat = self.seat + tables.step & 3
        new.points = self.points + points
        new.count = self.count + 1
        new.cards = self.cards | 1 << card
        return new


class ReferenceSolver:
    """Solver for one house and contract."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._shift = 0 if tables.players == 4 else 1
        self._inner = {
            suit << 3 | rank: suit << 3 | tables.strength[suit][rank]
            for suit in range(4)
            for rank in range(8)
        }
        self._outer = {inner: card for card, inner in self._inner.items()}
        self._points = {
            self._inner[card]: tables.points[card >> 3][card & 7] for card in self._inner
        }
        # Cache with a lower and an upper bound for each position at the beginning of a trick. They
        # are bounds of the points that side 0 still wins. With a score table they are bounds of
        # side 0's result at the end of the deal.
        self._known: dict[tuple[int, ...], tuple[int, int]] = {}
        self._hands = [0, 0, 0, 0]
        self._score: ScoreTable | None = None

    # --- interface --------------------------------------------------------------------------

    def value(self, position: Position, score: ScoreTable | None = None) -> int:
        """Return side 0's points from a position on, with best play of both sides.

        With a score table of this position, return side 0's score minus that of side 1.
        """
        trick, flag = self._place(position, score)
        return self._search(trick, 0, flag, -_LIMIT, _LIMIT)

    def cards(self, position: Position, score: ScoreTable | None = None) -> dict[int, int]:
        """Return for each legal card what `value` would return if no other card were legal."""
        trick, flag = self._place(position, score)
        return {
            self._outer[card]: self._after(trick, card, 0, flag, -_LIMIT, _LIMIT)
            for card in _cards(self._legal(trick))
        }

    # --- search -----------------------------------------------------------------------------

    def _place(self, position: Position, score: ScoreTable | None) -> tuple[OpenTrick, int]:
        """Store hands and score table; return the trick under way and the flag.

        Bit 0 of a flag says whether side 0 has taken a trick, bit 1 whether side 1 has. Without a
        score table both bits are set, and nothing depends on them.
        """
        if score != self._score:
            self._known.clear()
        self._score = score
        for seat, hand in enumerate(position.hands):
            self._hands[seat] = sum(1 << self._inner[card] for card in hand)
        trick = OpenTrick(position.leader)
        for card in position.trick:
            inner = self._inner[card]
            trick = trick.after(self.tables, inner, self._points[inner])
        return trick, score.flag if score else _BOTH

    def _search(self, trick: OpenTrick, won: int, flag: int, low: int, high: int) -> int:
        """Return side 0's result at the end of the deal, with best play from a turn on.

        `won` are side 0's points since the search began. The result is exact if it is between
        `low` and `high`. If it is `low` or less, the true result is at most that. If it is `high`
        or more, the true result is at least that.
        """
        score = self._score
        if not any(self._hands):
            return score.of(won, flag) if score else won
        # The points still to win do not depend on the points won before, but a score does. So with
        # a score table, `won` and `flag` are part of the key.
        key = (*self._hands, trick.seat) + ((won, flag) if score else ())
        had = 0 if score else won
        least, most = -_LIMIT, _LIMIT
        if not trick.count:
            least, most = self._known.get(key, (least, most))
            if had + least >= high or least == most:
                return had + least
            if had + most <= low:
                return had + most
        wants_many = not trick.seat >> self._shift & 1
        best = -_LIMIT if wants_many else _LIMIT
        alpha, beta = low, high
        for card in self._promising(trick):
            value = self._after(trick, card, won, flag, alpha, beta)
            if wants_many:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        if not trick.count:
            least = best - had if best > low else least
            most = best - had if best < high else most
            self._known[key] = least, most
        return best

    def _after(self, trick: OpenTrick, card: int, won: int, flag: int, low: int, high: int) -> int:
        """Return side 0's result after a card, as `_search` does."""
        tables, seat = self.tables, trick.seat
        new = trick.after(tables, card, self._points[card])
        self._hands[seat] ^= 1 << card
        if new.count == tables.players:
            points = new.points if self._all() else new.points + tables.last
            side = new.winner >> self._shift & 1
            flag |= 1 << side
            won += 0 if side else points
            new = OpenTrick(new.winner)
        value = self._search(new, won, flag, low, high)
        self._hands[seat] ^= 1 << card
        return value

    def _all(self) -> int:
        """Return the cards of all hands."""
        a, b, c, d = self._hands
        return a | b | c | d

    def _legal(self, trick: OpenTrick) -> int:
        """Return a mask of the cards that the next player may play."""
        tables, own = self.tables, self._hands[trick.seat]
        if trick.led == _NO_SUIT:
            return own
        held = tables.players == 4 and trick.winner ^ trick.seat == 2
        shift = 8 * trick.led
        suit = own >> shift & _BYTE
        if suit:
            owes = tables.follow[held + 2 * tables.high[trick.led]]
            able = suit & trick.up if owes & duties.RISE else 0
            return (able or (suit & -suit if owes & duties.OWES_LOWEST else suit)) << shift
        if tables.trump == _NO_SUIT:
            return own
        shift = 8 * tables.trump
        trumps = own >> shift & _BYTE
        owes = tables.void[held * 2 + trick.cut]
        over = trick.top if owes & duties.HIGHER else _BYTE if owes & duties.ANY else 0
        if trumps & over:
            free = own & ~(_BYTE << shift) if owes & duties.HEIGHT_ONLY else 0
            return free | (trumps & over) << shift
        if trumps and owes & duties.UNDER:
            return (trumps & -trumps if owes & duties.UNDER_LOWEST else trumps) << shift
        return own

    def _promising(self, trick: OpenTrick) -> list[int]:
        """Return the cards worth a try, the most promising first.

        Two cards of a suit with the same points are equally good if no card that ranks between
        them is in another hand or in the trick. Return only one of such cards.
        """
        legal = self._legal(trick)
        others = (self._all() ^ self._hands[trick.seat]) | trick.cards
        found = []
        last = -1
        for card in _cards(legal):
            between = others >> last + 1 & (1 << card - last - 1) - 1 if last >= 0 else 0
            same = last >= 0 and last >> 3 == card >> 3 and not between
            if not (same and self._points[last] == self._points[card]):
                found.append(card)
            last = card
        if len(found) > 1:
            found.sort(key=self._order(trick), reverse=True)
        return found

    def _order(self, trick: OpenTrick) -> Callable[[int], int]:
        """Return a function that says how promising a card is."""
        points = self._points
        if not trick.count:
            others = self._all() ^ self._hands[trick.seat]

            def of_lead(card: int) -> int:
                master = not others >> card & _BYTE >> (card & 7)
                return 60 + points[card] if master else -points[card]

            return of_lead
        partner = self.tables.players == 4 and trick.winner ^ trick.seat == 2

        def of_card(card: int) -> int:
            after = trick.after(self.tables, card, 0)
            if after.winner == trick.seat or partner:
                return 60 + points[card] - (card & 7)
            return -points[card]

        return of_card


def _cards(mask: int) -> Iterator[int]:
    """Yield the cards of a mask, the lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
