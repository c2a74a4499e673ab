"""Offers: what each person at the page's table may do now with keys, or by rapping.

An offer depends only on what its player may know: the player's own hand, the cards that were
turned up, laid or shown, the calls, and the rules of the house.
"""

from typing import TYPE_CHECKING

from marcoria.bots.body import FRESH_MS, READ_MS, SUIT_KEYS
from marcoria.bots.dealer import AFTER_CALL, IN_MENU
from marcoria.bots.perception import ASKED
from marcoria.bots.strategy import KING, QUEEN, PlayerView
from marcoria.errors import TableError
from marcoria.firmware.belote import choices
from marcoria.firmware.belote.auction import Auction
from marcoria.firmware.belote.melds import Melds
from marcoria.firmware.codes.game import (
    CONTRACTS,
    SEATS,
    Bids,
    Disciplines,
    MeldKinds,
    Phases,
    Totals,
)
from marcoria.game.masks import masks
from marcoria.game.names import CALLS, MELDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from marcoria.firmware.belote.match import Match
    from marcoria.web.world.table_view import TableView

    Keys = list[list[str]]

_APART_MS = 250.0  # the table counts two presses of one key within this time as one
_AUCTION = ("seat", "taker", "suit", "second", "contract", "factor", "round", "passes", "state")


class Offer:
    """Action that is offered to a seat.

    `do` is the kind of action. `what` is the contract of a bid, the kind of a meld or the number
    of an answer, and None for other actions. `keys` has the presses in order. Each press is a list
    of keys that are pressed together; ["RAP"] is a knock on the table.
    """

    def __init__(self, do: str, keys: "Keys", what: str | None = None, sure: bool = False) -> None:
        self.do = do
        self.keys = keys
        self.what = what
        self.sure = sure  # whether to suggest it; if so, the player has its cards (meld or belote)
        self.hold = do in ("call-out", "take-back")
        self.for_next = False  # whether a call of belote is for the player's next card
        self.armed = False  # whether this call will be made with the player's next card

    def told(self, seat: int) -> dict[str, object]:
        """Return the offer as the page gets it."""
        found: dict[str, object] = {"seat": SEATS[seat], "do": self.do}
        found |= {"what": self.what, "keys": self.keys}
        if self.sure:
            found["sure"] = True
        if self.hold:
            found["hold"] = True
        if self.armed:
            found["armed"] = True
        return found


