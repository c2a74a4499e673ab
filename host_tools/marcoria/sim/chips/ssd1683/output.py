"""How the SSD1683 takes images out of its RAMs for the panel."""

from marcoria.sim.chips.ssd1683.memory import RED, ZEROS
from marcoria.sim.chips.ssd1683.panel import HEIGHT, ROW, SIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.ssd1683.memory import Memory

# DISPLAY_UPDATE_CONTROL_1, a nibble for each RAM
_AS_ZERO = 4
_INVERSE = 8
_CASCADE = 0x10  # its second byte


class Output:
    """The order of the lines, and whether a RAM is bypassed or inverted."""

    def __init__(self, memory: "Memory", fault: "Callable[[str], None]") -> None:
        self._memory = memory
        self._fault = fault
        self.reset()

    def reset(self) -> None:
        self._upside_down = 0
        self._options = 0

    def set_gates(self, given: bytearray) -> None:
        gates = (given[0] | (given[1] & 1) << 8) + 1
        if gates != HEIGHT:
            self._fault("%d gate lines: this panel has %d" % (gates, HEIGHT))
        if given[2] & 6:
            self._fault("gate order 0x%02X scrambles this panel's lines" % given[2])
        self._upside_down = given[2] & 1

    def set_options(self, given: bytearray) -> None:
        for nibble in (given[0] & 15, given[0] >> 4):
            if nibble not in (0, _AS_ZERO, _INVERSE):
                self._fault("RAM option 0x%X" % nibble)
        self._options = given[0]
        if len(given) > 1 and given[1] & _CASCADE:
            self._fault("cascade mode, but there is one chip")

    def image(self, ram: int) -> bytes:
        """A RAM as the panel gets it, in rows from the top."""
        option = self._options >> 4 if ram == RED else self._options & 15
        if option == _AS_ZERO:
            return ZEROS
        image = self._memory.image(ram)
        if option == _INVERSE:
            image = bytes([byte ^ 0xFF for byte in image])
        if self._upside_down:
            image = b"".join([image[i : i + ROW] for i in range(SIZE - ROW, -1, -ROW)])
        return image
