"""NXP MFRC522, a reader of ISO/IEC 14443 A cards: registers and bits as in its data sheet, 3.9.

SPI: the first byte of a selection is an address (bit 7: read, bits 6 to 1: register). When it
writes, all that follow go to that register; when it reads, each further byte is the next address,
and the answer to an address comes out with the byte after it.

Nothing ticks: what a register reads is worked out from the clock. What the chip would do later
(the end of a frame, the timer) stands in `_modem_at`, `_timer_at` and `_job_at` and is made up
for, in order, at the next access; an alarm is set only while an interrupt may move the IRQ pin.

Not modelled: the UART and I2C interfaces, MFIN, MFOUT, AUX and test pins, rates above 106 kbit/s
(cards do not answer), the timer's gated modes, the cipher (MFAuthent ends or does not, see
`keys`).
"""

from marcoria.sim.chips.clock import NEVER
from marcoria.sim.chips.dice import Dice
from marcoria.sim.chips.iso14443 import ETU, FDT, crc_a, us

COMMAND = 0x01
COM_IEN = 0x02
DIV_IEN = 0x03
COM_IRQ = 0x04
DIV_IRQ = 0x05
ERROR = 0x06
STATUS1 = 0x07
STATUS2 = 0x08
FIFO_DATA = 0x09
FIFO_LEVEL = 0x0A
WATER_LEVEL = 0x0B
CONTROL = 0x0C
BIT_FRAMING = 0x0D
COLL = 0x0E
MODE = 0x11
TX_MODE = 0x12
RX_MODE = 0x13
TX_CONTROL = 0x14
TX_ASK = 0x15
TX_SEL = 0x16
RX_SEL = 0x17
RX_THRESHOLD = 0x18
DEMOD = 0x19
MF_TX = 0x1C
MF_RX = 0x1D
SERIAL_SPEED = 0x1F
CRC_RESULT_H = 0x21
CRC_RESULT_L = 0x22
MOD_WIDTH = 0x24
RF_CFG = 0x26
GS_N = 0x27
CW_GS_P = 0x28
MOD_GS_P = 0x29
T_MODE = 0x2A
T_PRESCALER = 0x2B
T_RELOAD_H = 0x2C
T_RELOAD_L = 0x2D
T_COUNTER_H = 0x2E
T_COUNTER_L = 0x2F
TEST_SEL1 = 0x31
TEST_SEL2 = 0x32
TEST_PIN_EN = 0x33
TEST_PIN_VALUE = 0x34
TEST_BUS = 0x35
AUTO_TEST = 0x36
VERSION = 0x37
ANALOG_TEST = 0x38
TEST_DAC1 = 0x39
TEST_DAC2 = 0x3A
TEST_ADC = 0x3B

# Command
IDLE = 0
MEM = 1
RANDOM_ID = 2
CALC_CRC = 3
TRANSMIT = 4
NO_CMD_CHANGE = 7
RECEIVE = 8
TRANSCEIVE = 12
MF_AUTHENT = 14
SOFT_RESET = 15
POWER_DOWN = 0x10
RCV_OFF = 0x20
# ComIrq
TIMER_IRQ = 0x01
ERR_IRQ = 0x02
LO_ALERT_IRQ = 0x04
HI_ALERT_IRQ = 0x08
IDLE_IRQ = 0x10
RX_IRQ = 0x20
TX_IRQ = 0x40
SET1 = 0x80
IRQ_INV = 0x80  # ComIEn
# DivIrq
CRC_IRQ = 0x04
DIV_IRQS = 0x14
IRQ_PUSH_PULL = 0x80  # DivIEn
# Error
PROTOCOL_ERR = 0x01
PARITY_ERR = 0x02
CRC_ERR = 0x04
COLL_ERR = 0x08
BUFFER_OVFL = 0x10
TEMP_ERR = 0x40
WR_ERR = 0x80
CRYPTO1_ON = 0x08  # Status2
FLUSH = 0x80  # FIFOLevel
T_STOP_NOW = 0x80  # Control
T_START_NOW = 0x40
START_SEND = 0x80  # BitFraming
VALUES_AFTER_COLL = 0x80  # Coll
COLL_POS_NOT_VALID = 0x20
MSB_FIRST = 0x80  # Mode
TX_WAIT_RF = 0x20
CRC_EN = 0x80  # TxMode, RxMode
SPEED = 0x70
RX_NO_ERR = 0x08
RX_MULTIPLE = 0x04
TX_RF_EN = 0x03  # TxControl
FORCE_100_ASK = 0x40  # TxASK
T_PRESCAL_EVEN = 0x10  # Demod
PARITY_DISABLE = 0x10  # MfRx
T_AUTO = 0x80  # TMode
T_AUTO_RESTART = 0x10

FIFO_SIZE = 64

