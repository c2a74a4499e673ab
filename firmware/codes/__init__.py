"""Numbers that the table's parts, the journal and a host share, each defined once.

Each class has the numbers of one kind. Code uses `Events.CARD`, never the bare number or a
constant of its own. The build replaces each name by its number, so on the board this package has
only what `codes.game` defines outside its classes: names of cards, seats and contracts.
"""
