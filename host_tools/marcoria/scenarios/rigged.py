"""The hands that a scenario has dealt first: whether a dealer of that house could deal them."""

from typing import TYPE_CHECKING

from marcoria.firmware.belote import choices
from marcoria.firmware.belote.house import House
from marcoria.firmware.codes.game import SEATS
from marcoria.scenarios.scenario import Scenario

if TYPE_CHECKING:
    from marcoria.scenarios.scenario import DealtHands


def wrong_deal(scenario: Scenario, house: House) -> str:
    """What is wrong with the deal of a scenario, or ""."""
    told = scenario.deal
    if not told:
        return ""
    if "hands" not in told:
        return "the key 'hands' is missing: an upcard or a taker alone is not dealt"
    elder = SEATS[SEATS.index(scenario.dealer) + house.step & 3]
    taker = told.get("taker", elder)
    return _wrong_hands(told["hands"], house) or _wrong_upcard(told, taker, house)


def _wrong_hands(hands: dict[str, list[str]], house: House) -> str:
    for seat, cards in hands.items():
        if house.players == 2 and seat in "EW":
            return f"nobody sits at {seat}: in {house.name} North and South play"
        if len(cards) != house.cards:
            return f"{seat} has {len(cards)} cards: a hand of {house.name} has {house.cards}"
    return ""


def _wrong_upcard(told: "DealtHands", taker: str, house: House) -> str:
    """A card that is turned up goes to the taker, and is one of the hand that is told; where it
    stays on the table nobody has it."""
    upcard, hands = told.get("upcard"), told["hands"]
    if upcard is None:
        return ""
    if house.upcard == choices.UPCARD_NONE:
        return f"no card is turned up in {house.name}: leave '{upcard}' away"
    holders = [seat for seat, cards in hands.items() if upcard in cards]
    stays = house.upcard == choices.UPCARD_STAYS
    if stays and holders:
        return f"{upcard} stays on the table: it cannot be in the hand of {holders[0]}"
    if not stays and taker in hands and taker not in holders:
        return f"{taker} takes {upcard}: it must be one of that hand's cards"
    if not stays and taker not in hands and holders:
        return f"{taker} takes {upcard}: it cannot be in the hand of {holders[0]}"
    return ""
