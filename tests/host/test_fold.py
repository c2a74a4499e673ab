"""Folding: numbers replace imported constants in the board's sources, and no line moves."""

import ast
import subprocess
import sys

import pytest

from marcoria.build import fold
from marcoria.build.mpy import DEPLOYED, compile_tree
from marcoria.paths import FIRMWARE

_SOURCES = sorted(FIRMWARE.rglob("*.py"))

# Program that imports modules, and checks that their constants are those that `fold` reads.
_COMPARE = """
import ast, sys, types
sys.modules["micropython"] = types.SimpleNamespace(const=lambda value: value)
sys.path[:0] = sys.argv[1:3]
import importlib
from marcoria.build import fold
from marcoria.paths import FIRMWARE
for path in sorted(FIRMWARE.rglob("*.py")):
    if not fold.is_constants(path):
        continue
    name = ".".join(path.relative_to(FIRMWARE).with_suffix("").parts)
    module = importlib.import_module(name.removesuffix(".__init__"))
    for key, value in (fold.constants(name) or {}).items():
        assert getattr(module, key) == value, (name, key)
    for kind, numbers in fold.enumerations(ast.parse(path.read_bytes())).items():
        for key, value in numbers.items():
            assert getattr(getattr(module, kind), key) == value, (name, kind, key)
"""


@pytest.fixture(scope="module")
def folded():
    return {source: fold.fold(source) for source in _SOURCES}


def test_folding_moves_no_line(folded):
    assert [source for source in folded if _lines_differ(source, folded[source])] == []


def _lines_differ(source, text):
    before, after = ast.parse(source.read_text("utf-8")), ast.parse(text)
    functions = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    old = [(n.name, n.lineno) for n in ast.walk(before) if isinstance(n, functions)]
    new = [(n.name, n.lineno) for n in ast.walk(after) if isinstance(n, functions)]
    return old != new or source.read_bytes().count(b"\n") != text.count(b"\n")


def test_folded_modules_import_no_constants(folded):
    found = {source: _imports_of_codes(text) for source, text in folded.items()}
    assert {str(source): lines for source, lines in found.items() if lines} == {}


def _imports_of_codes(text):
    """Return the numbers of the lines on which a module still imports constants."""
    lines = []
    for node in ast.walk(fold.running(ast.parse(text))):
        is_codes = isinstance(node, ast.ImportFrom) and any(
            fold.constants(f"{node.module}.{alias.name}") and node.module.startswith("codes.")
            for alias in node.names
        )
        is_plain = isinstance(node, ast.Import)
        if is_codes or (is_plain and "texts" in [alias.name for alias in node.names]):
            lines.append(node.lineno)
    return lines


def test_an_import_of_codes_is_found():
    assert _imports_of_codes(b"x = 1\nfrom codes.game import Events\nimport texts\n") == [2, 3]


