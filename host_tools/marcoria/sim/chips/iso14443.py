"""ISO/IEC 14443-3 type A at 106 kbit/s: cards (PICC), and the air between them and one antenna.

A `Tag` is the card's state machine. A `Field` is what one antenna reaches: it switches the tags
on and off, carries the reader's frame to them and superposes their answers bit by bit. Times are
counted in carrier cycles (13.56 MHz) and become whole microseconds at the end.

A frame is a bytearray with the first bit on the air in bit 0 of byte 0, and its number of data
bits; start bit and parity are on the air but not in it. The answer to an ANTICOLLISION that ends
within a byte starts within that byte: `align` is the number of bits it leaves out.
"""

import math

from marcoria.sim.chips.dice import Dice

ETU = 128  # a bit in carrier cycles: 9.44 us
# From the end of the reader's last bit to the card's start bit. The standard counts 1236 after a
# last bit 1 and 1172 after a 0, each from the end of the last pause; a pause lies half a bit
# later after a 0 than after a 1, so that from the frame's end both are the same but for the
# pause's width.
FDT = 1236

REQA = 0x26  # short frames, 7 bits
WUPA = 0x52
SEL = (0x93, 0x95, 0x97)  # ANTICOLLISION and SELECT of cascade levels 1, 2, 3
CASCADE_TAG = 0x88
HLTA = 0x50
READ = 0x30  # of an NTAG: four pages
GET_VERSION = 0x60
NTAG213 = b"\x00\x04\x04\x02\x01\x00\x0f\x03"  # the answer to it
CASCADE = 0x04  # SAK: the UID goes on

# States of a card. READY and ACTIVE have a starred form, `Tag.star`: the card was woken from HALT
# and an error sends it back there.
POWER_OFF, IDLE, READY1, READY2, READY3, ACTIVE, HALT = range(7)
NAMES = ("POWER-OFF", "IDLE", "READY1", "READY2", "READY3", "ACTIVE", "HALT")

# Coupling, 1.0 well: below POWERED a card does not start, from RELIABLE on nothing is lost.
POWERED = 0.2
RELIABLE = 0.6

RAMP_US = 30  # until the carrier has its full amplitude


def us(cycles):
    """Carrier cycles in whole microseconds."""
    return (cycles * 100 + 678) // 1356


def _crc_of(byte):
    for _ in range(8):
        byte = byte >> 1 ^ 0x8408 if byte & 1 else byte >> 1
    return byte


_CRC = tuple([_crc_of(i) for i in range(256)])


def crc_a(data, count, crc=0x6363):
    """CRC_A of the first `count` bytes; the low byte goes first. Over its own CRC it is 0."""
    for i in range(count):
        crc = crc >> 8 ^ _CRC[(crc ^ data[i]) & 0xFF]
    return crc


def with_crc(data):
    """The bytes and their CRC_A, as on the air."""
    crc = crc_a(data, len(data))
    return bytes(data) + bytes((crc & 0xFF, crc >> 8))


