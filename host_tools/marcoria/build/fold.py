"""Replacement of imported constants by their values when firmware modules are compiled.

MicroPython inlines a `const` only in its own module. It looks up an imported name at each use.
This makes the longest step of the NFC readers (`Readers.step`) 6 % slower. This module replaces
imported constants, and attributes such as `Events.CARD`, by numbers. Line numbers stay the same,
so tracebacks fit the source. The import of `const` is removed, because the compiler knows `const`.
For a table, the definitions of public constants are removed too, and modules that have only
constants are not deployed.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from marcoria.paths import FIRMWARE

Constants = dict[str, int]


class FoldError(Exception):
    """Error of a source that cannot be folded; the message has the line and the reason."""


@dataclass
class _Edit:
    """Replacement of a range of the source by another text.

    Lines count from 1. `start` and `end` are byte offsets in the first and the last line.
    """

    line: int
    start: int
    end_line: int
    end: int
    text: str


class _Running(ast.NodeTransformer):
    """Remover of `if TYPE_CHECKING` blocks."""

    def visit_If(self, node: ast.If) -> ast.stmt | None:
        """Remove a block that is for the type checker only."""
        self.generic_visit(node)
        return None if _dotted(node.test) == "TYPE_CHECKING" else node


def running(tree: ast.Module) -> ast.Module:
    """Remove all `if TYPE_CHECKING` blocks from a module, and return the same tree."""
    found: ast.Module = _Running().visit(tree)
    return found


def fold(source: Path, nameless: bool = False) -> bytes:
    """Return the source of a module with imported constants replaced by their values.

    With `nameless`, also fold the module's own public constants and remove their definitions. A
    source outside the firmware's folder is returned unchanged.
    """
    text = source.read_bytes()
    if not source.is_relative_to(FIRMWARE):
        return text
    whole = ast.parse(text)
    names: Constants = shown(source) if nameless else {}
    modules: dict[str, Constants] = enumerations(whole) if nameless else {}
    edits = list(_nameless(whole, names)) if nameless else []
    tree = running(whole)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            edits += _fold_import(node, modules)
        elif isinstance(node, ast.ImportFrom):
            edits += _fold_import_from(node, modules, names)
    edits += _values(source, tree, modules, names)
    return _apply(text, edits)


def shown(source: Path) -> Constants:
    """Return the public integer constants of a firmware module."""
    module = ".".join(source.relative_to(FIRMWARE).with_suffix("").parts)
    own = constants(module.removesuffix(".__init__")) or {}
    return {name: value for name, value in own.items() if not name.startswith("_")}


def _nameless(tree: ast.Module, names: Constants) -> Iterator[_Edit]:
    """Remove the definitions of `names` and of classes of numbers from `tree`; yield the edits.

    Also yield edits that replace a test such as `if TYPE_CHECKING` by `if 0`, so that the compiler
    drops the block.
    """
    for node in list(tree.body):
        named = _constant(node)
        if (named and named[0] in names) or _numbered(node):
            tree.body.remove(node)
            yield _gone(node)
        elif isinstance(node, ast.If) and _dotted(node.test) in names:
            yield _replaced(node.test, _literal(names[_dotted(node.test)]))


@cache
def is_constants(source: Path) -> bool:
    """Return whether a module has only constants.

    For the `__init__.py` of a package, return whether this is so for all modules beside it.
    """
    if source.name == "__init__.py":
        return all(is_constants(other) for other in source.parent.glob("[!_]*.py"))
    found = False
    for node in ast.parse(source.read_bytes()).body:
        if _constant(node) or _numbered(node):
            found = True
        elif not isinstance(node, ast.Import | ast.ImportFrom | ast.Expr):
            return False
    return found


def enumerations(tree: ast.Module) -> dict[str, Constants]:
    """Return the numbers of each class that holds only named numbers, by the class's name."""
    found = {}
    for node in tree.body:
        numbers = _numbered(node)
        if isinstance(node, ast.ClassDef) and numbers:
            found[node.name] = numbers
    return found


def _numbered(node: ast.stmt) -> Constants | None:
    """Return the numbers of a class that holds only named numbers, else None."""
    if not isinstance(node, ast.ClassDef) or node.bases or node.decorator_list:
        return None
    found: Constants = {}
    for inner in node.body:
        if not isinstance(inner, ast.Assign):
            if not isinstance(inner, ast.Expr):  # an Expr is the docstring
                return None
        elif isinstance(inner.value, ast.Constant) and isinstance(inner.value.value, int):
            found[ast.unparse(inner.targets[0])] = inner.value.value
        else:
            return None
    return found


@cache
def constants(name: str) -> Constants | None:
    """Return the integer constants of a firmware module, or of a class of numbers in a module.

    `name` is a dotted name such as `codes.game.Events`. Return None if there is no such module or
    class.
    """
    source = _source(name)
    if source.exists():
        return _of_module(ast.parse(source.read_bytes()))
    module, _, within = name.rpartition(".")
    source = _source(module)
    return enumerations(ast.parse(source.read_bytes())).get(within) if source.is_file() else None


