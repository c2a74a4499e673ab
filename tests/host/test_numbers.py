"""One place for each number: a constant has its name in one module of the firmware only."""

import ast
from collections import defaultdict

from marcoria.build import fold
from marcoria.paths import FIRMWARE


def _module(path):
    return ".".join(path.relative_to(FIRMWARE).with_suffix("").parts)


_MODULES = {_module(path): path for path in sorted(FIRMWARE.rglob("*.py"))}


def _defined():
    """For each name, without the underscore of private ones, the modules that define it."""
    found = defaultdict(list)
    for module, path in _MODULES.items():
        if fold.is_constants(path):
            continue  # its name is part of theirs: they are never used without it
        for name in fold.constants(module) or {}:
            if name != "TYPE_CHECKING":
                found[name.lstrip("_")].append(module)
    return found


def test_no_constant_is_defined_in_two_modules():
    assert {name: at for name, at in _defined().items() if len(at) > 1} == {}


def test_what_travels_is_not_numbered_again():
    """A constant is not one of the codes under the same name."""
    codes = defaultdict(set)
    for module, path in _MODULES.items():
        if module.startswith("codes."):
            for numbers in fold.enumerations(ast.parse(path.read_bytes())).values():
                for name, value in numbers.items():
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
