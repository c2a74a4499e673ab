"""The virtual table's server started, unless its port is another program's or it runs already."""

import errno
import json
import re
import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from marcoria.errors import Exit, TableError
from marcoria.paths import ROOT
from marcoria.web.serving import HOST, IDENTITY, PROGRAM, Serving, address_of
from marcoria.web.site import fingerprint

_ANSWER_S = 5.0  # for a whole answer, however slowly it comes
_MOST_BYTES = 16_384
_LONGEST = 400  # letters of a field
_TRIES = 40
_MOMENT_S = 0.05
_OK = re.compile(rb"HTTP/1\.[01] 200 ")


@dataclass(frozen=True)
class Identity:
    """The folder, the version and the build of a server of ours."""

    folder: str
    version: str
    build: str


def start(files: Mapping[str, bytes], port: int) -> Serving | Identity:
    """Return a server of these files, or who serves the same ones at that port already. Refuse, in
    a sentence, a port that has anything else. Of two starts at the same moment one gets the port,
    and the other finds its server."""
    for _ in range(_TRIES):
        heard = hear(port)
        if heard is not None:
            return _compare(identify(heard), files, port)
        try:
            return Serving(files, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise _unusable(port, error) from error
        time.sleep(_MOMENT_S)
    raise _foreign(port)


def hear(port: int) -> bytes | None:
    """Ask the program at a port of this machine for the identity of ours. Return what it answers:
    as much as an answer of ours may have, within seconds; None if no program listens there."""
    until = time.monotonic() + _ANSWER_S
    heard = bytearray()
    try:
        connection = socket.create_connection((HOST, port), timeout=_ANSWER_S)
    except TimeoutError:
        return b""
    except OSError:
        return None
    with connection, suppress(OSError):
        connection.sendall(f"GET {IDENTITY} HTTP/1.0\r\nHost: {HOST}:{port}\r\n\r\n".encode())
        while len(heard) < _MOST_BYTES and (left := until - time.monotonic()) > 0:
            connection.settimeout(left)
            if not (data := connection.recv(4096)):
                break
            heard += data
    return bytes(heard)


def identify(heard: bytes) -> Identity | None:
    """Return who has given this answer; None if it is no server of ours."""
    head, _, body = heard.partition(b"\r\n\r\n")
    if not _OK.match(head):
        return None
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict) or told.get("program") != PROGRAM:
        return None
    fields = [told.get(name) for name in ("folder", "version", "build")]
    texts = [_shown(field) for field in fields if isinstance(field, str)]
    return Identity(*texts) if len(texts) == len(fields) else None


def _shown(text: str) -> str:
    """Return what a terminal may show of a text of others."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:_LONGEST])


def _compare(found: Identity | None, files: Mapping[str, bytes], port: int) -> Identity:
    """Return who serves the same files; refuse a port that has others."""
    if found is None:
        raise _foreign(port)
    if found.build == fingerprint(files):
        return found
    whose = found.folder
    if whose == str(ROOT):
        whose = "this folder as it was before something in it was changed"
    told = (
        f"{address_of(port)} has the table of {whose} (Marcoria {found.version}): stop that with "
        "Ctrl-C where it runs and say the same again, or choose another port with --port"
    )
    raise TableError("other-table", told, Exit.BUSY, folder=found.folder, version=found.version)


def _foreign(port: int) -> TableError:
    told = f"another program uses port {port}: end that, or choose another port with --port"
    return TableError("busy-port", told, Exit.BUSY)


def _unusable(port: int, error: OSError) -> TableError:
    if error.errno == errno.EACCES:
        told = f"the system does not give you port {port}: choose one above 1023 with --port"
        return TableError("no-permission", told, Exit.PERMISSION)
    told = f"port {port} cannot be used ({error.strerror}): choose another one with --port"
    return TableError("busy-port", told, Exit.BUSY)
