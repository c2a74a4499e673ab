"""The panel GDEY042T81: the greys of its pixels, and their changes in a refresh.

A stroke is one run of a waveform over the whole panel. It has a kind, the two images that the
controller used (old and new, 1 = white, in rows from the top), and the part of the stroke that was
done, in 256ths. The greys after a stroke are computed only when the picture is requested, or when
more than _PATIENCE strokes wait for that.
"""

TYPE_CHECKING = False

WIDTH = 400
HEIGHT = 300
ROW = WIDTH // 8  # number of bytes in a row of an image
SIZE = ROW * HEIGHT

BLACK = 20  # darkest grey that the ink reaches
WHITE = 235  # lightest grey that the ink reaches

# Kinds of strokes
ABSOLUTE = 0  # display mode 1, slow waveform: inverse image, black, white, then exact greys
QUICK = 1  # display mode 1, a fast waveform: inverse image, then exact greys
DIFFERENCE = 2  # display mode 2: drives only changed pixels, does not flash, leaves ghosts
DONE = 256  # `part` of a complete stroke


if TYPE_CHECKING:
    # A `Shift` has the new grey for each of 256 old greys, or is None if pixels are not driven.
    # `Shifts` has a `Shift` for each combination of a pixel's bits (old, new): 00, 01, 10, 11.
    Shift = bytearray | None
    Shifts = tuple[Shift, Shift, Shift, Shift]

# Colours that a pixel passes through before its final grey, by kind of stroke: black (0), white
# (1), or the inverse of its final grey (-1).
_COURSES: "tuple[tuple[int, ...], ...]" = ((-1, 0, 1), (-1,), ())
# A difference stroke does not reach the exact grey. Its error grows with the number of difference
# strokes since the last complete stroke that drove all pixels (see `_is_exact`).
_GHOST = 12  # in addition a twelfth of the difference from the old grey remains
_WEAR = 40  # largest value of the error that grows
_PATIENCE = 8  # largest number of strokes that are stored before their greys are computed


def shifts(kind: int, part: int, worn: int) -> "Shifts":
    """Return the new greys (see `Shifts`) after `part` of a stroke.

    `worn` is used only for a difference stroke: the value of `Glass.worn` that includes this
    stroke.
    """
    if kind == DIFFERENCE:
        shy = min(3 + worn, _WEAR)
        to_black = _table(kind, part, BLACK + shy, _GHOST)
        to_white = _table(kind, part, WHITE - shy, _GHOST)
        return (None, to_white, to_black, None)
    to_black = _table(kind, part, BLACK, 0)
    to_white = _table(kind, part, WHITE, 0)
    # The waveform is for three colours: a 1 in the RAM of the old image means red. This panel has
    # no red ink: a pixel that is 1 in the old image and 0 in the new image becomes white, and a
    # pixel that is 1 in both images is not driven.
    return (to_black, to_white, to_white, None)


def _table(kind: int, part: int, end: int, ghost: int) -> bytearray:
    table = bytearray(256)
    for grey in range(256):
        goal = end + (grey - end) // ghost if ghost else end
        table[grey] = _on_the_way(grey, goal, _COURSES[kind], part)
    return table


def _on_the_way(grey: int, goal: int, course: "tuple[int, ...]", part: int) -> int:
    """Return the grey after `part` of a stroke.

    The pixel changes from `grey` through the colours of `course` to `goal`, in steps of equal
    time.
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
    """Return the eight `greys` after a stroke.

    `was` is their byte of the old image, and `wanted` is their byte of the new image.
    """
    after = bytearray(greys)
    for i in range(8):
        shift = by[(was >> 7 - i & 1) * 2 + (wanted >> 7 - i & 1)]
        if shift is not None:
            after[i] = shift[after[i]]
    return after


class Moves:
    """Cache for computing the greys of a stroke.

    Many rows of a picture are equal. Therefore each different row, and each different piece of
    eight pixels, is computed only once.
    """

    def __init__(self, greys: bytearray, kind: int, old: bytes, new: bytes) -> None:
        self.kind = kind
        self.old = old
        self.new = new
        self.order: "list[int]" = []  # for each row from the top: its index in `rows`
        self.rows: "list[list[int]]" = []  # each different row, as indexes in `pieces`
        self.pieces: "list[bytes]" = []  # each different piece: eight greys, old byte, new byte
        self._numbers: "dict[bytes, int]" = {}
        for at in range(0, len(new), ROW):
            end = at + ROW
            self.order.append(self._row(bytes(greys[8 * at : 8 * end]), old[at:end], new[at:end]))

    def are_of(self, kind: int, old: bytes, new: bytes) -> bool:
        """Return whether the cache was made for this stroke."""
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
        """Fill `greys` with the greys after `part` of the stroke."""
        by = shifts(self.kind, part, 0)
        pieces = [moved(piece[:8], piece[8], piece[9], by) for piece in self.pieces]
        rows = [b"".join([pieces[i] for i in row]) for row in self.rows]
        greys[:] = b"".join([rows[i] for i in self.order])


class Glass:
    """Pixels of ink that keep their grey without power."""

    def __init__(self) -> None:
        # The picture before the first refresh has stripes. They stay visible if a driver uses
        # only difference strokes.
        self.greys = bytearray(WIDTH * HEIGHT)
        for y in range(HEIGHT):
            self.greys[y * WIDTH : (y + 1) * WIDTH] = bytes([WHITE if y & 8 else BLACK]) * WIDTH
        # Strokes whose effect is not in `greys` yet. Each has its kind, the old image, the new
        # image, the part of the stroke that was done (DONE: all), and the value of `worn`.
        self.strokes: "list[tuple[int, bytes, bytes, int, int]]" = []
        self.worn = 0  # number of difference strokes since the last exact stroke (see _is_exact)
        self.moves: "Moves | None" = None  # cache for the running stroke

    def stroke(self, kind: int, old: bytes, new: bytes, part: int) -> None:
        """Add a stroke that has ended; `part` is DONE unless the stroke was interrupted."""
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
        """Return a new bytearray with the grey of each pixel, 0 black to 255 white, row by row.

        `running` is a stroke that has not ended: (kind, old, new, part).
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
    """Return whether a complete stroke drives all pixels, so that old greys do not matter."""
    return kind != DIFFERENCE and not any(old)


def _set(greys: bytearray, new: bytes) -> None:
    """Set the grey of each pixel to BLACK or WHITE, as its bit in `new` says."""
    eights = []
    for byte in range(256):
        eights.append(bytes([WHITE if byte >> bit & 1 else BLACK for bit in range(7, -1, -1)]))
    at = 0
    for byte in new:
        greys[at : at + 8] = eights[byte]
        at += 8


def _differ(greys: bytearray, old: bytes, new: bytes, part: int, worn: int) -> None:
    """Apply a difference stroke.

    To save time, skip rows and bytes without a change, and compute each different piece (eight
    greys, old byte, new byte) only once.
    """
    by = shifts(DIFFERENCE, part, worn)
    known: "dict[tuple[bytes, int, int], bytearray]" = {}
    for begin in range(0, len(new), ROW):
        end = begin + ROW
        if old[begin:end] == new[begin:end]:
            continue
        for i in range(begin, end):
            if old[i] != new[i]:
                at = 8 * i
                piece = bytes(greys[at : at + 8]), old[i], new[i]
                if piece not in known:
                    known[piece] = moved(*piece, by)
                greys[at : at + 8] = known[piece]
