"""Files for Mosquitto, the MQTT broker of a club: who may connect, and who may use which topic."""

import base64
import hashlib
import os
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path

from marcoria.errors import TableError
from marcoria.hub.addresses import broker_at
from marcoria.hub.frame import mqtt_password
from marcoria.hub.mqtt import HUB_USER, TO_HUB, TO_TABLE, TOPIC
from marcoria.hub.store import TableRow
from marcoria.named_files import write_file

ADDRESS = "address"  # file with the address that `hub serve --broker` needs
_PASSWORDS, _RIGHTS, _CONFIG = "passwords", "acl", "mosquitto.conf"
_ROUNDS = 101  # Mosquitto's own; the passwords are random, so that no more are needed
_SALT_BYTES = 12
_CONFIGURATION = """\
# Mosquitto for a hub of Marcoria. Edit this file as you like: it is written only once.
listener 1883
allow_anonymous false
password_file {folder}/passwords
acl_file {folder}/acl
message_size_limit 4096
persistence false

# With TLS nobody in the network can read passwords or results. Tables do not use TLS: if some
# report over WiFi, keep `listener 1883`. Else replace it by:
# listener 8883
# certfile {folder}/server.crt
# keyfile {folder}/server.key
"""


def write_folder(folder: str, tables: Iterable[TableRow], host: str) -> str:
    """Write the files for Mosquitto into a folder; return the path of the file `address`.

    `host` is the name of Mosquitto's computer in a new `address`. A file that exists stays as it
    is, with the hub's password, and so does mosquitto.conf.
    """
    there = Path(folder).resolve()
    try:
        there.mkdir(parents=True, exist_ok=True)
        address = there / ADDRESS
        if not address.exists():
            _write_secret(address, f"mqtt://{HUB_USER}:{secrets.token_hex(16)}@{host}\n")
        users = {HUB_USER: broker_at(str(address)).password}
        users |= {one.name: mqtt_password(one.key) for one in tables if one.revoked is None}
        lines = [f"{name}:{hashed(password)}" for name, password in users.items()]
        _write(there / _PASSWORDS, lines)
        _write(there / _RIGHTS, _rights())
        if not (there / _CONFIG).exists():
            _write(there / _CONFIG, [_CONFIGURATION.format(folder=there)])
    except OSError as error:
        told = f"cannot write the files for Mosquitto to {folder}: {error.strerror}"
        raise TableError("unwritable", told) from error
    return str(address)


def hashed(password: str) -> str:
    """Return a password as Mosquitto stores it: PBKDF2 with SHA-512."""
    salt = secrets.token_bytes(_SALT_BYTES)
    made = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _ROUNDS)
    coded = [base64.b64encode(part).decode() for part in (salt, made)]
    return f"$7${_ROUNDS}${coded[0]}${coded[1]}"


def _rights() -> Iterator[str]:
    """Yield the lines of Mosquitto's file about topics."""
    yield f"user {HUB_USER}"
    yield from (f"topic read {TOPIC.format('+', word)}" for word in TO_HUB)
    yield from (f"topic write {TOPIC.format('+', word)}" for word in TO_TABLE)
    yield from (f"pattern write {TOPIC.format('%u', word)}" for word in TO_HUB)
    yield from (f"pattern read {TOPIC.format('%u', word)}" for word in TO_TABLE)


def _write(path: Path, lines: Iterable[str]) -> None:
    write_file(path, "".join(f"{line}\n" for line in lines).encode())


def _write_secret(path: Path, text: str) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(handle, "w", encoding="utf-8") as file:
        file.write(text)
