"""The serial port of the board's prompt, with a host at its other end.

Input goes into a buffer of 260 bytes; bytes that come while it is full are lost, and Ctrl-C
empties it. Output goes to the host. If the host has stopped reading, a write to a full buffer
waits for half a second, and bytes that do not fit are lost.
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
    """A serial port; `reads` says whether the host reads, and without a host output is dropped."""

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
        """Plug the cable in and open the port."""
        self.plugged = True
        self._sent = bytearray()

    def unplug(self) -> None:
        """Unplug the cable; unread input is lost."""
        self.plugged = False
        self._received = bytearray()

    def type(self, data: "bytes | Buffer") -> None:
        """Send bytes from the host to the board."""
        for byte in bytes(data):
            if byte == _CTRL_C:
                self._received = bytearray()
                self._interrupted = True
            elif len(self._received) < RECEIVES:
                self._received.append(byte)
            else:
                self.lost += 1

    def take(self) -> bytes:
        """Return the output since the last call."""
        sent = bytes(self._sent)
        self._sent = bytearray()
        return sent

    # --- the board --------------------------------------------------------------------------

    def next(self) -> int:
        """Return the next byte of input, -1 for none, INTERRUPTED after Ctrl-C."""
        if self._interrupted:
            self._interrupted = False
            return INTERRUPTED
        if not self._received:
            return -1
        byte = self._received[0]
        self._received = self._received[1:]
        return byte

    def waits(self) -> bool:
        """Return whether there is input or a Ctrl-C."""
        return self._interrupted or bool(self._received)

    def send(self, data: "bytes | Buffer") -> int:
        """Send bytes from the board to the host; return the time in us."""
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
        """Drop all input, as the board restarts."""
        self._received = bytearray()
        self._interrupted = False
