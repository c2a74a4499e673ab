"""Checks of the table's body: each fault is a sentence with a key of board.toml and the reason."""

from collections.abc import Iterator, Sequence

from marcoria.board.datasheets import SEATS
from marcoria.board.file import Figures
from marcoria.board.mechanics import limits
from marcoria.board.mechanics.layout import Layout, of
from marcoria.board.mechanics.shapes import Hole, Rect
from marcoria.board.profile import Board


def check(board: Board) -> list[str]:
    """Return a sentence for each fault; if a figure is not above 0, report only such figures."""
    m = board.data["mechanics"]
    wrong = [
        f"mechanics.{table}.{key} must be more than 0, not {value}"
        for table, keys in m.items()
        for key, value in keys.items()
        if not isinstance(value, str) and value <= 0
    ]
    if wrong:
        return wrong
    layout = of(board)
    return [f"mechanics.{sentence}" for part in _PARTS for sentence in part(m, layout)]


def over(m: Figures) -> float:
    """Return the distance in mm from a pad's antenna to the sticker of a card on a plate."""
    return float(m["pad"]["gap"] + m["plate"]["skin"] + m["pad"]["felt"])


def over_in_mat(m: Figures) -> float:
    """Return the distance in mm from a pad's antenna to the sticker of a card on a mat."""
    return float(m["pad"]["gap"] + m["mat"]["cover"])


def metal(layout: Layout) -> list[tuple[str, str, Rect]]:
    """Return key, name and rectangle of each metal part that could disturb a reader.

    The key is the one in [mechanics] that determines the part's position or size.
    """
    keys = [hole.box for seat in layout.seats.values() for hole in seat.keys]
    strips = [seat.strip for seat in layout.seats.values()]
    raps = [seat.rap for seat in layout.seats.values()]
    return [
        *(("plate.leg_from_edge", "the plate of a leg", leg) for leg in layout.legs),
        *(("tray.flange", "a screw", screw.box) for screw in layout.screws),
        *(("keys.from_edge", "a key", key) for key in keys),
        *(("strip.from_edge", "the strip of lights", strip) for strip in strips),
        *(("tray.width", "a rap sensor", rap) for rap in raps),
        ("display.module_width", "the display", layout.module),
        ("display.keys_from_middle", "a key of the director", layout.director_front),
    ]


def _materials(m: Figures, _: Layout) -> Iterator[str]:
    known = ", ".join(limits.MATERIALS)
    for table, keys in m.items():
        for key, value in keys.items():
            if isinstance(value, str) and value not in limits.MATERIALS:
                yield (
                    f"{table}.{key} is '{value}': an antenna on metal or carbon reads nothing, "
                    f"so it must be one of {known}"
                )


def _thickness(m: Figures, _: Layout) -> Iterator[str]:
    most = limits.MOST_OVER
    for key, found in (("plate.skin", over(m)), ("mat.cover", over_in_mat(m))):
        if found > most:
            yield (
                f"{key} is {_at(m, key):g}: that makes {found:g} "
                f"between antenna and sticker, and the limit is {most:g}"
            )
    deep = m["pad"]["gap"] + m["pad"]["module_height"]
    for key in ("plate.body", "mat.core"):
        if _at(m, key) < deep:
            yield f"{key} is {_at(m, key):g}: the reader needs {deep:g} below the skin"
    for key, height in (("plate.body", m["keys"]["height"]), ("mat.core", m["mat"]["key_height"])):
        stack = height + m["keys"]["board"]
        if _at(m, key) < stack:
            yield f"{key} is {_at(m, key):g}: key and board are {stack:g} high"


def _metal(m: Figures, layout: Layout) -> Iterator[str]:
    far = limits.to_metal(m["pad"]["antenna"], over(m))
    told = set()
    for key, name, rect in metal(layout):
        gap, seat = min((one.antenna.gap(rect), seat) for seat, one in layout.seats.items())
        if gap < far and key not in told:
            told.add(key)
            yield (
                f"{key} is {_at(m, key):g}: {name} is {max(gap, 0):.1f} from the antenna of "
                f"{seat}, and metal must be {far:.1f} away, or it takes more than a tenth of the "
                "field"
            )


def _neighbours(m: Figures, layout: Layout) -> Iterator[str]:
    antennas = [layout.seats[seat].antenna for seat in SEATS]
    for seat, one, other in zip(SEATS, antennas, antennas[1:] + antennas[:1], strict=True):
        if one.gap(other) < limits.TO_NEIGHBOUR:
            yield (
                f"pad.from_edge is {m['pad']['from_edge']:g}: the antenna of {seat} is "
                f"{one.gap(other):.1f} from its neighbour's; nearer than {limits.TO_NEIGHBOUR:g}, "
                "one reads the other's cards"
            )
            return


def _pad(m: Figures, _: Layout) -> Iterator[str]:
    most = (m["pad"]["antenna"] - m["pad"]["sticker"]) / 2
    if m["pad"]["slack"] > most:
        yield (
            f"pad.slack is {m['pad']['slack']:g}: beyond {most:g} the sticker of a card within "
            "the lines of its pad can lie partly beside the antenna"
        )


