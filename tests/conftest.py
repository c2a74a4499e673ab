"""Configuration of pytest: the options of a run, its seed, portable tests, and skips.

The seed of a run is 1, or the number from `--seed N` (or MARCORIA_SEED). `--soak` also runs the
tests that are marked `soak` (tiers.py), makes random tests longer, and draws a random seed if none
is given. `--board` chooses the board for tests that depend on pins. `--on cpython` leaves out the
portable tests in the VM and all cases with the parameter "vm". `--on vm` leaves out the portable
tests on CPython and all cases with the parameter "cpython". Tests that are not portable and have
neither parameter run in any case. `--record` stores the display's pages as the new approved
pictures. In CI a skipped test fails.
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

_FIXED_SEED = 1  # fixed, so that a run fails only because of a change
_SEEDS = 1 << 30  # limit of seeds, so that they are small integers on the board
# If one of these variables is set, pytest prints a full diff of two unequal values. For two
# pictures that takes hours.
_SLOW_VARIABLES = ("CI", "BUILD_NUMBER")
# This variable names the default table of the user, which tests must not use.
_OWN_VARIABLES = ("MARCORIA_TABLE",)
_NO_SKIP = "skipped, which is a failure in CI: "
_ran: Counter[str] = Counter()
_LEFT = pytest.StashKey[int]()  # number of tests that only `make soak` runs
_CI = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that this module's docstring describes."""
    group = parser.getgroup("marcoria")
    group.addoption("--seed", type=int, default=os.environ.get("MARCORIA_SEED") or None)
    group.addoption("--soak", action="store_true", help="run all tests, and random ones longer")
    group.addoption("--board", choices=profiles(), default=profiles()[0])
    group.addoption("--record", action="store_true", help="store the display's pages as approved")
    group.addoption("--on", choices=("both", "cpython", "vm"), default="both")


def pytest_configure(config: pytest.Config) -> None:
    """Set the seed, the options, the environment and the import path of the firmware.

    Pytest calls this function before it imports any test module.
    """
    config.stash[_CI] = _from_first(config, "ci", bool(os.environ.get("CI")))
    for name in _SLOW_VARIABLES + _OWN_VARIABLES:
        os.environ.pop(name, None)
    os.environ["XDG_CONFIG_HOME"] = os.devnull
    # A background process ignores SIGINT, and programs started by the tests would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "soak(keep=0): in `make test` run only `keep` cases")
    config.addinivalue_line("markers", "long: begins first, because it takes many seconds")
    config.addinivalue_line("markers", "pins: depends on pins; make soak runs it on each board")
    testenv.SOAK = config.getoption("soak")
    drawn = random.SystemRandom().randrange(_SEEDS) if testenv.SOAK else _FIXED_SEED
    seed = config.getoption("seed")
    testenv.SEED = _from_first(config, "seed", drawn if seed is None else seed)
    testenv.PROFILE = config.getoption("board")
    use_board_names(made_for(testenv.PROFILE))  # before firmware/, which also has a `board`


def _from_first(config: pytest.Config, name: str, value: Any) -> Any:
    """Return a setting that the main process has sent; in the main process, return `value`."""
    return getattr(config, "workerinput", {}).get(name, value)


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Use two processes more than cores: a quarter of a run is spent waiting for programs."""
    return (yield) + 2


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Send the seed and the CI flag to a worker process."""
    node.workerinput["seed"] = testenv.SEED
    node.workerinput["ci"] = node.config.stash[_CI]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Print the seed and the board, with which this run can be repeated."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter:
        _print_the_seed(reporter)


def _print_the_seed(reporter: Any) -> None:
    reporter.write_line(f"seed {testenv.SEED} (repeat with: --seed {testenv.SEED})")
    reporter.write_line(f"board {testenv.PROFILE}, for the tests that depend on pins")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> VMFile | None:
    """Collect a portable file a second time, to run its tests in the VM."""
    wanted = parent.config.getoption("on") != "cpython"
    if wanted and is_portable(file_path) and runs_on(file_path) != "cpython":
        for_all = tiers.is_for_all(parent.config)
        return VMFile.from_parent(parent, path=file_path, for_all=for_all)
    return None