class Offers:
    """Offers to the persons at a table.

    If `hints` is True, belote is offered only to a player who was dealt king and queen of trump.
    If `hints` is False, no announcement is `sure`, and one of these two cards is enough for
    belote, unless another seat has laid the other. If `hints` is None, the house decides about
    belote.
    """

    def __init__(self, view: "TableView") -> None:
        self.view = view
        self.hints: bool | None = None
        self._armed: set[int] = set()  # seats that call belote with their next card
        self._basis: object = None  # what `_found` was computed from
        self._found: list[dict[str, object]] = []
        self._phase = Phases.IDLE
        self._phase_since = 0.0
        self._pressed_at = [-_APART_MS] * 4  # time in ms of each seat's last press

    def note_phase(self) -> None:
        """Store the time if the table has reported another phase."""
        mirror = self.view.follow.mirror
        phase = mirror.game.phase if mirror and mirror.sure else Phases.IDLE
        if phase != self._phase:
            self._phase, self._phase_since = phase, self.view.handle.now

    def all(self, now: tuple[str, list[str]]) -> list[dict[str, object]]:
        """Return the offers to all persons, as the page gets them.

        `now` is the result of `TableView.next`. The offers are cached until something changes.
        """
        view = self.view
        room, mirror = view.room, view.follow.mirror
        persons = [seat for seat in room.seats if not room.bots[seat]]
        hands = [list(view.people.hands[seat]) for seat in persons]
        events = mirror.changes if mirror else 0
        lamps = view.lamps.seats(ASKED)
        basis = (
            now,
            view.follow.changes,
            events,
            lamps,
            persons,
            hands,
            self.hints,
            list(self._armed),
        )
        if basis != self._basis:
            self._basis = basis
            self._found = [one.told(seat) for seat in persons for one in self._of(seat)]
        return self._found

    def find(self, seat: str, do: str, what: str | None) -> Offer:
        """Return a person's offer with this `do` and `what`; raise TableError if there is none."""
        number = SEATS.index(seat)
        if not self.view.room.bots[number]:
            for one in self._of(number):
                if one.do == do and one.what == what:
                    return one
        raise TableError(
            "offer-gone",
            "This can no longer be done: choose from what the table offers you now.",
        )

    def arm(self, seat: int, offer: Offer) -> bool:
        """Switch whether the seat calls belote with its next card.

        Return False, and change nothing, if the offer is not belote for the seat's next card.
        """
        if not offer.for_next:
            return False
        if seat in self._armed:
            self._armed.remove(seat)
        else:
            self._armed.add(seat)
        return True

    def calls_with(self, seat: int, card: int) -> bool:
        """Return whether the seat calls belote with this card; disarm the seat in any case.

        An armed seat calls belote if the card is a king or queen of trump.
        """
        if seat not in self._armed:
            return False
        self._armed.remove(seat)
        view = self.view.of_person(seat)
        return view is not None and card & 7 in (QUEEN, KING) and view.is_trump(card)

    def may_call(self, seat: int) -> bool:
        """Return whether the seat may call belote for a card that it has laid already."""
        mirror = self.view.follow.mirror
        return mirror is not None and not mirror.game.pairs.bars_call(seat)

    async def perform(self, seat: int, offer: Offer) -> None:
        """Do what is offered: confirm the result, or press the keys at a person's speed."""
        room = self.view.room
        body = room.body
        if offer.do == "confirm":
            await room.agree_to_result([seat])
            return
        await body.wait(self._pressed_at[seat] + _APART_MS - body.table.now)
        while offer.do in ("bid", "pass") and self._is_fresh():
            await body.wait(body.pace.glance)
        for keys in offer.keys:
            if keys == ["RAP"]:
                await body.rap(seat)
            elif offer.hold:
                await body.hold(seat, keys[0])
            elif len(keys) > 1:
                await body.chord(seat)
                await body.await_lamp(seat, ASKED)
                await body.wait(READ_MS)
            else:
                await body.press(seat, keys[0])
        self._pressed_at[seat] = body.table.now

    def _is_fresh(self) -> bool:
        """Return whether it is too early for a call that opens the bidding (see `FRESH_MS`)."""
        since = self.view.handle.now - self._phase_since
        return self._phase == Phases.READY and since < FRESH_MS

    # --- offers to one seat -----------------------------------------------------------------

    def _of(self, seat: int) -> "list[Offer]":
        view = self.view
        mirror = view.follow.sure_mirror
        if not view.world.power or not mirror:
            return []
        game, question = mirror.game, view.question
        if question >> seat & 1:
            return list(self._answers(seat))
        if question == 0 and view.lamps.seats(ASKED) and not self._is_asked_for_cards(game):
            return []  # the table asks a question, but has not reported the question yet
        if game.phase in (Phases.READY, Phases.BIDDING):
            return list(self._bids(game, seat))
        if game.phase == Phases.PLAY and game.totals[Totals.WINNER] < 0:
            return list(self._in_play(game, seat))
        if game.phase == Phases.DONE:
            return list(self._at_the_end(game, seat))
        return []

    def _is_asked_for_cards(self, game: "Match") -> bool:
        """Return whether the lights may ask for melds, or for the agreement to a result."""
        first = game.phase == Phases.PLAY and game.audit.plays == game.house.players
        return game.phase == Phases.DONE or first

    def _answers(self, seat: int) -> "Iterator[Offer]":
        """Yield the offers for the open question, if the table accepts the seat's answer now."""
        asks, seats = self.view.next()
        if asks != "answer" or SEATS[seat] not in seats:
            return
        state = self.view.follow.state
        for number in range(len(state.get("answers", []))):
            yield Offer("answer", [[SUIT_KEYS[number]]], f"{number}")
        if state.get("more", False):
            yield Offer("more", [["CALL"]])
        yield Offer("leave", [["PASS"]])

    def _bids(self, game: "Match", seat: int) -> "Iterator[Offer]":
        auction = game.auction
        if game.phase == Phases.READY:
            # In a house without an upcard the first bid opens the deal.
            room = self.view.room
            if room.scanned or self.view.next() != ("bid", [SEATS[seat]]):
                return
            auction = Auction(game.house)
            auction.start(seat, -1, 0)
        elif auction.seat != seat or self._scans(game):
            return
        for call in range(Bids.THIRD + 1):
            if _may_call(auction, call):
                yield _bid(game, call)

    def _scans(self, game: "Match") -> bool:
        """Return whether cards of the hands have still to be passed over the pads."""
        audit, later = game.audit, game.play.kept_back
        if not audit.scanned or audit.plays:
            return False
        return any(audit.held(seat) < audit.left[seat] - later for seat in self.view.room.seats)

    def _in_play(self, game: "Match", seat: int) -> "Iterator[Offer]":
        view = self.view.player(game, seat)
        house, audit = game.house, game.audit
        if len(view.own()) == house.cards and not self._scans(game):
            for kind in range(MeldKinds.CARRE + 1):
                yield from self._announcement(game, view, kind)
            yield from self._belote(game, view)
            if not self.view.question and _may_exchange(game, view):
                yield Offer("seven", [["CALL", "PASS"], [SUIT_KEYS[IN_MENU]]])
        if game.has_called_last(seat) and not self._shows(seat):
            yield Offer("withdraw", [["PASS"]])
        yield from self._salt(game, seat)
        if not self.view.question and not game.tally.bars_call(seat):
            yield Offer("call-out", [["CALL"]])
        if house.look and audit.plays >= house.players:
            yield Offer("last", [[SUIT_KEYS[0]]])
        yield from self._take_back(game, seat)

    def _at_the_end(self, game: "Match", seat: int) -> "Iterator[Offer]":
        if game.totals[Totals.WINNER] < 0:
            yield from self._belote(game, self.view.player(game, seat))
            yield from self._salt(game, seat)
            yield from self._take_back(game, seat)
        asks, seats = self.view.next()
        if asks == "confirm" and SEATS[seat] in seats:
            yield Offer("confirm", [[SUIT_KEYS[0]]])

    def _shows(self, seat: int) -> bool:
        """Return whether the lights ask a seat for its melds."""
        return seat in self.view.lamps.seats(ASKED)

    def _announcement(self, game: "Match", view: PlayerView, kind: int) -> "Iterator[Offer]":
        """Yield the offer to announce a kind of meld, unless the table would refuse it.

        With blind hands the table does not know the hand, and accepts a false announcement.
        """
        announcements = game.announcements
        if announcements.bars(view.seat, kind):
            return
        claims = announcements.claims[view.seat] + (kind,)
        melds, hand, contract = Melds(game.house), masks(view.own()), game.auction.contract
        sure = len(melds.find(view.seat, hand, contract, claims)) == len(claims)
        if sure or not game.audit.scanned:
            # A long sequence may be announced as a shorter one. The page does not suggest this,
            # because the shorter one is worth less.
            best = [meld.kind for meld in melds.find(view.seat, hand, contract)]
            shown = sure and best.count(kind) >= claims.count(kind) and self.hints is not False
            yield Offer("announce", [["CALL"], [SUIT_KEYS[kind]]], MELDS[kind], shown)

    def _belote(self, game: "Match", view: PlayerView) -> "Iterator[Offer]":
        """Yield the offer to call belote for the card just laid, or for the seat's next card."""
        pairs, seat = game.pairs, view.seat
        hinted = game.house.late != choices.LATE_SALT if self.hints is None else self.hints
        uncalled = -1 if pairs.bars_call(seat) else pairs.uncalled(seat)
        is_next = game.phase == Phases.PLAY and game.trick.seat == seat
        is_next = is_next and not self.view.lamps.seats(ASKED)
        for_last = False
        if uncalled >= 0:
            last = game.audit.card[pairs.at[uncalled] - 1]
            for_last = view.pair_held(last) if hinted else not _is_split(game, seat, last)
        for_next = (
            not for_last
            and is_next
            and any(
                view.calls_belote(card) if hinted else _may_call_with(view, card)
                for card in view.legal()
            )
        )
        if for_last or for_next:
            found = Offer("belote", [["CALL"]], None, hinted)
            found.for_next = for_next
            found.armed = seat in self._armed
            yield found

    def _salt(self, game: "Match", seat: int) -> "Iterator[Offer]":
        if game.house.late == choices.LATE_SALT and game.pairs.saltable(seat):
            yield Offer("salt", [["RAP"]])

    def _take_back(self, game: "Match", seat: int) -> "Iterator[Offer]":
        audit = game.audit
        lenient = game.totals[Totals.CONDUCT] < Disciplines.POINTS
        mine = audit.plays > 0 and audit.seat[audit.plays - 1] == seat
        if lenient and mine and not self.view.question:
            yield Offer("take-back", [["PASS"]])


