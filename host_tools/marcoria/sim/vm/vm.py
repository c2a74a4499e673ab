"""A single MicroPython VM in a child process, with a limited heap.

    with VM(files=compile_tree(FIRMWARE / "codes", "/lib/codes")) as vm:
        print(vm.run("from codes.game import SUITS; print(SUITS)"))

The child is a node process that runs the published WebAssembly build with changes (patches.mjs,
trying.mjs). The VM's heap cannot grow. The VM's clock advances only in `advance`, in the sleep
functions of `time`, and by 1/64 ms each time that the code reads the clock. The VM's random
numbers depend on `seed`. Therefore runs with equal calls are identical.

Garbage is collected only at the end of a call into the VM, so everything that one `run` allocates
must fit into the heap. (A board would collect garbage earlier.) The code that runs statements
takes 3 KB of heap: `heap_kib` does not include these 3 KB, but `gc.mem_alloc()` does. To measure
the memory that code takes, call `gc.mem_alloc()` before all imports and again at the end, and take
the difference.
"""

import base64
from collections.abc import Mapping
from pathlib import Path

from marcoria.paths import NODE_MODULES
from marcoria.sim.vm.child import Child
from marcoria.sim.vm.node import NoVM

# Default size of the heap: much less than a board has in PSRAM, so that leaks are noticed.
HEAP_KIB = 512
PACKAGE = NODE_MODULES / "@micropython" / "micropython-webassembly-pyscript"
LOWEST = NODE_MODULES / "micropython-lowest"  # the oldest MicroPython that the firmware supports

_SERVER = Path(__file__).with_name("vm.mjs")
# Source code and its compilation take heap: in a VM of HEAP_KIB, `run` cannot compile 60 KB of
# short statements. Files that `compile_tree` has compiled take much less.
_LONGEST_CODE = 32 * 1024


class VM:
    """A new VM; `files` maps paths in the VM (`/lib/...`) to the bytes of files.

    If a call takes longer than `limit_s` seconds, raise VMHung and kill the process. `package` is
    the folder of an npm package with MicroPython; raise NoVM if it or node is missing.
    """

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
        """Return the virtual time in ms since the VM was made."""
        return self._child.now

    def run(self, code: str, limit_s: float | None = None) -> str:
        """Run Python code in `__main__` and return its output; raise VMError for an exception.

        `limit_s` None means the limit of this VM.
        """
        if len(code.encode()) > _LONGEST_CODE:
            raise ValueError(
                f"more than {_LONGEST_CODE} bytes of code: put() it into a file and import that"
            )
        return self._child.call("run", limit_s, code=code)[1]

    def advance(self, ms: float, limit_s: float | None = None) -> str:
        """Let virtual time pass, run the timers that become due, and return the output.

        `limit_s` is as in `run`.
        """
        return self._child.call("advance", limit_s, ms=ms)[1]

    def put(self, path: str, data: bytes) -> None:
        """Write a file in the VM, and make the folders that it needs."""
        self._put({path: data})

    def get(self, path: str) -> bytes:
        """Return the bytes of a file in the VM; raise VMError if it does not exist."""
        return base64.b64decode(self._child.call("get", name=path)[0])

    def close(self) -> None:
        """Stop using the VM; keep its process for a later VM, or kill it if it is still busy."""
        self._child.close()

    def __enter__(self) -> "VM":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _put(self, files: Mapping[str, bytes]) -> None:
        self._child.call("put", files=as_base64(files))


def found(package: Path) -> Path:
    """Return `package`, the folder of an npm package; raise NoVM if the folder is missing."""
    if not package.exists():
        raise NoVM(f"{package} is missing")
    return package


def as_base64(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return files with their bytes encoded in base64, as the pipe needs them."""
    return {path: base64.b64encode(data).decode() for path, data in files.items()}
