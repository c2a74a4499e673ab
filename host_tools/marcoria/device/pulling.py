"""The whole journal of a table, as its flash has it."""

from base64 import b64decode
from collections.abc import Callable
from typing import Any, Protocol

_BLOCK = 4096
_BLANK = b"\xff" * 128


class Asks(Protocol):
    """Who gives one answer to each command."""

    def ask(self, do: str, **fields: Any) -> dict[str, Any]: ...


def pull(table: Asks, told: Callable[[int, int], object] = lambda done, of: None) -> bytes:
    """The image, block by block; `told` how many of how many are there. What is written meanwhile
    may be missing: a deal that is under way is whole when it is over."""
    image = bytearray()
    blocks = 1
    while len(image) < blocks * _BLOCK:
        block, slot = len(image) // _BLOCK, len(image) % _BLOCK // 16
        answer = table.ask("flash", block=block, slot=slot)
        blocks = answer["blocks"]
        image += b64decode(answer["slots"]) if "slots" in answer else _BLANK
        if len(image) % _BLOCK == 0:
            told(len(image) // _BLOCK, blocks)
    return bytes(image)
