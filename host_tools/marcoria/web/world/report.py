"""Descriptions of a match and its table for the page, with names instead of numbers."""

from typing import TYPE_CHECKING

from marcoria.firmware.belote.audit import Audit
from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.match import Match
from marcoria.firmware.belote.melds import Melds
from marcoria.firmware.codes.display import DisplayStates
from marcoria.firmware.codes.game import (
    CONTRACTS,
    SEATS,
    Events,
    Phases,
    Totals,
    name_of,
)
from marcoria.firmware.codes.journal import RoomLeft
from marcoria.firmware.codes.table import PadStates
from marcoria.game.masks import masks
from marcoria.game.names import (
    CALLS,
    ENDINGS,
    MELDS,
    OF_A_CARD,
    OFFENCES,
    OUTCOMES,
    seats_of,
    sides_of,
    words,
)
from marcoria.web.world.follow import packed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from marcoria.bots.reasons import Reason
    from marcoria.device.answer import TableAnswer
    from marcoria.web.world.follow import Follow, Mirror

_PHASES = words(Phases)
_PADS = words(PadStates)
_DISPLAY = words(DisplayStates)
_ROOM = words(RoomLeft)


def match_told(game: Match) -> dict[str, object]:
    """Return the description of a match with its current deal."""
    house, auction, trick, audit = game.house, game.auction, game.trick, game.audit
    bidding = game.phase == Phases.BIDDING
    decided = auction.contract >= 0
    players = len(seats_of(house))
    turn = auction.seat if bidding else trick.seat
    in_hand = game.phase in (Phases.BIDDING, Phases.PLAY) and not audit.over()
    return {
        "phase": "none" if game.phase == Phases.IDLE else _PHASES[game.phase],
        "over": game.totals[Totals.WINNER] >= 0,
        "winner": _winner(game),
        "mode": "scanned" if audit.scanned else "blind",
        "dealer": SEATS[game.totals[Totals.DEALER]],
        "turn": SEATS[turn] if in_hand else None,
        "contract": CONTRACTS[auction.contract] if decided else None,
        "taker": SEATS[auction.taker] if decided else None,
        "factor": auction.factor,
        "upcard": name_of(game.play.upcard) if game.play.upcard >= 0 else None,
        "led": CONTRACTS[trick.led] if trick.count and trick.led < 4 else None,
        "trick": _cards(audit, audit.plays - trick.count, audit.plays),
        "number": audit.plays // players + 1,
        "last": _last_trick(game, players),
        "score": _score(game),
        "deal": _deal(game),
        "shows": house_shows(house),
        "calls": [
            [SEATS[seat], CALLS[arg]] for kind, seat, arg in packed(game) if kind == Events.BID
        ],
        "announced": _announced(game),
        "melds": {SEATS[seat]: _melds(game, seat) for seat in seats_of(house)},
        "denied": {SEATS[seat]: _known(audit.denied[seat]) for seat in seats_of(house)},
        "had": {SEATS[seat]: _had(audit, seat) for seat in seats_of(house)},
        "offences": _offences(game),
        "suspects": [SEATS[seat] for seat in range(4) if game.conduct.suspects >> seat & 1],
        "events": len(game.events),
    }


def state_told(state: "TableAnswer") -> dict[str, object]:
    """Return the description of a match from the table's answer to `state`, without records.

    It is for a match whose house is unknown, or whose records are not complete.
    """
    sums = state.get("totals") or [0] * Totals.COUNT
    phase = state.get("phase", Phases.IDLE)
    contract = state.get("contract", -1)
    turn = SEATS[state["turn"]] if phase in (Phases.BIDDING, Phases.PLAY) else None
    return {
        "phase": "none" if phase == Phases.IDLE else _PHASES[phase],
        "over": phase > Phases.IDLE and sums[Totals.WINNER] >= 0,
        "unknown": phase > Phases.IDLE,
        "dealer": SEATS[sums[Totals.DEALER]],
        "turn": turn,
        "contract": CONTRACTS[contract] if contract >= 0 else None,
        "taker": SEATS[state["taker"]] if contract >= 0 else None,
        "factor": state.get("factor", 1),
        "score": {
            "sides": ["NS", "EW"],
            "match": [sums[0], sums[1]],
            "target": sums[Totals.POINTS],
            "hangs": sums[Totals.HANGING],
        },
        "trick": [],
        "calls": [],
        "events": state.get("events", 0),
    }


def table_told(follow: "Follow") -> dict[str, object]:
    """Return the players' names, the open question, the state of the parts, and a link error."""
    asked = follow.state.get("asked", 0)
    return {
        "names": follow.names,
        "asked": [SEATS[seat] for seat in range(4) if asked >> seat & 1],
        "question": follow.state.get("question", ""),
        "answers": follow.state.get("answers", []),
        "more": follow.state.get("more", False),
        "health": health_told(follow),
        "trouble": follow.trouble,
    }


def house_told(house: House | None, key: str) -> dict[str, object]:
    """Return the description of a house, with default values if its rules are unknown (None).

    `key` is the name of its file without the ending.
    """
    if house is None:
        told: dict[str, object] = {"name": key, "players": 4, "step": 3, "cards": 8}
        return told | {"key": key, "seats": list(SEATS), "sides": ["NS", "EW"]}
    return {
        "name": house.name,
        "key": key,
        "players": house.players,
        "seats": [SEATS[seat] for seat in seats_of(house)],
        "sides": list(sides_of(house)),
        "step": house.step,
        "cards": house.cards,
    }


