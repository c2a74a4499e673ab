"""Run the page's reader and writer of texts (web/world/desk.py) in a VM, as the page does."""

import json
from typing import Any

from marcoria.sim.vm.files import world_files
from marcoria.sim.vm.vm import VM
from marcoria.web.world_files import beside_the_chips, papers

_HEAP_KIB = 32 * 1024
_LIMIT_S = 120
_JOURNAL = "/journal"


class DeskVM:
    """VM with the page's `Desk`, which runs one job at a time."""

    def __init__(self) -> None:
        files = world_files(()) | beside_the_chips() | papers()
        self._vm = VM(_HEAP_KIB, files, _LIMIT_S)
        self._vm.run("import sys\nsys.path[:] = ['/lib', '.frozen']")
        self._vm.run("from marcoria.web.world.desk import desk")

    def put(self, path: str, data: bytes) -> None:
        """Write a file into the VM."""
        self._vm.put(path, data)

    def do(self, job: str, **told: Any) -> list[Any]:
        """Run a job; return the pieces of its output, or the code and the sentence of an error.

        `told` has the arguments of the job.
        """
        self._vm.put("/told", json.dumps(told).encode())
        self._vm.run(f"desk.begin({job!r}, open('/told').read())")
        found: list[Any] = []
        while answer := self._step():
            if "error" in answer:
                return [answer["error"]["code"], answer["error"]["sentence"]]
            found.append(answer["piece"])
        return found

    def _step(self) -> Any:
        answer = self._vm.run("print(desk.step())")
        try:
            return json.loads(answer)
        except ValueError:
            raise AssertionError(repr(answer)) from None

    def bdn(self, image: bytes, houses: list[str]) -> str:
        """Return a journal image as BDN text; `houses` are paths of house files in the VM."""
        self.put(_JOURNAL, image)
        return "".join(self.do("bdn", houses=houses))

    def close(self) -> None:
        """Stop the VM."""
        self._vm.close()