# Table 20 and those of the registers; what reads undefined is 0, and Coll's undefined bits too.
RESET = {
    COMMAND: 0x20,
    COM_IEN: 0x80,
    COM_IRQ: 0x14,
    STATUS1: 0x21,
    WATER_LEVEL: 0x08,
    CONTROL: 0x10,
    COLL: 0xA0,
    MODE: 0x3F,
    TX_CONTROL: 0x80,
    TX_SEL: 0x10,
    RX_SEL: 0x84,
    RX_THRESHOLD: 0x84,
    DEMOD: 0x4D,
    MF_TX: 0x62,
    SERIAL_SPEED: 0xEB,
    CRC_RESULT_H: 0xFF,
    CRC_RESULT_L: 0xFF,
    0x23: 0x88,
    MOD_WIDTH: 0x26,
    0x25: 0x87,
    RF_CFG: 0x48,
    GS_N: 0x88,
    CW_GS_P: 0x20,
    MOD_GS_P: 0x20,
    TEST_PIN_EN: 0x80,
    AUTO_TEST: 0x40,
    0x3C: 0xFF,
    0x3E: 0x03,
}

# The bits that a write changes, for registers where it has no further effect. Reserved bits and
# read-only ones stay as they are.
WRITABLE = {
    COM_IEN: 0xFF,
    DIV_IEN: 0x94,
    WATER_LEVEL: 0x3F,
    COLL: 0x80,
    MODE: 0xAB,
    TX_MODE: 0xF8,
    RX_MODE: 0xFC,
    TX_ASK: 0x40,
    TX_SEL: 0x3F,
    RX_SEL: 0xFF,
    RX_THRESHOLD: 0xF7,
    DEMOD: 0xFF,
    MF_TX: 0x03,
    MF_RX: 0x10,
    SERIAL_SPEED: 0xFF,
    MOD_WIDTH: 0xFF,
    RF_CFG: 0x70,
    GS_N: 0xFF,
    CW_GS_P: 0x3F,
    MOD_GS_P: 0x3F,
    T_MODE: 0xFF,
    T_PRESCALER: 0xFF,
    T_RELOAD_H: 0xFF,
    T_RELOAD_L: 0xFF,
    TEST_SEL1: 0x07,
    TEST_SEL2: 0xFF,
    TEST_PIN_EN: 0xFE,
    TEST_PIN_VALUE: 0xFE,
    AUTO_TEST: 0x4F,
    ANALOG_TEST: 0xFF,
    TEST_DAC1: 0x3F,
    TEST_DAC2: 0x3F,
}

PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)  # Mode, CRCPreset

# RFCfg, RxGain: 18, 23, 18, 23, 33, 38, 43, 48 dB. How much better than with the default of 33 dB
# a weak answer is heard is an estimate.
GAINS = (0.5, 0.65, 0.5, 0.65, 1.0, 1.15, 1.3, 1.45)

# 16.1.1: what the self-test leaves in the FIFO, of version 1.0 and 2.0.
SELF_TEST = {
    0x91: bytes.fromhex(
        "00c637d532b7575cc2d87c4dd970c77310e6d2aa5ea13e5a14af3061c970db2e"
        "642272b5bd65f4ec22bcd37235cdaa411fa7f35314de7e02d90fb55e251d2979"
    ),
    0x92: bytes.fromhex(
        "00eb66ba57bf2395d0e30d3d27895cde9d3ba700215b8982513aeb020ca50049"
        "7c844db3ccd21b815d4876d5716121a986968338cf9d5b6ddc15ba3e7d953b2f"
    ),
}

# Status2, ModemState
M_IDLE = 0
M_WAIT_SEND = 1
M_TX_WAIT = 2
M_TRANSMITTING = 3
M_RX_WAIT = 4
M_WAIT_DATA = 5
M_RECEIVING = 6

# What the chip computes, and is done with at `_job_at`.
NO_JOB = 0
CRC_JOB = 1
TEST_JOB = 2
AUTHENT_JOB = 3

# 8.6, 8.8.2: the crystal takes its time (a usual value), then 1024 clocks of 27.12 MHz pass.
CRYSTAL_US = 500
START_UP_US = 38
# Not in the data sheet: the CRC coprocessor takes a bit a cycle, the other jobs are as long as
# their work looks.
CRC_CYCLES = 8
SELF_TEST_US = 500
AUTHENT_US = 2500


