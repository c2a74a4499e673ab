"""The `vm` backend: the real VM with its heap, virtual time, and the same chips as on CPython."""

import pytest

from board import LIGHTS_PIN
from boards import FREE, Cpython, VmBackend
from marcoria.sim.chips import serve
from marcoria.sim.chips.kernel import SimFault
from marcoria.sim.chips.requests import REQUESTS
from marcoria.sim.vm.backend import SETUP
from marcoria.sim.vm.child import VMError, VMHung
from marcoria.sim.vm.vm import HEAP_KIB

pytestmark = pytest.mark.pins

OPEN_READERS = """
import board
from machine import Pin, SPI
reset = Pin(board.READERS_RST, Pin.OUT, value=1)
selects = [Pin(n, Pin.OUT, value=1) for n in board.READERS_CS]
spi = SPI(board.READERS_SPI, baudrate=4_000_000, sck=Pin(board.READERS_SCK),
    mosi=Pin(board.READERS_MOSI), miso=Pin(board.READERS_MISO))
pair = bytearray(2)
def read(select, register):
    select(0)
    pair[0] = register << 1 | 0x80
    pair[1] = 0
    spi.write_readinto(pair, pair)
    select(1)
    return pair[1]
"""

EVERYTHING = (
    OPEN_READERS
    + """
import time, machine
from machine import I2C, PWM, bitstream
from esp32 import Partition
start = time.ticks_us()
time.sleep_ms(50)
print([read(select, 0x37) for select in selects])
i2c = I2C(board.KEYS_I2C, scl=Pin(board.KEYS_SCL), sda=Pin(board.KEYS_SDA), freq=400_000)
print(i2c.scan())
first, second = board.KEYS_ADDRESSES
i2c.writeto_mem(first, 0x06, b"\\xff\\x0f")
print(i2c.readfrom_mem(first, 0x00, 12))
print(i2c.writeto(second, b"\\x0c\\xff"), i2c.readfrom(second, 2))
three = bytearray(3)
i2c.readfrom_mem_into(second, 0x0c, three)
print(three)
try:
    i2c.writeto(0x50, b"x")
except OSError as error:
    print("errno", error.args)
lights = Pin(board.LIGHTS_PIN, Pin.OUT)
bitstream(lights, 0, (400, 850, 800, 450), bytes(range(96)))
tone = PWM(Pin(board.BUZZER_PIN), freq=880, duty_u16=1000)
time.sleep_ms(20)
print(tone.freq(), tone.duty_u16())
tone.deinit()
flash = Partition.find(Partition.TYPE_DATA, label="journal")[0]
print(flash.info(), flash.ioctl(4, 0), flash.ioctl(5, 0))
flash.writeblocks(3, b"hello", 17)
page = bytearray(8)
flash.readblocks(3, page, 16)
print(page)
flash.ioctl(6, 3)
flash.readblocks(3, page, 16)
print(page)
watchdog = machine.WDT(timeout=5000)
watchdog.feed()
print(machine.freq(), machine.reset_cause(), Pin(5) is Pin(5), selects[0].value(), spi.read(0))
selects[1].off(), selects[1].toggle(), print(selects[1]())
for wrong in (lambda: Pin(99), lambda: SPI(3), lambda: I2C(7), lambda: machine.nothing):
    try:
        wrong()
    except (ValueError, AttributeError) as error:
        print(type(error))
print(time.ticks_diff(time.ticks_us(), start), time.ticks_ms())
"""
)


@pytest.fixture
def board():
    with VmBackend(seed=5, limit_s=20) as backend:
        yield backend


def with_alarms(*alarms):
    """Return set-up code of a board; each alarm (us, GPIO, level) drives the net of a GPIO."""
    lines = [
        f"world.clock.at({us}, lambda: world.gpio.nets[{n}].drive('test', {level}))"
        for us, n, level in alarms
    ]
    return "\n".join([SETUP.format(seed=0, options={}), *lines])


# --- comparison with CPython --------------------------------------------------------------------


def test_a_program_runs_identically_in_time_on_both_backends(board):
    other = Cpython(seed=5)
    for backend in (board, other):
        backend.boot(EVERYTHING)
    assert board.printed == other.printed
    assert board.now == other.now
    for question in ("colours", "tones", "fault_log", "keys_down"):
        assert plain(board.call(question)) == plain(other.call(question))


