"""Tests of users' programs on a simulated bench: runs end and report where the program was."""

from pathlib import Path

import pytest

from marcoria.errors import TableError
from marcoria.sandbox import in_vm
from marcoria.sandbox.bench import Bench
from marcoria.sim.options import BenchParts

READER = {"sck": 12, "mosi": 11, "miso": 13, "cs": 10, "rst": 9}
PARTS = BenchParts(
    "s3",
    [
        ("mfrc522", "reader", READER),
        ("mcp23017", "expander", {"scl": 5, "sda": 4, "address": 0x20, "keys": {"go": 0}}),
        ("ws2812", "lights", {"pin": 16, "count": 2, "limit_ma": 100}),
        ("buzzer", "buzzer", {"pin": 15}),
        ("button", "key", {"pin": 7}),
    ],
    {"card": bytes.fromhex("04A1B2C3D4E5F6")},
)
TRACEBACK = "Traceback (most recent call last):"
SPI = "SPI(1, 1_000_000, sck=Pin(12), mosi=Pin(11), miso=Pin(13))"


@pytest.fixture(params=["cpython", "vm"])
def run(request, tmp_path):
    """Return a function that writes a program to a folder, runs it and returns its bench."""
    benches = []

    def go(source, seconds=1.0, steps=None, files=None):
        for name, text in {"main.py": source, **(files or {})}.items():
            path = tmp_path / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        benches.append(Bench(PARTS, tmp_path / "main.py", steps, request.param, seed=3))
        benches[-1].go(seconds)
        return benches[-1]

    go.names_lines = request.param == "cpython"
    yield go
    for bench in benches:
        bench.close()


# --- programs that never return ----------------------------------------------------------------


def test_a_loop_that_sleeps_is_stopped_at_the_limit(run):
    bench = run("import time\nwhile True:\n    print('a')\n    time.sleep_ms(400)\n")
    assert bench.printed == "a\na\na\n" and not bench.failed
    assert bench.sentence().startswith("main.py: stopped after 1 s")
    assert bench.board.now == 1_000_000


LOOPS = [
    "while True: pass",
    "def turn():\n    while 1: pass\nturn()",
    "while True:\n    try:\n        1 // 0\n    except:\n        pass",
    "sum(0 for n in iter(int, 1))",
]


@pytest.mark.parametrize("loop", LOOPS)
def test_a_loop_without_calls_is_stopped_where_it_is(tmp_path, loop):
    (tmp_path / "main.py").write_text("print('here')\n" + loop)
    with Bench(PARTS, tmp_path / "main.py") as bench:
        bench.go(0.2)
        assert bench.printed == "here\n"
        assert bench.sentence().startswith("main.py: stopped after 0.2 s, in main.py line ")


@pytest.mark.soak
def test_in_the_vm_an_endless_program_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(in_vm, "PATIENCE_S", 5)
    (tmp_path / "main.py").write_text("print('here')\nwhile True: pass")
    with Bench(PARTS, tmp_path / "main.py", backend="vm") as bench:
        bench.go(0.2)
        assert bench.printed == "here\n" and bench.failed
        assert "for 5 s on this machine without using the hardware or the clock" in (
            bench.sentence()
        )


def test_a_bare_except_does_not_stop_the_end_of_a_run(run):
    source = """
import time
from machine import Pin
pin = Pin(2, Pin.OUT)
while True:
    try:
        while True:
            pin.value(1)
            time.sleep_ms(1)
    except:
        print("caught")
"""
    bench = run(source, 0.1)
    assert bench.printed == "" and bench.sentence().startswith("main.py: stopped after 0.1 s")


def test_interrupts_come_while_a_program_waits(run):
    source = """
from machine import Pin
seen = []
Pin(7, Pin.IN, Pin.PULL_UP).irq(seen.append, Pin.IRQ_FALLING)
while not seen:
    Pin(2).value
    Pin(7).value()
print("pressed", seen[0])
"""
    bench = run(source, 1.0, [(300, "keys.press", ["key", 50])])
    assert bench.printed == "pressed Pin(7)\n"


def test_printing_takes_time(run):
    bench = run("while True: print('hello world')", 1.0)
    assert 500 < bench.printed.count("hello world\n") <= 957 and not bench.failed


def test_input_is_reported_as_not_modelled(run):
    text = "main.py: NotImplementedError: input() is not modelled: docs/own-driver.md lists"
    assert run("name = input('name? ')\n").sentence().startswith(text)


