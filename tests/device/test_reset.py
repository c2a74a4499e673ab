"""`marcoria reset` erases only the table whose name was typed, after a backup."""

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from journal_table import cells, events_of, open_table, put_journal
from marcoria.cli import main
from marcoria.config import config_file
from marcoria.device import snapshot
from marcoria.device.wire import Client
from marcoria.errors import Exit
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable
from plugged import journal
from served_table import answers, served_table

Run = Callable[..., tuple[int, dict[str, Any]]]

_DECK, _SETTINGS = "/bar/decks/bar.deck", "/bar/settings.json"
_NOTE = "/bar/reset"


@pytest.fixture
def table() -> Iterator[SimTable]:
    with open_table() as table:
        yield table


@pytest.fixture
def run(
    table: SimTable,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Run]:
    """Return a function that runs a command and returns its exit status and answer.

    `types` is the standard input. `name` is the table's name in the config file, "" without such a
    file. The answer also has the standard error, as `said`.
    """
    monkeypatch.setattr(snapshot, "KEPT", tmp_path / "kept")

    def typed(
        command: str, *more: str, at: SimTable = table, types: str = "", name: str = ""
    ) -> tuple[int, dict[str, Any]]:
        monkeypatch.setattr("sys.stdin", io.StringIO(types))
        with served_table(at) as address:
            if name:
                monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
                config_file().parent.mkdir(exist_ok=True)
                config_file().write_text(f'[tables]\n"{name}" = "{address}"\n', "utf-8")
            status = main([command, *more, "--json", "--table", name or address])
        told = capsys.readouterr()
        assert "Traceback" not in told.out + told.err
        (answer,) = answers(told.out, command if status == 0 else "error")
        return status, answer | {"said": told.err}

    yield typed


def _chip(table: SimTable) -> str:
    return bytes(table.get("processor.unique_id")).hex()


def _files(table: SimTable) -> set[str]:
    return set(table.backend.files)


def test_reset_makes_a_table_new_and_a_backup_restores_it(
    table: SimTable, run: Run, tmp_path: Path
) -> None:
    put_journal(table, journal(1))
    before = dict(table.backend.files)
    status, told = run("reset", "--yes", _chip(table))
    assert status == 0 and told["removed"] == [_DECK, _SETTINGS] and told["table"] == _chip(table)
    assert not told["journal_erased"] and told["deals"] == 1
    assert _files(table) - {"/main.py"} == {_NOTE}
    assert events_of(cells(table)) == events_of(journal(1))
    table.until(4_000)
    assert Client(SimPort(table)).ask("house")["name"] == "piedicavallo"
    copy = Path(told["copy"])
    assert copy.parent == tmp_path / "kept" / "tables" / _chip(table)
    status, told = run("restore", str(copy))
    assert status == 0 and told["written"] == [_DECK, _SETTINGS] and told["journal"] == "there"
    assert {path: table.backend.files[path] for path in before} == before


@pytest.mark.soak
def test_the_journal_is_erased_only_on_request(table: SimTable, run: Run) -> None:
    put_journal(table, journal(1))
    status, told = run("reset", "--yes", _chip(table), "--erase-journal")
    assert status == 0 and told["journal_erased"] and told["deals"] == 1
    assert not events_of(cells(table)) and _NOTE not in _files(table)
    with zipfile.ZipFile(told["copy"]) as archive:
        assert events_of(archive.read("journal.img")) == events_of(journal(1))
    status, told = run("restore", told["copy"])
    assert told["journal"] == "restored" and events_of(cells(table)) == events_of(journal(1))


@pytest.mark.parametrize(
    ("typed", "types", "status", "sentence"),
    [
        (
            "bar",
            "",
            Exit.WRONG_DEVICE,
            "this table is called {chip}, not bar, so nothing was",
        ),
        (
            "",
            "\n",
            Exit.USAGE,
            "nothing was typed, so nothing was changed: in a script, use --yes {chip}",
        ),
        ("", "", Exit.USAGE, "nothing was typed"),
        ("", "yes\n", Exit.WRONG_DEVICE, "not yes, so nothing was changed"),
    ],
)
@pytest.mark.soak
def test_a_wrong_name_changes_nothing(
    typed: str, types: str, status: int, sentence: str, table: SimTable, run: Run, tmp_path: Path
) -> None:
    before = dict(table.backend.files)
    ended, told = run("reset", "--yes", typed, "--erase-journal", types=types)
    assert ended == status and sentence.format(chip=_chip(table)) in told["detail"]
    assert told["name"] == _chip(table)
    assert ("Type its name to continue" in told["said"]) == (not typed)
    assert table.backend.files == before and not (tmp_path / "kept").exists()


@pytest.mark.soak
def test_a_table_has_the_name_of_the_config_file(table: SimTable, run: Run) -> None:
    assert run("reset", "--yes", _chip(table), name="il bar")[0] == Exit.WRONG_DEVICE
    status, told = run("reset", name="il bar", types="il bar\n")
    assert status == 0 and told["table"] == "il bar" and told["chip"] == _chip(table)
    assert "from the table il bar.\nType its name to continue" in told["said"]
    with zipfile.ZipFile(told["copy"]) as archive:
        assert json.loads(archive.read("manifest.json"))["table"] == "il bar"


@pytest.mark.soak
def test_a_dry_run_neither_asks_nor_changes(
    table: SimTable, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = dict(table.backend.files)
    status, told = run("reset", "--dry-run", "--erase-journal")
    assert status == 0 and not told["removed"] and not told["journal_erased"] and not told["copy"]
    with served_table(table) as address:
        assert main(["reset", "--dry-run", "--table", address]) == 0
    said = capsys.readouterr().out
    assert f"table {_chip(table)} would be reset\nwould be removed: {_DECK}" in said
    assert table.backend.files == before and not (tmp_path / "kept").exists()


@pytest.mark.soak
def test_reset_needs_the_pin_if_there_is_one(run: Run) -> None:
    with open_table(pin="CDHS") as table:
        before = dict(table.backend.files)
        for pin in ((), ("--pin", "SSSS")):
            status, told = run("reset", "--yes", _chip(table), *pin, at=table)
            assert status == Exit.DEVICE_ERROR and told["error"] == "pin"
        assert table.backend.files == before
        assert run("reset", "--yes", _chip(table), "--pin", "CDHS", at=table)[0] == 0
        table.until(4_000)
        assert not Client(SimPort(table)).ask("hello")["pin"]


@pytest.mark.soak
def test_a_new_table_has_nothing_to_remove(table: SimTable, run: Run) -> None:
    assert run("reset", "--yes", _chip(table), "--erase-journal")[0] == 0
    status, told = run("reset", "--yes", _chip(table))
    assert status == 0 and told["removed"] == [] and told["copy"] == ""


@pytest.mark.soak
def test_nothing_is_removed_without_a_backup(table: SimTable, run: Run, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("no folder")
    before = dict(table.backend.files)
    status, told = run("reset", "--yes", _chip(table))
    assert status == Exit.WRONG and "cannot keep a backup in" in told["detail"]
    assert "nothing was changed" in told["detail"] and table.backend.files == before
