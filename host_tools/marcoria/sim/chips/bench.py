"""A world of named parts: a processor and the chips that it is wired to.

The stand-ins of MicroPython's modules call the processor, and pay for it in virtual time; tests
and people call the world. It lives as long as its backend; the program on it may be started, cut
off and started again.
"""

from marcoria.sim.chips.calls import find
from marcoria.sim.chips.contacts import SimContacts
from marcoria.sim.chips.kernel import Clock, Dice, Faults
from marcoria.sim.chips.placed_tags import PlacedTags
from marcoria.sim.chips.processor import Processor
from marcoria.sim.chips.wiring import Wiring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.iso14443.tag import Tag
    from marcoria.sim.chips.seams import Part


class PartsWorld:
    """Made of `parts`, wired to the pins of a processor as `profile` says. `seed` decides all
    chance in it, `tags` are UIDs by their names; without `journal_blocks` the flash has no
    partition for a journal.
    """

    def __init__(
        self,
        profile: str,
        parts: "list[Part]",
        seed: int = 0,
        tags: "dict[str, bytes] | None" = None,
        journal_blocks: int = 0,
    ) -> None:
        self.clock = Clock()
        self.faults = Faults()
        self.dice = Dice(seed)
        self.wiring = wiring = Wiring(profile, parts, self.clock, self.faults, seed)
        unique_id = bytes([0x24, 0x0A, 0xC4] + [self.dice.below(256) for _ in range(3)])
        self.processor = Processor(wiring, unique_id, journal_blocks)
        self.wait = self.processor.wait
        # Orders lead to the parts by these names, such as "readers.S.wedge".
        self.gpio = wiring.gpio
        self.spi_buses = wiring.spi_buses
        self.i2c_buses = wiring.i2c_buses
        self.readers = wiring.readers
        self.fields = wiring.fields
        self.flash = self.processor.flash
        self.console = self.processor.console
        self.flash.on_cut = self.cut_power
        self.pads = PlacedTags(self.fields, tags or {})
        self.keys = SimContacts(self.clock, self.dice, wiring.keys)

    # --- power ------------------------------------------------------------------------------

    @property
    def power(self) -> bool:
        """Return whether the plug is in."""
        return self.processor.power

    def cut_power(self) -> None:
        """Pull the plug: every chip loses what it held, the paper and the flash do not."""
        if not self.power:
            return
        self.processor.power = False
        self.wiring.power_off()
        self.processor.restart("power")
        self.wiring.hold_resets(0)

    def power_on(self) -> None:
        """Put the plug back in; the program is the backend's to start."""
        if self.power:
            return
        self.processor.power = True
        self.wiring.power_on()

    # --- a run with a plan and an end -------------------------------------------------------

    def plan(self, steps: "list[tuple[int, str, list[object]]]") -> None:
        """Plan what is done when: us from now, a method's name that may lead on ("keys.press"),
        and what it is given.
        """
        for us, method, arguments in steps:
            self.clock.at(us, self._step(method, arguments))

    def _step(self, method: str, arguments: "list[object]") -> "Callable[[], object]":
        return lambda: find(self, method)(*arguments)

    def limit(self, us: int) -> None:
        """Let all stand still in so many us, or when a chip is misused."""
        self.faults.on_fault = self._halt
        self.clock.at(us, self._halt)

    def _halt(self) -> None:
        if self.power:
            self.processor.power = False
            self.processor.halt()

    # --- what people do and see -------------------------------------------------------------

    def put(self, card: "str | Tag", reader: str, coupling: float = 1.0) -> None:
        """Lay a tag (its name, its UID in hex, or a Tag) on a reader."""
        self.pads.put(card, reader, coupling)

    def lift(self, card: "str | Tag") -> None:
        """Take a tag away, or, given a reader, all that lies there."""
        self.pads.lift(card)

    def fault_log(self) -> "list[tuple[str, str]]":
        """Return all faults there have been, and what was not modelled: (chip, what)."""
        return self.faults.log

    def look(self) -> "dict[str, object]":
        """Return what lights, expanders and buzzers show, by their names: (red, green, blue) of
        each LED, the levels on GPA0-7 and GPB0-7, how many tones have been heard.
        """
        wiring = self.wiring
        seen: "dict[str, object]" = {}
        for name, strip in wiring.strips.items():
            seen[name] = strip.colours()
        for name, expander in wiring.expanders.items():
            levels = ["-" if net.level is None else str(net.level) for net in expander.pins]
            seen[name] = "".join(levels[:8]) + " " + "".join(levels[8:])
        for name, buzzer in wiring.buzzers.items():
            seen[name] = len(buzzer.tones)
        return seen

    def keys_down(self) -> "list[str]":
        """Return the names of the keys that are held down, such as "S PASS" or "MENU"."""
        return sorted(self.keys.down)
