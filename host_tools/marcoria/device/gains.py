"""How well the readers read what lies on them, at each gain of their receivers."""

from collections.abc import Callable
from typing import NamedTuple

from marcoria.device.wire import Client
from marcoria.errors import TableError
from marcoria.firmware.codes.game import SEATS
from marcoria.firmware.codes.table import Looks, PadStates

_USUAL = 33  # dB
_AS_WELL = 0.05  # of all looks, some sixty: two gains that differ by less do not differ


class ReaderGains(NamedTuple):
    """A seat's, with the share of looks that have read its card, by gain in dB, and the gain that
    is best for it, 0 if none has read anything; a seat that never had a reader has no rates."""

    seat: str
    rates: dict[int, float]
    best: int


def measure(
    client: Client, gains: dict[int, int], pin: str, begins: Callable[[str], object]
) -> list[ReaderGains]:
    """Measure with a card on each pad, at each of the gains, in dB by their numbers; `begins` is
    told what is measured now."""
    state = client.ask("test")["pads"]
    if set(state) <= {PadStates.ABSENT, PadStates.FAULT, PadStates.NONE}:
        raise TableError(
            "no-card", "no card lies on any pad: lay one on the middle of each, and repeat"
        )
    # All readers: what is read so badly that it seems not to be there is to be measured above all.
    built = [seat for seat in range(len(SEATS)) if state[seat] != PadStates.NONE]
    rates: list[dict[int, float]] = [{} for _ in SEATS]
    for gain, decibels in gains.items():
        begins(f"{decibels} dB")
        found = client.direct("gain", pin, gain=gain)
        for seat in built:
            counts = found["counts"][seat * Looks.KINDS :]
            rates[seat][decibels] = counts[Looks.READS] / max(counts[Looks.ALL], 1)
    return [
        ReaderGains(name, rates[seat], best(rates[seat]) if seat in built else _USUAL)
        for seat, name in enumerate(SEATS)
    ]


def best(rates: dict[int, float]) -> int:
    """Return one step above the lowest gain that reads as well as any: the lowest has nothing to
    spare for a card that lies askew, and what a higher one hears besides is noise. 0 if none
    reads."""
    most = max(rates.values(), default=0.0)
    if not most:
        return 0
    good = [gain for gain in sorted(rates) if rates[gain] >= most - _AS_WELL]
    above = good[1] if len(good) > 1 else good[0]
    return max(above, _USUAL) if _USUAL in good else above
