"""A house file as the table is given it: without what is so anyway."""

from belote.housekeys import DEFAULTS

_USUAL = frozenset(DEFAULTS.splitlines())


def shorter(text: str) -> str:
    """The lines that say something else than a key means which is left out."""
    return "".join(f"{line}\n" for line in text.splitlines() if line not in _USUAL)
