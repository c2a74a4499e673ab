"""SHA-512, which MicroPython lacks, for seeding like CPython's `random`."""

_MASK = (1 << 64) - 1
_BLOCK, _WORD, _LENGTH, _ROUNDS = 128, 8, 16, 80  # sizes in bytes; number of rounds


def sha512(data: bytes) -> bytes:
    """Return the SHA-512 digest of data."""
    zeros = -(len(data) + 1 + _LENGTH) % _BLOCK
    padded = data + b"\x80" + bytes(zeros) + (len(data) * 8).to_bytes(_LENGTH, "big")
    state = [_root(prime, 2) & _MASK for prime in _PRIMES[:8]]
    for at in range(0, len(padded), _BLOCK):
        words = [
            int.from_bytes(padded[i : i + _WORD], "big") for i in range(at, at + _BLOCK, _WORD)
        ]
        state = _after(state, words)
    return b"".join([word.to_bytes(_WORD, "big") for word in state])


def _after(state: list[int], words: list[int]) -> list[int]:
    """Return the hash state after the words of one block."""
    for i in range(16, _ROUNDS):
        far, near = words[i - 15], words[i - 2]
        small = _turned(far, 1) ^ _turned(far, 8) ^ far >> 7
        large = _turned(near, 19) ^ _turned(near, 61) ^ near >> 6
        words.append(words[i - 16] + small + words[i - 7] + large & _MASK)
    a, b, c, d, e, f, g, h = state
    for word, key in zip(words, _KEYS):
        turned = _turned(e, 14) ^ _turned(e, 18) ^ _turned(e, 41)
        first = h + turned + (e & f ^ ~e & g) + key + word
        turned = _turned(a, 28) ^ _turned(a, 34) ^ _turned(a, 39)
        second = turned + (a & b ^ a & c ^ b & c)
        h, g, f, e = g, f, e, d + first & _MASK
        d, c, b, a = c, b, a, first + second & _MASK
    return [one + other & _MASK for one, other in zip(state, (a, b, c, d, e, f, g, h))]


def _turned(word: int, count: int) -> int:
    return (word >> count | word << 64 - count) & _MASK


def _root(prime: int, power: int) -> int:
    """Return 2 ** 64 times a root of a prime, rounded down.

    `power` is 2 for the square root, 3 for the cube root.
    """
    number, found = prime << 64 * power, 1 << 68
    while True:
        better = ((power - 1) * found + number // found ** (power - 1)) // power
        if better >= found:
            return found
        found = better


def _primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


_PRIMES = _primes(_ROUNDS)
_KEYS = [_root(prime, 3) & _MASK for prime in _PRIMES]
