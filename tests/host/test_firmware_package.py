"""The firmware on the host: each module is loaded once, as a part of `marcoria.firmware`."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from marcoria import firmware
from marcoria.paths import FIRMWARE, HOST

# Import the modules named in the argument. Print the modules in memory that come from the
# firmware's files, and the firmware's modules that can be imported by their short names, without
# `marcoria.firmware`.
_IMPORT_ALL = """
import gc, importlib, json, sys
from types import ModuleType
for name in json.loads(sys.argv[1]):
    importlib.import_module(name)
from marcoria.firmware import NAMES
from marcoria.paths import FIRMWARE
modules = [one for one in gc.get_objects() if isinstance(one, ModuleType)]
files = [(str(one.__dict__.get("__file__") or ""), one.__name__) for one in modules]
found = [(file, name) for file, name in files if file.startswith(str(FIRMWARE))]
found_short = [name for name in NAMES if name in sys.modules or importlib.util.find_spec(name)]
print(json.dumps([found, found_short]))
"""
_PACKAGES = ("belote", "codes", "journal", "link", "table", "ui")
# Modules left out: those that run only in a VM, and the one that needs freetype-py to make fonts.
_NOT_HERE = ("web/world", "sim/machine", "build/fonts.py")


def _modules(folder: Path, prefix: str) -> list[str]:
    """Return the full names of the modules below a folder, without `__main__`.

    `prefix` is the folder's package.
    """
    inside = [path.relative_to(folder).with_suffix("") for path in sorted(folder.rglob("*.py"))]
    names = [".".join([prefix, *path.parts]).removesuffix(".__init__") for path in inside]
    return [name for name in names if not name.endswith("__main__")]


def _of_the_host() -> list[str]:
    kept = []
    for name in _modules(HOST, "marcoria"):
        path = name.replace(".", "/").partition("/")[2] + ".py"
        if not path.startswith(_NOT_HERE):
            kept.append(name)
    return kept


def _of_the_firmware() -> list[str]:
    return [
        name
        for package in _PACKAGES
        for name in _modules(FIRMWARE / package, f"{firmware.__name__}.{package}")
    ]


def test_each_module_exists_once_and_has_no_short_name() -> None:
    names = _of_the_host() + _of_the_firmware()
    done = subprocess.run(
        [sys.executable, "-c", _IMPORT_ALL, json.dumps(names)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found, short = json.loads(done.stdout)
    files = [file for file, _ in found]
    assert len(files) > 80 and sorted(set(files)) == sorted(files)
    assert [name for _, name in found if not name.startswith(f"{firmware.__name__}.")] == []
    assert short == []


def test_a_short_name_of_the_tests_is_the_same_module() -> None:
    for name in ("belote", "belote.match", "table.files.decks", "ui.glyphs", "framebuf", "texts"):
        short, long = importlib.import_module(name), f"{firmware.__name__}.{name}"
        assert short is importlib.import_module(long), name
    loaded = {id(one): one for one in list(sys.modules.values())}.values()
    files = [str(getattr(one, "__file__", None)) for one in loaded]
    mine = [file for file in files if file.startswith(str(FIRMWARE))]
    assert mine and len(set(mine)) == len(mine)


def test_an_import_inside_the_firmware_finds_the_same_module() -> None:
    match = importlib.import_module("marcoria.firmware.belote.match")
    assert match.Trick is importlib.import_module("marcoria.firmware.belote.trick").Trick
    with pytest.raises(ImportError, match=r"marcoria\.firmware\.belote\.absent"):
        exec("import belote.absent", {"__builtins__": match.__builtins__})
    names: dict[str, object] = {"__builtins__": match.__builtins__}
    exec("import belote.trick as trick, codes.game, json, select", names)
    assert names["trick"] is sys.modules["marcoria.firmware.belote.trick"]
    assert names["codes"] is sys.modules["marcoria.firmware.codes"]
    assert names["select"] is sys.modules["select"]
