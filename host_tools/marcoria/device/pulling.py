"""The whole journal of a table, as its flash has it."""

from base64 import b64decode
from collections.abc import Callable

from marcoria.device.client import Client

_BLOCK = 4096
_BLANK = b"\xff" * 128


def pull(client: Client, told: Callable[[int, int], object] = lambda done, of: None) -> bytes:
    """Return the image, read block by block; `told` gets how many of how many are there.

    What is written meanwhile may be missing: a deal that is under way is whole when it is over."""
    image = bytearray()
    blocks = 0
    while not blocks or len(image) < blocks * _BLOCK:
        block, slot = len(image) // _BLOCK, len(image) % _BLOCK // 16
        answer = client.ask("flash", block=block, slot=slot)
        if blocks and answer["blocks"] != blocks:
            raise client.odd("flash", "blocks", f"{blocks}, as it was before")
        blocks = answer["blocks"]
        image += b64decode(answer["slots"]) if "slots" in answer else _BLANK
        if len(image) % _BLOCK == 0:
            told(len(image) // _BLOCK, blocks)
    return bytes(image)
