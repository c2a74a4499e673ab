"""Names that a deployed module does not need: each costs memory on the board, in its table of
names and once more wherever it stands.

Constants become values wherever they are, and what is imported for types alone is not imported.
What is private gets a short name: its own in its package, for it is nobody else's, unless it
occurs in several. So do parameters that no call names, by their place, the same ones everywhere.
"""

import ast
import keyword
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain, islice, product
from pathlib import Path

from marcoria.paths import FIRMWARE

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PARAMETERS = 10  # names for as many

Names = dict[str, str]


def slim(source: Path) -> str:
    """The text of one of the firmware's modules, with as few names as it needs; of another
    module its text."""
    text = source.read_text(encoding="utf-8")
    if not source.is_relative_to(FIRMWARE):
        return text
    tree = _Untyped().visit(ast.parse(text))
    return ast.unparse(_Slim(tree, _package(source)).visit(tree)) + "\n"


class _Untyped(ast.NodeTransformer):
    """Takes away what only the type checker reads."""

    def visit_If(self, node: ast.If) -> ast.stmt:
        self.generic_visit(node)
        return ast.Pass() if ast.unparse(node.test) == "TYPE_CHECKING" else node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(node.arg)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is None:
            return ast.Pass()
        return ast.copy_location(ast.Assign([node.target], node.value), node)


class _Slim(ast.NodeTransformer):
    """Gives one module its names."""

    def __init__(self, tree: ast.Module, package: str) -> None:
        self._used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        self._constants = dict(_fixed(tree))
        self._public = _asked_for() & self._constants.keys()
        self._names = _short_names(package)
        self._parameters: Names = {}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.stmt]:
        kept, constants = [], []
        for alias in node.names:
            value = _exports(node.module or "").get(alias.name)
            if value is not None:
                self._constants[alias.name] = value
                constants.append(self._constant(alias.name))
            elif (alias.asname or alias.name) in self._used and alias.name != "const":
                kept.append(ast.alias(self._names.get(alias.name, alias.name), alias.asname))
        return [*([ast.ImportFrom(node.module, kept, 0)] if kept else []), *constants]

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in self._constants:
            return self._constant(target.id)
        self.generic_visit(node)
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            # Without the brackets that would have a tuple made, and taken apart.
            node.value = ast.Name(ast.unparse(node.value)[1:-1])
        return node

    def _constant(self, name: str) -> ast.stmt:
        value = self.visit(self._constants[name])
        return ast.Assign(
            [ast.Name(self._name(name))], ast.Call(ast.Name("const"), [value], []), lineno=0
        )

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        outer = self._parameters
        own = [arg.arg for arg in node.args.args if not _is_named_in_calls(node.name, arg.arg)]
        names = dict(zip(own, islice(_words(), len(outer), _PARAMETERS), strict=False))
        node.args.defaults = [self.visit(default) for default in node.args.defaults]
        self._parameters = {**outer, **names}
        for arg in node.args.args:
            arg.arg = self._name(arg.arg)
        node.body = list(chain.from_iterable(map(self._statement, node.body)))
        self._parameters = outer
        node.name = self._name(node.name)
        node.returns = None
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AsyncFunctionDef:
        self.visit_FunctionDef(node)  # type: ignore[arg-type]
        return node

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        found = self.visit(node)
        return found if isinstance(found, list) else [found]

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self._name(node.id))

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(self._name(node.arg))

    def visit_Attribute(self, node: ast.Attribute) -> ast.Attribute:
        return ast.Attribute(self.visit(node.value), self._names.get(node.attr, node.attr))

    def _name(self, name: str) -> str:
        if name in self._constants:
            return name if name.startswith("_") or name in self._public else f"_{name}_"
        return self._parameters.get(name) or self._names.get(name, name)


# --- what the firmware has --------------------------------------------------------------------


@cache
def _trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text("utf-8")) for path in sorted(FIRMWARE.rglob("*.py"))}


def _package(path: Path) -> str:
    return path.relative_to(FIRMWARE).parts[0]


def _fixed(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """A module's constants: those called so, and private ones that could be."""
    known: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name, value = node.targets[0].id, node.value
            called = isinstance(value, ast.Call) and ast.unparse(value.func) == "const"
            if called:
                value = value.args[0]  # type: ignore[attr-defined]
            if called or (name.startswith("_") and _is_fixed(value, known)):
                known.add(name)
                yield name, value


def _is_fixed(value: ast.expr, known: set[str]) -> bool:
    if isinstance(value, ast.Tuple):
        return all(_is_fixed(part, known) for part in value.elts)
    if isinstance(value, ast.UnaryOp):
        return _is_fixed(value.operand, known)
    return isinstance(value, ast.Constant) or (isinstance(value, ast.Name) and value.id in known)


@cache
def _exports(module: str) -> dict[str, ast.expr]:
    """The constants of a module that may stand for themselves anywhere: numbers."""
    tree = _trees().get(FIRMWARE / (module.replace(".", "/") + ".py"), ast.Module([], []))
    return {
        name: value
        for name, value in _fixed(tree)
        if isinstance(value, ast.Constant) and isinstance(value.value, int)
    }


@cache
def _asked_for() -> set[str]:
    """Names that are asked of modules or objects."""
    return {node.attr for node in _nodes() if isinstance(node, ast.Attribute)}


def _is_named_in_calls(function: str, parameter: str) -> bool:
    """Whether a call gives a function that parameter by name; the caller of `__init__` names it
    otherwise."""
    called = "" if function == "__init__" else function
    return parameter == "self" or (called, parameter) in _named_in_calls()


@cache
def _named_in_calls() -> set[tuple[str, str]]:
    found = set()
    for node in _nodes():
        if isinstance(node, ast.Call):
            function = ast.unparse(node.func).rpartition(".")[2]
            for named in node.keywords:
                found |= {(function, str(named.arg)), ("", str(named.arg))}
    return found


def _nodes() -> Iterator[ast.AST]:
    return chain.from_iterable(map(ast.walk, _trees().values()))


@cache
def _identifiers(tree: ast.Module) -> set[str]:
    """All names in a module but those of its constants."""
    found: set[str] = set()
    for node in ast.walk(tree):
        for field in ("id", "attr", "name", "asname", "arg"):
            found.add(str(getattr(node, field, "")))
    return found - {name for name, _ in _fixed(tree)}


# --- short names ------------------------------------------------------------------------------


@cache
def _words() -> list[str]:
    """Short words that are no names yet, the shortest first; the first ones are parameters'."""
    taken = set().union(*map(_identifiers, _trees().values())) | set(keyword.kwlist)
    words = chain.from_iterable(product(_LETTERS, repeat=n) for n in (1, 2))
    return [word for word in map("".join, words) if word not in taken]


@cache
def _short_names(package: str) -> Names:
    """The short name of each private one of a package."""
    packages: dict[str, set[str]] = {}
    modules = Counter[str]()
    for path, tree in _trees().items():
        for name in _identifiers(tree):
            if name.startswith("_") and name != "_" and not name.startswith("__"):
                packages.setdefault(name, set()).add(_package(path))
                modules[name] += 1
    often = sorted(packages, key=lambda name: (-modules[name], name))
    shared = [name for name in often if len(packages[name]) > 1]
    own = [name for name in often if packages[name] == {package}]
    return dict(zip(shared + own, _words()[_PARAMETERS:], strict=False))
