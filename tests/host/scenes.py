"""Scenes for tests of the display: each scene is a match, made from events, that shows a page."""

import random
from collections.abc import Callable

import texts
from belote.choices import UPCARD_STAYS
from belote.match import Match
from codes.game import CONTRACTS, Bids, Endings, Events, Offences, Phases, Rulings, Scores
from codes.journal import RoomLeft
from codes.table import Looks, PadStates
from drivers.mfrc522_pads import Pads
from marcoria.build.fonts import characters
from marcoria.game.houses import open_house
from marcoria.paths import FIRMWARE
from table.files.deck import Deck
from table.history import Hand
from table.table import Table
from ui.face import Face
from ui.type import Type

_WORDS = FIRMWARE / "ui" / "words"
# The approved picture of a scene shows this scene in all languages of FIRST. The approved picture
# of a language of LATER shows all scenes.
FIRST = ("en", "it", "fr", "es", "bg", "pms")
LATER = tuple(sorted({path.stem for path in _WORDS.glob("*.words")} - {*FIRST}))
LANGUAGES = FIRST + LATER
_CHARACTERS = characters() + "□"
WIDTH, HEIGHT = 400, 150  # size of a page in pixels
Line = tuple[str, int, int, int, int, int]  # text, font, x, y, width, ink


class Display:
    """Display that is always ready, and lists the kinds of its refreshes."""

    def __init__(self) -> None:
        self.state = 0
        self.shown: list[int] = []

    def show(self, how: int = 0) -> bool:
        self.shown.append(how)
        return True

    def sleep(self) -> bool:
        return True


class Journal:
    """Journal that only counts its records."""

    def __init__(self) -> None:
        self.count = 0
        self.state = 0  # the journal has room

    def add(self, kind: int, seat: int, arg: int) -> bool:
        self.count += 1
        return True


class Placed(Type):
    """Renderer of text that records where each line is drawn."""

    def __init__(self, buffer: bytearray, folder: str) -> None:
        super().__init__(buffer, folder)
        self.lines: list[Line] = []
        self.cut: list[str] = []  # remainders of lines that were too long
        self._left = ""

    def clear(self) -> None:
        if self._left.strip():
            self.cut.append(self._left)
        self._left = ""
        super().clear()

    def wrap(self, font: int, width: int) -> int:
        self.wide = super().wrap(font, width)
        return self.wide

    def draw(self, font: int, x: int, y: int, ink: int = 0) -> None:
        self.lines.append((self._read(self.start, self.stop), font, x, y, self.wide, ink))
        self._left = self._read(self.stop, self.length)
        super().draw(font, x, y, ink)

    def _read(self, start: int, stop: int) -> str:
        return "".join(_CHARACTERS[glyph] for glyph in self.line[start:stop])


