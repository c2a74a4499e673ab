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


class Glass:
    """`width` (a multiple of 8) by `height` pixels of ink that keep their grey without power."""

    def __init__(self, width, height):
        # Whatever the panel showed before: a driver that only sends differences shows it up.
        self.greys = bytearray(width * height)
        for y in range(height):
            self.greys[y * width : (y + 1) * width] = bytes([WHITE if y & 8 else BLACK]) * width
        self.strokes = []
        self.worn = 0  # difference strokes since the last absolute one

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
            worn = self.worn + 1 if kind == DIFFERENCE else self.worn
            _apply(greys, kind, old, new, min(part, DONE), worn)
        return greys

    def _work_out(self):
        for kind, old, new, part, worn in self.strokes:
            if part >= DONE and _is_exact(kind, old):
                _set(self.greys, new)
            else:
                _apply(self.greys, kind, old, new, part, worn)
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


def _apply(greys, kind, old, new, part, worn):
    """Moves each pixel by the table of its old and new bit; no table: it is not driven."""
    tables = _tables(kind, part, worn)
    for i in range(len(new)):
        was = old[i]
        wanted = new[i]
        # The two cases in which nothing in a byte moves make up most of a small change.
        if was == wanted and (kind == DIFFERENCE or was == 0xFF):
            continue
        at = 8 * i
        for bit in range(7, -1, -1):
            table = tables[(was >> bit & 1) * 2 + (wanted >> bit & 1)]
            if table is not None:
                greys[at] = table[greys[at]]
            at += 1


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
