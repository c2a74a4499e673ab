"""Cost of the link on the table, and of commands on the host."""

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import archive
import play_on_board
from marcoria.build.deploy import deployed
from marcoria.build.mpy import DEPLOYED
from marcoria.coroutines import finish
from marcoria.device.journal import records
from marcoria.device.wire import Client
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import open_bar
from served_table import served_table

RUNS = 5
_SHORT = """\
about: South holds a card over the pad, before anything is dealt.
table: {house: french, seed: 1}
steps:
- put: 7H S
- wait: 500
- lift: 7H
"""


def records_a_second(house: str) -> float:
    """Return how many records a host receives from the journal in a virtual second."""
    with play_on_board.sitting(house, "vm", priced=True) as company:
        finish(company.people.play_deal())
        port = SimPort(play_on_board.table_of(company))
        host = Client(port)
        host.ask("hello")
        began = last = port.clock()
        for count, one in enumerate(records(host)):
            if one is None:
                return count / (last - began)
            last = port.clock()
    raise AssertionError("the generator `records` ended, but it should never end")


def longest_step_us(house: str) -> int:
    """Return the link's longest step while a host follows a match and sends requests."""
    return play_on_board.asked(house)[1]["Tasks.talk"].most


def times_of_nothing(*typed: str) -> float:
    """Return the processor time of a command, as a multiple of the time to start Python alone."""
    costs = [(archive.cost(*typed).seconds, archive.cost_of_python()) for _ in range(RUNS)]
    return median(cost for cost, _ in costs) / median(cost for _, cost in costs)


def times_of_a_deploy() -> float:
    """Return the processor time of a deploy without changes, as a multiple of Python's start."""
    with open_bar("vm", 5, "main", {}, opt=DEPLOYED, firmware=deployed()) as table:
        table.until(3_000)
        with served_table(table) as address:
            return times_of_nothing("deploy", "--table", address)


def times_of_a_scenario() -> float:
    """Return the processor time of a scenario with one card, as a multiple of Python's start."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "short.yaml"
        file.write_text(_SHORT, "utf-8")
        return times_of_nothing("sim", str(file))
