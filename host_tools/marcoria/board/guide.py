"""Markdown tables of the building pages in hardware/, generated from the board file.

In a page of `PAGES` the text between two comments is generated; the rest is written by hand. The
first comment names the kind of the table and the profile:

    <!-- made: lids s3 -->
    ...
    <!-- made -->

The lists of pins and cables are whole pages, which `pin_page` generates.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path

from marcoria.board import bom, figures
from marcoria.board.cables import plugs
from marcoria.board.cabling import drop, loads, total
from marcoria.board.circuit import GROUND, INPUT, RAILS, Circuit, Component
from marcoria.board.mechanics.layout import of
from marcoria.board.profile import board_error

PAGES = ("README.md", "buy.md", "build.md", "reasons.md")

_MADE = re.compile(r"(<!-- made: (\w+) (\w+) -->\n).*?(<!-- made -->)", re.S)


def page(path: Path, circuits: list[Circuit]) -> str:
    """Return the text of a page of `PAGES` with up-to-date tables."""
    by_profile = {circuit.board.profile: circuit for circuit in circuits}

    def made(found: re.Match[str]) -> str:
        kind, circuit = found[2], by_profile[found[3]]
        if kind != "like" and kind not in _TABLES:
            known = ", ".join(["like", *_TABLES])
            raise board_error(f"{path.name}: there is no table '{kind}': choose one of {known}")
        table = _like(circuit, circuits) if kind == "like" else _TABLES[kind](circuit)
        return f"{found[1]}{table}\n{found[4]}"

    return _MADE.sub(made, path.read_text(encoding="utf-8"))


def pin_page(circuit: Circuit) -> str:
    """Return the page that lists every cable, pin and small part of a board."""
    profile, module = circuit.board.profile, _module(circuit).article.name
    return f"""# Every pin and cable, for the {module}

`make hardware` makes this page from [board.toml](board.toml): do not edit it.

