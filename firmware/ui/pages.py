"""The pages of the display: what stands where, as data, drawn in short steps.

A page is 400 by 150 pixels; the other side of the table gets the same one, turned round.
"""

from micropython import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

    from ui.type import Type

# What `begin` takes: a phase of the match, or one of these.
NOTICE = const(6)  # a sentence below the scores
MENU = const(7)  # a question, and up to four answers

_SMALL = const(0)  # fonts
_LARGE = const(1)
_WIDTH = const(400)
_HALF = const(150)
_PITCH = const(24)  # between two lines of small text
_PITCH_LARGE = const(36)
_BELOW_SCORES = const(72)
_ACCENTS = const(4)  # pixels that they stand out of a line
_WIDEST = const(394)  # of a line
_BAND_WIDEST = const(290)  # between the names of the sides
_OUTCOME_WIDEST = const(258)

# An item of a page is four bytes: how, x / 2, y, and what it says or (of a box) how high it is.
_ITEM = const(4)
_FONT = const(3)  # how: the font, and what x is: where it begins, its middle, or its end
_MIDDLE = const(4)
_END = const(8)
_BOX = const(32)  # as wide as the page; 16 is white
_RULE = const(64)  # a box two pixels wide
_PARAGRAPH = const(128)

# What it says: below 10 a number of each side, to 17 what a hand or (the last two) the match has
# brought each side, to 19 the sides' names; from 230 on a text.
_HANDS = const(10)
_TOTALS = const(16)
_SIDES = const(18)
_LINE_BELOW = const(20)
_HOUSE = const(21)
_DISCIPLINE = const(22)
_HANGING = const(23)
_CONTRACT = const(24)
_OUTCOME = const(25)
_OPTIONS = const(26)
_MORE = const(30)
_SENTENCE = const(31)
_QUESTION = const(32)
_LABELS = const(230)

_PAGES = (
    # No match.
    (
        b"\x06\x64\x01\xfe"  # the suits
        b"\x20\x00\x4e\x28"
        b"\x15\x64\x50\xfd"  # Marcoria
        b"\x04\x64\x7b\x14"  # how to begin
    ),
    # Before a deal, and in it.
    (
        b"\x02\x02\x01\x08"  # the scores
        b"\x0a\xc6\x01\x09"
        b"\x20\x00\x4d\x19"
        b"\x14\x64\x4e\x15"  # the house
        b"\x00\x02\x66\xed"  # the target
        b"\x08\xc6\x66\x16"  # the discipline
        b"\x04\x64\x7e\x14"  # who deals
    ),
    # Bidding and play.
    (
        b"\x02\x02\x01\x08"
        b"\x0a\xc6\x01\x09"
        b"\x20\x00\x4e\x28"
        b"\x10\x03\x56\x12"  # the sides' names
        b"\x18\xc5\x56\x13"
        b"\x15\x64\x50\x18"  # the contract
        b"\x00\x02\x7b\x14"  # whose turn it is
        b"\x08\xc6\x7b\x17"  # what hangs
    ),
    # The result.
    (
        b"\x20\x00\x00\x19"
        b"\x10\x03\x02\x19"  # how it ended
        b"\x18\x9e\x02\x12"  # the sides' names
        b"\x18\xc5\x02\x13"
        b"\x40\x68\x19\x64"
        b"\x40\xa1\x19\x64"
        b"\x20\x68\x62\x02"
        b"\x00\x02\x1a\xf0"  # cards
        b"\x08\x4a\x1a\x00"
        b"\x08\x65\x1a\x01"
        b"\x00\x02\x32\xf1"  # melds
        b"\x08\x4a\x32\x02"
        b"\x08\x65\x32\x03"
        b"\x00\x02\x4a\xf2"  # belote
        b"\x08\x4a\x4a\x04"
        b"\x08\x65\x4a\x05"
        b"\x08\x9e\x1a\x0e"  # two hands ago, the last, this one
        b"\x08\xc5\x1a\x0f"
        b"\x08\x9e\x32\x0c"
        b"\x08\xc5\x32\x0d"
        b"\x08\x9e\x4a\x0a"
        b"\x08\xc5\x4a\x0b"
        b"\x08\x9e\x64\x10"  # the match with this hand
        b"\x08\xc5\x64\x11"
        b"\x04\x64\x7e\x14"  # who has to agree
        b"\x00\x02\x62\xf4"  # fines, if there are any
        b"\x08\x4a\x62\x06"
        b"\x08\x65\x62\x07"
    ),
    # A sentence.
    (
        b"\x02\x02\x01\x08\x0a\xc6\x01\x09\x90\x00\x00\x1f"  # in place of the contract
    ),
    # A question.
    (
        b"\x08\xc6\x7d\x1e"  # that there are more answers
        b"\x90\x00\x00\x20"
        b"\x00\x04\x01\x1a"  # the answers, below the question
        b"\x00\x04\x19\x1b"
        b"\x00\x04\x31\x1c"
        b"\x00\x04\x49\x1d"
    ),
)
_FINES = const(12)  # bytes of the items that are about fines
# Which of them, by phase; then the sentence and the question.
_PAGE = b"\x00\x01\x01\x02\x02\x03\x04\x05"

