"""The one-way rule of the imports, and that no code knows a house by its name."""

import ast
from pathlib import Path

import pytest

from marcoria.paths import FIRMWARE

# What a board has without us; `machine` and its like are in _HARDWARE.
_BUILTIN = {"micropython", "gc", "sys", "os", "time", "json", "struct", "binascii", "asyncio"}
_BUILTIN |= {"random"}
_HARDWARE = {"machine", "esp32", "neopixel", "network", "bluetooth"}

# For each part of firmware/: what it may import. The board's pins and the composition (app, main)
# stand above all of them.
_PARTS = {
    "codes": {"micropython"},
    "belote": {"belote", "codes", "micropython"},
    "table": {"table", "belote", "codes", "texts"} | _BUILTIN,
    "drivers": {"drivers", "codes", "framebuf"} | _BUILTIN | _HARDWARE,
    "ui": {"ui", "codes", "texts", "framebuf", "array"} | _BUILTIN,
    "journal": {"journal", "codes"} | _BUILTIN,
    "link": {"link", "codes"} | _BUILTIN,
    "board": set(),
    "texts": {"micropython"},
    "app": {"belote", "table", "drivers", "ui", "journal", "link", "board"}
    | {"between", "tasks", "trouble"}
    | {"codes", "texts"}
    | _BUILTIN,
    "between": {"belote", "codes", "journal", "table", "texts", "trouble", "ui"} | _BUILTIN,
    "trouble": {"codes", "texts"} | _BUILTIN,
    "tasks": {"app", "between", "codes", "trouble"} | _BUILTIN,
    "main": {"tasks", "trouble"} | _BUILTIN,
}
_HOUSES = {file.stem for file in (FIRMWARE / "belote" / "houses").glob("*.house")}
_SOURCES = sorted(FIRMWARE.rglob("*.py"))


def _part(source: Path) -> str:
    return source.relative_to(FIRMWARE).parts[0].removesuffix(".py")


class _Running(ast.NodeTransformer):
    """Takes out what only the type checker reads."""

    def visit_If(self, node: ast.If) -> ast.AST | None:
        self.generic_visit(node)
        return None if ast.unparse(node.test) == "TYPE_CHECKING" else node


def _imported(tree: ast.AST) -> set[str]:
    """The first names of all imports, those inside functions included."""
    names = set()
    for node in ast.walk(_Running().visit(tree)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"line {node.lineno}: imports are absolute"
            names.add(node.module)
    return {name.split(".")[0] for name in names}


def _houses_compared(tree: ast.AST) -> list[str]:
    """The houses' names that occur as literals in comparisons, or as keys or cases."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare | ast.Dict):
            literals = [part for part in ast.walk(node) if isinstance(part, ast.Constant)]
            found += [part.value for part in literals if part.value in _HOUSES]
    return found


def test_there_is_something_to_check():
    assert _SOURCES and _HOUSES


@pytest.mark.parametrize("source", _SOURCES, ids=lambda path: str(path.relative_to(FIRMWARE)))
def test_imports_go_one_way(source):
    part = _part(source)
    assert part in _PARTS, f"firmware/{part} is new: say in this test what it may import"
    forbidden = _imported(ast.parse(source.read_text())) - _PARTS[part]
    assert not forbidden, f"{part} must not import {', '.join(sorted(forbidden))}"


@pytest.mark.parametrize("source", _SOURCES, ids=lambda path: str(path.relative_to(FIRMWARE)))
def test_no_code_asks_which_house_it_is(source):
    assert not _houses_compared(ast.parse(source.read_text()))


@pytest.mark.parametrize(
    "code", ["if house == 'french': pass", "x = name in ('libre',)", "t = {'salotto': 1}"]
)
def test_a_question_for_the_house_is_found(code):
    assert _houses_compared(ast.parse(code))


def test_imports_inside_functions_count():
    tree = ast.parse("def f():\n    import machine.x\n    from table import pads\n")
    assert _imported(tree) == {"machine", "table"}
