"""Constants of the MFRC522: registers, bits, reset values, and times that the chip needs."""

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

# Register Command: the commands, and two bits
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
# Bits of ComIrq
TIMER_IRQ = 0x01
ERR_IRQ = 0x02
LO_ALERT_IRQ = 0x04
HI_ALERT_IRQ = 0x08
IDLE_IRQ = 0x10
RX_IRQ = 0x20
TX_IRQ = 0x40
SET1 = 0x80
IRQ_INV = 0x80  # a bit of ComIEn
# Bits of DivIrq
CRC_IRQ = 0x04
DIV_IRQS = 0x14  # mask of all interrupt bits
IRQ_PUSH_PULL = 0x80  # a bit of DivIEn
# Bits of Error
PROTOCOL_ERR = 0x01
PARITY_ERR = 0x02
CRC_ERR = 0x04
COLL_ERR = 0x08
BUFFER_OVFL = 0x10
TEMP_ERR = 0x40
WR_ERR = 0x80
# Bits of other registers. The comment names the register; a constant without a comment belongs to
# the register named above it.
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
RX_NO_ERR = 0x08  # RxMode
RX_MULTIPLE = 0x04
TX_RF_EN = 0x03  # TxControl
FORCE_100_ASK = 0x40  # TxASK
T_PRESCAL_EVEN = 0x10  # Demod
PARITY_DISABLE = 0x10  # MfRx
T_AUTO = 0x80  # TMode
T_AUTO_RESTART = 0x10

FIFO_SIZE = 64

# Reset values from the data sheet: table 20 and the tables of the registers. Undefined bits and
# registers that are not listed are 0.
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

# For registers that store a value: mask of the bits that a write changes. Reserved and read-only
# bits keep their values. A register that is not listed ignores writes, unless `HostPort` has a
# handler for it.
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

PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)  # start values of the CRC, by CRCPreset of Mode

# Factors for the strength of answers, by RxGain of RFCfg. The values 0 to 7 of RxGain mean 18, 23,
# 18, 23, 33, 38, 43 and 48 dB. The factors are estimates, relative to the default of 33 dB.
GAINS = (0.5, 0.65, 0.5, 0.65, 1.0, 1.15, 1.3, 1.45)

# Results of the self-test (16.1.1 in the data sheet), for versions 1.0 and 2.0 of the chip.
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

# Values of ModemState in Status2
M_IDLE = 0
M_WAIT_SEND = 1
M_TX_WAIT = 2
M_TRANSMITTING = 3
M_RX_WAIT = 4
M_WAIT_DATA = 5
M_RECEIVING = 6

# Jobs that the chip computes.
NO_JOB = 0
CRC_JOB = 1
TEST_JOB = 2
AUTHENT_JOB = 3

# Start of the chip (8.6 and 8.8.2 in the data sheet): first the crystal settles (a typical time),
# then 1024 clocks of 27.12 MHz pass.
CRYSTAL_US = 500
START_UP_US = 38
# The data sheet gives no times for the jobs, so these are estimates. The CRC coprocessor is
# assumed to take one carrier cycle for each bit.
CRC_CYCLES = 8  # carrier cycles for each byte
SELF_TEST_US = 500
AUTHENT_US = 2500

RESET_BYTES = bytes([RESET.get(i, 0) for i in range(64)])
MASKS = bytes([WRITABLE.get(i, 0) for i in range(64)])
