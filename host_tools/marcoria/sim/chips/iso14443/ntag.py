"""NXP NTAG213, 215 and 216: what they answer once they are selected, from their data sheet."""

from marcoria.sim.chips.iso14443.ntag_memory import COUNTS, PROT, NtagMemory
from marcoria.sim.chips.iso14443.silent import ACK, Silent, short, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.iso14443.frames import Bits

# NAKs
INVALID, BROKEN, SHUT = 0, 1, 4

_VERSIONS = {
    213: b"\x00\x04\x04\x02\x01\x00\x0f\x03",
    215: b"\x00\x04\x04\x02\x01\x00\x11\x03",
    216: b"\x00\x04\x04\x02\x01\x00\x13\x03",
}
_COUNTER = 2  # the number of the only one
_MOST = 0xFFFFFF  # it stays there


class Ntag(Silent):
    """Any frame gets an answer; a NAK ends it being selected.

    Not modelled, and noted: the mirror of UID and counter in the user's memory, and a signature
    that anybody could check. A write is done at once; a real card takes some ms.
    """

    def __init__(self, uid: bytes, sak: int, model: int) -> None:
        Silent.__init__(self, uid, sak)
        self.version = _VERSIONS[model]
        self.memory = NtagMemory(uid, model)
        self.count = 0  # of power-ups in which it was read
        self._wrong = 0  # passwords, since the last right one
        self.start()
        self.leave()

    def start(self) -> None:
        self._counted = False

    def leave(self) -> None:
        self._known = False  # whether the password was given
        self._page: "int | None" = None  # which the next frame is to be written to

    def answer(self, frame: "bytes | None") -> "Bits | None":
        page, self._page = self._page, None
        if not frame:
            return short(BROKEN)
        if page is not None:
            return self._second_part(page, frame)
        count, does = _COMMANDS.get(frame[0], (0, None))
        if does is None or len(frame) != 1 + count:
            return short(INVALID)
        return does(self, frame)

    # --- commands -------------------------------------------------------------------------------

    def _get_version(self, frame: bytes) -> "Bits":
        return whole(self.version)

    def _read(self, frame: bytes) -> "Bits":
        """Four pages, those after the last being the first again."""
        limit, first = self._readable(), frame[1]
        if first >= limit:
            return short(INVALID)
        self._is_read()
        shown = self.memory.shown()[: 4 * limit]
        while len(shown) < 4 * first + 16:
            shown += shown[:16]
        return whole(shown[4 * first : 4 * first + 16])

    def _fast_read(self, frame: bytes) -> "Bits":
        first, last = frame[1], frame[2]
        if not first <= last < self._readable():
            return short(INVALID)
        self._is_read()
        return whole(self.memory.shown()[4 * first : 4 * last + 4])

    def _write(self, frame: bytes) -> "Bits":
        if not self._writable(frame[1]):
            return short(INVALID)
        self.memory.write(frame[1], frame[2:])
        return short(ACK)

    def _compatibility_write(self, frame: bytes) -> "Bits":
        if not self._writable(frame[1]):
            return short(INVALID)
        self._page = frame[1]
        return short(ACK)

    def _second_part(self, page: int, frame: bytes) -> "Bits":
        """Sixteen bytes, of which four are written."""
        if len(frame) != 16:
            return short(INVALID)
        self.memory.write(page, frame[:4])
        return short(ACK)

    def _read_count(self, frame: bytes) -> "Bits":
        memory = self.memory
        known = self._known or not memory.count_protected
        if frame[1] != _COUNTER or not memory.access & COUNTS or not known:
            return short(INVALID)
        count = self.count
        return whole(bytes((count & 0xFF, count >> 8 & 0xFF, count >> 16)))

    def _read_signature(self, frame: bytes) -> "Bits":
        if frame[1]:
            return short(INVALID)
        self.note = "the signature of an NTAG is made up, no key checks it"
        return whole((self.uid * 5)[:32])

    def _password(self, frame: bytes) -> "Bits":
        tries = self.memory.tries
        if tries and self._wrong >= tries:
            return short(SHUT)
        if frame[1:] != self.memory.password:
            self._wrong += 1
            return short(INVALID)
        self._wrong = 0
        self._known = True
        return whole(self.memory.pack)

    # --- what they share ------------------------------------------------------------------------

    def _readable(self) -> int:
        """The first page that cannot be read."""
        memory = self.memory
        if memory.access & PROT and not self._known:
            return min(memory.auth0, memory.pages)
        return memory.pages

    def _writable(self, page: int) -> bool:
        return (self._known or page < self.memory.auth0) and self.memory.writable(page)

    def _is_read(self) -> None:
        if self.memory.mirrors:
            self.note = "an NTAG's mirror of its UID and counter is not modelled"
        if self.memory.access & COUNTS and not self._counted:
            self.count = min(self.count + 1, _MOST)
            self._counted = True


# How many bytes follow each command, and what it does.
_COMMANDS: "dict[int, tuple[int, Callable[[Ntag, bytes], Bits]]]" = {
    0x60: (0, Ntag._get_version),
    0x30: (1, Ntag._read),
    0x3A: (2, Ntag._fast_read),
    0xA2: (5, Ntag._write),
    0xA0: (1, Ntag._compatibility_write),
    0x39: (1, Ntag._read_count),
    0x3C: (1, Ntag._read_signature),
    0x1B: (4, Ntag._password),
}