class Tag:
    """A card with a UID of 4, 7 or 10 bytes. `pages` is its memory, which READ shows.

    To be ordered: `start_up_us`, from the carrier's full amplitude until it understands (5 ms are
    what the standard allows); `hold_us`, for which it keeps its state without a carrier (5 ms at
    most); `leave_after(bits)`.
    """

    def __init__(self, uid, sak=None, start_up_us=5000, hold_us=1000, pages=None):
        self.start_up_us = start_up_us
        self.hold_us = hold_us
        self.ready_at = 0
        self.star = False
        self.state = POWER_OFF
        self._kept = (IDLE, False)  # the state, while the supply's capacitor lasts
        self._off_at = None
        self._sources = []  # the fields that feed it
        self._leaves_after = None
        self._set_uid(bytes(uid))
        self.sak = (0x08 if len(uid) == 4 else 0x00) if sak is None else sak
        self.pages = self._ntag() if pages is None else pages

    def _set_uid(self, uid):
        if len(uid) not in (4, 7, 10):
            raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(uid)}")
        self.uid = uid
        self.levels = []  # of each cascade level: four bytes and BCC
        rest = uid
        while rest:
            part = rest if len(rest) == 4 else bytes((CASCADE_TAG,)) + rest[:3]
            rest = rest[4:] if len(rest) == 4 else rest[3:]
            self.levels.append(part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)))
        # Bits 7, 8: how long the UID is; bit 3: one of five ways to answer bit by bit.
        self.atqa = bytes((0x04 | (len(self.levels) - 1) << 6, 0))

    def _ntag(self):
        """An empty NTAG213: UID, capability container, 45 pages."""
        pages = bytearray(180)
        pages[: len(self.uid)] = self.uid
        pages[12:16] = b"\xe1\x10\x12\x00"
        return pages

    def name(self):
        """The state as the standard writes it, such as READY2*."""
        return NAMES[self.state] + ("*" if self.star and READY1 <= self.state <= ACTIVE else "")

    def leave_after(self, bits):
        """Orders: the card is taken away when that many bits of its next answer are sent."""
        self._leaves_after = bits

    def power(self, field, on, now):
        """A field starts or stops to feed the card."""
        if on:
            if field not in self._sources:
                self._sources.append(field)
            if self.state == POWER_OFF:
                self._wake(now)
        elif field in self._sources:
            self._sources.remove(field)
            if not self._sources:
                self._kept = (self.state, self.star)
                self.state = POWER_OFF
                self._off_at = now

    def _wake(self, now):
        if self._off_at is not None and now - self._off_at < self.hold_us:
            self.state, self.star = self._kept
            self.ready_at = max(self.ready_at, now + RAMP_US)
            return
        self.state, self.star = IDLE, False
        self.ready_at = now + RAMP_US + self.start_up_us
        self.start()

    def start(self):
        """What a card does anew each time that it gets power."""

    def hear(self, data, bits, good):
        """A frame from the reader, or a broken one: the answer (bytes, bits, align) or None."""
        state = self.state
        if state in (IDLE, HALT):
            if not good or bits != 7:
                return None
            if data[0] == WUPA or (data[0] == REQA and state == IDLE):
                self.star = state == HALT
                self.state = READY1
                return self.atqa, 16, 0
            return None
        answer = None
        if good and state == ACTIVE:
            answer = self._active(data, bits)
        elif good and state != POWER_OFF:
            answer = self._ready(data, bits)
        if answer is None:
            self._fall()
        return answer

    def _fall(self):
        """Any error, and any command that has no place here."""
        if self.state != HALT:
            self.state = HALT if self.star else IDLE
        self.star = False

    def _ready(self, data, bits):
        number = self.state - READY1
        if bits < 16 or data[0] != SEL[number]:
            return None
        level = self.levels[number]
        nvb = data[1]
        if nvb == 0x70:
            return self._select(data, bits, number, level)
        known = (nvb >> 4) * 8 + (nvb & 15) - 16
        if nvb & 8 or not 0 <= known < 40 or bits != known + 16:
            return None
        whole, part = known >> 3, known & 7
        for i in range(whole):
            if data[2 + i] != level[i]:
                return None
        mask = (1 << part) - 1
        if part and (data[2 + whole] ^ level[whole]) & mask:
            return None
        answer = bytearray(level[whole:])
        answer[0] &= 0xFF ^ mask
        return answer, 40 - known, part

    def _select(self, data, bits, number, level):
        if bits != 72 or crc_a(data, 9) or bytes(data[2:7]) != level:
            return None
        if number + 1 < len(self.levels):
            self.state += 1
            return with_crc((CASCADE,)), 24, 0
        self.state = ACTIVE
        return with_crc((self.sak,)), 24, 0

    def _active(self, data, bits):
        if bits & 7 or bits < 24 or crc_a(data, bits >> 3):
            return None
        if data[0] == HLTA and bits == 32 and data[1] == 0:
            self.state = HALT
        elif data[0] == READ and bits == 32:
            return self._read(data[1])
        elif data[0] == GET_VERSION and bits == 24 and len(self.uid) == 7:
            return with_crc(NTAG213), 80, 0
        return None

    def _read(self, page):
        pages = self.pages
        if page * 4 >= len(pages):
            self._fall()
            return b"\0", 4, 0  # NAK
        whole = bytes(pages) + bytes(pages[:16])
        return with_crc(whole[page * 4 : page * 4 + 16]), 144, 0


