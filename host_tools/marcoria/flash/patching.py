"""A bundle that differs from the one which a board has: what is in both is copied there, module by
module, and only the rest is sent."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from marcoria.build.deploy import BUNDLE_HEAD, spans
from marcoria.device.prompt import PIECE, UNDONE, Prompt

_OPEN = f"""
import hashlib
piece = memoryview(bytearray(1024))
old = open({{source!r}}, 'rb')
new = open({{target!r}}, 'wb')
def pieces(at, size):
    old.seek(at)
    while size:
        count = old.readinto(piece[:min(size, 1024)])
        if not count:
            return  # it is shorter than it says
        yield piece[:count]
        size -= count
def of(at, size):
    found = hashlib.sha256()
    for one in pieces(at, size):
        found.update(one)
    return found.digest().hex()
def copy(at, size):
    for one in pieces(at, size):
        new.write(one)
head = old.read({BUNDLE_HEAD})
print(repr(head + old.read(int.from_bytes(head[4:], 'little'))))
"""
_CLOSE = "old.close()\nnew.close()"


@dataclass(frozen=True)
class _Part:
    """Bytes of the new file; `at` is where the old one has them, -1 if nowhere."""

    data: bytes
    at: int

    def goes_on(self, other: "_Part") -> bool:
        """Whether another part comes right behind this one, in the old file as well."""
        return self.at >= 0 and other.at == self.at + len(self.data)


def patch(
    prompt: Prompt, source: str, target: str, data: bytes, told: Callable[[int, int], object]
) -> None:
    """A bundle that is whole, as `prompt.write` writes it, made of one that the board has."""
    prompt.make_folders(target)
    listed = prompt.literal(_OPEN.format(source=source, target=target + UNDONE))
    done = 0
    for part in _parts(data, _held(prompt, listed)):
        if part.at < 0:
            _send(prompt, part.data)
        else:
            prompt.run(f"copy({part.at}, {len(part.data)})")
        done += len(part.data)
        told(done, len(data))
    prompt.run(_CLOSE)
    prompt.finish(target, data)


def _held(prompt: Prompt, head: bytes) -> dict[str, int]:
    """Where the old bundle has what, by hashes; `head` is how it begins."""
    try:
        found = [(start, end - start) for start, end in spans(head)]
    except (ValueError, IndexError):
        return {}  # it is torn, and all is sent
    hashes = prompt.run(f"for at, size in {found}:\n    print(of(at, size))").split()
    return {of: at for of, (at, _) in zip(hashes, found, strict=True)}


def _parts(data: bytes, held: dict[str, int]) -> Iterator[_Part]:
    """Those of the new bundle, in order, and as few as can be."""
    last = _Part(b"", -1)
    for start, end in spans(data):
        piece = data[start:end]
        part = _Part(piece, held.get(hashlib.sha256(piece).hexdigest(), -1))
        if last.goes_on(part):
            last = _Part(last.data + part.data, last.at)
        else:
            yield last
            last = part
    yield last


def _send(prompt: Prompt, data: bytes) -> None:
    for at in range(0, len(data), PIECE):
        prompt.run(f"new.write({data[at : at + PIECE]!r})")
