"""Causes of a start, as its record has them; docs/journal.md lists the others."""

from micropython import const

SOFT_RESET = const(5)  # somebody asked for it: a host, or a person at the prompt
