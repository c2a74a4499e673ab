"""What a dotted name leads to: "readers.S.version"."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def find(root: object, name: str) -> "Any":
    """From attribute to attribute, key to key, place to place."""
    found: "Any" = root
    for part in name.split(".") if name else ():
        if part.isdigit():
            found = found[int(part)]
        elif isinstance(found, dict) and part in found:
            found = found[part]
        else:
            found = getattr(found, part)
    return found
