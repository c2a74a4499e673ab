"""One place for each number: a constant has its name in one module of the firmware only."""

import ast
from collections import defaultdict

from marcoria.build import fold
from marcoria.paths import FIRMWARE


def _module(path):
    return ".".join(path.relative_to(FIRMWARE).with_suffix("").parts)


_MODULES = {_module(path): path for path in sorted(FIRMWARE.rglob("*.py"))}


def _is_enumeration(module):
    """Whether a module's name is part of its constants' names: they are never used without it."""
    return module in _MODULES and fold.is_constants(_MODULES[module])


def _defined():
    """For each name, without the underscore of private ones, the modules that define it."""
    found = defaultdict(list)
    for module in _MODULES:
        if not _is_enumeration(module):
            for name in fold.constants(module) or {}:
                if name != "TYPE_CHECKING":
                    found[name.lstrip("_")].append(module)
    return found


def test_no_constant_is_defined_in_two_modules():
    assert {name: at for name, at in _defined().items() if len(at) > 1} == {}


def test_what_travels_is_not_numbered_again():
    """A constant is not one of the codes under the same name."""
    codes = defaultdict(set)
    for module in _MODULES:
        if module.startswith("codes."):
            for name, value in (fold.constants(module) or {}).items():
                codes[name].add(value)
    again = {}
    for name, modules in _defined().items():
        value = next(
            value
            for key, value in (fold.constants(modules[0]) or {}).items()
            if key.lstrip("_") == name
        )
        if value in codes.get(name, ()):
            again[name] = modules[0]
    assert again == {}


def test_codes_are_imported_with_their_modules():
    for module, path in _MODULES.items():
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ImportFrom) and node.module:
                bare = _is_enumeration(node.module)
                assert not bare, f"{module}: from {node.module} import ..."
