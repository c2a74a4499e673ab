"""The one handle on a simulated table, whichever machine runs its firmware.

    with SimTable(backend="cpython", seed=7, program="main") as table:
        table.put("7H", seat="S")
        table.until(500)
        assert table.lights()["S"] != table.lights()["N"]

Seats are N, E, S, W; times are virtual ms. `until` is the only call that lets time pass.
`open_bar` gives a table as it stands in a bar, with its deck enrolled and its house chosen:

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
# A condition that does not come true within that time never will.
PATIENCE_MS = 60_000
# How often a condition is looked at.
_LOOK_US = 1_000


class SimTable:
    """A table in its bar. With `program` it is plugged in at once; `profile` is another board
    than the reference.
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

    # --- the plug ---------------------------------------------------------------------------

    def boot(self, program: str = "") -> None:
        """Plug the table in: run a module of the firmware, or a source, as main.py."""
        self.backend.boot(program)

    def cut_power(self) -> None:
        """Pull the plug, whatever goes on."""
        self.backend.cut_power()

    def write(self, path: str, data: bytes) -> None:
        """Put a file on the board's flash, which may be off."""
        self.backend.write(path, data)

    def read(self, path: str) -> bytes:
        """Return a file there, as a power cut now would leave it; FileNotFoundError if there is
        none.
        """
        return self.backend.read(path)

    # --- people -----------------------------------------------------------------------------

    def put(self, card: str, seat: str, coupling: float = 1.0) -> None:
        """Lay a card ("7H"; or a tag of no deck by its UID in hex) on a seat's pad."""
        self.backend.call("put", card, seat, coupling)

    def lift(self, card: str) -> None:
        """Take a card away; given a seat, all that lies on its pad."""
        self.backend.call("lift", card)

    def press(self, key: str, seat: str | None = None, ms: int = 120) -> None:
        """Press ♣ ♦ ♥ ♠ (or C D H S), PASS or CALL at a seat, or MENU UNDO OK MUTE."""
        self.backend.call("press", key, seat, ms)

    def hold(self, key: str, seat: str | None = None) -> None:
        """Keep a key down until `release`."""
        self.backend.call("hold", key, seat)

    def release(self, key: str, seat: str | None = None) -> None:
        """Let a key go."""
        self.backend.call("release", key, seat)

    def rap(self, seat: str) -> None:
        """Knock on the table at a seat."""
        self.backend.call("rap", seat)

    # --- what goes wrong --------------------------------------------------------------------

    def order(self, method: str, *arguments: object, **named: object) -> Any:
        """Have something go wrong, as the models offer it: `order("readers.S.wedge", "hard")`,
        `order("keys.stick", "S PASS")`, `order("flash.cut_at", 3, seed=1)`.
        """
        return self.backend.call(method, *arguments, **named)

    def set(self, name: str, value: object) -> None:
        """Order the same for an attribute: `set("spi_buses.2.stuck", 0xFF)`."""
        self.backend.set(name, value)

    def get(self, name: str) -> Any:
        """Return an attribute of the world, such as "flash.operations" or "lights.peak_ma"."""
        return self.backend.get(name)

    # --- time -------------------------------------------------------------------------------

    @property
    def now(self) -> float:
        """Return virtual ms since the table was made."""
        return self.backend.now / 1000

    def until(self, what: float | Callable[[], object], limit_ms: float = PATIENCE_MS) -> Any:
        """Let so many ms pass, or as many as it takes until the condition holds, looked at each
        ms: its value is returned, and TimeoutError raised when it does not come true.
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

    # The same for code that waits for a table in the page (web/world/handle.py).

    async def sleep(self, ms: float) -> None:
        """Let so many ms pass."""
        self.until(ms)

    async def unplug(self) -> None:
        """Pull the plug."""
        self.cut_power()

    async def plug_in(self) -> None:
        """Plug the table in."""
        self.boot()

    # --- what is seen -----------------------------------------------------------------------

    def screen(self) -> bytes:
        """Return the display: 400x300 bytes, 0 black to 255 white, with its ghosts."""
        return bytes(self.backend.call("screen"))

    def lights(self) -> dict[str, list[Colour]]:
        """Return (red, green, blue) of each seat's eight LEDs, left to right as its player sees
        them.
        """
        shown = bytes(self.backend.get("lights.shown"))
        # Asked for at every glance, and mostly as before.
        if shown != self._shown:
            colours: dict[str, list[Colour]] = self.backend.call("colours")
            self._lights = {s: [(r, g, b) for r, g, b in leds] for s, leds in colours.items()}
            self._shown = shown
        return {seat: list(leds) for seat, leds in self._lights.items()}

    def cards(self) -> dict[str, list[str]]:
        """Return what lies on each pad, the last one on top."""
        lying: dict[str, list[str]] = self.backend.call("cards")
        return {seat: list(cards) for seat, cards in lying.items()}

    def keys(self) -> list[str]:
        """Return the keys held down, such as "S PASS" or "MENU"."""
        return list(self.backend.call("keys_down"))

    def tones(self) -> list[tuple[int, int, int]]:
        """Return what the buzzer has played: (us, Hz, length in us)."""
        return [tuple(tone) for tone in self.backend.call("tones")]

    def faults(self) -> list[tuple[str, str]]:
        """Return all faults so far, (chip, what), of which `until` has raised the first of each
        time, and what was not modelled, which it does not raise.
        """
        return [tuple(fault) for fault in self.backend.call("fault_log")]

    @property
    def printed(self) -> str:
        """Return what the firmware has printed."""
        return self.backend.printed

    def memory(self) -> dict[str, int]:
        """Return the firmware's heap in bytes; empty on the cpython backend."""
        return self.backend.memory()

    def close(self) -> None:
        """Clear the table."""
        self.backend.close()

    def __enter__(self) -> "SimTable":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _backend(name: str, seed: int, options: TableOptions) -> "Cpython | VmBackend":
    """Return what runs the firmware and holds its world."""
    # Imported here: each needs what the other's machine may not have.
    if name == "cpython":
        from marcoria.sim.cpython.backend import Cpython

        return Cpython(seed, **options)  # type: ignore[misc]  # those of the VM fail there
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
    """Return a table with deck and settings on its flash, plugged in; with an empty `program` it
    is not. `options` are the backend's.
    """
    if backend == "vm":
        options.setdefault("opt", DEPLOYED)  # nothing else has room on a board
    table = SimTable(backend, seed, **options)
    suits = any(key not in bytes(table.get("board.KEYS")) for key in _SUIT_KEYS)
    for path, data in bar_files(seed, settings or {}, suits).items():
        table.write(path, data)
    if program:
        table.boot(program)
    return table
