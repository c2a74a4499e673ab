"""Let tests import the firmware's modules by the board's names, such as `belote.match`.

Files that run on CPython and in the VM use these names. They get the modules of
`marcoria.firmware`, which the host tools use, so that each module exists once.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from marcoria import firmware

# `make mutate` sets MUTATED to the package that it changes, and tests must import that package
# from mutmut's folder.
firmware.NAMES.discard(os.environ.get("MUTATED", ""))


class BoardNames:
    """Finder and loader of modules by the board's names."""

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec if the board has the module or its package, else None."""
        return ModuleSpec(name, cls()) if name.partition(".")[0] in firmware.NAMES else None

    def create_module(self, spec: ModuleSpec) -> None:
        """Return None, so that Python creates an empty module; `exec_module` replaces it."""

    def exec_module(self, module: ModuleType) -> None:
        """Register the module of `marcoria.firmware` also under its name on the board."""
        name = module.__name__
        sys.modules[name] = import_module(f"{firmware.__name__}.{name}")


def use_board_names(*first: Path) -> None:
    """Allow imports by the board's names. The folders `first` are searched before the firmware."""
    firmware.__path__[:0] = map(str, first)
    if BoardNames not in sys.meta_path:
        sys.meta_path.insert(0, BoardNames)
