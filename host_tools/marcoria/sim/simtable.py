"""A simulated table with the same methods for both backends.

    with SimTable(backend="cpython", seed=7, program="main") as table:
        table.put("7H", seat="S")
        table.until(500)
        assert table.lights()["S"] != table.lights()["N"]

Seats are N, E, S, W. Times are in virtual ms, unless a method says otherwise. Time passes only in
`until` and `sleep`, and when a program starts (`boot`). `open_bar` returns a table that is set up
for a bar, with an enrolled deck and the bar's settings:

    with open_bar(backend="vm", seed=7, settings={"house": "french"}) as table:
        table.until(5_000)
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Unpack

from marcoria.board.generate import made_for
from marcoria.build.mpy import DEPLOYED
from marcoria.sim.chips.world import bar_files
from marcoria.sim.options import TableOptions
from marcoria.sim.view.canvas import Colour

if TYPE_CHECKING:
    from marcoria.sim.cpython.backend import Cpython
    from marcoria.sim.vm.backend import VmBackend


_SUIT_KEYS = [8 * seat + suit for seat in range(4) for suit in range(4)]
# Default timeout of `until`.
PATIENCE_MS = 60_000
# Interval at which `until` checks a condition.
_LOOK_US = 1_000


class SimTable:
    """A simulated table.

    With a `program` the table is switched on at once. `profile` is the name of a board; "" is the
    reference board. The backend, "cpython" or "vm", gets the `options`.
    """

    def __init__(
        self,
        backend: str = "cpython",
        seed: int = 0,
        program: str = "",
        profile: str = "",
        **options: Unpack[TableOptions],
    ) -> None:
        if profile:
            options["folders"] = (*options.get("folders", ()), made_for(profile))
        self.backend = _backend(backend, seed, options)
        self._shown = b""
        self._lights: dict[str, list[Colour]] = {}
        if program:
            self.boot(program)

    # --- power and files --------------------------------------------------------------------

    def boot(self, program: str = "") -> None:
        """Switch the table on and start a program: the name of a module, or source code.

        The default is the program of the last boot, at first the module `main`.
        """
        self.backend.boot(program)

    def cut_power(self) -> None:
        """Cut the power at once."""
        self.backend.cut_power()

    def write(self, path: str, data: bytes) -> None:
        """Write a file on the board's flash; the board may be off."""
        self.backend.write(path, data)

    def read(self, path: str) -> bytes:
        """Return the content of a file on the flash; bytes that were not flushed are missing.

        Raise FileNotFoundError if there is no such file, or if it is an unchanged file of the
        firmware.
        """
        return self.backend.read(path)

    # --- inputs by players ------------------------------------------------------------------

    def put(self, card: str, seat: str, coupling: float = 1.0) -> None:
        """Lay a card such as "7H", or any tag by its UID in hex, on a seat's pad.

        `coupling` is from 0 (the reader cannot read the tag) to 1 (best).
        """
        self.backend.call("put", card, seat, coupling)

    def lift(self, card: str) -> None:
        """Take a card off its pad; if `card` is a seat, take all cards off the seat's pad."""
        self.backend.call("lift", card)

    def press(self, key: str, seat: str | None = None, ms: int = 120) -> None:
        """Press a key for `ms`: ♣ ♦ ♥ ♠ (or C D H S) PASS CALL at a seat, or MENU UNDO OK MUTE."""
        self.backend.call("press", key, seat, ms)

    def hold(self, key: str, seat: str | None = None) -> None:
        """Press a key and keep it down until `release`."""
        self.backend.call("hold", key, seat)

    def release(self, key: str, seat: str | None = None) -> None:
        """Release a key."""
        self.backend.call("release", key, seat)

    def rap(self, seat: str) -> None:
        """Knock on the table at a seat."""
        self.backend.call("rap", seat)

    # --- injected faults --------------------------------------------------------------------

    def order(self, method: str, *arguments: object, **named: object) -> Any:
        """Call a method of a chip's model, usually to inject a fault; return its result.

        Examples are `order("readers.S.wedge", "hard")`, `order("keys.stick", "S PASS")` and
        `order("flash.cut_at", 3, seed=1)`.
        """
        return self.backend.call(method, *arguments, **named)

    def set(self, name: str, value: object) -> None:
        """Set an attribute of a chip's model: `set("spi_buses.2.stuck", 0xFF)`."""
        self.backend.set(name, value)

    def get(self, name: str) -> Any:
        """Return an attribute of a model: `get("flash.operations")`, `get("lights.peak_ma")`."""
        return self.backend.get(name)

    # --- time -------------------------------------------------------------------------------

    @property
    def now(self) -> float:
        """Return the virtual time in ms since the table was made."""
        return self.backend.now / 1000

    def until(self, what: float | Callable[[], object], limit_ms: float = PATIENCE_MS) -> Any:
        """Let a number of ms pass, or wait until a condition holds.

        Return None after a number of ms. A condition is a function that is called each ms until
        its result is true; return this result. Raise TimeoutError if the condition does not hold
        within `limit_ms`.
        """
        if not callable(what):
            self.backend.run_until(self.backend.now + round(what * 1000))
            return None
        end = self.backend.now + round(limit_ms * 1000)
        while True:
            found = what()
            if found:
                return found
            if self.backend.now >= end:
                raise TimeoutError(f"not within {limit_ms:g} ms")
            self.backend.run_until(min(self.backend.now + _LOOK_US, end))

    # Asynchronous methods, for code that also runs with the web page's table
    # (web/world/handle.py).

    async def sleep(self, ms: float) -> None:
        """Let a number of ms pass."""
        self.until(ms)

    async def unplug(self) -> None:
        """Cut the power."""
        self.cut_power()

    async def plug_in(self) -> None:
        """Switch the table on."""
        self.boot()

    # --- outputs ----------------------------------------------------------------------------

    def screen(self) -> bytes:
        """Return the display's picture: 400x300 bytes, 0 black to 255 white.

        The picture has the ghosts (faint traces) of earlier pictures. Without a display it is
        empty.
        """
        return bytes(self.backend.call("screen"))

    def lights(self) -> dict[str, list[Colour]]:
        """Return the colours (red, green, blue) of each seat's LEDs, left to right for the player.

        The result is an empty dictionary at a table without LEDs.
        """
        shown = bytes(self.backend.get("lights.shown"))
        # Lights are read very often and seldom change, so the last result is cached.
        if shown != self._shown:
            colours: dict[str, list[Colour]] = self.backend.call("colours")
            self._lights = {s: [(r, g, b) for r, g, b in leds] for s, leds in colours.items()}
            self._shown = shown
        return {seat: list(leds) for seat, leds in self._lights.items()}

    def cards(self) -> dict[str, list[str]]:
        """Return the cards on each pad, from bottom to top."""
        lying: dict[str, list[str]] = self.backend.call("cards")
        return {seat: list(cards) for seat, cards in lying.items()}

    def keys(self) -> list[str]:
        """Return the names of the keys that are held or stuck, such as "S PASS" or "MENU"."""
        return list(self.backend.call("keys_down"))

    def tones(self) -> list[tuple[int, int, int]]:
        """Return (start in us, frequency in Hz, length in us) of each tone of the buzzer.

        The length is 0 until the tone ends.
        """
        return [tuple(tone) for tone in self.backend.call("tones")]

    def faults(self) -> list[tuple[str, str]]:
        """Return all faults and all notes on behaviour that is not modelled, as (chip, what).

        `until` raises an exception only for the first new fault, and never for a note.
        """
        return [tuple(fault) for fault in self.backend.call("fault_log")]

    @property
    def printed(self) -> str:
        """Return the firmware's output."""
        return self.backend.printed

    def memory(self) -> dict[str, int]:
        """Return the bytes of the firmware's heap that are `used` and `free`.

        The result is empty on the cpython backend. `VmBackend.memory` describes the further values
        with the option `watched`.
        """
        return self.backend.memory()

    def close(self) -> None:
        """End the simulation."""
        self.backend.close()

    def __enter__(self) -> "SimTable":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _backend(name: str, seed: int, options: TableOptions) -> "Cpython | VmBackend":
    """Return a new backend; raise ValueError if no backend has this name."""
    # Only the chosen backend is imported: the other may need packages that are not installed.
    if name == "cpython":
        from marcoria.sim.cpython.backend import Cpython

        return Cpython(seed, **options)  # type: ignore[misc]  # options of the VM raise TypeError
    if name == "vm":
        from marcoria.sim.vm.backend import VmBackend

        return VmBackend(seed, **options)
    raise ValueError(f"no backend {name!r}: cpython or vm")


def open_bar(
    backend: str = "cpython",
    seed: int = 0,
    program: str = "main",
    settings: Mapping[str, object] | None = None,
    **options: Unpack[TableOptions],
) -> SimTable:
    """Return a table with deck and settings on its flash, switched on unless `program` is empty.

    `settings` are added to the default settings, or replace those with the same name. `options`
    are passed to `SimTable`.
    """
    if backend == "vm":
        options.setdefault("opt", DEPLOYED)  # the optimisation level for real boards
    table = SimTable(backend, seed, **options)
    suits = any(key not in bytes(table.get("board.KEYS")) for key in _SUIT_KEYS)
    for path, data in bar_files(seed, settings or {}, suits).items():
        table.write(path, data)
    if program:
        table.boot(program)
    return table
