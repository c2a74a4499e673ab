"""Facts of a played deal for the solver of the web page.

That solver contains no rules of any house, so the facts include these rules as tables.
"""

from marcoria.analysis.position import OpenDeal, Position
from marcoria.analysis.tables import ScoreTable, Stakes, Tables, is_made
from marcoria.bdn.replay import DealReplay
from marcoria.firmware.codes.game import CONTRACTS, SEATS, Phases, Totals, name_of
from marcoria.game.names import OUTCOMES, seats_of, sides_of


def is_complete(one: DealReplay) -> bool:
    """Return whether a deal has a result and all its cards were played."""
    house = one.game.house
    return one.telling.done and one.game.audit.plays == house.players * house.cards


def start_of(one: DealReplay) -> Position:
    """Return the position before the first card of a complete deal."""
    audit = one.game.audit
    hands: list[list[int]] = [[], [], [], []]
    for play in range(audit.plays):
        hands[audit.seat[play]].append(audit.card[play])
    return Position(hands, audit.seat[0], [])


def stakes_of(one: DealReplay) -> Stakes:
    """Return the stakes of a complete deal."""
    game = one.game
    score = game.score
    return Stakes(
        game.house.side(game.auction.taker),
        game.auction.factor,
        one.state.totals()[Totals.HANGING],  # the points that hung before the deal
        (score.melds[0], score.melds[1]),
        (score.belote[0], score.belote[1]),
    )


def open_facts(one: DealReplay) -> dict[str, object]:
    """Return what the page needs to show a deal with open cards, and to compute its costs.

    The fields `score` and `made` each have a list `points`: the item with the index n is for the
    case that side 0 gets n points in cards. Without a contract that can fail, `made` is None. If
    the deal is not complete, the facts contain no cards, tables or results. `over` says whether
    the deal has ended, even if not all its cards were played.
    """
    game = one.game
    house, auction, audit = game.house, game.auction, game.audit
    decided = auction.contract >= 0
    facts: dict[str, object] = {
        "board": one.deal.tags.get("Board", ""),
        "house": house.name,
        "seats": [SEATS[seat] for seat in seats_of(house)],
        "sides": list(sides_of(house)),
        "contract": CONTRACTS[auction.contract] if decided else None,
        "taker": SEATS[auction.taker] if decided else None,
        "factor": auction.factor,
        "complete": is_complete(one),
        "over": game.phase not in (Phases.DEALT, Phases.BIDDING, Phases.PLAY),
    }
    if not facts["complete"]:
        return facts
    deal, start, stakes = OpenDeal(house, auction.contract), start_of(one), stakes_of(one)
    facts["plays"] = [name_of(audit.card[play]) for play in range(audit.plays)]
    facts["outcome"] = OUTCOMES[game.score.outcome]
    return facts | solver_facts(deal, start, stakes)


def solver_facts(deal: OpenDeal, start: Position, stakes: Stakes) -> dict[str, object]:
    """Return the facts of a deal that the solver of the page needs."""
    house = deal.house
    return {
        "leader": SEATS[start.leader],
        "hands": {
            SEATS[seat]: [name_of(card) for card in sorted(start.hands[seat])]
            for seat in seats_of(house)
        },
        "tables": Tables(house, deal.contract).__dict__,
        "score": ScoreTable(deal, start, stakes).differences(),
        "made": _made(deal, start, stakes),
    }


def _made(deal: OpenDeal, start: Position, stakes: Stakes) -> dict[str, object] | None:
    """Return for each result of the cards whether the contract is made.

    `points` has an item for each number of points of side 0, and is valid if both sides take a
    trick. `capots` has an item for the case that side 0 takes all tricks, then an item for the
    case that side 1 does.

    Return None in a house without a contract that can fail.
    """
    left, whole = deal.left(start), deal.house.cards
    if is_made(deal, (left, 0), (whole, 0), stakes) is None:
        return None
    return {
        "points": [is_made(deal, (won, left - won), (1, 1), stakes) for won in range(left + 1)],
        "capots": [
            is_made(deal, (left, 0), (whole, 0), stakes),
            is_made(deal, (0, left), (0, whole), stakes),
        ],
    }
