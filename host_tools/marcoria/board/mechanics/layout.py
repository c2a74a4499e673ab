"""Layout of table and mat: positions and sizes of openings and parts, for drawings and checks."""

from dataclasses import dataclass
from typing import Any

from marcoria.board.datasheets import DIRECTOR_KEYS, LIGHTS_OF_A_SEAT, SEAT_KEYS, SEATED, SEATS
from marcoria.board.file import Figures
from marcoria.board.mechanics.shapes import Hole, Rect, Shape
from marcoria.board.profile import Board

# The layout of each seat is computed at South. Then the layout is turned clockwise, seen from
# above, by this number of quarter turns.
TURNS = {"N": 2, "E": 3, "S": 0, "W": 1}
SEAT_CAPS = tuple(
    key for key in SEAT_KEYS if key != "rap"
)  # a rap sensor is under the table top and has no cap
DIRECTOR_CAPS = DIRECTOR_KEYS
BOX_BOARD = (160.0, 100.0)  # width and height of the perforated board in the box, a usual size
_LID_SCREW = 6.0  # from the middle of a screw to each of the lid's two nearest edges
_RAP = (5.0, 11.0)  # size of the rap sensor, an SW-18010P that lies flat
_RAP_IN = 14.0  # from the opening's side to the sensor's middle, clear of the tray's wall


@dataclass(frozen=True)
class Seat:
    """A player's part of the table."""

    opening: Rect  # in the plate's body, for the tray
    flange: Rect  # of the tray, below the body
    card: Rect  # a card in the middle of the pad
    mark: Rect  # the line around the card on the felt
    module: Rect  # the reader's board
    antenna: Rect  # the reader's coil
    rap: Rect  # the sensor, under the skin beside the reader
    strip: Rect  # the strip of lights
    front: Rect  # the printed sheet over keys and lights
    keys: tuple[Hole, ...]  # in the skin, for the keys' caps
    lights: tuple[Hole, ...]  # in the skin, over the lights
    screws: tuple[Hole, ...]  # in the tray's flange
    drains: tuple[Hole, ...]  # in the tray's floor
    channel: Rect  # the slot in the body for cables from the opening to the bay

    def turned(self, quarters: int) -> "Seat":
        """Return the seat turned clockwise around the table's middle by quarter turns."""
        found: dict[str, Any] = {}
        for name, value in vars(self).items():
            listed = isinstance(value, tuple)
            turned = [one.turned(quarters) for one in (value if listed else (value,))]
            found[name] = tuple(turned) if listed else turned[0]
        return Seat(**found)


@dataclass(frozen=True)
class Layout:
    """The whole table, and a mat; `figures` has the values of [mechanics]."""

    figures: Figures
    plate: Rect
    seats: dict[str, Seat]
    bay: Rect  # the opening in the middle of the body
    bay_cover: Rect  # closes the bay from below, made of the skin's material
    bay_screws: tuple[Hole, ...]
    bay_drains: tuple[Hole, ...]
    rim: tuple[Rect, ...]  # battens around the bay, below the body
    box: Rect  # the perforated board in the bay
    lids: tuple[Rect, ...]  # of the channels, from tray to batten, in the order N E S W
    lid_screws: tuple[Hole, ...]
    panel: Rect  # the display's glass
    active: Rect  # the area of the display that shows the picture
    window: Rect  # the opening in the skin over the display
    frame: Rect  # the outer edge of the printed frame around the window
    module: Rect  # the display's board
    director: tuple[Hole, ...]  # in the skin, for the caps of the director's keys
    director_front: Rect  # the printed sheet over the director's keys
    legs: tuple[Rect, ...]  # the steel plates of the legs
    folds: tuple[Rect, ...]  # fold lines of the mat
    wires: int  # number of wires from the bay to a seat

    @property
    def skin(self) -> list[Shape]:
        """Return the cut-outs of the plate's upper layer."""
        seats = self.seats.values()
        holes = [hole for seat in seats for hole in (*seat.keys, *seat.lights)]
        return [self.window, *self.director, *holes]

    @property
    def body(self) -> list[Shape]:
        """Return the cut-outs of the plate's lower layer; those that overlap form one opening."""
        seats = self.seats.values()
        return [self.bay, *(one for seat in seats for one in (seat.opening, seat.channel))]

    @property
    def cover(self) -> list[Shape]:
        """Return the cut-outs of the mat's upper layer, which is closed over the keys."""
        lights = [hole for seat in self.seats.values() for hole in seat.lights]
        return [self.bay, *lights]

    @property
    def screws(self) -> list[Hole]:
        """Return the screw holes of the bay's cover, of the lids and of the trays."""
        trays = [one for seat in self.seats.values() for one in seat.screws]
        return [*self.bay_screws, *self.lid_screws, *trays]


