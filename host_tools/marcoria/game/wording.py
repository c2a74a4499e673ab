"""Words for the numbers of firmware/codes."""

from collections import OrderedDict
from typing import Any

from marcoria.firmware.codes.game import CONTRACTS, Bids, Endings, Offences


def words(codes: Any) -> dict[int, str]:
    """What an enumeration calls its numbers, the least first, in small letters: NO_RISE is
    "no-rise"."""
    names = {getattr(codes, name): name for name in dir(codes) if name.isupper()}
    return OrderedDict(
        [(number, names[number].lower().replace("_", "-")) for number in sorted(names)]
    )


_OFFENCES = words(Offences)
OFFENCES = ("",) + tuple([_OFFENCES[number] for number in range(1, Offences.OFFENCE + 1)])
ENDINGS = dict(enumerate(OFFENCES)) | words(Endings)
CALLS = words(Bids) | dict(enumerate(CONTRACTS))
MELDS = ("tierce", "fifty", "hundred", "carre")
