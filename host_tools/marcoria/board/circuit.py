"""The circuit of a table: the net of each pin of each part, derived from the board file.

circuit = Circuit(load())
for part in circuit.parts: part.ref, part.article.name, part.nets

The lists of wires, the netlist, the bills of materials and the electrical check use it.
"""

from dataclasses import dataclass

from marcoria.board.articles import Article, articles
from marcoria.board.datasheets import DEVKITS, IN, SEATS
from marcoria.board.profile import Board, board_error

_FACTORS = {"p": 1e-12, "n": 1e-9, "u": 1e-6, "R": 1.0, "k": 1e3, "M": 1e6}
GROUND = "GND"
RAILS = {"5V": 5.0, "3V3": 3.3, "3V3R": 3.3}
# Nets between the supply's jack and the rail of 5 V.
INPUT, FUSED = "IN", "FUSED"


def value_of(value: str) -> float:
    """Parse a value such as `100n`, `4k7` or `330R` into farad or ohm; return 0 if invalid."""
    for letter, factor in _FACTORS.items():
        whole, found, rest = value.partition(letter)
        if found and whole.isdigit() and (not rest or rest.isdigit()):
            return float(f"{whole}.{rest or 0}") * factor
    return 0.0


@dataclass(frozen=True)
class Component:
    """A part of the circuit.

    `ref` is its label, such as "U1". `place` is "box", "middle" or, for example, "seat N". `nets`
    has the net of each connected pin by the pin's name.
    """

    ref: str
    article: Article
    value: str
    place: str
    nets: dict[str, str]


Nets = dict[str, list[tuple[Component, str]]]