def of(board: Board) -> Layout:
    """Return the layout for a board; all figures must be above 0, other faults are allowed."""
    m = board.data["mechanics"]
    south = _south(m)
    channels, display = m["channels"], m["display"]
    bay = Rect(0, 0, channels["bay_width"], channels["bay_height"])
    side, leg = m["plate"]["side"], m["plate"]["leg_plate"]
    corner = side / 2 - m["plate"]["leg_from_edge"] - leg / 2
    lids = tuple(_lid(south, bay, m["tray"]["flange"], TURNS[seat]) for seat in SEATS)
    column = _row(display["keys_from_middle"], m["keys"]["pitch"], m["keys"]["hole"])
    return Layout(
        figures=m,
        plate=Rect(0, 0, side, side, 20),
        seats={seat: south.turned(TURNS[seat]) for seat in SEATS},
        bay=bay,
        bay_cover=bay.grown(m["tray"]["flange"]),
        rim=_rim(bay, m["tray"]["flange"]),
        box=Rect(-bay.width / 2 + 5 + BOX_BOARD[0] / 2, 0, *BOX_BOARD),
        bay_screws=_corners(bay.grown(m["tray"]["flange"] / 2), m["tray"]["screw"]),
        bay_drains=tuple(
            Hole(x, 50, channels["drain"]) for x in (-bay.width / 2 + 15, bay.width / 2 - 15)
        ),
        **_display(display),
        lids=lids,
        lid_screws=tuple(hole for lid in lids for hole in _diagonal(lid, m["tray"]["screw"])),
        director=column,
        director_front=_around(column, m["keys"]["pitch"] / 2 + 4),
        legs=tuple(Rect(x * corner, y * corner, leg, leg) for x in (-1, 1) for y in (-1, 1)),
        folds=tuple(Rect(0, y * m["mat"]["fold"], side, 0) for y in (-1, 1)),
        wires=sum(len(board.data["cables"][kind]["wires"]) for kind in SEATED),
    )


def _south(m: Figures) -> Seat:
    edge = m["plate"]["side"] / 2
    tray, pad = m["tray"], m["pad"]
    middle = edge - pad["from_edge"]
    depth = tray["far"] - tray["near"]
    opening = Rect(0, edge - tray["near"] - depth / 2, tray["width"], depth)
    card = Rect(0, middle, pad["card_width"], pad["card_length"], 3)
    pitch, strip = 1000 / m["strip"]["per_m"], edge - m["strip"]["from_edge"]
    keys = _spread(
        edge - m["keys"]["from_edge"], len(SEAT_CAPS), m["keys"]["pitch"], m["keys"]["hole"]
    )
    windows = _spread(strip, LIGHTS_OF_A_SEAT, pitch, m["strip"]["window"])
    return Seat(
        opening=opening,
        flange=opening.grown(tray["flange"]),
        card=card,
        mark=card.grown(pad["slack"]),
        module=_module(pad, middle),
        antenna=Rect(0, middle, pad["antenna"], pad["antenna"]),
        rap=Rect(opening.right - _RAP_IN, middle, *_RAP),
        strip=Rect(0, strip, LIGHTS_OF_A_SEAT * pitch, m["strip"]["width"]),
        front=_around((*keys, *windows), 7),
        keys=keys,
        lights=windows,
        screws=_corners(opening.grown(tray["flange"] / 2), tray["screw"]),
        drains=_drains(opening, m["channels"]["drain"]),
        channel=_channel(opening.top, m["channels"]),
    )


