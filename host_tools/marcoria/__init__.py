"""Marcoria's host tools: the `marcoria` command, the simulator, and what they share."""

__version__ = "0.1.0"
