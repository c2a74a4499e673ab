"""Why the board has started, as the record of a start says; the other values are in
docs/journal.md."""

from micropython import const

SOFT_RESET = const(5)  # somebody asked for it: a host, or a person at the prompt