def test_garbage_is_collected_in_an_endless_loop(run):
    source = """
import time
while True:
    data = [bytearray(10_000) for n in range(20)]
    time.sleep_ms(10)
"""
    bench = run(source, 1.0)
    assert bench.sentence().startswith("main.py: stopped after 1 s") and not bench.failed


# --- how programs end --------------------------------------------------------------------------


def test_an_error_is_shown_as_on_a_board(run):
    bench = run(
        "import other\nother.half(1)\n", files={"other.py": "def half(x):\n    return x / 0\n"}
    )
    lines = bench.printed.splitlines()
    assert lines[:3] == [
        TRACEBACK,
        '  File "main.py", line 2, in <module>',
        '  File "other.py", line 2, in half',
    ]
    assert bench.failed and "main.py: ZeroDivisionError: divi" in bench.sentence()


def test_a_syntax_error_is_reported_and_an_exit_is_no_failure(run):
    assert "SyntaxError" in run("def f(:\n").sentence()
    bench = run("import sys\nprint(1)\nsys.exit()\nprint(2)\n")
    assert bench.printed == "1\n" and not bench.failed


def test_misuse_ends_the_run_where_it_happens(run):
    source = f"""
import time
from machine import Pin, SPI
spi = {SPI.replace("1_000_000", "20_000_000")}
cs = Pin(10, Pin.OUT, value=0)
time.sleep_ms(100)
def ask():
    spi.read(1)
ask()
print("never")
"""
    bench = run(source)
    assert bench.printed == ""
    assert bench.faults == [("spi1", "20000000 Hz is more than the chip's 10000000")]
    where = ", in main.py line 8)" if run.names_lines else ")"
    assert bench.sentence().startswith("main.py: spi1: 20000000 Hz is more than")
    assert bench.sentence().endswith(where) and bench.failed


def test_a_board_that_resets_starts_again(run):
    source = """
import machine, time
print(machine.reset_cause())
time.sleep(1)
try:
    machine.reset()
except:
    print("caught")
"""
    assert run(source, 1.6).printed == "1\n2\n"


@pytest.mark.soak(keep=1)  # CPython alone in `make test`
def test_a_board_that_resets_for_ever_is_stopped(run):
    bench = run("import machine, time\ntime.sleep_ms(5)\nmachine.reset()\n", 5.0)
    assert bench.printed == ""
    assert bench.sentence().startswith("main.py: the board has restarted 100 times")


def test_a_program_may_raise_keyboard_interrupt(run):
    bench = run("print(1)\nraise KeyboardInterrupt\n")
    lines = bench.printed.splitlines()
    assert lines[:3] == ["1", TRACEBACK, '  File "main.py", line 2, in <module>']
    assert bench.failed and "main.py: KeyboardInterrupt" in bench.sentence()


def test_a_task_that_crashes_ends_the_run(run):
    source = """
import asyncio
async def main():
    for n in range(9):
        await asyncio.sleep(0.1)
        print(n)
        if n == 2:
            raise ValueError("enough")
try:
    asyncio.run(main())
finally:
    asyncio.new_event_loop()
"""
    bench = run(source)
    assert bench.printed.startswith("0\n1\n2\n") and "main.py: ValueError: enough" in (
        bench.sentence()
    )


# --- functions that a program may call on a board ----------------------------------------------


def test_the_board_identifies_itself(run):
    source = """
import os, sys, micropython
from os import uname
from micropython import const, alloc_emergency_exception_buf
alloc_emergency_exception_buf(100)
print(uname()[0], os.uname().sysname, os.uname().machine, sys.platform, __name__)
import utime, ubinascii, ustruct, uos, ujson, usys, uasyncio
print(utime.ticks_diff(5, 3), ubinascii.hexlify(b"a"), uos.listdir("/"), len(utime.localtime()))
import machine, esp
esp.osdebug(None)
print(machine.freq(), len(machine.unique_id()), const(3))
"""
    lines = run(source).printed.splitlines()
    board = "Generic ESP32S3 module with Octal-SPIRAM with ESP32S3"
    assert lines[0] == f"esp32 esp32 {board} esp32 __main__"
    assert lines[1].startswith("2 b'61' [") and "'main.py'" in lines[1] and lines[1][-1] == "8"
    assert lines[2] == "160000000 6 3"


def test_star_imports_find_the_names_of_the_board(run):
    source = "from os import *\nfrom sys import *\nfrom micropython import *\nprint(uname()[0])"
    assert run(source + "\nprint(platform)").printed == "esp32\nesp32\n"


