"""What `machine` has beside what a card table uses, and what it lacks."""

from _absent import MACHINE, absent
from _board import wait
from _soft import SoftI2C, SoftSPI

_IDLE_US = 1000  # until the next tick of the operating system


def idle() -> None:
    wait(_IDLE_US)


_MORE: "dict[str, object]" = {"SoftI2C": SoftI2C, "SoftSPI": SoftSPI, "idle": idle}


def more(name: str) -> object:
    """What `machine` has by that name; it is not there, or not modelled."""
    if name in _MORE:
        return _MORE[name]
    if name in MACHINE:
        raise absent("machine." + name)
    raise AttributeError("'module' object has no attribute '%s'" % name)
