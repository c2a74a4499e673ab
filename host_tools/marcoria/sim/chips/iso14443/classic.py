"""A MIFARE Classic of 1 KiB: it is read by those who know a key, once they have shown it."""

from marcoria.sim.chips.dice import Dice
from marcoria.sim.chips.iso14443.silent import Silent, short, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.iso14443.frames import Bits

_BLOCKS = 64
_SECTOR = 4  # blocks, the last one of which has keys and access bits
_AUTHENTICATE = (0x60, 0x61)  # with key A, with key B
_READ = 0x30
_OTHERS = (0xA0, 0xB0, 0xC0, 0xC1, 0xC2)  # write, transfer, decrement, increment, restore
# NAKs: for a wrong command and a wrong CRC, while no value is held for a transfer.
INVALID, BROKEN = 4, 5
# As delivered: key A, which reads as 0, access bits, key B.
_TRAILER = bytes(6) + b"\xff\x07\x80\x69" + b"\xff" * 6


class Classic(Silent):
    """As delivered.

    Not modelled, and noted: its cipher, so that a reader which ciphers by itself is refused after
    the card's challenge, as with a wrong key; and all that writes.
    """

    def __init__(self, uid: bytes, sak: int) -> None:
        Silent.__init__(self, uid, sak)
        self._dice = Dice(uid[0] | uid[1] << 8 | uid[2] << 16)
        self.leave()

    def leave(self) -> None:
        self._sector: "int | None" = None
        self._challenged = False

    @property
    def ciphered(self) -> bool:
        return self._sector is not None

    def open(self, block: int) -> None:
        self._sector = block // _SECTOR

    def answer(self, frame: "bytes | None") -> "Bits | None":
        if self._challenged:
            self.note = "the cipher of a MIFARE Classic is not modelled"
            return None
        if not frame:
            return short(BROKEN)
        if len(frame) == 2 and frame[1] < _BLOCKS:
            if frame[0] in _AUTHENTICATE:
                return self._challenge()
            if frame[0] == _READ and frame[1] // _SECTOR == self._sector:
                return whole(self._block(frame[1]))
        if self.ciphered and frame[0] in _OTHERS:
            self.note = "writing to a MIFARE Classic is not modelled"
        return short(INVALID)

    def _challenge(self) -> "Bits":
        """Four bytes of chance without a CRC; what comes next would be ciphered."""
        self._sector = None
        self._challenged = True
        return bytes([self._dice.below(256) for _ in range(4)]), 32, 0

    def _block(self, block: int) -> bytes:
        if block == 0:
            uid = self.uid
            bcc = bytes((uid[0] ^ uid[1] ^ uid[2] ^ uid[3],)) if len(uid) == 4 else b""
            return (uid + bcc + bytes((self.sak, 0x04, 0x00)) + bytes(16))[:16]
        return _TRAILER if block % _SECTOR == _SECTOR - 1 else bytes(16)
