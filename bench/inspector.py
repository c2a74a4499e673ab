"""Memory of a page in Chromium: JavaScript heaps of page and worker, memories of WebAssembly."""

import json
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

_MOMENT_MS = 20
_WORKER = "/worker/worker.mjs"  # end of the address of the worker that runs the table
_OWN = ("object", "array", "closure", "string", "concatenated string", "sliced string", "regexp")
_PASSES = 2  # garbage collections: objects freed by the first one may release more objects
_SIZES = "function() { return this.map(({buffer}) => buffer.byteLength); }"


class Inspector:
    """Meter of the memory of a page and of the worker that runs its table."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)
        self._worker = ""
        self._asked = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self._chunks: list[str] = []  # parts of the JSON text of a heap snapshot
        self._session.on("Target.attachedToTarget", self._attached)
        self._session.on("Target.receivedMessageFromTarget", self._received)
        self._session.on("HeapProfiler.addHeapSnapshotChunk", self._add_chunk)
        flat = {"waitForDebuggerOnStart": False, "flatten": False}
        self._session.send("Target.setAutoAttach", {"autoAttach": True, **flat})

    def heaps(self) -> tuple[int, int]:
        """Return the bytes in use on the JavaScript heaps of page and worker, buffers included.

        Garbage is collected first.
        """
        return _used(self._session.send), _used(self._ask)

    def own(self) -> tuple[int, int]:
        """Return the bytes of the page's own objects, and the number of its DOM nodes.

        The page's own objects are those that its code has made. The rest of the heap has compiled
        code, and the browser's lists of requests and long tasks. So the rest grows even if the
        page keeps nothing.
        """
        self._chunks.clear()
        for _ in range(_PASSES):
            self._session.send("HeapProfiler.collectGarbage")
        nodes = int(self._session.send("Memory.getDOMCounters")["nodes"])
        self._session.send("HeapProfiler.takeHeapSnapshot")
        return _bytes_of(json.loads("".join(self._chunks)), _OWN), nodes

    def memories(self) -> list[int]:
        """Return the sorted sizes in bytes of the memories of the worker's VMs."""
        kind = self._ask("Runtime.evaluate", {"expression": "WebAssembly.Memory.prototype"})
        prototype = {"prototypeObjectId": kind["result"]["objectId"], "objectGroup": "memories"}
        found = self._ask("Runtime.queryObjects", prototype)["objects"]["objectId"]
        sizes = {"objectId": found, "functionDeclaration": _SIZES, "returnByValue": True}
        memories = self._ask("Runtime.callFunctionOn", sizes)["result"]["value"]
        self._ask("Runtime.releaseObjectGroup", {"objectGroup": "memories"})
        return sorted(memories)

    def _attached(self, event: dict[str, Any]) -> None:
        if event["targetInfo"]["url"].endswith(_WORKER):
            self._worker = event["sessionId"]

    def _received(self, event: dict[str, Any]) -> None:
        answer = json.loads(event["message"])
        if event["sessionId"] == self._worker and "id" in answer:
            self._answers[answer["id"]] = answer["result"]

    def _add_chunk(self, event: dict[str, Any]) -> None:
        self._chunks.append(event["chunk"])

    def _ask(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a command to the worker; return its result."""
        self._asked += 1
        message = json.dumps({"id": self._asked, "method": method, "params": params or {}})
        target = {"sessionId": self._worker, "message": message}
        self._session.send("Target.sendMessageToTarget", target)
        while self._asked not in self._answers:
            self._page.wait_for_timeout(_MOMENT_MS)
        return self._answers.pop(self._asked)


def _bytes_of(snapshot: dict[str, Any], kinds: Sequence[str]) -> int:
    """Return the bytes of the objects of some kinds in a heap snapshot.

    `nodes` is a flat list: each object has as many numbers in it as `node_fields` has names.
    """
    meta, rows = snapshot["snapshot"]["meta"], snapshot["nodes"]
    fields = meta["node_fields"]
    names = meta["node_types"][fields.index("type")]
    types = rows[fields.index("type") :: len(fields)]
    sizes = rows[fields.index("self_size") :: len(fields)]
    return sum(size for kind, size in zip(types, sizes, strict=True) if names[kind] in kinds)


def _used(ask: Any) -> int:
    for _ in range(_PASSES):
        ask("HeapProfiler.collectGarbage")
    usage = ask("Runtime.getHeapUsage")
    return int(usage["usedSize"] + usage["backingStorageSize"])
