"""Host tools of Marcoria: command `marcoria`, simulator, bots, web page and hub."""

__version__ = "0.1.0"
