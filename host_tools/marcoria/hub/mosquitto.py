"""Files for Mosquitto, the MQTT broker of a club: who may connect, and who may use which topic."""

import base64
import hashlib
import os
import secrets
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from marcoria.errors import TableError
from marcoria.hub.addresses import CERTIFICATE, broker_at
from marcoria.hub.frame import mqtt_password
from marcoria.hub.mqtt import HUB_USER, TO_HUB, TO_TABLE, TOPIC
from marcoria.hub.store import TableRow
from marcoria.named_files import write_file

ADDRESS = "address"  # file with the address that `hub serve --broker` needs
_PASSWORDS, _RIGHTS, _CONFIG, _KEY = "passwords", "acl", "mosquitto.conf", "server.key"
_ROUNDS = 101  # Mosquitto's default; random passwords need no more rounds
_SALT_BYTES = 12
_CONFIGURATION = """\
# Mosquitto for a hub of Marcoria. Edit this file as you like: it is written only once.
{listener}
allow_anonymous false
password_file {folder}/passwords
acl_file {folder}/acl
message_size_limit 4096
persistence false
"""
_PLAIN = "listener 1883"
_SECURE = """\
listener 8883
certfile {folder}/server.crt
keyfile {folder}/server.key"""
# Validity of server.crt: long, because the tables trust only this certificate, and must all be
# enrolled again for a new one.
_YEARS = 20


def write_folder(folder: str, tables: Iterable[TableRow], host: str, has_tls: bool) -> str:
    """Write the files for Mosquitto into a folder; return the path of the file `address`.

    `passwords` and `acl` are always written. The other files are written only if they do not
    exist, so the hub's password in `address` does not change. `host` is the name of Mosquitto's
    computer in a new `address` and a new certificate. With `has_tls`, a new `address` is for a
    broker with TLS; raise TableError if an existing `address` is for a broker without TLS. A new
    configuration is for the broker in `address`; if that broker has TLS and its certificate or key
    is missing, raise TableError.
    """
    there = Path(folder).resolve()
    try:
        there.mkdir(parents=True, exist_ok=True)
        address = there / ADDRESS
        if has_tls and address.exists() and not broker_at(str(address)).has_tls:
            told = f"the files in {folder} are for a broker without TLS: name another folder"
            raise TableError("no-tls", told)
        if has_tls and not (there / CERTIFICATE).exists():
            _make_certificate(there, host)
        if not address.exists():
            scheme = "mqtts" if has_tls else "mqtt"
            _write_secret(address, f"{scheme}://{HUB_USER}:{secrets.token_hex(16)}@{host}\n")
        users = {HUB_USER: broker_at(str(address)).password}
        users |= {one.name: mqtt_password(one.key) for one in tables if one.revoked is None}
        lines = [f"{name}:{hashed(password)}" for name, password in users.items()]
        _write(there / _PASSWORDS, lines)
        _write(there / _RIGHTS, _rights())
        if not (there / _CONFIG).exists():
            is_secure = broker_at(str(address)).has_tls
            if is_secure:
                _check_certificate(there)
            listener = (_SECURE if is_secure else _PLAIN).format(folder=there)
            _write(there / _CONFIG, [_CONFIGURATION.format(folder=there, listener=listener)])
    except OSError as error:
        told = f"cannot write the files for Mosquitto to {folder}: {error.strerror}"
        raise TableError("unwritable", told) from error
    return str(address)


def _check_certificate(folder: Path) -> None:
    for name in (CERTIFICATE, _KEY):
        if not (folder / name).exists():
            told = (
                f"{folder / name} is missing: copy it back, or delete {CERTIFICATE} and {_KEY},"
                " make new ones with --tls, and enrol each table again"
            )
            raise TableError("no-certificate", told)


def _make_certificate(folder: Path, host: str) -> None:
    """Make a key and a self-signed certificate for a broker."""
    command = ["openssl", "req", "-x509", "-nodes", "-days", f"{365 * _YEARS}", "-subj"]
    command += [f"/CN={host}", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    command += ["-keyout", f"{folder / _KEY}", "-out", f"{folder / CERTIFICATE}"]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except FileNotFoundError as error:
        told = "--tls makes a certificate with openssl: install that first"
        raise TableError("no-openssl", told) from error
    except subprocess.CalledProcessError as error:
        told = error.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise TableError("no-certificate", f"openssl made no certificate: {told}") from error


def hashed(password: str) -> str:
    """Return a password as Mosquitto stores it: PBKDF2 with SHA-512."""
    salt = secrets.token_bytes(_SALT_BYTES)
    made = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _ROUNDS)
    coded = [base64.b64encode(part).decode() for part in (salt, made)]
    return f"$7${_ROUNDS}${coded[0]}${coded[1]}"


def _rights() -> Iterator[str]:
    """Yield the lines of Mosquitto's file `acl`: which topics each user may read or write."""
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
