"""`marcoria houses copy`: a bar's own house file is copied to a simulated table."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from marcoria.cli import main
from marcoria.device.wire import Client
from marcoria.errors import Exit
from marcoria.paths import HOUSES
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable, open_bar
from served_table import answers, served_table

_PATH = "/bar/houses/mybar.house"
_FRENCH = (HOUSES / "french.house").read_text("utf-8")


def _file(folder: Path, target: int) -> Path:
    """Write a house file whose matches end at `target` points; return its path."""
    file = folder / "mybar.house"
    file.write_text(_FRENCH.replace("\ntarget: 1000\n", f"\ntarget: {target}\n"), "utf-8")
    return file


def _copy(address: str, file: Path, *typed: str) -> int:
    return main(["houses", "copy", str(file), "--json", "--table", address, *typed])


@pytest.fixture
def table() -> Iterator[SimTable]:
    with open_bar("vm", 5) as table:
        table.until(3_000)
        yield table


def test_a_house_file_is_copied_and_replaced_only_with_force(
    table: SimTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _file(tmp_path, 777)
    with served_table(table) as address:
        assert _copy(address, file) == 0
        (told,) = answers(capsys.readouterr().out, "houses-copy")
        assert told["path"] == _PATH and told["differs"]
        old = table.backend.read(_PATH)
        assert old == file.read_bytes()
        assert _copy(address, _file(tmp_path, 778)) == Exit.WRONG
        assert "add --force to replace the table's" in capsys.readouterr().out
        assert table.backend.read(_PATH) == old


@pytest.mark.soak
def test_a_copied_house_is_played_by(
    table: SimTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _file(tmp_path, 777)
    with served_table(table) as address:
        assert _copy(address, file, "--dry-run") == 0 and _PATH not in table.backend.files
        assert _copy(address, file) == 0
        assert main(["settings", "set", "house=mybar", "--table", address]) == 0
        capsys.readouterr()
        assert _copy(address, file) == 0
        assert not json.loads(capsys.readouterr().out)["differs"]
        assert _copy(address, _file(tmp_path, 778), "--force") == 0
        assert table.backend.read(_PATH) == file.read_bytes()
    table.until(4_000)
    assert Client(SimPort(table)).ask("house")["name"] == "mybar"


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("mybar.txt", _FRENCH, "its name must end in .house"),
        (f"{'x' * 25}.house", _FRENCH, "at most 24 letters"),
        (".house", _FRENCH, "its name must end in .house"),
        ("mybar.house", "name: My\ncolour: blue\n", "line 2"),
    ],
)
def test_a_wrong_file_is_refused_before_the_table_rests(
    name: str, text: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / name
    file.write_text(text, "utf-8")
    assert main(["houses", "copy", str(file), "--table", "/dev/nowhere"]) == Exit.WRONG
    assert sentence in capsys.readouterr().err
