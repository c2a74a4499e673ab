"""The MCP23017 made for Wokwi, compared with the simulator's model register by register."""

import ctypes
import json
import random
import re
import subprocess
from pathlib import Path

import pytest

import testenv
from marcoria.paths import HARDWARE, TESTS
from marcoria.sim.chips.kernel import Clock, Faults
from marcoria.sim.chips.mcp23017 import Mcp23017
from marcoria.sim.chips.pins import Net

SOURCE = HARDWARE / "wokwi" / "mcp23017.chip.c"
BENCH = TESTS / "hardware" / "wokwi_api"
PINS = [f"GP{port}{bit}" for port in "AB" for bit in range(8)]
INPUT, PULLED_UP, LOW, HIGH = 0, 2, 16, 17  # the API's numbers of a pin's modes
IOCON = 0x0A
# Addresses of registers: random addresses among all 256 would rarely belong to a register.
REGISTERS = range(0x1C)
ADDRESS = 0x21
# Addresses of registers other than IODIR and GPPU, while IOCON.BANK is 0. IOCON has two addresses:
# the list has only the first one, and random writes to this address set only bits of LINES.
KEEPING_PULLS = [*range(0x02, 0x0B), *range(0x0E, 0x16)]
LINES = 0x46  # MIRROR, ODR, INTPOL
# Wokwi may or may not notify a chip of pins that the chip drives itself, so the tests run with and
# without these notifications.
TOLD_OR_NOT = pytest.mark.parametrize("which", [0, 1], ids=["told", "quiet"])

Order = tuple[str, tuple[int | None, ...]]


class Chip:
    """The chip's compiled C source, with an I2C master that reads and writes registers."""

    def __init__(self, library: Path) -> None:
        self.bench = ctypes.CDLL(str(library))
        self.bench.bench_read.restype = ctypes.c_uint8
        self.bench.bench_call.restype = ctypes.c_bool
        self.bench.bench_start(ADDRESS)

    def write(self, *values: int) -> None:
        assert self.bench.bench_call(ADDRESS, False)
        for byte in values:
            self.bench.bench_write(byte)

    def read(self, count: int) -> list[int]:
        assert self.bench.bench_call(ADDRESS, True)
        return [self.bench.bench_read() for _ in range(count)]

    def contact(self, pin: int, level: int | None) -> None:
        self.bench.bench_contact(PINS[pin].encode(), -1 if level is None else level)

    def mode(self, name: str) -> int:
        return int(self.bench.bench_mode(name.encode()))

    def shown(self) -> list[int]:
        """Return the modes of all the chip's pins."""
        return [self.mode(name) for name in (*PINS, "INTA", "INTB")]


class Model:
    """The simulator's model of the chip, with the methods of `Chip` except `mode`."""

    def __init__(self) -> None:
        self.faults = Faults()
        self.lines = [Net(name, self.faults) for name in ("INTA", "INTB")]
        self.chip = Mcp23017(Clock(), self.faults, ADDRESS, *self.lines)

    def write(self, *values: int) -> None:
        self.chip.start(0)
        for byte in values:
            self.chip.write(byte)
        self.chip.stop()

    def read(self, count: int) -> list[int]:
        self.chip.start(1)
        values = [self.chip.read() for _ in range(count)]
        self.chip.stop()
        return values

    def contact(self, pin: int, level: int | None) -> None:
        self.chip.pins[pin].drive("contact", level)

    def shown(self) -> list[int]:
        """Return the modes of all the chip's pins, as `Chip.shown` does.

        A mode is LOW or HIGH if the chip drives the pin, else PULLED_UP or INPUT.
        """
        found = []
        for net in (*self.chip.pins, *self.lines):
            driven = net.drivers.get(self.chip.name)
            idle = PULLED_UP if net.pull else INPUT
            found.append(idle if driven is None else (LOW, HIGH)[driven])
        return found


