"""What a host costs a table that it talks with, and what commands cost the host."""

import archive

from marcoria.build.deploy import deployed
from marcoria.build.mpy import DEPLOYED
from marcoria.device.client import Client
from marcoria.device.stream import records
from marcoria.measure import play
from marcoria.sim.bar import open_bar
from marcoria.sim.port import SimPort
from served_table import served_table


def records_a_second(house: str) -> float:
    """That a host gets of what happened before, in the time of a board."""
    with play.sitting(house, "vm", priced=True) as company:
        company.people.play_deal()
        port = SimPort(company.body.table)
        host = Client(port)
        host.ask("hello")
        began = last = port.clock()
        for count, one in enumerate(records(host)):
            if one is None:
                return count / (last - began)
            last = port.clock()
    raise AssertionError("a stream has no end")


def longest_step_us(house: str) -> int:
    """Of the link, while a host listens and asks after each card."""
    return play.asked(house)[1]["Tasks.talk"][0]


def seconds_of_help() -> float:
    """Processor time, once what Python compiles is compiled."""
    return min(archive.cost("--help").seconds for _ in range(3))


def seconds_of_a_deploy() -> float:
    """The same of one that finds the table up to date."""
    with open_bar("vm", 5, "main", {}, opt=DEPLOYED, firmware=deployed()) as table:
        table.until(3_000)
        with served_table(table) as address:
            return min(archive.cost("deploy", "--table", address).seconds for _ in range(3))
