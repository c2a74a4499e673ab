"""Bots at a served table: they play on after a command has used the table."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from marcoria.cli import main
from marcoria.device.prompt import Prompt
from marcoria.device.wire import Client
from marcoria.errors import Exit, TableError
from marcoria.firmware.codes.game import Events
from marcoria.game.houses import open_house
from marcoria.scenarios import demo
from marcoria.scenarios.narrator import Narrator
from marcoria.scenarios.paint import Paint
from marcoria.scenarios.runner import Runner
from marcoria.sim.port import SimPort


class _AtOnce:
    """Stand-in for `ServedPort`: several times a host stops the table, to use its prompt.

    Each number in `looks` is the number of `pump` calls until the host stops the table again.
    `times` is how often the host has stopped the table.
    """

    def __init__(self, runner: Runner, looks: Iterator[int]) -> None:
        self._table = runner.table
        self._looks = looks
        self._left = next(looks)
        self.taken = False
        self.times = 0

    def pump(self) -> None:
        self._left -= 1
        if self._left == 0:
            self._left = next(self._looks, -1)
            self.times += 1
            self.taken = True

    def step(self) -> None:
        if self.taken:
            port = SimPort(self._table)
            with Prompt(Client(port), port) as prompt:
                assert prompt.hashes("/bar")
        self._table.until(10)


@pytest.mark.soak
@pytest.mark.parametrize("looks", [(20, 60, 90), (400, 500, 333), (140, 900, 41)])
def test_bots_play_on_after_a_host_has_used_the_table(looks: tuple[int, ...]) -> None:
    match = demo.match("vm", 7, False, "en", 2).with_house("french")
    runner = Runner(match)
    try:
        served: Any = _AtOnce(runner, iter(looks))
        body = runner.company.body
        body.seen = demo.looking(served, body.seen)
        told: list[str] = []
        narrator = Narrator(runner.people, told.append, Paint(False))
        demo.play_on(runner, served, told.append, narrator.resume)
        assert served.times == len(looks) and not runner.scene.disagreement()
        assert sum("bots wait" in line for line in told) == len(looks)
        assert sum("the bots continue" in line for line in told) == len(looks)
        assert not runner.table.faults()
    finally:
        runner.close()


class _Restart(_AtOnce):
    """Stand-in for `ServedPort`: a host restarts the table once, after a change of its files."""

    def __init__(self, runner: Runner, looks: int, files: dict[str, bytes]) -> None:
        super().__init__(runner, iter([looks]))
        self._files = files

    def step(self) -> None:
        if self.taken:
            self._table.cut_power()
            for path, data in self._files.items():
                self._table.write(path, data)
            self._table.boot("main")
        self._table.until(10)


def _stopped(looks: int, files: dict[str, bytes]) -> TableError:
    """Return the error that ends a match of bots after a host has changed these files."""
    runner = Runner(demo.match("cpython", 7, False, "en", 2).with_house("french"))
    try:
        served: Any = _Restart(runner, looks, files)
        body = runner.company.body
        body.seen = demo.looking(served, body.seen)
        with pytest.raises(TableError) as stopped:
            demo.play_on(runner, served, lambda line: None)
        return stopped.value
    finally:
        runner.close()


@pytest.mark.soak
def test_bots_that_cannot_play_on_say_what_they_wait_for() -> None:
    settings = json.dumps({"house": "libre"}).encode()
    error = _stopped(400, {"/bar/settings.json": settings})
    assert error.code == "timeout" and "continue: " in error.detail and "lights: " in error.detail


def test_bots_do_not_continue_a_match_of_another_house(monkeypatch: pytest.MonkeyPatch) -> None:
    other = [(Events.MATCH, 0, open_house("libre").mark)]
    monkeypatch.setattr(demo, "records", lambda table: other)
    error = _stopped(300, {})
    assert error.code == "other-house" and "start it again" in error.detail


def test_a_table_without_a_prompt_is_not_served(capsys: pytest.CaptureFixture[str]) -> None:
    typed = ["sim", "--demo", "--serve", "7777", "--backend", "cpython"]
    assert main(typed) == Exit.USAGE
    assert "which CPython does not have: remove --backend" in capsys.readouterr().err
