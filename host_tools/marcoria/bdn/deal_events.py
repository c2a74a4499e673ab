"""Replay of the words of a deal as events; an error names the place of the impossible word.

If a deal typed by hand leaves out the upcard, the announcements or the auction, they are added.
"""

from collections.abc import Callable
from typing import NoReturn

from marcoria.bdn.model import AS_PLAYED, NOBODY, Deal, Owners
from marcoria.bdn.rulebooks import Rulebook
from marcoria.bdn.tags import DealText
from marcoria.bdn.words import CALL_NUMBERS, CARDS, events_of, is_number
from marcoria.firmware.belote import choices
from marcoria.firmware.codes.game import (
    CONTRACTS,
    SEATS,
    Answers,
    Bids,
    Events,
    Offences,
    Phases,
    Totals,
    name_of,
)
from marcoria.game.masks import masks
from marcoria.game.names import MELDS
from marcoria.journal.entries import Entry

SENTENCES = {
    Offences.REVOKE: "the scanned hand can follow suit, so the table refuses this card",
    Offences.NO_RISE: "the scanned hand can beat the trick, so the table refuses this card",
    Offences.NO_TRUMP: "the scanned hand can trump, so the table refuses this card",
    Offences.NO_OVERTRUMP: "the scanned hand has a higher trump, so the table refuses this card",
    Offences.NOT_LOWEST: "the scanned hand has a lower trump, so the table refuses this card",
    Offences.OUT_OF_TURN: "it is another seat's turn",
    Offences.FALSE_MELD: "the scanned hand does not hold this meld, or it is a fourth meld",
    Offences.FALSE_BELOTE: "the scanned hand does not hold the other card of the pair",
    Answers.BAD_EVENT: "this event has an unknown number or value",
    Answers.NOT_NOW: "this is not possible in this phase of the deal",
    Answers.NOT_A_CARD: "this is not a card",
    Answers.CARD_SEEN: "this card was seen before in another place",
    Answers.NOT_HELD: "this card is not in the hand, and all cards of the hand are known",
    Answers.HAND_FULL: "this hand has all its cards already",
    Answers.HAND_SHORT: "a scanned hand has too few cards: scan all cards first",
    Answers.NOT_A_SEAT: "there is no player at this seat",
    Answers.BAD_CALL: "this call is not allowed in this house",
    Answers.TOO_LOW: "this call is not higher than the last contract",
    Answers.NO_DOUBLE: "this seat cannot double or redouble now",
    Answers.UPCARD_SUIT: "this cannot be called now: the first round is for the suit turned up",
    Answers.WRONG_HOUSE: "the match has the rules of another house",
    Answers.WRONG_DEALER: "another seat is the dealer",
    Answers.LATE: "this comes too late in the deal",
    Answers.NOTHING: "this has no effect now",
    Answers.NOT_HERE: "the house or the discipline does not allow this",
    Answers.MATCH_OVER: "the match is over",
    Answers.FULL: "this deal has more events than a table stores",
    Answers.NOT_YOURS: "this seat may not do that now",
}
_TAKES_BACK = (".undo", ".back", ".event=")
_ALL, _NONE = "all", "none"
_KING, _QUEEN = 6, 5
_BELOTE = "belote"


