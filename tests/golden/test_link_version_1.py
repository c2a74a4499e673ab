"""The current host understands tables that speak version 1 of the link.

The table in these tests runs the older program of a flash image, in the VM.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import testenv
from golden_tables import Golden, golden, match_of, only, read_table
from marcoria import cli
from marcoria.board.generate import made_for
from marcoria.build.deploy import MAIN, MANIFEST, manifest, program
from marcoria.device.wire import Client, TableAtPort
from marcoria.flash.deployment import DeployWish, Outcome, Program, deploy
from marcoria.flash.slots import head
from marcoria.game.bar import check_houses
from marcoria.journal.entries import in_words
from marcoria.journal.reader import open_image
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable
from served_table import answers, served_table

Commands = Callable[..., str]

_STARTS_MS = 8_000
_BLOCKS = 4  # journal blocks in `make test`: pulling all 64 over the cable takes long
_HOUSE = "belote/houses/libre.house"


def runs_its_own(one: Golden, table: SimTable) -> None:
    """Check that the table runs the program of the image."""
    hello = Client(SimPort(table)).ask("hello")
    version, build = head(one.files[f"/a/{MANIFEST}"])["marcoria"].split()
    assert (hello["link"], hello["slot"]) == (1, "a")
    assert (hello["version"], hello["build"]) == (version, build)


@pytest.fixture
def between() -> Golden:
    """Return the image of a table that was switched off between two deals."""
    return golden("s3", "litige")


@pytest.fixture
def table(between: Golden) -> Iterator[SimTable]:
    """Start the table of `between`, which runs the program of its image."""
    with between.table("vm", own_program=True) as table:
        if not testenv.SOAK:
            table.set("flash.blocks", _BLOCKS)
        table.boot("main")
        table.until(_STARTS_MS)
        runs_its_own(between, table)
        yield table


@pytest.fixture
def told(table: SimTable, capsys: pytest.CaptureFixture[str]) -> Iterator[Commands]:
    """Return a function that runs a command at the table's cable and returns its output."""
    with served_table(table) as address:

        def command(*words: str, ends: int = 0) -> str:
            assert cli.main([*words, "--table", address]) == ends, capsys.readouterr().err
            return capsys.readouterr().out

        yield command


def test_reading_commands_understand_the_old_link(
    told: Commands, between: Golden, tmp_path: Path
) -> None:
    wanted = between.wanted["reads"]
    (now,) = answers(told("monitor", "--once", "--json"), "monitor-once")
    assert (now["house"], now["names"]) == (wanted["house"], wanted["names"])
    assert match_of(now) == {key: wanted[key] for key in match_of(now)}
    checks = {one["check"]: one for one in map(json.loads, told("doctor", "--json").splitlines())}
    assert {"program", "display", "journal"} <= set(checks)
    assert all(one["result"] != "fail" for one in checks.values()), checks
    image = tmp_path / "journal.img"
    told("journal", "pull", str(image))
    written = len(between.journal.rstrip(b"\xff"))
    assert image.read_bytes()[:written] == between.journal[:written]
    pulled = open_image(image.read_bytes()).records
    lines = told("monitor", "--once", "--all").splitlines()
    # `lines` may be longer: the table may have written records after the pull.
    for line, record in zip(lines, pulled, strict=False):
        assert line.endswith(in_words((record.kind, record.seat, record.arg)))
    assert len(lines) >= len(pulled) > 0


def test_settings_of_an_old_table_are_shown_and_changed(
    told: Commands, between: Golden, table: SimTable
) -> None:
    wanted = between.wanted["reads"]["settings"]
    shown = json.loads(told("settings", "show", "--json"))
    assert {key: shown[key] for key in wanted} == wanted
    changed = json.loads(told("settings", "set", "volume=1", "names=A,B,C,D", "--json"))
    assert changed["changed"] == {"volume": "1", "names": "A, B, C, D"}
    now = json.loads(told("settings", "show", "--json"))
    assert now == {**shown, "volume": "1", "names": "A, B, C, D"}
    assert json.loads(told("monitor", "--once", "--json"))["names"] == ["A", "B", "C", "D"]


@pytest.mark.soak
@pytest.mark.parametrize("to_the_end", [False, True] if testenv.SOAK else [False])
def test_an_old_table_gets_the_current_program(
    table: SimTable, between: Golden, to_the_end: bool
) -> None:
    """The table keeps its score and settings, also when the old program is deployed again.

    Without `--soak` the test ends when the new program is on trial.
    """
    wanted = between.wanted["reads"]
    new = changed(between.board)
    if to_the_end:
        assert deploys(table, new).state == "deployed"
    else:
        with pytest.raises(_OnTrial):
            deploys(table, new, _Hurried)
        table.until(_STARTS_MS)
    hello = Client(SimPort(table)).ask("hello")
    assert (hello["slot"], hello["build"]) == ("b", program_of(new).build)
    assert only(wanted, read_table(table, between.bar)) == wanted
    if to_the_end:
        old = {path.removeprefix("/a/"): data for path, data in between.program.items()}
        del old[MAIN]
        assert deploys(table, old, older=True).state == "deployed"
        runs_its_own(between, table)
        assert only(wanted, read_table(table, between.bar)) == wanted


class _OnTrial(Exception):
    """Raised when the new program has started and is on trial."""


class _Hurried(TableAtPort):
    """Table at a port that raises `_OnTrial` instead of waiting for the end of a trial."""

    def again(self, seconds: int) -> dict[str, Any]:
        found = super().again(seconds)
        if found["trial"]:
            raise _OnTrial
        return found


def changed(board: str) -> dict[str, bytes]:
    """Return the current program with a small change, so that it differs from any image."""
    folder = made_for(board)
    files = program(folder)
    del files[MANIFEST]
    files[_HOUSE] += b"# another\n"
    return {**files, MANIFEST: manifest(files, folder)}


def program_of(files: Mapping[str, bytes]) -> Program:
    """Return these files as the `Program` that `deploy` expects."""
    said = head(files[MANIFEST])
    version, build = said["marcoria"].split()
    return Program(said["board"], version, build, lambda: files)


def deploys(
    table: SimTable, files: Mapping[str, bytes], kind: type[TableAtPort] = TableAtPort, **wish: Any
) -> Outcome:
    """Deploy a program; every wait lets the table's simulated time pass."""
    there = kind(lambda: SimPort(table), lambda seconds: table.until(seconds * 1000))
    made = program_of(files)
    return deploy(
        there, "", DeployWish(**wish), lambda words: None, lambda profile: made, check_houses
    )
