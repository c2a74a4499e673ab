"""What a deal that somebody typed leaves out: the card turned up, announcements, the auction."""

from marcoria.bdn.playing import Playing
from marcoria.bdn.words import CALL_NUMBERS, CARDS
from marcoria.firmware.belote import choices
from marcoria.firmware.codes.game import CONTRACTS, SEATS, Bids, Events, Phases, Totals
from marcoria.game.masks import masks
from marcoria.game.wording import MELDS

AS_PLAYED = "as played"
_ALL, _NONE = "all", "none"
_KING, _QUEEN = 6, 5
_BELOTE = "belote"


class Typed:
    """Fills in what is not there. All announcements are made, in time and shown, if every hand is
    known and no word in the play tells of one."""

    def __init__(self, played: Playing) -> None:
        self.played = played
        self.deal = played.deal
        self.house = played.book.house
        self.made: set[tuple[int, str]] | None = None  # None: all that can be
        self.active = self._asked()

    def _asked(self) -> bool:
        """Whether announcements are made here; `made` says which."""
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
            raise self.deal.wrong_tag("Announce", "announcements need four whole hands in Deal")
        return True

    def _told(self) -> bool:
        """Whether the play itself tells what was announced."""
        ends = tuple([f".{kind}" for kind in MELDS] + [f".{_BELOTE}"])
        return any(word.endswith(ends) or ".shows=" in word for *_, word in self.deal.words())

    def _list(self, value: str) -> set[tuple[int, str]]:
        found = set()
        for word in value.split():
            seat, _, what = word.partition(".")
            if seat not in tuple(SEATS) or what not in MELDS + (_BELOTE,):
                told = f"'{word}' is no announcement: all, none, or like S.tierce E.belote"
                raise self.deal.wrong_tag("Announce", told, value.index(word))
            found.add((SEATS.index(seat), what))
        return found

    # --- the card turned up, and the contract -----------------------------------------------

    def turn_up(self) -> None:
        """A card that goes with the bidding, if none is told."""
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
                "no card of the taker can have been turned up: "
                "write it before the first call, like 7H pass H",
            )
        played.apply_silently((Events.UPCARD, played.game.totals[Totals.DEALER], card))

    def _fitting(self, calls: list[str]) -> int:
        """A card that can have been turned up, -1 if there is none."""
        played = self.played
        owners = played.owners
        if owners is None:
            return -1
        numbers = [CALL_NUMBERS[word] for word in calls if word in CALL_NUMBERS]
        taken = next((i for i, call in enumerate(numbers) if call < Bids.NO_TRUMPS), -1)
        if not calls:
            suit, taker, second = self._contract()
        elif taken < 0:
            return next((c for c in range(32) if self._may_lie(c, -1)), -1)
        else:
            players = self.house.players
            seat = played.game.standing.elder()
            for _ in range(taken % players):
                seat = self.house.after(seat)
            suit, taker, second = numbers[taken], seat, taken >= players
        same = [c for c in range(31, -1, -1) if (c >> 3 == suit) != second]
        return next((c for c in same if self._may_lie(c, taker)), -1)

    def _contract(self) -> tuple[int, int, bool]:
        """Of the tags: suit, taker, and that it was taken in the first round."""
        tags = self.deal.tags
        contract = tags.get("Contract", "").upper()
        taker = SEATS.find(tags.get("Taker", "?").upper())
        suit = CONTRACTS.index(contract) if contract in CONTRACTS else -1
        return suit, taker, False

    def _may_lie(self, card: int, taker: int) -> bool:
        """Whether the card turned up can be that one."""
        owner = self.played.owners.of[card] if self.played.owners else 4
        stays = self.house.upcard == choices.UPCARD_STAYS
        return owner == 4 if stays else taker < 0 or owner == taker

    # --- announcements ----------------------------------------------------------------------

    def announce(self) -> None:
        """Before the first card: everybody announces, and shows his hand."""
        played = self.played
        game = played.game
        if not self.active or game.audit.plays or game.phase != Phases.PLAY:
            return
        game.play.bottom = 1  # nobody says that it was not shown
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
        """Belote is called with its cards."""
        if not self.active or card & 7 not in (_QUEEN, _KING):
            return
        played = self.played
        owners, contract = played.owners, played.game.auction.contract
        trump = contract in (card >> 3, Bids.ALL_TRUMPS)
        wanted = self.made is None or (seat, _BELOTE) in self.made
        if wanted and trump and owners and owners.of[card ^ 3] == seat:
            played.apply_silently((Events.BELOTE, seat, 0))


def missing_auction(played: Playing) -> list[int]:
    """The shortest auction that leads to the contract which the tags tell."""
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
        raise deal.wrong_tag("Factor", "Factor is 1, 2, 4 or 8")
    for i in range(doublings):
        calls.append(Bids.DOUBLE + i)
    last = 3 if book.house.third else 2
    ended = call == Bids.ALL_TRUMPS and doublings == last
    return calls if ended else calls + [Bids.PASS] * (book.house.players - 1)
