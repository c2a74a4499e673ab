"""Three drills that a director must master: replace a board, recover the hub, resend an evening.

The hub is real, the tables are simulated. After each drill the hub must have the deals that it had
before. Two further tests: `hub doctor` and `hub restore` must notice a changed database, and
`hub restore` must refuse files that are no copy of a hub.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from hub_process import HubProcess
from marcoria.bots.company import Company
from marcoria.cli import main
from marcoria.coroutines import finish
from marcoria.device.wire import Client
from marcoria.errors import Exit
from marcoria.hub.carrier import HubAt, carry
from marcoria.sim.port import SimPort
from play_on_board import sitting, table_of

RUNS_ON = "cpython"

_TITLES = ("by the window", "at the bar")


class Evening:
    """Tables of a bar with their hub; `push` carries the records of one table to the hub."""

    def __init__(self, hub: HubProcess, companies: list[Company]) -> None:
        self.hub = hub
        self.companies = companies
        self.clients = [Client(SimPort(table_of(one))) for one in companies]
        for number, title in enumerate(_TITLES[: len(companies)]):
            self.enrol(number, title, bytes([number + 1] * 32))

    def enrol(self, number: int, title: str, key: bytes) -> None:
        """Give a key to a table and to the hub."""
        HubAt(self.hub.address).enrol(title, key, "")
        self.clients[number].ask("enrol", key=key.hex())

    def push(self, number: int) -> int:
        """Carry the frames of a table; return how many there were."""
        return carry(self.clients[number], HubAt(self.hub.address), lambda _: None)

    def standings(self) -> str:
        """Return the hub's deals and standings, as text."""
        return self.hub.get("/deals.json") + self.hub.get("/api/standings")


@pytest.fixture
def evening(hub: HubProcess) -> Iterator[Callable[[int], Evening]]:
    """Yield a function that opens an evening with the given number of tables."""
    with ExitStack() as stack:
        yield lambda count: Evening(
            hub,
            [
                stack.enter_context(sitting("piedicavallo", "cpython", seed=one + 1))
                for one in range(count)
            ],
        )


def test_a_board_is_replaced(evening: Callable[[int], Evening]) -> None:
    bar = evening(2)
    first, second = bar.companies
    finish(first.people.play_deal())
    assert bar.push(0)
    before = bar.hub.ask("/api/deals")
    # The first board is broken. The second one takes its place at the window.
    bar.enrol(1, _TITLES[0], bytes([9] * 32))
    finish(second.people.play_deal())
    assert bar.push(1)
    after = bar.hub.ask("/api/deals")
    assert [one for one in after if one in before] == before and len(after) == 2
    assert {one["title"] for one in after} == {_TITLES[0]}
    tables = {one["table"]: one["state"] for one in bar.hub.ask("/api/tables")}
    assert len(tables) == 3 and sorted(tables.values()) == ["never-heard", "reports", "reports"]


def test_the_hub_is_recovered_from_a_backup(
    evening: Callable[[int], Evening], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bar = evening(2)
    copy = f"{tmp_path}/copy.sqlite"
    for number, company in enumerate(bar.companies):
        finish(company.people.play_deal())
        bar.push(number)
    assert main(["hub", "backup", copy, "--db", str(bar.hub.database)]) == 0
    for number, company in enumerate(bar.companies):
        finish(company.people.play_deal())
        bar.push(number)
    wanted = bar.standings()
    bar.hub.kill()
    for left in bar.hub.database.parent.glob("hub.sqlite*"):
        left.unlink()  # the computer is gone
    assert main(["hub", "restore", copy, "--db", str(bar.hub.database)]) == 0
    bar.hub.start()
    assert bar.standings() != wanted
    assert bar.push(0) and bar.push(1)
    assert bar.standings() == wanted
    assert main(["hub", "doctor", "--db", str(bar.hub.database)]) == 0
    assert "all is well: 2 journals" in capsys.readouterr().out


def test_fault_72_an_evening_is_sent_again(evening: Callable[[int], Evening]) -> None:
    bar = evening(1)
    for _ in range(3):
        finish(bar.companies[0].people.play_deal())
        bar.push(0)
    wanted = bar.standings()
    bar.hub.kill()
    for left in bar.hub.database.parent.glob("hub.sqlite*"):
        left.unlink()  # the database is lost, and there is no backup
    bar.hub.start()
    HubAt(bar.hub.address).enrol(_TITLES[0], bytes([1] * 32), "")
    assert bar.push(0) > 1 and bar.push(0) == 0
    assert bar.standings() == wanted


def test_a_changed_or_damaged_database_is_noticed(
    evening: Callable[[int], Evening], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bar = evening(1)
    for _ in range(2):
        finish(bar.companies[0].people.play_deal())
        bar.push(0)
    bar.hub.kill()
    database, target = str(bar.hub.database), f"{tmp_path}/other.sqlite"
    whole = sqlite3.connect(database)
    whole.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for change, told in (
        ("DELETE FROM frames WHERE after = -1", "missing or was changed"),
        ("UPDATE frames SET data = CAST(substr(data, 1, 50) AS BLOB)", "damaged"),
        ("UPDATE streams SET hi = hi + 1", "and not at"),
    ):
        copy = f"{tmp_path}/{len(told)}.sqlite"
        whole.execute("VACUUM INTO ?", (copy,))
        changed = sqlite3.connect(copy, isolation_level=None)
        assert changed.execute(change).rowcount
        changed.close()
        for command in (["doctor", "--db", copy], ["restore", copy, "--db", target]):
            assert main(["hub", *command]) == Exit.WRONG
            assert told in capsys.readouterr().err
        assert not Path(target).exists()
    whole.close()
    for command in (
        ["doctor", "--db", f"{tmp_path}/none"],
        ["backup", database, "--db", database],
    ):
        assert main(["hub", *command]) == Exit.WRONG
        assert capsys.readouterr().err.count("\n") == 1
    assert not Path(f"{tmp_path}/none").exists()


def test_only_a_copy_of_a_hub_is_put_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = str(tmp_path / "new.sqlite")
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "text").write_text("this is no database at all " * 50, "utf-8")
    other = sqlite3.connect(tmp_path / "other")
    other.execute("CREATE TABLE books (title)")
    other.close()
    for name in ("empty", "text", "other", "missing"):
        assert main(["hub", "restore", str(tmp_path / name), "--db", target]) == Exit.WRONG
        assert str(tmp_path / name) in capsys.readouterr().err
        assert not Path(target).exists()
