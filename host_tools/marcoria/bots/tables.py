"""Interfaces for bots: a simulated table, and a reader of the text on its display."""

from typing import Any, Protocol

from marcoria.sim.view.ocr import ScreenPage


class PlayedTable(Protocol):
    """Simulated table, implemented by `SimTable` and by the web page's `Handle`.

    Seats are N, E, S, W. All times are virtual.
    """

    @property
    def now(self) -> float:
        """Return the virtual time in ms since the table was made."""

    async def sleep(self, ms: float) -> None:
        """Let `ms` of virtual time pass."""

    async def unplug(self) -> None:
        """Cut the power."""

    async def plug_in(self) -> None:
        """Restore the power."""

    def put(self, card: str, seat: str, coupling: float = 1.0) -> None:
        """Put a card on a pad.

        `card` is a name such as "7H", or the UID of any tag in hex. `coupling` says how well the
        reader reaches the card, from 0 (not at all) to 1 (best).
        """

    def lift(self, card: str) -> None:
        """Take a card off its pad; if `card` is the letter of a seat, clear this seat's pad."""

    def press(self, key: str, seat: str | None = None, ms: int = 120) -> None:
        """Press a key for `ms`: a key of a seat, or without a seat a key of the director.

        The keys of a seat are C D H S PASS CALL. The director's keys are MENU UNDO OK MUTE.
        """

    def hold(self, key: str, seat: str | None = None) -> None:
        """Press a key and keep it down until `release`."""

    def release(self, key: str, seat: str | None = None) -> None:
        """Release a key."""

    def rap(self, seat: str) -> None:
        """Knock on the table at a seat."""

    def lights(self) -> dict[str, list[tuple[int, int, int]]]:
        """Return the colours (red, green, blue) of each seat's LEDs, from the player's left."""

    def cards(self) -> dict[str, list[str]]:
        """Return the cards on the pad of each seat, from bottom to top."""

    def screen(self) -> bytes:
        """Return the display's image: 400x300 bytes, 0 black to 255 white.

        The image is empty if the table has no display.
        """

    def tones(self) -> list[tuple[int, int, int]]:
        """Return the start (us), frequency (Hz) and length (us) of each of the latest tones."""

    def order(self, method: str, *arguments: object) -> Any:
        """Call a method of the simulated chips, by its dotted name, and return its result.

        Most of these methods make a part fail.
        """

    def set(self, name: str, value: object) -> None:
        """Set an attribute of the simulated world, by its dotted name."""

    def get(self, name: str) -> Any:
        """Return an attribute of the simulated world, by its dotted name."""


class ScreenReader(Protocol):
    """Reader of the display's text, implemented by `PageReader` and by the web page's `Sight`."""

    def page(self, screen: bytes) -> ScreenPage:
        """Return the text in an image of the display."""
