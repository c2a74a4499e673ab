"""ISO/IEC 14443-3 type A at 106 kbit/s: cards (PICC), and the air between them and one antenna.

A `Tag` is the state machine of a card. A `Field` has the tags near one antenna: it switches them
on and off, passes the reader's frame to them, and superposes their answers bit by bit to an
`Echo`. Times are counted in carrier cycles (13.56 MHz) and rounded to microseconds at the end.

A frame is a bytearray with the first bit on the air in bit 0 of byte 0, and its number of data
bits; start bit and parity are on the air but not in it. If an ANTICOLLISION ends within a byte,
its answer starts within that byte: `align` is the number of bits left out of it.
"""
