"""Simulated table whose journal is written without the tools under test."""

from typing import Any

from marcoria.bots.company import settings
from marcoria.device.prompt import Prompt
from marcoria.device.wire import Client
from marcoria.journal.blocks import BLOCK
from marcoria.journal.reader import open_image
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable, open_bar

_PIECE = 512


def put_journal(table: SimTable, image: bytes) -> None:
    """Replace the table's journal by an image, with code at its prompt; restart the table."""
    port = SimPort(table)
    prompt = Prompt(Client(port), port)
    prompt.run("import esp32\np = esp32.Partition.find(1, label='journal')[0]")
    prompt.run("for number in range(64):\n    p.ioctl(6, number)")
    for at in range(0, len(image), _PIECE):
        data = image[at : at + _PIECE]
        if data != b"\xff" * _PIECE:
            prompt.run(f"p.writeblocks({at // BLOCK}, {data!r}, {at % BLOCK})")
    prompt.restart()
    table.until(4_000)


def cells(table: SimTable) -> bytes:
    return bytes(table.get("flash.cells"))


def open_table(seed: int = 5, pin: str = "") -> SimTable:
    chosen = settings("french", False, -1, 0, "en")
    if pin:
        chosen["pin"] = ["CDHS".index(key) for key in pin]
    table = open_bar("vm", seed, settings=chosen)
    table.until(3_000)
    return table


def events_of(image: bytes) -> list[Any]:
    return [one for one in open_image(image).records if one.is_event]
