"""Interface of a simulated table for bots, implemented by `SimTable` and the page's `Handle`."""

from typing import Any, Protocol

from marcoria.sim.view.ocr import ScreenPage


class PlayedTable(Protocol):
    """Simulated table with cards, keys, lights and power; all times are virtual."""

    @property
    def now(self) -> float:
        """Return the virtual time in ms."""

    async def sleep(self, ms: float) -> None:
        """Let time pass."""

    async def unplug(self) -> None:
        """Cut the power."""

    async def plug_in(self) -> None:
        """Restore the power."""

    def put(self, card: str, seat: str, coupling: float = 1.0) -> None:
        """Put a card on a pad; `coupling` says how well it can be read."""

    def lift(self, card: str) -> None:
        """Take a card off its pad; if `card` is the letter of a seat, clear this seat's pad."""

    def press(self, key: str, seat: str | None = None, ms: int = 120) -> None:
        """Press a key of a seat for `ms`; without a seat, a key of the director."""

    def hold(self, key: str, seat: str | None = None) -> None:
        """Press a key and keep it down."""

    def release(self, key: str, seat: str | None = None) -> None:
        """Release a key."""

    def rap(self, seat: str) -> None:
        """Rap on the table at a seat."""

    def lights(self) -> dict[str, list[tuple[int, int, int]]]:
        """Return the colours (red, green, blue) of the LEDs of each seat."""

    def cards(self) -> dict[str, list[str]]:
        """Return the cards on the pad of each seat."""

    def screen(self) -> bytes:
        """Return the image on the display."""

    def tones(self) -> list[tuple[int, int, int]]:
        """Return the tones played: for each its start in us, frequency in Hz, length in us."""

    def order(self, method: str, *arguments: object) -> Any:
        """Call a method of the simulated chips that makes a part fail."""

    def set(self, name: str, value: object) -> None:
        """Set an attribute of the simulated chips, by its dotted name."""

    def get(self, name: str) -> Any:
        """Return an attribute of the simulated chips, by its dotted name."""


class ScreenReader(Protocol):
    """Interface of a reader of the display's text: `PageReader`, or `Sight` in the web page."""

    def page(self, screen: bytes) -> ScreenPage:
        """Return the text of an image."""