def test_the_clock_goes_on_when_the_ticks_wrap(run):
    source = "import time\ntime.sleep(1100)\nprint(int(time.time()), time.gmtime()[3:5])\n"
    bench = run(source, 1200)
    assert bench.printed == "1100 (0, 18)\n"


def test_a_file_opened_for_writing_becomes_empty(run):
    source = "with open('/a.txt', 'w') as file: file.write('old')\n"
    source += "open('/a.txt', 'w').close()\nprint(repr(open('/a.txt').read()))\n"
    assert run(source).printed == "''\n"


def test_the_folder_is_the_flash(run):
    source = "import deep.far, tool\nprint(open('words.txt').read(), deep.far.far, tool.x)\n"
    files = {"words.txt": "hello", "deep/far.py": "far = 7", "lib/tool.py": "x = 8"}
    assert run(source, files=files).printed == "hello 7 8\n"


def test_a_file_may_be_larger_than_a_mebibyte(run):
    files = {"data.txt": "x" * (2 << 20)}
    assert run("import os\nprint(os.stat('/data.txt')[6])\n", files=files).printed == "2097152\n"


def test_functions_of_the_vm_alone_are_reported_on_cpython(run):
    drawing = "import framebuf\nd = framebuf.FrameBuffer(bytearray(8), 8, 8, framebuf.MONO_HLSB)\n"
    ends = [
        run(source).sentence()
        for source in (drawing + "d.text('a', 0, 0)\n", "import asyncio\nasyncio.Lock()\n")
    ]
    if run.names_lines:
        assert all("is not modelled on CPython: run it in the VM" in end for end in ends)
    else:
        assert all("stopped after 1 s" in end for end in ends)


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("import socket\nsocket.getaddrinfo\n", "socket.getaddrinfo"),
        ("import network\nnetwork.AP_IF\n", "network.AP_IF"),
        ("import socket\nsocket.socket().connect(('10.0.0.1', 80))\n", "a socket that waits"),
    ],
)
def test_unmodelled_functions_of_the_network_are_explained(run, source, what):
    text = f"NotImplementedError: {what} is not modelled: docs/own-driver.md lists what is"
    assert text in run(source).sentence()


@pytest.mark.parametrize("name", ["bluetooth", "dht", "_thread"])
def test_unmodelled_modules_are_explained_in_a_sentence(run, name):
    bench = run(f"import {name}\n")
    text = f"NotImplementedError: {name} is not modelled: docs/own-driver.md lists what is"
    assert text in bench.sentence()


def test_the_firmware_of_the_table_is_not_on_the_bench(run):
    assert "ImportError" in run("import drivers.mfrc522\n").sentence()
    assert "ImportError" in run("import typing\n").sentence()


def test_the_final_state_of_the_parts_is_shown(run):
    source = """
from machine import I2C, PWM, Pin
from neopixel import NeoPixel
lights = NeoPixel(Pin(16), 2)
lights[0] = (1, 2, 3)
print(len(lights), lights[0], lights[1])
lights.write()
i2c = I2C(0, scl=Pin(5), sda=Pin(4))
i2c.writeto_mem(0x20, 0x01, b"\\x0f")
i2c.writeto_mem(0x20, 0x15, b"\\x80")
PWM(Pin(15), freq=440, duty_u16=1000)
"""
    bench = run(source, 0.5, [(100, "keys.hold", ["go"])])
    assert bench.printed == "2 (1, 2, 3) (0, 0, 0)\n"
    seen = bench.look()
    assert [tuple(led) for led in seen["lights"]] == [(1, 2, 3), (0, 0, 0)]
    assert seen["expander"] == "0------- ----0001" and seen["buzzer"] == 1


def test_a_seed_repeats_a_bench_run(run):
    source = "import time, random\nprint(random.random(), time.ticks_us())\n"
    assert run(source).printed == run(source).printed


# --- programs that cannot run ------------------------------------------------------------------


def test_a_missing_program_and_a_folder_that_is_too_full_are_refused(tmp_path):
    with pytest.raises(TableError, match=r"cannot read .*nothing.py"):
        Bench(PARTS, Path("nothing.py"))
    for n in range(501):
        (tmp_path / f"f{n}.txt").write_text("")
    (tmp_path / "main.py").write_text("")
    with pytest.raises(TableError, match="give the program a folder of its own"):
        Bench(PARTS, tmp_path / "main.py")
