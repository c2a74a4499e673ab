"""The program in one file: modules come from there, and a file that is not whole is told."""

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
    """Modules by their paths."""
    found = {}
    for path, text in _SOURCES.items():
        source = tmp_path / path
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text)
        found[path.replace(".py", ".mpy")] = compile_file(source, path, DEPLOYED)
    return found


def _board(program: Mapping[str, bytes] | None, torn: int = 0) -> VM:
    """A VM with `firmware/bundle.py` and this program, whose last bytes are `torn` off."""
    files = {"/a/bundle.mpy": made()["bundle.mpy"]}
    if program is not None:
        data = bundle(program)
        files[_BUNDLE] = data[: len(data) - torn]
    return VM(files=files)


def test_modules_and_packages_come_from_it(program: dict[str, bytes]) -> None:
    with _board(program) as vm:
        vm.run(_MOUNT)
        assert vm.run("import empty, game.cards; print(game.cards.SUITS)") == "4\n"
        assert vm.run("import game.deep.trick as t; print(t.SUITS)") == "4\n"
        # A crash is told as ever, and what is in no file is looked for elsewhere.
        with pytest.raises(VMError, match=r"game.deep.trick.*line 4"):
            vm.run("t.win()")
        with pytest.raises(VMError, match=r"no module named 'game.none'"):
            vm.run("import game.none")
        assert vm.run("import asyncio, json; print(json.dumps(1))") == "1\n"


def test_unmounted_it_takes_no_heap_and_what_was_imported_stays(program: dict[str, bytes]) -> None:
    with _board(program) as vm:
        vm.run(_MOUNT + "; import game.cards, gc")
        before = int(vm.run("gc.collect(); print(gc.mem_alloc())"))
        vm.run("bundle.unmount(); bundle.unmount()")
        assert int(vm.run("gc.collect(); print(gc.mem_alloc())")) < before - 150
        assert vm.run("import game.cards; print(game.cards.SUITS)") == "4\n"
        with pytest.raises(VMError, match=r"no module named 'game.deep"):
            vm.run("import game.deep.trick")


def test_without_it_modules_come_from_the_library(program: dict[str, bytes]) -> None:
    with _board(None) as vm:
        vm.put("/lib/game/cards.mpy", program["game/cards.mpy"])
        vm.run(_MOUNT)
        assert vm.run("import game.cards; print(game.cards.SUITS)") == "4\n"


@pytest.mark.parametrize("torn", [1, 40])
def test_a_torn_file_is_told(program: dict[str, bytes], torn: int) -> None:
    with (
        _board(program, torn) as vm,
        pytest.raises(VMError, match=r"program.bundle is damaged: flash the table's image again"),
    ):
        vm.run(_MOUNT)


def test_something_else_is_told() -> None:
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


def test_all_of_the_program_is_in_it() -> None:
    files = deployed()
    loose = {path for path in files if path.endswith(".mpy")}
    assert loose == {"/a/bundle.mpy"}
    assert b"\ntable/table " in files[_BUNDLE] and b"\njournal/journal " in files[_BUNDLE]
