"""Numbers that travel between the parts of the table, to the journal and to a host: each once.

A class names one kind of thing; code says `Events.CARD`, never a number and never a name of its
own. On the board only the letters of cards and seats are left of it: the build puts the values in
their places.
"""