def plain(value):
    """Return the value with tuples turned into lists."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def test_the_server_works_without_a_vm():
    world = Cpython(seed=5).world
    server = serve.Server(world, lambda n: None, lambda: None)
    numbers = {name: number for number, (name, _) in enumerate(REQUESTS)}

    def ask(name, a=0, b=0, c=0):
        return server.serve(numbers[name], a, b, c)

    ask("pin_mode", LIGHTS_PIN, 1, -1)
    ask("pin_set", LIGHTS_PIN, 1)
    assert ask("pin_get", LIGHTS_PIN) == 1
    before = ask("now")
    assert ask("wait", 1000) == before + 1000
    server.data[:5] = b"bytes"
    ask("flash_write", 2, 7, 5)
    server.data[:5] = bytes(5)
    ask("flash_read", 2, 7, 5)
    assert server.data[:5] == b"bytes"
    assert server.call('["put", ["7H", "S"], {"coupling": 0.5}]') == "null"
    assert server.get("pads.lying.S") == '["7H"]'


def test_cards_keys_and_lights_work_on_the_vm_backend(board):
    board.call("put", "7H", "S", coupling=0.8)
    assert board.get("pads.lying")["S"] == ["7H"]
    board.call("press", "♥", "N")
    board.run_until(board.now + 50_000)
    assert board.call("keys_down") == ["N H"]
    board.call("lift", "S")
    assert board.get("pads.lying.S") == []
    assert len(board.call("screen")) == 400 * 300
    board.set("flash.dice", None)


@pytest.mark.parametrize("wrong", [("press", "X", "N"), ("put", "7H", "Z"), ("nothing",)])
def test_mistakes_of_people_raise_the_same_errors(board, wrong):
    other = Cpython(seed=5)
    with pytest.raises((ValueError, KeyError, AttributeError)) as here:
        board.call(*wrong)
    with pytest.raises(here.type):
        other.call(*wrong)


# --- time ---------------------------------------------------------------------------------------


def test_the_vms_time_is_the_worlds_to_the_microsecond(board):
    board.boot(
        "import time\n"
        "start = time.ticks_us()\n"
        "time.sleep_us(123); time.sleep_ms(45); time.sleep(2); time.sleep_ms(0)\n"
        "print(time.ticks_diff(time.ticks_us(), start))\n"
    )
    # The last reading of the clock takes 16 us, and so does the sleep of 0 ms.
    assert board.printed == f"{123 + 45_000 + 2_000_000 + 2 * 16}\n"


def test_a_long_sleep_does_not_overflow(board):
    board.boot("import time\ntime.sleep(5000)\nprint(time.ticks_ms())")
    assert board.printed == "5000000\n"
    assert board.now >= 5_000_000_000


def test_a_new_boot_begins_at_zero_and_the_tables_time_goes_on(board):
    board.boot("import time\ntime.sleep_ms(700)")
    board.cut_power()
    board.run_until(1_000_000)
    board.boot("import time\nprint(time.ticks_us())")
    assert board.printed == "16\n"
    assert board.now >= 1_000_000


def test_tasks_are_due_with_the_milliseconds(board):
    board.boot(
        "import asyncio, time\n"
        "async def tick():\n"
        "    for i in range(3):\n"
        "        await asyncio.sleep_ms(10)\n"
        "        print(time.ticks_us() // 100)\n"
        "time.sleep_us(500)\n"
        "asyncio.run(tick())\n"
    )
    board.run_until(15_000)
    assert board.printed == "100\n"
    board.run_until(1_000_000)
    assert board.printed == "100\n200\n300\n"
    assert board.now == 1_000_000


def test_two_runs_are_the_same():
    program = (
        "import asyncio, gc, random, time\n"
        "async def work(name):\n"
        "    while True:\n"
        "        print(name, random.getrandbits(8), time.ticks_us(), gc.mem_alloc())\n"
        "        junk = [name] * random.getrandbits(7)\n"
        "        await asyncio.sleep_ms(random.getrandbits(3))\n"
        "for name in 'abc': asyncio.create_task(work(name))\n"
    )
    runs = []
    for seed in (1, 1, 2):
        with VmBackend(seed=seed) as board:
            board.boot(program)
            board.run_until(300_000)
            runs.append((board.printed, board.memory()))
    assert runs[0] == runs[1] != runs[2]


BUSY = """
import time
start = time.ticks_us()
for i in range(3000): i * i & 255
print(time.ticks_diff(time.ticks_us(), start))
"""


def busy_us(priced):
    with VmBackend(priced=priced) as board:
        board.boot(BUSY)
        return int(board.printed)


def test_unpriced_bytecode_takes_no_time():
    assert busy_us(priced=False) == 16


def test_priced_bytecode_takes_a_repeatable_time():
    # Each iteration of the loop takes about 15 us.
    assert 10_000 < busy_us(priced=True) == busy_us(priced=True) < 50_000


# --- interrupts ---------------------------------------------------------------------------------

WATCH = f"""
import time
from machine import Pin
seen = []
pin = Pin({FREE[0]}, Pin.IN, Pin.PULL_UP)
def handler(which):
    seen.append((time.ticks_us() // 1000, which(), which is pin))
pin.irq(handler, Pin.IRQ_FALLING)
"""


def test_an_interrupt_comes_at_its_time_in_a_sleep():
    setup = with_alarms((20_000, FREE[0], 0), (30_000, FREE[0], 1), (40_000, FREE[0], 0))
    with VmBackend(setup=setup) as board:
        board.boot(WATCH + "time.sleep_ms(100)\nprint(seen, time.ticks_us() // 1000)")
        assert board.printed == "[(20, 0, True), (40, 0, True)] 100\n"


def test_an_interrupt_comes_while_the_firmware_is_idle():
    with VmBackend(setup=with_alarms((20_000, FREE[0], 0))) as board:
        board.boot(WATCH)
        board.run_until(50_000)
        assert board.run("print(seen)") == "[(20, 0, True)]\n"


def test_an_interrupt_comes_in_a_loop_that_only_reads_the_clock():
    with VmBackend(setup=with_alarms((20_000, FREE[0], 0))) as board:
        board.boot(WATCH + "while not seen: time.ticks_ms()\nprint(time.ticks_ms())")
        assert board.printed == "20\n"


def test_no_handler_runs_within_another():
    program = f"""
import time
from machine import Pin
log = []
def slow(pin):
    log.append("in")
    time.sleep_ms(20)
    log.append("out")
Pin({FREE[0]}, Pin.IN, Pin.PULL_UP).irq(slow, Pin.IRQ_FALLING)
Pin({FREE[1]}, Pin.IN, Pin.PULL_UP).irq(slow, Pin.IRQ_FALLING)
time.sleep_ms(100)
print(log)
"""
    with VmBackend(setup=with_alarms((10_000, FREE[0], 0), (15_000, FREE[1], 0))) as board:
        board.boot(program)
        assert board.printed == "['in', 'out', 'in', 'out']\n"


# --- memory -------------------------------------------------------------------------------------


def test_no_access_allocates(board):
    board.boot(
        OPEN_READERS
        + """
import micropython, time, esp32
from machine import I2C, bitstream
i2c = I2C(board.KEYS_I2C, scl=Pin(board.KEYS_SCL), sda=Pin(board.KEYS_SDA), freq=400_000)
lights = Pin(board.LIGHTS_PIN, Pin.OUT)
flash = esp32.Partition("journal")
timing, frame, address = (400, 850, 800, 450), bytearray(96), board.KEYS_ADDRESSES[0]
time.sleep_ms(50)
micropython.heap_lock()
try:
    read(selects[0], 0x37)
    selects[1].value(0); selects[1].on(); selects[1].toggle(); selects[1].on()
    spi.readinto(pair); spi.write(pair); spi.write(frame)
    i2c.readfrom_mem_into(address, 0x00, pair)
    i2c.writeto_mem(address, 0x06, pair)
    bitstream(lights, 0, timing, frame)
    flash.readblocks(0, pair, 0)
    time.ticks_us(); time.ticks_ms(); time.sleep_us(10); time.sleep_ms(1)
finally:
    micropython.heap_unlock()
print("done")
"""
    )
    assert board.printed == "done\n"


def test_the_firmware_has_the_heap_of_a_board(board):
    board.boot("import gc; print(gc.mem_free())")
    # asyncio and the collector's own tables already take part of the heap.
    assert HEAP_KIB * 1024 - 18_000 < int(board.printed) < HEAP_KIB * 1024 - 14_000
    memory = board.memory()
    assert 3_000 < memory["used"] < 6_000
    with pytest.raises(VMError) as caught:
        board.run(f"block = bytearray({HEAP_KIB} * 1024)")
    assert caught.value.type == "MemoryError"


def test_garbage_is_collected_between_tasks_that_are_always_due(board):
    board.boot(
        "import asyncio\n"
        "done = [0]\n"
        "async def work():\n"
        "    while True:\n"
        "        junk = bytearray(20_000)\n"
        "        done[0] += 1\n"
        "        await asyncio.sleep_ms(0)\n"
        "for _ in range(3): asyncio.create_task(work())\n"
    )
    board.run_until(50_000)
    assert int(board.run("print(done[0])")) > 50


def test_the_highest_heap_use_after_a_step_is_recorded():
    with VmBackend(watched=True) as board:
        board.boot(
            "import asyncio\n"
            "async def work():\n"
            "    block = bytearray(40_000)\n"
            "    await asyncio.sleep_ms(5)\n"
            "    del block\n"
            "    await asyncio.sleep_ms(500)\n"
            "asyncio.run(work())\n"
        )
        board.run_until(100_000)
        memory = board.memory()
        assert 40_000 < memory["highest"] < 50_000
        assert memory["used"] < 10_000


# --- faults, crashes and hangs ------------------------------------------------------------------


def test_a_fault_is_raised_between_steps_and_the_firmware_goes_on(board):
    board.boot(
        OPEN_READERS
        + """
import asyncio
async def work():
    await asyncio.sleep_ms(50)
    selects[0](0)
    selects[1](0)
    spi.write(pair)
    selects[0](1)
    selects[1](1)
    print("went on")
    await asyncio.sleep_ms(50)
    print("and on")
asyncio.run(work())
"""
    )
    with pytest.raises(SimFault, match="2 chips selected at once"):
        board.run_until(200_000)
    assert board.printed == "went on\n"
    board.run_until(200_000)
    assert board.printed == "went on\nand on\n"


def test_a_task_that_crashes_is_an_error_with_its_traceback(board):
    board.boot(
        "import asyncio\n"
        "async def work():\n"
        "    await asyncio.sleep_ms(5)\n"
        "    return 1 // 0\n"
        "asyncio.run(work())\n"
    )
    with pytest.raises(VMError, match="ZeroDivisionError") as caught:
        board.run_until(10_000)
    assert caught.value.type == "FirmwareError"


def test_a_handler_that_crashes_is_an_error():
    with VmBackend(setup=with_alarms((20_000, FREE[0], 0))) as board:
        board.boot(WATCH + "seen = None\n")
        with pytest.raises(VMError, match="AttributeError"):
            board.run_until(50_000)


def test_a_program_that_crashes_is_an_error(board):
    with pytest.raises(VMError) as caught:
        board.boot("import nothing")
    assert caught.value.type == "ImportError"


def test_a_firmware_that_hangs_is_ended():
    with VmBackend(limit_s=1) as board, pytest.raises(VMHung):
        board.boot("while True: pass")


# --- power --------------------------------------------------------------------------------------

COUNT = """
import machine
from esp32 import Partition
flash = Partition("journal")
byte = bytearray(1)
for i in range(100):
    flash.readblocks(0, byte, i)
    if byte[0] == 0xFF:
        break
print("boot", i, machine.reset_cause())
byte[0] = 0
flash.writeblocks(0, byte, i)
"""


def test_the_flash_survives_and_the_heap_does_not(board):
    for i in range(3):
        board.boot(COUNT)
        assert board.printed.endswith(f"boot {i} 1\n")
        board.cut_power()
    assert board.boots == 3


@pytest.mark.parametrize("operation", [1, 2, 5])
def test_power_can_be_cut_before_any_operation(board, operation):
    board.cut_power(operation)
    board.boot(OPEN_READERS + "print('never')")
    assert board.printed == ""
    assert board.operations == operation
    before = board.now
    board.run_until(before + 10_000)
    assert board.now == before + 10_000
    board.boot()
    assert board.printed == "never\n"


def test_power_can_be_cut_while_the_flash_is_programmed(board):
    board.call("flash.cut_at", 1, 7)
    board.boot(COUNT + "print('never')")
    assert board.printed == "boot 0 1\n"
    assert not board.get("power")
    board.boot()
    assert "never" in board.printed


def test_a_board_that_restarts_boots_again(board):
    board.boot(
        "import asyncio, machine\n"
        "print('boot', machine.reset_cause())\n"
        "async def work():\n"
        "    await asyncio.sleep_ms(30)\n"
        "    machine.reset()\n"
        "    print('never')\n"
        "asyncio.run(work())\n"
    )
    board.run_until(100_000)
    assert board.printed == "boot 1\n" + "boot 2\n" * 3


def test_the_watchdog_restarts_a_board_that_only_waits(board):
    board.boot("import machine\nprint(machine.reset_cause())\nmachine.WDT(timeout=1000)")
    board.run_until(2_500_000)
    assert board.printed == "1\n3\n3\n"
    board.cut_power()


def test_unflushed_data_is_lost_in_a_power_cut(board):
    board.boot(
        "kept = open('/journal', 'wb'); kept.write(b'kept'); kept.flush(); kept.write(b'lost')\n"
        "open('/closed', 'w').write('x')\n"
        "done = open('/done', 'w'); done.write('done'); done.close()\n"
        "lost = open('/lost', 'wb'); lost.write(b'lost')\n"
    )
    board.cut_power()
    assert board.files["/journal"] == b"kept"
    assert board.files["/done"] == b"done"
    assert board.files["/lost"] == b""
    board.write("/more/deep", b"by hand")
    board.boot("print(open('/journal').read(), open('/done').read(), open('/more/deep').read())")
    assert board.printed == "kept done by hand\n"
