"""Checks of a board: chips, buses, pins and keys against data sheets, then circuit and body.

Each function returns a list with a sentence for each fault.
"""

from marcoria.board.cabling import MM2
from marcoria.board.circuit import Circuit
from marcoria.board.datasheets import (
    BUSES,
    FLASH_MIB,
    HELD_KEYS,
    IN,
    LIGHTS_OF_A_SEAT,
    MODULES,
    NEEDS_PULL,
    NUMBERS,
    PARTS,
    PSRAM_KIB,
    RAP_BIT,
    RESTS_LOW,
    SEATS,
    Module,
    Part,
)
from marcoria.board.electric import rules
from marcoria.board.figures import least_lengths
from marcoria.board.mechanics import checks as body
from marcoria.board.mechanics.layout import of
from marcoria.board.profile import Board, BoardWire


def check(board: Board) -> list[str]:
    """Return a sentence for each fault of the board, with the reason.

    The circuit and the body are checked only if nothing else is wrong. Raise TableError if the
    board names an unknown guard or article.
    """
    found = [
        *_parts(board),
        *_gauges(board),
        *_memory(board),
        *_buses(board),
        *(sentence for wire in board.wires for sentence in _pin(board, wire)),
        *_twice(board),
        *_addresses(board),
        *_keys(board),
        *_playable(board),
    ]
    if found:
        return found  # a Circuit can be built only if pins and parts are valid
    circuit = Circuit(board)
    return [*rules(circuit), *body.check(board)] or _lengths(circuit)


def _lengths(circuit: Circuit) -> list[str]:
    """Check that each cable is long enough; the body must be valid."""
    cables = circuit.board.data["cables"]
    return [
        f"cables.{kind}.mm is {cables[kind]['mm']}: it must be at least {least:.0f} ({why})"
        for kind, (least, why) in least_lengths(circuit, of(circuit.board)).items()
        if cables[kind]["mm"] < round(least)
    ]


def _parts(board: Board) -> list[str]:
    """Check that chips have drivers, the module is known, and numbers are within limits."""
    found = []
    for part, kinds in PARTS.items():
        chip = board.chips[part]["chip"]
        if chip not in kinds:
            found.append(
                f"{part}.chip is '{chip}', and there is a driver only for {', '.join(kinds)}"
            )
    if board.pins["module"] not in MODULES:
        known = ", ".join(MODULES)
        found.append(f"module '{board.pins['module']}' is not known: choose one of {known}")
    lights, blocks = board.data["lights"], board.data["journal"]["blocks"]
    for key, value, least, most in (
        ("lights.limit_ma", lights["limit_ma"], 1, 10_000),
        ("journal.blocks", blocks, 4, 1024),
    ):
        if not least <= value <= most:
            found.append(f"{key} must be from {least} to {most}, not {value}")
    all_lights = LIGHTS_OF_A_SEAT * len(SEATS)
    if lights["count"] != all_lights:
        found.append(
            f"lights.count must be {all_lights}, {LIGHTS_OF_A_SEAT} for each seat, "
            f"not {lights['count']}"
        )
    return found


def _gauges(board: Board) -> list[str]:
    """Check that the gauge of each cable is known."""
    known = ", ".join(map(str, MM2))
    return [
        f"cables.{name}.awg is {cable['awg']}: it must be one of {known}"
        for name, cable in board.data["cables"].items()
        if cable["awg"] not in MM2
    ]


def _memory(board: Board) -> list[str]:
    """Check that the image supports the PSRAM, and that PSRAM and flash are large enough."""
    found = []
    pins = board.pins
    image = (pins["image"], pins["variant"])
    images = MODULES[pins["module"]].images if pins["module"] in MODULES else {image: {}}
    if image not in images:
        known = " or ".join(" ".join(one).strip() for one in images)
        found.append(
            f"image {' '.join(image).strip()} does not find the PSRAM of the {pins['module']}: "
            f"the module needs {known}"
        )
    if pins["psram_kib"] < PSRAM_KIB:
        found.append(f"psram_kib must be at least {PSRAM_KIB}, not {pins['psram_kib']}")
    if pins["flash_mib"] < FLASH_MIB:
        found.append(f"flash_mib must be at least {FLASH_MIB}, not {pins['flash_mib']}")
    return found


def _buses(board: Board) -> list[str]:
    """Check the buses' numbers and clock rates, and that each part has a bus of its own."""
    found = []
    users: dict[str, str] = {}
    for part, (number, on_bus) in board.buses.items():
        kind, hz, chip = BUSES[part], on_bus["hz"], on_bus["chip"]
        bus = f"{kind.upper()} {number}"
        if number not in NUMBERS[kind]:
            first, last = NUMBERS[kind]
            found.append(f"{part}.{kind} is {number}: the module has {first} and {last}")
        if bus in users:
            found.append(
                f"{part} and {users[bus]} are both on {bus}: "
                "the second driver would set up this bus again"
            )
        users[bus] = part
        limit = PARTS[part].get(chip, Part()).fastest_hz
        if limit and not 0 < hz <= limit:
            found.append(f"{part}.hz is {hz}: the {chip} takes up to {limit}")
    return found


