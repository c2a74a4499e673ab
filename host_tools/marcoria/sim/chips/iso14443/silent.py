"""A chip of which it is not known what it answers once it is selected."""

from marcoria.sim.chips.iso14443.frames import with_crc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.iso14443.frames import Bits

ACK = 0xA  # four bits; all others are NAKs


class Silent:
    """It answers nothing, which ends it being selected.

    Those that know better take its place. `note` is what the simulator does not model and the
    last frame would have needed; whoever logs it clears it.
    """

    note = ""

    def __init__(self, uid: bytes, sak: int) -> None:
        self.uid = uid
        self.sak = sak

    @property
    def ciphered(self) -> bool:
        """Whether frames are ciphered now, both ways; the cipher itself is left out."""
        return False

    def start(self) -> None:
        """It gets power."""

    def leave(self) -> None:
        """It is not selected any more."""

    def answer(self, frame: "bytes | None") -> "Bits | None":
        """To a frame without its CRC, None if that was wrong or the frame came in pieces."""
        if frame is not None:
            self.note = "what a card with SAK %02X answers to %s is not modelled" % (
                self.sak,
                frame.hex(),
            )
        return None

    def open(self, block: int) -> None:
        """A reader has shown that it knows a key for that block, which only a Classic has."""


def short(code: int) -> "Bits":
    """An ACK or NAK."""
    return bytes((code,)), 4, 0


def is_nak(answer: "Bits") -> bool:
    """Whether the card has refused."""
    return answer[1] == 4 and answer[0][0] != ACK


def whole(data: "bytes | bytearray") -> "Bits":
    """Bytes with their CRC."""
    return with_crc(data), 8 * len(data) + 16, 0
