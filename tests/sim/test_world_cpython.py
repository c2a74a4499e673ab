"""The `cpython` backend: fresh imports, virtual time, tasks, files, resets and power cuts."""

import sys

import pytest

from board import LIGHTS_PIN
from boards import FREE, Cpython
from marcoria.sim.chips.kernel import SimFault

pytestmark = pytest.mark.pins


@pytest.fixture
def board():
    board = Cpython(seed=1)
    yield board
    board.close()


def run(board, source, ms=1_000):
    """Boot a program, run it for `ms` of virtual time, and return its output as words."""
    before = len(board.printed)
    board.boot(source)
    board.run_until(board.now + ms * 1000)
    return board.printed[before:].split()


# --- modules ---------------------------------------------------------------------------------


def test_modules_missing_on_a_board_cannot_be_imported(board):
    for name in ("typing", "dataclasses", "threading", "marcoria", "pytest", "belote.nothing"):
        with pytest.raises(ImportError, match="on the board"):
            board.boot(f"import {name}\n")
    board.boot("import belote.house, json, struct, sys, os, gc, time, random, micropython\n")


def test_submodules_and_names_of_packages_can_be_imported(board):
    source = "from belote import house\nimport belote.trick\nprint(belote.house is house)\n"
    assert run(board, source) == ["True"]
    with pytest.raises(ImportError):
        board.boot("from belote.house import nothing\n")


def test_each_boot_imports_modules_anew(board):
    source = "import belote.house as c\nprint(hasattr(c, 'mark'))\nc.mark = 1\n"
    before = set(sys.modules)
    assert run(board, source) == ["False"]
    assert run(board, source) == ["False"]
    assert not {name for name in set(sys.modules) - before if name.startswith("belote")}


def test_a_module_from_a_folder_of_the_test_can_be_imported(tmp_path):
    (tmp_path / "hello.py").write_text("import machine\nprint('hello', machine.reset_cause())\n")
    board = Cpython(folders=(tmp_path,))
    board.boot("hello")
    assert board.printed == "hello 1\n"


def test_load_gives_modules_of_the_running_board(board):
    machine = board.load("machine")
    assert board.load("machine") is machine
    board.start()
    assert board.load("machine") is not machine


# --- time ------------------------------------------------------------------------------------


def test_time_is_virtual_and_each_clock_reading_has_a_price(board):
    source = """
import time
a = time.ticks_us()
time.sleep_ms(250)
time.sleep_us(30)
time.sleep(1.5)
print(time.ticks_diff(time.ticks_us(), a))
a = time.ticks_ms()
n = 0
while time.ticks_diff(time.ticks_ms(), a) < 10:
    n += 1
print(100 < n < 1000, time.ticks_add(2**30 - 1, 2), time.ticks_diff(1, 2**30 - 1))
print(time.time(), time.gmtime(0)[:3])
"""
    assert " ".join(run(board, source)) == "1750046 True 1 2 1 (2000, 1, 1)"


def test_ticks_begin_with_the_boot(board):
    board.run_until(5_000_000)
    assert run(board, "import time\nprint(time.ticks_ms())\n") == ["0"]


# --- tasks -----------------------------------------------------------------------------------

TWO = """
import asyncio, time
async def beat(name, ms, times):
    for _ in range(times):
        await asyncio.sleep_ms(ms)
        print(name, time.ticks_ms())
asyncio.create_task(beat('a', 20, 3))
asyncio.run(beat('b', 30, 2))
"""


def test_tasks_run_in_the_order_of_their_time(board):
    assert " ".join(run(board, TWO)) == "a 20 b 30 a 40 b 60 a 60"


def test_tasks_due_together_run_in_order_of_creation(board):
    source = """
import asyncio
async def say(name):
    for i in range(2):
        print(name + str(i))
        await asyncio.sleep_ms(0)
for name in 'xyz':
    asyncio.create_task(say(name))
"""
    assert " ".join(run(board, source)) == "x0 y0 z0 x1 y1 z1"


def test_time_passes_for_a_task_that_never_sleeps(board):
    source = """
import asyncio
async def busy():
    while True:
        await asyncio.sleep_ms(0)
asyncio.run(busy())
"""
    run(board, source, 100)
    assert board.now >= 100_000