def _pin(board: Board, wire: BoardWire) -> list[str]:
    """Check that a module's pin can be used for a wire."""
    module = MODULES.get(board.pins["module"])
    if module is None:
        return []
    pull = board.data["resistors"].get(wire.signal, "").split(" ")[-1]
    psram = module.images.get((board.pins["image"], board.pins["variant"]), {})
    forbidden = {**module.forbidden, **psram}
    if wire.pin not in module.pins:
        reasons = [f"the {board.pins['module']} has no such pin"]
    elif wire.pin in module.dead_if_high and pull == "up":
        reasons = [f"it is pulled up there, and {module.dead_if_high[wire.pin]}"]
    elif wire.pin in forbidden:
        reasons = [forbidden[wire.pin]]
    else:
        reasons = [*_direction(module, wire, pull), *_pull(module, wire, pull)]
    return [f"{wire.name} is on GPIO{wire.pin}: {reason}" for reason in reasons]


def _direction(module: Module, wire: BoardWire, pull: str) -> list[str]:
    """Return the reason why a wire cannot use its pin: direction, or level at boot.

    The list is empty if there is no such reason.
    """
    if wire.pin in module.input_only and wire.use != IN:
        return [f"that pin is only an input, and this is an {wire.use}"]
    if wire.pin in module.low_at_boot and wire.signal not in RESTS_LOW:
        rest = " or ".join(RESTS_LOW)
        return [f"it must be low at boot to load firmware: only {rest} may be there"]
    if wire.pin in module.high_at_boot and pull != "up":
        return [f"that pin must be high at boot, and no resistor pulls {wire.signal} up"]
    return []


def _pull(module: Module, wire: BoardWire, pull: str) -> list[str]:
    """Return a sentence if a wire lacks the pull resistor, up or down, that it needs."""
    wanted = NEEDS_PULL.get(wire.signal)
    if not wanted or pull == wanted:
        return []
    own = ", because that pin has no internal one" if wire.pin in module.input_only else ""
    return [f"{wire.signal} needs a resistor {wanted} in [resistors]{own}"]


def _twice(board: Board) -> list[str]:
    """Return a sentence for each pin that two wires use."""
    found = []
    first: dict[int, str] = {}
    for wire in board.wires:
        if wire.pin in first:
            found.append(f"GPIO{wire.pin} is used twice: by {first[wire.pin]} and {wire.name}")
        first.setdefault(wire.pin, wire.name)
    return found


def _addresses(board: Board) -> list[str]:
    """Check the expanders' addresses and the number of their interrupt lines."""
    addresses = board.data["expanders"]["addresses"]
    chip = board.data["expanders"]["chip"]
    allowed = PARTS["expanders"].get(chip, Part()).addresses
    found = [
        f"expanders.addresses has 0x{address:02x}: "
        f"an {chip} answers from 0x{allowed[0]:02x} to 0x{allowed[-1]:02x}"
        for address in addresses
        if allowed and address not in allowed
    ]
    for i, address in enumerate(addresses):
        if address in addresses[:i]:
            found.append(f"expanders.addresses has 0x{address:02x} twice: both chips would answer")
    lines = board.pins["expanders"]["int"]
    if len(lines) != len(addresses):
        found.append(
            f"expanders.int has {len(lines)} pins for {len(addresses)} expanders: each needs one"
        )
    return found


def _keys(board: Board) -> list[str]:
    """Check that each key has an expander pin of its own that suits it."""
    found = []
    first: dict[int, str] = {}
    last = board.expanders[-1] if board.expanders else 0
    whole = board.expanders == list(range(last + 1))
    known = f"0 to {last}" if whole and last else ", ".join(map(str, board.expanders))
    for name, (place, _) in board.keys.items():
        bit = board.bit(place)
        if bit is None:
            found.append(
                f"{name} is '{place}': it must be the number of an expander ({known}) "
                "and a pin from GPA0 to GPB7, such as '0 GPA3'"
            )
            continue
        if bit in first:
            found.append(f"'{place}' is used twice: by {first[bit]} and {name}")
        first.setdefault(bit, name)
        if bit % 8 == 7 and not name.startswith("keys.director."):
            found.append(
                f"{name} is '{place}': an edge on bit 7 can spoil a read, so only the "
                "director's keys, which are pressed rarely, may be there"
            )
        elif bit % 8 != RAP_BIT and name.endswith(".rap"):
            found.append(
                f"{name} is '{place}': a rap is shorter than the time between two key "
                f"scans, and only at GPA{RAP_BIT} and GPB{RAP_BIT} does the firmware notice it"
            )
    return found


def _playable(board: Board) -> list[str]:
    """Return a sentence for each missing part without which nobody can play."""
    found = []
    if not board.seats:
        found.append("'without' lists every reader: the table could see no card")
    if not board.has("display") and not board.has("lights"):
        found.append("'without' lists display and lights: nobody could see whose turn it is")
    for name in (f"keys.{seat}.{key}" for seat in SEATS for key in HELD_KEYS):
        if name not in board.keys:
            found.append(
                f"{name} is missing: players hold this key, and a command card can only "
                "replace a short press"
            )
    return found
