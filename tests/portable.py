"""Collection of portable tests for the MicroPython VM; pytest itself collects them for CPython.

A portable file has plain functions `test_*()` with plain `assert`, and uses only Python that both
interpreters have. A file that sets RUNS_ON to "vm" or "cpython" runs only there. All tests of a
file share one new VM of each version, whose folder `/lib` holds the firmware, `testenv`, `dice`
and the file's folder. A test is one call into the VM. A test that yields is one call for each
part; all parts but the last end at a `yield`.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import testenv
from marcoria.build.mpy import compile_file, compile_tree
from marcoria.paths import FIRMWARE, TESTS
from marcoria.sim.vm.child import VMError, VMHung
from marcoria.sim.vm.vm import LOWEST, PACKAGE, VM

_VERSIONS = {"vm": PACKAGE, "lowest-vm": LOWEST}
# Files that `make test` also runs in the lowest supported version of MicroPython: tests of the
# engine, the journal, the link and the menus. `make soak`, and a run of chosen tests, also run the
# other files there, except those of tests/memory.
_ON_LOWEST = {"test_match.py", "test_journal.py", "test_link.py", "test_menus.py"}
FOLDERS = [TESTS / name for name in ("rules", "table", "memory")]
# Modules that all portable files may import.
_FOR_ALL = ("testenv", "dice")
_LIMIT_S = 60.0
_SOAK_LIMIT_S = 3600.0


def is_portable(path: Path) -> bool:
    """Return whether the file is a portable test."""
    return path.parent in FOLDERS and path.match("test_*.py")


@cache
def runs_on(path: Path) -> str:
    """Return the RUNS_ON of a file, "vm" or "cpython"; "both" if the file does not set it."""
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "RUNS_ON":
            place = ast.literal_eval(node.value)
            if place not in ("vm", "cpython"):
                raise pytest.UsageError(f'{path}: RUNS_ON is "vm" or "cpython", not {place!r}')
            return str(place)
    return "both"


@cache
def _board_files(folder: Path) -> dict[str, bytes]:
    return {
        **compile_tree(FIRMWARE, "/lib"),
        **compile_tree(folder, "/lib"),
        **{
            f"/lib/{name}.mpy": compile_file(TESTS / f"{name}.py", f"{name}.py")
            for name in _FOR_ALL
        },
    }


def versions(path: Path, for_all: bool) -> list[str]:
    """Return the VM versions that a file runs in: "vm", and perhaps "lowest-vm".

    With `for_all`, the files that are not in `_ON_LOWEST` also run in both versions. The files of
    tests/memory run in one version only.
    """
    mine = path.name in _ON_LOWEST
    measured = path.parent == TESTS / "memory"
    return ["vm", "lowest-vm"] if (mine or for_all) and not measured else ["vm"]


class VMFile(pytest.File):
    """A portable file whose tests run in a VM of each version."""

    def __init__(self, *, for_all: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._for_all = for_all
        self._vms: dict[str, VM] = {}

    def collect(self) -> Iterator["VMItem"]:
        """Yield an item for each test function and VM version.

        Refuse functions with parameters or decorators.
        """
        for node in ast.parse(self.path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                if node.args.args or node.decorator_list:
                    sentence = "a portable test has no parameters and no decorators"
                    raise self.CollectError(f"{node.name}: {sentence}")
                for version in versions(self.path, self._for_all):
                    name = f"{node.name}[{version}]"
                    yield VMItem.from_parent(self, name=name, line=node.lineno)

    def call(self, function: str, version: str) -> str:
        """Call a test in this file's VM and return its output, "" if the test yields.

        In a new VM, call the file's first test before any other test: the first test loads data
        that the others need too, and loading leaves much garbage.
        """
        vm = self._vms.get(version)
        if vm is None:
            self._vms[version] = vm = self._start(_VERSIONS[version])
            first = next(self.collect()).name.partition("[")[0]
            if function != first:
                self.call(first, version)
        # A test continues after a `yield` in a new call, so that the VM collects garbage.
        out = vm.run(f"turns = {self.path.stem}.{function}()")
        while vm.run("more = turns and next(turns, 0) is None; print(more)")[-5:] == "True\n":
            pass
        return out

    def teardown(self) -> None:
        """Stop the VMs."""
        while self._vms:
            self._vms.popitem()[1].close()

    def _start(self, package: Path) -> VM:
        limit_s = _SOAK_LIMIT_S if testenv.SOAK else _LIMIT_S
        files = _board_files(self.path.parent)
        vm = VM(files=files, limit_s=limit_s, seed=testenv.SEED, package=package)
        vm.run(f"import testenv; testenv.SEED = {testenv.SEED}; testenv.SOAK = {testenv.SOAK}")
        vm.run(f"import {self.path.stem}")
        return vm


class VMItem(pytest.Item):
    """A test function that runs in a VM."""

    def __init__(self, *, line: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._line = line

    def runtest(self) -> None:
        """Run the test and add its output to the report."""
        file = self.parent
        assert isinstance(file, VMFile)
        try:
            function, _, version = self.name.removesuffix("]").partition("[")
            out = file.call(function, version)
        except VMError as error:
            self.add_report_section("call", "stdout", error.out)
            if isinstance(error, VMHung):
                file.teardown()
            raise
        self.add_report_section("call", "stdout", out)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """Return the VM's traceback with source lines added, as MicroPython prints none."""
        if isinstance(excinfo.value, VMError):
            return "in the MicroPython VM:\n" + self._with_sources(str(excinfo.value))
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return file, line and name of the test for pytest's headings."""
        return self.path, self._line - 1, self.name

    def _with_sources(self, traceback: str) -> str:
        return re.sub(r'  File "(.+)", line (\d+).*', self._with_source, traceback)

    def _with_source(self, match: re.Match[str]) -> str:
        for folder in (self.path.parent, TESTS, FIRMWARE):
            if (folder / match[1]).is_file():
                lines = (folder / match[1]).read_text().splitlines()
                return f"{match[0]}\n    {lines[int(match[2]) - 1].strip()}"
        return match[0]
