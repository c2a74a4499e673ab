"""PNG files of the display and of the whole table, and the shapes in them."""

import struct
import zlib

import pytest

from marcoria.sim.simtable import SimTable
from marcoria.sim.view import pictures
from marcoria.sim.view.canvas import Canvas, circle, rounded

DARK = {seat: [(0, 0, 0)] * 8 for seat in "NESW"}
EMPTY = {seat: [] for seat in "NESW"}
WHITE = b"\xff" * (400 * 300)


def decoded(png):
    """Return width, height, bytes per pixel and pixels of a PNG file with unfiltered lines."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, parts = 8, {}
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        (crc,) = struct.unpack(">I", png[at + 8 + length : at + 12 + length])
        assert crc == zlib.crc32(kind + data)
        parts[kind] = parts.get(kind, b"") + data
        at += 12 + length
    width, height, depth, colours = struct.unpack(">IIBB", parts[b"IHDR"][:10])
    assert depth == 8 and b"IEND" in parts
    size = {0: 1, 2: 3}[colours]
    lines = zlib.decompress(parts[b"IDAT"])
    step = width * size + 1
    assert len(lines) == step * height and not any(lines[::step])
    return (
        width,
        height,
        size,
        b"".join(lines[i + 1 : i + step] for i in range(0, len(lines), step)),
    )


def pixel(picture, x, y):
    width, _, size, data = picture
    at = (y * width + x) * size
    return tuple(data[at : at + size])


def changed(one, other):
    """Return the box around the differences of two pictures: left, top, right, bottom."""
    width, height, size, _ = one
    rows, columns = [], set()
    for y in range(height):
        row = slice(y * width * size, (y + 1) * width * size)
        if one[3][row] != other[3][row]:
            rows.append(y)
            pairs = zip(one[3][row], other[3][row], strict=True)
            columns.update(i // size for i, (a, b) in enumerate(pairs) if a != b)
    return min(columns), rows[0], max(columns), rows[-1]


def test_a_picture_of_the_display_keeps_its_greys():
    screen = bytes(i % 251 for i in range(400 * 300))
    assert decoded(pictures.display(screen)) == (400, 300, 1, screen)


def test_each_part_appears_at_its_place():
    bare = decoded(pictures.scene(WHITE, DARK, EMPTY, []))
    assert bare[:3] == (pictures.WIDTH, pictures.HEIGHT, 3)
    middle_x, middle_y = pictures.WIDTH // 2, pictures.HEIGHT // 2
    for seat, (dx, dy) in {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}.items():
        lit = {**DARK, seat: [(0, 114, 178)] * 8}
        laid = {**EMPTY, seat: ["7H"]}
        for scene in ((lit, EMPTY, []), (DARK, laid, []), (DARK, EMPTY, [seat + " PASS"])):
            left, top, right, bottom = changed(bare, decoded(pictures.scene(WHITE, *scene)))
            x, y = (left + right) / 2 - middle_x, (top + bottom) / 2 - middle_y
            assert (x * dx + y * dy) > 200 and abs(x * dy) + abs(y * dx) < 120
            assert right - left < 400 and bottom - top < 400
    box = changed(bare, decoded(pictures.scene(b"\0" * len(WHITE), DARK, EMPTY, ["MENU"])))
    assert box[2] - box[0] == 399 and 300 < box[3] - box[1] < 350


def test_lights_have_their_colours_and_faint_ones_are_visible():
    def strip(colour):
        lit = {**DARK, "S": [colour] * 8}
        dark = decoded(pictures.scene(WHITE, DARK, EMPTY, []))
        bright = decoded(pictures.scene(WHITE, lit, EMPTY, []))
        left, top, right, bottom = changed(dark, bright)
        assert right - left > 8 * 30
        return pixel(bright, pictures.WIDTH // 2 - 126, (top + bottom) // 2)

    blue, orange, faint = strip((0, 114, 178)), strip((230, 159, 0)), strip((0, 0, 8))
    assert blue[2] > blue[1] > blue[0] and orange[0] > orange[1] > orange[2]
    assert faint[2] > 100


@pytest.mark.soak
def test_every_card_looks_different():
    names = [rank + suit for rank in "789TJQKA" for suit in "CDHS"]
    # A UID is drawn for a tag that is not in the deck.
    pads = [[name] for name in names] + [["7H", "8H"], ["04112233445566"]]
    seen = {pictures.scene(WHITE, DARK, {**EMPTY, "S": cards}, []) for cards in pads}
    assert len(seen) == len(pads)


def test_a_picture_of_a_table():
    with SimTable(seed=1) as table:
        table.put("AS", seat="N")
        width, height, _, data = decoded(pictures.table(table))
        assert (width, height) == (pictures.WIDTH, pictures.HEIGHT) and len(set(data)) > 100


def test_shapes_have_smooth_edges_and_correct_areas():
    canvas = Canvas(60, 60, (0, 0, 0))
    canvas.fill([circle(30, 30, 20)], (200, 200, 200))
    values = [row[3 * x] for row in canvas.rows for x in range(60)]
    assert abs(sum(values) / 200 - 3.14159 * 400) < 12
    assert len(set(values)) > 10
    canvas = Canvas(60, 60, (0, 0, 0))
    canvas.fill([rounded(10.5, 10, 20, 20, 4)], (200, 100, 0), 0.5)
    assert tuple(canvas.rows[20][60:63]) == (100, 50, 0)
    assert canvas.rows[20][30] == 50 and canvas.rows[5][60] == 0


def test_a_path_in_the_other_direction_is_a_hole():
    canvas = Canvas(40, 40, (0, 0, 0))
    canvas.fill([circle(20, 20, 15), circle(20, 20, 8)[::-1]], (255, 255, 255))
    assert canvas.rows[20][60] == 0 and canvas.rows[20][3 * 9] == 255


def test_shapes_are_clipped_at_the_border():
    canvas = Canvas(20, 20, (0, 0, 0))
    canvas.fill([circle(0, 0, 10)], (255, 255, 255))
    canvas.glow(20, 20, 5, (90, 90, 90))
    assert canvas.rows[0][0] == 255 and canvas.rows[19][57] > 0 and canvas.rows[10][30] == 0