class DealPlay:
    """Deal that is being replayed; `events` are all applied events.

    `owners` has the owners of the cards according to the tag Deal. Without this tag, `owners` is
    None.
    """

    def __init__(
        self, deal: Deal, book: Rulebook, telling: DealText, owners: Owners | None
    ) -> None:
        self.deal = deal
        self.book = book
        self.telling = telling
        self.owners = owners
        self.game = book.match
        self.mark = book.house.mark
        self.events: list[Entry] = []
        self.added: list[Entry] = []  # those that `apply_silently` applied
        self.at = ("", 0, 0)  # current word: section or tag, line in it, index in the line
        self._line_has_card = False
        self._takes_back: bool | None = (
            None  # whether a word may take back a card; None if not known yet
        )

    def section(self, section: str) -> None:
        """Replay the words of a section."""
        for line, words in enumerate(self.deal.sections.get(section, ("", []))[1]):
            for place, word in enumerate(words):
                self.at = (section, line, place)
                self._word(word)

    def play(self, announce: Callable[[], None], call: Callable[[int, int], None]) -> None:
        """Replay the section Play, in which each trick has a line.

        `announce` is called before a trick's first card. `call` is called after each card, with
        the seat and the card.
        """
        trick = self.game.trick
        owners = self.owners
        for line, words in enumerate(self.deal.sections["Play"][1]):
            self._line_has_card = False
            for place, word in enumerate(words):
                self.at = ("Play", line, place)
                card = CARDS.get(word)
                if card is None or self.game.phase != Phases.PLAY:
                    self._word(word)
                    continue
                if not self._line_has_card or not trick.count:
                    self._check_line(line)
                    announce()
                seat = trick.seat
                if owners and owners.of[card] != seat:
                    self._check_owner(card, seat)
                self.happen((Events.CARD, seat, card))
                call(seat, card)

    def _check_line(self, line: int) -> None:
        """Check the first card of a line or trick, and store that the line has a card.

        Raise PaperError if a trick begins in the middle of the line, or if the trick of the
        previous line is incomplete.
        """
        if self._line_has_card:
            self._wrong("each trick begins on a new line")
        self._line_has_card = True
        self._check_whole(line)

    def _check_whole(self, line: int) -> None:
        """Raise PaperError if the trick on the previous line is incomplete."""
        count = self.game.trick.count
        if count:
            number = self.game.audit.plays // self.book.house.players + 1
            cards = f"{count} card{'s' * (count > 1)}"
            raise self.deal.wrong_word(
                "Play", max(line - 1, 0), 1 << 20, f"trick {number} has only {cards}"
            )

    def _check_owner(self, card: int, seat: int) -> None:
        """Raise PaperError if the tag Deal shows that `seat` does not hold the card.

        That is so if another seat holds the card, or if all cards of `seat` are known and the card
        is not one of them. If a word of the deal may take back a card, check nothing: the wrong
        seat may have laid the card that is taken back. If the owner has already laid the card, the
        engine refuses it.
        """
        owners = self.owners
        if self._takes_back is None:
            words = [word for *_, word in self.deal.words()]
            self._takes_back = any(act in word for word in words for act in _TAKES_BACK)
        if not owners or self._takes_back:
            return
        owner = owners.of[card]
        laid = owner < NOBODY and self.game.audit.laid[owner][card >> 3] >> (card & 7) & 1
        if owner < NOBODY and not laid:
            self._wrong(
                f"{SEATS[seat]} is to play, but {name_of(card)} is in the hand of {SEATS[owner]}"
            )
        if owner == NOBODY and owners.whole[seat]:
            self._wrong(f"{SEATS[seat]} does not have {name_of(card)}")

    def _word(self, word: str) -> None:
        """Replay one word of a section."""
        game = self.game
        card = CARDS.get(word)
        if card is not None:
            if game.phase == Phases.DEALT:
                self.happen((Events.UPCARD, game.totals[Totals.DEALER], card))
            else:
                self.happen((Events.CARD, game.trick.seat, card))
        elif word in CALL_NUMBERS:
            self.happen((Events.BID, game.auction.seat, CALL_NUMBERS[word]))
        elif "." in word:
            for event in self._meaning(word):
                self.happen(event)
        elif not self._is_mark(word):
            self._wrong(f"'{word[:40]}' is not a card, a call or an act: see docs/bdn.md")

    def _meaning(self, word: str) -> list[Entry]:
        try:
            found = events_of(word, self.book.sides, self.mark)
        except (KeyError, ValueError):
            self._wrong(f"'{word[:40]}' is not an act: see docs/bdn.md")
        if found[0][0] in (Events.DEAL, 0):
            self._wrong("this event has no word: another deal must begin with its own tags")
        return found

    def _is_mark(self, word: str) -> bool:
        """Return whether a word is a trick's number or leader.

        Raise PaperError if the number or the leader is wrong, or if the trick of the previous line
        is incomplete.
        """
        game = self.game
        section, line, _ = self.at
        if section == "Play" and line and not self._line_has_card:
            self._check_whole(line)
        if is_number(word.rstrip("."), 3) and len(word) < 4:
            number = game.audit.plays // self.book.house.players + 1
            if game.phase != Phases.PLAY or game.trick.count or int(word.rstrip(".")) != number:
                self._wrong(f"trick {word} does not begin here: this is trick {number}")
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

    def happen(self, event: Entry) -> None:
        """Apply an event; raise PaperError at its word if it is impossible."""
        refused = self.telling.apply(event)
        if refused:
            self._wrong(self._reason(event, refused))
        self.events.append(event)

    def apply_silently(self, event: Entry) -> None:
        """Apply an event that no word of the deal states; skip it if it is impossible."""
        if not self.telling.apply(event):
            self.events.append(event)
            self.added.append(event)

    def _reason(self, event: Entry, refused: int) -> str:
        kind, seat, arg = event
        sentence = SENTENCES.get(refused, f"refused with {refused}")
        audit = self.game.audit
        if kind == Events.CARD and arg < 32:
            for other in self.book.seats:
                if audit.laid[other][arg >> 3] >> (arg & 7) & 1:
                    return f"{name_of(arg)} was laid before, by {SEATS[other]}"
        who = f"{SEATS[seat]}: " if kind != Events.RULING and seat < 4 else ""
        return f"{who}{sentence}"

    def _wrong(self, told: str) -> NoReturn:
        section, line, place = self.at
        if section in self.deal.sections:
            raise self.deal.wrong_word(section, line, place, told)
        raise self.deal.wrong_tag(section, told)