class RandomTag(Tag):
    """A phone: a UID of 4 bytes that begins with 08 and is another after each power-up."""

    def __init__(self, seed=1, **options):
        self.dice = Dice(seed)
        Tag.__init__(self, b"\x08\0\0\0", sak=0x20, **options)

    def start(self):
        self._set_uid(bytes([0x08] + [self.dice.below(256) for _ in range(3)]))


class Echo:
    """What comes back from the tags, as a receiver sees it.

    Its bits lie in `data` from bit `align` on, at first where the card has them (`first`).
    `collided` has a mask of colliding bits for each byte, `broken` whether its parity is wrong;
    both are None as long as all is well. Without `start` the start bit is mangled.
    """

    def __init__(self, data, bits, align):
        self.data = data
        self.bits = bits
        self.align = align
        self.first = align
        self.parity = 1  # bits of it after each byte that are no data
        self.collided = None
        self.broken = None
        self.start = True

    def etus(self, bits):
        """When so many of its bits are over, counted in bits on the air from its start bit on."""
        return 1 + bits + (self.first + bits) // 8 * self.parity

    def sent(self, etus):
        """How many of its bits are over after so many bits on the air."""
        etus += self.first - 1
        if self.parity:
            etus -= etus // 9
        return min(max(etus - self.first, 0), self.bits)

    def cut(self, bits):
        """Nothing comes after so many bits."""
        if bits < self.bits:
            self.bits = bits
            last = self.align + bits
            self.data = bytearray(self.data[: (last + 7) // 8])
            if last & 7:
                self.data[-1] &= (1 << (last & 7)) - 1

    def realign(self, align):
        """Puts the same bits to bit `align` and on."""
        by = align - self.align
        if by:
            self.data = _shifted(self.data, by)
            if self.collided:
                self.collided = _shifted(self.collided, by)
                self.broken = [max(self.broken)] * len(self.data)
            self.align = align

    def show_parity(self):
        """For a receiver that takes parity for data."""
        value, count, start = 0, 0, self.first
        for i in range((self.first + self.bits + 7) // 8):
            stop = min(self.first + self.bits - 8 * i, 8)
            value |= self.data[i] >> start << count
            count += stop - start
            if stop == 8:
                value |= (_odd(self.data[i]) ^ 1 ^ bool(self.broken and self.broken[i])) << count
                count += 1
            start = 0
        self.data = bytearray(
            (value << self.align).to_bytes((self.align + count + 7) // 8, "little")
        )
        self.bits = count
        self.parity = 0
        self.collided = self.broken = None

    def hit(self, i, dice):
        """Noise in byte i: any of its nine bits may turn over, or look like a collision."""
        how = dice.below(1 << 13)
        if self.broken is None:
            self.broken = [False] * (len(self.data) + 1)
            self.collided = [0] * (len(self.data) + 1)
            self.data = bytearray(self.data)
        first = self.align if i == 0 else 0
        after = min(self.align + self.bits - 8 * i, 8)
        mask = 0xFF >> (8 - after) & 0xFF << first
        if how >> 9 == 0:
            self.start = i != 0
        if how >> 10 == 1:
            self.collided[i] |= how & mask
            return
        flipped = (how & 0xFF or 1) & mask
        self.data[i] ^= flipped
        if how >> 8 & 1 != _odd(flipped):
            self.broken[i] = not self.broken[i]


def _odd(byte):
    """Whether an odd number of its bits are 1."""
    byte ^= byte >> 4
    return 0x6996 >> (byte & 15) & 1


def _shifted(data, by):
    value = int.from_bytes(bytes(data), "little")
    value = value << by if by >= 0 else value >> -by
    return bytearray(value.to_bytes(len(data) + 1, "little"))


class Field:
    """What one antenna reaches.

    To be ordered: `noise`, the chance (0 to 1) that a byte on the air is mangled, either way;
    `fails`, that no carrier comes although the reader drives one; and a weak card, a card that
    hovers or a neighbour's, by its coupling (see `put`).
    """

    def __init__(self, seed=1):
        self.reader = None  # the chip with the antenna, see `attach`
        self.on = False
        self.fails = False
        self.tags = []
        self.noise = 0.0
        self.frames = 0  # sent by the reader, for tests and benchmarks
        self._driven = False
        self._coupling = []
        self._sources = []  # of the answer on the air: [tag, bytes, bits, align, strength]
        self._collision = 0.5
        self._echo = None
        self._dice = Dice(seed)
        self._gap_noise = 0.0
        self._gap = 0  # bytes until the next one that is mangled

    def seed(self, seed):
        """All chance in the field follows from here on from `seed`."""
        self._dice = Dice(seed)
        self._gap_noise = 0.0

    def attach(self, reader):
        """The reader offers `clock`, `sync()`, how many bits of an answer it has heard,
        `bits_heard()`, and `shortened()`, which tells it that the answer changes from there."""
        self.reader = reader

    def put(self, tag, coupling=1.0):
        """A tag comes near, or nearer: `coupling` 1.0 is well; below 0.6 (RELIABLE) frames and
        bytes get lost, ever more; below 0.2 (POWERED) the tag has no power."""
        self.reader.sync()
        now = self.reader.clock.now
        if tag in self.tags:
            self._coupling[self.tags.index(tag)] = coupling
        else:
            self.tags.append(tag)
            self._coupling.append(coupling)
        tag.power(self, self.on and coupling >= POWERED, now)
        if coupling < POWERED:
            self._silence(tag)

    def lift(self, tag):
        """A tag goes away, if it is there; an answer that it is giving breaks off."""
        if tag in self.tags:
            self.reader.sync()
            self._silence(tag)
            self._remove(tag)

    def set_on(self, on):
        """The reader drives its antenna, or not."""
        self._driven = on
        on = on and not self.fails
        if on == self.on:
            return
        self.on = on
        now = self.reader.clock.now
        for i in range(len(self.tags)):
            self.tags[i].power(self, on and self._coupling[i] >= POWERED, now)
        if not on:
            self._silence(None)

    def fail(self, fails):
        """Orders: no carrier comes, whatever the reader does. False mends it."""
        self.reader.sync()
        self.fails = fails
        self.set_on(self._driven)

    def transmit(self, data, bits, began, clear, gain=1.0, collision=0.5):
        """The reader's frame, which began at `began`, is over; `clear` if a card can read it.

        The Echo that begins FDT from now, or None. An answer is heard as strongly as its tag's
        coupling times `gain`; it collides with a stronger one from `collision` of its strength
        on, and is drowned by it below.
        """
        self.frames += 1
        sources = self._sources = []
        for i in range(len(self.tags) - 1, -1, -1):
            tag = self.tags[i]
            if tag.state == POWER_OFF or tag.ready_at > began:
                continue
            coupling = self._coupling[i]
            good = clear
            if coupling < RELIABLE and self._chance(_loss(coupling)):
                if self._dice.below(2):
                    continue
                good = False
            if self.noise and self._next_hit(len(data)) is not None:
                good = False
            answer = tag.hear(data, bits, good)
            if answer and coupling * gain >= POWERED:
                sources.append([tag, answer[0], answer[1], answer[2], coupling * gain])
                if tag._leaves_after is not None:
                    self._take_away(tag, sources[-1])
        self._collision = collision
        self._echo = self._received() if sources else None
        return self._echo

    def _take_away(self, tag, source):
        source[2] = min(source[2], tag._leaves_after)
        tag._leaves_after = None
        self._remove(tag)

    def _remove(self, tag):
        i = self.tags.index(tag)
        del self.tags[i]
        del self._coupling[i]
        tag.power(self, False, self.reader.clock.now)

    def _received(self):
        """The answers on the air as one, with what the way does to it."""
        echo = self._merged()
        strongest = max([source[4] for source in self._sources])
        if strongest < RELIABLE:
            for i in range(len(echo.data)):
                if self._chance(_loss(strongest) / 5):
                    echo.hit(i, self._dice)
        if self.noise:
            start = 0
            count = len(echo.data)
            while start < count:
                i = self._next_hit(count - start)
                if i is None:
                    break
                echo.hit(start + i, self._dice)
                start += i + 1
        return echo

    def _merged(self):
        sources = self._sources
        if len(sources) == 1:
            _, data, bits, align, _ = sources[0]
            echo = Echo(data, 8 * len(data) - align, align)
            echo.cut(bits)
            return echo
        loudest = max([source[4] for source in sources])
        loud = [source for source in sources if source[4] >= loudest * self._collision]
        length = max([len(source[1]) for source in loud])
        ones, zeros = bytearray(length), bytearray(length)
        bits = 0
        for _, data, count, align, _ in loud:
            bits = max(bits, count)
            for i in range(length):
                # Where this tag sends: its bits from `align` to `align + count`.
                mask = _between(align - 8 * i, align + count - 8 * i)
                byte = data[i] if i < len(data) else 0
                ones[i] |= byte & mask
                zeros[i] |= ~byte & mask
        echo = Echo(ones, bits, min([source[3] for source in loud]))
        collided = [ones[i] & zeros[i] for i in range(length)]
        if max(collided):
            echo.collided = collided
            echo.broken = [False] * length
        return echo

    def _silence(self, tag):
        """The tag, or with None every one, stops in the middle of what it sends."""
        echo = self._echo
        if echo is None:
            return
        heard = self.reader.bits_heard()
        if heard >= echo.bits:
            return
        sources = self._sources
        for source in sources:
            if tag is None or source[0] is tag:
                source[2] = min(source[2], heard)
        if len(sources) > 1:
            self._go_on(echo, (echo.align + heard) // 8 + 1)
        echo.cut(max([source[2] for source in sources]))
        self.reader.shortened()

    def _go_on(self, echo, start):
        """One tag of several has stopped: from byte `start` on only the others send."""
        rest = self._merged()
        rest.realign(echo.align)
        for i in range(start, min(len(echo.data), len(rest.data))):
            echo.data[i] = rest.data[i]
            if echo.collided:
                echo.collided[i] = rest.collided[i] if rest.collided else 0

    def _chance(self, share):
        return self._dice.chance(int(share * 1000000))

    def _next_hit(self, count):
        """Which of the next `count` bytes on the air noise mangles, or None."""
        if self._gap_noise != self.noise:
            self._gap_noise = self.noise
            self._draw_gap()
        if self._gap >= count:
            self._gap -= count
            return None
        i = self._gap
        self._draw_gap()
        return i

    def _draw_gap(self):
        """Mangled bytes are rare: rather than a throw for each byte one for the next."""
        if self.noise >= 1:
            self._gap = 0
            return
        share = (self._dice.below(65536) + 1) / 65537
        self._gap = int(math.log(share) / math.log(1 - self.noise))


def _loss(coupling):
    """The share of frames that a weakly coupled card loses."""
    weak = (RELIABLE - max(coupling, POWERED)) / (RELIABLE - POWERED)
    return weak * weak


def _between(first, after):
    """A byte's mask of the bits from `first` up to `after`."""
    first = min(max(first, 0), 8)
    after = min(max(after, 0), 8)
    return (1 << after) - (1 << first) if after > first else 0