def test_events_cancellation_and_results_of_tasks(board):
    source = """
import asyncio
event = asyncio.Event()
async def waiter():
    await event.wait()
    print('woken')
    return 5
async def sleeper():
    try:
        await asyncio.sleep_ms(10_000)
    except asyncio.CancelledError:
        print('cancelled')
        raise
    finally:
        print('finally')
async def failing():
    await asyncio.sleep_ms(1)
    raise ValueError('seven')
async def main():
    w = asyncio.create_task(waiter())
    s = asyncio.create_task(sleeper())
    await asyncio.sleep_ms(5)
    print(w.done())
    event.set()
    print(await w, w.done(), event.is_set())
    event.clear()
    print(s.cancel(), event.is_set())
    await asyncio.sleep_ms(1)
    print(s.done(), s.cancel())
    try:
        await s
    except asyncio.CancelledError:
        print('seen')
    try:
        await asyncio.create_task(failing())
    except ValueError as e:
        print(e)
asyncio.run(main())
"""
    words = "False woken 5 True True True False cancelled finally True False seen seven"
    assert " ".join(run(board, source)) == words


def test_cancellation_reaches_an_awaited_task(board):
    source = """
import asyncio
async def inner():
    await asyncio.Event().wait()
async def outer(task):
    await task
async def main():
    i = asyncio.create_task(inner())
    o = asyncio.create_task(outer(i))
    await asyncio.sleep_ms(1)
    o.cancel()
    await asyncio.sleep_ms(1)
    print(i.done(), o.done())
asyncio.run(main())
"""
    assert run(board, source) == ["True", "True"]


def test_asyncio_has_only_what_all_backends_have(board):
    with pytest.raises(NotImplementedError, match=r"asyncio\.gather is not modelled"):
        board.boot("import asyncio\nasyncio.gather\n")
    with pytest.raises(AttributeError):
        board.boot("import asyncio\nasyncio.no_such_thing\n")


def test_an_uncaught_exception_of_a_task_is_raised(board):
    source = """
import asyncio
async def crash():
    await asyncio.sleep_ms(10)
    raise KeyError('lost')
async def other():
    while True:
        await asyncio.sleep_ms(20)
        print('on')
asyncio.create_task(crash())
asyncio.run(other())
"""
    board.boot(source)
    with pytest.raises(KeyError, match="lost"):
        board.run_until(board.now + 1_000_000)
    board.run_until(board.now + 50_000)
    assert board.printed.startswith("on\n")


# --- files -----------------------------------------------------------------------------------


def test_flushed_files_survive_a_power_cut(board):
    write = """
import os
os.mkdir('journal')
f = open('journal/0', 'w+b')
f.write(b'kept')
f.flush()
f.write(b' lost')
with open('note.txt', 'w') as g:
    g.write('two\\nlines')
print(sorted(os.listdir('/')), os.stat('journal/0')[6])
"""
    assert " ".join(run(board, write)) == "['a', 'journal', 'note.txt'] 4"
    board.cut_power()
    read = """
import os
f = open('/journal/0', 'r+b')
print(f.read(), open('note.txt').readline().strip())
print([e[0] for e in os.ilistdir('journal')])
f.seek(0); f.write(b'K'); f.close()
print(open('journal/0', 'rb').read())
os.rename('note.txt', 'journal/1'); os.remove('journal/0')
print(os.listdir('journal'))
"""
    assert " ".join(run(board, read)) == "b'kept' two ['0'] b'Kept' ['1']"


def test_file_errors_are_oserrors(board):
    source = """
import os
def number(call, *args):
    try:
        call(*args)
    except OSError as e:
        return e.args[0]
os.mkdir('c')
print(number(open, 'x'), number(open, 'no/x', 'w'), number(os.mkdir, 'c'), number(os.stat, 'x'))
print(number(os.remove, 'x'), number(os.listdir, 'x'), number(os.rename, 'x', 'y'))
open('c/b', 'w').close()
print(number(os.rmdir, 'c'), number(open, 'c', 'w'))
"""
    assert " ".join(run(board, source)) == "2 2 17 2 2 2 2 39 2"


# --- resets, power cuts and faults -----------------------------------------------------------


def test_a_reset_starts_the_program_again(board):
    source = """
import machine, time
print(machine.reset_cause(), time.ticks_ms())
if machine.reset_cause() == machine.PWRON_RESET:
    time.sleep_ms(50)
    try:
        machine.reset()
    except Exception:
        print('never')
    finally:
        print('gone')
"""
    assert run(board, source)[-2:] == ["2", "0"]
    assert board.boots == 2


