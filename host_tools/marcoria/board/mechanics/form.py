"""The keys of [mechanics] in the board file: figures in mm, and what a layer is of."""

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
