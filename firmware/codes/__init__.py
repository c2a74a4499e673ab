"""Numbers that travel between the parts of the table, to the journal and to a host: each once.

A module names one kind of thing; code says `events.CARD`, never a number and never a name of its
own. On the board these modules do not exist, but for `letters`: the build puts the values in their
places.
"""
