"""Numbers that the table's parts, the journal and a host share, each defined once.

A class has the numbers of one kind; code uses `Events.CARD`, never a number or a constant of its
own. The build puts the values in their places, so that only the letters of cards and seats are
left of this package on the board.
"""
