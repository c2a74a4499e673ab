"""The table's body in the board file: dimensions, and sentences that refuse wrong dimensions."""

from collections.abc import Callable
from math import cos, hypot, pi, sin
from pathlib import Path

import pytest

from marcoria.board.mechanics import limits
from marcoria.board.mechanics.checks import check
from marcoria.board.mechanics.layout import SEAT_CAPS, of
from marcoria.board.mechanics.shapes import Rect
from marcoria.board.profile import BOARD_FILE, load
from marcoria.errors import TableError

TEXT = BOARD_FILE.read_text(encoding="utf-8")
Edit = Callable[..., Path]


@pytest.fixture
def edited(tmp_path: Path) -> Edit:
    """Return a function that writes a changed copy of the board file and returns its path.

    Its arguments are keys of `mechanics`, each followed by a new value: `edited("pad.felt", 3)`.
    """

    def edit(*changes: object) -> Path:
        text = TEXT
        for key, value in zip(changes[::2], changes[1::2], strict=True):
            table, name = str(key).split(".")
            before, head, after = text.partition(f"[mechanics.{table}]")
            lines = after.split("\n")
            at = next(n for n, line in enumerate(lines) if line.startswith(f"{name} = "))
            lines[at] = f"{name} = {value}"
            text = before + head + "\n".join(lines)
        path = tmp_path / "board.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return edit


def test_the_board_files_body_can_be_built() -> None:
    assert check(load()) == []


