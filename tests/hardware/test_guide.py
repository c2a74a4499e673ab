"""Building pages: each step has a picture, each link and command exists, and figures are right."""

import contextlib
import csv
import io
import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from marcoria.board import bom, figures, guide
from marcoria.board.articles import articles
from marcoria.board.bom import grams, materials, needed
from marcoria.board.circuit import Circuit
from marcoria.board.guide import PAGES
from marcoria.board.make import circuits
from marcoria.board.plan import COLUMNS, ROWS, places
from marcoria.board.profile import load
from marcoria.cli import main
from marcoria.errors import TableError
from marcoria.paths import HARDWARE
from marcoria.sandbox.bench import Bench
from marcoria.sandbox.files import read
from marcoria.sim.chips import prices

DOOR, BUY, BUILD, FIRST, REASONS = (
    HARDWARE / name for name in ("README.md", "buy.md", "build.md", "first-game.md", "reasons.md")
)
BODY = HARDWARE / "mechanics" / "README.md"
PINS = [HARDWARE / f"pins-{circuit.board.profile}.md" for circuit in circuits()]
GUIDE = [DOOR, BUY, BUILD, FIRST, REASONS]


def _text(*paths: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


TEXT = _text(*GUIDE)
_LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)\s]+)\)")
_STEP = re.compile(r"^### (\d+)\. (.+)$", re.M)
PLAN = _text(REASONS).partition("## What the first table measures")[2]


def _links(path: Path) -> Iterator[tuple[bool, str]]:
    """Yield each link as (whether it is a picture, target)."""
    for mark, target in _LINK.findall(_text(path)):
        yield bool(mark), target