class _Elsewhere(pytest.Module):
    """Portable file whose tests do not run on CPython in this run; importing it may even fail."""

    def collect(self) -> list[pytest.Item | pytest.Collector]:
        return []


def pytest_pycollect_makemodule(module_path: Path, parent: Any) -> pytest.Module | None:
    """Collect no tests for CPython from a portable file that runs only in the VM."""
    if not is_portable(module_path):
        return None
    if parent.config.getoption("on") == "vm" or runs_on(module_path) == "vm":
        return _Elsewhere.from_parent(parent, path=module_path)
    return None


def pytest_pycollect_makeitem(collector: Any, name: str, obj: object) -> pytest.Item | None:
    """Return a test that runs a generator function to its end, or None for any other object.

    Portable tests have a `yield` where the VM may collect garbage; on CPython it has no effect.
    """
    if not name.startswith("test_") or not inspect.isgeneratorfunction(obj):
        return None

    def to_the_end() -> None:
        for _ in obj():
            pass

    return pytest.Function.from_parent(collector, name=name, callobj=to_the_end)


def _parameters(item: pytest.Item) -> list[object]:
    """Return the values of a test's parameters; one of them may be "cpython" or "vm"."""
    return list(item.callspec.params.values()) if hasattr(item, "callspec") else []


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Drop the tests that `--on` excludes, and the tests that only `make soak` runs.

    Put the tests marked `long` first, so that none of them runs alone at the end.
    """
    elsewhere = {"cpython": "vm", "vm": "cpython"}.get(config.getoption("on"))
    if elsewhere:
        items[:] = [item for item in items if elsewhere not in _parameters(item)]
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    if tiers.is_for_all(config):
        return
    left = tiers.left_to_soak(items)
    others = set(left)
    items[:] = [item for item in items if item not in others]
    config.hook.pytest_deselected(items=left)
    config.stash[_LEFT] = len(left)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send the number of tests left to `make soak` to the main process, which collects none."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left"] = session.config.stash.get(_LEFT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Store the number of tests left to `make soak`, which is the same in each worker."""
    node.config.stash[_LEFT] = getattr(node, "workeroutput", {}).get("left", 0)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Any:
    """Turn a skip into a failure in CI, so that a missing program is noticed."""
    report = yield
    if report.skipped and item.config.stash[_CI] and not hasattr(report, "wasxfail"):
        report.outcome, report.longrepr = "failed", _NO_SKIP + str(call.excinfo.value)
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Count the tests that ran on CPython, those that ran in the VM, and those skipped.

    A test that runs in the VM has "vm" among its parameters.
    """
    if report.skipped:
        _ran["skipped"] += 1
    elif report.when == "call":
        parameters = report.nodeid.rstrip("]").rpartition("[")[2].split("-")
        _ran["vm" if "vm" in parameters else "cpython"] += 1


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Any:
    """Turn a skip of a whole module into a failure in CI."""
    report = yield
    if report.skipped and collector.config.stash[_CI]:
        report.outcome, report.longrepr = "failed", _NO_SKIP + report.longrepr[2]
    return report


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print how many tests ran on CPython and in the VM, how many did not run, seed and board."""
    left = config.stash.get(_LEFT, 0)
    if left:
        terminalreporter.write_line(f"tests that run only in make soak: {left}")
    terminalreporter.write_line(
        f"ran on CPython: {_ran['cpython']}, "
        f"in the MicroPython VM ({HEAP_KIB} KiB heap): {_ran['vm']}, skipped: {_ran['skipped']}"
    )
    _print_the_seed(terminalreporter)
