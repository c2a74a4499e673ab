"""Firmware from which a check was taken out: on CPython only, for tests of tests."""

import importlib
import sys
from types import FunctionType, ModuleType

from marcoria.paths import FIRMWARE


class Weaker:
    """While it is entered, the module `name` has `new` in the place of `old`: functions that
    others hold already are changed where they are, and a module that is loaded later is found in
    `folder`. What was loaded in between is dropped in the end."""

    def __init__(self, name, old, new, folder):
        self.name = name
        self.package, self.file = name.split(".")
        source = (FIRMWARE / self.package / (self.file + ".py")).read_text(encoding="utf-8")
        assert source.count(old) == 1, "the check is not where it was"
        self.source = source.replace(old, new)
        self.folder = folder
        self.undo = []

    def __enter__(self):
        self.loaded = dict(sys.modules)
        path = self.folder / (self.file + ".py")
        path.write_text(self.source, encoding="utf-8")
        importlib.invalidate_caches()
        package = sys.modules[self.package]
        self.undo.append((package, "__path__", package.__path__))
        package.__path__ = [str(self.folder)] + list(package.__path__)
        if self.name in sys.modules:
            weak = ModuleType(self.name)
            exec(compile(self.source, str(path), "exec"), weak.__dict__)
            self._change(sys.modules[self.name], weak)

    def _change(self, strong, weak):
        for name, new in list(vars(weak).items()):
            old = vars(strong).get(name)
            if isinstance(new, FunctionType) and isinstance(old, FunctionType):
                if new.__module__ == self.name:
                    self.undo.append((old, "__code__", old.__code__))
                    old.__code__ = new.__code__
            elif isinstance(new, type) and new.__module__ == self.name:
                self._change(old, new)
            elif isinstance(new, (int, bytes, tuple)) and new != old:
                self.undo.append((strong, name, old))
                setattr(strong, name, new)

    def __exit__(self, *error):
        for owner, name, value in self.undo:
            setattr(owner, name, value)
        for name, module in list(sys.modules.items()):
            package, _, last = name.rpartition(".")
            if package == self.package and self.loaded.get(name) is not module:
                del sys.modules[name]
                vars(sys.modules[package]).pop(last, None)