def _anchors(path: Path) -> set[str]:
    """Return the anchors that GitHub makes of the headings."""
    heads = re.findall(r"^#+ (.+)$", _text(path), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def test_each_step_has_a_picture_and_says_what_to_measure() -> None:
    steps = _STEP.split(_text(BUILD))[1:]
    numbers, names, texts = steps[::3], steps[1::3], steps[2::3]
    assert [int(number) for number in numbers] == list(range(1, len(numbers) + 1))
    assert len(numbers) == 15
    for name, text in zip(names, texts, strict=True):
        shown = [target for mark, target in _LINK.findall(text) if mark]
        assert shown and all((HARDWARE / target).is_file() for target in shown), name
        assert "**Measure" in text, name


def test_the_entry_page_links_to_all_pages() -> None:
    targets = {target.partition("#")[0] for _, target in _links(DOOR)}
    assert {path.name for path in [*GUIDE[1:], *PINS]} <= targets
    assert {HARDWARE / name for name in PAGES} <= set(GUIDE)


@pytest.mark.parametrize("path", [*GUIDE, *PINS, BODY], ids=lambda path: path.stem)
def test_each_link_has_a_target(path: Path) -> None:
    for _, target in _links(path):
        file, _, anchor = target.partition("#")
        if file.startswith("http"):
            continue
        there = path.parent / file if file else path
        assert there.exists(), target
        if anchor:
            assert anchor in _anchors(there), target


def test_each_picture_is_used() -> None:
    used = {
        (path.parent / target).resolve()
        for path in [*GUIDE, *PINS, BODY]
        for _, target in _links(path)
    }
    drawn = [*HARDWARE.rglob("*.png"), *(HARDWARE / "box").iterdir()]
    drawn += (HARDWARE / "mechanics").glob("section-*.svg")
    assert len(drawn) > 40
    assert [str(path) for path in drawn if path.resolve() not in used] == []


@cache
def _help(*command: str) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as said:
        assert main([*command, "--help"]) == 0, command
    return said.getvalue()


def _said() -> list[str]:
    """Return the `marcoria` commands in the pages, each as one line."""
    blocks = "\n".join(re.findall(r"```sh\n(.*?)```", TEXT, re.S))
    typed = re.findall(r"^\.venv/bin/(marcoria .*)$", blocks, re.M)
    return [*typed, *re.findall(r"`(marcoria [^`]+)`", TEXT)]


def test_each_command_exists_with_its_options() -> None:
    said = _said()
    assert len(said) > 20
    for line in said:
        words = line.split()[1:]
        options = [word for word in words if word.startswith("--")]
        names, told = words[:1], _help(words[0])
        if (
            len(words) > 1
            and re.match(r"[a-z]", words[1])
            and re.search(rf"^  {words[1]} ", told, re.M)
        ):
            names.append(words[1])
        for option in options:
            assert re.search(rf"{option}\b", _help(*names)), line


def test_each_estimate_has_a_row_in_the_plan() -> None:
    text = (HARDWARE / "board.toml").read_text(encoding="utf-8")
    table, estimated = "", []
    for line in text.splitlines():
        if line.startswith("["):
            table = line.split("]")[0].removeprefix("[mechanics.")
        elif "(estimate)" in line and not line.startswith("#"):
            estimated.append(f"{table}.{line.split()[0]}")
    assert len(estimated) == 9
    priced = [name for name in vars(prices) if name.isupper()]
    parts = tomllib.loads((HARDWARE / "parts.toml").read_text(encoding="utf-8"))
    guessed = [name for name, entry in parts.items() if "estimate" in entry.get("why", "")]
    limits = ["KEY_PITCH", "PUDDLE", "BOX"]
    for name in [*estimated, *priced, *guessed, *limits]:
        assert f"{name}`" in PLAN, name


def test_the_measuring_program_finds_the_price_list_on_the_simulated_board() -> None:
    folder = HARDWARE / "measure"
    file = read(str(folder / "bench.yaml"))
    with Bench(file.parts, folder / "main.py", file.steps) as bench:
        bench.go(5)
        assert not bench.failed, bench.sentence()
        printed = bench.printed
    found = {
        line.split()[0]: float(line.split()[-2]) for line in printed.splitlines() if " us" in line
    }
    for name in ("SPI_CALL", "PIN", "I2C_CALL", "PWM", "LED", "LOOK", "STEP", "COLLECT_KIB"):
        assert found[name] == pytest.approx(getattr(prices, name), abs=7), name
    assert found["FILE_FLUSH"] == pytest.approx(prices.FILE_FLUSH, rel=0.01)
    assert printed.count("version 92h") == 4


def test_the_measuring_program_finds_how_long_a_call_waits_for_a_line_held_low() -> None:
    folder = HARDWARE / "measure"
    file = read(str(folder / "bench.yaml"))
    with Bench(file.parts, folder / "main.py", file.steps) as bench:
        bench.board.set("i2c_buses.0.stuck", True)
        bench.go(5)
        assert not bench.failed, bench.sentence()
        (line,) = [one for one in bench.printed.splitlines() if one.startswith("I2C")]
    assert line.startswith("I2C, no answer ")
    assert float(line.split()[-2]) == pytest.approx(prices.I2C_TIMEOUT, rel=0.01)


def test_the_measuring_programs_pins_are_the_reference_boards() -> None:
    pins = load().pins
    text = (HARDWARE / "measure" / "main.py").read_text(encoding="utf-8")
    readers, keys = pins["readers"], pins["expanders"]
    assert f"CS = {tuple(readers['cs'].items())}".replace("'", '"') in text
    assert f"sck=Pin({readers['sck']}), mosi=Pin({readers['mosi']})" in text
    assert f"Pin({readers['rst']}, Pin.OUT" in text and f"SPI({readers['spi']}," in text
    assert f"scl=Pin({keys['scl']}), sda=Pin({keys['sda']})" in text
    assert f"PWM(Pin({pins['buzzer']['pin']})" in text
    assert f"NeoPixel(Pin({pins['lights']['pin']}," in text


@pytest.mark.parametrize("circuit", circuits(), ids=lambda one: one.board.profile)
def test_all_parts_of_the_box_have_room_on_its_board(circuit: Circuit) -> None:
    found = places(circuit)
    assert {part.ref for part in circuit.parts if part.place == "box"} <= set(found)
    for one in found.values():
        assert 1 <= one.column <= COLUMNS + 1 - one.width and 1 <= one.row <= ROWS + 1 - one.height
    met = [(a.name, b.name) for a, b in combinations(found.values(), 2) if a.meets(b)]
    assert met == []


def test_each_figure_keeps_its_limit() -> None:
    found = {what: (here, limit) for what, here, limit, _ in figures.rows(Circuit(load()))}
    assert len(found) > 15
    for what, (here, limit) in found.items():
        mine, bounds = _numbers(here), _numbers(limit)
        if "at least" in limit or "metal" in what or "next seat" in what or "slip" in what:
            longer = "slip" not in what
            assert (mine[0] >= bounds[0]) if longer else (mine[0] <= bounds[0]), what
        elif len(bounds) == 2:
            assert bounds[0] <= (4700 if here == "4k7" else mine[0]) <= bounds[1], what
        elif bounds:
            assert mine[0] <= bounds[0], what


def _numbers(words: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", words)]


def test_an_unknown_table_of_a_page_is_named(tmp_path: Path) -> None:
    path = tmp_path / "build.md"
    path.write_text("<!-- made: lid s3 -->\n<!-- made -->\n", encoding="utf-8")
    with pytest.raises(TableError) as error:
        guide.page(path, circuits())
    assert error.value.detail.startswith("build.md: there is no table 'lid': choose one of like, ")


def test_materials_are_counted_from_the_model() -> None:
    circuit = Circuit(load())
    counts = {one.name: count for kind in ("box", "plate") for one, count in needed(circuit, kind)}
    # Metres of thin wire (wire26). Each of the four seats needs 8 x 0.5 for the reader and 8 x 0.7
    # for the keys. The display needs 8 x 0.25, the director's keys need 5 x 0.3, and the circuit
    # board needs 10.
    assert counts["wire26"] == 52 and counts["wire22"] == 10 and counts["wire18"] == 2
    assert counts["screw"] == 4 * 4 + 4 + 4 * 2 and counts["dip14"] == counts["dip28"] == 2
    # A tray is heavier than its floor of 174 x 199 x 2 mm, and lighter than a solid block of its
    # size.
    assert 174 * 199 * 2 * 1.27e-3 < grams({"tray": 1}) < 174 * 199 * 14 * 1.27e-3
    assert grams({"rest": 1}) == pytest.approx(10 * 18 * 7 * 1.27e-3)


@pytest.mark.parametrize("catalogue", [articles, materials])
@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"x = 1", "'x' in own.toml is no entry: an entry begins with [x]"),
        (b"x = ", "is no TOML file"),
        (b"\xff\xfe", "is no TOML file"),
        (None, "cannot read .*own.toml: No such file"),
    ],
)
def test_a_broken_list_of_parts_is_one_sentence(
    catalogue: Callable[[Path], object], data: bytes | None, told: str, tmp_path: Path
) -> None:
    own = tmp_path / "own.toml"
    if data is not None:
        own.write_bytes(data)
    with pytest.raises(TableError, match=re.escape(told) if data else told):
        catalogue(own)


