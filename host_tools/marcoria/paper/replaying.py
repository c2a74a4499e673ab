"""A deal on paper happens again: each trick, offence and score is worked out anew, and whatever
stands there otherwise is told with its place."""

from typing import Any, NoReturn

from codes import events, phases, totals
from codes.letters import SEATS, name
from marcoria.journal.replay import Entry
from marcoria.paper.document import RESULTS, VERSION, Deal
from marcoria.paper.hands import Owners, known
from marcoria.paper.refusals import SENTENCES
from marcoria.paper.rulebooks import Rulebook, Rulebooks
from marcoria.paper.state import State
from marcoria.paper.telling import Telling
from marcoria.paper.typed import Typed, missing_auction
from marcoria.paper.words import CALL_NUMBERS, CARDS, events_of

_NOBODY = 4
_HANDS = {"blind": 0, "scanned": 1}
_UNSAID = {"Factor": "1", "Hangs": "0"}  # what a result is that is not written
_TAKES_BACK = (".undo", ".back", ".event=")
_OF_CARDS = ("Deal", "Auction", "Play", *RESULTS)


class Replay:
    """Deals happen again, one after the other; `before` is the one before, with its totals."""

    def __init__(self, books: Rulebooks) -> None:
        self.books = books
        self._last: tuple[tuple[str, ...], Played] | None = None

    def play(self, deal: Deal) -> "Played":
        """One deal; PaperError where it lies."""
        _check_version(deal)
        book = self.books.of(deal)
        state = State(deal, book)
        self._follows(deal, book, state)
        played = Played(deal, book, state)
        played.run()
        board = deal.tags.get("Board", "")
        self._last = None
        if board.isascii() and board.isdigit() and len(board) < 9:
            self._last = self._place(deal, int(board) + 1), played
        return played

    def _follows(self, deal: Deal, book: Rulebook, state: State) -> None:
        """A deal of the same match starts from where the one before it has ended."""
        last, board = self._last, deal.tags.get("Board", "")
        if last is None or "Start" in deal.sections or not deal.is_dealt:
            return
        if last[0] == self._place(deal, int(board) if board.isdigit() else -1):
            tag = state.differing(last[1].closed())
            if tag:
                told = f"{tag} is not what the deal before this one has left"
                raise deal.wrong_tag(tag, told)

    @staticmethod
    def _place(deal: Deal, board: int) -> tuple[str, ...]:
        places = ("Event", "Date", "Table", "House")
        return (*(deal.tags.get(name, "") for name in places), f"{board}")


def _check_version(deal: Deal) -> None:
    version = deal.tags.get("BDN", VERSION)
    if version.partition(".")[0] != VERSION.partition(".")[0]:
        told = f"this is BDN {version}, and here BDN {VERSION} is read: take a newer marcoria"
        raise deal.wrong_tag("BDN", told)