class Mfrc522:
    """One chip on SPI with its antenna in the field `air`.

    To be ordered: `version` (0x92, 0x91; clones 0x88, 0x12, 0xB2), `lag_us` by which a slow clone
    is late with what it does, `wedge()`, `overheat()`; dead lines are the bus's. `keys` maps a
    UID's four bytes to a key of six for MFAuthent.
    """

    def __init__(self, clock, faults, air, name, reset=None, irq=None, version=0x92):
        self.clock = clock
        self.faults = faults
        self.air = air
        self.name = name
        self.irq = irq
        self.version = version
        self.lag_us = 0
        self.crystal_us = CRYSTAL_US
        self.keys = {}
        self.regs = bytearray(64)
        self.fifo = []
        self.accesses = 0  # selections, for tests and benchmarks
        self._memory = bytearray(25)
        self._dice = Dice(sum([ord(c) for c in name]))
        self._off = False  # NRSTPD is low
        self._wedged = None
        self._address = -1
        self._reading = False
        self._pin = None
        self._alarm = None
        self._alarm_at = NEVER
        self._step = None  # what the modem does at _modem_at
        self._echo = None  # the answer that is or will be on the air
        self._hearing = False  # it is being received
        self._rx_from = 0
        self._answered = 0  # when the answer begins, in carrier cycles from the frame's start
        self._tx_end = 0
        self._began = 0
        self._quiet_until = 0
        self._frame = bytearray()
        self._bits = 0
        self._etus = 0
        self._i = 0
        self._collided = False
        self._held = []  # what may be the CRC of a frame
        self._rx_crc = 0x6363
        self._crc = 0
        self._job = NO_JOB
        self._tick = 1  # of the timer, in carrier cycles
        self._reload = 0
        self._timer_from = 0
        self._readers = [None] * 64
        self._writers = [None] * 64
        self._dispatch()
        self._masks = _MASKS
        air.attach(self)
        self._start(self.crystal_us)
        if reset is not None:
            reset.watch(self._reset_edge)
            if reset.level == 0:
                self._reset_edge(0)

    def _dispatch(self):
        """The registers that are more than a byte of memory."""
        read, write = self._readers, self._writers
        read[COMMAND] = self._read_command
        read[STATUS1] = self._read_status1
        read[STATUS2] = self._read_status2
        read[FIFO_DATA] = self._pop
        read[FIFO_LEVEL] = self._read_level
        read[T_COUNTER_H] = self._read_counter_h
        read[T_COUNTER_L] = self._read_counter_l
        read[VERSION] = self._read_version
        write[COMMAND] = self._write_command
        write[COM_IEN] = write[DIV_IEN] = self._write_enable
        write[COM_IRQ] = write[DIV_IRQ] = self._write_irq
        write[STATUS2] = self._write_status2
        write[FIFO_DATA] = self._write_fifo
        write[FIFO_LEVEL] = self._write_level
        write[CONTROL] = self._write_control
        write[BIT_FRAMING] = self._write_bit_framing
        write[TX_CONTROL] = self._write_tx_control

    # --- orders -----------------------------------------------------------------------------

    def wedge(self, cure="soft"):
        """Orders: commands have no effect any more, the field is off, TxControl and TReload read
        back wrong; until a reset, "soft" or "hard", or for good with None."""
        self.sync()
        self._wedged = cure or "nothing"
        self._stop_modem()
        self._timer_at = self._job_at = NEVER
        self._schedule()
        for address in (TX_CONTROL, T_RELOAD_H, T_RELOAD_L):
            self.regs[address] &= 0x80
        self._masks = bytes([0 if 0x2C <= i <= 0x2D else self._masks[i] for i in range(64)])
        self.air.set_on(False)

    def overheat(self):
        """Orders: the temperature sensor switches the antenna off, TempErr is set."""
        self.sync()
        self.regs[TX_CONTROL] &= 0xFC
        self.air.set_on(False)
        self._error(TEMP_ERR)

    # --- the bus and the pins ---------------------------------------------------------------

    def select(self):
        """NSS falls: the next byte is an address."""
        self.accesses += 1
        self._address = -1

    def deselect(self):
        """NSS rises."""

    def exchange(self, data, start, count):
        """Bytes on SPI, both ways, in place."""
        end = start + count
        if self._off:
            self._fault("access while NRSTPD is low")
            while start < end:
                data[start] = 0
                start += 1
            return
        address = self._address
        if address < 0 and count:
            byte = data[start]
            address = byte >> 1 & 63
            self._reading = byte > 127
            data[start] = 0
            start += 1
        if self._due <= self.clock.now:
            self.sync()
        if self._reading:
            regs, readers = self.regs, self._readers
            while start < end:
                read = readers[address]
                value = regs[address] if read is None else read()
                address = data[start] >> 1 & 63
                data[start] = value
                start += 1
        else:
            write, mask = self._writers[address], self._masks[address]
            while start < end:
                if write is None:
                    self.regs[address] = self.regs[address] & (255 - mask) | data[start] & mask
                else:
                    write(address, data[start])
                data[start] = 0
                start += 1
        self._address = address

    def _reset_edge(self, level):
        """NRSTPD: low is hard power-down; only the internal 25 bytes outlast it."""
        self.sync()
        if level == 0:
            self._start(0)
            self._wake_at = NEVER
            self._schedule()
            self._off = True
        elif self._off:
            self._off = False
            self._start(self.crystal_us)

    def _fault(self, what):
        self.faults.add(self.name, what)

    # --- time -------------------------------------------------------------------------------

    def sync(self):
        """Makes up for all that the chip has done until now."""
        now = self.clock.now
        while self._due <= now:
            at = self._due
            if at == self._modem_at:
                self._modem_at = NEVER
                self._step(at)
            elif at == self._timer_at:
                self._expire(now)
            elif at == self._job_at:
                self._job_at = NEVER
                self._done()
            else:
                self._wake_at = NEVER
                self._drive_field()
            self._schedule()

    def _schedule(self):
        """What is due next, and an alarm for it if it may move the IRQ pin."""
        due = self._modem_at
        if self._timer_at < due:
            due = self._timer_at
        if self._job_at < due:
            due = self._job_at
        if self._wake_at < due:
            due = self._wake_at
        self._due = due
        if self.irq is None or self._alarm_at == due:
            return
        if self._alarm is not None:
            self.clock.cancel(self._alarm)
            self._alarm = None
        self._alarm_at = NEVER
        enabled = self.regs[COM_IEN] & 0x7F or self.regs[DIV_IEN] & DIV_IRQS
        if enabled and due != NEVER:
            self._alarm_at = due
            self._alarm = self.clock.at(max(due - self.clock.now, 0), self._ring)

    def _ring(self):
        self._alarm = None
        self._alarm_at = NEVER
        self.sync()

    def _start(self, crystal_us):
        """Reset, soft or hard: every register as in the data sheet."""
        self.regs[:] = _RESET_BYTES
        self.fifo.clear()
        if self._wedged == "soft" or (self._wedged == "hard" and crystal_us):
            self._wedged = None
        if self._wedged is None:
            self._masks = _MASKS
        self._counter = 0
        self._modem = M_IDLE
        self._hearing = False
        self._echo = None
        self._quiet_until = 0
        self._modem_at = self._timer_at = self._job_at = NEVER
        self.air.set_on(False)
        self._wake(crystal_us)
        self._drive_irq()

    def _wake(self, crystal_us):
        """The clock runs once the crystal has settled and 1024 of its cycles are over."""
        self._wake_at = self._ready_at = self.clock.now + crystal_us + START_UP_US + self.lag_us
        self._schedule()

    # --- interrupts and errors --------------------------------------------------------------

    def _raise(self, bits):
        self.regs[COM_IRQ] |= bits
        if self.irq is not None:
            self._drive_irq()

    def _error(self, bits):
        self.regs[ERROR] |= bits
        self._raise(ERR_IRQ)

    def _irq_bit(self):
        regs = self.regs
        com, div = regs[COM_IRQ] & regs[COM_IEN] & 0x7F, regs[DIV_IRQ] & regs[DIV_IEN] & DIV_IRQS
        return 1 if com or div else 0

    def _drive_irq(self):
        """IRqInv turns the pin round; as an open drain it only pulls low."""
        if self.irq is None:
            return
        level = self._irq_bit() ^ self.regs[COM_IEN] >> 7
        if level and not self.regs[DIV_IEN] & IRQ_PUSH_PULL:
            level = None
        if level != self._pin:
            self._pin = level
            self.irq.drive(self.name, level)

    def _write_enable(self, address, value):
        mask = self._masks[address]
        self.regs[address] = self.regs[address] & (255 - mask) | value & mask
        self._drive_irq()
        self._schedule()

    def _write_irq(self, address, value):
        """Set1, Set2: whether the marked bits are set or cleared."""
        marked = value & (0x7F if address == COM_IRQ else DIV_IRQS)
        if value & SET1:
            self.regs[address] |= marked
        else:
            self.regs[address] &= 255 - marked
        self._drive_irq()

    # --- status -----------------------------------------------------------------------------

    def _read_version(self):
        return self.version

    def _read_command(self):
        """PowerDown reads 1 until the chip is awake."""
        value = self.regs[COMMAND]
        return value | POWER_DOWN if self.clock.now < self._ready_at else value

    def _read_status1(self):
        length, water = len(self.fifo), self.regs[WATER_LEVEL]
        value = 0 if self.regs[CRC_RESULT_H] | self.regs[CRC_RESULT_L] else 0x40
        if self._job != CRC_JOB or self._job_at == NEVER:
            value |= 0x20
        value |= self._irq_bit() << 4
        if self._timer_at != NEVER:
            value |= 0x08
        if FIFO_SIZE - length <= water:
            value |= 0x02
        return value | (length <= water)

    def _read_status2(self):
        modem, now = self._modem, self.clock.now
        if modem == M_RX_WAIT and now >= self._tx_end + us((self.regs[RX_SEL] & 63) * ETU):
            modem = M_WAIT_DATA
        if self._hearing and now >= self._rx_from:
            modem = M_RECEIVING
        return self.regs[STATUS2] & 0xF8 | modem

    def _write_status2(self, address, value):
        """MFCrypto1On can only be cleared; TempSensClear clears the temperature error."""
        self.regs[STATUS2] = value & 0xC0 | self.regs[STATUS2] & value & CRYPTO1_ON
        if value & 0x80:
            self.regs[ERROR] &= 255 - TEMP_ERR

    # --- FIFO -------------------------------------------------------------------------------

    def _pop(self):
        fifo = self.fifo
        if not fifo:
            self._fault("FIFO read while empty")
            return 0
        byte = fifo.pop(0)
        if len(fifo) == self.regs[WATER_LEVEL]:
            self._raise(LO_ALERT_IRQ)
        return byte

    def _push(self, byte):
        """False if there is no room."""
        fifo = self.fifo
        if len(fifo) == FIFO_SIZE:
            self._error(BUFFER_OVFL)
            return False
        fifo.append(byte)
        if FIFO_SIZE - len(fifo) == self.regs[WATER_LEVEL]:
            self._raise(HI_ALERT_IRQ)
        return True

    def _drain(self):
        """Takes all of it at once."""
        taken = bytes(self.fifo)
        self.fifo.clear()
        if len(taken) > self.regs[WATER_LEVEL]:
            self._raise(LO_ALERT_IRQ)
        return taken

    def _write_fifo(self, address, value):
        if self._modem >= M_RX_WAIT or self._job == AUTHENT_JOB:
            self._error(WR_ERR)
        if not self._push(value):
            self._fault("FIFO overflow: 64 bytes are in it")
        command = self.regs[COMMAND] & 15
        if command in (MEM, CALC_CRC, MF_AUTHENT) and not self._wedged:
            self._feed(command)

    def _read_level(self):
        return len(self.fifo)

    def _write_level(self, address, value):
        if value & FLUSH:
            self._drain()
            self.regs[ERROR] &= 255 - BUFFER_OVFL

    # --- timer ------------------------------------------------------------------------------

    def _write_control(self, address, value):
        if value & T_STOP_NOW:
            self._stop_timer(self.clock.now)
        if value & T_START_NOW and not self._wedged:
            self._start_timer(self.clock.now)
        self._schedule()

    def _start_timer(self, at):
        """8.5: it ends after (2 TPrescaler + 1)(TReload + 1) / 13.56 MHz."""
        regs = self.regs
        prescaler = (regs[T_MODE] & 15) << 8 | regs[T_PRESCALER]
        # The second formula is version 2.0's.
        even = regs[DEMOD] & T_PRESCAL_EVEN and self.version != 0x91
        self._tick = 2 * prescaler + (2 if even else 1)
        self._reload = regs[T_RELOAD_H] << 8 | regs[T_RELOAD_L]
        self._timer_from = at
        self._timer_at = at + max(us((self._reload + 1) * self._tick), 1)

    def _stop_timer(self, at):
        if self._timer_at != NEVER:
            self._counter = self._count(at)
            self._timer_at = NEVER

    def _count(self, at):
        """The first clock loads the reload value, each further one counts down."""
        clocks = (at - self._timer_from) * 1356 // 100 // self._tick
        return min(max(self._reload + 1 - clocks, 0), self._reload)

    def _expire(self, now):
        if self.regs[T_MODE] & T_AUTO_RESTART:
            # However often it has run out since.
            length = self._timer_at - self._timer_from
            self._timer_from += (now - self._timer_from) // length * length
            self._timer_at = self._timer_from + length
        else:
            self._counter = 0
            self._timer_at = NEVER
        self._raise(TIMER_IRQ)

    def _read_counter(self):
        return self._counter if self._timer_at == NEVER else self._count(self.clock.now)

    def _read_counter_h(self):
        return self._read_counter() >> 8

    def _read_counter_l(self):
        return self._read_counter() & 255

    # --- power and antenna ------------------------------------------------------------------

    def _write_tx_control(self, address, value):
        if self._wedged:
            value &= 255 - TX_RF_EN
        self.regs[TX_CONTROL] = self.regs[TX_CONTROL] & 0x04 | value & 0xFB
        self._drive_field()

    def _drive_field(self):
        """The antenna is driven as soon as there is a clock to drive it with."""
        regs = self.regs
        awake = self.clock.now >= self._ready_at and not regs[COMMAND] & POWER_DOWN
        driven = bool(awake and regs[TX_CONTROL] & TX_RF_EN)
        self.air.set_on(driven)
        if driven and self._modem == M_TX_WAIT and self._modem_at == NEVER:
            self._send()
            self._schedule()

    def _set_power(self, was):
        """8.6.2: soft power-down stops the clock; registers and FIFO keep what they hold."""
        down = self.regs[COMMAND] & POWER_DOWN
        if down and not was:
            self._stop_modem()
            self._timer_at = self._job_at = self._wake_at = NEVER
            self._drive_field()
        elif was and not down:
            self._wake(self.crystal_us)

    # --- commands ---------------------------------------------------------------------------

    def _write_command(self, address, value):
        command = value & 15
        was = self.regs[COMMAND]
        if command == SOFT_RESET:
            if self._wedged not in ("hard", "nothing"):
                self._start(0)
            return
        if command == NO_CMD_CHANGE:
            self.regs[COMMAND] = value & 0x30 | was & 15
            self._set_power(was & POWER_DOWN)
        else:
            self._interrupt(command)
            self.regs[COMMAND] = value & 0x30 | command
            self._set_power(was & POWER_DOWN)
            if command and not self._wedged:
                self._begin(command)
        self._schedule()

    def _interrupt(self, command):
        """10.2: any command ends the one before, at whatever it is. Idle means to."""
        if command != IDLE:
            if self._modem == M_TRANSMITTING:
                self._fault("a command cuts off the frame that is being sent")
            elif self._hearing and self.clock.now >= self._rx_from:
                self._fault("a command loses the frame that is being received")
            elif self._job_at != NEVER:
                self._fault("a command loses the result of the one before")
        if self._modem == M_TRANSMITTING:
            self.air.transmit(self._frame, 0, self._began, False)
        self._stop_modem()
        self._job_at = NEVER
        self._job = NO_JOB

    def _stop_modem(self):
        self._modem = M_IDLE
        self._modem_at = NEVER
        self._hearing = False

    def _begin(self, command):
        if self.clock.now < self._ready_at or self.regs[COMMAND] & POWER_DOWN:
            self._fault("a command while the oscillator does not run")
        # 9.3.1.7: it clears all errors but that of the temperature.
        self.regs[ERROR] &= TEMP_ERR
        if command == TRANSCEIVE:
            self._modem = M_WAIT_SEND
        elif command == TRANSMIT:
            self._send()
        elif command == RECEIVE:
            self._modem = M_WAIT_DATA
            if self._echo is not None and self._rx_from >= self.clock.now:
                self._listen(0)
        elif command == RANDOM_ID:
            for i in range(10):
                self._memory[i] = self._dice.below(256)
            self._finish()
        elif command == CALC_CRC:
            self._begin_crc()
        elif command == MEM and not self.fifo:
            for byte in self._memory:
                self._push(byte)
            self._finish()
        elif command in (MEM, MF_AUTHENT):
            self._feed(command)
        else:
            self._finish()

    def _finish(self):
        """The command ends of itself."""
        self.regs[COMMAND] &= 0xF0
        self._job = NO_JOB
        self._raise(IDLE_IRQ)

    def _feed(self, command):
        """The FIFO has arguments for a command that waits for them."""
        if command == CALC_CRC:
            if self._job == CRC_JOB:
                self._feed_crc()
        elif command == MEM:
            if len(self.fifo) >= 25:
                for i in range(25):
                    self._memory[i] = self._pop()
                self._finish()
        elif len(self.fifo) >= 12 and self._job == NO_JOB:
            self._authenticate()
        self._schedule()

    def _begin_crc(self):
        if self.regs[AUTO_TEST] & 15 == 9:
            self._drain()
            self._job = TEST_JOB
            self._job_at = self.clock.now + SELF_TEST_US + self.lag_us
            return
        self._job = CRC_JOB
        self._crc = PRESETS[self.regs[MODE] & 3]
        if self.fifo:
            self._feed_crc()

    def _feed_crc(self):
        data = self._drain()
        if self.regs[MODE] & MSB_FIRST:
            data = bytes([_reversed(byte) for byte in data])
        self._crc = crc_a(data, len(data), self._crc)
        start = self.clock.now if self._job_at == NEVER else self._job_at
        self._job_at = start + max(us(len(data) * CRC_CYCLES), 1) + self.lag_us

    def _done(self):
        """A job is finished."""
        if self._job == CRC_JOB:
            self._crc_done()
        elif self._job == TEST_JOB:
            self._self_tested()
        else:
            self._authent_done()

    def _crc_done(self):
        high, low = self._crc >> 8, self._crc & 255
        if self.regs[MODE] & MSB_FIRST:
            high, low = _reversed(high), _reversed(low)
        self.regs[CRC_RESULT_H] = high
        self.regs[CRC_RESULT_L] = low
        self.regs[DIV_IRQ] |= CRC_IRQ
        self._drive_irq()

    def _self_tested(self):
        """Clones fail it: what they leave is their own."""
        result = SELF_TEST.get(self.version) or bytes([i ^ self.version for i in range(64)])
        for byte in result:
            self._push(byte)
        self.regs[DIV_IRQ] |= CRC_IRQ
        self._drive_irq()

    def _authenticate(self):
        """10.3.1.9: command, block, key of 6 bytes, UID of 4. It ends when the card agrees."""
        if not self.regs[TX_CONTROL] & TX_RF_EN:
            self._fault("a frame is sent with the antenna off")
        self._wanted = bytes([self._pop() for _ in range(12)])
        self._job = AUTHENT_JOB
        self._job_at = self.clock.now + AUTHENT_US
        if self.regs[T_MODE] & T_AUTO:
            self._start_timer(self.clock.now + us(37 * ETU))

    def _authent_done(self):
        self._job = NO_JOB
        key, uid = self._wanted[2:8], self._wanted[8:12]
        for tag in self.air.tags:
            if tag.name() in ("ACTIVE", "ACTIVE*"):
                if tag.uid[-4:] == uid and self.keys.get(uid) == key:
                    self.regs[STATUS2] |= CRYPTO1_ON
                    self._stop_timer(self.clock.now)
                    self._finish()
                else:
                    tag.hear(b"", 0, False)

    # --- sending ----------------------------------------------------------------------------

    def _write_bit_framing(self, address, value):
        self.regs[BIT_FRAMING] = value & 0x77
        if not value & START_SEND or self._wedged:
            return
        if self.regs[COMMAND] & 15 != TRANSCEIVE:
            self._fault("StartSend outside Transceive: nothing is sent")
        elif self._modem != M_WAIT_SEND:
            self._fault("StartSend while Transceive still sends or receives: nothing is sent")
        elif not self.fifo:
            self._fault("StartSend with an empty FIFO")
        else:
            self._send()
            self._schedule()

    def _send(self):
        regs = self.regs
        if not regs[TX_CONTROL] & TX_RF_EN:
            self._fault("a frame is sent with the antenna off")
            if regs[MODE] & TX_WAIT_RF:
                self._modem = M_TX_WAIT
                return
        # TxWait and 7 bits after the last answer, so that the card is ready for the frame.
        self._began = max(self.clock.now, self._quiet_until)
        self._modem = M_TRANSMITTING if self._began == self.clock.now else M_TX_WAIT
        self._frame = bytearray()
        self._bits = 0
        self._etus = 1
        self._echo = None
        self._step = self._send_byte
        self._modem_at = self._began

    def _send_byte(self, at):
        """The transmitter fetches bytes as it needs them; an empty FIFO ends the frame."""
        regs, fifo = self.regs, self.fifo
        self._modem = M_TRANSMITTING
        if not fifo:
            if regs[TX_MODE] & CRC_EN and self._bits & 7 == 0:
                self._send_crc()
            else:
                self._sent(at)
            return
        self._frame.append(self._pop())
        bits = 8 if fifo else regs[BIT_FRAMING] & 7 or 8
        self._bits += bits
        self._etus += bits
        if bits == 8:
            self._etus += not regs[MF_RX] & PARITY_DISABLE
        else:
            self._step = self._sent
        self._modem_at = self._began + self._air_us(self._etus)

    def _send_crc(self):
        crc = crc_a(self._frame, len(self._frame))
        self._frame.append(crc & 0xFF)
        self._frame.append(crc >> 8)
        self._bits += 16
        self._etus += 16 if self.regs[MF_RX] & PARITY_DISABLE else 18
        self._step = self._sent
        self._modem_at = self._began + self._air_us(self._etus)

    def _air_us(self, etus):
        return us(etus * ETU >> ((self.regs[TX_MODE] & SPEED) >> 4))

    def _sent(self, at):
        """The last bit is out. Whatever cards answer, they do so now."""
        regs = self.regs
        self._tx_end = at
        if regs[T_MODE] & T_AUTO:
            self._start_timer(at)
        clear = regs[TX_ASK] & FORCE_100_ASK and not (regs[TX_MODE] | regs[RX_MODE]) & SPEED
        if regs[STATUS2] & CRYPTO1_ON or (regs[MF_RX] & PARITY_DISABLE and self._bits > 7):
            clear = False
        gain = GAINS[regs[RF_CFG] >> 4 & 7]
        # RxThreshold, CollLevel: how strong the weaker half of a bit must be to collide.
        collision = (regs[RX_THRESHOLD] & 7) / 8
        self._answered = (self._etus * ETU >> ((regs[TX_MODE] & SPEED) >> 4)) + FDT
        self._rx_from = self._began + us(self._answered)
        self._echo = self.air.transmit(
            self._frame, self._bits, self._began, clear, gain, collision
        )
        self._raise(TX_IRQ)
        if regs[COMMAND] & 15 == TRANSMIT:
            self._modem = M_IDLE
            self._finish()
        else:
            self._modem = M_RX_WAIT
            self._listen(regs[RX_SEL] & 63)

    # --- receiving --------------------------------------------------------------------------

    def _listen(self, rx_wait):
        """The receiver starts up, and ignores what comes within `rx_wait` bits."""
        regs = self.regs
        regs[ERROR] &= 255 - (PROTOCOL_ERR | PARITY_ERR | CRC_ERR | COLL_ERR)
        regs[COLL] = regs[COLL] & VALUES_AFTER_COLL | COLL_POS_NOT_VALID
        echo = self._echo
        if echo is None or not echo.bits:
            return
        if regs[COMMAND] & RCV_OFF:
            self._fault("RcvOff is set: the card's answer is not received")
        elif rx_wait * ETU > FDT:
            self._fault("RxWait is longer than a card waits: its answer is not received")
        else:
            if regs[MF_RX] & PARITY_DISABLE:
                echo.show_parity()
            echo.realign(regs[BIT_FRAMING] >> 4 & 7)
            self._hearing = True
            self._collided = False
            self._i = -1
            self._held.clear()
            self._rx_crc = 0x6363
            self._next_heard()

    def bits_heard(self):
        """How many bits of the answer on the air are over, for the field."""
        if not self._hearing:
            return 1 << 20
        etus = (self.clock.now - self._rx_from) * 1356 // 100 // ETU
        return self._echo.sent(etus) if etus > 0 else 0

    def shortened(self):
        """The answer on the air goes on otherwise, or not at all."""
        if not self._echo.bits:
            self._hearing = False
            self._modem_at = NEVER
        else:
            self._next_heard()
        self._schedule()

    def _next_heard(self):
        """When the start, the next whole byte or the end of the answer will have been heard."""
        echo, i = self._echo, self._i
        bits = echo.bits
        self._step = self._heard_end
        if i < 0:
            if bits >= 4:
                self._step = self._heard_start
                bits = 4
        elif (i + 1) * 8 - echo.align < bits:
            self._step = self._heard_byte
            bits = (i + 1) * 8 - echo.align
        self._modem_at = self._began + us(self._answered + echo.etus(bits) * ETU)

    def _heard_start(self, at):
        """A start bit and four data bits stop the timer."""
        regs = self.regs
        if not self._echo.start:
            self._hearing = False
            self._modem = M_WAIT_DATA
            self._error(PROTOCOL_ERR)
            return
        self._modem = M_RECEIVING
        if regs[T_MODE] & T_AUTO and not regs[RX_MODE] & RX_MULTIPLE:
            self._stop_timer(at)
        self._i = 0
        self._next_heard()

    def _heard_byte(self, at):
        self._take(self._i)
        self._i += 1
        self._next_heard()

    def _heard_end(self, at):
        """RxIRq follows at once, with a slow clone later."""
        if self.lag_us:
            self._step = self._received
            self._modem_at = at + self.lag_us
        else:
            self._received(at)

    def _take(self, i):
        """Byte i goes to the FIFO; of a checked frame all but the last two, which are its CRC."""
        echo = self._echo
        byte = echo.data[i]
        if echo.collided is not None:
            byte = self._judge(i, byte)
        if self.regs[RX_MODE] & CRC_EN:
            self._rx_crc = crc_a((byte,), 1, self._rx_crc)
            self._held.append(byte)
            if len(self._held) > 2:
                self._push(self._held.pop(0))
        else:
            self._push(byte)

    def _judge(self, i, byte):
        """The byte as it is received after or with a collision, and the errors in it."""
        echo, regs = self._echo, self.regs
        keep = regs[COLL] & VALUES_AFTER_COLL
        mask = echo.collided[i]
        if self._collided:
            return byte | mask if keep else 0
        if mask:
            self._collided = True
            first = mask & -mask
            position = 8 * i + 1
            while first > 1 << (position - 8 * i - 1):
                position += 1
            if position <= 32:
                regs[COLL] = keep | position & 31
            self._error(COLL_ERR)
            return byte | mask if keep else byte & (first - 1)
        whole = 8 * (i + 1) <= echo.align + echo.bits
        if whole and echo.parity and echo.broken[i]:
            self._error(PARITY_ERR)
        return byte

    def _received(self, at):
        """The end of a data stream."""
        regs, echo = self.regs, self._echo
        self._hearing = False
        self._modem = M_WAIT_DATA
        if echo.bits < 4 and regs[RX_MODE] & RX_NO_ERR:
            return
        self._i = max(self._i, 0)
        self._take(self._i)
        last = (echo.align + echo.bits) & 7
        regs[CONTROL] = regs[CONTROL] & 0xF8 | last
        if regs[RX_MODE] & CRC_EN:
            if self._rx_crc or self._i < 2 or last:
                self._error(CRC_ERR)
            while self._held and (self._i < 2 or last):
                self._push(self._held.pop(0))
        self._quiet_until = at + us((7 + (regs[MF_TX] & 3)) * ETU)
        if regs[RX_MODE] & RX_MULTIPLE:
            self._push(regs[ERROR])
        elif regs[COMMAND] & 15 == RECEIVE:
            self._modem = M_IDLE
            self._finish()
        else:
            self._modem = M_WAIT_SEND
        self._raise(RX_IRQ)


def _reversed(byte):
    """The bits in the opposite order."""
    result = 0
    for _ in range(8):
        result = result << 1 | byte & 1
        byte >>= 1
    return result


_RESET_BYTES = bytes([RESET.get(i, 0) for i in range(64)])
_MASKS = bytes([WRITABLE.get(i, 0) for i in range(64)])
