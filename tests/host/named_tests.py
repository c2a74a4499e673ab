"""Names of the test functions, to check the names that documents quote."""

import ast
from functools import cache

from marcoria.paths import ROOT


@cache
def functions() -> frozenset[str]:
    """Return the names of all functions in the files `test_*.py`."""
    trees = [ast.parse(path.read_bytes()) for path in (ROOT / "tests").rglob("test_*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return frozenset(node.name for node in nodes if isinstance(node, ast.FunctionDef))
