"""The panel GDEY042T81: its pixels, its ink, and what a person sees on its glass.

A stroke is one run of a waveform over the whole panel: its kind, the two images as the controller
used them (old and new, 1 = white, in rows from the top), and how far it came, in 256ths. Nothing
is computed for a stroke before somebody looks.
"""

TYPE_CHECKING = False

WIDTH = 400
HEIGHT = 300
ROW = WIDTH // 8  # bytes
SIZE = ROW * HEIGHT

BLACK = 20  # the darkest and the lightest grey the ink reaches
WHITE = 235

ABSOLUTE = 0  # display mode 1 with the slow waveform: flashes four times, ends exact
QUICK = 1  # display mode 1 with a fast waveform: flashes once, ends exact
DIFFERENCE = 2  # display mode 2: moves what differs, does not flash, leaves ghosts
DONE = 256


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
_PATIENCE = 8  # strokes that are kept before they are worked out


def shifts(kind: int, part: int, worn: int) -> "Shifts":
    """Return what a part of such a stroke does; `worn` of difference strokes since an absolute
    one.
    """
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
    """Return the grey after `part` of the way over the stations of a course, each as long as the
    next.
    """
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
    """Return eight greys after a move, each by the shift of its old and new bit."""
    after = bytearray(greys)
    for i in range(8):
        shift = by[(was >> 7 - i & 1) * 2 + (wanted >> 7 - i & 1)]
        if shift is not None:
            after[i] = shift[after[i]]
    return after


class Moves:
    """Most of a page is alike, so each different row is worked out once, and in the rows each
    byte.
    """

    def __init__(self, greys: bytearray, kind: int, old: bytes, new: bytes) -> None:
        self.kind = kind
        self.old = old
        self.new = new
        self.order: "list[int]" = []  # of the rows from the top, by their numbers
        self.rows: "list[list[int]]" = []  # each different one: the numbers of its pieces
        self.pieces: "list[bytes]" = []  # each different one: eight greys, old and new byte
        self._numbers: "dict[bytes, int]" = {}
        for at in range(0, len(new), ROW):
            end = at + ROW
            self.order.append(self._row(bytes(greys[8 * at : 8 * end]), old[at:end], new[at:end]))

    def are_of(self, kind: int, old: bytes, new: bytes) -> bool:
        """Return whether it is that stroke whose moves these are."""
        return self.kind == kind and self.old is old and self.new is new

    def _row(self, before: bytes, old: bytes, new: bytes) -> int:
        key = before + old + new
        if key not in self._numbers:
            row = []
            for i in range(len(new)):
                piece = before[8 * i : 8 * i + 8] + old[i : i + 1] + new[i : i + 1]
                row.append(self._piece(piece))
            self._numbers[key] = len(self.rows)
            self.rows.append(row)
        return self._numbers[key]

    def _piece(self, piece: bytes) -> int:
        number = self._numbers.get(piece)
        if number is None:
            number = self._numbers[piece] = len(self.pieces)
            self.pieces.append(piece)
        return number

    def apply(self, greys: bytearray, part: int) -> None:
        """Move all pixels that far."""
        by = shifts(self.kind, part, 0)
        pieces = [moved(piece[:8], piece[8], piece[9], by) for piece in self.pieces]
        rows = [b"".join([pieces[i] for i in row]) for row in self.rows]
        greys[:] = b"".join([rows[i] for i in self.order])


class Glass:
    """Pixels of ink that keep their grey without power."""

    def __init__(self) -> None:
        # Whatever the panel showed before: a driver that only sends differences shows it up.
        self.greys = bytearray(WIDTH * HEIGHT)
        for y in range(HEIGHT):
            self.greys[y * WIDTH : (y + 1) * WIDTH] = bytes([WHITE if y & 8 else BLACK]) * WIDTH
        # Kind, old and new image, how far it came, how worn the ink was.
        self.strokes: "list[tuple[int, bytes, bytes, int, int]]" = []
        self.worn = 0  # difference strokes since the last absolute one
        self.moves: "Moves | None" = None  # those of the running stroke, for the next look

    def stroke(self, kind: int, old: bytes, new: bytes, part: int) -> None:
        """Take a waveform that has run, to its end (DONE) or until something interrupted it."""
        if part <= 0:
            return
        if part >= DONE and _is_exact(kind, old):
            self.strokes = []
            self.worn = 0
        elif kind == DIFFERENCE:
            self.worn += 1
        self.strokes.append((kind, old, new, part, self.worn))
        if len(self.strokes) > _PATIENCE:
            self._work_out()

    def seen(self, running: "tuple[int, bytes, bytes, int] | None" = None) -> bytearray:
        """Return the grey of each pixel, in rows from the top: 0 black to 255 white, as a new
        bytearray. `running` is a stroke that is not over: (kind, old, new, part).
        """
        self._work_out()
        greys = bytearray(self.greys)
        if running is not None and running[3] > 0:
            kind, old, new, part = running
            part = min(part, DONE)
            if kind == DIFFERENCE:
                _differ(greys, old, new, part, self.worn + 1)
                return greys
            moves = self.moves
            if moves is None or not moves.are_of(kind, old, new):
                moves = self.moves = Moves(greys, kind, old, new)
            moves.apply(greys, part)
        return greys

    def _work_out(self) -> None:
        for kind, old, new, part, worn in self.strokes:
            self.moves = None
            if kind == DIFFERENCE:
                _differ(self.greys, old, new, part, worn)
            elif part >= DONE and _is_exact(kind, old):
                _set(self.greys, new)
            else:
                Moves(self.greys, kind, old, new).apply(self.greys, part)
        self.strokes = []


def _is_exact(kind: int, old: bytes) -> bool:
    """Return whether the end does not depend on what was there: every pixel is driven to it."""
    return kind != DIFFERENCE and not any(old)


def _set(greys: bytearray, new: bytes) -> None:
    """Set each pixel as black or white as the ink gets."""
    eights = []
    for byte in range(256):
        eights.append(bytes([WHITE if byte >> bit & 1 else BLACK for bit in range(7, -1, -1)]))
    at = 0
    for byte in new:
        greys[at : at + 8] = eights[byte]
        at += 8


def _differ(greys: bytearray, old: bytes, new: bytes, part: int, worn: int) -> None:
    """Move the pixels that are to change. What does not move makes up most of a small change:
    rows, and bytes in the others.
    """
    by = shifts(DIFFERENCE, part, worn)
    for begin in range(0, len(new), ROW):
        end = begin + ROW
        if old[begin:end] == new[begin:end]:
            continue
        for i in range(begin, end):
            if old[i] != new[i]:
                at = 8 * i
                greys[at : at + 8] = moved(greys[at : at + 8], old[i], new[i], by)
