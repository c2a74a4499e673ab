"""ISO/IEC 14443-3 type A at 106 kbit/s: models of cards (PICC) and of the field of an antenna.

A `Tag` is the state machine of a card. A `Field` has the tags near one antenna. It switches them
on and off, passes the reader's frame to them, and superposes their answers bit by bit into an
`Echo`. Durations of frames are computed in carrier cycles (13.56 MHz), and only the result is
rounded to microseconds.

A frame is a bytearray and a number of data bits. The first bit on the air is bit 0 of byte 0. The
bytearray has no start bit, and no parity bits unless `Echo.show_parity` inserts them.

An ANTICOLLISION command has the bits of the UID that the reader knows already. If they end in the
middle of a byte, the answer starts in the same byte: `align` is the number of bits of the answer's
first byte that are not sent.
"""
