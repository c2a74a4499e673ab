"""Functions of the firmware are short."""

import ast
from functools import cache

from marcoria.paths import FIRMWARE

_MOST_LINES = 40
_NINE_IN_TEN = 20


@cache
def _lengths() -> list[tuple[int, str]]:
    """Return the length and name of each function, the shortest first."""
    return sorted(
        (node.end_lineno - node.lineno + 1, f"{path.relative_to(FIRMWARE)}: {node.name}")
        for path in FIRMWARE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def test_no_function_has_more_than_40_lines():
    assert [one for one in _lengths() if one[0] > _MOST_LINES] == []


def test_nine_functions_in_ten_have_at_most_20_lines():
    assert _lengths()[len(_lengths()) * 9 // 10][0] <= _NINE_IN_TEN
