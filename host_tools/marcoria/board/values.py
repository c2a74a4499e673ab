"""Values of resistors and capacitors as people write them."""

_FACTORS = {"p": 1e-12, "n": 1e-9, "u": 1e-6, "R": 1.0, "k": 1e3, "M": 1e6}


def number(value: str) -> float:
    """`100n`, `4k7`, `330R`: in farad or ohm; 0 for what is none."""
    for letter, factor in _FACTORS.items():
        whole, found, rest = value.partition(letter)
        if found and whole.isdigit() and (not rest or rest.isdigit()):
            return float(f"{whole}.{rest or 0}") * factor
    return 0.0
