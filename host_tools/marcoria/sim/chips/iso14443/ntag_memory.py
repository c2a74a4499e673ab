"""The memory of an NTAG213, 215 or 216, as its data sheet has it: pages of four bytes."""

from marcoria.sim.chips.iso14443.uid import levels_of

UID_PAGES = 2  # nobody writes there
STATIC_LOCK = 2  # the page with the lock bits of the first 16
CC = 3  # capability container
_INTERNAL = 0x48
_RFUI = 0xBD  # behind the dynamic lock bits
# From the end on
_DYNAMIC_LOCK, _CFG0, _CFG1, _PWD, _PACK = 5, 4, 3, 2, 1
# Bits of ACCESS
PROT, _CFGLCK, COUNTS, _COUNT_PROT, _AUTHLIM = 0x80, 0x40, 0x10, 0x08, 0x07

# Of each model: its pages, how many of them a dynamic lock bit locks, the size in its CC, and
# pages 4 and 5 as delivered.
MODELS = {
    213: (45, 2, 0x12, b"\x01\x03\xa0\x0c\x34\x03\x00\xfe"),
    215: (135, 16, 0x3E, b"\x03\x00\xfe\x00\x00\x00\x00\x00"),
    216: (231, 16, 0x6D, b"\x03\x00\xfe\x00\x00\x00\x00\x00"),
}
# Which bits each of the first three static lock bits freezes.
_STATIC_FROZEN = (0x0008, 0x03F0, 0xFC00)


class NtagMemory:
    """As delivered, and what is written since. Locks and configuration act at once."""

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
        """The first page that the password protects."""
        return self.data[4 * self._cfg0 + 3]

    @property
    def access(self) -> int:
        return self.data[4 * self._cfg0 + 4]

    @property
    def tries(self) -> int:
        """How many wrong passwords close the card for good; 0 for any number."""
        return self.access & _AUTHLIM

    @property
    def count_protected(self) -> bool:
        return self.access & _COUNT_PROT != 0

    @property
    def mirrors(self) -> bool:
        """Whether UID or counter are to be shown in the user's memory."""
        return self.data[4 * self._cfg0] & 0xC0 != 0

    @property
    def password(self) -> bytes:
        return bytes(self.data[-8:-4])

    @property
    def pack(self) -> bytes:
        """What the card answers to its password."""
        return bytes(self.data[-4:-2])

    # --- pages ----------------------------------------------------------------------------------

    def shown(self) -> bytes:
        """What can be read: all but password and its answer, which read as 0."""
        return bytes(self.data[:-8]) + bytes(8)

    def writable(self, page: int) -> bool:
        """Whether there is such a page and neither its maker nor a lock bit keeps it as it is."""
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
        """Four bytes into a page. Lock bits and those of the CC are only ever set."""
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
        """Each bit of the third byte freezes two in the first two."""
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
