"""Live view of a match in a terminal: a picture of the table above the narrator's lines."""

import os
import time
from collections.abc import Iterable
from typing import TextIO

from marcoria.bots.company import Company
from marcoria.firmware.codes.game import SEATS
from marcoria.scenarios.narrator import NAMES
from marcoria.scenarios.paint import (
    BAND,
    BOLD,
    DIM,
    PAPER,
    RED,
    SIDES,
    Paint,
    cleaned,
    cropped,
    is_terminal,
    padded,
)
from marcoria.sim.chips.contacts import SUITS
from marcoria.sim.view.canvas import Colour
from marcoria.sim.view.ocr import ROWS, dark_rows, laid_out

COLUMNS, _LINES = 80, 20  # smallest terminal for the live view
_WIDEST = 100  # columns of the widest picture
_FRAME_S = 0.08  # shortest time from a frame until `Live.look` draws the next frame
_READ_S = 0.25  # pause after a line of text, because the simulation is too fast for reading
_CLEAR, _HOME, _END_OF_LINE, _REST = "\033[2J", "\033[H", "\033[K", "\033[J"
_HIDE, _SHOW = "\033[?25l", "\033[?25h"
_BESIDE = 10  # columns for West at the left of the display, and for East at its right
_SIGNS = {suit: sign for sign, suit in SUITS.items()}
_RANKS = {"T": "10"}


class Panel:
    """Picture of a company's table in rows of text: display, players, lights and cards."""

    def __init__(self, company: Company, paint: Paint) -> None:
        self._company = company
        self._paint = paint
        self._screen = company.screen
        self._seen = self._read = b""
        self._text: list[str] = [""] * ROWS

    def look(self) -> None:
        """Store the display's image; its text is recognised only when the picture is drawn."""
        self._seen = self._screen.glance()

    def rows(self, columns: int) -> list[str]:
        """Return the rows of the picture, `columns` wide."""
        inner = columns - 2 * _BESIDE - 4
        west, east = self._beside(3), self._beside(1)
        display = self._display(inner)
        sides = zip(west, display, east, strict=True)
        return [
            self._across(0, columns),
            *(f" {padded(left, _BESIDE)}{middle} {right}" for left, middle, right in sides),
            self._across(2, columns),
        ]

    def _display(self, columns: int) -> list[str]:
        """Return the rows of the display: its text inside a frame."""
        if self._seen != self._read:
            self._read = self._seen
            page = self._screen.reader.page(self._seen)
            lines = zip(laid_out(page, columns), dark_rows(self._seen), strict=True)
            self._text = [self._paint(text, BAND if dark else PAPER) for text, dark in lines]
        edge = "─" * columns
        rows = [padded(text, columns) for text in self._text]
        return [f"┌{edge}┐", *(f"│{row}│" for row in rows), f"└{edge}┘"]

    def _across(self, seat: int, columns: int) -> str:
        """Return the row of North or South, centred."""
        name, lights, says, cards = self._seat(seat)
        left = (columns - 8) // 2 - len(NAMES[seat]) - 2
        return f"{' ' * left}{name}  {lights}  {padded(says, 8)} {cards}".rstrip()

    def _beside(self, seat: int) -> list[str]:
        """Return the rows of West or East, with empty rows up to the height of the display."""
        rows = ["", "", *self._seat(seat)]
        return rows + [""] * (ROWS + 2 - len(rows))

    def _seat(self, seat: int) -> tuple[str, str, str, str]:
        """Return a player's name, lights, pattern of the lights, and cards on the pad.

        All are texts for the terminal. If the lights are off, the pattern is "".
        """
        letter = SEATS[seat]
        body = self._company.body
        colour = SIDES[self._company.people.house.side(seat)]
        leds = body.table.lights()[letter]
        if seat == 0:
            leds.reverse()  # South sees North's lights from the other side of the table
        says = body.lamp(seat)
        return (
            self._paint(NAMES[seat], colour),
            "".join(map(self._led, leds)),
            "" if says == "off" else says,
            " ".join(self._cards(body.table.cards()[letter])),
        )

    def _led(self, led: Colour) -> str:
        red, green, blue = led
        if not any(led):
            return self._paint("·", DIM)
        if red == green == blue:
            return self._paint("○", BOLD)
        return self._paint("●", RED if not green and not blue else SIDES[blue > red])

    def _cards(self, cards: Iterable[str]) -> Iterable[str]:
        for card in cards:
            if len(card) != 2:
                yield "?"  # a tag that is not a playing card
                continue
            suit = _SIGNS[card[1]]
            rank = _RANKS.get(card[0], card[0])
            yield rank + (self._paint(suit, RED) if card[1] in "DH" else suit)


class Live:
    """Full-screen view on a terminal: the panel, the legend, and the lines added with `say`.

    In a window with too few lines, the panel and the legend are left out.
    """

    def __init__(self, out: TextIO, panel: Panel, legend: str) -> None:
        self._out = out
        self._panel = panel
        self._legend = legend
        self._lines: list[str] = []
        self._drawn = 0.0

    def say(self, line: str) -> None:
        """Add a line; unless it is empty, pause so that people can read it."""
        self._lines.append(line)
        self._draw()
        if line:
            time.sleep(_READ_S)

    def look(self) -> None:
        """Store the display's image, and redraw if the last frame is old enough."""
        self._panel.look()
        if time.monotonic() - self._drawn >= _FRAME_S:
            self._draw()

    def start(self) -> None:
        """Clear the terminal and hide the cursor."""
        self._out.write(_HIDE + _CLEAR)

    def stop(self) -> None:
        """Draw the last frame and show the cursor again."""
        self._draw()
        self._out.write(f"\n{_SHOW}")
        self._out.flush()

    def _draw(self) -> None:
        columns, lines = os.get_terminal_size(self._out.fileno())
        rows = [*self._panel.rows(min(columns, _WIDEST)), self._legend] if lines >= _LINES else []
        room = lines - 1 - len(rows)
        rows += self._lines[-room:] if room > 0 else []
        ends = f"{_END_OF_LINE}\n"
        shown = ends.join(cropped(cleaned(row), columns) for row in rows)
        self._out.write(_HOME + shown + _END_OF_LINE + _REST)
        self._out.flush()
        self._drawn = time.monotonic()


def has_room(out: TextIO) -> bool:
    """Return whether the output is a terminal that is large enough for the live view."""
    if not is_terminal(out):
        return False
    columns, lines = os.get_terminal_size(out.fileno())
    return columns >= COLUMNS and lines >= _LINES
