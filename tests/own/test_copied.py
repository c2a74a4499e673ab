"""Tests of the programs in docs/examples. Users may copy these tests for their own drivers."""

from pathlib import Path

import pytest

from marcoria.sandbox.bench import Bench
from marcoria.sandbox.files import read

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def bench_of(example, backend):
    folder = EXAMPLES / example
    file = read(str(folder / "bench.yaml"))
    return Bench(file.parts, folder / "main.py", file.steps, backend)


@pytest.mark.parametrize("backend", ["cpython", "vm"])
def test_cards_are_read(backend):
    with bench_of("rc522", backend) as bench:
        bench.go(3)
        lines = bench.printed.splitlines()
        assert lines[1:] == ["04A1B2C3D4E5F6", "gone", "5A11C0DE"]
        assert not bench.failed, bench.sentence()


@pytest.mark.parametrize("backend", ["cpython", "vm"])
def test_keys_light_lamps(backend):
    with bench_of("mcp23017", backend) as bench:
        bench.go(2)
        assert bench.printed == "found ['0x20']\nkey 0\nkey 1\n"
        assert bench.look()["mcp23017"].split()[1] == "11000000"
        assert not bench.failed, bench.sentence()


@pytest.mark.parametrize("backend", ["cpython", "vm"])
def test_the_light_goes_on(backend):
    with bench_of("neopixel", backend) as bench:
        bench.go(2)
        colours = [tuple(colour) for colour in bench.look()["ring"]]
        assert [colour == (64, 32, 0) for colour in colours] == [place == 2 for place in range(6)]
        assert not bench.failed, bench.sentence()


@pytest.mark.parametrize("backend", ["cpython", "vm"])
def test_the_house_is_drawn(backend):
    with bench_of("epaper", backend) as bench:
        bench.go(6)
        screen = bench.screen()
        assert screen[400 * 150 + 130] < 40 and screen[400 * 150 + 100] > 200
        assert screen[400 * 250 + 200] > 200  # a pixel of the house's door
        assert not bench.failed, bench.sentence()


@pytest.mark.parametrize("backend", ["cpython", "vm"])
def test_one_of_two_readers_reads_the_card(backend):
    with bench_of("softspi", backend) as bench:
        bench.go(1)
        assert bench.printed == "left nothing\nright a card\n"
        assert not bench.failed, bench.sentence()


@pytest.mark.parametrize("backend", ["cpython", "vm"])
def test_lamps_count(backend):
    with bench_of("softi2c", backend) as bench:
        bench.go(2.05)
        low = bench.look()["lamps"].split()[0]
        assert int(low[::-1], 2) in (18, 19, 20)
        assert not bench.failed, bench.sentence()