class Completion:
    """Upcard, announcements and shown cards that are added to a deal typed by hand.

    The tag Announce says which announcements are added. Without this tag, all possible
    announcements are added if every hand is known and the words of the deal state none.
    """

    def __init__(self, played: DealPlay) -> None:
        self.played = played
        self.deal = played.deal
        self.house = played.book.house
        # Announcements to add, each as seat and word; None for all possible announcements.
        self.made: set[tuple[int, str]] | None = None
        self.active = self._asked()

    def _asked(self) -> bool:
        """Return whether to add announcements, and store in `made` which to add."""
        played = self.played
        whole = played.owners and all(played.owners.whole[seat] for seat in played.book.seats)
        value = self.deal.tags.get("Announce", "")
        if value == AS_PLAYED or (value == "" and (not whole or self._told())):
            return False
        if value == _NONE:
            self.made = set()
        elif value not in ("", _ALL):
            self.made = self._list(value)
        if not whole:
            raise self.deal.wrong_tag("Announce", "Announce needs complete hands in Deal")
        return True

    def _told(self) -> bool:
        """Return whether a word of the deal announces a meld or a belote, or shows cards."""
        ends = tuple([f".{kind}" for kind in MELDS] + [f".{_BELOTE}"])
        return any(word.endswith(ends) or ".shows=" in word for *_, word in self.deal.words())

    def _list(self, value: str) -> set[tuple[int, str]]:
        found = set()
        for word in value.split():
            seat, _, what = word.partition(".")
            if seat not in tuple(SEATS) or what not in MELDS + (_BELOTE,):
                told = (
                    f"'{word}' is not an announcement: write all, none, as played, "
                    "or a list such as S.tierce E.belote"
                )
                raise self.deal.wrong_tag("Announce", told, value.index(word))
            found.add((SEATS.index(seat), what))
        return found

    # --- the upcard and the contract --------------------------------------------------------

    def turn_up(self) -> None:
        """Turn up a card that fits the bidding, if all hands are known and no upcard is stated.

        Do nothing if the section Auction scans cards, or if it has words but no call. Also do
        nothing if it has no words and the tag Contract is missing. Raise PaperError if no card
        fits.
        """
        played, deal = self.played, self.deal
        lines = deal.sections.get("Auction", ("", []))[1]
        said = [word for words in lines for word in words]
        told = any(word in CARDS for word in said)
        calls = any(word in CALL_NUMBERS for word in said) if said else "Contract" in deal.tags
        if played.game.phase != Phases.DEALT or told or not calls:
            return
        whole = played.owners and all(played.owners.whole[seat] for seat in played.book.seats)
        if not whole or ".scans=" in " ".join(said):
            return
        card = self._fitting(said)
        if card < 0:
            raise deal.wrong_tag(
                "Auction" if lines else "Contract",
                "no card that fits the bidding can have been turned up: "
                "begin the auction with the upcard, such as 7H pass H",
            )
        played.apply_silently((Events.UPCARD, played.game.totals[Totals.DEALER], card))

    def _fitting(self, calls: list[str]) -> int:
        """Return a card that can have been the upcard, -1 if there is none.

        `calls` has the words of the section Auction. If it is empty, use the tags Contract and
        Taker.
        """
        played = self.played
        owners = played.owners
        if owners is None:
            return -1
        numbers = [CALL_NUMBERS[word] for word in calls if word in CALL_NUMBERS]
        taken = next((i for i, call in enumerate(numbers) if call < Bids.NO_TRUMPS), -1)
        if not calls:
            suit, taker, second = self._contract()
        elif taken < 0:
            return next((c for c in range(32) if self._fits_upcard(c, -1)), -1)
        else:
            players = self.house.players
            seat = played.game.standing.elder()
            for _ in range(taken % players):
                seat = self.house.after(seat)
            suit, taker, second = numbers[taken], seat, taken >= players
        same = [c for c in range(31, -1, -1) if (c >> 3 == suit) != second]
        return next((c for c in same if self._fits_upcard(c, taker)), -1)

    def _contract(self) -> tuple[int, int, bool]:
        """Return suit and taker from the tags, and whether the taker took in the second round.

        A suit or taker that the tags do not state is -1. The tags never state the round, so the
        first round is assumed.
        """
        tags = self.deal.tags
        contract = tags.get("Contract", "").upper()
        taker = SEATS.find(tags.get("Taker", "?").upper())
        suit = CONTRACTS.index(contract) if contract in CONTRACTS else -1
        return suit, taker, False

    def _fits_upcard(self, card: int, taker: int) -> bool:
        """Return whether a card can have been the upcard; `taker` is -1 if nobody took."""
        owner = self.played.owners.of[card] if self.played.owners else 4
        stays = self.house.upcard == choices.UPCARD_STAYS
        return owner == 4 if stays else taker < 0 or owner == taker

    # --- announcements ----------------------------------------------------------------------

    def announce(self) -> None:
        """Add the announcements of melds, and show all hands.

        Do nothing if `active` is not set, or if a card is already laid. Show no hand if the tag
        Announce is "none".
        """
        played = self.played
        game = played.game
        if not self.active or game.audit.plays or game.phase != Phases.PLAY:
            return
        game.play.bottom = 1  # as if the bottom card was shown: prevents an offence
        owners = played.owners
        for seat in played.book.seats if owners else ():
            cards = owners.hand(seat) if owners else []
            for meld in game.melds.find(seat, masks(cards), game.auction.contract):
                if self.made is None or (seat, MELDS[meld.kind]) in self.made:
                    played.apply_silently((Events.MELD, seat, meld.kind))
            if self.made is None or self.made:
                for card in cards:
                    played.apply_silently((Events.SHOW, seat, card))

    def call(self, seat: int, card: int) -> None:
        """Add a call of belote or rebelote for the card that `seat` has just laid.

        Do nothing if this call is not wanted (see `active` and `made`), or if the seat does not
        have both king and queen of trump.
        """
        if not self.active or card & 7 not in (_QUEEN, _KING):
            return
        played = self.played
        owners, contract = played.owners, played.game.auction.contract
        trump = contract in (card >> 3, Bids.ALL_TRUMPS)
        wanted = self.made is None or (seat, _BELOTE) in self.made
        if wanted and trump and owners and owners.of[card ^ 3] == seat:
            played.apply_silently((Events.BELOTE, seat, 0))


