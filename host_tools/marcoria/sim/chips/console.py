"""The serial port on which the board's prompt is, with a host at its other end.

The firmware reads from a buffer of 260 bytes; what comes while it is full is lost. Ctrl-C empties
it. What is printed goes to the host, who may have stopped to read: then a writer waits half a
second at a full buffer, and what does not fit is lost.
"""

from marcoria.sim.chips import prices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.kernel import Clock
    from marcoria.sim.chips.seams import Buffer

RECEIVES = 260
SENDS = 256
INTERRUPTED = -2
_CTRL_C = 3
_PATIENCE_US = 500_000


class SimConsole:
    """`reads` is whether a host takes what is sent; without a host all goes nowhere."""

    def __init__(self, clock: "Clock") -> None:
        self.clock = clock
        self.plugged = False
        self.reads = True
        self.lost = 0  # bytes, both ways
        self._received = bytearray()
        self._sent = bytearray()
        self._interrupted = False

    # --- the host ---------------------------------------------------------------------------

    def plug(self) -> None:
        """Plug the cable in, and open the port."""
        self.plugged = True
        self._sent = bytearray()

    def unplug(self) -> None:
        """Pull the cable out; what was on its way is lost."""
        self.plugged = False
        self._received = bytearray()

    def type(self, data: "bytes | Buffer") -> None:
        """Send from the host."""
        for byte in bytes(data):
            if byte == _CTRL_C:
                self._received = bytearray()
                self._interrupted = True
            elif len(self._received) < RECEIVES:
                self._received.append(byte)
            else:
                self.lost += 1

    def take(self) -> bytes:
        """Return what the host has got since it was last asked."""
        sent = bytes(self._sent)
        self._sent = bytearray()
        return sent

    # --- the board --------------------------------------------------------------------------

    def next(self) -> int:
        """Return a byte for the board; -1 if there is none, INTERRUPTED if somebody wants the
        prompt.
        """
        if self._interrupted:
            self._interrupted = False
            return INTERRUPTED
        if not self._received:
            return -1
        byte = self._received[0]
        self._received = self._received[1:]
        return byte

    def waits(self) -> bool:
        """Return whether there is something to be read."""
        return self._interrupted or bool(self._received)

    def send(self, data: "bytes | Buffer") -> int:
        """Send what the board prints; return how long that takes."""
        if not self.plugged:
            return 0
        data = bytes(data)
        took = len(data) * prices.CHARACTER
        if not self.reads and len(self._sent) + len(data) > SENDS:
            room = max(0, SENDS - len(self._sent))
            self.lost += len(data) - room
            data = data[:room]
            took += _PATIENCE_US
        self._sent.extend(data)
        return took

    def reset(self) -> None:
        """Start anew with the board."""
        self._received = bytearray()
        self._interrupted = False
