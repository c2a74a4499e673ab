"""A simulated world of named parts: a processor and the chips that are wired to it.

The simulated modules, such as `machine` and `esp32`, call the processor, and most of these calls
take virtual time. Tests and tools call the world. A world exists as long as its backend, while the
program on its processor may start and stop several times.
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
    """A world made of `parts` that are wired to a processor of this `profile`.

    `profile` is "s3", "wrover" or "esp32". `seed` decides the processor's unique ID and the random
    numbers of keys and of readers' fields. `tags` maps names to UIDs. `journal_blocks` is the
    number of 4 KiB blocks in the journal's flash partition (0: there is no partition).
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
        # Tests and tools use dotted names that begin with these attributes: "readers.S.wedge".
        self.gpio = wiring.gpio
        self.spi_buses = wiring.spi_buses
        self.i2c_buses = wiring.i2c_buses
        self.readers = wiring.readers
        self.fields = wiring.fields
        self.flash = self.processor.flash
        self.console = self.processor.console
        self.network = self.processor.network
        self.flash.on_cut = self.cut_power
        self.pads = PlacedTags(self.fields, tags or {})
        self.keys = SimContacts(self.clock, self.dice, wiring.keys)

    # --- power ------------------------------------------------------------------------------

    @property
    def power(self) -> bool:
        """Return whether the power is on."""
        return self.processor.power

    def cut_power(self) -> None:
        """Cut the power: every chip loses its state; flash and e-paper keep their contents."""
        if not self.power:
            return
        self.processor.power = False
        self.wiring.power_off()
        self.processor.restart("power")
        self.wiring.hold_resets(0)

    def power_on(self) -> None:
        """Switch the power on; the backend starts the program."""
        if self.power:
            return
        self.processor.power = True
        self.wiring.power_on()

    # --- a run with planned steps and a limit ------------------------------------------------

    def plan(self, steps: "list[tuple[int, str, list[object]]]") -> None:
        """Schedule calls of the world's methods.

        Each step has the delay from now in us, the dotted name of a method ("keys.press"), and the
        method's arguments.
        """
        for us, method, arguments in steps:
            self.clock.at(us, self._step(method, arguments))

    def _step(self, method: str, arguments: "list[object]") -> "Callable[[], object]":
        return lambda: find(self, method)(*arguments)

    def limit(self, us: int) -> None:
        """Halt the processor after `us`, or at the first fault."""
        self.faults.on_fault = self._halt
        self.clock.at(us, self._halt)

    def _halt(self) -> None:
        if self.power:
            self.processor.power = False
            self.processor.halt()

    # --- inputs and outputs -----------------------------------------------------------------

    def put(self, card: "str | Tag", reader: str, coupling: float = 1.0) -> None:
        """Lay a tag (its name, its UID in hex, or a Tag) on a reader.

        `coupling` is from 0 (the tag cannot be read) to 1 (best).
        """
        self.pads.put(card, reader, coupling)

    def lift(self, card: "str | Tag") -> None:
        """Take a tag off its reader; if `card` is a reader's name, take all its tags off."""
        self.pads.lift(card)

    def fault_log(self) -> "list[tuple[str, str]]":
        """Return all faults and all notes on behaviour that is not modelled, as (chip, what)."""
        return self.faults.log

    def look(self) -> "dict[str, object]":
        """Return the states of lights, expanders and buzzers, by the parts' names.

        The state of lights is (red, green, blue) of each LED. The state of an expander is a text
        such as "11000000 1111111-": the levels of its pins GPA0-7 and GPB0-7, "-" for a pin that
        floats. The state of a buzzer is the number of its tones.
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
        """Return the names of the keys that are held or stuck, such as "S PASS" or "MENU"."""
        return sorted(self.keys.down)
