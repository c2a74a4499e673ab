"""The line below the scores: what the table waits for, and whose turn it is."""

from micropython import const

import texts
from belote import choices
from codes.game import Phases, Totals
from table.notice import Notice

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.match import Match
    from table.table import Table


def below(table: "Table") -> Notice:
    """Return the sentence for the current state of the match."""
    match = table.match
    winner = match.standing.winner()
    if winner >= 0 and match.phase != Phases.DONE:
        return Notice(texts.WON, number=winner)
    if match.phase == Phases.IDLE:
        return Notice(texts.NO_MATCH)
    if match.phase == Phases.READY:
        return _ready(table, match)
    if match.phase == Phases.DEALT:
        text = texts.SCAN_HANDS if match.audit.scanned else texts.LAY_UPCARD
        return Notice(text, match.totals[Totals.DEALER])
    if match.phase == Phases.BIDDING:
        return _bidding(match)
    return _play(match) if match.phase == Phases.PLAY else _done(match)


def _ready(table: "Table", match: "Match") -> Notice:
    """Return the sentence that names the dealer and the player who cuts the cards."""
    dealer = match.totals[Totals.DEALER]
    first = not (table.history.hands or match.totals[Totals.THROWN_IN])
    never = match.house.shuffle == choices.SHUFFLE_NEVER
    text = texts.DEALS
    if never or (match.house.shuffle == choices.SHUFFLE_FIRST and not first):
        text = texts.DEALS_UNSHUFFLED
    # The player before the dealer cuts the cards; with two players this is the other player.
    # But before the first deal in a house that never shuffles, the opposite player cuts.
    other = dealer ^ 2 if first and never else dealer - match.house.step & 3
    return Notice(text, dealer, other_seat=other)


def _bidding(match: "Match") -> Notice:
    """Return the sentence that names the player who speaks."""
    upcard = match.play.upcard
    text = texts.FIRST_ROUND if match.auction.round == 1 else texts.SECOND_ROUND
    if upcard < 0:
        text = texts.TO_SPEAK
    return Notice(text, match.auction.seat, upcard & 31)


def _play(match: "Match") -> Notice:
    """Return the sentence that names the player who leads, or the players under suspicion."""
    trick = match.trick
    seat = trick.seat - match.house.step * trick.count & 3
    if match.conduct.suspects:
        return Notice(texts.SUSPICION, seat, number=match.conduct.suspects)
    tricks = match.audit.plays // match.house.players
    return Notice(texts.TOOK if tricks else texts.LEADS, seat, number=tricks)


def _done(match: "Match") -> Notice:
    """Return the sentence that asks the sides to confirm the result."""
    dealer = match.standing.next_dealer(match.score.score)
    agreed = match.tally.agreed
    if agreed:
        return Notice(texts.AGREE_SIDE, dealer, number=2 - agreed)  # the side that has not agreed
    return Notice(texts.AGREE_ALL, dealer)
