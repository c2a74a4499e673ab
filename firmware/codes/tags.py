"""What a tag is: below OTHER_DECK a card of the deck that is played with."""

from micropython import const

OTHER_DECK = const(32)  # + the card
COMMAND = const(64)  # + the number of a command card: its place in `decks.COMMANDS`
UNKNOWN = const(255)
