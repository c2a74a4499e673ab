"""Configure pytest: interpreters, seeds, tests left to `make soak`, and no skips in CI.

A run has the fixed seed 1, unless `--seed N` or MARCORIA_SEED sets another. `--soak` also runs the
tests that are marked `soak` (tiers.py), makes random tests long, and draws a random seed.
`--board` chooses the board for tests that depend on pin numbers. `--on cpython` or `--on vm` runs
only the tests on CPython or in the MicroPython VM. `--record` stores the display's pages as the
approved pictures.
"""

import inspect
import os
import random
import signal
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

import testenv
import tiers
from board_names import use_board_names
from marcoria.board.generate import made_for
from marcoria.board.profile import profiles
from marcoria.sim.vm.vm import HEAP_KIB
from portable import VMFile, is_portable, runs_on

_FIXED_SEED = 1  # a run fails only because of a change, not because of a random seed
_SEEDS = 1 << 30  # so that seeds are small integers in MicroPython too
# Pytest explains a failure by aligning both sides where one of these variables is set. For two
# pictures that takes hours.
_SLOW_VARIABLES = ("CI", "BUILD_NUMBER")
# Tests ignore the default table of the person who runs them.
_OWN_VARIABLES = ("MARCORIA_TABLE",)
_NO_SKIP = "skipped, which is a failure in CI: "
_ran: Counter[str] = Counter()
_LEFT = pytest.StashKey[int]()  # number of tests that only `make soak` runs
_CI = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that the module's docstring explains."""
    group = parser.getgroup("marcoria")
    group.addoption("--seed", type=int, default=os.environ.get("MARCORIA_SEED") or None)
    group.addoption("--soak", action="store_true", help="run all tests, random ones for long")
    group.addoption("--board", choices=profiles(), default=profiles()[0])
    group.addoption("--record", action="store_true", help="store the pages as approved pictures")
    group.addoption("--on", choices=("both", "cpython", "vm"), default="both")


def pytest_configure(config: pytest.Config) -> None:
    """Set the seed and the firmware's folders before any test module is imported."""
    config.stash[_CI] = _from_first(config, "ci", bool(os.environ.get("CI")))
    for name in _SLOW_VARIABLES + _OWN_VARIABLES:
        os.environ.pop(name, None)
    os.environ["XDG_CONFIG_HOME"] = os.devnull
    # A background process ignores Ctrl-C, and so would the programs that the tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "soak(keep=0): `make test` runs only `keep` of its cases")
    config.addinivalue_line("markers", "pins: depends on pins; `make soak` runs it on each board")
    testenv.SOAK = config.getoption("soak")
    drawn = random.SystemRandom().randrange(_SEEDS) if testenv.SOAK else _FIXED_SEED
    seed = config.getoption("seed")
    testenv.SEED = _from_first(config, "seed", drawn if seed is None else seed)
    testenv.PROFILE = config.getoption("board")
    use_board_names(made_for(testenv.PROFILE))  # before firmware/, which has a `board` too


def _from_first(config: pytest.Config, name: str, value: Any) -> Any:
    """Return `value` in the first process, and the first process's value in a worker process."""
    return getattr(config, "workerinput", {}).get(name, value)


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Run two more processes than cores, as they wait for other programs a quarter of the time."""
    return (yield) + 2


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Pass the seed and the CI flag to a worker process."""
    node.workerinput["seed"] = testenv.SEED
    node.workerinput["ci"] = node.config.stash[_CI]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Print how to repeat this run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter:
        _print_seed(reporter)


def _print_seed(reporter: Any) -> None:
    reporter.write_line(f"seed {testenv.SEED} (repeat with: --seed {testenv.SEED})")
    reporter.write_line(f"board {testenv.PROFILE}, for the tests that depend on its pins")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> VMFile | None:
    """Collect a portable test file a second time, for the VM."""
    wanted = parent.config.getoption("on") != "cpython"
    if wanted and is_portable(file_path) and runs_on(file_path) != "cpython":
        for_all = tiers.is_for_all(parent.config)
        return VMFile.from_parent(parent, path=file_path, for_all=for_all)
    return None


class _Elsewhere(pytest.Module):
    """Portable file of which no test runs on CPython; importing it there may fail."""

    def collect(self) -> list[pytest.Item | pytest.Collector]:
        return []


def pytest_pycollect_makemodule(module_path: Path, parent: Any) -> pytest.Module | None:
    """Collect no tests for CPython from a file that only runs in the VM."""
    if not is_portable(module_path):
        return None
    if parent.config.getoption("on") == "vm" or runs_on(module_path) == "vm":
        return _Elsewhere.from_parent(parent, path=module_path)
    return None


def pytest_pycollect_makeitem(collector: Any, name: str, obj: object) -> pytest.Item | None:
    """Run a test that is a generator to its end. In the VM each yield collects garbage."""
    if not name.startswith("test_") or not inspect.isgeneratorfunction(obj):
        return None

    def to_the_end() -> None:
        for _ in obj():
            pass

    return pytest.Function.from_parent(collector, name=name, callobj=to_the_end)


def _places(item: pytest.Item) -> list[object]:
    """Return the values of a test's parameters; "cpython" or "vm" may be one of them."""
    return list(item.callspec.params.values()) if hasattr(item, "callspec") else []


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that `--on` excludes and the tests that only `make soak` runs."""
    elsewhere = {"cpython": "vm", "vm": "cpython"}.get(config.getoption("on"))
    items[:] = [item for item in items if elsewhere not in _places(item)]
    if tiers.is_for_all(config):
        return
    left = tiers.left_to_soak(items)
    others = set(left)
    items[:] = [item for item in items if item not in others]
    config.hook.pytest_deselected(items=left)
    config.stash[_LEFT] = len(left)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send the number of tests left out to the first process, which collects no tests itself."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left"] = session.config.stash.get(_LEFT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Store the number of tests left out, which is the same in each worker process."""
    node.config.stash[_LEFT] = getattr(node, "workeroutput", {}).get("left", 0)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Any:
    """Turn a skip into a failure in CI, where no test may be skipped unnoticed."""
    report = yield
    if report.skipped and item.config.stash[_CI] and not hasattr(report, "wasxfail"):
        report.outcome, report.longrepr = "failed", _NO_SKIP + str(call.excinfo.value)
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Count the tests that ran on CPython, those that ran in the VM, and the skipped tests."""
    if report.skipped:
        _ran["skipped"] += 1
    elif report.when == "call":
        _ran["vm" if report.nodeid.endswith("vm]") else "cpython"] += 1


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Any:
    """Turn a skip of a whole module into a failure in CI."""
    report = yield
    if report.skipped and collector.config.stash[_CI]:
        report.outcome, report.longrepr = "failed", _NO_SKIP + report.longrepr[2]
    return report


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print how many tests ran on CPython and in the VM, how many were left out, and the seed."""
    left = config.stash.get(_LEFT, 0)
    if left:
        terminalreporter.write_line(f"{left} more tests run only with make soak")
    terminalreporter.write_line(
        f"ran on CPython: {_ran['cpython']}, "
        f"in the MicroPython VM ({HEAP_KIB} KiB heap): {_ran['vm']}, skipped: {_ran['skipped']}"
    )
    _print_seed(terminalreporter)
