"""The VM runner: a heap that cannot grow, virtual time, and clear errors."""

import shutil

import pytest

from marcoria.build.mpy import CompileError, compile_tree
from marcoria.sim.vm import node
from marcoria.sim.vm.child import VMError, VMHung
from marcoria.sim.vm.node import NoVM
from marcoria.sim.vm.vm import HEAP_KIB, PACKAGE, VM


@pytest.fixture
def vm():
    with VM() as machine:
        yield machine


def test_printed_lines_are_returned_in_order(vm):
    assert vm.run("print('un'); print('deux ♣')") == "un\ndeux ♣\n"
    assert vm.run("import sys; sys.stdout.write('no newline')") == "no newline"


def test_it_is_the_pinned_micropython(vm):
    assert vm.run("import sys; print(sys.implementation.version[:2])") == "(1, 27)\n"


def test_globals_persist_between_calls(vm):
    vm.run("x = 7")
    assert vm.run("print(x)") == "7\n"


def test_the_heap_does_not_grow(vm):
    with pytest.raises(VMError) as caught:
        vm.run(f"bytearray({HEAP_KIB} * 1024)")
    assert caught.value.type == "MemoryError"


def test_a_heap_full_to_the_last_block_is_an_error_and_no_hang(vm):
    with pytest.raises(VMError) as caught:
        vm.run("full = []\nwhile True: full.append(bytearray(16))", limit_s=5)
    assert caught.value.type == "MemoryError"


def test_a_call_into_a_full_heap_is_an_error_again_and_again(vm):
    fill = "while True: full.append(bytearray(16))"
    vm.run(f"full = []\ntry:\n    {fill}\nexcept MemoryError: pass", limit_s=5)
    for _ in range(3):
        with pytest.raises(VMError) as caught:
            vm.run(fill, limit_s=5)
        assert caught.value.type == "MemoryError"


def test_released_memory_can_be_reused(vm):
    with pytest.raises(VMError):
        vm.run("def fill():\n    a = []\n    while True: a.append(bytearray(16))\nfill()")
    vm.run("bytearray(64 * 1024)")


def test_free_memory_is_reported_correctly(vm):
    free = int(vm.run("import gc; print(gc.mem_free())"))
    assert (HEAP_KIB - 16) * 1024 < free < HEAP_KIB * 1024
    vm.run(f"block = bytearray({free - 8 * 1024})")
    with pytest.raises(VMError):
        vm.run("more = bytearray(16 * 1024)")


def test_each_call_ends_with_a_collection(vm):
    vm.run("import gc")
    before = int(vm.run("print(gc.mem_free())"))
    for _ in range(8):
        vm.run(f"bytearray({HEAP_KIB} * 700)")
    assert abs(int(vm.run("print(gc.mem_free())")) - before) < 1024


def test_a_smaller_heap_can_be_asked_for():
    with VM(heap_kib=48) as vm:
        assert int(vm.run("import gc; print(gc.mem_free())")) < 48 * 1024


def test_two_runs_are_the_same():
    code = "import gc, random; print(random.random(), gc.mem_alloc(), id([]))"
    outs = []
    for seed in (5, 5, 6):
        with VM(seed=seed) as vm:
            outs.append(vm.run(code))
    assert outs[0] == outs[1] != outs[2]


def test_a_traceback_names_file_and_line(vm, tmp_path):
    (tmp_path / "faulty.py").write_text("def fail():\n    return 1 // 0\n")
    for path, data in compile_tree(tmp_path, "/lib").items():
        vm.put(path, data)
    with pytest.raises(VMError, match=r'File "faulty.py", line 2, in fail') as caught:
        vm.run("import faulty; print('before'); faulty.fail()")
    assert caught.value.type == "ZeroDivisionError"
    assert caught.value.out == "before\n"


def test_a_failure_does_not_end_the_vm(vm):
    with pytest.raises(VMError):
        vm.run("raise ValueError")
    assert vm.run("print('still here')") == "still here\n"


def test_files_can_be_added_and_removed(vm):
    vm.put("/flash/deep/journal", bytes(range(256)))
    vm.run("f = open('/flash/deep/journal', 'r+b'); f.write(b'new'); f.close()")
    assert vm.get("/flash/deep/journal") == b"new" + bytes(range(3, 256))
    with pytest.raises(VMError):
        vm.get("/flash/none")


