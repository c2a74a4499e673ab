"""The command decoder of the SSD1683."""

from marcoria.sim.chips.ssd1683 import commands
from marcoria.sim.chips.ssd1683.memory import BW, RED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.seams import Buffer
    from marcoria.sim.chips.ssd1683.chip import Ssd1683

_RAMS = {commands.WRITE_RAM_BW: BW, commands.WRITE_RAM_RED: RED}

# Times in us
DETECTION_TIME = 10_000
FILL_TIME = 10_000


class CommandDecoder:
    """Bytes become commands and their data, and go to the part of the chip that obeys them.
    Voltages, border and the like change nothing that is seen."""

    def __init__(self, chip: "Ssd1683") -> None:
        self._fault = chip.fault
        self._busy = chip.busy
        self._memory = chip.memory
        self._supply = chip.supply
        self._orders = _orders(chip)
        self._orders[commands.AUTO_WRITE_BW] = self._fill_bw
        self._orders[commands.AUTO_WRITE_RED] = self._fill_red
        self._orders[commands.HV_READY_DETECTION] = self._orders[commands.VCI_DETECTION] = (
            self._detect
        )
        self._actions: "dict[int, Callable[[], object]]" = {
            commands.SW_RESET: chip.restart,
            commands.MASTER_ACTIVATION: chip.refresh.activate,
            commands.CRC_CALCULATION: self._detect,
        }
        self.reset()

    def reset(self) -> None:
        self._command: "int | None" = None
        self._given = bytearray()

    def begin(self, command: int) -> None:
        """A command byte: the one before must have got its data."""
        self._check_complete()
        self._command = command
        self._given = bytearray()
        self._memory.begin()
        if command in commands.PARAMETERS or command in _RAMS:
            return
        if command in self._actions:
            self._actions[command]()
        elif command not in commands.WITHOUT_DATA:
            self._command = None
            self._fault(commands.refusal(command))

    def _check_complete(self) -> None:
        """A command that lacks data is at the latest known when the next one comes."""
        if self._command is None:
            return
        fewest, _ = commands.PARAMETERS.get(self._command, commands.NO_PARAMETERS)
        if len(self._given) < fewest:
            self._fault(
                "command 0x%02X got %d of %d data bytes"
                % (self._command, len(self._given), fewest)
            )

    def take(self, data: "Buffer", start: int, end: int) -> None:
        """Data bytes for the command that came last."""
        command = self._command
        if command is None:
            if start < end:
                self._fault("more than 0 data bytes for command that is none")
        elif command in _RAMS:
            self._memory.write(_RAMS[command], data, start, end)
        else:
            self._take_parameters(command, data, start, end)

    def _take_parameters(self, command: int, data: "Buffer", start: int, end: int) -> None:
        fewest, most = commands.PARAMETERS.get(command, commands.NO_PARAMETERS)
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
        """Something is measured or computed, which nobody can read."""
        self._busy.work(DETECTION_TIME)

    def _fill_bw(self, given: bytearray) -> None:
        self._fill(BW, given[0])

    def _fill_red(self, given: bytearray) -> None:
        self._fill(RED, given[0])

    def _fill(self, ram: int, pattern: int) -> None:
        if self._memory.fill(ram, pattern):
            self._busy.work(FILL_TIME)


def _orders(chip: "Ssd1683") -> "dict[int, Callable[[bytearray], None]]":
    """What obeys a command that has its data."""
    return {
        commands.DRIVER_OUTPUT_CONTROL: chip.output.set_gates,
        commands.DEEP_SLEEP_MODE: chip.supply.sleep,
        commands.DATA_ENTRY_MODE: chip.address.set_entry,
        commands.TEMPERATURE_SENSOR: chip.waveform.set_sensor,
        commands.WRITE_TEMPERATURE: chip.waveform.write_temperature,
        commands.DISPLAY_UPDATE_CONTROL_1: chip.output.set_options,
        commands.DISPLAY_UPDATE_CONTROL_2: chip.refresh.set_stages,
        commands.WRITE_LUT: chip.waveform.write_own,
        commands.DISPLAY_OPTION: chip.memory.set_option,
        commands.RAM_X_START_END: chip.address.set_x_window,
        commands.RAM_Y_START_END: chip.address.set_y_window,
        commands.RAM_X_COUNTER: chip.address.set_x,
        commands.RAM_Y_COUNTER: chip.address.set_y,
    }
