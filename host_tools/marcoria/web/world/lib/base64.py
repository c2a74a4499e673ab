"""Replacement for the parts of CPython's `base64` that the host's code uses."""

from binascii import a2b_base64, b2a_base64

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def b64decode(text: str, validate: bool) -> bytes:
    """Decode base64; if `validate` is true, raise ValueError for an invalid text."""
    bare = text.rstrip("=")
    wrong = len(text) % 4 or len(text) - len(bare) > 2 or any(c not in _LETTERS for c in bare)
    if wrong and validate:
        raise ValueError(text)
    return a2b_base64(text)


def urlsafe_b64encode(data: bytes) -> bytes:
    """Encode data as base64 with - and _ in place of + and /."""
    return b2a_base64(data).rstrip(b"\n").replace(b"+", b"-").replace(b"/", b"_")
