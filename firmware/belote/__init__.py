"""The rules of Belote, which use integers and bytes, but no I/O and no clock.

Judging a card allocates no memory on the heap. An accepted event allocates little.

A card is `suit << 3 | rank`. Suits C D H S are 0 to 3, ranks 7 8 9 T J Q K A are 0 to 7. A hand
is five bytes: a mask of ranks for each suit, and a fifth byte that stays 0. In a contract without
a trump suit the number of the trump suit is 4, so that `hand[trump]` is 0.
Seats N E S W are 0 to 3. Contracts in bidding order are the four suits, 4 for no trumps (NT) and 5
for all trumps (AT).
"""
