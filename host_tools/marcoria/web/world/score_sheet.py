"""The score sheet: a row for each deal of the last matches, with the steps to its score."""

from collections.abc import Iterable, Iterator

from marcoria.analysis.score_steps import announced, fines, honours, score_steps
from marcoria.bdn.model import Deal
from marcoria.bdn.replay import DealReplay, replayed
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.firmware.belote.auction import TAKEN, UNDECIDED
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import (
    CONTRACTS,
    SEATS,
    Events,
    Offences,
    Phases,
    Rulings,
    Totals,
)
from marcoria.game.names import ENDINGS, sides_of

_RULINGS = {
    Rulings.VOID: "void",
    Rulings.AWARD: "award",
    Rulings.PARDON: "pardon",
    Rulings.NEW_DEALER: "new-dealer",
}
_MATCH = ".match"  # end of the BDN word for the start of a match, such as E.match
_MATCHES = 2  # maximum number of matches on the sheet: the last match, and the match before it


def sheet_rows(deals: Iterable[Deal], name: str, books: Rulebooks) -> Iterator[dict[str, object]]:
    """Yield a row for each deal of the last matches.

    Error messages call the file with the deals `name`.
    """
    for number, match in enumerate(last_matches(deals)):
        last = [0, 0]
        for one in replayed(match, name, books):
            row = row_of(one)
            before = list(one.telling.before[:2])
            # The totals before this deal, if the journal does not have the previous deal any more.
            row["carried"] = before if before != last else None
            row["match"] = number
            yield row
            last = one.telling.total()


def last_matches(deals: Iterable[Deal]) -> list[list[Deal]]:
    """Return a list of deals for each of the last matches in which cards were dealt."""
    found: list[list[Deal]] = [[]]
    for deal in deals:
        if _begins(deal):
            found = [match for match in found if _is_dealt(match)][1 - _MATCHES :] + [[]]
        found[-1].append(deal)
    return [match for match in found if _is_dealt(match)]


def _begins(deal: Deal) -> bool:
    """Return whether a match begins with this deal."""
    lines = deal.sections.get("Start", ("", []))[1]
    return any(word.endswith(_MATCH) for line in lines for word in line)


def _is_dealt(match: list[Deal]) -> bool:
    return any(deal.is_dealt for deal in match)


def row_of(one: DealReplay) -> dict[str, object]:
    """Return the row of a deal. Numbers of both sides are in the order of `sides`."""
    game, telling = one.game, one.telling
    auction, score = game.auction, game.score
    decided = auction.contract >= 0
    won = game.totals[Totals.WINNER]
    sides = sides_of(game.house)
    return {
        "seq": one.deal.seq,
        "house": game.house.name,
        "sides": list(sides),
        "target": game.totals[Totals.POINTS],
        "dealer": SEATS[telling.before[Totals.DEALER]],
        "contract": CONTRACTS[auction.contract] if decided else None,
        "taker": SEATS[auction.taker] if decided else None,
        "factor": auction.factor,
        "outcome": telling.outcome(),
        "played": telling.done,
        "over": game.phase not in (Phases.DEALT, Phases.BIDDING, Phases.PLAY) or won >= 0,
        "cards": list(score.cards) if telling.done else None,
        "melds": list(score.melds) if telling.done else None,
        "belote": list(score.belote) if telling.done else None,
        "score": telling.score(),
        "total": telling.total(),
        "hangs": telling.hangs(),
        "winner": {"side": sides[won & 1], "why": ENDINGS[won >> 1]} if won >= 0 else None,
        "steps": list(_steps(one)),
    }


def _steps(one: DealReplay) -> Iterator[dict[str, object]]:
    """Yield the steps to the score of a deal, with offences and rulings."""
    telling = one.telling
    for offence in telling.offences():
        yield {"key": "offence"} | offence
    brought = [0, 0]
    for step in _of_the_hand(one):
        adds = step.get("adds")
        if isinstance(adds, list):
            brought = [brought[0] + adds[0], brought[1] + adds[1]]
        yield step
    kinds = [seat for kind, seat, _ in one.events if kind == Events.RULING]
    for kind in kinds:
        if kind in _RULINGS:
            yield {"key": "ruling", "ruling": _RULINGS[kind]}
    if Rulings.GIVE in kinds:
        score = telling.score()
        adds = [score[0] - brought[0], score[1] - brought[1]]
        for side in range(2):
            if adds[side]:
                one_side = [adds[0], 0] if side == 0 else [0, adds[1]]
                key = "given" if adds[side] > 0 else "taken-away"
                yield {"key": key, "side": side, "points": abs(adds[side]), "adds": one_side}
        if Rulings.HANGING in kinds:
            yield {"key": "given-hanging", "points": telling.hangs()}


def _is_annulled(game: Match) -> bool:
    """Return whether all have passed, or the deal was a misdeal: then only fines count."""
    codes = [offence.code for offence in game.conduct.log]
    has_passed = game.auction.state not in (TAKEN, UNDECIDED)
    return game.phase == Phases.READY and (has_passed or Offences.MISDEAL in codes)


def _of_the_hand(one: DealReplay) -> list[dict[str, object]]:
    """Return the steps to the score without points from rulings."""
    game, telling = one.game, one.telling
    broken = game.standing.broken
    if telling.done:
        return score_steps(game)
    if _is_annulled(game):
        return fines(game)
    if not any(broken):
        return []
    fair = game.conduct.fair
    steps = announced(game) + honours(game)
    for side in range(2):
        points = broken[side] - fair[side]
        adds = [points, 0] if side == 0 else [0, points]
        steps.append({"key": "broken-off", "side": side, "points": points, "adds": adds})
    return steps + fines(game)
