"""The glass of the panel: what a person sees, with the ghosts of what was there.

Nothing is computed for a stroke before somebody looks.
"""

from marcoria.sim.chips.ssd1683.ink import moved, shifts
from marcoria.sim.chips.ssd1683.moves import Moves
from marcoria.sim.chips.ssd1683.panel import BLACK, DIFFERENCE, DONE, HEIGHT, ROW, WHITE, WIDTH

_PATIENCE = 8  # strokes that are kept before they are worked out


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

    def seen(self, running: "tuple[int, bytes, bytes, int] | None" = None) -> bytearray:
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
    """Whether the end does not depend on what was there: every pixel is driven to it."""
    return kind != DIFFERENCE and not any(old)


def _set(greys: bytearray, new: bytes) -> None:
    """Each pixel as black or white as the ink gets."""
    eights = []
    for byte in range(256):
        eights.append(bytes([WHITE if byte >> bit & 1 else BLACK for bit in range(7, -1, -1)]))
    at = 0
    for byte in new:
        greys[at : at + 8] = eights[byte]
        at += 8


def _differ(greys: bytearray, old: bytes, new: bytes, part: int, worn: int) -> None:
    """Moves the pixels that are to change. What does not move makes up most of a small change:
    rows, and bytes in the others."""
    by = shifts(DIFFERENCE, part, worn)
    for begin in range(0, len(new), ROW):
        end = begin + ROW
        if old[begin:end] == new[begin:end]:
            continue
        for i in range(begin, end):
            if old[i] != new[i]:
                at = 8 * i
                greys[at : at + 8] = moved(greys[at : at + 8], old[i], new[i], by)
