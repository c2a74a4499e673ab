"""Garbage collection within a step of the VM, and the error where the VM cannot collect."""

from pathlib import Path

import pytest

from boards import VmBackend
from marcoria.sim.vm.child import VMError
from marcoria.sim.vm.vm import VM

pytestmark = pytest.mark.pins

PROGRAM = Path(__file__).with_name("collections_program.py").read_text()
ALLOCATING = "for i in range(300):\n    x = bytearray(10_000)\n    {}\nprint('done')"
INPUT = "from machine import Pin\npin = Pin(0, Pin.IN, Pin.PULL_UP)\n"


@pytest.fixture
def board():
    with VmBackend(seed=3) as board:
        yield board


@pytest.mark.soak(keep=2)
@pytest.mark.parametrize(
    "head, each",
    [
        ("import gc\n", "gc.collect()"),
        ("import time\n", "time.sleep_ms(5)"),
        ("import time\n", "time.sleep(0.005)"),
        ("import time\n", "time.sleep_us(500)"),
        (INPUT, "for _ in range(8): pin()"),
        (INPUT, "for _ in range(8): pin.value()"),
    ],
)
def test_garbage_is_collected_in_a_loop_that_never_awaits(board, head, each):
    """A loop that collects, waits or reads a pin allocates almost six times the heap's size."""
    board.boot(head + ALLOCATING.format(each))
    assert board.printed == "done\n"


def test_garbage_is_collected_in_a_task_that_never_awaits(board):
    body = ALLOCATING.format("gc.collect()").replace("\n", "\n    ")
    board.boot(f"import asyncio, gc\nasync def main():\n    {body}\nasyncio.run(main())")
    board.run_until(board.now + 1_000_000)
    assert board.printed == "done\n"


def test_a_collection_costs_nothing_for_garbage_collected_before(board):
    board.boot(
        "import gc, time\n"
        "def take():\n"
        "    start = time.ticks_us()\n"
        "    gc.collect()\n"
        "    print(time.ticks_us() - start)\n"
        "x = bytearray(300_000)\n"
        "take()\n"
        "x = None\n"
        "take()\n"
        "take()\n"
    )
    held, dropped, gone = map(int, board.printed.split())
    assert held == pytest.approx(dropped, rel=0.1) and gone < held / 5


def test_a_collection_at_any_moment_keeps_live_objects():
    with VmBackend(seed=1, heap_kib=160, limit_s=60) as board:
        board.boot(PROGRAM + "\nmain(3)")
        board.run_until(board.now + 1_000_000)
        assert board.printed == "all done\ntasks done\n"


def said(board, program):
    with pytest.raises(VMError) as caught:
        board.boot(program)
        board.run_until(board.now + 1_000_000)
    return str(caught.value)


UNSAFE = """
import gc
class Thing:
    def __init__(self, n):
        for i in range(n):
            {}
Thing(300)
"""


def test_a_program_ends_with_an_error_where_collecting_is_impossible(board):
    text = said(board, UNSAFE.format("x = bytearray(10_000); gc.collect()"))
    assert text.startswith("gc.collect() on a full heap of 512 KiB. Here garbage is collected")
    assert "constructor" in text and board.printed == ""


def test_a_program_that_catches_memory_errors_is_ended_too(board):
    """The error is not a MemoryError. Otherwise this program would catch it and loop for ever."""
    body = """while True:
                try:
                    x = bytearray(10_000)
                except MemoryError:
                    gc.collect()"""
    assert "on a full heap" in said(board, UNSAFE.format(body))


def test_a_memory_error_names_the_uncollected_garbage(board):
    text = said(board, ALLOCATING.format("pass"))
    assert "MemoryError: memory allocation failed, allocating 10000 bytes\nOf the heap" in text
    assert "are free when the step is over. Here garbage is collected" in text


def test_a_memory_error_in_a_task_names_the_uncollected_garbage(board):
    task = "while True: x = bytearray(10_000)"
    text = said(board, f"import asyncio\nasync def main():\n    {task}\nasyncio.run(main())")
    assert text.startswith("a task has crashed\nOf the heap of 512 KiB")
    assert "MemoryError" in text


@pytest.mark.parametrize(
    "program", ["x = bytearray(1 << 23)", "x = []\nwhile True: x.append(x[:9])"]
)
def test_a_plain_lack_of_memory_is_not_blamed_on_garbage(board, program):
    text = said(board, program)
    assert "MemoryError" in text and "garbage" not in text


FULL = Path(__file__).with_name("full_heap.txt").read_text(encoding="utf-8")


def test_a_full_heap_does_not_hang(board):
    assert said(board, FULL).startswith("The heap of 512 KiB is full to the last byte. Here")


def test_a_full_heap_does_not_hang_a_bare_vm():
    with VM() as vm:
        vm.run(FULL)
        with pytest.raises(VMError, match="full to the last byte"):
            vm.advance(100)


def test_an_endless_loop_is_reported():
    with VM() as vm, pytest.raises(VMError, match="neither end nor await"):
        vm.run("import time\nwhile True: time.sleep(1)", limit_s=1)