def test_endless_restarts_are_an_error(board):
    with pytest.raises(RuntimeError, match="restarted"):
        board.boot("import machine\nmachine.reset()\n")


def test_a_watchdog_that_is_not_fed_resets_the_board(board):
    source = """
import asyncio, board, machine
print(machine.reset_cause())
async def main():
    dog = machine.WDT(timeout=1000)
    for _ in range(3):
        await asyncio.sleep_ms(800)
        dog.feed()
    while True:
        machine.Pin(board.LIGHTS_PIN, machine.Pin.OUT)
        await asyncio.sleep_ms(10)
if machine.reset_cause() != machine.WDT_RESET:
    asyncio.run(main())
"""
    board.boot(source)
    began = board.now
    board.run_until(began + 3_300_000)
    assert board.printed.split() == ["1"]
    board.run_until(began + 3_600_000)
    assert board.printed.split() == ["1", "3"]


def test_a_power_cut_in_the_middle_of_a_write(board):
    source = """
from esp32 import Partition
(journal,) = Partition.find(Partition.TYPE_DATA, label='journal')
data = bytearray(4)
journal.readblocks(0, data, 0)
print(data)
try:
    for i in range(100):
        journal.writeblocks(0, bytes([i]) * 4, 4 * i)
except Exception:
    print('caught')
finally:
    print('finally')
    journal.writeblocks(1, b'ghost', 0)
print('done')
"""
    board.world.flash.cut_at(6, seed=2)
    board.boot(source)
    assert not board.world.power and board.printed.split("\n")[1:] == ["finally", ""]
    board.run_until(board.now + 1_000_000)
    assert bytes(board.world.flash.cells[4096:4101]) == b"\xff" * 5
    assert bytes(board.world.flash.cells[16:20]) == b"\x04" * 4
    assert bytes(board.world.flash.cells[20:24]) != b"\x05" * 4
    board.boot()
    assert "bytearray(b'\\x00\\x00\\x00\\x00')" in board.printed


def test_a_power_cut_leaves_nothing_of_the_firmware_running(board):
    source = """
import asyncio, board, machine
pin = machine.Pin(board.LIGHTS_PIN, machine.Pin.OUT)
async def blink():
    try:
        while True:
            pin.toggle()
            print('blink')
            await asyncio.sleep_ms(100)
    finally:
        pin.on()
        print('bye')
pin27 = machine.Pin({FREE}, machine.Pin.IN, machine.Pin.PULL_UP)
pin27.irq(lambda p: print('irq'))
asyncio.run(blink())
"""
    run(board, source.replace("{FREE}", str(FREE[0])), 350)
    board.cut_power()
    assert board.world.gpio.nets[LIGHTS_PIN].level is None
    seen = board.printed
    board.world.gpio.nets[FREE[0]].drive("x", 0)
    board.run_until(board.now + 1_000_000)
    assert board.printed == seen and "bye" not in seen
    board.world.faults.check()
    board.boot()
    board.run_until(board.now + 150_000)
    assert board.printed.count("blink") == seen.count("blink") + 2


def test_misuse_of_a_chip_is_raised_between_steps(board):
    source = """
import asyncio
from machine import Pin
async def main():
    await asyncio.sleep_ms(10)
    Pin({FREE}, Pin.IN).value()
    print('after')
    await asyncio.sleep_ms(10)
    print('later')
asyncio.run(main())
"""
    board.boot(source.replace("{FREE}", str(FREE[0])))
    with pytest.raises(SimFault, match="floats"):
        board.run_until(board.now + 100_000)
    assert board.printed == "after\n"
    board.run_until(board.now + 100_000)
    assert board.printed == "after\nlater\n"


def test_random_numbers_depend_on_the_seed_and_the_boot():
    source = "import random, os\nprint(random.getrandbits(30), os.urandom(4))\n"
    texts = []
    for seed in (1, 1, 2):
        board = Cpython(seed=seed)
        board.boot(source)
        board.boot()
        texts.append(board.printed)
    assert texts[0] == texts[1] != texts[2]
    assert len(set(texts[0].splitlines())) == 2


def test_other_functions_of_the_board(board):
    source = """
import gc, sys
gc.collect(); gc.threshold(1000)
print(sys.platform, sys.implementation.name)
try:
    1 // 0
except ZeroDivisionError as e:
    sys.print_exception(e)
"""
    text = " ".join(run(board, source))
    assert text.startswith("esp32 micropython Traceback") and "ZeroDivisionError" in text
    assert board.memory() == {}