def test_each_article_has_requirements_two_alternatives_and_a_pitfall() -> None:
    rows = [*bom.whole(Circuit(load())), *bom.whole(Circuit(load()), "mat")]
    assert {row.article.name for row in rows} >= set(materials())
    for row in rows:
        assert row.article.matters and row.article.trap and len(row.article.others) == 2
        assert row.count > 0 and 0 < row.euro[0] <= row.euro[1], row.article.name


def test_mat_is_bought_with_flat_keys_in_the_place_of_the_seats_high_ones() -> None:
    circuit = Circuit(load())
    table, mat = (
        {row.article.name: row.count for row in bom.whole(circuit, body)}
        for body in ("plate", "mat")
    )
    assert (table["key"], mat["key"], mat["flatkey"]) == (28, 4, 24)
    assert "flatkey" not in table and "leg" in table and "leg" not in mat
    # The printed total must be the sum of the printed prices.
    lines = list(csv.reader((HARDWARE / "bom-mat.csv").read_text(encoding="utf-8").splitlines()))
    prices = [(float(low), float(high)) for *_, low, high in lines[1:-1]]
    total = [f"{sum(column):.0f}" for column in zip(*prices, strict=True)]
    assert lines[-1][0] == "total" and lines[-1][-2:] == total
    assert f"| **a mat** (steps 1, 2, 4) | {' to '.join(total)} |" in _text(BUY)
    for path in (DOOR, BUY):
        assert f"those of a mat {' to '.join(total)}**" in _text(path)


def test_the_lists_mark_the_five_parts_to_buy_first() -> None:
    marked = re.findall(r"\| \*\*step 1:\*\* (\w+)", _text(BUY))
    assert sorted(marked) == ["ESP32", "NFC", "USB", "pack", "reader"]


