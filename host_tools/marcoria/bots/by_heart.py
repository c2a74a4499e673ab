"""A table without a display: who plays there knows its questions by heart."""

from typing import Any

from marcoria.bots.body import FRESH_MS, READ_MS, SUIT_KEYS, Body
from marcoria.bots.screen import Screen

# The answers that begin a match are the first ones: who starts it, and who deals.
_FIRST = SUIT_KEYS[0]
# From the plug until the table takes keys.
_START_MS = 4_000


class ByHeart(Screen):
    """Reads nothing: waits for the lights to ask, and knows the answer."""

    def __init__(self, body: Body) -> None:
        self.body = body

    async def await_words(self, *words: str, limit_ms: float = FRESH_MS) -> Any:
        """Whatever stands there now: it has had the time."""
        await self.body.wait(min(limit_ms, _START_MS))

    async def choose(self, seat: int, words: str) -> None:
        """What begins a match."""
        await self.body.until("a question", lambda: seat in self.body.asked())
        await self.body.wait(READ_MS)
        await self.body.press(seat, _FIRST)
