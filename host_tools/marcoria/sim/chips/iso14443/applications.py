"""Models of the chips in cards (NTAG21x, MIFARE Classic, ISO-DEP): answers of a selected card."""

from marcoria.sim.chips.iso14443.frames import levels_of, with_crc
from marcoria.sim.chips.kernel import Dice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.iso14443.frames import Bits

ACK = 0xA  # four-bit answer to an accepted command; every other four-bit answer is a NAK
UID_PAGES = 2  # number of pages at the start of an NTAG that have the UID and cannot be written
STATIC_LOCK = 2  # index of the page with the lock bits of pages 3 to 15
CC = 3  # index of the page with the capability container
_INTERNAL = 0x48  # value of byte 9 of an NTAG's memory, which the data sheet calls "internal"
_RFUI = 0xBD  # value of the byte after the dynamic lock bits
# Pages of an NTAG, counted from the last page, which is 1
_DYNAMIC_LOCK, _CFG0, _CFG1, _PWD, _PACK = 5, 4, 3, 2, 1
# Bits of the byte ACCESS of an NTAG. PROT: protected pages cannot be read without the password.
# _CFGLCK: the configuration is locked. COUNTS: the counter is enabled. _COUNT_PROT: the counter
# cannot be read without the password. _AUTHLIM: mask of the limit for wrong passwords.
PROT, _CFGLCK, COUNTS, _COUNT_PROT, _AUTHLIM = 0x80, 0x40, 0x10, 0x08, 0x07

# For each model of an NTAG: number of pages, number of pages that one dynamic lock bit locks, size
# byte of the CC, and content of pages 4 and 5 as delivered.
MODELS = {
    213: (45, 2, 0x12, b"\x01\x03\xa0\x0c\x34\x03\x00\xfe"),
    215: (135, 16, 0x3E, b"\x03\x00\xfe\x00\x00\x00\x00\x00"),
    216: (231, 16, 0x6D, b"\x03\x00\xfe\x00\x00\x00\x00\x00"),
}
# For each of the first three static lock bits: mask of the static lock bits that it freezes.
_STATIC_FROZEN = (0x0008, 0x03F0, 0xFC00)

# NAKs of an NTAG: wrong command, page or password; damaged frame; too many wrong passwords
INVALID, BROKEN, SHUT = 0, 1, 4

_VERSIONS = {
    213: b"\x00\x04\x04\x02\x01\x00\x0f\x03",
    215: b"\x00\x04\x04\x02\x01\x00\x11\x03",
    216: b"\x00\x04\x04\x02\x01\x00\x13\x03",
}
_COUNTER = 2  # number of the NTAG's only counter
_MOST = 0xFFFFFF  # largest value of the counter

_BLOCKS = 64  # number of blocks of a MIFARE Classic
_SECTOR = 4  # number of blocks of a sector; the last one, the trailer, has keys and access bits
_AUTHENTICATE = (0x60, 0x61)  # commands for authentication with key A and with key B
_READ = 0x30
_OTHERS = (0xA0, 0xB0, 0xC0, 0xC1, 0xC2)  # write, transfer, decrement, increment, restore
# NAKs of a Classic for a wrong command and for a wrong CRC, while its transfer buffer is empty.
CLASSIC_INVALID, CLASSIC_BROKEN = 4, 5
# Trailer as delivered: key A (which reads as 0), access bits, key B.
_TRAILER = bytes(6) + b"\xff\x07\x80\x69" + b"\xff" * 6

# Bits of SAK, the answer to the SELECT that completes the UID
_ISO_DEP = 0x20  # the card supports ISO/IEC 14443-4
_CLASSIC = 0x08

_RATS = 0xE0
# The answer to RATS. It says that the card accepts CIDs and frames of up to 256 bytes, uses the
# same speed in both directions, needs no pause after the ATS, and answers within 38.7 ms.
_ATS = b"\x05\x78\x80\x70\x02"


class Silent:
    """An unknown chip, and the base class of the known chips.

    An unknown chip never answers, so any frame deselects its card. If the last frame needs
    behaviour that is not modelled, `note` describes it. `Field` logs and clears the note.
    """

    note = ""

    def __init__(self, uid: bytes, sak: int) -> None:
        self.uid = uid
        self.sak = sak

    @property
    def ciphered(self) -> bool:
        """Return whether frames are ciphered in both directions (the cipher is not modelled)."""
        return False

    def start(self) -> None:
        """Start after power-up."""

    def leave(self) -> None:
        """Leave the selected state."""

    def answer(self, frame: "bytes | None") -> "Bits | None":
        """Return the answer to a frame, or None if the chip does not answer.

        `frame` has no CRC. It is None if the CRC was wrong or the frame was damaged.
        """
        if frame is not None:
            self.note = "the answer of a card with SAK %02X to %s is not modelled" % (
                self.sak,
                frame.hex(),
            )
        return None

    def open(self, block: int) -> None:
        """Open the sector of a block after authentication; do nothing if there are no sectors."""


