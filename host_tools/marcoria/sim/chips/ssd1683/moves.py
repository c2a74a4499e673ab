"""What a stroke that drives the whole page does to it, for many looks while it runs."""

from marcoria.sim.chips.ssd1683.ink import moved, shifts
from marcoria.sim.chips.ssd1683.panel import ROW


class Moves:
    """Most of a page is alike, so each different row is worked out once, and in the rows each
    byte."""

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
        """Whether it is that stroke whose moves these are."""
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
        """Moves all pixels that far."""
        by = shifts(self.kind, part, 0)
        pieces = [moved(piece[:8], piece[8], piece[9], by) for piece in self.pieces]
        rows = [b"".join([pieces[i] for i in row]) for row in self.rows]
        greys[:] = b"".join([rows[i] for i in self.order])
