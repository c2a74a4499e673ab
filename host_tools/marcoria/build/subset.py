"""Code that waits in the midst of what it does cannot be run where nobody may wait. There each
function that waits becomes a generator: it yields while it waits, and whoever runs it goes on
with it later. A function waits if it calls one that does, by its name: so in modules that are made
for the browser no two functions share a name unless both of them wait.
"""

import ast
from collections.abc import Iterable
from pathlib import Path

# Who waits in the end: what is called, and on what; and on what nothing else is called that waits.
_ROOTS = (
    *(("table", name) for name in ("until", "cut_power", "boot")),
    ("_transport", "read"),
)
_AT_ONCE = ("table", "_transport", "world")
_Function = ast.FunctionDef | ast.Lambda


class CannotWait(Exception):
    """A function would have to wait where it cannot, or two of one name do not agree."""


def subset(sources: Iterable[Path]) -> dict[Path, str]:
    """The sources that wait for each other, all at once, as the browser runs them."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sources}
    names = _waiting(trees.values())
    for path, tree in trees.items():
        _Stepwise(names, path.name).visit(tree)
        ast.fix_missing_locations(tree)
    return {path: ast.unparse(tree) + "\n" for path, tree in trees.items()}


# --- waiting ------------------------------------------------------------------------------------


def _waiting(trees: Iterable[ast.Module]) -> set[str]:
    """The names of all functions that wait."""
    functions = [
        node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)
    ]
    found: set[str] = set()
    while True:
        more = {one.name for one in functions if any(_waits(call, found) for call in _calls(one))}
        if more <= found:
            break
        found |= more
    for one in functions:
        if one.name in found and not any(_waits(call, found) for call in _calls(one)):
            raise CannotWait(f"{one.name}: one function of this name waits and one does not")
    return found


def _calls(function: ast.AST) -> Iterable[ast.Call]:
    """The calls in a function itself, not in those that it makes."""
    for node in ast.iter_child_nodes(function):
        if isinstance(node, ast.Call):
            yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            yield from _calls(node)


def _waits(call: ast.Call, waiting: set[str]) -> bool:
    if isinstance(call.func, ast.Name):
        return call.func.id in waiting
    if not isinstance(call.func, ast.Attribute):
        return False
    receiver, name = _name(call.func.value), call.func.attr
    if receiver in _AT_ONCE:
        return (receiver, name) in _ROOTS
    return name in waiting


class _Stepwise(ast.NodeTransformer):
    """Makes generators of functions that wait."""

    def __init__(self, waiting: set[str], file: str) -> None:
        self._waiting = waiting
        self._file = file
        self._inside: list[ast.AST] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._within(node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return self._within(node)

    def _within(self, node: _Function) -> ast.AST:
        self._inside.append(node)
        self.generic_visit(node)
        self._inside.pop()
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        # What was read before the wait may be old after it.
        if any(_waits(call, self._waiting) for call in _calls(node)):
            raise CannotWait(f"{self._file}: line {node.lineno}: get it first, and add it then")
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not _waits(node, self._waiting):
            return node
        if not self._inside or isinstance(self._inside[-1], ast.Lambda):
            raise CannotWait(f"{self._file}: line {node.lineno}: nobody can wait here")
        return ast.YieldFrom(node)


def _name(node: ast.expr) -> str:
    """The last part of a name that may lead on: `self.body.table` is "table"."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