class Played:
    """One deal as it happens: `events` are those that its words mean."""

    def __init__(self, deal: Deal, book: Rulebook, state: State) -> None:
        self.deal = deal
        self.book = book
        self.state = state
        self.game: Any = book.match
        self.sides = book.sides
        self.mark: int = book.house.mark
        self.events: list[Entry] = []
        self._at = ("", 0, 0)  # the word under way: section, line, place
        self._line_has_card = False
        self.results: dict[str, str] = {}
        self._check_sections()
        starts = any(word.endswith(".match") for _, word in self._start())
        if not starts and not deal.is_empty and "Dealer" not in deal.tags:
            state.dealer()
        self.telling = Telling(book, None if starts else self._totals())
        self._starts = starts
        self.owners = Owners(deal, book.seats, book.house.cards) if deal.is_dealt else None

    def _check_sections(self) -> None:
        deal = self.deal
        if deal.is_dealt:
            return
        for tag in _OF_CARDS:
            if tag in deal.tags or tag in deal.sections:
                told = 'the tag Deal is missing: [Deal "-"] if no hand is known'
                raise deal.wrong_tag(tag, told)

    def _start(self) -> list[tuple[int, str]]:
        lines = self.deal.sections.get("Start", ("", []))[1]
        return [(i, word) for i, words in enumerate(lines) for word in words]

    def _totals(self) -> list[int] | None:
        return self.state.totals() if "Dealer" in self.deal.tags else [0] * totals.COUNT

    # --- what happens -----------------------------------------------------------------------

    def run(self) -> None:
        """All of it."""
        deal = self.deal
        self._section("Start")
        if deal.is_dealt:
            self._deal()
            typed = Typed(self)
            typed.turn_up()
            if "Auction" in deal.sections:
                self._section("Auction")
            else:
                self._say_contract()
            if "Play" in deal.sections:
                self._play(typed)
        self._section("After")
        self._verify()

    def _deal(self) -> None:
        """The cards are dealt."""
        deal = self.deal
        dealer = self.state.dealer()
        if self._starts:
            tag = self.state.differing(list(self.game.totals))
            if tag:
                raise deal.wrong_tag(
                    tag, f"{tag} is not what the Start of this deal has agreed on"
                )
        value = deal.tags.get("Hands", "blind")
        scanned = _HANDS.get(value.lower(), -1)
        if scanned < 0 and value.isascii() and value.isdigit() and len(value) < 6:
            scanned = int(value)
        if scanned < 0:
            raise deal.wrong_tag("Hands", f"Hands are blind or scanned, not '{value}'")
        self._at = ("Deal", 0, 0)
        self._happen((events.DEAL, dealer, scanned))
        self._check_elder("Auction")
        self._check_elder("Play")

    def _check_elder(self, section: str) -> None:
        value = self.deal.sections.get(section, ("", []))[0]
        elder = SEATS[self.game.standing.elder()]
        if value and value.upper() != elder:
            dealer = SEATS[self.game.totals[totals.DEALER]]
            told = f"{elder} is first, for {dealer} has dealt, not {value}"
            raise self.deal.wrong_tag(section, told)

    def _say_contract(self) -> None:
        """Without an auction it is as short as it can have been."""
        for call in missing_auction(self):
            self._at = ("Contract", 0, 0)
            self._happen((events.BID, self.game.auction.seat, call))

    def _section(self, section: str) -> None:
        for line, words in enumerate(self.deal.sections.get(section, ("", []))[1]):
            for place, word in enumerate(words):
                self._at = (section, line, place)
                self._word(word)

    def _play(self, typed: Typed) -> None:
        """A line for each trick."""
        trick = self.game.trick
        owners = self.owners
        for line, words in enumerate(self.deal.sections["Play"][1]):
            self._line_has_card = False
            for place, word in enumerate(words):
                self._at = ("Play", line, place)
                card = CARDS.get(word)
                if card is None or self.game.phase != phases.PLAY:
                    self._word(word)
                    continue
                if not self._line_has_card or not trick.count:
                    self._check_line(line)
                    typed.announce()
                seat = trick.seat
                if owners and owners.of[card] != seat:
                    self._check_owner(card, seat)
                self._happen((events.CARD, seat, card))
                typed.call(seat, card)

    def _check_line(self, line: int) -> None:
        """Each trick has a line of its own."""
        if self._line_has_card:
            self._wrong("this trick is full: the next one begins on a new line")
        self._line_has_card = True
        self._check_whole(line)

    def _check_whole(self, line: int) -> None:
        """The trick of the line before is whole."""
        count = self.game.trick.count
        if count:
            number = self.game.audit.plays // self.book.house.players + 1
            cards = f"{count} card{'s' * (count > 1)}"
            raise self.deal.wrong_word(
                "Play", max(line - 1, 0), 1 << 20, f"trick {number} has only {cards}"
            )

    def _check_owner(self, card: int, seat: int) -> None:
        """A card is laid by whom Deal gives it, unless cards were taken back."""
        owners = self.owners
        if not owners or self._takes_back():
            return
        owner = owners.of[card]
        laid = owner < _NOBODY and self.game.audit.laid[owner][card >> 3] >> (card & 7) & 1
        if owner < _NOBODY and not laid:
            self._wrong(
                f"{SEATS[seat]} is to play, and {name(card)} is in the hand of {SEATS[owner]}"
            )
        if owner == _NOBODY and owners.whole[seat]:
            self._wrong(f"{SEATS[seat]} does not have {name(card)}")

    def _takes_back(self) -> bool:
        return any(act in word for *_, word in self.deal.words() for act in _TAKES_BACK)

    def _word(self, word: str) -> None:
        """One word of a section."""
        game = self.game
        card = CARDS.get(word)
        if card is not None:
            if game.phase == phases.DEALT:
                self._happen((events.UPCARD, game.totals[totals.DEALER], card))
            else:
                self._happen((events.CARD, game.trick.seat, card))
        elif word in CALL_NUMBERS:
            self._happen((events.BID, game.auction.seat, CALL_NUMBERS[word]))
        elif "." in word:
            for event in self._meaning(word):
                self._happen(event)
        elif not self._is_mark(word):
            self._wrong(f"'{word[:40]}' is no card, no call and no act")

    def _meaning(self, word: str) -> list[Entry]:
        try:
            found = events_of(word, self.sides, self.mark)
        except (KeyError, ValueError):
            self._wrong(f"'{word[:40]}' is no act: see docs/bdn.md")
        if found[0][0] in (events.DEAL, 0):
            self._wrong("another deal begins with tags of its own")
        return found

    def _is_mark(self, word: str) -> bool:
        """Whether it is the number of a trick, or who leads to it; it must be right."""
        game = self.game
        section, line, _ = self._at
        if section == "Play" and line and not self._line_has_card:
            self._check_whole(line)
        if word.isascii() and word.rstrip(".").isdigit() and len(word) < 4:
            number = game.audit.plays // self.book.house.players + 1
            if game.phase != phases.PLAY or game.trick.count or int(word.rstrip(".")) != number:
                self._wrong(f"here trick {number} goes on or begins, not trick {word}")
            return True
        if len(word) == 2 and word[1] == ":" and word[0].upper() in SEATS:
            leader = SEATS[game.trick.seat]
            if game.trick.count or leader != word[0].upper():
                self._wrong(self._leads(leader, word[0].upper()))
            return True
        return False

    def _leads(self, leader: str, told: str) -> str:
        audit = self.game.audit
        if self.game.trick.count or not audit.plays:
            return f"{leader} is to play, not {told}"
        number = audit.plays // self.book.house.players
        return f"{leader} has won trick {number} and leads, not {told}"

    def _happen(self, event: Entry) -> None:
        """An event; PaperError at its word if it cannot have happened."""
        refused = self.telling.apply(event)
        if refused:
            self._wrong(self._reason(event, refused))
        self.events.append(event)

    def apply_silently(self, event: Entry) -> None:
        """An event that no word tells of; if it cannot have happened it has not."""
        if not self.telling.apply(event):
            self.events.append(event)

    def _reason(self, event: Entry, refused: int) -> str:
        kind, seat, arg = event
        sentence = SENTENCES.get(refused, f"refused with {refused}")
        audit = self.game.audit
        if kind == events.CARD and arg < 32:
            for other in self.book.seats:
                if audit.laid[other][arg >> 3] >> (arg & 7) & 1:
                    return f"{name(arg)} was laid before, by {SEATS[other]}"
        who = f"{SEATS[seat]}: " if kind != events.RULING and seat < 4 else ""
        return f"{who}{sentence}"

    def _wrong(self, told: str) -> NoReturn:
        section, line, place = self._at
        if section in self.deal.sections:
            raise self.deal.wrong_word(section, line, place, told)
        raise self.deal.wrong_tag(section, told)

    # --- whether it is as it stands there ---------------------------------------------------

    def _verify(self) -> None:
        """Results that stand there are what the engine makes of the deal."""
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
            return f"{tag} says '{told}', and the cards make '{mine}'"
        if not self.telling.counts:
            plays = self.game.audit.plays
            return f"{tag} says '{told}', but the deal ends unfinished after {plays} cards"
        return f"{tag} says '{told}', and the cards make none"

    def _check_hands(self, game: Any) -> None:
        """Whatever was seen of a hand stands in Deal."""
        if not self.owners:
            return
        for seat, hand in enumerate(known(game)):
            for card in range(32):
                if hand[card >> 3] >> (card & 7) & 1 and self.owners.of[card] != seat:
                    unknown = self.owners.of[card] == _NOBODY and not self.owners.whole[seat]
                    if unknown and not self.deal.hash:
                        continue  # who writes by hand need not fill in what the play shows
                    told = f"{name(card)} was in the hand of {SEATS[seat]}: Deal has it elsewhere"
                    raise self.deal.wrong_tag("Deal", told)

    def closed(self) -> list[int]:
        """The totals afterwards, once everybody has confirmed."""
        for seat in self.book.seats[:2] if self.game.phase == phases.DONE else ():
            self.game.apply(events.CONFIRM, seat)
        return list(self.game.totals)

    def answer(self) -> dict[str, Any]:
        """What a program is told of the deal."""
        telling, game = self.telling, self.game
        score = dict(zip(self.sides, telling.score(), strict=True))
        found: dict[str, Any] = {"score": score} if telling.counts else {"score": None}
        results = self.results
        for tag in ("Contract", "Taker", "Outcome"):
            if tag in results:
                found[tag.lower()] = results[tag]
        if "Contract" in results:
            found["factor"] = game.auction.factor
        if telling.done:
            for what in ("tricks", "cards", "melds", "belote"):
                values = getattr(game.score, what)
                found[what] = dict(zip(self.sides, values, strict=True))
        found["hanging"] = telling.hangs()
        found["total"] = dict(zip(self.sides, telling.total(), strict=True))
        found["offences"] = telling.offences()
        if game.totals[totals.WINNER] >= 0:
            found["winner"] = results["Winner"]
        return found


def _same(told: str, mine: str) -> bool:
    """Whether two values say the same, however they are set."""
    return sorted(told.upper().split()) == sorted(mine.upper().split())