def short(code: int) -> "Bits":
    """Return an ACK or NAK as an answer of four bits."""
    return bytes((code,)), 4, 0


def is_nak(answer: "Bits") -> bool:
    """Return whether an answer is a NAK."""
    return answer[1] == 4 and answer[0][0] != ACK


def whole(data: "bytes | bytearray") -> "Bits":
    """Return an answer that consists of these bytes and their CRC."""
    return with_crc(data), 8 * len(data) + 16, 0


class NtagMemory:
    """Memory of an NTAG, in pages of four bytes; a new card has the content as delivered.

    Changes of lock bits and configuration take effect at once.
    """

    def __init__(self, uid: bytes, model: int) -> None:
        self.pages, self._run, size, first = MODELS[model]
        self.data = data = bytearray(4 * self.pages)
        levels = levels_of(uid)
        data[0:9] = levels[0][1:] + levels[1]
        data[9] = _INTERNAL
        data[12:16] = bytes((0xE1, 0x10, size, 0))
        data[16:24] = first
        self.dynamic_lock = self.pages - _DYNAMIC_LOCK
        data[4 * self.dynamic_lock + 3] = _RFUI
        self._cfg0 = self.pages - _CFG0
        data[4 * self._cfg0 : 4 * self.pages - 4] = (
            b"\x04\x00\x00\xff" + b"\x00\x05\x00\x00" + b"\xff\xff\xff\xff"
        )

    # --- configuration --------------------------------------------------------------------------

    @property
    def auth0(self) -> int:
        """Return the index of the first page that the password protects.

        If the card has no page with this index, the password protects nothing.
        """
        return self.data[4 * self._cfg0 + 3]

    @property
    def access(self) -> int:
        """Return the ACCESS byte of the configuration."""
        return self.data[4 * self._cfg0 + 4]

    @property
    def tries(self) -> int:
        """Return the limit for wrong passwords in a row, 0 for no limit.

        Once the limit is reached, the card refuses every password for ever.
        """
        return self.access & _AUTHLIM

    @property
    def count_protected(self) -> bool:
        """Return whether reading the counter needs the password."""
        return self.access & _COUNT_PROT != 0

    @property
    def mirrors(self) -> bool:
        """Return whether the card mirrors its UID or counter in the user's memory."""
        return self.data[4 * self._cfg0] & 0xC0 != 0

    @property
    def password(self) -> bytes:
        """Return the password."""
        return bytes(self.data[-8:-4])

    @property
    def pack(self) -> bytes:
        """Return the card's answer to its password."""
        return bytes(self.data[-4:-2])

    # --- pages ----------------------------------------------------------------------------------

    def shown(self) -> bytes:
        """Return the memory as a reader gets it: the password and PACK, the last pages, are 0."""
        return bytes(self.data[:-8]) + bytes(8)

    def writable(self, page: int) -> bool:
        """Return whether a page exists, has no part of the UID, and is not locked."""
        if not UID_PAGES <= page < self.pages:
            return False
        if page == STATIC_LOCK or page == self.dynamic_lock:
            return True
        if page < 16:
            return not self._word(STATIC_LOCK, 2) >> page & 1
        if page < self.dynamic_lock:
            return not self._word(self.dynamic_lock, 0) >> (page - 16) // self._run & 1
        return page >= self.pages - _PWD or not self.access & _CFGLCK

    def write(self, page: int, given: bytes) -> None:
        """Write four bytes into a page that is writable.

        Lock bits and bits of the CC can be set, but not cleared. Frozen lock bits do not change.
        """
        at = 4 * page
        if page == STATIC_LOCK:
            word = self._word(page, 2)
            frozen = sum([mask for i, mask in enumerate(_STATIC_FROZEN) if word >> i & 1])
            self._set(at + 2, word | (given[2] | given[3] << 8) & ~frozen)
        elif page == self.dynamic_lock:
            self._write_dynamic_lock(at, given)
        elif page == CC:
            for i in range(4):
                self.data[at + i] |= given[i]
        else:
            self.data[at : at + 4] = given[:4]

    def _write_dynamic_lock(self, at: int, given: bytes) -> None:
        """Set dynamic lock bits, which are in the first two bytes of the page.

        Each bit of the third byte freezes two lock bits. It can be set, but not cleared.
        """
        freezing = self.data[at + 2]
        frozen = sum([3 << 2 * i for i in range(8) if freezing >> i & 1])
        word = self._word(self.dynamic_lock, 0)
        self._set(at, word | (given[0] | given[1] << 8) & ~frozen)
        self.data[at + 2] |= given[2]

    def _word(self, page: int, at: int) -> int:
        at += 4 * page
        return self.data[at] | self.data[at + 1] << 8

    def _set(self, at: int, word: int) -> None:
        self.data[at] = word & 0xFF
        self.data[at + 1] = word >> 8


