"""One MicroPython VM in a child process, with a heap as small as the board's.

    with VM(files=compile_tree(FIRMWARE / "codes", "/lib/codes")) as vm:
        print(vm.run("from codes.game import SUITS; print(SUITS)"))

The child is a node process that runs the published WebAssembly build. Its heap cannot grow, its
clock stands still unless `advance` moves it (or the code looks at it: 1/64 ms each time), and
its random numbers follow `seed`: two runs of the same calls do the same.

Garbage is collected only between calls, never inside one. So whatever one `run` allocates must
fit at once, which is stricter than a board. The runner's own 3 KB count as allocated but come on
top of `heap_kib`: measure differences of `gc.mem_alloc()`, the first before anything is imported.
"""

import base64
from collections.abc import Mapping
from pathlib import Path

from marcoria.paths import NODE_MODULES
from marcoria.sim.vm.child import Child
from marcoria.sim.vm.node import NoVM

# A fraction of what the board's PSRAM gives, so that a leak shows.
HEAP_KIB = 512
PACKAGE = NODE_MODULES / "@micropython" / "micropython-webassembly-pyscript"
LOWEST = NODE_MODULES / "micropython-lowest"  # the oldest version that the firmware runs on

_SERVER = Path(__file__).with_name("vm.mjs")
# runPython() fails somewhere above 80 KB of source; files have no such limit.
_LONGEST_CODE = 32 * 1024


class VM:
    """A fresh VM; `files` maps paths on the board (`/lib/...`) to their bytes."""

    def __init__(
        self,
        heap_kib: int = HEAP_KIB,
        files: Mapping[str, bytes] | None = None,
        limit_s: float = 20.0,
        seed: int = 0,
        package: Path = PACKAGE,
    ) -> None:
        self._child = Child(_SERVER, limit_s)
        try:
            folder = str(found(package))
            self._child.call("load", folder=folder, heapKiB=heap_kib, seed=seed)
            self._put(files or {})
        except BaseException:
            self.close()
            raise

    @property
    def now_ms(self) -> float:
        """Return virtual ms since the VM was made."""
        return self._child.now

    def run(self, code: str, limit_s: float | None = None) -> str:
        """Run statements in `__main__` and return what they print; raise VMError."""
        if len(code.encode()) > _LONGEST_CODE:
            raise ValueError(f"more than {_LONGEST_CODE} bytes of code: put() a file, import it")
        return self._child.call("run", limit_s, code=code)[1]

    def advance(self, ms: float, limit_s: float | None = None) -> str:
        """Let virtual time pass and timers (asyncio's too) fire; return what is printed."""
        return self._child.call("advance", limit_s, ms=ms)[1]

    def put(self, path: str, data: bytes) -> None:
        """Write a file on the board, with the folders it needs."""
        self._put({path: data})

    def get(self, path: str) -> bytes:
        """Read a file back from the board; raise VMError when there is none."""
        return base64.b64decode(self._child.call("get", name=path)[0])

    def close(self) -> None:
        """End the VM, whatever it is doing."""
        self._child.close()

    def __enter__(self) -> "VM":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _put(self, files: Mapping[str, bytes]) -> None:
        self._child.call("put", files=as_base64(files))


def found(package: Path) -> Path:
    """Return the npm package's folder, if it is there."""
    if not package.exists():
        raise NoVM(f"{package} is missing")
    return package


def as_base64(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return files as they go through the pipe."""
    return {path: base64.b64encode(data).decode() for path, data in files.items()}