[Build](build.md) says when to solder what, and [which part](build.md#how-the-parts-fit-together)
M1 or U2 is.

- `U2 2OE (4)` is the pin 2OE of chip U2, number 4 of its package.
- `M1 GPIO4` is the pin GPIO4 of the ESP32 board, and `R41 1` is end 1 of resistor R41.
- `plug readers N wire 7` is wire 7 of the plug *readers N*, for the reader at North.
  `plugs readers N E S W wire 3` is wire 3 of each of these four plugs.
- `rail 5V`, `rail 3V3`, `rail 3V3R` and `ground` are bare wires for power.
- A *signal* has its name from [board.toml](board.toml).
- *Connected to* lists all points to join. A chain is enough: one wire from each point to the next.
- Every wire of every cable is in [wires-{profile}.csv](wires-{profile}.csv), with both its ends.

## The cables

{_cables(circuit)}

## The ESP32 board's pins

{_pins(circuit)}

## The chips in the box

{_chips(circuit)}

## Small parts

{_small(circuit)}
"""


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _module(circuit: Circuit) -> Component:
    return next(part for part in circuit.parts if part.ref == "M1")


def _pins(circuit: Circuit) -> str:
    """Return a table of the module's pins in use, by number, and of their connections."""
    module = _module(circuit)
    wires = sorted(circuit.board.wires, key=lambda wire: wire.pin)
    rows = [
        (f"GPIO{wire.pin}", wire.name, _joined(circuit, module, f"GPIO{wire.pin}"))
        for wire in wires
    ]
    rows += [(pin, "", _joined(circuit, module, pin)) for pin in ("5V", "GND", "3V3")]
    return _table(("pin", "signal", "connected to"), rows)


def _currents(circuit: Circuit) -> str:
    """Return a table of the highest currents, and a sentence on the voltage drop of rail 5V."""
    rows: list[tuple[str, ...]] = []
    for rail in ("3V3R", "3V3", "5V"):
        rows += [(rail, load.who, f"{load.ma:.0f}", load.why) for load in loads(circuit, rail)]
        whole = f"**{total(circuit, rail):.0f}**"
        rows.append((f"**{rail}**", "all parts", whole, "the sum of the rail's rows"))
    lost = (
        f"At the {total(circuit, '5V'):.0f} mA of rail 5V, {drop(circuit):.2f} V are lost in the "
        "supply's cable, fuse and MOSFET."
    )
    return _table(("rail", "part", "mA", "source of the figure"), rows) + f"\n\n{lost}"


def _chips(circuit: Circuit) -> str:
    """Return a table of the pins of all chips in the box, and of their connections."""
    rows = [
        (part.ref, part.article.name, str(number), pin, _joined(circuit, part, pin))
        for part in circuit.parts
        if part.place == "box" and len(part.article.pins) > 2
        for number, (pin, _) in enumerate(part.article.pins, 1)
    ]
    return _table(("part", "type", "pin", "name", "connected to"), rows)


def _joined(circuit: Circuit, part: Component, pin: str) -> str:
    net = part.nets.get(pin, "")
    if not net:
        return "nothing"
    if net == GROUND or net in RAILS:
        return _rail(net)
    others = [one for one in circuit.nets()[net] if one != (part, pin) and one[0].place == "box"]
    found = [_named(*one) for one in others if one[0].ref != "J1"]
    found += ["upper screw of J1"] if net == INPUT else []
    return ", ".join(found + _plugged(circuit, net)) or "nothing"


def _rail(net: str) -> str:
    return "ground" if net == GROUND else f"rail {net}"


def _named(part: Component, pin: str) -> str:
    """Return the label of a pin in the box. For a pin of a chip the label has its number too."""
    if part.ref[0] in "UX" and len(part.article.pins) > 3:
        names = [name for name, _ in part.article.pins]
        return f"{part.ref} {pin} ({names.index(pin) + 1})"
    return f"{part.ref} {pin}"


def _plugged(circuit: Circuit, net: str) -> list[str]:
    """Return labels of the plugs' pins on a net that is neither ground nor a rail.

    If the pins are on four plugs of one kind, they have one label together.
    """
    at = [
        (plug.name, str(number))
        for plug in plugs(circuit)
        for number, wire in enumerate(plug.wires, 1)
        if wire.net == net and plug.kind != "supply"
    ]
    kinds = {name.split()[0] for name, _ in at}
    if len(at) == 4 and len(kinds) == 1:
        return [f"plugs {kinds.pop()} N E S W wire {at[0][1]}"]
    return [f"plug {name} wire {number}" for name, number in at]


def _small(circuit: Circuit) -> str:
    """Return a table of the small parts, with the connections of both ends.

    These are all resistors and capacitors, and other parts in the box with two pins, except J1.
    """
    rows = []
    for part in circuit.parts:
        away = part.place != "box"
        if part.article.name in ("R", "C") or (
            len(part.article.pins) == 2 and not away and part.ref != "J1"
        ):
            ends = [_end(circuit, part, pin) for pin in part.nets]
            rows.append((part.ref, part.value, part.place.replace("middle", "display"), *ends))
    return _table(("part", "value", "where", "end 1", "end 2"), rows)


def _end(circuit: Circuit, part: Component, pin: str) -> str:
    """Return the connection of a two-pin part's end, with the pin's sign or letter if any."""
    net, named = part.nets[pin], f"{pin}: " if pin not in ("1", "2") else ""
    return named + (_rail(net) if part.place != "box" else _joined(circuit, part, pin))


def _figures(circuit: Circuit) -> str:
    """Return a table of the figures on which the card table depends, with their limits."""
    return _table(("figure", "value", "limit", "calculation"), figures.rows(circuit))


def _cables(circuit: Circuit) -> str:
    """Return a table of all cables, with links to their drawings."""
    rows = []
    for plug in plugs(circuit):
        file = f"wiring/{circuit.board.profile}/{plug.name.replace(' ', '-')}.png"
        wires = f"{len(plug.wires)} x {plug.awg} AWG"
        rows.append((plug.name, wires, f"{plug.mm} mm", f"[drawing]({file})"))
    return _table(("cable", "wires", "length", "drawing"), rows)


def _lids(circuit: Circuit) -> str:
    """Return a table of the pieces of wood that are sawn to size without a drawing."""
    layout = of(circuit.board)
    sawn = [(one, "lid of a channel", "3 mm plywood") for one in layout.lids]
    sawn += [(one, "batten around the bay", "12 x 30 wood") for one in layout.rim]
    sizes = Counter(
        (name, wood, f"{min(one.width, one.height):g} x {max(one.width, one.height):g}")
        for one, name, wood in sawn
    )
    rows = [(str(count), *size) for size, count in sizes.items()]
    return _table(("how many", "part", "material", "mm"), rows)


def _cost(circuit: Circuit) -> str:
    """Return a table of the electric parts."""
    return _bought(circuit, bom.rows(circuit))


def _box(circuit: Circuit) -> str:
    """Return a table of the circuit board, the wires, the stickers and the cards."""
    return _bought(circuit, [*bom.rows_of(circuit, "box"), *bom.rows_of(circuit, "cards")])


def _plate(circuit: Circuit) -> str:
    return _bought(circuit, bom.rows_of(circuit, "plate"))


def _mat(circuit: Circuit) -> str:
    """Return a table of the parts that only a mat needs, and a sentence with its other parts.

    The other parts are also in the list of plate and legs.
    """
    body = {row.article.name for row in bom.rows_of(circuit, "plate")}
    rows = bom.rows_of(circuit, "mat")
    only = _bought(circuit, [row for row in rows if row.article.name not in body])
    shared = [row for row in rows if row.article.name in body]
    names = [
        f"{_many([row])} {'of ' if row.value else 'x '}{_short(row.article.what)}"
        for row in shared
    ]
    return f"{only}\n\nOf the list of plate and legs a mat also needs: {'; '.join(names)}."


def _short(what: str) -> str:
    """Return the name of an article without its details."""
    return re.split(",| for ", what)[0]


def _price(circuit: Circuit) -> str:
    """Return the sentence that says what a table and a mat cost."""
    table, mat = _euro(bom.whole(circuit)), _euro(bom.whole(circuit, "mat"))
    return (
        f"**All parts of a table cost {table} euro, those of a mat {mat}**\n"
        f"(an estimate of {bom.PRICED}, without shipping and tools)."
    )


def _steps(circuit: Circuit) -> str:
    """Return a table of the steps to build a card table or a mat: price and time of each."""
    low, high = bom.price_of_first(circuit)
    all_low, all_high = bom.price(bom.without_body(circuit))
    rows = [
        (
            "1. [try one reader](#try-one-reader-first)",
            f"{low:.0f} to {high:.0f}",
            "an evening",
        ),
        (
            "2. buy the other [electric parts](#electric-parts) and [circuit board, wires and"
            " cards](#circuit-board-wires-and-cards), and [test all of them on the"
            " bench](build.md#on-the-bench)",
            f"{all_low - low:.0f} to {all_high - high:.0f}",
            "two weekends",
        ),
        (
            "3. build [plate and legs](build.md#in-the-wood)",
            _euro(bom.rows_of(circuit, "plate")),
            "a weekend",
        ),
        ("**a table** (steps 1, 2, 3)", _euro(bom.whole(circuit)), "three weekends"),
        (
            "4. in place of step 3 build [a mat](mechanics/README.md#the-mat)",
            _euro(bom.rows_of(circuit, "mat")),
            "a weekend",
        ),
        ("**a mat** (steps 1, 2, 4)", _euro(bom.whole(circuit, "mat")), "three weekends"),
    ]
    return _table(("step", "euro", "time"), rows)


def _euro(listed: list[bom.BomRow]) -> str:
    low, high = bom.price(listed)
    return f"{low:.0f} to {high:.0f}"


def _bought(circuit: Circuit, listed: list[bom.BomRow]) -> str:
    """Return a table of articles: count, name, what to look for, what to avoid, the price.

    Articles that are bought first, to try one reader, are marked.
    """
    first = bom.tried_first(circuit)
    rows = []
    for _, found in groupby(listed, key=lambda row: row.article.name):
        alike = list(found)
        article = alike[0].article
        low, high = bom.price(alike)
        price = f"{_rounded(low)}-{_rounded(high)}"
        what = f"**step 1:** {_what(alike)}" if article.name in first else _what(alike)
        rows.append((_many(alike), what, article.matters, article.trap, price))
    return _table(("how many", "part", "look for", "avoid", "euro"), rows)


def _rounded(euro: float) -> str:
    return f"{euro:.1f}" if euro < 10 else f"{euro:.0f}"


def _many(alike: list[bom.BomRow]) -> str:
    row = alike[0]
    spare = f" + {row.spare}" if row.spare else ""
    unit = f" {row.value}" if row.value and not row.refs else ""
    return f"{sum(one.count for one in alike)}{spare}{unit}"


def _what(alike: list[bom.BomRow]) -> str:
    """Return the article's name with its values, such as resistances.

    If there are several values, the count of each is added.
    """
    valued = [one for one in alike if one.value and one.refs]
    if len(valued) > 1:
        each = ", ".join(f"{one.count} of {one.value}" for one in valued)
        return f"{alike[0].article.what}: {each}"
    return ", ".join([alike[0].article.what, *(one.value for one in valued)])


def _like(whole: Circuit, circuits: list[Circuit]) -> str:
    """Return a table of profiles: the whole card table, and small card tables derived from it."""
    rows = [
        (
            f"`{board.profile}`",
            ", ".join(board.without) or "nothing",
            board.pins.get("then", "This is the whole table."),
            "{:.0f} to {:.0f}".format(*bom.total(circuit)),
        )
        for circuit in circuits
        for board in [circuit.board]
        if board.like == whole.board.profile
    ]
    return _table(("profile", "without", "what happens then", "electric parts, euro"), rows)


_TABLES: dict[str, Callable[[Circuit], str]] = {
    "price": _price,
    "steps": _steps,
    "cost": _cost,
    "box": _box,
    "plate": _plate,
    "mat": _mat,
    "lids": _lids,
    "currents": _currents,
    "figures": _figures,
}
