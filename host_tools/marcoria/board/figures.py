"""Design figures of a table, each with its limit and its calculation."""

from marcoria.board import cabling
from marcoria.board.cabling import (
    FUSE_OHM,
    FUSE_OPENS,
    MM2,
    OHM_MM,
    SUPPLY_HIGH,
    drop,
    total,
    wire_ohm,
    wires_at_5v,
)
from marcoria.board.circuit import Circuit
from marcoria.board.electric import KELVIN_W, ROOM
from marcoria.board.mechanics import limits
from marcoria.board.mechanics.checks import metal, over, over_in_mat
from marcoria.board.mechanics.layout import Layout, of
from marcoria.board.plan import Place, sockets

_RFID = "https://github.com/miguelbalboa/rfid"

# Names of the parts at the end of a cable, by the kind of the cable. A kind that is not listed is
# itself the name of the parts.
_OWNERS = {"director": "director's keys"}

Row = tuple[str, str, str, str]


def rows(circuit: Circuit) -> list[Row]:
    """Return rows of figure, value, limit and calculation."""
    layout = of(circuit.board)
    return [*_supply(circuit), *_signals(circuit), *_lengths(circuit, layout), *_body(layout)]


def _supply(circuit: Circuit) -> list[Row]:
    board, amps = circuit.board.data, total(circuit, "5V") / 1000
    cable = board["cables"]["supply"]
    ohm = wire_ohm(cable["mm"], cable["awg"]) * 1000
    mohm = sum(part.article.figures["mohm"] for part in circuit.parts)
    heat = _kelvin(total(circuit, "3V3R"))
    name, awg, carries = min(wires_at_5v(circuit), key=lambda cable: cable[2])
    reader = circuit.of(board["readers"]["chip"])[0].article.ma
    playing = reader + 3 * (reader - 100) + 5
    return [
        (
            "voltage lost from the supply's plug to the 5 V rail",
            f"{drop(circuit):.2f} V",
            "0.3 V",
            f"{amps:.2f} A through the cable's {ohm:.0f} mOhm (2 x {cable['mm']} mm of "
            f"{MM2[cable['awg']]} mm2, {OHM_MM * 1000:.4f} Ohm mm2/m), the fuse's "
            f"{FUSE_OHM * 1000:.0f} and the MOSFET's {mohm:.0f}. At the limit a supply of 4.75 V "
            "leaves 4.45 V for the LD1117, which needs 1.15 V more than its output of 3.3 V",
        ),
        (
            "fuse",
            f"{board['power']['fuse_ma']} mA",
            f"{1250 * amps:.0f} to {carries / FUSE_OPENS:.0f} mA",
            "lowest: 1.25 times the highest current, so that the fuse does not blow in the worst "
            f"case. Highest: {carries} mA / {FUSE_OPENS}, because the cable of the {name} "
            f"({awg} AWG) can carry at most {carries} mA, and the fuse opens within two minutes "
            f"only at {FUSE_OPENS} times its rating",
        ),
        (
            "warming of the regulator",
            f"{heat:.0f} K",
            f"{125 - ROOM} K",
            f"({SUPPLY_HIGH} - 3.3) V x {total(circuit, '3V3R'):.0f} mA x {KELVIN_W} K/W in free "
            f"air, without its aluminium angle; in play, with one field on, {playing:.0f} mA "
            f"make {_kelvin(playing):.0f} K. At the limit the chip reaches 125 degrees in a room "
            f"of {ROOM} degrees",
        ),
    ]


def _kelvin(ma: float) -> float:
    return (SUPPLY_HIGH - 3.3) * ma / 1000 * KELVIN_W


def _signals(circuit: Circuit) -> list[Row]:
    board = circuit.board.data
    mm, hz = board["cables"]["readers"]["mm"], board["readers"]["hz"]
    least, most = cabling.pull_ohm(circuit)
    return [
        (
            "capacitance on the readers' clock line",
            f"{cabling.clock_pf(circuit):.0f} pF",
            "see the next row",
            f"4 cables of {mm} mm, {cabling.PF_MM * 1000:.0f} pF a metre to the ground wire; "
            "10 pF for each reader's pin and 10 for the ESP32 board's pin",
        ),
        (
            "delay of a reader's answer after the clock edge",
            f"{cabling.answer_ns(circuit):.0f} ns",
            f"{5e8 / hz:.0f} ns",
            f"the sum of {mm} mm there and back at 5 ns a metre, a rise time of 2.2 x "
            f"{cabling.DRIVER_OHM} Ohm x the capacitance of the row above, 20 ns in the reader, "
            f"and 13 ns in the gate. The limit is half a period of {hz // 10**6} MHz",
        ),
        (
            "capacitance on SDA and SCL",
            f"{cabling.i2c_pf(circuit):.0f} pF",
            "400 pF",
            "10 pF for the ESP32 board, 10 for each expander, 10 for wires on the circuit board; "
            "the limit is from the I2C specification, UM10204",
        ),
        (
            "pull-ups of SDA and SCL",
            board["resistors"]["expanders.sda"].split()[0],
            f"{least:.0f} to {most:.0f} Ohm",
            f"lower limit: each chip can sink {cabling.SINK_MA} mA at 0.4 V; upper limit: a rise "
            f"time of {cabling.RISE_NS} ns at 400 kHz",
        ),
        *(_lost(circuit, kind) for kind in ("readers", "lights")),
    ]


