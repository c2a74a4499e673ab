"""Calls to a world from outside: dotted names, and values as JSON.

JSON knows neither bytes nor tuples: {"bytes": hex}, {"tuple": [...]}. Given a list for it, long
bytes go beside the text: {"piece": number}. The host packs in the same way.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from marcoria.sim.chips.seams import Buffer

_FEW = 32  # bytes that may be in the text: JSON of more takes its time


def find(root: object, name: str) -> "Any":
    """Return what a dotted name leads to: attributes, keys and places in lists."""
    found: "Any" = root
    for part in name.split(".") if name else ():
        if part.isdigit():
            found = found[int(part)]
        elif isinstance(found, dict) and part in found:
            found = found[part]
        else:
            found = getattr(found, part)
    return found


def packed(value: object, pieces: "list[Buffer | bytes] | None" = None) -> object:
    """Return a value made ready for JSON."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        if pieces is None or len(value) <= _FEW:
            return {"bytes": bytes(value).hex()}
        pieces.append(value)
        return {"piece": len(pieces) - 1}
    if isinstance(value, tuple):
        return {"tuple": [packed(one, pieces) for one in value]}
    if isinstance(value, list):
        return [packed(one, pieces) for one in value]
    if isinstance(value, dict):
        return {key: packed(one, pieces) for key, one in value.items()}
    return value


def plain(value: object, pieces: "Sequence[Buffer | bytes]" = ()) -> object:
    """Return the value that was packed."""
    if isinstance(value, list):
        return [plain(one, pieces) for one in value]
    if isinstance(value, dict):
        if list(value) == ["bytes"]:
            return bytes.fromhex(value["bytes"])
        if list(value) == ["piece"]:
            return pieces[value["piece"]]
        if list(value) == ["tuple"]:
            return tuple([plain(one, pieces) for one in value["tuple"]])
        return {key: plain(one, pieces) for key, one in value.items()}
    return value
