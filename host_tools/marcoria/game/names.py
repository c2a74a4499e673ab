"""Words for the numbers in firmware/codes, and the seats and sides of a house."""

from collections import OrderedDict
from typing import Any

from marcoria.firmware.belote import choices
from marcoria.firmware.belote.conduct import OF_A_PLAY
from marcoria.firmware.belote.house import House
from marcoria.firmware.codes.game import CONTRACTS, Bids, Endings, Offences, Outcomes


def words(codes: Any) -> dict[int, str]:
    """Return the numbers of an enumeration, in ascending order, with their names.

    A name such as NO_RISE becomes "no-rise".
    """
    names = {getattr(codes, name): name for name in dir(codes) if name.isupper()}
    return OrderedDict(
        [(number, names[number].lower().replace("_", "-")) for number in sorted(names)]
    )


_OFFENCES = words(Offences)
# Names of the offences by number, "" for an unused number.
OFFENCES = tuple([_OFFENCES.get(number, "") for number in range(max(_OFFENCES) + 1)])
# Offences that are each about one card of the deal.
OF_A_CARD = OF_A_PLAY + bytes((Offences.FALSE_BELOTE,))
ENDINGS = dict(enumerate(OFFENCES)) | words(Endings)
OUTCOMES = words(Outcomes) | {Outcomes.REVERSE: "reverse-capot"}
CALLS = words(Bids) | dict(enumerate(CONTRACTS))
MELDS = ("tierce", "fifty", "hundred", "carre")
_SUITS = 4  # the first contracts are the suits


def seats_of(house: House) -> tuple[int, ...]:
    """Return the seats at which players sit in a house, 0 for North to 3 for West."""
    return (0, 1, 2, 3) if house.players == 4 else (0, 2)


def contracts_of(house: House) -> tuple[str, ...]:
    """Return the contracts of a house: the suits, and with an auction also NT and AT."""
    return tuple(CONTRACTS[: None if house.bidding == choices.BIDDING_AUCTION else _SUITS])


def factors_of(house: House) -> tuple[int, ...]:
    """Return the factors of a deal in a house: only an auction has doubling."""
    return (1, 2, 4, 8) if house.bidding == choices.BIDDING_AUCTION else (1,)


def sides_of(house: House) -> tuple[str, str]:
    """Return the names of the two sides."""
    return ("NS", "EW") if house.players == 4 else ("N", "S")
