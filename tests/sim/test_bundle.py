"""The program in one bundle file: importing modules from it, and reporting a damaged file."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from marcoria.build.deploy import bundle, deployed
from marcoria.build.deploy import program as made
from marcoria.build.mpy import DEPLOYED, compile_file
from marcoria.sim.vm.child import VMError
from marcoria.sim.vm.vm import VM

_SOURCES = {
    "game/__init__.py": "",
    "game/cards.py": "SUITS = 4\n",
    "game/deep/trick.py": "from game.cards import SUITS\n\ndef win():\n    return SUITS // 0\n",
    "empty.py": "",
}
_BUNDLE = "/a/program.bundle"
_MOUNT = "import sys; sys.path.insert(0, '/a'); import bundle; bundle.mount('/a')"


@pytest.fixture
def program(tmp_path: Path) -> dict[str, bytes]:
    """Return compiled modules by their paths."""
    found = {}
    for path, text in _SOURCES.items():
        source = tmp_path / path
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text)
        found[path.replace(".py", ".mpy")] = compile_file(source, path, DEPLOYED)
    return found


def _board(program: Mapping[str, bytes] | None, torn: int = 0) -> VM:
    """Return a VM with `firmware/bundle.py`, and with a bundle of `program` if it is not None.

    The bundle lacks its last `torn` bytes.
    """
    files = {"/a/bundle.mpy": made()["bundle.mpy"]}
    if program is not None:
        data = bundle(program)
        files[_BUNDLE] = data[: len(data) - torn]
    return VM(files=files)


def test_modules_and_packages_are_imported_from_the_bundle(program: dict[str, bytes]) -> None:
    with _board(program) as vm:
        vm.run(_MOUNT)
        assert vm.run("import empty, game.cards; print(game.cards.SUITS)") == "4\n"
        assert vm.run("import game.deep.trick as t; print(t.SUITS)") == "4\n"
        # A traceback names file and line, and modules outside the bundle are still found.
        with pytest.raises(VMError, match=r"game.deep.trick.*line 4"):
            vm.run("t.win()")
        with pytest.raises(VMError, match=r"no module named 'game.none'"):
            vm.run("import game.none")
        assert vm.run("import asyncio, json; print(json.dumps(1))") == "1\n"


def test_an_unmounted_bundle_frees_its_heap_and_keeps_imported_modules(
    program: dict[str, bytes],
) -> None:
    with _board(program) as vm:
        vm.run(_MOUNT + "; import game.cards, gc")
        before = int(vm.run("gc.collect(); print(gc.mem_alloc())"))
        vm.run("bundle.unmount(); bundle.unmount()")
        assert int(vm.run("gc.collect(); print(gc.mem_alloc())")) < before - 150
        assert vm.run("import game.cards; print(game.cards.SUITS)") == "4\n"
        with pytest.raises(VMError, match=r"no module named 'game.deep"):
            vm.run("import game.deep.trick")


def test_without_a_bundle_modules_are_imported_from_the_library(program: dict[str, bytes]) -> None:
    with _board(None) as vm:
        vm.put("/lib/game/cards.mpy", program["game/cards.mpy"])
        vm.run(_MOUNT)
        assert vm.run("import game.cards; print(game.cards.SUITS)") == "4\n"


@pytest.mark.parametrize("torn", [1, 40])
def test_a_truncated_bundle_is_reported(program: dict[str, bytes], torn: int) -> None:
    with (
        _board(program, torn) as vm,
        pytest.raises(VMError, match=r"program.bundle is damaged: flash the table's image again"),
    ):
        vm.run(_MOUNT)


def test_an_invalid_bundle_is_reported() -> None:
    with _board(None) as vm:
        for data in (
            b"",
            b"MRB1",
            b"x" * 3_000,
            b"MRB1\xff\xff" + b"a 1\n" * 20,
            b"MRB1\x03\0a -b",
        ):
            vm.put(_BUNDLE, data)
            with pytest.raises(VMError, match="is damaged: flash the table's image again"):
                vm.run(_MOUNT)


def test_the_bundle_contains_the_whole_program() -> None:
    files = deployed()
    loose = {path for path in files if path.endswith(".mpy")}
    assert loose == {"/a/bundle.mpy"}
    assert b"\ntable/table " in files[_BUNDLE] and b"\njournal/journal " in files[_BUNDLE]