def _lost(circuit: Circuit, kind: str) -> Row:
    """Return the row for the voltage lost in the cable to one seat, there and back."""
    cable = circuit.board.data["cables"][kind]
    ma = circuit.of(circuit.board.chips[kind]["chip"])[0].article.ma
    ohm = wire_ohm(cable["mm"], cable["awg"])
    copper = f"2 x {cable['mm']} mm of {MM2[cable['awg']]} mm2"
    why = f"{ma:.0f} mA for one seat through {ohm * 1000:.0f} mOhm: {copper}"
    return f"voltage lost in a cable of the {kind}", f"{ohm * ma / 1000:.2f} V", "0.1 V", why


def least_lengths(circuit: Circuit, layout: Layout) -> dict[str, tuple[float, str]]:
    """Return for each kind of cable the shortest length that is enough, and the calculation.

    A cable to a seat must be long enough for the seat whose plug is farthest away in the box.
    Kinds of cables that the board does not have are left out.
    """
    seat, placed = layout.seats["S"], sockets(circuit)
    down = layout.figures["channels"]["bay_rim"] + layout.figures["plate"]["body"]
    across = layout.box.height / 2
    ends = {
        "readers": ("reader", seat.module.top),
        "keys": ("key strip", seat.keys[0].y + seat.front.width / 2),
        "lights": ("light strip", seat.strip.y + seat.strip.width / 2),
    }
    ways = {}
    for kind, (part, end) in ends.items():
        plugs = [one for name, one in placed.items() if name[:-2] == kind]
        if not plugs:
            continue
        bay = max(_in_bay(layout, one) for one in plugs)
        why = f"{end:.0f} from the {part} to the table's middle, {bay:.0f} more to the plug"
        ways[kind] = (end + bay, why)
    along = layout.bay.width / 2
    if circuit.board.has("display"):
        ways["display"] = (along, f"{along:.0f} along the circuit board")
    director = layout.director_front.height / 2 + along
    ways["director"] = (director, f"{director:.0f} from the director's last key")
    leg = layout.legs[0]
    side = layout.bay.left - leg.right - leg.bottom
    ways["supply"] = (side, f"{side:.0f} from the box to a leg, parallel to the edges")
    return {
        kind: (way + down + across, f"{why}, {down:.0f} down and {across:.0f} across the box")
        for kind, (way, why) in ways.items()
    }


def _lengths(circuit: Circuit, layout: Layout) -> list[Row]:
    """Return a row for each kind of cable: its length, and the shortest length that is enough."""
    cables = circuit.board.data["cables"]
    return [
        (
            f"cable of the {_OWNERS.get(kind, kind)}",
            f"{cables[kind]['mm']} mm",
            f"at least {least:.0f} mm",
            why,
        )
        for kind, (least, why) in least_lengths(circuit, layout).items()
    ]


def _in_bay(layout: Layout, plug: Place) -> float:
    """Return a plug's distance from its seat's channel, less the distance of the bay's middle.

    The result is negative if the plug is nearer than the bay's middle. The plug's distance is
    measured only along the circuit board's long side.
    """
    bay, x = layout.bay, layout.box.left + 2.54 * (plug.column + plug.width / 2)
    edge = {"E": bay.right, "W": bay.left}.get(plug.name[-1])
    return abs(x) - bay.height / 2 if edge is None else abs(edge - x) - bay.width / 2


def _body(layout: Layout) -> list[Row]:
    m, seat = layout.figures, layout.seats["S"]
    antenna, above = m["pad"]["antenna"], over(m)
    gap = seat.antenna.gap(layout.seats["W"].antenna)
    nearest, part = min((seat.antenna.gap(rect), name) for _, name, rect in metal(layout))
    most = (antenna - m["pad"]["sticker"]) / 2
    return [
        (
            "from coil to sticker",
            f"{above:g} mm, in the mat {over_in_mat(m):g}",
            f"{limits.MOST_OVER:g} mm",
            "gap, skin and felt (in the mat: gap and cover). Other builders report failures "
            f"beyond 10 mm ([rfid]({_RFID}), README); the limit is half of that",
        ),
        (
            f"from a coil to the nearest metal, {part}",
            f"{nearest:.0f} mm",
            f"at least {limits.to_metal(antenna, above):.1f} mm",
            "at the limit, calculated by `limits.to_metal`, a plane of metal takes a tenth of the "
            "field at the sticker",
        ),
        (
            "from a coil to the next seat's coil",
            f"{gap:.0f} mm",
            f"at least {limits.TO_NEIGHBOUR:g} mm",
            f"at 80 mm two readers read each other's cards ([rfid 589]({_RFID}/issues/589)); "
            "the field falls with the cube of the distance: at twice 80 mm it is an eighth",
        ),
        (
            "how far a card can lie off centre within the lines of its pad",
            f"{m['pad']['slack']:g} mm",
            f"{most:g} mm",
            f"the limit is half the difference between the coil's {antenna:g} mm and the "
            f"sticker's {m['pad']['sticker']:g}",
        ),
        (
            "width of the cables in a channel",
            f"{limits.WIRE * layout.wires:.1f} mm",
            f"{m['channels']['width']:g} mm",
            f"{layout.wires} wires of {limits.WIRE:g} side by side",
        ),
        (
            "height of a puddle on varnish",
            f"{limits.PUDDLE:.1f} mm",
            f"{m['display']['lip']:g} mm",
            "2 x the capillary length of water (2.7 mm) x sin 45; the limit is the height of the "
            "frame around the display's window",
        ),
    ]
