"""The harness: where tests run, the seed of the run, and no silent skips.

`--seed N` (or MARCORIA_SEED) replays a run, `--all` runs what a usual run takes a share of
(shares.py), `--soak` does and makes the random tests long, `--on cpython` or `--on vm` runs
only what runs in that place, and `--record` makes the pictures anew that the display's pages are
compared with.
"""

import inspect
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

import shares
import testenv
from marcoria.board.generate import made_for
from marcoria.board.profile import profiles
from marcoria.paths import MACHINE, MICROPYTHON
from marcoria.sim.vm.vm import HEAP_KIB
from portable import VMFile, is_portable, runs_on

_SEEDS = 1 << 30  # a seed is a small integer on the board as well
# Where pytest finds one of these it explains a failure by aligning both sides. Of two pictures
# that differ this takes it hours.
_SLOW_WORDS = ("CI", "BUILD_NUMBER")
# The usual table of the person who runs the tests is not theirs.
_OWN_WORDS = ("MARCORIA_TABLE",)
_NO_SKIP = "skipped, and here a test that does not run is a failure: "
_ran: Counter[str] = Counter()
# How many tests other seeds have, and what this one has taken of each function.
_LEFT = pytest.StashKey[tuple[int, list[str]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options above."""
    group = parser.getgroup("marcoria")
    group.addoption("--seed", type=int, default=os.environ.get("MARCORIA_SEED") or None)
    group.addoption("--all", action="store_true", help="run what a usual run takes a share of")
    group.addoption("--soak", action="store_true", help="make the random tests long")
    group.addoption("--record", action="store_true", help="keep the pages as they are drawn now")
    group.addoption("--on", choices=("both", "cpython", "vm"), default="both")


def pytest_configure(config: pytest.Config) -> None:
    """Fixes the seed, and where `micropython` is, before any test module is imported."""
    for name in _SLOW_WORDS + _OWN_WORDS:
        os.environ.pop(name, None)
    os.environ["XDG_CONFIG_HOME"] = os.devnull
    # A run in the background is started deaf to Ctrl-C, and so would be what the tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "one_in(n): a usual run takes one in n (shares.py)")
    sys.path += [str(MACHINE), str(MICROPYTHON)]
    # Of several processes the first one throws the dice.
    seed = getattr(config, "workerinput", {}).get("seed", config.getoption("seed"))
    testenv.SEED = random.SystemRandom().randrange(_SEEDS) if seed is None else int(seed)
    testenv.SOAK = config.getoption("soak")
    boards = profiles()
    testenv.PROFILE = boards[testenv.SEED % len(boards)]
    sys.path.insert(0, str(made_for(testenv.PROFILE)))  # before firmware/, which has one too


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One more than cores: a quarter of a run waits, for people in a page and for programs."""
    return (yield) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tells a further process the seed."""
    node.workerinput["seed"] = testenv.SEED


def pytest_sessionstart(session: pytest.Session) -> None:
    """Says how to repeat this run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter:
        _tell_the_seed(reporter)


def _tell_the_seed(reporter: Any) -> None:
    reporter.write_line(f"seed {testenv.SEED} (the same again: --seed {testenv.SEED})")
    reporter.write_line(f"board {testenv.PROFILE}, for the tests that know its pins")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> VMFile | None:
    """Collects a portable file once more, for the VM."""
    wanted = parent.config.getoption("on") != "cpython"
    if wanted and is_portable(file_path) and runs_on(file_path) != "cpython":
        for_all = shares.is_for_all(parent.config)
        return VMFile.from_parent(parent, path=file_path, for_all=for_all)
    return None


class _Elsewhere(pytest.Module):
    """A file with nothing to run on CPython; it may not even be importable there."""

    def collect(self) -> list[pytest.Item | pytest.Collector]:
        return []


def pytest_pycollect_makemodule(module_path: Path, parent: Any) -> pytest.Module | None:
    """Keeps away from CPython what only runs in the VM."""
    if not is_portable(module_path):
        return None
    if parent.config.getoption("on") == "vm" or runs_on(module_path) == "vm":
        return _Elsewhere.from_parent(parent, path=module_path)
    return None


def pytest_pycollect_makeitem(collector: Any, name: str, obj: object) -> pytest.Item | None:
    """Lets a portable test yield: the VM collects its garbage there, CPython just goes on."""
    if not name.startswith("test_") or not inspect.isgeneratorfunction(obj):
        return None

    def to_the_end() -> None:
        for _ in obj():
            pass

    return pytest.Function.from_parent(collector, name=name, callobj=to_the_end)


def _places(item: pytest.Item) -> list[object]:
    """The places that the parameters of a test name."""
    return list(item.callspec.params.values()) if hasattr(item, "callspec") else []


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out the other place, and takes the seed's share of what is marked so."""
    elsewhere = {"cpython": "vm", "vm": "cpython"}.get(config.getoption("on"))
    items[:] = [item for item in items if elsewhere not in _places(item)]
    if shares.is_for_all(config):
        return
    left, told = shares.left_out(items, testenv.SEED)
    others = set(left)
    items[:] = [item for item in items if item not in others]
    config.hook.pytest_deselected(items=left)
    config.stash[_LEFT] = len(left), told


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tells the first process what was left out: of several it is the only one that can say so,
    and collects nothing itself."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left"] = session.config.stash.get(_LEFT, None)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Hears it; all processes have collected the same."""
    told = getattr(node, "workeroutput", {}).get("left")
    if told:
        node.config.stash[_LEFT] = tuple(told)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Any:
    """A test that does not run is not a test that passes: a skip fails, with its reason."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail"):
        report.outcome, report.longrepr = "failed", _NO_SKIP + str(call.excinfo.value)
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Counts what ran, in whichever process."""
    if report.when == "call":
        _ran["vm" if report.nodeid.endswith("vm]") else "cpython"] += 1


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Any:
    """The same for a whole module that skips itself."""
    report = yield
    if report.skipped:
        report.outcome, report.longrepr = "failed", _NO_SKIP + report.longrepr[2]
    return report


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Says how many tests ran in which place, what was left to other seeds, and the seed once
    more: of a long run often only the end is kept."""
    left, told = config.stash.get(_LEFT, (0, []))
    if left:
        terminalreporter.write_line(
            f"{left} tests left to --all or to another seed; this one took"
        )
        terminalreporter.write_line("\n".join(told))
    terminalreporter.write_line(
        f"ran on CPython: {_ran['cpython']}, "
        f"in the MicroPython VM ({HEAP_KIB} KiB heap): {_ran['vm']}"
    )
    _tell_the_seed(terminalreporter)