class Circuit:
    """All parts of a board, and the nets of their pins.

    The capacitors of a chip come directly after it: `marcoria.board.plan` relies on this order.
    The constructor raises TableError if the board names an unknown guard or article.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.parts: list[Component] = []
        self._numbers: dict[str, int] = {}
        self._supply()
        self._module()
        self._readers()
        self._lights()
        self._expanders()
        self._keys()
        self._display()
        self._buzzer()
        self._pulls()

    def nets(self) -> Nets:
        """Return the pins on each net, by the name of the net."""
        found: Nets = {}
        for part in self.parts:
            for pin, net in part.nets.items():
                found.setdefault(net, []).append((part, pin))
        return found

    def of(self, article: str) -> list[Component]:
        """Return the parts whose article has this name."""
        return [part for part in self.parts if part.article.name == article]

    def rail(self, part: str) -> str:
        """Return the rail that feeds the parts of a section of board.toml."""
        return str(self.board.data["rails"][part])

    # --- adding a part ------------------------------------------------------------------------

    def _add(
        self, ref: str, article: str, nets: dict[str, str], value: str = "", place: str = "box"
    ) -> None:
        known = articles()
        if article not in known:
            raise board_error(f"'{article}' is no article of hardware/parts.toml")
        self.parts.append(Component(ref, known[article], value or article, place, nets))

    def _small(self, letter: str, value: str, one: str, other: str, place: str = "box") -> None:
        """Add a resistor or a capacitor between two nets."""
        self._numbers[letter] = self._numbers.get(letter, 0) + 1
        ref = f"{letter}{self._numbers[letter]}"
        self._add(ref, letter, {"1": one, "2": other}, value, place)

    def _chip(
        self, ref: str, section: str, article: str, nets: dict[str, str], place: str = "box"
    ) -> None:
        """Add a part, connect its power and ground pins, and add the section's capacitors."""
        rail = self.rail(section)
        for pin, kind in articles()[article].pins if article in articles() else ():
            if kind in ("power", "ground"):
                nets.setdefault(pin, rail if kind == "power" else GROUND)
        self._add(ref, article, nets, place=place)
        for value in self.board.data["capacitors"].get(section, []):
            self._small("C", value, rail, GROUND, place)

    # --- the parts ------------------------------------------------------------------------------

    def _supply(self) -> None:
        power, held = self.board.data["power"], self.board.data["capacitors"]
        fused = FUSED if "fuse" in power["guards"] else INPUT
        self._add("J1", "jack", {"+": INPUT, "-": GROUND})
        guards: dict[str, tuple[str, dict[str, str]]] = {
            "fuse": ("F1", {"1": INPUT, "2": FUSED}),
            "AO3401A": ("Q1", {"G": GROUND, "D": fused, "S": "5V"}),
            "SMBJ5.0A": ("D1", {"K": "5V", "A": GROUND}),
        }
        for guard in power["guards"]:
            if guard not in guards:
                raise board_error(f"power.guards has '{guard}': it may have {', '.join(guards)}")
            ref, nets = guards[guard]
            self._add(ref, guard, nets, f"T {power['fuse_ma']} mA" if guard == "fuse" else "")
        for value in held["supply"]:
            self._small("C", value, "5V", GROUND)
        self._add("U1", power["regulator"], {"IN": "5V", "OUT": "3V3R", "GND": GROUND})
        for rail, value in zip(("5V", "3V3R"), held["regulator"], strict=False):
            self._small("C", value, rail, GROUND)

    def _module(self) -> None:
        nets = {"5V": self.rail("module"), "GND": GROUND, "3V3": "3V3"}
        nets |= {f"GPIO{wire.pin}": wire.name for wire in self.board.wires}
        self._add("M1", DEVKITS[self.board.pins["module"]], nets)

    def _readers(self) -> None:
        chip, gate = self.board.data["readers"]["chip"], self.board.data["between"]["isolator"]
        bus = {"SCK": "readers.sck", "MOSI": "readers.mosi", "RST": "readers.rst"}
        opened: dict[str, str] = {}
        for number, seat in enumerate(SEATS, 1):
            if seat not in self.board.seats:
                opened |= {f"{number}OE": self.rail("isolator"), f"{number}A": GROUND}
                continue
            select = f"readers.cs.{seat}"
            answer = f"readers.miso.{seat}" if gate else "readers.miso"
            nets = {**bus, "SDA": select, "MISO": answer}
            self._chip(f"A{seat}", "readers", chip, nets, f"seat {seat}")
            opened |= {f"{number}OE": select, f"{number}A": answer, f"{number}Y": "readers.miso"}
        if gate:
            self._chip("U2", "isolator", gate, opened)
        if idle := self.board.data["between"]["idle_miso"]:
            self._small("R", idle.split()[0], "readers.miso", _pulled(idle))

    def _lights(self) -> None:
        if not self.board.has("lights"):
            return
        between, chip = self.board.data["between"], self.board.data["lights"]["chip"]
        wire = "lights"
        if between["shifter"]:
            wire = "lights.shifted"
            idle = {f"{n}A": GROUND for n in (2, 3, 4)} | {f"{n}OE": "5V" for n in (2, 3, 4)}
            nets = {"1OE": GROUND, "1A": "lights", "1Y": wire, **idle}
            self._chip("U3", "shifter", between["shifter"], nets)
        if between["lights"]:
            self._small("R", between["lights"], wire, "lights.N")
            wire = "lights.N"
        for seat, following in zip(SEATS, (*SEATS[1:], ""), strict=True):
            nets = {"DIN": wire}
            if following:  # the last strip's output is not connected
                nets["DOUT"] = wire = f"lights.{following}"
            self._chip(f"L{seat}", "lights", chip, nets, f"seat {seat}")

    def _expanders(self) -> None:
        rail, chip = self.rail("expanders"), self.board.data["expanders"]["chip"]
        names = {self.board.bit(place): name for name, (place, _) in self.board.keys.items()}
        for i, address in enumerate(self.board.data["expanders"]["addresses"]):
            nets = {"SCL": "expanders.scl", "SDA": "expanders.sda", "RESET": rail}
            nets |= {f"A{bit}": rail if address >> bit & 1 else GROUND for bit in range(3)}
            nets["INTA"] = f"expanders.int.{i}"
            for at in range(16):
                if name := names.get(16 * i + at):
                    nets[f"GP{'AB'[at // 8]}{at % 8}"] = f"{name}.chip"
            self._chip(f"X{i}", "expanders", chip, nets)

    def _keys(self) -> None:
        between, cables = self.board.data["between"], self.board.data["cables"]
        for name in self.board.keys:
            _, seat, key = name.split(".")
            at_seat = seat in SEATS
            wires = cables["keys" if at_seat else "director"]["wires"]
            nets = {"1": name} | ({"2": GROUND} if "ground" in wires else {})
            article = "rap" if key == "rap" else "key"
            place = f"seat {seat}" if at_seat else "middle"
            self._add(f"S{seat[0].upper()}-{key}", article, nets, place=place)
            self._small("R", between["keys"] or "0R", name, f"{name}.chip")

    def _display(self) -> None:
        if not self.board.has("display"):
            return
        signals = {"CLK": "sck", "DIN": "mosi", "D/C": "dc", "CS": "cs", "RST": "rst"}
        nets = {pin: f"display.{name}" for pin, name in (signals | {"BUSY": "busy"}).items()}
        self._chip("E1", "display", self.board.data["display"]["chip"], nets, "middle")

    def _buzzer(self) -> None:
        if not self.board.has("buzzer"):
            return
        self._small("R", self.board.data["between"]["buzzer"] or "0R", "buzzer", "buzzer.out")
        self._add("B1", self.board.data["buzzer"]["chip"], {"+": "buzzer.out", "-": GROUND})

    def _pulls(self) -> None:
        for wire in self.board.wires:
            if pull := self.board.data["resistors"].get(wire.signal):
                self._small("R", pull.split()[0], wire.name, _pulled(pull))


def module_kind(board: Board, pin: str) -> str:
    """Return the electrical kind of a pin of the module, whose article lists no pins."""
    fixed = {"5V": "power", "GND": "ground", "3V3": "source"}
    if pin in fixed:
        return fixed[pin]
    (use,) = {wire.use for wire in board.wires if f"GPIO{wire.pin}" == pin}
    return {IN: "in", "output": "out"}.get(use, "io")


def kind(board: Board, part: Component, pin: str) -> str:
    """Return the electrical kind of a part's pin, such as "power", "in" or "io".

    Raise TableError if the article of the part has no such pin.
    """
    kinds = dict(part.article.pins)
    if kinds and pin not in kinds:
        told = f"the article '{part.article.name}' of {part.ref} has no pin {pin}"
        raise board_error(f"{told}: choose another article in board.toml")
    return kinds[pin] if kinds else module_kind(board, pin)


def _pulled(pull: str) -> str:
    """Return the net to which a resistor such as "10k up" pulls."""
    return "3V3" if pull.endswith("up") else GROUND