class Ntag(Silent):
    """An NTAG21x. It answers every frame, and is deselected after a NAK.

    Not modelled are the mirror of UID and counter, and the signature; `note` reports their use. A
    write takes no time, while a real card takes some ms.
    """

    def __init__(self, uid: bytes, sak: int, model: int) -> None:
        Silent.__init__(self, uid, sak)
        self.version = _VERSIONS[model]
        self.memory = NtagMemory(uid, model)
        # The NFC counter: number of power-ups after which the card was read with COUNTS set.
        self.count = 0
        self._wrong = 0  # number of wrong passwords since the last right one
        self.start()
        self.leave()

    def start(self) -> None:
        """Start after power-up: the next read increments the counter if COUNTS is set."""
        self._counted = False

    def leave(self) -> None:
        """Leave the selected state: end the authentication, and cancel an unfinished write."""
        self._known = False  # whether the reader has sent the right password
        # Page to which a compatibility write will write the next frame.
        self._page: "int | None" = None

    def answer(self, frame: "bytes | None") -> "Bits | None":
        """Return the answer to a frame: a NAK if the frame is damaged or the command refused."""
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
        """Return four pages, or a NAK if the first of them cannot be read now.

        After the last readable page, continue with page 0.
        """
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
        """Finish a compatibility write: write the first four of sixteen bytes.

        Return ACK, or a NAK if the frame does not have sixteen bytes.
        """
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
        self.note = "the signature of an NTAG is not modelled, so the answer is invented"
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

    # --- shared by the commands -----------------------------------------------------------------

    def _readable(self) -> int:
        """Return how many pages, from page 0 on, can be read now."""
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


# For each command byte: number of bytes after it, and its handler.
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


class Classic(Silent):
    """A MIFARE Classic as delivered.

    Not modelled are the cipher and writing; `note` reports their use. A reader that computes the
    cipher itself gets no answer after the card's challenge, as with a wrong key.
    """

    def __init__(self, uid: bytes, sak: int) -> None:
        Silent.__init__(self, uid, sak)
        self._dice = Dice(uid[0] | uid[1] << 8 | uid[2] << 16)
        self.leave()

    def leave(self) -> None:
        """Close the open sector."""
        self._sector: "int | None" = None
        self._challenged = False

    @property
    def ciphered(self) -> bool:
        """Return whether frames are ciphered: they are while a sector is open."""
        return self._sector is not None

    def open(self, block: int) -> None:
        """Open the sector of a block after authentication."""
        self._sector = block // _SECTOR

    def answer(self, frame: "bytes | None") -> "Bits | None":
        """Return the answer to a frame.

        It is the challenge for an authentication, a block of the open sector, or a NAK. It is None
        for the frame after a challenge.
        """
        if self._challenged:
            self.note = "the cipher of a MIFARE Classic is not modelled"
            return None
        if not frame:
            return short(CLASSIC_BROKEN)
        if len(frame) == 2 and frame[1] < _BLOCKS:
            if frame[0] in _AUTHENTICATE:
                return self._challenge()
            if frame[0] == _READ and frame[1] // _SECTOR == self._sector:
                return whole(self._block(frame[1]))
        if self.ciphered and frame[0] in _OTHERS:
            self.note = "writing to a MIFARE Classic is not modelled"
        return short(CLASSIC_INVALID)

    def _challenge(self) -> "Bits":
        """Return four random bytes without CRC; the reader must cipher its reply to them."""
        self._sector = None
        self._challenged = True
        return bytes([self._dice.below(256) for _ in range(4)]), 32, 0

    def _block(self, block: int) -> bytes:
        if block == 0:
            uid = self.uid
            bcc = bytes((uid[0] ^ uid[1] ^ uid[2] ^ uid[3],)) if len(uid) == 4 else b""
            return (uid + bcc + bytes((self.sak, 0x04, 0x00)) + bytes(16))[:16]
        return _TRAILER if block % _SECTOR == _SECTOR - 1 else bytes(16)


class IsoDep(Silent):
    """A phone or a smartcard, of which only the answer to RATS is modelled."""

    def answer(self, frame: "bytes | None") -> "Bits | None":
        """Return the ATS if the frame is RATS, else None."""
        if frame and len(frame) == 2 and frame[0] == _RATS:
            return with_crc(_ATS), 56, 0
        return Silent.answer(self, frame)


def chip_of(uid: bytes, sak: int, model: int) -> Silent:
    """Return a simulated chip for this UID and SAK; for an NTAG, `model` is a key of MODELS."""
    if sak & _ISO_DEP:
        return IsoDep(uid, sak)
    if sak & _CLASSIC:
        return Classic(uid, sak)
    if len(uid) == 7:
        return Ntag(uid, sak, model)
    return Silent(uid, sak)