def _source(module: str) -> Path:
    return FIRMWARE / (module.replace(".", "/") + ".py")


def _of_module(tree: ast.Module) -> Constants:
    found: Constants = {}
    origins: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            origins |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
        named = _constant(node)
        if named:
            value = eval(ast.unparse(_Values(found, origins).visit(named[1])), {}, {})
            if isinstance(value, int):
                found[named[0]] = value
    return found


class _Values(ast.NodeTransformer):
    """Evaluator of names and attributes in the definition of a constant.

    Other modules are loaded only when their constants are needed.
    """

    def __init__(self, own: Constants, origins: dict[str, str]) -> None:
        self.own = own
        self.origins = origins

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Replace a name by its value."""
        if node.id in self.own:
            return ast.Constant(self.own[node.id])
        module, _, name = self.origins[node.id].rpartition(".")
        return ast.Constant((constants(module) or {})[name])

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Replace an attribute of a module or class by its value."""
        module = constants(self.origins[_dotted(node.value)]) or {}
        return ast.Constant(module[node.attr])


def _constant(node: ast.stmt) -> tuple[str, ast.expr] | None:
    """Return the name and value of a `const` definition, else None."""
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
        target, call = node.targets[0], node.value
        if isinstance(target, ast.Name) and _dotted(call.func) == "const":
            return target.id, call.args[0]
    return None


def _is_folded(name: str) -> bool:
    """Return whether a module, or a class in a module, holds only constants."""
    source = _source(name)
    return is_constants(source) if source.exists() else constants(name) is not None


def _fold_import(node: ast.Import, modules: dict[str, Constants]) -> Iterator[_Edit]:
    for alias in node.names:
        if _is_folded(alias.name):
            modules[alias.asname or alias.name] = constants(alias.name) or {}
            if len(node.names) == 1:
                yield _gone(node)


def _fold_import_from(
    node: ast.ImportFrom, modules: dict[str, Constants], names: Constants
) -> Iterator[_Edit]:
    package = node.module or ""
    own = constants(package) or {}
    kept = []
    for alias in node.names:
        name = alias.asname or alias.name
        if f"{package}.{alias.name}" == "micropython.const":
            continue  # the compiler knows `const`
        if alias.name in own:
            names[name] = own[alias.name]
        elif _is_folded(f"{package}.{alias.name}"):
            modules[name] = constants(f"{package}.{alias.name}") or {}
        else:
            others = constants(f"{package}.{alias.name}") or {}
            names |= {f"{name}.{constant}": value for constant, value in others.items()}
            kept.append(ast.unparse(alias))
    if not kept:
        yield _gone(node)
    elif len(kept) < len(node.names):
        yield _replaced(node, f"from {package} import {', '.join(kept)}")


_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def _bound(function: ast.AST) -> set[str]:
    """Return the parameters and assigned names of a function and of functions in it."""
    found = set()
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
    return found


def _values(
    source: Path, tree: ast.AST, modules: dict[str, Constants], names: Constants
) -> Iterator[_Edit]:
    """Yield an edit for each use of a constant below `tree`; local names hide constants.

    `modules` has the constants of modules and of classes, by their names in `source`. `names` has
    the other constants. Raise FoldError if the source uses an attribute that a module or class in
    `modules` does not have.
    """
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, _FUNCTION):
            own = _bound(node)
            shown = {name: module for name, module in modules.items() if name not in own}
            rest = {name: value for name, value in names.items() if name.split(".")[0] not in own}
            yield from _values(source, node, shown, rest)
        elif isinstance(node, ast.Attribute) and _dotted(node.value) in modules:
            module = modules[_dotted(node.value)]
            if node.attr not in module:
                raise FoldError(f"{source}:{node.lineno}: no {_dotted(node)}")
            yield _replaced(node, _literal(module[node.attr]))
        elif isinstance(node, ast.Name | ast.Attribute) and _dotted(node) in names:
            yield _replaced(node, _literal(names[_dotted(node)]))
        else:
            yield from _values(source, node, modules, names)


def _dotted(node: ast.AST) -> str:
    """Return the text of a name or dotted name such as `Events.CARD`; "" for any other node.

    `ast.unparse` would take several times as long.
    """
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        within = _dotted(node.value)
        return f"{within}.{node.attr}" if within else ""
    return ""


def _literal(value: int) -> str:
    return str(value) if value >= 0 else f"({value})"


def _gone(node: ast.stmt) -> _Edit:
    return _replaced(node, "pass")


def _replaced(node: ast.stmt | ast.expr, text: str) -> _Edit:
    assert node.end_lineno is not None and node.end_col_offset is not None
    return _Edit(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, text)


def _apply(text: bytes, edits: list[_Edit]) -> bytes:
    """Return the text with all edits applied; the number of lines does not change."""
    lines = text.split(b"\n")
    for edit in sorted(edits, key=lambda edit: (edit.line, edit.start), reverse=True):
        first, last = edit.line - 1, edit.end_line - 1
        head, tail = lines[first][: edit.start], lines[last][edit.end :]
        lines[first : last + 1] = [head + edit.text.encode() + tail] + [b""] * (last - first)
    return b"\n".join(lines)
