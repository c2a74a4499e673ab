"""The whole table: a processor, the chips that it is wired to, and the people around it.

The stand-ins of MicroPython's modules call the processor, and pay for it in virtual time; tests
and people call the world. It lives as long as the table; the firmware on it may be started, cut
off and started again.
"""

from marcoria.sim.chips.clock import Clock
from marcoria.sim.chips.contacts import Contacts
from marcoria.sim.chips.dice import Dice
from marcoria.sim.chips.faults import Faults
from marcoria.sim.chips.key_names import SEATS, key_name
from marcoria.sim.chips.placed_tags import PlacedTags
from marcoria.sim.chips.processor import Processor
from marcoria.sim.chips.wiring import Wiring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.iso14443.tag import Tag
    from marcoria.sim.chips.seams import PinMap


class World:
    """Built from the constants of `board` (firmware/board.py). `seed` decides all chance in it,
    `deck` maps cards to UIDs ("7H": bytes), and `journal` says whether the flash has a partition
    for it."""

    def __init__(
        self,
        board: "PinMap",
        seed: int = 0,
        deck: "dict[str, bytes] | None" = None,
        journal: bool = True,
    ) -> None:
        self.board = board
        self.clock = Clock()
        self.faults = Faults()
        self.dice = Dice(seed)
        self.wiring = wiring = Wiring(board, self.clock, self.faults, seed)
        unique_id = bytes([0x24, 0x0A, 0xC4] + [self.dice.below(256) for _ in range(3)])
        self.processor = Processor(wiring, unique_id, journal)
        self.wait = self.processor.wait
        # Orders lead to the parts by these names, such as "readers.S.wedge".
        self.gpio = wiring.gpio
        self.spi_buses = wiring.spi_buses
        self.i2c_buses = wiring.i2c_buses
        self.readers = wiring.readers
        self.fields = wiring.fields
        self.display = wiring.display
        self.expanders = wiring.expanders
        self.lights = wiring.lights
        self.buzzer = wiring.buzzer
        self.flash = self.processor.flash
        self.flash.on_cut = self.cut_power
        self.pads = PlacedTags(self.fields, seed, deck)
        self.keys = Contacts(self.clock, self.dice, wiring.keys)

    # --- power ------------------------------------------------------------------------------

    @property
    def power(self) -> bool:
        """Whether the plug is in."""
        return self.processor.power

    def cut_power(self) -> None:
        """The plug is pulled: every chip loses what it held, the paper and the flash do not."""
        if not self.power:
            return
        self.processor.power = False
        self.lights.power_on()
        for chip in self.expanders:
            chip.power_off()
        self.display.power_off()
        self.processor.restart("power")
        # For a reader no supply and NRSTPD low are the same.
        self.wiring.readers_reset.drive("power", 0)

    def power_on(self) -> None:
        """The plug is back in; the firmware is the backend's to start."""
        if self.power:
            return
        self.processor.power = True
        self.wiring.readers_reset.drive("power", None)
        self.display.power_on()
        for chip in self.expanders:
            chip.power_on()

    # --- what people do ---------------------------------------------------------------------

    def put(self, card: "str | Tag", seat: str, coupling: float = 1.0) -> None:
        """Somebody lays a card ("7H", a UID in hex, or a Tag) on a pad."""
        self.pads.put(card, seat, coupling)

    def lift(self, card: "str | Tag") -> None:
        """Somebody takes a card away, or, given a seat, all cards on its pad."""
        self.pads.lift(card)

    def press(self, key: str, seat: "str | None" = None, ms: int = 120) -> None:
        """Somebody presses ♣ ♦ ♥ ♠ (or C D H S) PASS CALL at a seat, or MENU UNDO OK MUTE."""
        self.keys.press(key_name(key, seat), ms)

    def hold(self, key: str, seat: "str | None" = None) -> None:
        """Somebody keeps a key down."""
        self.keys.hold(key_name(key, seat))

    def release(self, key: str, seat: "str | None" = None) -> None:
        """Somebody lets a key go."""
        self.keys.release(key_name(key, seat))

    def rap(self, seat: str) -> None:
        """Somebody knocks on the table."""
        self.keys.rap(key_name("RAP", seat))

    # --- what people see --------------------------------------------------------------------

    def screen(self) -> bytearray:
        """What is seen on the display: 400x300 bytes from 0 black to 255 white."""
        return self.display.seen()

    def colours(self) -> "dict[str, list[tuple[int, int, int]]]":
        """(red, green, blue) of each seat's eight LEDs."""
        all_of = self.lights.colours()
        each = len(all_of) // len(SEATS)
        return {seat: all_of[i * each : i * each + each] for i, seat in enumerate(SEATS)}

    def cards(self) -> "dict[str, list[str | Tag]]":
        """The cards on each pad, the last one on top."""
        return {seat: list(cards) for seat, cards in self.pads.lying.items()}

    def tones(self) -> "list[list[int]]":
        """What was heard: [start in us, Hz, length in us] of each tone."""
        return self.buzzer.tones

    def fault_log(self) -> "list[tuple[str, str]]":
        """All faults there have been, and what was not modelled: (chip, what)."""
        return self.faults.log

    def keys_down(self) -> "list[str]":
        """The names of the keys that are held down, such as "S PASS" or "MENU"."""
        return sorted(self.keys.down)
