"""What is laid on a bench and pressed, and when."""

from typing import TYPE_CHECKING

from marcoria.sandbox.bench import Steps
from marcoria.scenarios.nodes import Nodes

if TYPE_CHECKING:
    from marcoria.scenarios.nodes import Node

_VERBS = ("wait", "put", "lift", "press", "hold", "release")
_UID_BYTES = (4, 7, 10)
_USUAL_MS = 120  # of a key that is pressed


class BenchSteps(Nodes):
    """Reads the steps, one after the other."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.names: set[str] = set()  # of parts, keys and tags
        self.readers: list[str] = []
        self.known: dict[str, set[str]] = {}
        self._ms = 0
        self._lying: set[str] = set()

    def steps(self, node: "Node") -> Steps:
        """What is done when: ms, a method of the world, what it is given."""
        found: Steps = []
        for one in self.items(node):
            told = self.fields(one, _VERBS)
            if len(told) != 1:
                self.wrong(one, "one step is wanted here, such as wait: 500")
            ((verb, value),) = told.items()
            if verb == "wait":
                self._ms += self.number(value)
            else:
                method, given = getattr(self, verb)(value)
                found.append((self._ms, method, given))
        return found

    def put(self, node: "Node") -> tuple[str, list[object]]:
        """A tag comes onto a reader, maybe not well."""
        tag, *rest = self.words(node, 1, 3)
        tag = self.tag(node, tag)
        if not self.readers:
            self.wrong(node, "no mfrc522 is there to put it on")
        reader = rest.pop(0) if rest and rest[0] in self.readers else self.readers[0]
        coupling = self.real(node, rest.pop()) if rest else 1.0
        if coupling > 1:
            self.wrong(node, f"{coupling:g} is more than 1")
        if tag in self._lying:
            self.wrong(node, f"'{tag}' lies there already: lift it first")
        self._lying.add(tag)
        return "put", [tag, reader, coupling]

    def lift(self, node: "Node") -> tuple[str, list[object]]:
        """A tag goes away."""
        tag = self.tag(node, self.word(node))
        if tag not in self._lying:
            self.wrong(node, f"'{tag}' lies nowhere")
        self._lying.remove(tag)
        return "lift", [tag]

    def press(self, node: "Node") -> tuple[str, list[object]]:
        """A key goes down, and up again after so many ms."""
        key, *ms = self.words(node, 1, 2)
        length = round(self.real(node, ms[0])) if ms else _USUAL_MS
        return "keys.press", [self.key(node, key), length]

    def hold(self, node: "Node") -> tuple[str, list[object]]:
        """A key stays down."""
        return "keys.hold", [self.key(node, self.word(node))]

    def release(self, node: "Node") -> tuple[str, list[object]]:
        """A key comes up."""
        return "keys.release", [self.key(node, self.word(node))]

    def key(self, node: "Node", name: str) -> str:
        """A key's name."""
        return self._one(node, name, "key")

    def tag(self, node: "Node", name: str) -> str:
        """A tag's name."""
        return self._one(node, name, "tag")

    def uid(self, node: "Node") -> bytes:
        """That of a tag, in hex."""
        word = self.word(node).replace(":", "")
        try:
            data = bytes.fromhex(word)
        except ValueError:
            self.wrong(node, f"'{word}' is no UID in hex, such as 04A1B2C3D4E5F6")
        if len(data) not in _UID_BYTES:
            self.wrong(node, f"a UID has 4, 7 or 10 bytes, not {len(data)}")
        return data

    def _one(self, node: "Node", name: str, what: str) -> str:
        known = sorted(self.known[what])
        if name not in known:
            there = f"it is one of {', '.join(known)}" if known else "none is named in this file"
            self.wrong(node, f"there is no {what} '{name}': {there}")
        return name
