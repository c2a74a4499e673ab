"""Words for the numbers of firmware/codes."""

from collections import OrderedDict
from typing import Any

from marcoria.firmware.codes import bids, endings, offences
from marcoria.firmware.codes.letters import CONTRACTS


def words(codes: Any) -> dict[int, str]:
    """What an enumeration calls its numbers, the least first, in small letters: NO_RISE is
    "no-rise"."""
    names = {getattr(codes, name): name for name in dir(codes) if name.isupper()}
    return OrderedDict(
        [(number, names[number].lower().replace("_", "-")) for number in sorted(names)]
    )


_OFFENCES = words(offences)
OFFENCES = ("",) + tuple([_OFFENCES[number] for number in range(1, offences.OFFENCE + 1)])
ENDINGS = dict(enumerate(OFFENCES)) | words(endings)
CALLS = words(bids) | dict(enumerate(CONTRACTS))
MELDS = ("tierce", "fifty", "hundred", "carre")
