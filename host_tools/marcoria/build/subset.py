"""The host's own modules as MicroPython runs them, for the browser: the same source, without what
only CPython has.

- Types go: imports of `typing` and the like, what names for types mean, what is only for the type
  checker.
- Data classes get the constructor that CPython would make for them, and their order.
- What only CPython's own types have is asked for in another way (build/lacking.py).
- `[*one, two]` is put together by hand, and so are tuples, sets and dictionaries.
- Code that waits in the midst of what it does cannot be run where nobody may wait. There each
  function that waits becomes a generator: it yields while it waits, and whoever runs it goes on
  with it later. A function waits if it calls one that does, by its name: so in modules that are
  made for the browser no two functions share a name unless both of them wait.
"""

import ast
from collections.abc import Iterable
from pathlib import Path

from marcoria.build.lacking import without_lacks

_TYPES = ("typing", "collections.abc", "dataclasses", "types", "enum")
_NO_TYPES = ("replace",)  # of those modules
_OF_TYPES = ("dict", "list", "tuple", "set", "Callable", "Iterator", "Sequence", "Mapping")
_BASES = ("Protocol", "IntEnum", "NamedTuple")
# Who waits in the end: what is called, and on what; and on what nothing else is called that waits.
_ROOTS = (
    *(("table", name) for name in ("until", "cut_power", "boot")),
    ("_transport", "read"),
)
_AT_ONCE = ("table", "_transport", "world")
_Function = ast.FunctionDef | ast.Lambda


class CannotWait(Exception):
    """A function would have to wait where it cannot, or two of one name do not agree."""


def subset(
    sources: Iterable[Path], waiting: bool = True, ordered: bool = False
) -> dict[Path, str]:
    """The sources, as MicroPython takes them; all of them that wait for each other at once.
    `ordered` if their dictionaries are to keep their order, which costs time and memory."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sources}
    names = _waiting(trees.values()) if waiting else set()
    for path, tree in trees.items():
        _Plain().visit(tree)
        _Stepwise(names, path.name).visit(tree)
        without_lacks(tree, ordered)
        ast.fix_missing_locations(tree)
    return {path: ast.unparse(tree) + "\n" for path, tree in trees.items()}


# --- types and data classes ---------------------------------------------------------------------


class _Plain(ast.NodeTransformer):
    """Takes out what is for type checkers, and writes the constructors of data classes."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        if node.module not in _TYPES:
            return node
        node.names = [one for one in node.names if one.name in _NO_TYPES]
        return node if node.names else None

    def visit_If(self, node: ast.If) -> ast.AST | None:
        checks = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        return None if checks else self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        if _is_type(node.value):
            node.value = ast.Constant(None)  # others may import the name
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        for argument in (
            *node.args.args,
            *node.args.kwonlyargs,
            node.args.vararg,
            node.args.kwarg,
        ):
            if argument:
                argument.annotation = None
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.bases = [base for base in node.bases if _name(base) not in _BASES]
        for decorator in list(node.decorator_list):
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if _name(called) == "dataclass":
                node.decorator_list.remove(decorator)
                order = _order(node) if "order=True" in ast.unparse(decorator) else []
                node.body[1:1] = [*order, _constructor(node)]
        return self.generic_visit(node)

    def visit_List(self, node: ast.List) -> ast.AST:
        return self._joined(node, "list")

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        return self._joined(node, "tuple")

    def visit_Set(self, node: ast.Set) -> ast.AST:
        return self._joined(node, "set")

    def _joined(self, node: ast.List | ast.Tuple | ast.Set, kind: str) -> ast.AST:
        self.generic_visit(node)
        stored = isinstance(getattr(node, "ctx", None), ast.Store)
        if stored or not any(isinstance(one, ast.Starred) for one in node.elts):
            return node
        parts = [
            f"list({ast.unparse(one.value)})"
            if isinstance(one, ast.Starred)
            else f"[{ast.unparse(one)}]"
            for one in node.elts
        ]
        return ast.parse(f"{kind}({' + '.join(parts)})", mode="eval").body

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        if all(node.keys):
            return node
        parts = [
            ast.unparse(value) if key is None else f"{{{ast.unparse(key)}: {ast.unparse(value)}}}"
            for key, value in zip(node.keys, node.values, strict=True)
        ]
        return ast.parse(" | ".join(["{}", *parts]), mode="eval").body

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        return ast.Assign([node.target], self.visit(node.value))


def _is_type(value: ast.expr) -> bool:
    """Whether an expression is a name for a type: `dict[int, list[int]]`, `A | B`."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr):
        return _is_type(value.left) or _is_type(value.right)
    return isinstance(value, ast.Subscript) and _name(value.value) in _OF_TYPES


def _constructor(node: ast.ClassDef) -> ast.stmt:
    """What `dataclass` makes of the fields, which go from the class."""
    fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
    node.body = [one for one in node.body if one not in fields] or [ast.Pass()]
    names = [ast.unparse(one.target) for one in fields]
    given = [_given(name, one) for name, one in zip(names, fields, strict=True)]
    lines = [f"def __init__(self, {', '.join(given)}):"]
    for name, one in zip(names, fields, strict=True):
        made = _factory(one)
        lines.append(
            f"    self.{name} = " + (f"{made}() if {name} is None else " if made else "") + name
        )
    return ast.parse("\n".join(lines)).body[0]


def _order(node: ast.ClassDef) -> list[ast.stmt]:
    """One is less than another by its fields, the first one first."""
    names = [ast.unparse(one.target) for one in node.body if isinstance(one, ast.AnnAssign)]
    mine, theirs = ("".join(f"{who}.{name}, " for name in names) for who in ("self", "other"))
    return ast.parse(f"def __lt__(self, other):\n    return ({mine}) < ({theirs})").body


def _given(name: str, one: ast.AnnAssign) -> str:
    """A field among the arguments."""
    if one.value is None:
        return name
    return f"{name}=None" if _factory(one) else f"{name}={ast.unparse(one.value)}"


def _factory(one: ast.AnnAssign) -> str:
    """What makes a field's value, if it is made anew for each object."""
    if isinstance(one.value, ast.Call) and _name(one.value.func) == "field":
        return ast.unparse(one.value.keywords[0].value)
    return ""


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
