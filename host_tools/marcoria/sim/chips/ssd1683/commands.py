"""The SSD1683's commands, and how much data each takes."""

DRIVER_OUTPUT_CONTROL = 0x01
GATE_DRIVING_VOLTAGE = 0x03
SOURCE_DRIVING_VOLTAGE = 0x04
BOOSTER_SOFT_START = 0x0C
DEEP_SLEEP_MODE = 0x10
DATA_ENTRY_MODE = 0x11
SW_RESET = 0x12
HV_READY_DETECTION = 0x14
VCI_DETECTION = 0x15
TEMPERATURE_SENSOR = 0x18
WRITE_TEMPERATURE = 0x1A
WRITE_EXTERNAL_SENSOR = 0x1C
MASTER_ACTIVATION = 0x20
DISPLAY_UPDATE_CONTROL_1 = 0x21
DISPLAY_UPDATE_CONTROL_2 = 0x22
WRITE_RAM_BW = 0x24
WRITE_RAM_RED = 0x26
VCOM_SENSE_DURATION = 0x29
WRITE_VCOM = 0x2C
LOAD_WS_OTP = 0x31
WRITE_LUT = 0x32
CRC_CALCULATION = 0x34
DISPLAY_OPTION = 0x37
WRITE_USER_ID = 0x38
BORDER_WAVEFORM = 0x3C
END_OPTION = 0x3F
READ_RAM_OPTION = 0x41
RAM_X_START_END = 0x44
RAM_Y_START_END = 0x45
AUTO_WRITE_RED = 0x46
AUTO_WRITE_BW = 0x47
RAM_X_COUNTER = 0x4E
RAM_Y_COUNTER = 0x4F
NOP = 0x7F

# The fewest and the most data bytes of each command; none for those not named.
PARAMETERS = {
    DRIVER_OUTPUT_CONTROL: (3, 3),
    GATE_DRIVING_VOLTAGE: (1, 1),
    SOURCE_DRIVING_VOLTAGE: (3, 3),
    BOOSTER_SOFT_START: (4, 4),
    DEEP_SLEEP_MODE: (1, 1),
    DATA_ENTRY_MODE: (1, 1),
    HV_READY_DETECTION: (1, 1),
    VCI_DETECTION: (1, 1),
    TEMPERATURE_SENSOR: (1, 1),
    WRITE_TEMPERATURE: (1, 1),
    WRITE_EXTERNAL_SENSOR: (3, 3),
    DISPLAY_UPDATE_CONTROL_1: (1, 2),
    DISPLAY_UPDATE_CONTROL_2: (1, 1),
    VCOM_SENSE_DURATION: (1, 1),
    WRITE_VCOM: (1, 1),
    WRITE_LUT: (227, 227),
    DISPLAY_OPTION: (10, 10),
    WRITE_USER_ID: (10, 10),
    BORDER_WAVEFORM: (1, 1),
    END_OPTION: (1, 1),
    READ_RAM_OPTION: (1, 3),
    RAM_X_START_END: (2, 2),
    RAM_Y_START_END: (4, 4),
    AUTO_WRITE_RED: (1, 1),
    AUTO_WRITE_BW: (1, 1),
    RAM_X_COUNTER: (1, 1),
    RAM_Y_COUNTER: (2, 2),
}
NO_PARAMETERS = (0, 0)
WITHOUT_DATA = (SW_RESET, MASTER_ACTIVATION, LOAD_WS_OTP, CRC_CALCULATION, NOP)
_READING = (0x0A, 0x1B, 0x27, 0x2D, 0x2E, 0x2F, 0x35)
_BURNING = (0x08, 0x09, 0x16, 0x17, 0x28, 0x2A, 0x30, 0x36, 0x39)


def refusal(command: int) -> str:
    """What is wrong with a command that is none of these."""
    if command in _READING:
        what = "reads, which a board without the way back cannot"
    elif command in _BURNING:
        what = "is for programming the panel"
    else:
        what = "is not in the data sheet"
    return "command 0x%02X %s" % (command, what)