class Screen:
    """Table with a match, and its display in one language.

    `agreed` has the players' choices for the house, such as "melds: off". All methods except
    `draw` return the screen itself, for further calls.
    """

    def __init__(self, language: str, house: str = "piedicavallo", *agreed: str) -> None:
        self.buffer = bytearray(WIDTH * HEIGHT // 8)
        self.type = Placed(self.buffer, str(FIRMWARE / "ui"))
        self.type.speech.speak(language, [""] * 4)
        match = Match(open_house(house, agreed))
        self.type.speech.play(match.house)
        self.table = Table(match, Journal(), Pads(4), Deck(), None)
        self.table.happen(Events.MATCH, 0, match.house.mark)
        self.display = Display()
        self.now = 0

    def draw(self) -> None:
        """Draw the current page."""
        self.now += 5000
        self.type.lines.clear()
        # A new Face draws the whole page, as after a start.
        face = Face(self.table, self.display, self.type)
        for _ in range(2000):
            if face.step(self.now):
                return
        raise AssertionError("the page is not complete after 2000 steps")

    def deal(self, seed: int, plays: int = 99, call: str = "", passes: int = 0) -> "Screen":
        """Play a deal with scanned hands, and with cards shuffled by `seed`.

        After `passes` passes the next player bids: the contract `call`, such as "NT", or the suit
        of the upcard if `call` is "". Then `plays` cards are played, or all cards if there are
        fewer. Each card is the first legal card of the hand. If `plays` is negative, stop before
        the bid.
        """
        match = self.table.match
        dice = random.Random(seed)
        pack = list(range(32))
        dice.shuffle(pack)
        seats = [seat for seat in range(4) if match.house.players == 4 or not seat & 1]
        first = 5 if len(seats) == 4 else 6
        self.table.happen(Events.DEAL, match.totals[3], 1)
        hands = {seat: [pack.pop() for _ in range(first)] for seat in seats}
        for seat in seats:
            for card in hands[seat]:
                self.table.happen(Events.SCAN, seat, card)
        if match.phase == Phases.DEALT:
            self.table.happen(Events.UPCARD, match.totals[3], pack.pop())
        for _ in range(passes):
            self.table.happen(Events.BID, match.auction.seat, 6)
        if plays < 0:
            return self
        suit = match.play.upcard >> 3
        self.table.happen(Events.BID, match.auction.seat, CONTRACTS.index(call) if call else suit)
        while match.phase == Phases.BIDDING:
            self.table.happen(Events.BID, match.auction.seat, 6)
        taken = match.house.upcard == 0
        if taken:
            hands[match.auction.taker].append(match.play.upcard)
        for seat in seats:
            while len(hands[seat]) < match.house.cards:
                hands[seat].append(pack.pop())
                self.table.happen(Events.SCAN, seat, hands[seat][-1])
        if match.house.upcard == UPCARD_STAYS:
            self.table.happen(Events.BOTTOM, match.totals[3], pack.pop())
        for _ in range(min(plays, len(seats) * match.house.cards)):
            seat = match.trick.seat
            card = next(c for c in hands[seat] if not self.table.happen(Events.CARD, seat, c))
            hands[seat].remove(card)
        return self

    def tell(self, what: int, seat: int, arg: int = 0) -> "Screen":
        """Apply an event that must not be refused."""
        result = self.table.happen(what, seat, arg)
        assert not result or result >= 128, result
        return self

    def agree(self) -> "Screen":
        """Confirm the result for both sides."""
        return self.tell(Events.CONFIRM, 0).tell(Events.CONFIRM, 1)

    def score(self, first: int, second: int) -> "Screen":
        """Set the points of both sides by rulings, without hanging points."""
        self.table.happen(Events.RULING, 0, 0x8000 + first)
        self.table.happen(Events.RULING, 1, 0x8000 + second)
        self.table.happen(Events.RULING, Rulings.HANGING, 0x8000)
        self.table.happen(Events.RULING, Rulings.GIVE, Rulings.BESIDE)
        return self

    def say(self, text: int, *args: int, **named: int) -> "Screen":
        """Show a text on the table's display."""
        self.table.voice.label = b"blu"
        self.table.voice.say(text, *args, **named)
        return self

    def ask(self, text: int, *options: int) -> "Screen":
        """Show North a question with these answers."""
        self.table.dialogue.ask(None, 1, text, options)
        return self


def _idle(language: str) -> Screen:
    screen = Screen(language)
    screen.table.match.phase = Phases.IDLE
    return screen


def _suspected(language: str) -> Screen:
    screen = Screen(language).score(310, 450).deal(5, 12)
    screen.table.match.conduct.suspects = 0b1010
    return screen


def _looked(language: str, house: str, plays: int) -> Screen:
    screen = Screen(language, house).score(620, 540).deal(2, plays)
    screen.table.show_tricks(0)
    return screen


def _announced(language: str) -> Screen:
    """Return a deal in play, with announcements of two seats and with hanging points."""
    screen = Screen(language, "french").score(410, 395)
    screen.table.match.totals[2] = 81
    screen.deal(2, 13)
    screen.table.match.announcements.announced[:] = [(), (1,), (), (0, 2)]
    return screen


def _long_match(language: str) -> Screen:
    """Return a deal in play, with scores so long that there is no room between them."""
    screen = Screen(language, "french").tell(Events.TARGET, 0, 3000).score(1080, 1995)
    return screen.deal(2, 30)


def _fined(language: str) -> Screen:
    screen = Screen(language, "espanola-4").score(-40, 380).deal(8)
    screen.tell(Events.OFFENCE, 1, 14)
    screen.table.voice.hush()
    return screen


def _capot(language: str, offence: bool = False) -> Screen:
    """Return the score sheet of a capot with melds and belote, and perhaps with an offence."""
    screen = Screen(language, "espanola-4").tell(Events.TARGET, 0, 3000)
    screen.score(1340, 1180).deal(8)
    match = screen.table.match
    if offence:
        screen.tell(Events.OFFENCE, 1, 14)
    match.score.melds[0] = 150
    match.score.belote[0] = 20
    match.score.capot = match.score.winner = 0
    match.score.premium = match.house.capot
    match.auction.factor = 2
    screen.table.voice.hush()
    return screen


def _with_everything(language: str) -> Screen:
    """Return the score sheet of a hand with every kind of row."""
    screen = _capot(language, offence=True)
    screen.table.match.totals[2] = 81
    return screen


def _hands(language: str, hands: int, pages: int) -> Screen:
    """Return the list of hands of a second match, after `pages` calls of `show_hands`."""
    screen = Screen(language)
    screen.table.match.standing.won_by(1, Endings.TARGET)
    screen.tell(Events.MATCH, 1, screen.table.match.house.mark)
    screen.tell(Events.TARGET, 0, 9999)
    for seed in range(hands):
        screen.deal(seed).agree()
    for _ in range(pages):
        assert screen.table.show_hands()
    return screen


def _wide_hands(language: str) -> Screen:
    """Return a list of hands with wide numbers: up to four digits, or a minus sign."""
    screen = Screen(language)
    for hand in range(Scores.MOST):
        points = ((2000, -160), (-190, 1080), (480, 482, 1))
        screen.table.history.add(Hand(*points[hand % 3]))
    assert screen.table.show_hands()
    return screen


def _called_out(language: str) -> Screen:
    """Return a match won by calling out in a hand; the points already won in this hand count."""
    screen = Screen(language, "espanola-2").score(380, 977).tell(Events.TARGET, 0, 1000)
    screen.deal(8, 9)
    screen.tell(Events.CALL_OUT, 2)
    return screen


def ended(language: str, why: int) -> Screen:
    """Return a match that side 1 has won; `why` is the reason, one of `Endings` or an offence."""
    screen = Screen(language).score(860, 540)
    screen.table.match.standing.won_by(1, why)
    return screen


def _doubled(language: str) -> Screen:
    """Return a redoubled contract with long names of players, too long for large letters."""
    screen = Screen(language, "bulgarian").deal(3, -1)
    screen.type.speech.speak(language, ["Ferdinando"] * 4)
    for call in (Bids.NO_TRUMPS, Bids.DOUBLE, Bids.REDOUBLE):
        screen.tell(Events.BID, screen.table.match.auction.seat, call)
    return screen


def crashed(language: str, crash: str) -> Screen:
    """Return a screen with the page that `Recovery.rest` shows after this crash."""
    screen = Screen(language).score(620, 540).say(texts.SERVES)
    screen.table.crash = crash.encode()
    return screen


def told(language: str, message: str) -> Screen:
    """Return a screen that shows the message of a host (a computer) before a deal."""
    screen = Screen(language).score(620, 540)
    assert screen.table.voice.relay(message.encode(), 8000)
    return screen


def _tried(language: str, *left: int) -> Screen:
    """Return the page of a self-test; `left` has masks of untested parts, as `Table.left`."""
    screen = Screen(language)
    screen.table.voice.say(0, card=7903, number=41)
    screen.ask(texts.TOUCH_ALL)
    screen.table.left[:] = bytes(left)
    return screen


def _tried_later(language: str) -> Screen:
    """Return a self-test in which cards were read, a reader is lost and the journal is dead."""
    screen = _tried(language, 0, 0x7F, 0, 0xC0, 8)
    lying = screen.table.pads
    lying.counts[Looks.READS] = lying.counts[Looks.KINDS + Looks.READS] = 97
    lying.counts[Looks.MISSES] = 3
    lying.state[2] = PadStates.FAULT
    screen.table.journal.state = RoomLeft.DEAD
    return screen


_ALL_AGREED = ("third: match", "no_trump: aces", "kirtik: 10")
SCENES: dict[str, Callable[[str], Screen]] = {
    "idle": _idle,
    "ready": Screen,
    "ready-unshuffled": lambda lang: Screen(lang, "bulgarian").score(97, 112),
    "ready-agreed": lambda lang: Screen(lang, "bulgarian", *_ALL_AGREED).score(148, 144),
    "ready-no-melds": lambda lang: Screen(lang, "libre", "melds: off").score(640, 385),
    "ready-two": lambda lang: Screen(lang, "espanola-2").score(430, -20),
    "dealt": lambda lang: Screen(lang).score(620, 540).tell(Events.DEAL, 0, 0),
    "scanned": lambda lang: Screen(lang).score(620, 540).tell(Events.DEAL, 0, 1),
    "first-round": lambda lang: Screen(lang).score(620, 540).deal(2, -1, passes=1),
    "second-round": lambda lang: Screen(lang).score(920, 910).deal(2, -1, passes=4),
    "auction": lambda lang: Screen(lang, "bulgarian").score(97, 112).deal(3, -1, passes=2),
    "play": lambda lang: Screen(lang).score(620, 540).deal(2, 9),
    "play-announced": _announced,
    "play-long": _long_match,
    "play-hanging": lambda lang: Screen(lang).deal(LITIGE).agree().deal(4, 4),
    "play-no-trumps": lambda lang: Screen(lang, "bulgarian").deal(3, 13, "NT"),
    "auction-redoubled": _doubled,
    "suspected": _suspected,
    "tricks": lambda lang: _looked(lang, "piedicavallo", 14),
    "tricks-first": lambda lang: _looked(lang, "french", 2),
    "tricks-two": lambda lang: _looked(lang, "espanola-2", 9),
    "sheet-made": lambda lang: Screen(lang).deal(6).agree().deal(7).agree().deal(MADE),
    "sheet-failed": lambda lang: Screen(lang).deal(LITIGE).agree().deal(7).agree().deal(FAILED),
    "sheet-litige": lambda lang: Screen(lang).score(610, 480).deal(LITIGE),
    "sheet-agreed": lambda lang: Screen(lang).deal(LITIGE).tell(Events.CONFIRM, 0),
    "sheet-fines": _fined,
    "sheet-full": _with_everything,
    "sheet-capot": _capot,
    "hands": lambda lang: _hands(lang, 5, 1),
    "hands-last": lambda lang: _hands(lang, 17, 1),
    "hands-first": lambda lang: _hands(lang, 17, 3),
    "hands-wide": _wide_hands,
    "won": lambda lang: Screen(lang).score(1040, 870),
    "won-called-out": _called_out,
    "won-forfeit": lambda lang: ended(lang, Offences.NO_TRUMP),
    "fani": lambda lang: Screen(lang).score(1010, 0),
    "refused": lambda lang: Screen(lang).score(620, 540).deal(2, 9).say(texts.REVOKE, 1, 8),
    "offence": lambda lang: (
        Screen(lang).score(620, 540).deal(2, 9).say(texts.NOTED_NO_TRUMP, 3, 29, number=7)
    ),
    "longest": lambda lang: Screen(lang).score(620, 540).say(texts.LIFT_CARD, 1, 27, 2, 26, 12),
    "pad-own": lambda lang: Screen(lang, "espanola-2").say(texts.SHOW_UPCARD, 0, 0, 0),
    "pad-other": lambda lang: Screen(lang, "espanola-2").say(texts.SHOW_UPCARD, 0, 0, 1),
    "service": lambda lang: Screen(lang).score(620, 540).say(texts.SERVES),
    "service-crash": lambda lang: crashed(lang, "pads ValueError table/play/cards.py:57"),
    "message": lambda lang: told(lang, "Break until 21:30"),
    "message-long": lambda lang: told(
        lang,
        "Next round at 21:30. Café «Il Bivio»: prière de rendre vos feuilles au bar — grazie,"
        " merci & gracias a tod@s! [1]",
    ),
    "self-test": lambda lang: _tried(lang, 255, 255, 255, 255, 15),
    "self-test-later": _tried_later,
    "menu": lambda lang: Screen(lang).ask(
        texts.WHICH_DISCIPLINE,
        texts.AS_THE_HOUSE,
        texts.REFUSE_IT,
        texts.WARN_OF_IT,
        texts.COST_POINTS,
        texts.COST_MATCH,
    ),
    "menu-points": lambda lang: (
        Screen(lang)
        .say(texts.SET_POINTS, 0, 734, number=1)
        .ask(
            texts.SET_POINTS,
            texts.HUNDREDS,
            texts.TENS,
            texts.UNITS,
            texts.RIGHT,
            texts.PLUS_MINUS,
        )
    ),
    "question-points": lambda lang: (
        Screen(lang)
        .say(texts.CORRECTED_HANGING, 2, 1734, other_card=-1652, number=181)
        .ask(texts.CORRECTED_HANGING, texts.AGREE, texts.DECLINE)
    ),
    "question": lambda lang: Screen(lang).ask(texts.IS_IT, texts.AGREE, texts.DECLINE),
    "all-lost": lambda lang: Screen(lang).ask(texts.ALL_LOST, texts.IS_READ),
}
# Seeds of deals with these outcomes.
MADE, FAILED, LITIGE = 2, 3, 1
