"""Replay of deals: computes tricks, offences and scores, and compares them with the tags."""

from collections.abc import Iterable, Iterator

from marcoria.bdn.deal_events import Completion, DealPlay, missing_auction
from marcoria.bdn.model import NOBODY, RESULTS, VERSION, Deal, Owners, PaperError, known_hands
from marcoria.bdn.rulebooks import Rulebook, Rulebooks
from marcoria.bdn.tags import DealText, State
from marcoria.bdn.words import is_number
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import SEATS, Events, Phases, Totals, name_of
from marcoria.journal.entries import Entry

_HANDS = {"blind": 0, "scanned": 1}
_UNSAID = {"Factor": "1", "Hangs": "0"}  # results with these values have no tag
_OF_CARDS = ("Deal", "Auction", "Play") + RESULTS


def replayed(deals: Iterable[Deal], path: str, books: Rulebooks) -> "Iterator[DealReplay]":
    """Replay deals; yield those with the tag Deal. An error is a TableError that names `path`."""
    replay = Replayer(books)
    try:
        for deal in deals:
            if not deal.is_empty:
                one = replay.play(deal)
                if deal.is_dealt:
                    yield one
    except PaperError as error:
        raise error.of(path)


class Replayer:
    """Replayer of deals in sequence; checks that a deal typed by hand continues the last one."""

    def __init__(self, books: Rulebooks) -> None:
        self.books = books
        self._last: tuple[tuple[str, ...], DealReplay] | None = None

    def play(self, deal: Deal) -> "DealReplay":
        """Replay one deal and return it; raise PaperError at the first error."""
        _check_version(deal)
        book = self.books.of(deal)
        state = State(deal, book)
        self._follows(deal, book, state)
        played = DealReplay(deal, book, state)
        played.run()
        board = deal.tags.get("Board", "")
        self._last = None
        if is_number(board, 8):
            self._last = self._place(deal, int(board) + 1), played
        return played

    def _follows(self, deal: Deal, book: Rulebook, state: State) -> None:
        """Raise PaperError if a tag of a deal differs from the totals at the previous deal's end.

        Check only a deal that has the tag Deal, but no hash and no section Start. Its number must
        also be the next, and its other tags in `_place` must be the same; else do not check it.
        """
        last, board = self._last, deal.tags.get("Board", "")
        if last is None or deal.hash or "Start" in deal.sections or not deal.is_dealt:
            return
        if last[0] == self._place(deal, int(board) if is_number(board, 8) else -1):
            tag = state.differing(last[1].closed())
            if tag:
                told = f"{tag} does not continue the previous deal"
                raise deal.wrong_tag(tag, told)

    @staticmethod
    def _place(deal: Deal, board: int) -> tuple[str, ...]:
        places = ("Event", "Date", "Table", "House")
        return tuple([deal.tags.get(name, "") for name in places] + [f"{board}"])


def _check_version(deal: Deal) -> None:
    version = deal.tags.get("BDN", VERSION)
    if version.partition(".")[0] != VERSION.partition(".")[0]:
        told = f"this is BDN {version}, but this program reads BDN {VERSION}: use a newer marcoria"
        raise deal.wrong_tag("BDN", told)


