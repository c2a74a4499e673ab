"""Calls to a world from outside: dotted names, and values as JSON.

JSON has neither bytes nor tuples, so they become {"bytes": hex} and {"tuple": [...]}. Long bytes
are put into a list beside the text if there is one, and become {"piece": index}.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from marcoria.sim.chips.seams import Buffer

_FEW = 32  # most bytes that are put into the text, because hex in JSON is slow


def find(root: object, name: str) -> "Any":
    """Return the object with a dotted name of attributes, keys and indexes."""
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
    """Convert a value for JSON."""
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
    """Convert a packed value back."""
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
