"""Each constant is defined in one module of the firmware only."""

import ast
from collections import defaultdict

from marcoria.build import fold
from marcoria.paths import FIRMWARE


def _module(path):
    return ".".join(path.relative_to(FIRMWARE).with_suffix("").parts)


_MODULES = {_module(path): path for path in sorted(FIRMWARE.rglob("*.py"))}


def _defined():
    """Return the modules that define each constant, by its name without a leading underscore."""
    found = defaultdict(list)
    for module, path in _MODULES.items():
        if fold.is_constants(path):
            continue  # code uses these as `module.NAME` or `Class.NAME`, so names may repeat
        for name in fold.constants(module) or {}:
            if name != "TYPE_CHECKING":
                found[name.lstrip("_")].append(module)
    return found


def test_no_constant_is_defined_in_two_modules():
    assert {name: at for name, at in _defined().items() if len(at) > 1} == {}


def test_no_constant_repeats_a_code():
    """A constant must not have the name and the value of a number in `codes`."""
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
