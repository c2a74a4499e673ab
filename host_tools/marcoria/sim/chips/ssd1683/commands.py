"""The commands of the SSD1683, and their decoder."""

from marcoria.sim.chips.ssd1683.memory import BW, RED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.seams import Buffer
    from marcoria.sim.chips.ssd1683.chip import Ssd1683

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

# Smallest and largest number of data bytes of each command. WRITE_RAM_BW and WRITE_RAM_RED, which
# are not listed, have any number of data bytes. Other commands that are not listed have none.
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
_RAMS = {WRITE_RAM_BW: BW, WRITE_RAM_RED: RED}

# Times in us
DETECTION_TIME = 10_000
FILL_TIME = 10_000


def refusal(command: int) -> str:
    """Return the text of the fault for a command that the model does not accept."""
    if command in _READING:
        what = "reads, but the display has no wire for answers"
    elif command in _BURNING:
        what = "is for programming the panel"
    else:
        what = "is not in the data sheet"
    return "command 0x%02X %s" % (command, what)


class CommandDecoder:
    """Decoder of commands and their data.

    It writes the data of WRITE_RAM_BW and WRITE_RAM_RED to the RAMs, and calls the handlers of
    other commands. Commands without a handler, such as settings of voltages and border, are
    accepted but do not change the picture.
    """

    def __init__(self, chip: "Ssd1683") -> None:
        self._fault = chip.fault
        self._busy = chip.busy
        self._memory = chip.memory
        self._supply = chip.supply
        self._orders = _orders(chip)
        self._orders[AUTO_WRITE_BW] = self._fill_bw
        self._orders[AUTO_WRITE_RED] = self._fill_red
        self._orders[HV_READY_DETECTION] = self._orders[VCI_DETECTION] = self._detect
        self._actions: "dict[int, Callable[[], object]]" = {
            SW_RESET: chip.restart,
            MASTER_ACTIVATION: chip.refresh.activate,
            CRC_CALCULATION: self._detect,
        }
        self.reset()

    def reset(self) -> None:
        """Drop the present command and its data."""
        self._command: "int | None" = None
        self._given = bytearray()

    def begin(self, command: int) -> None:
        """Receive a command byte, and call the handler of a command that has no data.

        Report a fault if the previous command lacks data, or if the model does not accept the new
        command.
        """
        self._check_complete()
        self._command = command
        self._given = bytearray()
        self._memory.begin()
        if command in PARAMETERS or command in _RAMS:
            return
        if command in self._actions:
            self._actions[command]()
        elif command not in WITHOUT_DATA:
            self._command = None
            self._fault(refusal(command))

    def _check_complete(self) -> None:
        """Report a fault if the present command lacks data."""
        if self._command is None:
            return
        fewest, _ = PARAMETERS.get(self._command, NO_PARAMETERS)
        if len(self._given) < fewest:
            self._fault(
                "command 0x%02X got %d of %d data bytes"
                % (self._command, len(self._given), fewest)
            )

    def take(self, data: "Buffer", start: int, end: int) -> None:
        """Receive data bytes for the present command."""
        command = self._command
        if command is None:
            if start < end:
                self._fault("data bytes without a valid command")
        elif command in _RAMS:
            self._memory.write(_RAMS[command], data, start, end)
        else:
            self._take_parameters(command, data, start, end)

    def _take_parameters(self, command: int, data: "Buffer", start: int, end: int) -> None:
        fewest, most = PARAMETERS.get(command, NO_PARAMETERS)
        order = self._orders.get(command)
        for i in range(start, end):
            if i > start and not self._supply.listens():
                return
            if len(self._given) >= most:
                self._fault("more than %d data bytes for command 0x%02X" % (most, command))
                return
            self._given.append(data[i])
            if len(self._given) >= fewest and order is not None:
                order(self._given)

    def _detect(self, given: "bytearray | None" = None) -> None:
        """Be busy for a detection or a CRC calculation; the result cannot be read."""
        self._busy.work(DETECTION_TIME)

    def _fill_bw(self, given: bytearray) -> None:
        self._fill(BW, given[0])

    def _fill_red(self, given: bytearray) -> None:
        self._fill(RED, given[0])

    def _fill(self, ram: int, pattern: int) -> None:
        if self._memory.fill(ram, pattern):
            self._busy.work(FILL_TIME)


def _orders(chip: "Ssd1683") -> "dict[int, Callable[[bytearray], None]]":
    """Return the handlers of commands with data, except those in `CommandDecoder`."""
    return {
        DRIVER_OUTPUT_CONTROL: chip.output.set_gates,
        DEEP_SLEEP_MODE: chip.supply.sleep,
        DATA_ENTRY_MODE: chip.address.set_entry,
        TEMPERATURE_SENSOR: chip.waveform.set_sensor,
        WRITE_TEMPERATURE: chip.waveform.write_temperature,
        DISPLAY_UPDATE_CONTROL_1: chip.output.set_options,
        DISPLAY_UPDATE_CONTROL_2: chip.refresh.set_stages,
        WRITE_LUT: chip.waveform.write_own,
        DISPLAY_OPTION: chip.memory.set_option,
        RAM_X_START_END: chip.address.set_x_window,
        RAM_Y_START_END: chip.address.set_y_window,
        RAM_X_COUNTER: chip.address.set_x,
        RAM_Y_COUNTER: chip.address.set_y,
    }