def test_files_that_are_not_python_are_copied_unchanged(tmp_path):
    (tmp_path / "houses").mkdir()
    (tmp_path / "houses" / "bar.house").write_text("target 501\n")
    (tmp_path / "cards.py").write_text("SUITS = 4\n")
    files = compile_tree(tmp_path, "/lib/game")
    assert set(files) == {"/lib/game/cards.mpy", "/lib/game/houses/bar.house"}
    with VM(files=files) as vm:
        code = (
            "from game import cards; print(cards.SUITS, open('/lib/game/houses/bar.house').read())"
        )
        assert vm.run(code) == "4 target 501\n\n"


def test_source_that_does_not_compile_is_named(tmp_path):
    (tmp_path / "broken.py").write_text("def f(:\n")
    with pytest.raises(CompileError, match=r"broken\.py"):
        compile_tree(tmp_path, "/lib")


def test_sleep_takes_virtual_time_only(vm):
    before = vm.now_ms
    vm.run("import time; time.sleep(600)")
    assert 600_000 - 1 <= vm.now_ms - before < 600_000 + 1


def test_timers_fire_as_virtual_time_passes(vm):
    vm.run(
        "import asyncio, time\n"
        "async def tick():\n"
        "    for i in range(3):\n"
        "        await asyncio.sleep_ms(1000)\n"
        "        print(i, round(time.ticks_ms(), -2))\n"
        "asyncio.create_task(tick())\n"
    )
    assert vm.run("time.sleep_ms(10)") == ""
    assert vm.advance(2500) == "0 1000\n1 2000\n"
    assert vm.advance(1000) == "2 3000\n"
    assert vm.now_ms >= 3500


def test_an_error_in_a_timer_is_an_error(vm):
    vm.run("import js\ndef late(*_):\n    raise ValueError('late')\njs.setTimeout(late, 5)")
    assert vm.advance(4) == ""
    with pytest.raises(VMError, match="late"):
        vm.advance(2)


def test_a_vm_keeps_nothing_of_earlier_vms():
    begins = []
    for _ in range(2):
        with VM() as vm:
            begins.append((vm.now_ms, vm.run("import gc; print(gc.mem_free())")))
            for question in ("print(x)", "import left"):
                with pytest.raises(VMError) as caught:
                    vm.run(question)
                assert caught.value.type in ("NameError", "ImportError")
            vm.put("/lib/left.py", b"")
            vm.run("import js, sys\nx = 7\njs.setTimeout(lambda *_: print('late'), 50)")
            vm.run("sys.stdout.buffer.write(b'\\xe2')")  # the first of a character's three bytes
            vm.advance(20)
    assert begins[0] == begins[1]
    with VM() as vm:
        assert vm.run("print('on time')") + vm.advance(100) == "on time\n"


def test_closing_a_vm_does_not_affect_others():
    closed = VM()
    closed.close()
    closed.close()
    with VM() as vm, VM() as other:
        other.run("x = 2")
        vm.run("x = 1")
        with pytest.raises(VMError, match="has ended"):
            closed.run("x = 3")
        assert vm.run("print(x)") + other.run("print(x)") == "1\n2\n"


def test_a_hang_is_ended_by_the_time_limit(vm):
    with pytest.raises(VMHung, match=r"busy with `run` after 0.5 s.*\n.*so far"):
        vm.run("print('so far')\nwhile True: pass", limit_s=0.5)
    with pytest.raises(VMError, match="has ended"):
        vm.run("print(1)")


def test_endless_printing_is_ended_too(vm):
    with pytest.raises(VMHung):
        vm.run("while True: print('again')", limit_s=0.5)


def test_long_code_is_refused_in_time(vm):
    with pytest.raises(ValueError, match="put"):
        vm.run("x = 1\n" * 20_000)


def test_an_unknown_build_fails_loudly(tmp_path):
    package = shutil.copytree(PACKAGE, tmp_path / "package")
    wasm = package / "micropython.wasm"
    wasm.write_bytes(
        wasm.read_bytes().replace(b"\x41\x80\x80\x80\xc0\x00", b"\x41\x80\x80\x80\xc0\x01")
    )
    with pytest.raises(VMError, match="found 0 times"):
        VM(package=package)


def test_a_command_explains_that_node_is_missing_unless_it_checks_this(monkeypatch):
    def nothing():
        raise NoVM

    monkeypatch.setattr(node, "find", nothing)
    assert node.main(["check"]) == 1
    for what in ("node", "npm"):
        with pytest.raises(NoVM, match="node 20 or newer with npm is missing"):
            node.main([what, "--version"])


def test_the_error_for_a_missing_package_says_what_to_do(tmp_path):
    with pytest.raises(NoVM, match="make setup"):
        VM(package=tmp_path / "nowhere")
