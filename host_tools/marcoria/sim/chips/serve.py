"""Server of a simulated world, for callers outside of the VM in which the chip models run.

A number identifies a request of the firmware. Tools and the web page send their calls as JSON.
"""

import json

from marcoria.sim.chips.calls import find, packed, plain
from marcoria.sim.chips.requests import REQUESTS, Requests

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.requests import Interrupt
    from marcoria.sim.chips.seams import Buffer
    from marcoria.sim.chips.world import World

LONGEST = 65536  # largest number of bytes of a request


class Server:
    """Server of a world.

    `interrupt(n)` is called for edges on the watched pin n, as in `Requests`. `reset()` is called
    when the processor restarts or loses power. `facade` is the object whose methods the web page
    calls through `ask`; without a web page it is None. In the JSON of calls and results, bytes and
    tuples have the form that `packed` returns.
    """

    def __init__(
        self,
        world: "World",
        interrupt: "Interrupt",
        reset: "Callable[[], object]",
        facade: object = None,
    ) -> None:
        self.world = world
        self.facade = facade
        self.reset = reset
        self.requests = Requests(world.processor, interrupt)
        self.data = bytearray(LONGEST)
        self._view = memoryview(self.data)
        # Byte strings of the last answer that are too long for JSON. The JSON text of the answer
        # has their indexes in this list.
        self.pieces: "list[Buffer | bytes]" = []
        self.names = json.dumps(REQUESTS)
        self._requested: "list[Callable[..., int]]" = [
            getattr(self.requests, name) for name, _ in REQUESTS
        ]
        self._has_bytes = bytes([way for _, way in REQUESTS])
        world.processor.on_reset = self._on_reset

    def serve(self, number: int, a: int, b: int, c: int) -> int:
        """Serve a request of the firmware and return its result.

        `number` is the index of the request in REQUESTS. If the request passes or returns bytes,
        they are the first `c` bytes of `self.data`.
        """
        if self._has_bytes[number]:
            return self._requested[number](a, b, self._view, c)
        return self._requested[number](a, b, c)

    def call(self, text: str) -> str:
        """Call a method of the world and return its result as JSON.

        `text` is JSON too: the name of the method, a list of arguments, and arguments by name, as
        in ["put", ["7H", "S"], {"coupling": 0.5}]. The name of the method may have dots:
        "readers.S.wedge", "flash.worn.add".
        """
        name, args, named = json.loads(text)
        return self._called(find(self.world, name), args, named)

    def ask(self, text: str) -> str:
        """Call a method of the facade and return its result as JSON.

        `text` has the same form as in `call`: ["put", [], {"card": "7H"}]. The name has no dots.
        """
        name, args, named = json.loads(text)
        return self._called(getattr(self.facade, name), args, named)

    def get(self, name: str) -> str:
        """Return an attribute of the world, such as "readers.S.version", as JSON."""
        return self._told(find(self.world, name))

    def set(self, name: str, text: str) -> None:
        """Set an attribute of the world, such as "spi_buses.2.stuck", to the JSON value `text`."""
        path, _, last = name.rpartition(".")
        setattr(find(self.world, path), last, plain(json.loads(text)))

    def _called(
        self, method: "Callable[..., object]", args: "list[object]", named: "dict[str, object]"
    ) -> str:
        args = [plain(value) for value in args]
        named = {key: plain(value) for key, value in named.items()}
        return self._told(method(*args, **named))

    def _told(self, value: object) -> str:
        self.pieces = []
        return json.dumps(packed(value, self.pieces))

    def _on_reset(self) -> None:
        self.requests.disturbed = True
        self.reset()
