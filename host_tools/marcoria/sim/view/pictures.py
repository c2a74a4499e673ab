"""Pictures of a simulated table: the display alone, or the table from above.

Path("table.png").write_bytes(pictures.table(table))
"""

import random
from functools import cache
from typing import Any

from marcoria.sim.chips.ssd1683 import glass
from marcoria.sim.view.canvas import Canvas, Colour, Outline, circle, png, rounded
from marcoria.sim.view.glyphs import suit, text

WIDTH, HEIGHT = 1120, 980

_RIM = 30  # width of the wood around the felt
_FELT: Colour = (35, 86, 74)
_PAD: Colour = (26, 66, 56)
_THREAD: Colour = (205, 196, 168)
_CASE: Colour = (44, 40, 38)
_KEY: Colour = (239, 231, 211)
_WIDE_KEY: Colour = (217, 207, 180)
_BLACK: Colour = (29, 27, 27)
_RED: Colour = (179, 38, 30)
_PAPER: Colour = (236, 234, 224)
_INK: Colour = (38, 36, 38)
_CARD: Colour = (252, 250, 243)

# For each seat: the origin of its coordinates in the picture, the direction to the player's right,
# and the direction to the edge of the table.
_SEATS = {
    "N": ((WIDTH // 2, 192), (-1, 0), (0, -1)),
    "E": ((WIDTH - 210, HEIGHT // 2), (0, -1), (1, 0)),
    "S": ((WIDTH // 2, HEIGHT - 196), (1, 0), (0, 1)),
    "W": ((210, HEIGHT // 2), (0, 1), (-1, 0)),
}
_KEYS = ("C", "D", "H", "S", "PASS", "CALL")
_KEY_WIDTHS = (36, 36, 36, 36, 52, 52)
_KEY_GAP = 8
_DIRECTOR = ("MENU", "UNDO", "OK", "MUTE")


def display(screen: bytes) -> bytes:
    """Return a PNG of only the display, with unchanged greys."""
    lines = b"".join(
        b"\0" + screen[at : at + glass.WIDTH] for at in range(0, len(screen), glass.WIDTH)
    )
    return png(glass.WIDTH, glass.HEIGHT, lines, 0)


def table(table: Any) -> bytes:
    """Return a PNG of a `SimTable` from above, with South at the bottom."""
    return scene(table.screen(), table.lights(), table.cards(), table.keys())


def scene(
    screen: bytes,
    lights: dict[str, list[Colour]],
    cards: dict[str, list[str]],
    keys: list[str],
) -> bytes:
    """Return a PNG of a table from the outputs of `SimTable`."""
    canvas = Canvas(WIDTH, HEIGHT, (250, 248, 243))
    canvas.rows = [bytearray(row) for row in _bare()]
    for name, leds in lights.items():
        _lit(canvas, name, leds)
    for name in keys:
        _pressed(canvas, name)
    for name, lying in cards.items():
        for number, card in enumerate(lying):
            _card(canvas, name, card, number)
    left, top = (WIDTH - glass.WIDTH) // 2, _screen_top()
    canvas.image(left, top, glass.WIDTH, screen, _inks())
    return canvas.png()


# --- parts of the picture that never change -------------------------------------------------


@cache
def _bare() -> tuple[bytes, ...]:
    """Return the pixel rows of a table without cards, with all lights off."""
    canvas = Canvas(WIDTH, HEIGHT, (250, 248, 243))
    _shadow(canvas, 12, 12, WIDTH - 24, HEIGHT - 24, 46, 8)
    canvas.fill([rounded(10, 8, WIDTH - 20, HEIGHT - 20, 46)], _wood())
    inner = (10 + _RIM, 8 + _RIM, WIDTH - 20 - 2 * _RIM, HEIGHT - 20 - 2 * _RIM)
    for grow in range(4, 0, -1):
        edge = (inner[0] - grow, inner[1] - grow, inner[2] + 2 * grow, inner[3] + 2 * grow)
        canvas.fill([rounded(*edge, 26 + grow)], (40, 22, 10), 0.16)
    canvas.fill([rounded(*inner, 26)], _cloth())
    for name in _SEATS:
        _seat(canvas, name)
    _case(canvas)
    return tuple(bytes(row) for row in canvas.rows)


def _seat(canvas: Canvas, name: str) -> None:
    canvas.fill(_at(name, [rounded(-66, -96, 132, 168, 14)]), _PAD)
    for x, y in _stitches(-60, -90, 120, 156):
        canvas.fill(_at(name, [circle(x, y, 1.1)]), _THREAD, 0.55)
    canvas.fill(_at(name, [rounded(-150, 80, 300, 20, 10)]), (18, 36, 32))
    for i in range(8):
        canvas.fill(_at(name, [circle(_led(i), 90, 6)]), (58, 74, 70))
    for key in _KEYS:
        _key(canvas, name, key, False)


def _key(canvas: Canvas, name: str, key: str, down: bool) -> None:
    number = _KEYS.index(key)
    width = _KEY_WIDTHS[number]
    total = sum(_KEY_WIDTHS) + _KEY_GAP * (len(_KEYS) - 1)
    x = -total / 2 + sum(_KEY_WIDTHS[:number]) + _KEY_GAP * number
    colour = _KEY if number < 4 else _WIDE_KEY
    _button(canvas, name, x, 108, width, 30, colour, down)
    middle = x + width / 2
    if number < 4:
        canvas.fill(_at(name, suit(key, middle, 123, 19)), _suit_colour(key))
    else:
        canvas.fill(_at(name, text(key, middle, 123, 10)), _BLACK)


def _button(
    canvas: Canvas,
    name: str,
    x: float,
    y: float,
    width: float,
    height: float,
    colour: Colour,
    down: bool,
) -> None:
    if down:
        ring = rounded(x - 4, y - 4, width + 8, height + 8, 11)
        canvas.fill(_at(name, [ring]), (255, 255, 255), 0.85)
        colour = (colour[0] * 4 // 5, colour[1] * 4 // 5, colour[2] * 4 // 5)
    else:
        for grow in (3, 2, 1):
            shade = rounded(x - grow, y - grow + 2, width + 2 * grow, height + 2 * grow, 9)
            canvas.fill(_at(name, [shade]), (0, 0, 0), 0.12)
    canvas.fill(_at(name, [rounded(x, y, width, height, 8)]), colour)


def _case(canvas: Canvas) -> None:
    """Draw the display's case with the director's keys."""
    left, top = (WIDTH - glass.WIDTH) // 2, _screen_top()
    _shadow(canvas, left - 20, top - 20, glass.WIDTH + 40, glass.HEIGHT + 74, 22, 10)
    canvas.fill([rounded(left - 20, top - 20, glass.WIDTH + 40, glass.HEIGHT + 74, 22)], _CASE)
    canvas.fill([rounded(left - 5, top - 5, glass.WIDTH + 10, glass.HEIGHT + 10, 6)], (24, 22, 21))
    canvas.fill([rounded(left - 2, top - 2, glass.WIDTH + 4, glass.HEIGHT + 4, 3)], _PAPER)
    for name in _DIRECTOR:
        _director(canvas, name, False)


def _director(canvas: Canvas, name: str, down: bool) -> None:
    x = WIDTH / 2 + (_DIRECTOR.index(name) - 2) * 96 + 12
    y = _screen_top() + glass.HEIGHT + 15
    _button(canvas, "", x, y, 72, 26, _WIDE_KEY, down)
    canvas.fill(text(name, x + 36, y + 13, 10), _BLACK)


def _shadow(
    canvas: Canvas, x: float, y: float, width: float, height: float, radius: float, depth: int
) -> None:
    for grow in range(depth, 0, -1):
        shape = rounded(
            x - grow, y - grow + depth / 2, width + 2 * grow, height + 2 * grow, radius + grow
        )
        canvas.fill([shape], (0, 0, 0), 0.035)


def _wood() -> Any:
    """Return a texture of wood with horizontal grain."""
    rng = random.Random(4)
    rows = {}
    tone, drift = 0.0, 0.0
    for y in range(HEIGHT):
        drift += rng.uniform(-0.03, 0.03)
        drift *= 0.96
        tone = 0.7 * tone + rng.uniform(-0.055, 0.055)
        light = 1.08 - 0.22 * y / HEIGHT + tone + drift
        row = bytearray()
        for _ in range(WIDTH // 8 + 1):
            pore = rng.uniform(-0.018, 0.018)
            shade = [round(part * (light + pore)) for part in (134, 86, 48)]
            row += bytes(max(0, min(255, part)) for part in shade) * 8
        rows[y] = bytes(row)
    return lambda y, a, b: rows[y][3 * a : 3 * b]


def _cloth() -> Any:
    """Return a texture of felt: fine noise, lighter towards the middle row."""
    rng = random.Random(9)
    threads = []
    for _ in range(48):
        row = bytearray()
        for _ in range(WIDTH + 64):
            shade = rng.gauss(1.0, 0.035)
            row += bytes(max(0, min(255, round(part * shade))) for part in _FELT)
        threads.append(bytes(row))
    picks = [(rng.randrange(48), rng.randrange(64)) for _ in range(HEIGHT)]

    def paint(y: int, a: int, b: int) -> bytes:
        number, shift = picks[y]
        middle = 1 - abs(2 * y / HEIGHT - 1)
        bright = bytes(min(255, round(v * (0.9 + 0.16 * middle))) for v in range(256))
        return threads[number][3 * (a + shift) : 3 * (b + shift)].translate(bright)

    return paint


# --- parts of the picture that change: lights, pressed keys, cards --------------------------


def _lit(canvas: Canvas, name: str, leds: list[Colour]) -> None:
    for number, led in enumerate(leds):
        if not any(led):
            continue
        seen = _perceived(led)
        [[(x, y)]] = _at(name, [[(_led(number), 90)]])
        canvas.glow(x, y, 34, (seen[0] * 2 // 5, seen[1] * 2 // 5, seen[2] * 2 // 5))
        canvas.fill([circle(x, y, 7)], seen)
        canvas.glow(x, y, 7, (90, 90, 90))


def _pressed(canvas: Canvas, name: str) -> None:
    seat, _, key = name.rpartition(" ")
    if not seat:
        _director(canvas, key, True)
    elif key in _KEYS:
        _key(canvas, seat, key, True)


def _card(canvas: Canvas, name: str, card: str, number: int) -> None:
    """Draw a card face up on top of `number` other cards, whose corners stay visible."""
    x, y = -50 + 27.0 * number, -84 + 5.0 * number
    for grow in (4, 3, 2, 1):
        shade = rounded(x - grow, y - grow + 2, 100 + 2 * grow, 144 + 2 * grow, 9)
        canvas.fill(_at(name, [shade]), (0, 0, 0), 0.1)
    canvas.fill(_at(name, [rounded(x, y, 100, 144, 8)]), _CARD)
    middle = (x + 50, y + 72)
    if len(card) != 2:
        # A tag that is not in the deck is drawn as a coil.
        for size in (34, 26, 18):
            ring = [circle(*middle, size), circle(*middle, size - 3)[::-1]]
            canvas.fill(_at(name, ring), (150, 120, 70))
        return
    rank, kind = card[0].replace("T", "10") if card[0] == "T" else card[0], card[1]
    colour = _suit_colour(kind)
    canvas.fill(_at(name, suit(kind, *middle, 46)), colour)
    for turn in (1, -1):
        marks = text(rank, -34 if rank != "10" else -31, -54, 18, 0.17) + suit(kind, -35, -32, 15)
        placed = [
            [(middle[0] + turn * px, middle[1] + turn * py) for px, py in mark] for mark in marks
        ]
        canvas.fill(_at(name, placed), colour)


def _perceived(led: Colour) -> Colour:
    """Return the colour that people see: an LED looks bright even at a tenth of its power."""
    most = max(led)
    bright = 255 * (most / 255) ** 0.4 / most
    return (round(led[0] * bright), round(led[1] * bright), round(led[2] * bright))


def _led(number: int) -> float:
    return -126.0 + 36 * number


def _screen_top() -> int:
    return (HEIGHT - glass.HEIGHT) // 2 - 18


def _suit_colour(letter: str) -> Colour:
    return _RED if letter in "DH" else _BLACK


def _stitches(x: float, y: float, width: float, height: float) -> list[tuple[float, float]]:
    across = [x + width * i / 16 for i in range(17)]
    along = [y + height * i / 20 for i in range(1, 20)]
    rows = [(px, py) for px in across for py in (y, y + height)]
    return rows + [(px, py) for py in along for px in (x, x + width)]


def _at(name: str, outlines: list[Outline]) -> list[Outline]:
    """Convert outlines from the coordinates of a seat to the coordinates of the picture.

    If `name` is "", the outlines have the coordinates of the picture already.
    """
    if not name:
        return outlines
    (ox, oy), (rx, ry), (dx, dy) = _SEATS[name]
    return [[(ox + rx * x + dx * y, oy + ry * x + dy * y) for x, y in line] for line in outlines]


@cache
def _inks() -> tuple[bytes, ...]:
    """Return a table for each colour channel that maps a grey to the value of the channel."""
    return tuple(
        bytes(round(ink + (paper - ink) * grey / 255) for grey in range(256))
        for ink, paper in zip(_INK, _PAPER, strict=True)
    )