def missing_auction(played: DealPlay) -> list[int]:
    """Return the numbers of the calls in the shortest auction for the contract in the tags.

    Return [] if the deal has neither a contract nor a section Play. Raise PaperError if it has a
    section Play but no contract, or if a tag is invalid.
    """
    deal, book = played.deal, played.book
    if "Contract" not in deal.tags:
        if "Play" in deal.sections:
            raise deal.wrong_tag("Auction", "the section Auction is missing")
        return []
    taker, contract = deal.tags.get("Taker", "").upper(), deal.tags["Contract"].upper()
    if len(taker) != 1 or SEATS.find(taker) not in book.seats or contract not in CONTRACTS:
        raise deal.wrong_tag("Taker", "without an Auction a deal needs Contract and Taker")
    call = CONTRACTS.index(contract)
    seat, calls = played.game.auction.seat, []
    while seat != SEATS.index(taker):
        calls.append(Bids.PASS)
        seat = book.house.after(seat)
    calls.append(call)
    if book.house.bidding != choices.BIDDING_AUCTION:
        return calls
    factors = {"1": 0, "2": 1, "4": 2, "8": 3}
    doublings = factors.get(deal.tags.get("Factor", "1"), -1)
    if doublings < 0:
        raise deal.wrong_tag("Factor", "Factor must be 1, 2, 4 or 8")
    for i in range(doublings):
        calls.append(Bids.DOUBLE + i)
    last = 3 if book.house.third else 2
    ended = call == Bids.ALL_TRUMPS and doublings == last
    return calls if ended else calls + [Bids.PASS] * (book.house.players - 1)
