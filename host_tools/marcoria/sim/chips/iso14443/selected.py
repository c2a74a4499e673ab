"""What a card is once it is selected: the chips that the cards at a table have inside."""

from marcoria.sim.chips.iso14443.classic import Classic
from marcoria.sim.chips.iso14443.frames import with_crc
from marcoria.sim.chips.iso14443.ntag import Ntag
from marcoria.sim.chips.iso14443.silent import Silent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.iso14443.frames import Bits

# Bits of SAK
_ISO_DEP = 0x20  # it speaks ISO/IEC 14443-4
_CLASSIC = 0x08

_RATS = 0xE0
# Frames of 256 bytes, one speed both ways, 8.8 ms to start and 38.7 ms to wait at most, CIDs.
_ATS = b"\x05\x78\x80\x70\x02"


class IsoDep(Silent):
    """A phone or a smartcard: it answers RATS, and nothing after that is modelled."""

    def answer(self, frame: "bytes | None") -> "Bits | None":
        if frame and len(frame) == 2 and frame[0] == _RATS:
            return with_crc(_ATS), 56, 0
        return Silent.answer(self, frame)


def chip_of(uid: bytes, sak: int, model: int) -> Silent:
    """The chip that shows this UID and SAK; `model` says which NTAG."""
    if sak & _ISO_DEP:
        return IsoDep(uid, sak)
    if sak & _CLASSIC:
        return Classic(uid, sak)
    if len(uid) == 7:
        return Ntag(uid, sak, model)
    return Silent(uid, sak)