def _may_call(auction: Auction, call: int) -> bool:
    """Return whether the next player may make a call; the auction stays as it is."""
    tried = Auction(auction.house)
    for name in _AUCTION:
        setattr(tried, name, getattr(auction, name))
    return not tried.call(call)


def _bid(game: "Match", call: int) -> Offer:
    """Return the offer of a call."""
    if call == Bids.PASS:
        return Offer("pass", [["PASS"]])
    keys = [["CALL"], [AFTER_CALL[call]]] if call in AFTER_CALL else [[SUIT_KEYS[call]]]
    if call > Bids.PASS:
        return Offer("triple" if call == Bids.THIRD else CALLS[call], keys)
    first = game.house.bidding != choices.BIDDING_AUCTION and game.auction.round == 1
    return Offer("take" if first else "bid", keys, CONTRACTS[call])


def _may_exchange(game: "Match", view: PlayerView) -> bool:
    """Return whether a player has the seven of trump and may exchange it."""
    seven = game.auction.contract << 3
    return seven in view.hand and not game.play.bars_exchange(view.seat)


def _is_split(game: "Match", seat: int, card: int) -> bool:
    """Return whether another seat has laid the king or the queen of a card's suit."""
    suit = card >> 3
    plays = game.pairs.at[suit * 2 : suit * 2 + 2]
    return any(play and game.audit.seat[play - 1] != seat for play in plays)


def _may_call_with(view: PlayerView, card: int) -> bool:
    """Return whether a card is a king or queen of trump and no other seat has laid the other."""
    royal = card & 7 in (QUEEN, KING) and view.is_trump(card)
    return royal and not _is_split(view.game, view.seat, card)
