"""Collect portable tests for the VM; pytest itself collects them for CPython.

A portable file holds plain functions `test_*()` with plain `assert`, in the part of Python that
both interpreters share. It gets one fresh VM, with the firmware, `testenv`, `dice` and its whole
folder in `/lib`. Each of its tests is one call into the VM, or one call for each yield.
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
# On the lowest version of MicroPython, `make test` runs only these files: tests of the engine, the
# journal, the link and the menus. `make soak` runs all files on it.
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
    """Return the file's RUNS_ON ("vm" or "cpython"), or "both"."""
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "RUNS_ON":
            place = ast.literal_eval(node.value)
            if place not in ("vm", "cpython"):
                raise pytest.UsageError(f'{path}: set RUNS_ON to "vm" or "cpython", not {place!r}')
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
    """Return the VMs for a file. Tests of memory run in one, as sizes differ between versions."""
    mine = path.name in _ON_LOWEST
    measured = path.parent == TESTS / "memory"
    return ["vm", "lowest-vm"] if (mine or for_all) and not measured else ["vm"]


class VMFile(pytest.File):
    """Portable file whose tests run in a VM."""

    def __init__(self, *, for_all: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._for_all = for_all
        self._vms: dict[str, VM] = {}

    def collect(self) -> Iterator["VMItem"]:
        """Yield one item for each test function and VM."""
        for node in ast.parse(self.path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                if node.args.args or node.decorator_list:
                    raise self.CollectError(f"{node.name}: remove its arguments and decorators")
                for version in versions(self.path, self._for_all):
                    name = f"{node.name}[{version}]"
                    yield VMItem.from_parent(self, name=name, line=node.lineno)

    def call(self, function: str, version: str) -> str:
        """Call a test in this file's VM.

        The file's first test always runs first in the VM: it loads the modules for the other
        tests, which leaves much garbage.
        """
        vm = self._vms.get(version)
        if vm is None:
            self._vms[version] = vm = self._start(_VERSIONS[version])
            first = next(self.collect()).name.partition("[")[0]
            if function != first:
                self.call(first, version)
        # A test that yields goes on in a new call, as garbage is collected between calls.
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
    """Test function that runs in a VM."""

    def __init__(self, *, line: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._line = line

    def runtest(self) -> None:
        """Run the test; its output is shown if it fails."""
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
        """Return the VM's traceback, with the source lines that it lacks."""
        if isinstance(excinfo.value, VMError):
            return "in the MicroPython VM:\n" + self._with_sources(str(excinfo.value))
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the file, line and name of the test for pytest's headings."""
        return self.path, self._line - 1, self.name

    def _with_sources(self, traceback: str) -> str:
        return re.sub(r'  File "(.+)", line (\d+).*', self._with_source, traceback)

    def _with_source(self, match: re.Match[str]) -> str:
        for folder in (self.path.parent, TESTS, FIRMWARE):
            if (folder / match[1]).is_file():
                lines = (folder / match[1]).read_text().splitlines()
                return f"{match[0]}\n    {lines[int(match[2]) - 1].strip()}"
        return match[0]
