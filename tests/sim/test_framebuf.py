"""Comparison of the simulator's `framebuf` for CPython with MicroPython's own module."""

import random
import sys

import pytest

import testenv
from marcoria.paths import MICROPYTHON
from marcoria.sim.vm.vm import VM

WIDTH, HEIGHT = 37, 19
BYTES = 5 * HEIGHT
ROUNDS = 40
COMMANDS = 60

_SETUP = f"""
from framebuf import FrameBuffer, MONO_HLSB, MONO_HMSB
buffer = bytearray({BYTES})
fb = FrameBuffer(buffer, {WIDTH}, {HEIGHT}, MONO_HLSB)
"""
_TURNED = _SETUP.replace("MONO_HLSB)", "MONO_HMSB)")


def _command(dice: random.Random) -> str:
    def place() -> str:
        return f"{dice.randrange(-12, WIDTH + 8)}, {dice.randrange(-9, HEIGHT + 5)}"

    def size() -> int:
        return dice.randrange(-1, 24)

    c = dice.randrange(3)
    width, height = dice.randrange(1, 20), dice.randrange(1, 12)
    pixels = bytes(dice.randrange(256) for _ in range((width + 7) // 8 * height + 2))
    shape = f"{width}, {height}, {dice.choice(['MONO_HLSB', 'MONO_HMSB'])}"
    source = dice.choice(
        [
            f"FrameBuffer(bytearray({pixels!r}), {shape})",
            f"[memoryview({pixels!r})[1:], {shape}]",
            f"({pixels!r}, {shape})",
        ]
    )
    colours = bytes([dice.choice([0x00, 0x40, 0x80, 0xC0])])
    if dice.random() < 0.5:
        palette = f"[{colours!r}, 2, 1, MONO_HLSB]"
    else:
        palette = dice.choice(["None", f"[{bytes([colours[0] >> 6])!r}, 2, 1, MONO_HMSB]"])
    return dice.choice(
        [
            f"fb.fill({c})" if dice.random() < 0.2 else f"fb.pixel({place()}, {c})",
            f"fb.fill_rect({place()}, {size()}, {size()}, {c})",
            f"fb.rect({place()}, {size()}, {size()}, {c})",
            f"fb.rect({place()}, {size()}, {size()}, {c}, True)",
            f"fb.hline({place()}, {size()}, {c})",
            f"fb.vline({place()}, {size()}, {c})",
            f"fb.blit({source}, {place()})",
            f"fb.blit({source}, {place()}, {dice.randrange(-1, 2)})",
            f"fb.blit({source}, {place()}, {dice.randrange(-1, 2)}, {palette})",
        ]
    )


@pytest.fixture
def framebuf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(MICROPYTHON))
    monkeypatch.delitem(sys.modules, "framebuf", raising=False)


def _here(commands: str, setup: str = _SETUP) -> str:
    names: dict[str, object] = {}
    exec(setup + commands, names)
    return bytes(names["buffer"]).hex()  # type: ignore[call-overload]


@pytest.mark.parametrize("setup", [_SETUP, _TURNED], ids=["MONO_HLSB", "MONO_HMSB"])
def test_it_draws_the_same_pixels_as_micropython(framebuf: None, setup: str) -> None:
    dice = random.Random(testenv.SEED)
    with VM() as vm:
        for _ in range(ROUNDS):
            commands = "\n".join(_command(dice) for _ in range(COMMANDS)) + "\n"
            there = vm.run(setup + commands + "print(''.join('%02x' % b for b in buffer))")
            assert _here(commands, setup) == there.strip(), commands


@pytest.mark.parametrize(
    "call",
    [
        "FrameBuffer(bytearray(4), 9, 3, MONO_HLSB)",
        "FrameBuffer(bytearray(4), 0, 3, MONO_HLSB)",
        "FrameBuffer(bytearray(4), 8, 0, MONO_HLSB)",
        "FrameBuffer(bytearray(4), 9, 3, MONO_HMSB)",
        "FrameBuffer(bytearray(4), 8, 1, 99)",
        "fb.blit([bytes(2), 9, 2, MONO_HLSB], 0, 0)",
    ],
)
def test_it_refuses_the_same_calls_as_micropython(framebuf: None, call: str) -> None:
    with pytest.raises(ValueError):
        _here(call)
    with VM() as vm:
        refused = f"try:\n    {call}\nexcept ValueError:\n    print('refused')"
        assert vm.run(_SETUP + refused).strip() == "refused"


@pytest.mark.parametrize("setup", [_SETUP, _TURNED], ids=["MONO_HLSB", "MONO_HMSB"])
def test_pixel_returns_the_colour(framebuf: None, setup: str) -> None:
    for x, y in ((3, 4), (17, 4), (22, 4), (WIDTH - 1, HEIGHT - 1), (WIDTH, 0), (0, -1)):
        ask = f"fb.fill_rect(0, 0, 20, 9, 1)\nfound = fb.pixel({x}, {y})\n"
        names: dict[str, object] = {}
        exec(setup + ask, names)
        with VM() as vm:
            assert vm.run(setup + ask + "print(found)").strip() == str(names["found"])


def test_a_copy_to_the_other_order_turns_the_bits_of_each_byte(framebuf: None) -> None:
    image = bytes(random.Random(testenv.SEED).randrange(256) for _ in range(5 * 30))
    copy = f"""
image = FrameBuffer(bytearray({image!r}), 40, 30, MONO_HLSB)
buffer = bytearray(5 * 10)
FrameBuffer(buffer, 40, 10, MONO_HMSB).blit(image, 0, -20)
"""
    expected = bytes(int(f"{byte:08b}"[::-1], 2) for byte in image[5 * 20 :]).hex()
    assert _here(copy) == expected
    with VM() as vm:
        there = vm.run(_SETUP + copy + "print(''.join('%02x' % b for b in buffer))")
    assert there.strip() == expected
