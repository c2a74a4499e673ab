"""Measurement of how well the readers read their cards at each receiver gain."""

from collections.abc import Callable
from typing import NamedTuple

from marcoria.device.wire import Client
from marcoria.errors import TableError
from marcoria.firmware.codes.game import SEATS
from marcoria.firmware.codes.table import Looks, PadStates

_USUAL = 33  # the default gain in dB
# A gain is good if its rate is at most this much below the highest rate. Such a small difference
# is noise, because each rate comes from only about 85 polls.
_AS_WELL = 0.05


class ReaderGains(NamedTuple):
    """Measured gains of a seat's reader.

    `rates` has the share of polls that read the card, by gain in dB. `best` is the best gain in
    dB, 0 if no gain read the card. If the seat has no reader, `rates` is empty and `best` is the
    default gain.
    """

    seat: str
    rates: dict[int, float]
    best: int


def measure(
    client: Client, gains: dict[int, int], pin: str, begins: Callable[[str], object]
) -> list[ReaderGains]:
    """Wait for cards on the pads, measure each reader at each gain, and return the results.

    The results have the order of the seats. `gains` has dB by gain number; `begins` is called
    with a text before each step. Raise TableError if no pad has a card.
    """
    state = _await_cards(client, begins)
    if set(state) <= {PadStates.ABSENT, PadStates.FAULT, PadStates.NONE}:
        raise TableError(
            "no-card", "no card lies on any pad: lay one on the middle of each, and repeat"
        )
    # Also measure readers that see no card now, because another gain may make the card readable.
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


def _await_cards(client: Client, begins: Callable[[str], object]) -> list[int]:
    """Wait while a pad is empty and further cards come; return the states of the pads.

    Wait with the command `tag`. Between deals, the table does not play cards while a host repeats
    this command.
    """
    while True:
        state: list[int] = client.ask("test")["pads"]
        left = [name for name, pad in zip(SEATS, state, strict=True) if pad == PadStates.ABSENT]
        if not left:
            return state
        begins(f"lay a card in the middle of each pad; left: {' '.join(left)}")
        if client.next_tag() is None:
            return state


def best(rates: dict[int, float]) -> int:
    """Return the best gain in dB: the second lowest good gain, 0 if no gain reads the card.

    A gain is good if its rate is close to the highest rate. The lowest good gain has no margin for
    a card that lies askew, so return it only if no other gain is good. Gains above the second
    lowest only add noise. If the default gain is good, return no lower gain.
    """
    most = max(rates.values(), default=0.0)
    if not most:
        return 0
    good = [gain for gain in sorted(rates) if rates[gain] >= most - _AS_WELL]
    above = good[1] if len(good) > 1 else good[0]
    return max(above, _USUAL) if _USUAL in good else above
