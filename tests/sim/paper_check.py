"""Self-check of the display and expander models without pytest, for the VM as well."""

from marcoria.sim.chips.mcp23017 import Mcp23017
from marcoria.sim.chips.pins import Net
from paper import BLACK_IMAGE, WHITE_IMAGE, Paper


def check_display():
    """Run a full, a partial and an interrupted refresh; return a digest of the pictures.

    Also write to the RAM with decreasing addresses.
    """
    paper = Paper()
    paper.start()
    assert paper.full(WHITE_IMAGE) >= 4_000_000
    image = bytearray(WHITE_IMAGE)
    image[50 * 100 + 10] = 0x0F
    paper.partial(image)
    assert paper.grey(80, 100) < 60 and paper.grey(84, 100) == 235
    paper.command(0x11, 0x00)
    paper.window(49, 0, 149, 0)
    paper.image(0x26, bytes(range(150)))
    assert bytes(paper.chip.memory.rams[1][50 * 149 : 50 * 150]) == bytes(range(49, -1, -1))
    assert (
        paper.chip.memory.rams[1][50 * 147] == 149
        and paper.chip.memory.rams[1][50 * 147 - 1] == 0xFF
    )
    paper.command(0x11, 0x03)
    paper.window(0, 49, 0, 299)
    digest = _digest(paper.chip.seen())
    paper.image(0x24, BLACK_IMAGE)
    paper.command(0x22, 0xF7)
    paper.command(0x20)
    paper.clock.advance(700_000)
    paper.reset()
    assert paper.chip.strokes.counters["interrupted"] == 1
    paper.faults.check()
    return digest * 31 + _digest(paper.chip.seen()) & 0xFFFFFF


def check_expander():
    """Press a key and read it after its interrupt."""
    paper = Paper()
    line = Net("INT", paper.faults)
    chip = Mcp23017(paper.clock, paper.faults, 0x20, line)
    for byte in (0x0C, 0xFF, 0xFF), (0x04, 0xFF, 0xFF):
        assert chip.start(0)
        for value in byte:
            assert chip.write(value)
        chip.stop()
    chip.pins[3].drive("key", 0)
    assert line.level == 0
    assert chip.start(0) and chip.write(0x10)
    assert chip.start(1) and chip.read() == 0xF7
    chip.stop()
    assert line.level == 1
    paper.faults.check()


def _digest(data):
    total = 0
    for byte in data:
        total = (total * 33 + byte) & 0xFFFFFF
    return total
