"""Functions of the tests, by which documents name them."""

import ast
from functools import cache

from marcoria.paths import ROOT


@cache
def functions() -> frozenset[str]:
    """Return the names of all functions in the files of tests."""
    trees = [ast.parse(path.read_bytes()) for path in (ROOT / "tests").rglob("test_*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return frozenset(node.name for node in nodes if isinstance(node, ast.FunctionDef))
