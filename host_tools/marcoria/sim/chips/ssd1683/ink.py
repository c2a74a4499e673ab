"""What a waveform does to the panel's ink: the grey of a pixel after a stroke or a part of it."""

from marcoria.sim.chips.ssd1683.panel import BLACK, DIFFERENCE, DONE, WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    # The new grey by the old grey, for the pixels with (old, new) = 00, 01, 10, 11; None: they
    # are not driven.
    Shift = bytearray | None
    Shifts = tuple[Shift, Shift, Shift, Shift]

# Where a pixel is driven on its way, as parts of the way from black (0) to white (1), or to the
# inverse of its end (-1); its end comes after the last.
_COURSES: "tuple[tuple[int, ...], ...]" = ((-1, 0, 1), (-1,), ())
# A difference stroke stops short of the exact grey, the more so the longer no absolute one came.
_GHOST = 12  # a twelfth of what the pixel was stays
_WEAR = 40  # the most that missing absolute strokes cost


def shifts(kind: int, part: int, worn: int) -> "Shifts":
    """What a part of such a stroke does; `worn` of difference strokes since an absolute one."""
    if kind == DIFFERENCE:
        shy = min(3 + worn, _WEAR)
        to_black = _table(kind, part, BLACK + shy, _GHOST)
        to_white = _table(kind, part, WHITE - shy, _GHOST)
        return (None, to_white, to_black, None)
    to_black = _table(kind, part, BLACK, 0)
    to_white = _table(kind, part, WHITE, 0)
    # The waveform knows three colours. A 1 in the old image's RAM asks for red, of which this
    # panel has none: black turns out white, and white is not driven at all.
    return (to_black, to_white, to_white, None)


def _table(kind: int, part: int, end: int, ghost: int) -> bytearray:
    table = bytearray(256)
    for grey in range(256):
        goal = end + (grey - end) // ghost if ghost else end
        table[grey] = _on_the_way(grey, goal, _COURSES[kind], part)
    return table


def _on_the_way(grey: int, goal: int, course: "tuple[int, ...]", part: int) -> int:
    """The grey after `part` of the way over the stations of a course, each as long as the next."""
    stations = [grey]
    for station in course:
        if station < 0:
            stations.append(BLACK + WHITE - goal)
        else:
            stations.append(WHITE if station else BLACK)
    stations.append(goal)
    way = part * (len(stations) - 1)
    leg = min(way // DONE, len(stations) - 2)
    return stations[leg] + (stations[leg + 1] - stations[leg]) * (way - leg * DONE) // DONE


def moved(greys: "bytearray | bytes", was: int, wanted: int, by: "Shifts") -> bytearray:
    """Eight greys after a move, each by the shift of its old and new bit."""
    after = bytearray(greys)
    for i in range(8):
        shift = by[(was >> 7 - i & 1) * 2 + (wanted >> 7 - i & 1)]
        if shift is not None:
            after[i] = shift[after[i]]
    return after
