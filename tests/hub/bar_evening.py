"""An evening of a bar: a hub in a process of its own, which shows the deals of four tables."""

from pathlib import Path

from carrying import Hub
from hub_process import HubProcess
from marcoria.hub.carrier import HubAt
from recorded_tables import RecordedTable, paper

TITLES = ("By the window", "At the bar", "Beside the stove", "Under the stairs, near the door")
_PAPERS = ("deal", "auction", "pin", "melds")


class Bar:
    """Hub in a process of its own, with four tables; `options` are passed to `hub serve`."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.hub = Hub(f"{folder}/hub.sqlite")
        self.tables = [
            RecordedTable(self.hub, folder, number, title)
            for number, title in enumerate(TITLES, 1)
        ]
        for table, name in zip(self.tables, _PAPERS, strict=True):
            table.play(*paper(name))
        self.process = HubProcess(folder, more=("--broker", "none", *options))
        for table in self.tables:
            self.push(table)

    def push(self, table: RecordedTable) -> None:
        """Carry a table's frames to the hub."""
        hub = HubAt(self.process.address)
        while data := table.sender.frame():
            assert table.sender.told(hub.take(table.name, data))

    def paths(self) -> list[str]:
        """Return the paths of pages of the hub, with the page of one deal."""
        deal = self.process.ask("/api/deals")[0]["page"]
        return ["/wall", "/players", "/tables", "/deals", deal]
