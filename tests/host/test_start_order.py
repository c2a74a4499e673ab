"""The start loads all modules of the firmware, in an order that puts imported modules first."""

import ast

from boot import start
from marcoria.build import fold
from marcoria.build.libraries import LIBRARIES
from marcoria.paths import FIRMWARE

_LISTS = (start.FIRST, start.SECOND, start.LAST, start.NETWORK)
# Modules that are loaded before the first list.
_BEFORE = {"board", "drivers.parts", "drivers.ws2812", "boot.recovery", "boot.start"}
_BEFORE |= {"main", "bundle", "boot.program", "boot.slot"}


def _listed():
    """Return the firmware modules in the lists of `boot.start`, in the order of loading."""
    named = [module for part in _LISTS for module in part]
    return [module for module in named if module.partition(".")[0] not in LIBRARIES]


def _path(module):
    return FIRMWARE / (module.replace(".", "/") + ".py")


def _wants(module):
    """Yield the firmware modules that a module imports when it is loaded."""
    for node in fold.running(ast.parse(fold.fold(_path(module)))).body:
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        yield from (name for name in names if _path(name).exists())


def test_each_module_is_loaded_after_what_it_needs():
    loaded = set(_BEFORE)
    for module in _listed():
        assert set(_wants(module)) <= loaded, module
        assert module not in loaded, module
        loaded.add(module)


def test_all_modules_are_loaded():
    everything = {
        ".".join(path.relative_to(FIRMWARE).with_suffix("").parts)
        for path in FIRMWARE.rglob("*.py")
        if not fold.is_constants(path) and path.name != "__init__.py"
    }
    assert everything - set(_listed()) == _BEFORE
