"""Answering the questions on the display: read its text, and press the key of an answer."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from marcoria.bots.body import FRESH_MS, READ_MS, SUIT_KEYS, Body, Stuck
from marcoria.firmware.codes.game import SEATS
from marcoria.sim.chips.contacts import SUITS
from marcoria.sim.view import ocr
from marcoria.sim.view.ocr import ScreenPage

if TYPE_CHECKING:
    from marcoria.bots.tables import ScreenReader

_PAGES = 6  # largest number of pages of answers that are searched
# Beginning of the line "CALL: more" in each language of the display.
MORE = ("CALL: ", "CHIAMO: ", "DIRE : ", "CANTO: ", "ОБЯВА: ", "CIAMO: ")
# A requested page is on the display within this time, even after other refreshes.
_SHOWN_MS = 12_000
# Key of the first answer, which is the right answer to both questions at the start of a match.
_FIRST = SUIT_KEYS[0]
# Time from power-on until the table accepts keys.
_START_MS = 4_000


class Screen:
    """Player's view of a table's display, with methods that answer its questions."""

    def __init__(self, body: Body, reader: "ScreenReader | None" = None) -> None:
        self.body = body
        self.reader: ScreenReader = reader or ocr.reader()
        self._refreshes: dict[str, int] = {}
        self._seen = b""

    def page(self) -> ScreenPage:
        """Return the text on the display; during a refresh, the text seen last, if any."""
        return self.reader.page(self.glance())

    async def await_words(self, *words: str, limit_ms: float = _SHOWN_MS) -> ScreenPage:
        """Return the page once the display shows one of these texts; on a timeout raise Stuck."""
        await self._patiently(
            f"{' or '.join(words)!r} on the display",
            lambda: self._still() and any(word in self.page() for word in words),
            limit_ms,
        )
        return self.page()

    def glance(self) -> bytes:
        """Return the image on the display; during a refresh, the image seen last, if any."""
        return self._seen if self._seen and self.moves else self._picture()

    def _still(self) -> bool:
        """Return whether the display has not changed since the last look."""
        if self.moves:
            return False
        before = self._seen
        return before == self._picture()

    @property
    def moves(self) -> bool:
        """Return whether the display is being refreshed; False if its BUSY pin hangs."""
        table = self.body.table
        return bool(table.get("display.busy.working")) and not table.get("display.busy.hung")

    def _picture(self) -> bytes:
        """Return the current image; fetch it only if it may have changed."""
        table = self.body.table
        refreshes = dict(table.get("display.strokes.counters"))
        if self.moves or refreshes != self._refreshes:
            self._seen = table.screen()
            self._refreshes = refreshes
        return self._seen

    async def choose(self, seat: int, words: str) -> None:
        """Find the answer that contains these words, and press its key at `seat`.

        Turn the pages of answers with CALL. Raise Stuck if no page has the answer.
        """
        for _ in range(_PAGES):
            await self._patiently(
                f"{words!r} among the answers",
                lambda: self._still() and bool(self._key_of(words) or self._has_more()),
                _SHOWN_MS,
            )
            key = self._key_of(words)
            if key:
                await self.body.press(seat, key)
                return
            before = self.page().text
            await self.body.press(seat, "CALL")
            await self._patiently("more answers", self._changed_from(before), _SHOWN_MS)
        raise Stuck(
            f"{words!r} is not an answer for {SEATS[seat]}; the display says:\n{self.page().text}"
        )

    def _has_more(self) -> bool:
        """Return whether the question has more pages of answers."""
        text = self.page().text
        return any(more in text for more in MORE)

    def _key_of(self, words: str) -> str:
        """Return the key whose sign stands before these words, "" if there is none."""
        line = self.page().line_with(words)
        if line is None:
            return ""
        before = [
            other
            for other in self.page().lines
            if abs(other.y - line.y) < line.size // 2 and other.x <= line.x
        ]
        for other in sorted(before, key=lambda other: -other.x):
            start = other.text.strip()[:1]
            if start in SUITS:
                return SUITS[start]
        return ""

    def _changed_from(self, before: str) -> Callable[[], bool]:
        return lambda: self._still() and self.page().text != before

    async def _patiently(self, what: str, done: Callable[[], object], limit_ms: float) -> None:
        """Wait for a condition on the display; on a timeout raise Stuck with the text shown."""
        try:
            await self.body.until(what, _seldom(self.body, done), limit_ms)
        except Stuck as error:
            raise Stuck(f"{error}; the display says:\n{self.page().text}")


def _seldom(body: Body, done: Callable[[], object]) -> Callable[[], bool]:
    """Return a condition that calls `done` at most every 250 ms, and is False in between."""
    due = [0.0]

    def looked() -> bool:
        if body.table.now < due[0]:
            return False
        due[0] = body.table.now + 250
        return bool(done())

    return looked


class ByHeart(Screen):
    """Substitute for `Screen` at a table without a display: it answers without reading."""

    def __init__(self, body: Body) -> None:
        self.body = body

    async def await_words(self, *words: str, limit_ms: float = FRESH_MS) -> Any:
        """Wait as long as the text may take to appear."""
        await self.body.wait(min(limit_ms, _START_MS))

    async def choose(self, seat: int, words: str) -> None:
        """Wait for a question, and press the key of its first answer."""
        await self.body.until("a question", lambda: seat in self.body.asked())
        await self.body.wait(READ_MS)
        await self.body.press(seat, _FIRST)