# Arguments of `edited`, and the sentence that refuses the changed board file.
REFUSED: dict[str, tuple[tuple[object, ...], str]] = {
    "metal": (
        ("plate.skin_material", '"aluminium"'),
        "plate.skin_material is 'aluminium': an antenna on metal or carbon reads nothing, so it "
        "must be one of birch plywood, MDF, acrylic, EVA foam, cork",
    ),
    "carbon": (
        ("plate.body_material", '"carbon fibre"'),
        "plate.body_material is 'carbon fibre': an antenna on metal or carbon reads nothing, so "
        "it must be one of birch plywood, MDF, acrylic, EVA foam, cork",
    ),
    "metal-screw": (
        ("tray.width", 60, "tray.far", 185),
        "tray.flange is 12: a screw is 17.0 from the antenna of N, and metal must be 19.8 away, "
        "or it takes more than a tenth of the field",
    ),
    "metal-lights": (
        ("strip.from_edge", 122),
        "strip.from_edge is 122: the strip of lights is 13.0 from the antenna of N, and metal "
        "must be 19.8 away, or it takes more than a tenth of the field",
    ),
    "metal-leg": (
        ("plate.leg_plate", 400),
        "plate.leg_from_edge is 20: the plate of a leg is 10.0 from the antenna of N, and metal "
        "must be 19.8 away, or it takes more than a tenth of the field",
    ),
    "antennas-near": (
        ("plate.side", 560, "plate.leg_plate", 40),
        "pad.from_edge is 160: the antenna of N is 113.1 from its neighbour's; nearer than 160, "
        "one reads the other's cards",
    ),
    "top-too-thick": (
        ("plate.skin", 6),
        "plate.skin is 6: that makes 7.5 between antenna and sticker, and the limit is 5",
    ),
    "mat-too-thick": (
        ("mat.cover", 5),
        "mat.cover is 5: that makes 5.5 between antenna and sticker, and the limit is 5",
    ),
    "body-too-thin": (
        ("plate.body", 4),
        "plate.body is 4: the reader needs 5 below the skin",
    ),
    "mat-too-thin": (("mat.core", 3), "mat.core is 3: the reader needs 5 below the skin"),
    "mats-key-too-high": (("mat.core", 5.5), "mat.core is 5.5: key and board are 5.9 high"),
    "key-too-high": (("keys.height", 17), "plate.body is 12: key and board are 18.6 high"),
    "card-may-slip": (
        ("pad.slack", 9),
        "pad.slack is 9: beyond 7.5 the sticker of a card within the lines of its pad can lie "
        "partly beside the antenna",
    ),
    "keys-near": (
        ("keys.pitch", 19),
        "keys.pitch is 19: keys nearer than 22 are pressed two at a time by a player "
        "who looks at the cards",
    ),
    "cap-binds": (("keys.cap", 12.9), "keys.hole is 13: a cap of 12.9 needs 0.5 to 2 more"),
    "window-small": (
        ("display.window_width", 84),
        "display.window_width is 84: it would hide part of the active area, which has 84.8",
    ),
    "window-large": (
        ("display.window_height", 78),
        "display.window_height is 78: the glass has only 77",
    ),
    "window-beside": (
        ("display.active_top", 0.5),
        "display.active_left and active_top are 3.1 and 0.5: the window is not within the glass",
    ),
    "puddle": (("display.lip", 2), "display.lip is 2: a puddle is up to 3.8 high"),
    "lights-on-keys": (("strip.from_edge", 65), "strip.from_edge is 65: that overlaps the keys"),
    "card-on-lights": (("pad.from_edge", 135), "pad.from_edge is 135: that overlaps the lights"),
    "tray-on-bay": (("tray.far", 365), "tray.far is 365: that overlaps the bay"),
    "trays-meet": (
        ("tray.width", 580),
        "tray.width is 580: that overlaps the next seat's tray",
    ),
    "leg-on-tray": (
        ("plate.leg_plate", 350),
        "plate.leg_from_edge is 20: that overlaps the plate of a leg",
    ),
    "keys-on-frame": (
        ("display.keys_from_middle", 60),
        "display.keys_from_middle is 60: that overlaps the display's frame",
    ),
    "tray-over-the-edge": (
        ("tray.near", 8),
        "tray.near is 8: a part that belongs into the plate is not inside",
    ),
    "lights-too-many": (
        ("strip.per_m", 30),
        "tray.width is 150: a part that belongs into the tray is not inside",
    ),
    "reader-outside": (
        ("tray.far", 180),
        "tray.far is 180: a part that belongs into the tray is not inside",
    ),
    "bay-too-small": (
        ("channels.bay_height", 60),
        "channels.bay_height is 60: a part that belongs into the bay is not inside",
    ),
    "printer": (
        ("plate.bed", 180),
        "tray.flange is 12: a tray of 199 is too large for a printer's bed of 180",
    ),
    "cables": (
        ("channels.width", 20),
        "channels.width is 20: a seat's flat cables are 25.4 wide",
    ),
    "box": (
        ("channels.bay_rim", 20),
        "channels.bay_rim is 20: the board with its module and plugs is 24.4 high",
    ),
    "rap-sensor": (
        ("tray.width", 90),
        "tray.width is 90: a rap sensor is 8.5 from the antenna of N, and metal must be 19.8 "
        "away, or it takes more than a tenth of the field",
    ),
    "drain": (
        ("channels.drain", 2),
        "channels.drain is 2: a hole below 2.4 holds the water back",
    ),
    "groove-deep": (
        ("channels.drip_depth", 7),
        "channels.drip_depth is 7: at most half of the body's 12",
    ),
    "groove-in-tray": (
        ("channels.drip_from_edge", 27),
        "channels.drip_from_edge is 27: the groove meets a tray",
    ),
    "fold": (("mat.fold", 60), "mat.fold is 60: the mat would fold across the tray of E"),
    "nothing": (("pad.antenna", 0), "pad.antenna must be more than 0, not 0"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_impossible_body_is_refused_with_key_and_reason(name: str, edited: Edit) -> None:
    changes, sentence = REFUSED[name]
    assert f"mechanics.{sentence}" in check(load(edited(*changes)))


def test_a_body_at_the_limits_is_accepted(edited: Edit) -> None:
    for changes in (
        ("plate.skin", 3.5),
        ("pad.slack", 7.5),
        ("keys.pitch", 22),
        ("display.window_width", 84.8),
        ("channels.width", 25.5),
        ("mat.core", 5.9),
    ):
        assert check(load(edited(*changes))) == []


def test_every_figure_is_required_and_a_number(edited: Edit) -> None:
    with pytest.raises(TableError, match=r"'mechanics\.pad\.felt' must be a number, not 'thin'"):
        load(edited("pad.felt", '"thin"'))
    path = edited()
    path.write_text(TEXT.replace("felt = 1", "velvet = 1"), encoding="utf-8")
    with pytest.raises(TableError, match=r"'mechanics\.pad\.velvet' is not a key"):
        load(path)


def test_each_player_finds_the_keys_in_the_same_order() -> None:
    layout = of(load())
    assert SEAT_CAPS == ("clubs", "diamonds", "hearts", "spades", "pass", "call")
    # Seen from the player's seat, the key for clubs is on the left and CALL on the right.
    ends = {seat: (one.keys[0], one.keys[-1]) for seat, one in layout.seats.items()}
    assert ends["S"][0].x < 0 < ends["S"][1].x and ends["S"][0].y > 300
    assert ends["N"][0].x > 0 > ends["N"][1].x and ends["N"][0].y < -300
    assert ends["E"][0].y > 0 > ends["E"][1].y and ends["E"][0].x > 300
    assert ends["W"][0].y < 0 < ends["W"][1].y and ends["W"][0].x < -300
    for one in layout.seats.values():
        steps = zip(one.keys, one.keys[1:], strict=False)
        assert {round(hypot(b.x - a.x, b.y - a.y), 6) for a, b in steps} == {22.86}


def test_each_channel_is_covered_from_its_tray_to_the_battens() -> None:
    layout = of(load())
    for seat, lid in zip("NESW", layout.lids, strict=True):
        one = layout.seats[seat]
        assert lid.gap(one.flange) == 0 and min(lid.gap(batten) for batten in layout.rim) == 0
        across = (lid.width, one.channel.width) if seat in "NS" else (lid.height, 26)
        assert across == (50, 26)
    # Screws go into wood, not into a channel or another opening.
    openings = [one for one in layout.body if isinstance(one, Rect)]
    for screw in layout.lid_screws:
        assert all(screw.box.gap(one) > 2 for one in openings)


def _axial(radius: float, height: float) -> float:
    """Return the magnetic field on a loop's axis, `height` above the loop.

    The field is the sum over all pieces of the loop's wire (law of Biot and Savart), without
    constant factors.
    """
    pieces, field = 720, 0.0
    for n in range(pieces):
        angle = 2 * pi * (n + 0.5) / pieces
        wire = (radius * cos(angle), radius * sin(angle))
        along = (-sin(angle), cos(angle))
        towards = (-wire[0], -wire[1], height)
        cube = sum(part**2 for part in towards) ** 1.5
        field += (along[0] * towards[1] - along[1] * towards[0]) * radius / cube
    return field * 2 * pi / pieces


@pytest.mark.parametrize(("over", "metal"), [(4.5, 19.82), (1.5, 3.0), (5.0, 40.0)])
def test_metal_weakens_the_field_as_a_mirrored_wire_does(over: float, metal: float) -> None:
    radius = 40 / pi**0.5
    share = _axial(radius, over + 2 * metal) / _axial(radius, over)
    assert limits.lost(40, over, metal) == pytest.approx(share, rel=1e-6)


def test_the_field_loses_a_tenth_at_the_given_distance_of_metal() -> None:
    assert limits.lost(40, 4.5, limits.to_metal(40, 4.5)) == pytest.approx(0.1)
