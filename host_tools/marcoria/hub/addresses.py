"""Addresses of MQTT brokers, as people write them."""

from urllib.parse import unquote, urlsplit

from marcoria.errors import Exit, TableError
from marcoria.named_files import read_text
from marcoria.value import Value

_PORTS = {"mqtt": 1883, "mqtts": 8883}


class BrokerAddress(Value):
    """Address of an MQTT broker: mqtt://user:password@host:port, or mqtts:// with TLS."""

    def __init__(self, host: str, port: int, user: str, password: str, has_tls: bool) -> None:
        self.host = host
        self.port = port
        self.user = user
        self.password = password
        self.has_tls = has_tls

    @property
    def shown(self) -> str:
        """Return the address without its password."""
        return f"mqtt{'s' * self.has_tls}://{self.host}:{self.port}"


def broker_at(told: str) -> BrokerAddress:
    """Return the address of a broker; `told` is the address, or the name of a file with it."""
    sentence = "this is no address of a broker: write mqtt://user:password@host"
    if "://" not in told:
        told = read_text(told, "no-broker").strip()
    try:
        parts = urlsplit(told)
        port = parts.port or _PORTS[parts.scheme]
    except (ValueError, KeyError) as error:
        raise TableError("no-broker", sentence) from error
    if not parts.hostname:
        raise TableError("no-broker", sentence)
    user, password = (unquote(part or "") for part in (parts.username, parts.password))
    return BrokerAddress(parts.hostname, port, user, password, parts.scheme == "mqtts")


def broker_of_table(told: str) -> BrokerAddress:
    """Return the address of a broker for a table, which cannot use TLS."""
    address = broker_at(told) if "://" in told else None
    if address is None or address.has_tls:
        sentence = f"'{told}' is no address of a broker for a table: write mqtt:// and its name"
        raise TableError("usage", sentence, Exit.USAGE)
    return address
