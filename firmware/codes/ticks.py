"""Milliseconds as they are counted: up to MASK, and then from 0 again."""

from micropython import const

MASK = const(0x3FFFFFFF)
