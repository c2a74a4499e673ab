"""Milliseconds as they are counted: up to MASK, and then from 0 again."""

from micropython import const

MASK = const(0x3FFFFFFF)
IDLE_MS = const(1000)  # until a part that has nothing to do is asked again
