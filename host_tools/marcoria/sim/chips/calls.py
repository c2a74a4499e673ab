"""Remote calls to a simulated world: lookup of dotted names, and conversion of values to JSON.

JSON has neither bytes nor tuples, so they become {"bytes": hex} and {"tuple": [...]}. If the
caller gives a list of `pieces`, long byte strings are appended to this list and become
{"piece": index}.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from marcoria.sim.chips.seams import Buffer

_FEW = 32  # longer byte strings become pieces, because hex digits in JSON are slow


def find(root: object, name: str) -> "Any":
    """Return the object with a dotted name, starting at `root`; "" is `root` itself.

    Each part of the name is an attribute, a key of a dictionary, or an index. A part of digits is
    an index or a key that is an integer.
    """
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
    """Return the value in a form that JSON can represent.

    Append long byte strings to `pieces`, unless `pieces` is None.
    """
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
    """Return the original value of a result of `packed`; short byte strings become `bytes`.

    `pieces` has the byte strings that `packed` has appended.
    """
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