def test_folded_values_are_those_of_python():
    done = subprocess.run(
        [sys.executable, "-c", _COMPARE, str(FIRMWARE), str(FIRMWARE.parent / "host_tools")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr


def test_modules_of_constants_are_not_deployed():
    paths = compile_tree(FIRMWARE, "/lib", DEPLOYED)
    codes = {path for path in paths if "/codes/" in path}
    assert codes == {"/lib/codes/__init__.mpy", "/lib/codes/game.mpy"}
    assert "/lib/texts.mpy" not in paths
    assert "/lib/table/table.mpy" in paths


def test_an_empty_package_needs_no_name():
    files = compile_tree(FIRMWARE / "belote", "/lib/belote", DEPLOYED)
    assert b"__init__" not in files["/lib/belote/__init__.mpy"]
    assert b"belote.match" in files["/lib/belote/match.mpy"]


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("from codes.game import Events\nx = Events.CARD\n", "pass\nx = 9\n"),
        (
            "from codes.table import (\n    Cues,\n    KeyNumbers,\n)\nx = KeyNumbers.CALL\n",
            "pass\n\n\n\nx = 5\n",
        ),
        ("import texts\nx = texts.NONE\n", "pass\nx = 0\n"),
        (
            "from ui.glyphs import BLACK, other\nx = BLACK\n",
            "from ui.glyphs import other\nx = 0\n",
        ),
        (
            "from codes.table import KeyNumbers as k\nx = 'é', k.PASS, k.CALL\n",
            "pass\nx = 'é', 4, 5\n",
        ),
        (
            "from codes.table import Cues\ndef f(s):\n    Cues = s.cues\n    return Cues.READ\n",
            "pass\ndef f(s):\n    Cues = s.cues\n    return Cues.READ\n",
        ),
        (
            "from codes.game import Events\ndef f(Events):\n    return Events.CARD\n"
            "x = Events.CARD\n",
            "pass\ndef f(Events):\n    return Events.CARD\nx = 9\n",
        ),
        (
            "from ui import glyphs\nx = glyphs.BLACK, glyphs.other\n",
            "from ui import glyphs\nx = 0, glyphs.other\n",
        ),
        (
            "from codes.table import KeyNumbers\nx = const(1 << KeyNumbers.PASS)\n",
            "pass\nx = const(1 << 4)\n",
        ),
        ("from micropython import const\n_A = const(b'ab')\n", "pass\n_A = const(b'ab')\n"),
        (
            "from micropython import const, mem_info\n_A = const(1)\n",
            "from micropython import mem_info\n_A = const(1)\n",
        ),
    ],
)
def test_a_line_is_folded(tmp_path, monkeypatch, text, folded):
    source = _in_the_firmware(tmp_path, monkeypatch, text)
    assert fold.fold(source).decode() == folded


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("A = const(5)\n_B = const(A + 1)\nx = A, _B\n", "pass\n_B = const(5 + 1)\nx = 5, _B\n"),
        ("A = const(\n    5\n)\nx = A\n", "pass\n\n\nx = 5\n"),
        (
            "class Kinds:\n    A = 5\n    B = 6\nx = Kinds.B\n",
            "pass\n\n\nx = 6\n",
        ),
        (
            "class Kinds:\n    A = 5\n    name = 'a'\nx = Kinds.A\n",
            "class Kinds:\n    A = 5\n    name = 'a'\nx = Kinds.A\n",
        ),
        ("A = const(5)\ndef f(A):\n    return A\n", "pass\ndef f(A):\n    return A\n"),
        (
            "TYPE_CHECKING = const(0)\nif TYPE_CHECKING:\n    import x\nelse:\n    y = 1\n",
            "pass\nif 0:\n    import x\nelse:\n    y = 1\n",
        ),
    ],
)
def test_constants_without_a_name_are_folded(tmp_path, monkeypatch, text, folded):
    source = _in_the_firmware(tmp_path, monkeypatch, text)
    assert fold.fold(source).decode() == text
    assert fold.fold(source, nameless=True).decode() == folded


def test_no_module_uses_a_constant_that_the_table_lacks():
    found = {source: _missing_names(source) for source in _SOURCES}
    assert {str(source): names for source, names in found.items() if names} == {}


def _missing_names(source):
    """Return the names that a module uses although folding removes them from the firmware.

    Add "a line" if folding changes the number of lines.
    """
    text = fold.fold(source, nameless=True)
    tree = fold.running(ast.parse(text))
    asked = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.expr)}
    gone, found = set(fold.shown(source)), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                if alias.name in _names(node.module):
                    found.add(name)
                gone |= {f"{alias.asname or alias.name}.{other}" for other in _names(name)}
    if source.read_bytes().count(b"\n") != text.count(b"\n"):
        found.add("a line")
    return found | asked & gone


def _names(module):
    source = FIRMWARE / (module.replace(".", "/") + ".py")
    return fold.shown(source) if source.exists() else {}


def test_a_constant_that_is_missing_is_named(tmp_path, monkeypatch):
    source = _in_the_firmware(
        tmp_path, monkeypatch, "from codes.game import Events\nx = Events.CRAD\n"
    )
    with pytest.raises(fold.FoldError, match=r"new\.py:2: no Events\.CRAD"):
        fold.fold(source)


def _in_the_firmware(tmp_path, monkeypatch, text):
    """Write `text` into a new module, make its folder the firmware's folder, and return its path.

    The folder has links to the modules of the firmware that `text` may import.
    """
    for name in ("codes", "ui", "texts.py"):
        (tmp_path / name).symlink_to(FIRMWARE / name)
    monkeypatch.setattr(fold, "FIRMWARE", tmp_path)
    fold.constants.cache_clear()  # keyed by names of modules, which are the same in all tests
    source = tmp_path / "new.py"
    source.write_text(text, encoding="utf-8")
    return source