def _keys(m: Figures, _: Layout) -> Iterator[str]:
    keys = m["keys"]
    if keys["pitch"] < limits.KEY_PITCH:
        yield (
            f"keys.pitch is {keys['pitch']:g}: keys nearer than {limits.KEY_PITCH:g} are pressed "
            "two at a time by a player who looks at the cards"
        )
    if not 0.5 <= keys["hole"] - keys["cap"] <= 2:
        yield f"keys.hole is {keys['hole']:g}: a cap of {keys['cap']:g} needs 0.5 to 2 more"


def _display(m: Figures, layout: Layout) -> Iterator[str]:
    display, window = m["display"], layout.window
    for side, least, most in (
        ("width", layout.active.width, display["glass_width"]),
        ("height", layout.active.height, display["glass_height"]),
    ):
        found = display[f"window_{side}"]
        if found < least:
            yield (
                f"display.window_{side} is {found:g}: it would hide part of the active area, "
                f"which has {least:g}"
            )
        elif found > most:
            yield f"display.window_{side} is {found:g}: the glass has only {most:g}"
    if not window.within(layout.panel):
        place = f"{display['active_left']:g} and {display['active_top']:g}"
        yield f"display.active_left and active_top are {place}: the window is not within the glass"
    if display["lip"] < limits.PUDDLE:
        yield f"display.lip is {display['lip']:g}: a puddle is up to {limits.PUDDLE:.1f} high"


def _room(m: Figures, layout: Layout) -> Iterator[str]:
    """Check that parts do not overlap, and that each is inside the part that holds it.

    Check also that a tray fits on the bed of the 3D printer.
    """
    seat = layout.seats["S"]
    for key, one, name, other in (
        ("strip.from_edge", seat.strip, "the keys", _row(seat.keys)),
        ("pad.from_edge", seat.mark, "the lights", seat.strip),
        ("tray.far", seat.flange, "the bay", layout.bay_cover),
        ("tray.width", seat.flange, "the next seat's tray", layout.seats["W"].flange),
        ("plate.leg_from_edge", seat.flange, "the plate of a leg", layout.legs[-1]),
        ("display.keys_from_middle", layout.director_front, "the display's frame", layout.frame),
    ):
        if one.gap(other) < 0:
            yield f"{key} is {_at(m, key):g}: that overlaps {name}"
    for key, one, name, other in (
        ("tray.near", seat.flange, "the plate", layout.plate),
        ("tray.near", _row(seat.keys), "the tray", seat.opening),
        ("tray.width", seat.strip, "the tray", seat.opening),
        ("tray.far", seat.module, "the tray", seat.opening),
        ("channels.bay_height", layout.module, "the bay", layout.bay),
        ("channels.bay_width", layout.director_front, "the bay", layout.bay),
    ):
        if not one.within(other):
            yield f"{key} is {_at(m, key):g}: a part that belongs into {name} is not inside"
    bed, longest = m["plate"]["bed"], max(seat.flange.width, seat.flange.height)
    if longest > bed:
        yield (
            f"tray.flange is {m['tray']['flange']:g}: a tray of {longest:g} is too large for a "
            f"printer's bed of {bed:g}"
        )


def _channels(m: Figures, layout: Layout) -> Iterator[str]:
    channels, cables = m["channels"], limits.WIRE * layout.wires
    width, drain = channels["width"], channels["drain"]
    if width < cables:
        yield f"channels.width is {width:g}: a seat's flat cables are {cables:.1f} wide"
    least = limits.drains(m["plate"]["body"])
    if drain < least:
        yield f"channels.drain is {drain:g}: a hole below {least:.1f} holds the water back"
    if channels["bay_rim"] < limits.BOX:
        yield (
            f"channels.bay_rim is {channels['bay_rim']:g}: the board with its module and plugs is "
            f"{limits.BOX:.1f} high"
        )
    if channels["drip_depth"] > m["plate"]["body"] / 2:
        yield (
            f"channels.drip_depth is {channels['drip_depth']:g}: at most half of the body's "
            f"{m['plate']['body']:g}"
        )
    if (
        channels["drip_from_edge"] + channels["drip_width"]
        > m["tray"]["near"] - m["tray"]["flange"]
    ):
        yield f"channels.drip_from_edge is {channels['drip_from_edge']:g}: the groove meets a tray"


def _mat(m: Figures, layout: Layout) -> Iterator[str]:
    rigid = {f"the tray of {name}": seat.opening for name, seat in layout.seats.items()}
    for name, rect in {**rigid, "the bay": layout.bay}.items():
        if any(rect.gap(fold) <= 0 for fold in layout.folds):
            yield f"mat.fold is {m['mat']['fold']:g}: the mat would fold across {name}"


def _row(holes: Sequence[Hole]) -> Rect:
    boxes = [hole.box for hole in holes]
    return Rect(0, boxes[0].y, boxes[-1].right - boxes[0].left, boxes[0].height)


def _at(m: Figures, key: str) -> float:
    table, name = key.split(".")
    return float(m[table][name])


_PARTS = (
    _materials,
    _thickness,
    _metal,
    _neighbours,
    _pad,
    _keys,
    _display,
    _room,
    _channels,
    _mat,
)
