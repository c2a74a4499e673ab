"""Addresses of MQTT brokers, as people write them."""

import base64
import hashlib
import ssl
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from marcoria.errors import Exit, TableError
from marcoria.named_files import read_text
from marcoria.value import Value

CERTIFICATE = "server.crt"  # the broker's certificate, beside the file with its address
_PORTS = {"mqtt": 1883, "mqtts": 8883}


class BrokerAddress(Value):
    """Address of an MQTT broker: mqtt://user:password@host:port, or mqtts:// with TLS.

    `certificate` is the path of the broker's certificate. It is "" without TLS, or if an authority
    has signed the certificate.
    """

    def __init__(
        self, host: str, port: int, user: str, password: str, has_tls: bool, certificate: str = ""
    ) -> None:
        self.host = host
        self.port = port
        self.user = user
        self.password = password
        self.has_tls = has_tls
        self.certificate = certificate

    @property
    def shown(self) -> str:
        """Return the address without user and password."""
        return f"mqtt{'s' * self.has_tls}://{self.host}:{self.port}"


def broker_at(told: str) -> BrokerAddress:
    """Return the address of a broker; `told` is the address, or the name of a file with it.

    The broker's certificate is in the file `CERTIFICATE` in the folder of the named file. If the
    broker has TLS and this file exists, the returned `certificate` is the path of this file. Raise
    TableError if the address is wrong, or if the named file cannot be read.
    """
    sentence = "this is no address of a broker: write mqtt://user:password@host"
    beside = None
    if "://" not in told:
        beside = Path(told).with_name(CERTIFICATE)
        told = read_text(told, "no-broker").strip()
    try:
        parts = urlsplit(told)
        port = parts.port or _PORTS[parts.scheme]
    except (ValueError, KeyError) as error:
        raise TableError("no-broker", sentence) from error
    if not parts.hostname:
        raise TableError("no-broker", sentence)
    user, password = (unquote(part or "") for part in (parts.username, parts.password))
    has_tls = parts.scheme == "mqtts"
    certificate = str(beside) if has_tls and beside and beside.exists() else ""
    return BrokerAddress(parts.hostname, port, user, password, has_tls, certificate)


class TableBroker(NamedTuple):
    """Broker as a table knows it; `sha256` is the result of `fingerprint`, "" without TLS."""

    host: str
    port: int
    sha256: str = ""


def broker_of_table(told: str, certificate: str) -> TableBroker:
    """Return the broker at the address `told`.

    `certificate` is the file with the broker's certificate, "" for a broker without TLS. Raise
    TableError if the address is wrong, or if address and certificate do not agree about TLS.
    """
    address = broker_at(told) if "://" in told else None
    if address is None:
        sentence = f"'{told}' is no address of a broker: write mqtt:// and the broker's name"
        raise TableError("usage", sentence, Exit.USAGE)
    if address.has_tls != bool(certificate):
        sentence = (
            "with mqtts:// add the file of the broker's certificate, the only one that the table"
            " trusts; with mqtt:// leave it out"
        )
        raise TableError("usage", sentence, Exit.USAGE)
    return TableBroker(address.host, address.port, fingerprint(certificate))


def fingerprint(certificate: str) -> str:
    """Return the SHA-256 of the certificate in a file, in base64; "" without a file."""
    if not certificate:
        return ""
    text = read_text(certificate, "no-certificate")
    try:
        data = ssl.PEM_cert_to_DER_cert(text.strip())
    except ValueError as error:
        sentence = (
            f"{certificate} is no certificate: its first line must be -----BEGIN CERTIFICATE-----"
        )
        raise TableError("no-certificate", sentence) from error
    return base64.b64encode(hashlib.sha256(data).digest()).decode()
