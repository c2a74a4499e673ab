"""Download of a table's journal, over the link or at MicroPython's prompt."""

import hashlib
import re
from base64 import b64decode
from collections.abc import Callable, Iterator

from marcoria.device.prompt import Prompt
from marcoria.device.talk import Slot, slots
from marcoria.device.wire import Client
from marcoria.errors import Exit, TableError
from marcoria.journal.blocks import BLANK_BLOCK, BLOCK

_BLANK = b"\xff" * 128

_CHIP = re.compile(r"[0-9a-f]{12}")
_HASH = re.compile(r"[0-9a-f]{64}")
_BLANK_HASH = hashlib.sha256(BLANK_BLOCK).hexdigest()

# Programs for the table's prompt. They read in small pieces, because a heap that was in use may
# have no free range as large as a block.
_OPEN = """
import esp32, hashlib
found = esp32.Partition.find(esp32.Partition.TYPE_DATA, label='journal')
piece = bytearray(512)
"""
_HASHES = """
for number in range(found[0].info()[3] // 4096 if found else 0):
    sha = hashlib.sha256()
    for at in range(0, 4096, 512):
        found[0].readblocks(number, piece, at)
        sha.update(piece)
    print(sha.digest().hex())
"""
_READ = """
for at in range(0, 4096, 512):
    found[0].readblocks({number}, piece, at)
    print(bytes(piece).hex(), end='')
"""


def records(client: Client, epoch: int = -1, after: int = -1) -> "Iterator[Slot | None]":
    """Yield the slots with a seq above `after`, and None whenever there is no new record yet.

    The generator never ends. Some of the slots are free. Others have records about the journal
    itself. Without `epoch`, begin with the table's oldest record. Raise TableError if the table's
    journal has another epoch, because the journal was erased or replaced.
    """
    for some in news(client, epoch, after):
        if some is None:
            yield None
        else:
            yield from some


def news(client: Client, epoch: int = -1, after: int = -1) -> Iterator[list[Slot] | None]:
    """Yield the same slots as `records`, but as one list for each answer, and None likewise."""
    known: dict[str, int] = {} if epoch < 0 else {"epoch": epoch}
    while True:
        answer = client.ask("events", **known, **({"after": after} if known else {}))
        if not known:
            known = {"epoch": client.ask("hello")["epoch"]}
        if "slots" not in answer:
            yield None
            continue
        if answer["to"] <= after:
            raise client.odd("events", "to", f"a whole number above {after}")
        yield slots(answer, after)
        after = answer["to"]


def pull(client: Client, told: Callable[[int, int], object] = lambda done, of: None) -> bytes:
    """Return the journal's image, read over the link in pieces of eight slots.

    After each block, `told` is called with the number of blocks read and the number of all blocks.
    Records that the table writes meanwhile may be missing, so a deal under way may be incomplete.
    """
    image = bytearray()
    blocks = 0
    while not blocks or len(image) < blocks * BLOCK:
        block, slot = len(image) // BLOCK, len(image) % BLOCK // 16
        answer = client.ask("flash", block=block, slot=slot)
        if blocks and answer["blocks"] != blocks:
            raise client.odd("flash", "blocks", f"{blocks}, as it was before")
        blocks = answer["blocks"]
        image += b64decode(answer["slots"]) if "slots" in answer else _BLANK
        if len(image) % BLOCK == 0:
            told(len(image) // BLOCK, blocks)
    return bytes(image)


def chip_id(prompt: Prompt) -> str:
    """Return the chip's unique number, its MAC address, as 12 hexadecimal digits."""
    said = prompt.run("import machine\nprint(machine.unique_id().hex())").strip()
    if not _CHIP.fullmatch(said):
        raise _odd("the number of its chip")
    return said


def block_hashes(prompt: Prompt) -> list[str]:
    """Return the SHA-256 of each block of the journal; [] if the table has no journal."""
    said = prompt.run(_OPEN + _HASHES).split()
    if not all(_HASH.fullmatch(digest) for digest in said):
        raise _odd("the hashes of its journal")
    return said


def read_journal(prompt: Prompt, told: Callable[[str], object] = bool) -> bytes:
    """Return the journal's image, b"" if the table has no journal.

    Blank blocks are not transferred. `told` is called with texts about the progress.
    """
    image = bytearray()
    hashes = block_hashes(prompt)
    for number, digest in enumerate(hashes):
        told(f"journal: {number} of {len(hashes)} blocks")
        if digest == _BLANK_HASH:
            image += BLANK_BLOCK
        else:
            image += _block(prompt, number, digest)
    return bytes(image)


def _block(prompt: Prompt, number: int, digest: str) -> bytes:
    said = prompt.run(_OPEN + _READ.format(number=number))
    try:
        data = bytes.fromhex(said)
    except ValueError as error:
        raise _odd(f"block {number} of its journal") from error
    if hashlib.sha256(data).hexdigest() != digest:
        raise _odd(f"block {number} of its journal")
    return data


def _odd(what: str) -> TableError:
    sentence = f"the table does not send {what} correctly: run marcoria doctor"
    return TableError("odd-answer", sentence, Exit.DEVICE_ERROR)
