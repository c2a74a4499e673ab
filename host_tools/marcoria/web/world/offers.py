"""What a person at the page's table may do by keys, apart from laying a card.

An offer depends only on what its player knows: his own cards, and what everybody has seen and
heard. Each offer names the keys that do the same on a real table.
"""

from typing import TYPE_CHECKING

from marcoria.bots.body import SUIT_KEYS
from marcoria.bots.strategy import KING, QUEEN, PlayerView
from marcoria.firmware.belote import choices
from marcoria.firmware.belote.auction import Auction
from marcoria.firmware.belote.match import Match
from marcoria.firmware.belote.trick import TRUMP_BEATS
from marcoria.firmware.codes.game import (
    CONTRACTS,
    SEATS,
    Bids,
    Disciplines,
    Events,
    MeldKinds,
    Offences,
    Phases,
    Totals,
)
from marcoria.game.names import MELDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    Keys = list[list[str]]

RAP = "RAP"
_CALL, _PASS = ["CALL"], ["PASS"]
# Calls whose key follows CALL, in the order of the suit keys, and the names of their offers.
_AFTER_CALL = (Bids.NO_TRUMPS, Bids.ALL_TRUMPS, Bids.DOUBLE, Bids.REDOUBLE)
_DOUBLES = {Bids.DOUBLE: "double", Bids.REDOUBLE: "redouble", Bids.THIRD: "triple"}
_CALLS = range(Bids.THIRD + 1)
_MOST_MELDS = 3  # most melds that a hand can have
_PAIRS = 8  # kings and queens of all suits
_IN_TIME, _LATE = 1, 2  # flags of a call in belote/pairs.py


class Offer:
    """One thing that a player may do.

    `do` is its name and `what` its suit, kind of meld or number of the answer. `keys` are presses
    one after the other, each of one or more keys. `sure` says whether the own cards allow it,
    `armed` whether it will happen with the next card.
    """

    def __init__(
        self, do: str, what: str | None, keys: "Keys", hold: bool = False, sure: bool = False
    ) -> None:
        self.do = do
        self.what = what
        self.keys = keys
        self.hold = hold
        self.sure = sure
        self.armed = False

    def told(self, seat: int) -> dict[str, object]:
        """Return the offer for the page."""
        told: dict[str, object] = {"seat": SEATS[seat], "do": self.do, "what": self.what}
        told["keys"] = self.keys
        for name in ("hold", "sure", "armed"):
            if getattr(self, name):
                told[name] = True
        return told


def of_question(answers: "Sequence[str]", has_more: bool) -> list[Offer]:
    """Return the offers of a player who must answer a question on the display."""
    found = [Offer("answer", str(at), [[SUIT_KEYS[at]]]) for at in range(len(answers))]
    if has_more:
        found.append(Offer("more", None, [_CALL]))
    found.append(Offer("leave", None, [_PASS]))
    return found


def of_bidding(game: Match, seat: int) -> list[Offer]:
    """Return the calls that the player to bid may make."""
    auction = _auction(game, seat)
    names = _DOUBLES
    found = []
    for call in _CALLS:
        if _copied(auction).call(call):
            continue
        if call == Bids.PASS:
            found.append(Offer("pass", None, [_PASS]))
        elif call in names:
            key = SUIT_KEYS[_AFTER_CALL.index(Bids.DOUBLE if call == Bids.THIRD else call)]
            found.append(Offer(names[call], None, [_CALL, [key]]))
        else:
            takes = auction.suit >= 0 and auction.round == 1
            found.append(Offer("take" if takes else "bid", CONTRACTS[call], _keys_of(call)))
    return found


def of_play(view: PlayerView, hints: bool) -> list[Offer]:
    """Return the offers of a player during the tricks. `hints` shows whether he has a belote."""
    game, seat = view.game, view.seat
    found = _melds(view) + _belote(view, hints)
    if _called_last(game, seat):
        found.append(Offer("withdraw", None, [_PASS]))
    if _may_salt(game, seat):
        found.append(Offer("salt", None, [[RAP]]))
    if not game.tally.bars_call(seat):
        found.append(Offer("call-out", None, [_CALL], hold=True))
    if _may_exchange(view):
        found.append(Offer("seven", None, [["CALL", "PASS"]]))
    if _has_just_played(game, seat):
        found.append(Offer("take-back", None, [_PASS], hold=True))
    if game.house.look and game.audit.plays >= game.house.players:
        found.append(Offer("last", None, [[SUIT_KEYS[0]]]))
    return found


def has_hints(game: Match) -> bool:
    """Return whether hints of a belote are usual: not where a forgotten one can be salted."""
    return game.house.late != choices.LATE_SALT


def calls_with(view: PlayerView, card: int) -> bool:
    """Return whether a belote can be called with this card."""
    return card & 7 in (QUEEN, KING) and view.game.trick.beats[card >> 3] is TRUMP_BEATS


def _auction(game: Match, seat: int) -> Auction:
    """Return the auction under way, or a new one if this seat's call will open the deal."""
    if game.phase == Phases.BIDDING:
        return game.auction
    opened = Auction(game.house)
    opened.start(seat, -1, 0)
    return opened


