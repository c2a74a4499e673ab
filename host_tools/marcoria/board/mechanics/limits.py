"""The keys of [mechanics] in board.toml, and limits set by parts and physics, with reasons."""

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


# Materials that let the readers' field of 13.56 MHz through. Metal and carbon do not: the field
# drives currents in them, and these currents cancel the field.
MATERIALS = ("birch plywood", "MDF", "acrylic", "EVA foam", "cork")

# Greatest distance in mm from a reader's coil to a sticker. Builders of readers with the MFRC522
# report that stickers stop answering beyond 1 cm (github.com/miguelbalboa/rfid, README). The limit
# is half of that, because modules and stickers may be weak.
MOST_OVER = 5.0

# Least distance in mm between the coils of two seats. Two readers 80 mm apart read each other's
# tags (github.com/miguelbalboa/rfid, issue 589). Beside a coil the field falls with the cube of
# the distance: the field at 160 mm is an eighth of the field at 80 mm.
TO_NEIGHBOUR = 160.0

# Least distance in mm from key to key. Keyboards have 19.05 mm (three quarters of an inch); about
# 3 mm are added because players look at the cards and not at the keys (estimate).
KEY_PITCH = 22.0

# In mm. The greatest height of a puddle is 2 * length * sin(angle / 2), where `length` is the
# capillary length of water, 2.7 mm, and `angle` is the contact angle of water on varnish, at most
# 90 degrees (estimate). A puddle of beer is lower.
CAPILLARY = 1000 * sqrt(0.072 / (1000 * 9.81))
PUDDLE = 2 * CAPILLARY * sqrt(0.5)

WIRE = 1.27  # width in mm of a wire in flat cable

# Height of the board in the box, in mm (estimate): 5 for solder and wires below it, 1.6 for
# the board itself, and above it either a module in sockets (8.5 + 2.5 + 1.6 + 3.2) or a plug with
# a bent cable (9.8 + 8), which is higher.
BOX = 5 + 1.6 + 17.8

_MOST_LOST = 0.1  # share of the field at the sticker that a plane of metal may take


def lost(antenna: float, over: float, metal: float) -> float:
    """Return the share of a square coil's field that a plane of metal takes.

    `antenna` is the side of the coil. The field is computed at the distance `over` above the coil,
    with the metal at the distance `metal` below the coil. The metal acts like a second coil at the
    distance `2 * metal` below the first, with the current reversed. Each coil is computed as a
    circle of equal area.
    """
    square = antenna**2 / pi
    image = (square + (over + 2 * metal) ** 2) ** 1.5
    return float((square + over**2) ** 1.5 / image)


def to_metal(antenna: float, over: float) -> float:
    """Return how far metal must be from a coil, for a sticker at the distance `over` above it.

    At this distance a plane of metal below the coil takes the share `_MOST_LOST` of the field.
    Metal beside the coil takes less.
    """
    square = antenna**2 / pi
    image = (square + over**2) / _MOST_LOST ** (2 / 3)
    return (sqrt(image - square) - over) / 2


def drains(depth: float) -> float:
    """Return the diameter in mm of the smallest hole that drains water of this depth in mm."""
    return float(4 * CAPILLARY**2 / depth)
