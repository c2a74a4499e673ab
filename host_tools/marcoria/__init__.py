"""Marcoria's host tools: the `marcoria` command, the VM runner and what they share."""

__version__ = "0.1.0"