def house_shows(house: House) -> dict[str, object]:
    """Return whether players may see the card points of the current deal, and the last trick."""
    return {"points": not house.taken, "last": house.look > 0}


def reason_told(reason: "Reason") -> dict[str, object]:
    """Return the reason for a card, from which the page makes a sentence."""
    return {
        "key": reason.key,
        "suit": CONTRACTS[reason.suit],
        "card": name_of(reason.card) if reason.card >= 0 else None,
        "seat": SEATS[reason.seat] if reason.seat >= 0 else None,
    }


def tricks_taken(mirror: "Mirror | None") -> dict[str, int]:
    """Return how many tricks each seat has taken in this deal, 0 if the match is unknown."""
    found = dict.fromkeys(SEATS, 0)
    if mirror and mirror.sure:
        audit, players = mirror.game.audit, len(seats_of(mirror.house))
        for end in range(players, audit.plays + 1, players):
            after = audit.seat[end] if end < audit.plays else mirror.game.trick.seat
            found[SEATS[after]] += 1
    return found


def _winner(game: Match) -> object:
    won = game.totals[Totals.WINNER]
    if won < 0:
        return None
    return {"side": sides_of(game.house)[won & 1], "why": ENDINGS[won >> 1]}


def _cards(audit: Audit, first: int, end: int) -> list[list[str]]:
    return [[SEATS[audit.seat[i]], name_of(audit.card[i])] for i in range(first, end)]


def _last_trick(game: Match, players: int) -> object:
    """Return the last complete trick with its winner and card points, None if there is none.

    The points are None while the house hides them. They never include the ten points that the
    last trick of a deal is worth in addition.
    """
    audit = game.audit
    end = audit.plays // players * players
    if not end:
        return None
    winner = audit.seat[end] if end < audit.plays else game.trick.seat
    worth = 0
    for i in range(end - players, end):
        worth += game.trick.values[audit.card[i] >> 3][audit.card[i] & 7]
    return {
        "cards": _cards(audit, end - players, end),
        "winner": SEATS[winner],
        "points": None if _hides_points(game) else worth,
    }


def _score(game: Match) -> dict[str, object]:
    return {
        "sides": list(sides_of(game.house)),
        "match": [game.totals[0], game.totals[1]],
        "target": game.totals[Totals.POINTS],
        "hangs": game.totals[Totals.HANGING],
    }


def _hides_points(game: Match) -> bool:
    """Return whether the house hides the card points now, because the deal is under way."""
    return game.house.taken != 0 and game.phase == Phases.PLAY


def _deal(game: Match) -> dict[str, object]:
    """Return the tricks and points of both sides in this deal.

    In the phase DONE also return outcome and score, otherwise "" and None. While the house hides
    the card points, they are 0.
    """
    score, done = game.score, game.phase == Phases.DONE
    so_far = [0, 0] if _hides_points(game) else game.tally.points
    return {
        "cards": list(score.cards if done else so_far),
        "tricks": list(score.tricks if done else game.tally.tricks),
        "melds": list(score.melds),
        "belote": list(score.belote),
        "outcome": OUTCOMES[score.outcome] if done else "",
        "score": list(score.score) if done else None,
    }


def _announced(game: Match) -> list[list[str]]:
    found = []
    for seat in seats_of(game.house):
        for kind in sorted(game.announcements.announced[seat]):
            found.append([SEATS[seat], MELDS[kind]])
    return found


def _melds(game: Match, seat: int) -> list[str]:
    """Return the cards of announced melds that everybody has seen completely.

    Cards that were laid count as seen, so players need not show them again. With scanned hands
    return [], because the table knows melds that players have not seen.
    """
    audit, claims = game.audit, game.announcements.claims[seat]
    if audit.scanned or not claims:
        return []
    hand = masks([card for card in range(32) if audit.had(seat, card)])
    found = Melds(game.house).find(seat, hand, game.auction.contract, claims)
    return [name_of(card) for meld in found for card in meld.cards()]


def _known(ranks: "Sequence[int]") -> list[str]:
    return [name_of(card) for card in range(32) if ranks[card >> 3] >> (card & 7) & 1]


def _had(audit: Audit, seat: int) -> list[str]:
    return [name_of(card) for card in range(32) if audit.had(seat, card)]


def _offences(game: Match) -> list[dict[str, object]]:
    audit = game.audit
    return [
        {
            "seat": SEATS[one.seat],
            "code": OFFENCES[one.code],
            "play": one.play,
            "card": name_of(audit.card[one.play]) if one.code in OF_A_CARD else "",
            "proved": one.plays,
            "pardoned": one.is_pardoned,
        }
        for one in game.conduct.log
    ]


def health_told(follow: "Follow") -> dict[str, object]:
    """Return the state of the table's parts, {} while it is unknown."""
    test = follow.test
    if not test:
        return {}
    seats = [seat for seat in range(4) if test["pads"][seat] != PadStates.NONE]
    is_missing = "display" in test.get("missing", ())
    return {
        "display": "missing" if is_missing else _DISPLAY[test["display"]],
        "heap": {"used": follow.heap.get("used", 0), "free": follow.heap.get("free", 0)},
        "readers": {SEATS[seat]: _PADS[test["pads"][seat]] for seat in seats},
        "keys": "lost" if test["keys"] else "ok",
        "journal": _ROOM[test["room"]],
        "unread": test["unread"],
        "lost": test["lost"],
        "crash": test["crash"],
        "safe": follow.hello.get("safe", False),
        "boot": follow.hello.get("boot", 0),
    }
