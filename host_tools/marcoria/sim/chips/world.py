"""The simulated table: the parts in its board file, and methods for the actions of players.

This module also makes the contents of the files in /bar on the table's flash: the enrolled deck,
and the settings of the bar in which the table stands.
"""

import json

from marcoria.sim.chips.bench import PartsWorld
from marcoria.sim.chips.buzzer import SimBuzzer
from marcoria.sim.chips.contacts import NO_KEY, SEATS, key_name, name_of
from marcoria.sim.chips.placed_tags import make_deck
from marcoria.sim.chips.ws2812 import Ws2812

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from marcoria.sim.chips.iso14443.tag import Tag
    from marcoria.sim.chips.seams import Part, PinMap

DECK = "bar"
# Command cards, which act like keys, with their UIDs.
COMMANDS = {
    "pass": "04EE0000000001",
    "call": "04EE0000000002",
    "undo": "04EE0000000003",
    "ok": "04EE0000000004",
    "menu": "04EE0000000005",
}
# More command cards for a table on which some seats lack suit keys.
SUITS = {
    "clubs": "04EE0000000006",
    "diamonds": "04EE0000000007",
    "hearts": "04EE0000000008",
    "spades": "04EE0000000009",
}
LIGHTS = "lights"
DISPLAY = "display"
BUZZER = "buzzer"


def deck_file(seed: int, suits: bool = False) -> bytes:
    """Return the content of the deck file of the table with this seed, with command cards.

    With `suits` the file also has the command cards that replace suit keys.
    """
    lines = ["%s %s" % (card, uid.hex().upper()) for card, uid in make_deck(seed).items()]
    lines += ["%s %s" % command for command in COMMANDS.items()]
    if suits:
        lines += ["%s %s" % command for command in SUITS.items()]
    return "".join([line + "\n" for line in lines]).encode()


def bar_files(
    seed: int, settings: "Mapping[str, object]", suits: bool = False
) -> "dict[str, bytes]":
    """Return the contents of the files in /bar, by path, for the table with this seed.

    The default settings are the language English and the deck DECK. `settings` are added to them,
    or replace those with the same name. `suits` is passed to `deck_file`.
    """
    chosen: "dict[str, object]" = {"language": "en", "deck": DECK}
    chosen.update(settings)
    return {
        "/bar/decks/%s.deck" % DECK: deck_file(seed, suits),
        "/bar/settings.json": json.dumps(chosen).encode(),
    }


def parts_of(board: "PinMap") -> "list[Part]":
    """Return the parts of a board: readers by seat, expanders with keys, display, lights, buzzer.

    The board of a small table lacks some of them.
    """
    lights = {
        "pin": board.LIGHTS_PIN,
        "count": board.LIGHTS_COUNT,
        "limit_ma": board.LIGHTS_MA,
    }
    readers = [
        ("mfrc522", seat, _reader(board, i))
        for i, seat in enumerate(SEATS)
        if board.READERS_CS[i] is not None
    ]
    count = len(board.KEYS_ADDRESSES)
    expanders = [("mcp23017", "expander %d" % i, _expander(board, i)) for i in range(count)]
    others: "list[Part]" = []
    if board.DISPLAY_SPI is not None:
        others.append(("ssd1683", DISPLAY, _display(board)))
    if board.LIGHTS_PIN is not None:
        others.append(("ws2812", LIGHTS, lights))
    if board.BUZZER_PIN is not None:
        others.append(("buzzer", BUZZER, {"pin": board.BUZZER_PIN}))
    return readers + expanders + others


def _reader(board: "PinMap", number: int) -> "dict[str, object]":
    return {
        "bus": board.READERS_SPI,
        "sck": board.READERS_SCK,
        "mosi": board.READERS_MOSI,
        "miso": board.READERS_MISO,
        "cs": board.READERS_CS[number],
        "rst": board.READERS_RST,
        "called": "reader " + SEATS[number],
    }


def _display(board: "PinMap") -> "dict[str, object]":
    return {
        "bus": board.DISPLAY_SPI,
        "sck": board.DISPLAY_SCK,
        "mosi": board.DISPLAY_MOSI,
        "cs": board.DISPLAY_CS,
        "dc": board.DISPLAY_DC,
        "rst": board.DISPLAY_RST,
        "busy": board.DISPLAY_BUSY,
    }


def _expander(board: "PinMap", number: int) -> "dict[str, object]":
    # RESET is connected to the supply. INTB is not connected, because the chip can be set to show
    # the interrupts of both ports on INTA.
    return {
        "bus": board.KEYS_I2C,
        "scl": board.KEYS_SCL,
        "sda": board.KEYS_SDA,
        "address": board.KEYS_ADDRESSES[number],
        "inta": board.KEYS_INT[number],
        "keys": {
            name_of(board.KEYS[16 * number + bit]): bit
            for bit in range(16)
            if board.KEYS[16 * number + bit] != NO_KEY
        },
    }


class World(PartsWorld):
    """A simulated table, built from the constants of `board`, a module like firmware/board.py.

    `deck` maps cards such as "7H" to UIDs. `seed` decides random numbers as in `PartsWorld`, and
    the UIDs if `deck` is None. `journal` says whether the flash has a partition for the journal.
    """

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
        # For a small table, LIKE is the profile of the full board from which the table's board is
        # derived. Only a full board's profile names a processor.
        like = getattr(board, "LIKE", board.PROFILE)
        super().__init__(like, parts_of(board), seed, deck, blocks)
        self.expanders = list(self.wiring.expanders.values())
        # If a small table has no lights or no buzzer, an unwired model replaces them here.
        self.display = self.wiring.displays.get(DISPLAY)
        self.lights = self.wiring.strips.get(LIGHTS) or Ws2812(self.clock, self.faults, 0)
        self.buzzer = self.wiring.buzzers.get(BUZZER) or SimBuzzer(self.clock)

    # --- inputs by players ------------------------------------------------------------------

    def press(self, key: str, seat: "str | None" = None, ms: int = 120) -> None:
        """Press a key for `ms`: ♣ ♦ ♥ ♠ (or C D H S) PASS CALL at a seat, or MENU UNDO OK MUTE."""
        self.keys.press(key_name(key, seat), ms)

    def hold(self, key: str, seat: "str | None" = None) -> None:
        """Press a key and keep it down."""
        self.keys.hold(key_name(key, seat))

    def release(self, key: str, seat: "str | None" = None) -> None:
        """Release a key."""
        self.keys.release(key_name(key, seat))

    def rap(self, seat: str) -> None:
        """Knock on the table at a seat."""
        self.keys.rap(key_name("RAP", seat))

    # --- outputs to players -----------------------------------------------------------------

    def screen(self) -> bytearray:
        """Return the display's picture: 400x300 bytes, 0 black to 255 white.

        It is empty at a table without a display.
        """
        return self.display.seen() if self.display else bytearray()

    def colours(self) -> "dict[str, list[tuple[int, int, int]]]":
        """Return the colours (red, green, blue) of each seat's LEDs; empty lists without LEDs."""
        all_of = self.lights.colours()
        each = len(all_of) // len(SEATS)
        return {seat: all_of[i * each : i * each + each] for i, seat in enumerate(SEATS)}

    def cards(self) -> "dict[str, list[str | Tag]]":
        """Return the cards on each pad, from bottom to top."""
        return {seat: list(cards) for seat, cards in self.pads.lying.items()}

    def tones(self) -> "list[list[int]]":
        """Return [start in us, frequency in Hz, length in us] of each tone.

        The length is 0 until the tone ends.
        """
        return self.buzzer.tones
