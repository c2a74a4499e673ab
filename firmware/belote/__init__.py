"""The game of Belote: integers and bytes, no I/O, no clock, nothing allocated per card.

A card is `suit << 3 | rank`; a hand is five bytes: one mask of ranks a suit, and a fifth that
stays 0, so that a contract without trumps can look up "trumps held" like any other.
Seats N E S W are 0 to 3. Contracts are the four suits, then NT and AT, in bidding order.
"""
