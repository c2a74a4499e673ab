"""Model of the serial port between the board and a host.

Input goes into a buffer of 260 bytes. While the buffer is full, further bytes are lost. Ctrl-C
empties the buffer. Output goes to the host. While the host does not read, output stays in a buffer
of 256 bytes. If a write does not fit into this buffer, it waits for half a second, and then the
bytes that do not fit are lost.
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
    """A serial port; `reads` says whether the host reads.

    While the cable is not plugged in, output is dropped and takes no time.
    """

    def __init__(self, clock: "Clock") -> None:
        self.clock = clock
        self.plugged = False
        self.reads = True
        self.lost = 0  # number of bytes lost in both directions because a buffer was full
        self._received = bytearray()
        self._sent = bytearray()
        self._interrupted = False

    # --- called by the host -----------------------------------------------------------------

    def plug(self) -> None:
        """Plug the cable in and open the port; drop old output."""
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
        """Return the board's output since the last call."""
        sent = bytes(self._sent)
        self._sent = bytearray()
        return sent

    # --- called by the board ----------------------------------------------------------------

    def next(self) -> int:
        """Return the next byte of input, -1 if there is none, INTERRUPTED after Ctrl-C."""
        if self._interrupted:
            self._interrupted = False
            return INTERRUPTED
        if not self._received:
            return -1
        byte = self._received[0]
        self._received = self._received[1:]
        return byte

    def waits(self) -> bool:
        """Return whether input or a Ctrl-C waits to be read."""
        return self._interrupted or bool(self._received)

    def send(self, data: "bytes | Buffer") -> int:
        """Send bytes from the board to the host; return how many us this takes."""
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
        """Drop all unread input, because the board stops or restarts."""
        self._received = bytearray()
        self._interrupted = False