def _copied(auction: Auction) -> Auction:
    copy = Auction(auction.house)
    for name in ("seat", "taker", "suit", "second", "contract", "factor", "round", "passes"):
        setattr(copy, name, getattr(auction, name))
    return copy


def _keys_of(contract: int) -> "Keys":
    if contract in _AFTER_CALL:
        return [_CALL, [SUIT_KEYS[_AFTER_CALL.index(contract)]]]
    return [[SUIT_KEYS[contract]]]


def _melds(view: PlayerView) -> list[Offer]:
    """Return an offer for each kind of meld, as long as the player may still announce one."""
    game, house = view.game, view.house
    said = list(game.announcements.announced[view.seat])
    if not house.melds or view.laid or len(view.hand) < house.cards or len(said) >= _MOST_MELDS:
        return []
    own = [meld.kind for meld in view.melds()]
    for kind in said:
        if kind in own:
            own.remove(kind)
    without = game.auction.contract == Bids.NO_TRUMPS
    if without and not house.no_trump:
        return []
    kinds = (MeldKinds.CARRE,) if without else range(len(SUIT_KEYS))
    return [
        Offer("announce", MELDS[kind], [_CALL, [SUIT_KEYS[kind]]], sure=kind in own)
        for kind in kinds
    ]


def _belote(view: PlayerView, hints: bool) -> list[Offer]:
    """Return the offer to call belote, for the card just laid or for the next one.

    Without hints it is there whenever the player has a king or queen of trump to lay or to call.
    """
    game, seat = view.game, view.seat
    if _laid_uncalled(game, seat) >= 0:
        card = _card(_laid_uncalled(game, seat))
        has_both = view.pair_held(card) and not _is_called(game, view, card)
        if has_both or not hints:
            return [Offer("belote", None, [_CALL], sure=has_both and hints)]
        return []
    if game.trick.seat != seat or game.audit.over():
        return []
    if hints:
        may = [card for card in view.legal() if view.calls_belote(card)]
    else:
        may = [card for card in view.hand if calls_with(view, card)]
    return [Offer("belote", None, [_CALL], sure=hints)] if may else []


def _is_called(game: Match, view: PlayerView, card: int) -> bool:
    """Return whether the other card of the pair was called, and one call is enough."""
    other = _place(card ^ 3)
    return bool(game.house.calls) and card ^ 3 in view.laid and bool(game.pairs.calls[other])


def _laid_uncalled(game: Match, seat: int) -> int:
    """Return the place of the king or queen whose call is still possible, -1 for none."""
    place = game.pairs.uncalled(seat)
    if place < 0:
        return -1
    at, plays = game.pairs.at[place], game.audit.plays
    return place if at == plays or _is_salted_late(game, at) else -1


def _is_salted_late(game: Match, at: int) -> bool:
    """Return whether a card laid as number `at` may still be called late, and be salted."""
    players = game.house.players
    in_trick = game.audit.plays < (at // players + 1) * players
    return game.house.late == choices.LATE_SALT and in_trick


def _may_salt(game: Match, seat: int) -> bool:
    """Return whether the other side has laid a king or queen of trump and has not called it."""
    if game.house.late != choices.LATE_SALT:
        return False
    pairs, audit, side = game.pairs, game.audit, game.house.side(seat)
    for place in range(_PAIRS):
        at = pairs.at[place]
        if not at or game.house.side(audit.seat[at - 1]) == side:
            continue
        is_silent = pairs.calls[place] & (_IN_TIME | _LATE) != _IN_TIME
        is_open = audit.over() if at == audit.plays else _is_salted_late(game, at)
        if is_silent and is_open and not pairs.salted >> (place >> 1) & 1:
            return True
    return False


def _called_last(game: Match, seat: int) -> bool:
    """Return whether the last event is a belote of this seat, which it may take back."""
    if not game.events or game.phase != Phases.PLAY:
        return False
    last, log = game.events[-1], game.conduct.log
    if last.kind != Events.BELOTE or last.seat != seat:
        return False
    return not log or log[-1].code != Offences.FALSE_BELOTE or log[-1].seat != seat


def _may_exchange(view: PlayerView) -> bool:
    """Return whether the player has the seven of trump and may exchange it for the upcard."""
    game, house = view.game, view.house
    contract, upcard = game.auction.contract, game.play.upcard
    if not house.seven or not 0 <= contract < Bids.NO_TRUMPS or upcard >> 3 != contract:
        return False
    is_free = house.upcard == choices.UPCARD_STAYS or view.seat != game.auction.taker
    is_early = game.audit.plays < house.players and not view.laid
    silent = not game.announcements.claims[view.seat]
    return bool(is_free and is_early and silent and contract << 3 in view.hand)


def _has_just_played(game: Match, seat: int) -> bool:
    """Return whether the last card is this player's, and cards may be taken back here."""
    plays = game.audit.plays
    lenient = game.totals[Totals.CONDUCT] < Disciplines.POINTS
    return lenient and plays > 0 and not game.audit.over() and game.audit.seat[plays - 1] == seat


def _place(card: int) -> int:
    """Return the place of a king or queen in `Pairs`."""
    return (card >> 3) * 2 + (card & 7) - QUEEN


def _card(place: int) -> int:
    """Return the card with this place in `Pairs`."""
    return (place >> 1) << 3 | QUEEN + (place & 1)
