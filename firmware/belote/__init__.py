"""The rules of Belote: integers and bytes, no I/O, no clock, no heap allocated per card.

A card is `suit << 3 | rank`. A hand is five bytes: a mask of ranks for each suit, and a fifth byte
that stays 0. In a contract without a trump suit the number of the trump suit is 4, so that
`hand[trump]` is 0.
Seats N E S W are 0 to 3. Contracts are the four suits, then NT and AT, in bidding order.
"""
