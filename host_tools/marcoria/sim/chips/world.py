"""The whole table: a world of the parts that its board file names, and the people around it."""

from marcoria.sim.chips.bench import Bench
from marcoria.sim.chips.buzzer import SimBuzzer
from marcoria.sim.chips.key_names import SEATS, key_name
from marcoria.sim.chips.placed_tags import make_deck
from marcoria.sim.chips.table_parts import BUZZER, DISPLAY, LIGHTS, parts_of
from marcoria.sim.chips.ws2812 import Ws2812

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.iso14443.tag import Tag
    from marcoria.sim.chips.seams import PinMap


class World(Bench):
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
        deck = make_deck(seed) if deck is None else deck
        blocks = board.JOURNAL_BLOCKS if journal else 0
        # A small table says which one it is like.
        like = getattr(board, "LIKE", board.PROFILE)
        super().__init__(like, parts_of(board), seed, deck, blocks)
        self.expanders = list(self.wiring.expanders.values())
        # What a small table is built without is on no wire: nothing is ever seen or heard of it.
        self.display = self.wiring.displays.get(DISPLAY)
        self.lights = self.wiring.strips.get(LIGHTS) or Ws2812(self.clock, self.faults, 0)
        self.buzzer = self.wiring.buzzers.get(BUZZER) or SimBuzzer(self.clock)

    # --- what people do ---------------------------------------------------------------------

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
        """What is seen on the display: 400x300 bytes, 0 black to 255 white, if there is one."""
        return self.display.seen() if self.display else bytearray()

    def colours(self) -> "dict[str, list[tuple[int, int, int]]]":
        """(red, green, blue) of each seat's eight LEDs, of which there may be none."""
        all_of = self.lights.colours()
        each = len(all_of) // len(SEATS)
        return {seat: all_of[i * each : i * each + each] for i, seat in enumerate(SEATS)}

    def cards(self) -> "dict[str, list[str | Tag]]":
        """The cards on each pad, the last one on top."""
        return {seat: list(cards) for seat, cards in self.pads.lying.items()}

    def tones(self) -> "list[list[int]]":
        """What was heard: [start in us, Hz, length in us] of each tone."""
        return self.buzzer.tones
