"""Cards, seats and contracts as small integers.

A card is `suit << 3 | rank`; a hand is five bytes: one mask of ranks a suit, and a fifth that
stays 0, so that a contract without trumps can look up "trumps held" like any other.
Seats N E S W are 0 to 3. Contracts are the four suits, then NT and AT, in bidding order.
"""

# Ranks that beat a rank, as masks, by the order of strength.
TRUMP_BEATS = b"\xfe\xfc\x10\x94\x00\xdc\x9c\x14"  # J 9 A T K Q 8 7
PLAIN_BEATS = b"\xfe\xfc\xf8\x80\xe8\xc8\x88\x00"  # A T K Q J 9 8 7
FACE_BEATS = b"\xfe\xfc\xf8\xf0\xe0\xc0\x80\x00"  # A K Q J T 9 8 7

TRUMP_POINTS = b"\x00\x00\x0e\x0a\x14\x03\x04\x0b"
PLAIN_POINTS = b"\x00\x00\x00\x0a\x02\x03\x04\x0b"

# How many bits a mask of ranks has.
COUNT = bytearray(256)
for _mask in range(256):
    COUNT[_mask] = COUNT[_mask >> 1] + (_mask & 1)
