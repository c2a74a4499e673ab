"""Host tools of Marcoria: the `marcoria` command, the simulator and shared code."""

__version__ = "0.1.0"