def _module(pad: dict[str, float], middle: float) -> Rect:
    """Return the reader's module, with its coil at y = `middle` and its pins towards the bay."""
    y = middle + pad["antenna"] / 2 - pad["module_length"] / 2
    return Rect(0, y, pad["module_width"], pad["module_length"])


def _channel(top: float, channels: dict[str, float]) -> Rect:
    """Return the channel from the seat's opening into the bay.

    The channel overlaps the opening by a millimetre and the bay by at least a millimetre, so that
    all three form one opening.
    """
    # All four channels have the same length. As the bay is wider than it is high, the
    # channels of East and West reach farther into the bay.
    end = min(channels["bay_width"], channels["bay_height"]) / 2
    return Rect(0, (top + end) / 2, channels["width"], top - end + 2)


def _drains(opening: Rect, diameter: float) -> tuple[Hole, ...]:
    """Return the tray's drains, in the two corners nearest to the bay, where no parts are."""
    x, y = opening.width / 2 - 12, opening.top + 12
    return (Hole(-x, y, diameter), Hole(x, y, diameter))


def _rim(bay: Rect, width: float) -> tuple[Rect, ...]:
    """Return the bay's battens: two that reach over its corners, and two between them."""
    along, beside = bay.height / 2 + width / 2, bay.width / 2 + width / 2
    return (
        *(Rect(0, y, bay.width + 2 * width, width) for y in (-along, along)),
        *(Rect(x, 0, width, bay.height) for x in (-beside, beside)),
    )


def _lid(south: Seat, bay: Rect, beside: float, quarters: int) -> Rect:
    """Return the lid of a channel, turned clockwise by `quarters` quarter turns from South.

    `beside` is the width of the battens, and of the lid's margin on each side of the channel.
    """
    near = (bay.width if quarters % 2 else bay.height) / 2 + beside
    far = south.flange.top
    width = south.channel.width + 2 * beside
    return Rect(0, (near + far) / 2, width, far - near).turned(quarters)


def _diagonal(lid: Rect, diameter: float) -> tuple[Hole, ...]:
    """Return a lid's screws, in two opposite corners beside the channel."""
    first, *_, last = _corners(lid.grown(-_LID_SCREW), diameter)
    return (first, last)


def _display(display: dict[str, float]) -> dict[str, Rect]:
    """Return rectangles of the display, by field of Layout; window and active area are centred."""
    active = Rect(0, 0, display["active_width"], display["active_height"])
    glass_x = display["glass_width"] / 2 - display["active_left"] + active.left
    glass_y = display["glass_height"] / 2 - display["active_top"] + active.top
    window = Rect(0, 0, display["window_width"], display["window_height"], 1)
    return {
        "panel": Rect(glass_x, glass_y, display["glass_width"], display["glass_height"]),
        "active": active,
        "window": window,
        "frame": window.grown(display["lip_width"]),
        "module": Rect(glass_x, glass_y, display["module_width"], display["module_height"]),
    }


def _spread(y: float, count: int, pitch: float, diameter: float) -> tuple[Hole, ...]:
    first = -pitch * (count - 1) / 2
    return tuple(Hole(first + n * pitch, y, diameter) for n in range(count))


def _row(x: float, pitch: float, diameter: float) -> tuple[Hole, ...]:
    """Return the director's keys from top to bottom, MENU first."""
    turned = _spread(0, len(DIRECTOR_CAPS), pitch, diameter)
    return tuple(Hole(x, hole.x, diameter) for hole in turned)


def _corners(rect: Rect, diameter: float) -> tuple[Hole, ...]:
    return tuple(
        Hole(x, y, diameter) for x in (rect.left, rect.right) for y in (rect.top, rect.bottom)
    )


def _around(holes: tuple[Hole, ...], by: float) -> Rect:
    """Return the rectangle around some holes, larger by `by` on each side."""
    boxes = [hole.box for hole in holes]
    left, right = min(box.left for box in boxes) - by, max(box.right for box in boxes) + by
    top, bottom = min(box.top for box in boxes) - by, max(box.bottom for box in boxes) + by
    return Rect((left + right) / 2, (top + bottom) / 2, right - left, bottom - top, 4)
