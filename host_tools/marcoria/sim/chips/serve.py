"""Serves a World to whoever is beyond a wire, another VM: the firmware's requests by number, and
what people do, see and order as JSON."""

import json

from marcoria.sim.chips.requests import REQUESTS, Requests

LONGEST = 65536  # bytes of a request
_FEW = 32  # bytes that an answer may have in its text: JSON of more takes its time


class Server:
    """`interrupt(n)` is called as that of Requests, and `reset()` when the processor loses power
    or starts again."""

    def __init__(self, world, interrupt, reset):
        self.world = world
        self.reset = reset
        self.requests = Requests(world, interrupt)
        self.data = bytearray(LONGEST)
        self._view = memoryview(self.data)
        self.pieces = []  # what is too long for the text of the last answer
        self.names = json.dumps(REQUESTS)
        self._requested = [getattr(self.requests, name) for name, _ in REQUESTS]
        self._has_bytes = bytes([way for _, way in REQUESTS])
        world.on_reset = self._on_reset

    def serve(self, number, a, b, c):
        """One request; if it has bytes these are the first `c` in `data`."""
        if self._has_bytes[number]:
            return self._requested[number](a, b, self._view, c)
        return self._requested[number](a, b, c)

    def call(self, text):
        """A method of the world by its name, as JSON: ["put", ["7H", "S"], {"coupling": 0.5}].
        Names may lead on: "readers.S.wedge", "flash.worn.add"."""
        name, args, named = json.loads(text)
        args = [plain(value) for value in args]
        named = {key: plain(value) for key, value in named.items()}
        return self._told(self._named(name)(*args, **named))

    def get(self, name):
        """An attribute of the world as JSON: "clock.now", "readers.S.version"."""
        return self._told(self._named(name))

    def set(self, name, text):
        """Sets an attribute, as JSON: orders such as "spi_buses.2.stuck"."""
        path, _, last = name.rpartition(".")
        setattr(self._named(path), last, plain(json.loads(text)))

    def _told(self, value):
        self.pieces = []
        return json.dumps(packed(value, self.pieces))

    def _named(self, name):
        found = self.world
        for part in name.split(".") if name else ():
            if part.isdigit():
                found = found[int(part)]
            elif isinstance(found, dict) and part in found:
                found = found[part]
            else:
                found = getattr(found, part)
        return found

    def _on_reset(self):
        self.requests.disturbed = True
        self.reset()


# JSON knows neither bytes nor tuples: {"bytes": hex}, {"tuple": [...]}. Given a list for it, long
# bytes go beside the text: {"piece": number}. The host has these too.


def packed(value, pieces=None):
    if isinstance(value, (bytes, bytearray, memoryview)):
        if pieces is None or len(value) <= _FEW:
            return {"bytes": bytes(value).hex()}
        pieces.append(value)
        return {"piece": len(pieces) - 1}
    if isinstance(value, tuple):
        return {"tuple": [packed(one, pieces) for one in value]}
    if isinstance(value, list):
        return [packed(one, pieces) for one in value]
    if isinstance(value, dict):
        return {key: packed(one, pieces) for key, one in value.items()}
    return value


def plain(value, pieces=()):
    if isinstance(value, list):
        return [plain(one, pieces) for one in value]
    if isinstance(value, dict):
        if list(value) == ["bytes"]:
            return bytes.fromhex(value["bytes"])
        if list(value) == ["piece"]:
            return pieces[value["piece"]]
        if list(value) == ["tuple"]:
            return tuple([plain(one, pieces) for one in value["tuple"]])
        return {key: plain(one, pieces) for key, one in value.items()}
    return value