def compiled(folder: Path, *options: str) -> Path:
    library = folder / f"chip{len(options)}.so"
    strict = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-O1"]
    sources = [str(SOURCE), str(BENCH / "bench.c")]
    command = ["gcc", *strict, *options, f"-I{BENCH}", *sources, "-o", str(library)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return library


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("chip")
    return [compiled(folder), compiled(folder, "-DQUIET")]


def order(at_random: random.Random, keys: bool) -> Order:
    """Return a random action: the name of a method of `Chip`, and its arguments.

    The action is a read or a write by the master, or the change of a contact. A floating pin has
    no defined level, so no pin may float. If `keys`, a contact connects its pin to ground or
    opens, and the master never changes the pull-ups. Otherwise a contact drives its pin low or
    high.
    """
    kind = at_random.choice(["write", "write", "read", "contact", "contact", "contact"])
    if kind == "contact":
        return kind, (at_random.randrange(16), at_random.choice([0, None] if keys else [0, 1]))
    if kind == "read":
        return kind, (at_random.randrange(1, 9),)
    byte = at_random.choice([0, 0xFF, at_random.randrange(256)])
    if keys:
        register = at_random.choice(KEEPING_PULLS)
        return kind, (register, byte & LINES if register == IOCON else byte)
    values = at_random.choices([0, 0xFF, byte, byte ^ 0x5A], k=at_random.randrange(5))
    return kind, (at_random.choice(REGISTERS), *values)


@TOLD_OR_NOT
@pytest.mark.parametrize("keys", [False, True], ids=["driven", "keys"])
def test_the_chip_answers_random_actions_like_the_model(
    which: int, keys: bool, libraries: list[Path]
) -> None:
    at_random = random.Random(testenv.SEED)
    seen = set()
    for _ in range(60):
        chip, model = Chip(libraries[which]), Model()
        begun: list[Order] = [("contact", (pin, None if keys else 1)) for pin in range(16)]
        if keys:
            begun.append(("write", (0x0C, 0xFF, 0xFF)))
        done = [*begun, *(order(at_random, keys) for _ in range(120))]
        for i, (what, values) in enumerate(done):
            one, other = getattr(chip, what)(*values), getattr(model, what)(*values)
            assert (one, chip.shown()) == (other, model.shown()), done[: i + 1]
            seen |= set(chip.shown())
    assert seen == {PULLED_UP, LOW, HIGH, INPUT}


@TOLD_OR_NOT
def test_every_register_equals_the_models(which: int, libraries: list[Path]) -> None:
    """Chip and model agree after each register is written, with IOCON.BANK 0 and 1."""
    for iocon in (0x00, 0x40, 0x20, 0x80, 0xA0):
        for register in REGISTERS:
            for byte in (0x00, 0xFF, 0x5A):
                chip, model = Chip(libraries[which]), Model()
                for one in (chip, model):
                    one.write(IOCON, iocon)
                    one.write(register, byte)
                    one.write(register)
                assert chip.read(3) == model.read(3), f"{iocon:02x} {register:02x} {byte:02x}"
                assert chip.shown() == model.shown()


class Bus:
    """An I2C bus with the chip on it, for the firmware's driver."""

    def __init__(self, chip: Chip) -> None:
        self.chip = chip

    def writeto_mem(self, address: int, register: int, values: bytes) -> None:
        assert address == ADDRESS
        self.chip.write(register, *values)

    def readfrom_mem_into(self, address: int, register: int, buffer: bytearray) -> None:
        self.writeto_mem(address, register, b"")
        buffer[:] = bytes(self.chip.read(len(buffer)))


@TOLD_OR_NOT
def test_the_firmwares_driver_finds_the_keys(which: int, libraries: list[Path]) -> None:
    """The driver reports each key, and also a rap that ended before a read.

    The chip's interrupt flags show such a rap.
    """
    from codes.table import Contacts
    from drivers.mcp23017 import Expander

    chip = Chip(libraries[which])
    rap, keys = 6, bytes(range(16))
    driver = Expander(Bus(chip), ADDRESS, keys, lambda: chip.mode("INTA") == HIGH, 1 << rap)
    now = 0
    for key in range(16):
        events = []
        for level in (0, None):
            chip.contact(key, level)
            assert chip.mode("INTA") == LOW, "INTA does not report the change of the key"
            for _ in range(40):
                now += 5
                driver.step(now)
            events += [driver.event(), driver.event()]
        assert events == [Contacts.PRESSED | key, 0, Contacts.RELEASED | key, 0]
    chip.contact(rap, 0)
    chip.contact(rap, None)
    for _ in range(40):
        now += 5
        driver.step(now)
    assert driver.event() == Contacts.PRESSED | rap
    assert not driver.lost and not driver.errors


def test_the_chip_answers_only_at_its_own_address(libraries: list[Path]) -> None:
    chip = Chip(libraries[0])
    assert [at for at in range(128) if chip.bench.bench_call(at, True)] == [ADDRESS]


def test_pins_have_the_numbers_of_the_package() -> None:
    """Pin numbers are as in data sheet DS20001952, table 1-1 and the drawing of 28 pins."""
    definition = json.loads((HARDWARE / "wokwi" / "mcp23017.chip.json").read_text())
    assert set(definition) == {"name", "author", "pins"}
    numbers = {name: n + 1 for n, name in enumerate(definition["pins"]) if name}
    expected = {"VDD": 9, "VSS": 10, "SCL": 12, "SDA": 13, "A0": 15, "A1": 16, "A2": 17}
    expected |= {"RESET": 18, "INTB": 19, "INTA": 20}
    expected |= {f"GPB{bit}": 1 + bit for bit in range(8)}
    expected |= {f"GPA{bit}": 21 + bit for bit in range(8)}
    assert numbers == expected and len(definition["pins"]) == 28


def test_the_source_uses_only_existing_pins() -> None:
    definition = json.loads((HARDWARE / "wokwi" / "mcp23017.chip.json").read_text())
    calls = re.findall(r"pin_init\(([^,]*),", SOURCE.read_text())
    asked = re.findall(r'"(.*?)"', "".join(calls))
    assert asked and {*asked, *PINS} <= set(definition["pins"])
