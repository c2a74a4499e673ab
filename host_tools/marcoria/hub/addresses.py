"""Addresses of MQTT brokers, as people write them."""

from urllib.parse import urlsplit

from marcoria.errors import Exit, TableError

_USUAL_PORT = 1883


def host_and_port(address: str) -> tuple[str, int]:
    """Return the host and the port in an address such as `mqtt://hub.local`."""
    try:
        parts = urlsplit(address)
        port = parts.port or _USUAL_PORT
    except ValueError:
        parts, port = urlsplit(""), 0
    if parts.scheme != "mqtt" or not parts.hostname:
        told = f"'{address}' is not the address of a broker: write mqtt:// and its name"
        raise TableError("usage", told, Exit.USAGE)
    return parts.hostname, port
