"""Layout of the table's body: the places of all parts, from which all drawings are made."""

from dataclasses import dataclass
from typing import Any

from marcoria.board.datasheets import DIRECTOR_KEYS, SEAT_KEYS, SEATED, SEATS
from marcoria.board.file import Figures
from marcoria.board.mechanics.shapes import Hole, Rect, Shape
from marcoria.board.profile import Board

# A seat is laid out for South, and then turned clockwise, seen from above, by this number of
# quarter turns.
TURNS = {"N": 2, "E": 3, "S": 0, "W": 1}
SEAT_CAPS = tuple(
    key for key in SEAT_KEYS if key != "rap"
)  # a rap sensor is under the table top and has no cap
DIRECTOR_CAPS = DIRECTOR_KEYS
BOX_BOARD = (160.0, 100.0)  # a perfboard as it is sold
_LID_SCREW = 6.0  # distance of a screw from a lid's edges
_RAP = (5.0, 11.0)  # size of an SW-18010P lying flat
_RAP_IN = 14.0  # from the opening's side to the sensor's middle: clear of the tray's wall


@dataclass(frozen=True)
class Seat:
    """A player's part of the table; `card` is a card on the pad, `mark` the line around it."""

    opening: Rect
    flange: Rect
    card: Rect
    mark: Rect
    module: Rect
    antenna: Rect
    rap: Rect  # the sensor, under the skin beside the reader
    strip: Rect
    front: Rect  # the printed sheet over keys and lights
    keys: tuple[Hole, ...]
    lights: tuple[Hole, ...]
    screws: tuple[Hole, ...]
    drains: tuple[Hole, ...]
    channel: Rect

    def turned(self, quarters: int) -> "Seat":
        """Return the seat turned clockwise around the table's middle."""
        found: dict[str, Any] = {}
        for name, value in vars(self).items():
            listed = isinstance(value, tuple)
            turned = [one.turned(quarters) for one in (value if listed else (value,))]
            found[name] = tuple(turned) if listed else turned[0]
        return Seat(**found)


@dataclass(frozen=True)
class Layout:
    """The whole table; `figures` are the values of [mechanics]."""

    figures: Figures
    plate: Rect
    seats: dict[str, Seat]
    bay: Rect
    bay_cover: Rect  # closes the bay from below, made of the skin's material
    bay_screws: tuple[Hole, ...]
    bay_drains: tuple[Hole, ...]
    rim: tuple[Rect, ...]  # battens around the bay, below the body
    box: Rect  # the perfboard in the bay
    lids: tuple[Rect, ...]  # close the channels from the trays to the battens: N E S W
    lid_screws: tuple[Hole, ...]
    panel: Rect  # the display's glass
    active: Rect
    window: Rect
    frame: Rect
    module: Rect  # the display's board
    director: tuple[Hole, ...]
    director_front: Rect
    legs: tuple[Rect, ...]
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
        """Return the cut-outs of the plate's lower layer; overlapping ones form one opening."""
        seats = self.seats.values()
        return [self.bay, *(one for seat in seats for one in (seat.opening, seat.channel))]

    @property
    def cover(self) -> list[Shape]:
        """Return the cut-outs of the mat's upper layer, which is closed over the keys."""
        lights = [hole for seat in self.seats.values() for hole in seat.lights]
        return [self.bay, *lights]

    @property
    def screws(self) -> list[Hole]:
        """Return all screws."""
        trays = [one for seat in self.seats.values() for one in seat.screws]
        return [*self.bay_screws, *self.lid_screws, *trays]


def of(board: Board) -> Layout:
    """Return the layout for a board file, even for one with faults."""
    m = board.data["mechanics"]
    south = _south(m, board.data["lights"]["count"] // len(SEATS))
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


def _south(m: Figures, lights: int) -> Seat:
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
    windows = _spread(strip, lights, pitch, m["strip"]["window"])
    return Seat(
        opening=opening,
        flange=opening.grown(tray["flange"]),
        card=card,
        mark=card.grown(pad["slack"]),
        module=_module(pad, middle),
        antenna=Rect(0, middle, pad["antenna"], pad["antenna"]),
        rap=Rect(opening.right - _RAP_IN, middle, *_RAP),
        strip=Rect(0, strip, lights * pitch, m["strip"]["width"]),
        front=_around((*keys, *windows), 7),
        keys=keys,
        lights=windows,
        screws=_corners(opening.grown(tray["flange"] / 2), tray["screw"]),
        drains=_drains(opening, m["channels"]["drain"]),
        channel=_channel(opening.top, m["channels"]),
    )


def _module(pad: dict[str, float], middle: float) -> Rect:
    """Return the reader's module, with its pins towards the table's middle."""
    y = middle + pad["antenna"] / 2 - pad["module_length"] / 2
    return Rect(0, y, pad["module_width"], pad["module_length"])


def _channel(top: float, channels: dict[str, float]) -> Rect:
    """Return the channel from the seat's opening into the bay.

    The channel overlaps the opening and the bay by a millimetre, so that all three form one
    opening.
    """
    # Turned for East and West, the channel reaches farther into the bay, which is wider than high.
    end = min(channels["bay_width"], channels["bay_height"]) / 2
    return Rect(0, (top + end) / 2, channels["width"], top - end + 2)


def _drains(opening: Rect, diameter: float) -> tuple[Hole, ...]:
    """Return the drains, in the two corners without parts."""
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
    """Return a channel's lid, wider than the channel by `beside` on each side."""
    near = (bay.width if quarters % 2 else bay.height) / 2 + beside
    far = south.flange.top
    width = south.channel.width + 2 * beside
    return Rect(0, (near + far) / 2, width, far - near).turned(quarters)


def _diagonal(lid: Rect, diameter: float) -> tuple[Hole, ...]:
    """Return a lid's screws, in two opposite corners beside the channel."""
    first, *_, last = _corners(lid.grown(-_LID_SCREW), diameter)
    return (first, last)


def _display(display: dict[str, float]) -> dict[str, Rect]:
    """Return the display's parts, with window and active area centred on the table."""
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
