"""Second implementation of an NTAG, written from the data sheet without the model's code.

The data sheet is "NTAG213/215/216". This file follows its sections 8.5 (memory), 8.7 (counter),
8.8 (password), 9.3 (NAKs) and 10 (commands).
"""

# For each type: number of pages, size byte of the version, size byte of the capability container
# (CC), and the content of pages 4 and 5.
SHEET = {
    213: (0x2D, "0f", "12", "0103a00c340300fe"),
    215: (0x87, "11", "3e", "0300fe0000000000"),
    216: (0xE7, "13", "6d", "0300fe0000000000"),
}
# Section 8.5.3: the pages that each dynamic lock bit locks.
LOCKS = {
    213: [(p, p + 1) for p in range(16, 40, 2)],
    215: [tuple(range(p, min(p + 16, 130))) for p in range(16, 130, 16)],
    216: [tuple(range(p, min(p + 16, 226))) for p in range(16, 226, 16)],
}
# Section 8.5.2: the static lock bits that bits 0, 1 and 2 of the static lock bytes freeze.
STATIC_FREEZES = [(3,), range(4, 10), range(10, 16)]


class Paper:
    """Model of an NTAG.

    `answer` takes a frame without CRC. It returns the data of the answer as hex, or the number of
    an ACK or NAK.
    """

    def __init__(self, uid, model):
        self.model = model
        count, self.size, cc, first = SHEET[model]
        self.pages = ["00000000"] * count
        bcc0 = 0x88 ^ uid[0] ^ uid[1] ^ uid[2]
        bcc1 = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
        self.pages[0] = uid[:3].hex() + f"{bcc0:02x}"
        self.pages[1] = uid[3:].hex()
        self.pages[2] = f"{bcc1:02x}480000"
        self.pages[3] = f"e110{cc}00"
        self.pages[4], self.pages[5] = first[:8], first[8:]
        self.pages[-5:] = ["000000bd", "040000ff", "00050000", "ffffffff", "00000000"]
        self.count = self.wrong = 0
        self.power()

    def power(self):
        self.first_read = True
        self.select()

    def select(self):
        self.authenticated = False
        self.half = None

    def byte(self, page, at):
        return int(self.pages[page][2 * at : 2 * at + 2], 16)

    @property
    def access(self):
        return f"{self.byte(-3, 0):08b}"

    def locked(self, page):
        if page in (0, 1):
            return True
        if 3 <= page <= 15:
            return bool(self.byte(2, 2 + page // 8) >> page % 8 & 1)
        if page in (len(self.pages) - 4, len(self.pages) - 3):
            return self.access[1] == "1"
        for bit, pages in enumerate(LOCKS[self.model]):
            if page in pages:
                return bool(self.byte(-5, bit // 8) >> bit % 8 & 1)
        return False

    def protected(self, page):
        return not self.authenticated and page >= self.byte(-4, 3)

    def hidden(self, page):
        return self.access[0] == "1" and self.protected(page)

    def shown(self, page):
        return "00000000" if page >= len(self.pages) - 2 else self.pages[page]

    def answer(self, frame):
        result = self.answered(frame)
        if result in (0, 1, 4, 5):
            self.select()
        return result

    def answered(self, frame):
        half, self.half = self.half, None
        if half is not None:
            if len(frame) != 16:
                return 0
            self.store(half, frame[:4])
            return 10
        name = f"{frame[0]:02x}/{len(frame)}"
        return getattr(self, NAMES[name])(*frame[1:]) if name in NAMES else 0

    def version(self):
        return f"000404020100{self.size}03"

    def read(self, page):
        if page >= len(self.pages) or self.hidden(page):
            return 0
        self.tick()
        text = ""
        for _ in range(4):
            text += self.shown(page)
            page += 1
            if page == len(self.pages) or self.hidden(page):
                page = 0
        return text

    def fast_read(self, first, last):
        if first > last or last >= len(self.pages) or self.hidden(last) or self.hidden(first):
            return 0
        self.tick()
        return "".join(self.shown(page) for page in range(first, last + 1))

    def tick(self):
        if self.access[3] == "1" and self.first_read:
            self.first_read = False
            self.count = min(self.count + 1, 0xFFFFFF)

    def refused(self, page):
        return page >= len(self.pages) or self.protected(page) or self.locked(page)

    def write(self, page, *data):
        if self.refused(page):
            return 0
        self.store(page, bytes(data))
        return 10

    def compatibility(self, page):
        if self.refused(page):
            return 0
        self.half = page
        return 10

    def store(self, page, data):
        old = bytes.fromhex(self.pages[page])
        if page == 2:
            frozen = {bit for i in range(3) if old[2] >> i & 1 for bit in STATIC_FREEZES[i]}
            data = old[:2] + self.locks_set(old[2:], data[2:], frozen)
        elif page == 3:
            data = bytes(a | b for a, b in zip(old, data, strict=True))
        elif page == len(self.pages) - 5:
            frozen = {2 * i + j for i in range(8) if old[2] >> i & 1 for j in (0, 1)}
            data = self.locks_set(old[:2], data[:2], frozen) + bytes([old[2] | data[2], 0xBD])
        self.pages[page] = data.hex()

    @staticmethod
    def locks_set(old, given, frozen):
        bits = {n for n in range(16) if old[n // 8] >> n % 8 & 1}
        bits |= {n for n in range(16) if given[n // 8] >> n % 8 & 1 and n not in frozen}
        return sum(1 << n for n in bits).to_bytes(2, "little")

    def counter(self, number):
        closed = self.access[4] == "1" and not self.authenticated
        if number != 2 or self.access[3] == "0" or closed:
            return 0
        return self.count.to_bytes(3, "little").hex()

    def password(self, *given):
        limit = int(self.access[5:], 2)
        if limit and self.wrong >= limit:
            return 4
        if bytes(given).hex() != self.pages[-2]:
            self.wrong += 1
            return 0
        self.wrong = 0
        self.authenticated = True
        return self.pages[-1][:4]


# Method of each command, by its code in hex and the length of the frame.
NAMES = {
    "60/1": "version",
    "30/2": "read",
    "3a/3": "fast_read",
    "a2/6": "write",
    "a0/2": "compatibility",
    "39/2": "counter",
    "1b/5": "password",
}
