"""The display as text: its lines where they stand, for terminals and reports."""

from marcoria.sim.chips.ssd1683.glass import HEIGHT, WIDTH
from marcoria.sim.view.ocr import Page

ROWS = 6
_HALF = HEIGHT // 2
_PITCH = _HALF // ROWS
_RULES = ("|", "l")  # what the upright rules of the sheet are taken for


def laid_out(page: Page, columns: int) -> list[str]:
    """What one side of the table reads there, in so many columns."""
    rows = [" " * columns] * ROWS
    for line in page.lines:
        if line.text in _RULES:
            continue
        text = line.text.strip()[:columns]
        spare = max(1, WIDTH - line.width)
        at = min(round(line.x / spare * (columns - len(text))), columns - len(text))
        row = _free(rows, (line.y - _HALF + line.size // 2) // _PITCH, at, at + len(text))
        rows[row] = rows[row][:at] + text + rows[row][at + len(text) :]
    return rows


def dark_rows(screen: bytes) -> list[bool]:
    """Which rows are white on black."""
    middles = [_HALF + row * _PITCH + _PITCH // 2 for row in range(ROWS)]
    lines = [screen[y * WIDTH : (y + 1) * WIDTH] for y in middles]
    return [sum(line) < 128 * WIDTH for line in lines]


def _free(rows: list[str], row: int, start: int, end: int) -> int:
    """The first row from that one on that has room there."""
    for place in range(row, ROWS):
        if not rows[place][max(0, start - 1) : end + 1].strip():
            return place
    return min(row, ROWS - 1)
