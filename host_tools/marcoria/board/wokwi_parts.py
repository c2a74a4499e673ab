"""The parts of the table that Wokwi knows, as its drawings name them."""

from collections.abc import Iterator

from marcoria.board.datasheets import DIRECTOR_KEYS, SEATS
from marcoria.board.profile import Board, Wire
from marcoria.board.values import number
from marcoria.board.wokwi_drawing import CHIP, PARTS, WokwiPart, place

# Wokwi has no board with a WROVER: the DevKitC has the same headers.
_MODULES = {
    "ESP32-S3-WROOM-1": "board-esp32-s3-devkitc-1",
    "ESP32-WROVER-E": "board-esp32-devkit-c-v4",
}
_SEAT_NAMES = ("North", "East", "South", "West")
_KEY_LOOKS = {
    **{"clubs": ("♣", "black"), "diamonds": ("♦", "red"), "hearts": ("♥", "red")},
    **{"spades": ("♠", "black"), "pass": ("PASS", "yellow"), "call": ("CALL", "blue")},
    **{"rap": ("RAP", "gray")},
    **{key: (key.upper(), "green") for key in DIRECTOR_KEYS},
}
_NOTE = "Marcoria, board {}: all but the paper display, which Wokwi does not have"


def parts(board: Board) -> Iterator[WokwiPart]:
    """All of them, each in its place."""
    yield _module(board)
    yield _part("note", "wokwi-text", 0, text=_NOTE.format(board.profile))
    for s, seat in enumerate(SEATS):
        yield _part(f"seat{seat}", "wokwi-text", s, text=_SEAT_NAMES[s])
        # A UID as the stickers have it: seven bytes, the first the maker's.
        yield _part(f"reader{seat}", "board-mfrc522", s, uid=f"04:4D:41:52:43:4F:0{s + 1}")
    yield from _lights(board.data["lights"]["count"])
    for at, address in enumerate(board.data["expanders"]["addresses"]):
        yield _part(f"expander{at}", CHIP, at, address=address)
    for name, (_, at) in board.keys.items():
        label, color = _KEY_LOOKS[name.split(".")[-1]]
        yield _part(part_id(name), "wokwi-pushbutton-6mm", at, label=label, color=color)
    for at, wire in enumerate(pulled(board)):
        value = round(number(board.data["resistors"][wire.signal].split()[0]))
        yield _part(part_id("pull", wire.name), "wokwi-resistor", at, value=value)
    yield _part("buzzer", "wokwi-buzzer", 0)


def part_id(*names: str) -> str:
    """A part's name, of names with dots."""
    return "_".join(names).replace(".", "_").replace("keys_", "key_")


def pulled(board: Board) -> list[Wire]:
    """The wires with a resistor, those up first."""
    resistors = board.data["resistors"]
    found = [wire for wire in board.wires if wire.signal in resistors]
    return sorted(found, key=lambda wire: resistors[wire.signal].endswith("down"))


def module_pin(kind: str, target: str) -> str | None:
    """The pin of a module that leads to `target`, such as "GPIO4" or "GND": of several the first
    on the right, where the other parts are."""
    pins = PARTS[kind]["pins"]
    found = [name for name in pins if pins[name]["target"] == target]
    return min(found, key=lambda name: (-pins[name]["x"], pins[name]["y"]), default=None)


def missing_pins(board: Board) -> list[str]:
    """Wires to pins that the module has and Wokwi's board does not lead out."""
    kind = _MODULES[board.pins["module"]]
    return [
        f"{wire.name} is on GPIO{wire.pin}: Wokwi's {kind} does not lead it out"
        for wire in board.wires
        if not module_pin(kind, f"GPIO{wire.pin}")
    ]


def _module(board: Board) -> WokwiPart:
    pins = board.pins
    octal = pins["variant"].endswith("_OCT")
    return _part(
        "esp",
        _MODULES[pins["module"]],
        0,
        flashSize=pins["flash_mib"],
        psramSize=pins["psram_kib"] // 1024,
        psramType="octal" if octal else "quad",
    )


def _lights(count: int) -> Iterator[WokwiPart]:
    """The seats' shares of the chain; if it does not come out even the first have one more."""
    each, more = divmod(count, len(SEATS))
    for s, seat in enumerate(SEATS):
        if pixels := each + (s < more):
            yield _part(f"lights{seat}", "wokwi-led-strip", s, pixels=pixels)


def _part(name: str, kind: str, at: int, **attrs: object) -> WokwiPart:
    left, top = place(name, at)
    texts = {attr: str(value) for attr, value in attrs.items()}  # Wokwi wants numbers as text too
    return {"type": kind, "id": name, "left": left, "top": top, "attrs": texts}