def test_the_distance_of_the_coils_is_computed_correctly() -> None:
    # Compute the distance here from the pad's position and the coil's size alone. The coil of the
    # next seat is the same square, turned by 90 degrees about the middle of the table.
    m = tomllib.loads((HARDWARE / "board.toml").read_text(encoding="utf-8"))["mechanics"]
    middle, half = m["plate"]["side"] / 2 - m["pad"]["from_edge"], m["pad"]["antenna"] / 2
    apart = round((middle - 2 * half) * 2**0.5)
    assert f"| from a coil to the next seat's coil | {apart} mm |" in _text(REASONS)
    others = re.findall(r"coils?[^.|]*?(\d{3}) mm apart", TEXT + _text(BODY))
    assert others == []


def test_each_danger_is_named_before_the_shopping_list() -> None:
    before, _, lists = _text(BUY).partition("## Electric parts")
    assert lists
    for danger in (
        "12 V",
        "drink spilt",
        "fuse does not",
        "L1 and L2",
        "ESP32-S3 reads",
        "GPIO2",
    ):
        assert danger in before, danger
    assert len(re.findall(r"^> \[!(?:WARNING|CAUTION)\]", before, re.M)) == 6
    # The cost comes first, then the risk of the readers, then the risk of the S3.
    order = [
        before.index(word) for word in ("All parts of a table", "L1 and L2", "ESP32-S3 reads")
    ]
    assert order == sorted(order) and order[-1] < before.index("GPIO2")
    assert "without footprints" in _text(DOOR)


@pytest.mark.parametrize(("profile", "name"), [("s3", "ESP32-S3"), ("wrover", "WROVER")])
def test_first_reader_is_wired_to_the_pins_of_the_board(profile: str, name: str) -> None:
    pins = _first_wires(name)
    found = {wire: pins[wire] for wire in ("sda", "sck", "mosi", "miso", "rst")}
    board = load(profile=profile).pins["readers"]
    wired = {wire: board[wire] for wire in ("sck", "mosi", "miso", "rst")}
    wired["sda"] = board["cs"]["N"]
    assert found == {wire: f"GPIO{pin}" for wire, pin in wired.items()}


def test_first_reader_is_wired_as_its_example_program_expects() -> None:
    pins = _first_wires("ESP32-S3")
    program = (HARDWARE.parent / "docs/examples/rc522/main.py").read_text(encoding="utf-8")
    names = {"sck": "sck", "mosi": "mosi", "miso": "miso", "cs": "sda", "rst": "rst"}
    for name, wire in names.items():
        assert f"{name}=Pin({pins[wire].removeprefix('GPIO')}" in program, name


def _first_wires(board: str) -> dict[str, str]:
    """Return the pin of a board for each pin of the first reader, from the table in buy.md."""
    row = _text(BUY).partition(f"| {board} | ")[2].partition(" |\n")[0].split(" | ")
    heads = _text(BUY).partition("| reader | ")[2].partition(" |\n")[0].split(" | ")
    return dict(zip((head.lower() for head in heads), row, strict=True))


def test_the_nearest_metal_is_the_same_on_both_pages() -> None:
    (part, gap) = re.findall(
        r"from a coil to the nearest metal, (.*?) \| (\d+) mm", _text(REASONS)
    )[0]
    told = " ".join(_text(BODY).split())
    assert f"The table's nearest metal, {part}, is {gap} away" in told


def test_the_rap_sensor_lies_where_the_drawing_has_it() -> None:
    drawn = _text(HARDWARE / "mechanics" / "layout.scad")
    (x, y, wide, deep), (rap_x, rap_y, *_) = (
        [float(number) for number in found.split(", ")[:4]]
        for name in ("seat_opening", "seat_rap")
        for found in re.findall(rf"^{name} = \[(.*)\];", drawn, re.MULTILINE)
    )
    side, inner = x + wide / 2 - rap_x, y + deep / 2 - rap_y
    for page in (BUILD, BODY):
        steps = " ".join(_text(page).split())
        assert re.search(rf"is {side:g}( mm)? from the side wall beside the key CALL", steps)
        far = rf"and {inner:g}( mm)? from the far wall, which is nearest to the middle of"
        assert re.search(far, steps)
