"""A table that reports to a hub over the simulated WiFi while its response times are measured."""

from collections.abc import Callable
from pathlib import Path

from carrying import Hub
from marcoria.sim.simtable import SimTable
from wifi_bar import behind_wifi


def over_wifi(folder: str) -> Callable[[SimTable], object]:
    """Return a function that connects a switched-off table to a new hub in this folder."""
    return lambda table: behind_wifi(table, Hub(f"{folder}/hub.sqlite"), Path(folder))
