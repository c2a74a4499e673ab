"""Building files are up to date, and a changed pin changes exactly the files that show it."""

import csv
import difflib
import io
import re
from pathlib import Path

import pytest

from board_files import edited
from marcoria.board.cables import table
from marcoria.board.cabling import drop, loads, total
from marcoria.board.circuit import Circuit
from marcoria.board.generate import generate
from marcoria.board.make import Drawings, DrawnText, check, drawings, files
from marcoria.board.netlist import netlist
from marcoria.board.profile import load, small_profiles
from marcoria.paths import HARDWARE


def test_no_building_file_is_stale() -> None:
    assert check() == []


def _changes(before: str, after: str) -> list[str]:
    """Return the lines of `after` that are new or changed."""
    found = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0)
    return [line[1:] for line in found if line.startswith("+") and not line.startswith("+++")]


@pytest.mark.soak
def test_a_changed_pin_changes_every_file_that_shows_it(tmp_path: Path) -> None:
    path = edited(tmp_path, "mosi = 11", "mosi = 17")
    before, after = load(), load(path)
    assert _changes(generate(before), generate(after)) == ["READERS_MOSI = 17"]
    old, new = Circuit(before), Circuit(after)
    wires = list(csv.reader(io.StringIO("\n".join(_changes(table(old), table(new))))))
    assert [(row[0], row[4]) for row in wires] == [
        (f"readers {seat}", "mosi: M1 GPIO17") for seat in "NESW"
    ]
    stale = drawings(path).check()
    assert [line.split()[0] for line in stale] == [
        f"wiring/s3/readers-{seat}.yml" for seat in "NESW"
    ]
    changed = _changes(netlist(old)[0], netlist(new)[0])
    assert any('(pin "GPIO17")' in line for line in changed)
    assert not any("GPIO11" in line for line in changed)
    told = [sentence for made in files(path) for sentence in made.check()]
    assert [sentence.split()[0] for sentence in told] == [
        "board.py",
        "wires-s3.csv",
        "pins-s3.md",
        *(f"wires-{name}.csv" for name in small_profiles()),
        "diagram.json",
    ]


def test_the_peak_current_is_added_up() -> None:
    circuit = Circuit(load())
    # Added up by hand, in mA. Rail 3V3R feeds four readers and their buffer. Rail 3V3 feeds two
    # expanders, the display and the buzzer. Rail 5V feeds the lights (at the firmware's limit),
    # the ESP32's board, the buffer of the lights, and the readers' regulator. The ESP32's board
    # feeds 3V3 and the regulator feeds 3V3R, so 5V also carries the currents of these two rails.
    rail_3v3r, rail_3v3 = 4 * 122 + 5, 2 * 3 + 40 + 5
    assert total(circuit, "3V3R") == rail_3v3r and total(circuit, "3V3") == rail_3v3
    assert total(circuit, "5V") == 1000 + 500 + 10 + 10 + rail_3v3r + rail_3v3
    assert all(load.why for rail in ("5V", "3V3", "3V3R") for load in loads(circuit, rail))
    # Resistances in series: the two wires of the supply's cable (each 0.8 m long, 0.823 mm2), the
    # fuse, and the MOSFET.
    ohm = 2 * 0.8 * 0.0175 / 0.823 + 0.03 + 0.06
    assert drop(circuit) == pytest.approx(2.064 * ohm, rel=0.01)


def test_an_outdated_or_changed_drawing_is_reported(tmp_path: Path) -> None:
    drawn: list[str] = []

    def draw(path: Path) -> None:
        drawn.append(path.name)
        path.with_suffix(".svg").write_text(path.read_text(encoding="utf-8") * 2)

    def of(text: str) -> Drawings:
        return Drawings(tmp_path, [DrawnText("a/one.yml", text, (".svg",), draw)])

    assert of("x").check() == ["a/one.yml is out of date with the board file: run make hardware"]
    assert of("x").write() == ["a/one.yml"] and of("x").check() == []
    assert of("x").write() == [] and drawn == ["one.yml"]
    (tmp_path / "a/one.svg").write_text("by hand")
    assert of("x").check() == ["a/one.svg was changed after it was drawn: run make hardware"]
    assert of("y").check() and of("y").write() == ["a/one.yml"]
    Drawings(tmp_path, []).write()
    assert not (tmp_path / "a/one.svg").exists()


def _said(path: Path) -> list[str]:
    """Return the texts of a drawing, sorted.

    Their positions and their order depend on the version of graphviz.
    """
    return sorted(re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text(encoding="utf-8")))


def test_a_redrawn_harness_has_the_same_texts(tmp_path: Path) -> None:
    known = {one.name: one for one in drawings().all}
    Drawings(tmp_path, [known["wiring/s3/readers-W.yml"]]).write()
    said = _said(tmp_path / "wiring/s3/readers-W.svg")
    assert said == _said(HARDWARE / "wiring/s3/readers-W.svg")
    assert any("cs: M1 GPIO21, U2 4OE (13)" in one for one in said)
