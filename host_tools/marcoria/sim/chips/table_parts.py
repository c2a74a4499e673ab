"""The parts of a table, as `board` (firmware/board.py) says: what a `Wiring` is made of."""

from marcoria.sim.chips.key_names import NO_KEY, SEATS, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.seams import Part, PinMap

LIGHTS = "lights"
DISPLAY = "display"
BUZZER = "buzzer"


def parts_of(board: "PinMap") -> "list[Part]":
    """Readers by their seats, the display, the expanders with their keys, lights and buzzer: those
    that the table is not built without."""
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
    # RESET is tied to the supply, INTB is open: INTA can be made to speak for both.
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