# What the line below says, by phase; others of the same phase come behind it.
_BELOW = b"\xf9\xea\xee\xe7\xe6\xf8"
_AGREE_SIDE = const(247)  # text
_SUSPICION = const(252)  # text
_WON = const(78)  # text
_MADE = const(72)  # text
_CALL_MORE = const(250)  # text
_NO_SUIT = const(4)  # text
_DISCIPLINES = const(7)  # text
_HANDS_ARE = const(8)  # text

_READY_TO_DEAL = const(1)  # phases
_DEALT = const(2)
_BIDDING = const(3)
_PLAY = const(4)
_DONE = const(5)
_HANGS = const(2)  # in `totals`
_DEALER = const(3)
_THROWN_IN = const(4)
_POINTS = const(5)
_CONDUCT = const(6)
_WINNER = const(7)
_NEVER = const(2)  # to shuffle
_ZERO = const(0x4000)  # of the points in `history`
_IN_PARENTHESES = const(0x8000)


class Below:
    """The line below the scores, with what stands in it as in a notice."""

    def __init__(self) -> None:
        self.text = self.seat = self.other_seat = self.number = 0
        self.card = self.other_card = 0


class Pages:
    """Draws the pages of one match: `begin`, then `step` until it is True."""

    def __init__(self, table: "Any", type: "Type") -> None:
        self.match = match = table.match
        score = match.score
        self._table = table
        self._type = type
        self._numbers = (score.cards, score.melds, score.belote, match.fair, match.totals)
        self._house = match.house.name.encode()
        self._below = Below()
        self._busy = self._composed = False
        self._items = b""
        self._end = self._at = self._drop = self._lines = self._font = self._y = 0
        type.sides = 3 if match.house.players == 4 else 10

    def begin(self, page: int) -> None:
        """Starts on an empty page."""
        match = self.match
        self._type.label = self._table.label
        self._items = _PAGES[_PAGE[page]]
        self._end = len(self._items)
        if page == _DONE and match.fair[0] == match.fair[1] == 0:
            self._end -= _FINES
        self._at = self._drop = 0
        self._type.blank()
        below = self._below
        totals = match.totals
        phase = match.phase
        text = _BELOW[phase]
        seat = totals[_DEALER]
        number = totals[_POINTS]
        cuts = seat - match.step & 3  # the neighbour who is not the elder
        if phase == _READY_TO_DEAL:
            first = not (self._table.history[1] or totals[_THROWN_IN])
            shuffle = match.house.shuffle
            text += shuffle > first
            if first and shuffle == _NEVER:
                cuts = seat ^ 2
        elif phase == _DEALT:
            text += match.scanned > 0
        elif phase == _BIDDING:
            seat = match.auction.seat
            below.card = match.upcard & 31
            text += 2 if match.upcard < 0 else match.auction.round - 1
        elif phase == _PLAY:
            trick = match.trick
            seat = trick.seat - match.step * trick.count & 3
            number = match.audit.plays // match.house.players + 1
            if match.suspects:
                text = _SUSPICION
        elif match.agreed:
            text = _AGREE_SIDE
            number = 2 - match.agreed
        if totals[_WINNER] >= 0 and phase != _DONE:
            text = _WON + match.fani()
            number = totals[_WINNER]
        below.text = text
        below.seat = seat
        below.other_seat = cuts
        below.number = number

    def step(self) -> bool:
        """Does a little more; whether the page is complete."""
        type = self._type
        if self._busy:
            self._busy = not type.draw_some()
        elif self._lines:
            self._lines -= 1
            font = self._font
            type.draw(font, _WIDTH - type.wrap(font, _WIDEST) >> 1, self._y)
            self._busy = True
            self._y += _PITCH_LARGE if font else _PITCH
        elif self._at < self._end:
            self._item()
        else:
            return True
        return False

    # --- placing ----------------------------------------------------------------------------

    def _item(self) -> None:
        """One step of an item: it is composed, then placed."""
        type = self._type
        at = self._at
        how = self._items[at]
        x = self._items[at + 1] * 2
        y = self._items[at + 2] + self._drop
        what = self._items[at + 3]
        if how & (_BOX | _RULE):
            type.frame.fill_rect(x, y, 2 if how & _RULE else _WIDTH, what, 0)
        elif not self._composed:
            type.clear()
            type.ink = how >> 4 & 1
            self._font = what == _SENTENCE
            self._compose(what)
            self._composed = True
            return
        elif how & _PARAGRAPH:
            if not self._paragraph(what):
                return
        else:
            width = type.wrap(how & _FONT, _OUTCOME_WIDEST if what == _OUTCOME else _WIDEST)
            if what == _CONTRACT and width > _BAND_WIDEST:
                how -= _LARGE
                width = type.width(_SMALL)
                y += 6
            if how & _MIDDLE:
                x -= width >> 1
            elif how & _END:
                x -= width
            type.draw(how & _FONT, x, y)
            self._busy = True
        self._composed = False
        self._at = at + _ITEM

    def _paragraph(self, what: int) -> bool:
        """Finds the place of a sentence: large if two lines hold it; if three small ones do not,
        it takes the scores' place too."""
        type = self._type
        font = self._font
        lines = 0
        type.stop = 0
        while type.wrap(font, _WIDEST):
            lines += 1
        if font and lines > 2:
            self._font = _SMALL
            return False
        type.stop = 0
        self._lines = lines
        lines *= _PITCH_LARGE if font else _PITCH
        top = 0
        height = _HALF
        if what == _QUESTION:
            self._drop = height = lines + _ACCENTS - 1
            self._y = _ACCENTS
        else:
            if lines <= _BELOW_SCORES:
                height = _BELOW_SCORES
                top = _HALF - _BELOW_SCORES
            self._y = top + (height - lines >> 1)
        type.frame.fill_rect(0, top, _WIDTH, height, 0)
        return True

    # --- composing --------------------------------------------------------------------------

    def _compose(self, what: int) -> None:
        type = self._type
        table = self._table
        match = self.match
        notice = self._below
        text = 0
        if what < _HANDS:
            type.number(self._numbers[what >> 1][what & 1])
        elif what < _HANDS + 2:
            self._points(table.hand(what & 1))
        elif what < _TOTALS:
            what = what * 2 - 2 * _HANDS - 4
            self._points(table.history[what] | table.history[what + 1] << 8)
        elif what < _SIDES:
            type.number(match.totals[what & 1] + match.score.score[what & 1])
        elif what < _LINE_BELOW:
            type.text(type.sides, what & 1)
        elif what >= _LABELS:
            text = what
        elif what == _LINE_BELOW:
            text = notice.text
        elif what == _HOUSE:
            type.literal(self._house)
        elif what == _DISCIPLINE:
            type.text(_DISCIPLINES, match.totals[_CONDUCT])
        elif what == _HANGING:
            if match.totals[_HANGS]:
                self._points(match.totals[_HANGS] + (_ZERO | _IN_PARENTHESES))
        elif what <= _OUTCOME:
            if what == _OUTCOME:
                type.text(_MADE + match.score.outcome)
                type.literal(b" \xc2\xb7 ")
            self._contract()
        elif what < _MORE:
            what -= _OPTIONS
            if table.page + what < len(table.options):
                type.suit(what)
                type.literal(b" ")
                text = table.options[table.page + what]
                notice = table.asks
        elif what == _MORE:
            if len(table.options) > 4:
                text = _CALL_MORE
        elif what == _QUESTION:
            text = table.question
            notice = table.asks
        else:
            text = table.notice.text
            if text:
                notice = table.notice
            else:
                text = notice.text
        if text:
            type.label = table.label
            type.sentence(text, notice)
        if text == _SUSPICION:
            for seat in range(4):
                if match.suspects >> seat & 1:
                    type.literal(b" ")
                    type.seat(seat)

    def _points(self, points: int) -> None:
        """Points as `history` has them."""
        type = self._type
        hangs = points & _IN_PARENTHESES
        if hangs:
            type.literal(b"(")
        if points:
            type.number(points - hangs - _ZERO)
        if hangs:
            type.literal(b")")

    def _contract(self) -> None:
        auction = self.match.auction
        type = self._type
        if auction.contract < 0:
            if self.match.upcard < 0:
                type.text(_HANDS_ARE, self.match.scanned > 0)
            else:
                type.card(self.match.upcard)
            return
        type.seat(auction.taker)
        type.literal(b" ")
        if auction.contract < 4:
            type.suit(auction.contract)
        else:
            type.text(_NO_SUIT, auction.contract - 4)
        if auction.factor > 1:
            type.literal(b" x")
            type.number(auction.factor)
