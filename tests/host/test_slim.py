"""What is taken from a deployed module are names that nobody asks for, and no others."""

import ast

import pytest

from marcoria.build.slim import slim
from marcoria.paths import FIRMWARE

_SOURCES = sorted(FIRMWARE.rglob("*.py"))
_BEFORE = {path: ast.parse(path.read_text(encoding="utf-8")) for path in _SOURCES}
_AFTER = {path: ast.parse(slim(path)) for path in _SOURCES}

each_source = pytest.mark.parametrize(
    "source", _SOURCES, ids=lambda path: str(path.relative_to(FIRMWARE))
)


def _nodes(tree, kind):
    return [node for node in ast.walk(tree) if isinstance(node, kind)]


def _functions(tree):
    return _nodes(tree, ast.FunctionDef | ast.AsyncFunctionDef)


def _is_private(name):
    return name.startswith("_") and not name.startswith("__")


@each_source
def test_what_others_may_ask_for_keeps_its_name(source):
    before, after = _BEFORE[source], _AFTER[source]
    old = [node.name for node in _functions(before)]
    old += [node.attr for node in _nodes(before, ast.Attribute)]
    new = [node.name for node in _functions(after)]
    new += [node.attr for node in _nodes(after, ast.Attribute)]
    for name, given in zip(old, new, strict=True):
        assert name == given or (_is_private(name) and len(given) < 3)


@each_source
def test_a_function_takes_as_many_as_before(source):
    for old, new in zip(_functions(_BEFORE[source]), _functions(_AFTER[source]), strict=True):
        names = [arg.arg for arg in new.args.args]
        assert len(names) == len(set(names)) == len(old.args.args)
        assert len(new.args.defaults) == len(old.args.defaults)
        # Neither a local variable nor what is around the function was called so before.
        given = set(names) - {arg.arg for arg in old.args.args}
        assert not given & {node.id for node in _nodes(_BEFORE[source], ast.Name)}


def test_parameters_that_calls_name_are_there():
    named = [
        (ast.unparse(call.func).rpartition(".")[2], keyword.arg)
        for tree in _AFTER.values()
        for call in _nodes(tree, ast.Call)
        for keyword in call.keywords
    ]
    kept = 0
    for source, tree in _BEFORE.items():
        for old, new in zip(_functions(tree), _functions(_AFTER[source]), strict=True):
            for place, arg in enumerate(old.args.args):
                if (old.name, arg.arg) in named:
                    kept += 1
                    assert new.args.args[place].arg == arg.arg
    assert kept


@each_source
def test_all_names_are_somebodys(source):
    """No name is read that the module does not make, import or have from the machine."""
    tree = _AFTER[source]
    made = {node.id for node in _nodes(tree, ast.Name) if not isinstance(node.ctx, ast.Load)}
    made |= {alias.asname or alias.name for alias in _nodes(tree, ast.alias)}
    made |= {node.arg for node in _nodes(tree, ast.arg)}
    made |= {node.name for node in _nodes(tree, ast.ClassDef | ast.ExceptHandler)}
    made |= {node.name for node in _functions(tree)}
    read = {node.id for node in _nodes(tree, ast.Name) if isinstance(node.ctx, ast.Load)}
    assert read - made <= set(dir(__builtins__)) | set(__builtins__) | {"const", "__name__"}


@each_source
def test_no_module_makes_a_constant_that_nobody_asks_for(source):
    asked = {node.attr for tree in _BEFORE.values() for node in _nodes(tree, ast.Attribute)}
    for node in _AFTER[source].body:
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("const("):
            name = ast.unparse(node.targets[0])
            assert name.startswith("_") or name in asked
