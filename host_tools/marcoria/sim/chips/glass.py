"""The ink of an e-paper panel: what a person sees, and what a waveform does to it.

A stroke is one run of a waveform over the whole panel: its kind, the two RAMs as the controller
used them (old and new image, 1 = white, in rows from the top), and how far it came, in 256ths.
Nothing is computed for a stroke before somebody looks.
"""

BLACK = 20  # the darkest and the lightest grey the ink reaches
WHITE = 235

ABSOLUTE = 0  # display mode 1 with the slow waveform: flashes four times, ends exact
QUICK = 1  # display mode 1 with a fast waveform: flashes once, ends exact
DIFFERENCE = 2  # display mode 2: moves what differs, does not flash, leaves ghosts
DONE = 256

# Where a pixel is driven on its way, as parts of the way from black (0) to white (1), or to the
# inverse of its end (-1); its end comes after the last.
_COURSES = ((-1, 0, 1), (-1,), ())
# A difference stroke stops short of the exact grey, the more so the longer no absolute one came.
_GHOST = 12  # a twelfth of what the pixel was stays
_WEAR = 40  # the most that missing absolute strokes cost
_PATIENCE = 8  # strokes that are kept before they are worked out
_ROW = 50  # bytes of an image that are looked at at once


class Glass:
    """`width` (a multiple of 8) by `height` pixels of ink that keep their grey without power."""

    def __init__(self, width, height):
        # Whatever the panel showed before: a driver that only sends differences shows it up.
        self.greys = bytearray(width * height)
        for y in range(height):
            self.greys[y * width : (y + 1) * width] = bytes([WHITE if y & 8 else BLACK]) * width
        self.strokes = []
        self.worn = 0  # difference strokes since the last absolute one
        self.moves = None  # those of the running stroke, for the next look

    def stroke(self, kind, old, new, part):
        """A waveform has run, to its end (DONE) or until something interrupted it."""
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

    def seen(self, running=None):
        """The grey of each pixel, in rows from the top: 0 black to 255 white, as a new bytearray.
        `running` is a stroke that is not over: (kind, old, new, part)."""
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
                moves = self.moves = _Moves(greys, kind, old, new)
            moves.apply(greys, part)
        return greys

    def _work_out(self):
        for kind, old, new, part, worn in self.strokes:
            self.moves = None
            if kind == DIFFERENCE:
                _differ(self.greys, old, new, part, worn)
            elif part >= DONE and _is_exact(kind, old):
                _set(self.greys, new)
            else:
                _Moves(self.greys, kind, old, new).apply(self.greys, part)
        self.strokes = []


def _is_exact(kind, old):
    """Whether the end does not depend on what was there: every pixel is driven to it."""
    return kind != DIFFERENCE and not any(old)


def _set(greys, new):
    """Each pixel as black or white as the ink gets."""
    eights = []
    for byte in range(256):
        eights.append(bytes([WHITE if byte >> bit & 1 else BLACK for bit in range(7, -1, -1)]))
    at = 0
    for byte in new:
        greys[at : at + 8] = eights[byte]
        at += 8


def _differ(greys, old, new, part, worn):
    """Moves the pixels that are to change. What does not move makes up most of a small change:
    rows, and bytes in the others."""
    tables = _tables(DIFFERENCE, part, worn)
    for begin in range(0, len(new), _ROW):
        end = begin + _ROW
        if old[begin:end] == new[begin:end]:
            continue
        for i in range(begin, end):
            if old[i] != new[i]:
                at = 8 * i
                greys[at : at + 8] = _moved(greys[at : at + 8], old[i], new[i], tables)


class _Moves:
    """What a stroke that drives the whole page does to it, for many looks while it runs: most of
    a page is alike, so each different row is worked out once, and in the rows each byte."""

    def __init__(self, greys, kind, old, new):
        self.kind = kind
        self.old = old
        self.new = new
        self.order = []  # of the rows from the top, by their numbers
        self.rows = []  # each different one: the numbers of its pieces
        self.pieces = []  # each different one: eight greys, old and new byte
        self._numbers = {}
        for at in range(0, len(new), _ROW):
            end = at + _ROW
            self.order.append(self._row(bytes(greys[8 * at : 8 * end]), old[at:end], new[at:end]))

    def are_of(self, kind, old, new):
        """Whether it is that stroke whose moves these are."""
        return self.kind == kind and self.old is old and self.new is new

    def _row(self, before, old, new):
        key = before + old + new
        if key not in self._numbers:
            row = []
            for i in range(len(new)):
                piece = before[8 * i : 8 * i + 8] + old[i : i + 1] + new[i : i + 1]
                row.append(self._piece(piece))
            self._numbers[key] = len(self.rows)
            self.rows.append(row)
        return self._numbers[key]

    def _piece(self, piece):
        number = self._numbers.get(piece)
        if number is None:
            number = self._numbers[piece] = len(self.pieces)
            self.pieces.append(piece)
        return number

    def apply(self, greys, part):
        """Moves all pixels that far."""
        tables = _tables(self.kind, part, 0)
        pieces = [_moved(piece[:8], piece[8], piece[9], tables) for piece in self.pieces]
        rows = [b"".join([pieces[i] for i in row]) for row in self.rows]
        greys[:] = b"".join([rows[i] for i in self.order])


def _moved(greys, was, wanted, tables):
    """Eight greys after a move, each by the table of its old and new bit; no table: it is not
    driven."""
    moved = bytearray(greys)
    for i in range(8):
        table = tables[(was >> 7 - i & 1) * 2 + (wanted >> 7 - i & 1)]
        if table is not None:
            moved[i] = table[moved[i]]
    return moved


def _tables(kind, part, worn):
    """The new grey by the old grey, for the pixels with (old, new) = 00, 01, 10, 11."""
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


def _table(kind, part, end, ghost):
    table = bytearray(256)
    for grey in range(256):
        goal = end + (grey - end) // ghost if ghost else end
        table[grey] = _on_the_way(grey, goal, _COURSES[kind], part)
    return table


def _on_the_way(grey, goal, course, part):
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
