"""The error that ends a connection to the hub."""


class Trouble(Exception):
    """Error whose text tells people why the table cannot report."""