class DealReplay:
    """Replayed deal: its events, results and comparison with its tags.

    Deals under the same rules share one `Match`, so the next replay overwrites the state of
    `game`.
    """

    def __init__(self, deal: Deal, book: Rulebook, state: State) -> None:
        self.deal = deal
        self.book = book
        self.state = state
        self.game = book.match
        self.results: dict[str, str] = {}
        self._check_sections()
        lines = deal.sections.get("Start", ("", []))[1]
        self._starts = any(word.endswith(".match") for words in lines for word in words)
        self.telling = DealText(book, None if self._starts else self._totals())
        self.owners = Owners(deal, book.seats, book.house.cards) if deal.is_dealt else None
        self.playing = DealPlay(deal, book, self.telling, self.owners)

    @property
    def events(self) -> list[Entry]:
        """Return all events, including those that were added to complete a typed deal."""
        return self.playing.events

    @property
    def added_shows(self) -> list[Entry]:
        """Return the events that show cards and were added to complete a typed deal."""
        return [event for event in self.playing.added if event[0] == Events.SHOW]

    def _check_sections(self) -> None:
        deal = self.deal
        if deal.is_dealt:
            return
        for tag in _OF_CARDS:
            if tag in deal.tags or tag in deal.sections:
                told = 'the tag Deal is missing: write [Deal "-"] if no hand is known'
                raise deal.wrong_tag(tag, told)

    def _totals(self) -> list[int]:
        """Return the totals at the start, zeros if both tags Deal and Dealer are missing."""
        if self.deal.is_dealt or "Dealer" in self.deal.tags:
            return self.state.totals()
        return [0] * Totals.COUNT

    # --- replay of the sections -------------------------------------------------------------

    def run(self) -> None:
        """Replay all sections and compare the results; raise PaperError at the first error."""
        deal = self.deal
        self.playing.section("Start")
        if deal.is_dealt:
            self._deal()
            typed = Completion(self.playing)
            typed.turn_up()
            if "Auction" in deal.sections:
                self.playing.section("Auction")
            else:
                self._say_contract()
            if "Play" in deal.sections:
                self.playing.play(typed.announce, typed.call)
        self.playing.section("After")
        self._verify()

    def _deal(self) -> None:
        """Apply the event that deals the cards.

        Raise PaperError if the tags contradict the agreements in Start, if the tag Hands is wrong,
        or if Auction or Play names the wrong first seat.
        """
        deal = self.deal
        dealer = self.state.dealer()
        if self._starts:
            tag = self.state.differing(list(self.game.totals))
            if tag:
                raise deal.wrong_tag(
                    tag, f"{tag} differs from the agreements in the section Start of this deal"
                )
        value = deal.tags.get("Hands", "blind")
        scanned = _HANDS.get(value.lower(), -1)
        # `bdn.write` writes an unknown argument of DEAL as a number.
        if scanned < 0 and is_number(value, 5):
            scanned = int(value)
        if scanned < 0:
            raise deal.wrong_tag("Hands", f"Hands must be blind or scanned, not '{value}'")
        self.playing.at = ("Deal", 0, 0)
        self.playing.happen((Events.DEAL, dealer, scanned))
        self._check_elder("Auction")
        self._check_elder("Play")

    def _check_elder(self, section: str) -> None:
        value = self.deal.sections.get(section, ("", []))[0]
        elder = SEATS[self.game.standing.elder()]
        if value and value.upper() != elder:
            dealer = SEATS[self.game.totals[Totals.DEALER]]
            told = f"{dealer} has dealt, so {elder} is first, not {value}"
            raise self.deal.wrong_tag(section, told)

    def _say_contract(self) -> None:
        """Apply the bids of the shortest auction that leads to the contract in the tags."""
        for call in missing_auction(self.playing):
            self.playing.at = ("Contract", 0, 0)
            self.playing.happen((Events.BID, self.game.auction.seat, call))

    # --- comparison with the tags -----------------------------------------------------------

    def _verify(self) -> None:
        """Store the results that the engine computes; raise PaperError if the tags differ."""
        deal, game = self.deal, self.game
        if not deal.is_dealt:
            return
        self.results = results = self.telling.results()
        for tag in RESULTS:
            told = deal.tags.get(tag)
            mine = results.get(tag, "")
            if told is not None and told not in (mine, mine or _UNSAID.get(tag)):
                if _same(told, mine):
                    continue
                raise deal.wrong_tag(tag, self._differs(tag, told, mine))
        if deal.tags["Deal"] != results["Deal"]:
            self._check_hands(game)

    def _differs(self, tag: str, told: str, mine: str) -> str:
        if mine:
            return f"{tag} says '{told}', but the cards make '{mine}'"
        if not self.telling.counts:
            plays = self.game.audit.plays
            return f"{tag} says '{told}', but the deal ends unfinished after {plays} cards"
        return f"{tag} says '{told}', but the cards make none"

    def _check_hands(self, game: Match) -> None:
        """Raise PaperError if the tag Deal contradicts a card that the play has shown."""
        if not self.owners:
            return
        for seat, hand in enumerate(known_hands(game)):
            for card in range(32):
                if hand[card >> 3] >> (card & 7) & 1 and self.owners.of[card] != seat:
                    unknown = self.owners.of[card] == NOBODY and not self.owners.whole[seat]
                    if unknown and not self.deal.hash:
                        continue  # a typed deal may leave out cards that the play shows
                    told = f"{name_of(card)} was in the hand of {SEATS[seat]}, not as Deal states"
                    raise self.deal.wrong_tag("Deal", told)

    def closed(self) -> list[int]:
        """Confirm a result, if there is one, for both sides; return the totals after the deal."""
        for seat in self.book.seats[:2] if self.game.phase == Phases.DONE else ():
            self.game.apply(Events.CONFIRM, seat)
        return list(self.game.totals)

    def answer(self) -> "dict[str, object]":
        """Return the result of the deal as an object for JSON."""
        telling, game = self.telling, self.game
        score = dict(zip(self.book.sides, telling.score()))
        found: dict[str, object] = {"score": score} if telling.counts else {"score": None}
        results = self.results
        for tag in ("Contract", "Taker", "Outcome"):
            if tag in results:
                found[tag.lower()] = results[tag]
        if "Contract" in results:
            found["factor"] = game.auction.factor
        if telling.done:
            for what in ("tricks", "cards", "melds", "belote"):
                values = getattr(game.score, what)
                found[what] = dict(zip(self.book.sides, values))
        found["hanging"] = telling.hangs()
        found["total"] = dict(zip(self.book.sides, telling.total()))
        found["offences"] = telling.offences()
        if game.totals[Totals.WINNER] >= 0:
            found["winner"] = results["Winner"]
        return found


def _same(told: str, mine: str) -> bool:
    """Return whether two values have the same words in any order and case."""
    return sorted(told.upper().split()) == sorted(mine.upper().split())
