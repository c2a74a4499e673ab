"""The keys of [mechanics], and what a part or physics allows of each, with the reason."""

from math import pi, sqrt

_FIGURES = {
    "plate": "side skin body leg_plate leg_from_edge bed",
    "pad": (
        "from_edge card_width card_length slack sticker module_width module_length "
        "module_height antenna gap felt"
    ),
    "keys": "pitch from_edge cap hole height board film",
    "strip": "per_m from_edge width window",
    "display": (
        "module_width module_height glass_width glass_height active_width active_height "
        "active_left active_top window_width window_height lip lip_width keys_from_middle"
    ),
    "tray": "width near far wall floor clearance flange screw",
    "channels": "width bay_width bay_height bay_rim drain drip_from_edge drip_width drip_depth",
    "mat": "cover core base key_height fold",
}
_MATERIALS = {"plate": "skin_material body_material", "mat": "core_material"}

FORM: dict[str, dict[str, type]] = {
    table: {
        **dict.fromkeys(names.split(), float),
        **dict.fromkeys(_MATERIALS.get(table, "").split(), str),
    }
    for table, names in _FIGURES.items()
}


# Layers that let the field of 13.56 MHz through and hold screws. Metal and carbon do not: the
# currents that the field drives in them take it away.
MATERIALS = ("birch plywood", "MDF", "acrylic", "EVA foam", "cork")

# Builders of readers with this chip report that stickers stop answering beyond 1 cm
# (github.com/miguelbalboa/rfid, README); half of that is left for weak modules and stickers.
MOST_OVER = 5.0

# Two readers 80 mm apart read each other's tags (github.com/miguelbalboa/rfid, issue 589). A
# coil's field falls with the cube of the distance beside it: at twice that an eighth is left.
TO_NEIGHBOUR = 160.0

# Keyboards have 19.05 mm from key to key (three quarters of an inch); 3 more for who looks at the
# cards and not at the keys (estimate).
KEY_PITCH = 22.0

# Water lies at most 2 * length * sin(angle / 2) high; its capillary length is 2.7 mm, and it meets
# varnish at up to 90 degrees (estimate). Beer creeps lower.
CAPILLARY = 1000 * sqrt(0.072 / (1000 * 9.81))
PUDDLE = 2 * CAPILLARY * sqrt(0.5)

WIRE = 1.27  # of flat cable

# The board in the box: solder and wires below it 5, itself 1.6, and on it the higher of a module
# in its sockets (8.5 + 2.5 + 1.6 + 3.2) and a plug with its cable bent aside (9.8 + 8) (estimate).
BOX = 5 + 1.6 + 17.8

_MOST_LOST = 0.1  # of the field at the sticker, to a plane of metal


def lost(antenna: float, over: float, metal: float) -> float:
    """Return the share of a square coil's field, `over` above it, that a plane of metal so far
    below takes: the coil's mirror image stands twice as deep and turns the other way. The coil
    counts as a circle of the same area.
    """
    square = antenna**2 / pi
    image = (square + (over + 2 * metal) ** 2) ** 1.5
    return float((square + over**2) ** 1.5 / image)


def to_metal(antenna: float, over: float) -> float:
    """Return how far metal must be: a plane is the worst that it can be, also beside the coil."""
    square = antenna**2 / pi
    image = (square + over**2) / _MOST_LOST ** (2 / 3)
    return (sqrt(image - square) - over) / 2


def drains(depth: float) -> float:
    """Return the least hole through which water of that depth runs off: a narrower one holds
    it.
    """
    return float(4 * CAPILLARY**2 / depth)
