"""Settings for the way from the table to its hub: WiFi, MQTT broker and NTP server.

These settings have a file of their own. It contains the password of the WiFi, so no backup
contains this file. No answer to a host contains this password.
"""

import json
import os
from binascii import a2b_base64, b2a_base64

from micropython import const

from table.files.storage import exists, read, write

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import TextIO, TypeGuard

_PATH = "/hub/network.json"
_LARGEST_FILE = const(1024)  # maximum number of bytes of the file
_LONGEST_NAME = const(32)  # maximum number of bytes of a WiFi's name
_LONGEST_PASSWORD = const(63)
_SHORTEST_PASSWORD = const(8)
_LONGEST_HOST = const(60)
_LAST_PORT = const(65535)
_HASH_BYTES = const(32)
_TIME_SERVER = "pool.ntp.org"


class Access:
    """WiFi and broker of the table; a table with an empty `ssid` or `host` does not report.

    `certificate` is the SHA-256 of the broker's certificate; if it is b"", the table uses no TLS.
    `time_server` is an NTP server, "" for none. `root` is the folder of all files of the table, ""
    on the board. `changes` grows with each change: a connection that was opened at a lower value
    uses old settings.
    """

    def __init__(self, root: str) -> None:
        self._path = root + _PATH
        self.changes = 0
        self._clear()
        try:
            found = json.loads(read(self._path, _LARGEST_FILE))
            is_good = (
                self.take_wifi(found["ssid"], found["password"])
                and self.take_broker(found["host"], found["port"], found.get("sha256", ""))
                and self.take_time_server(found.get("time", _TIME_SERVER))
            )
            if not is_good:
                self._clear()
        except (OSError, ValueError, KeyError, TypeError):
            self._clear()  # no such file, or a damaged one

    def _clear(self) -> None:
        self.ssid = self.password = self.host = ""
        self.certificate = b""
        self.time_server = _TIME_SERVER
        self.port = 0

    @property
    def is_complete(self) -> bool:
        """Return whether both the WiFi and the broker are known."""
        return self.ssid != "" and self.host != ""

    def take_wifi(self, ssid: object, password: object) -> bool:
        """Use this WiFi from now on; return False if the name or the password is invalid.

        An empty name switches reports over WiFi off. An open WiFi has an empty password.
        """
        if not isinstance(ssid, str) or not isinstance(password, str):
            return False
        count = len(password.encode())
        is_open = count == 0
        if len(ssid.encode()) > _LONGEST_NAME:
            return False
        if not is_open and not _SHORTEST_PASSWORD <= count <= _LONGEST_PASSWORD:
            return False
        self.ssid = ssid
        self.password = password if ssid else ""
        self.changes += 1
        return True

    def take_broker(self, host: object, port: object, certificate: object) -> bool:
        """Use this broker from now on; return False if an argument is invalid.

        An empty `host` means that the broker is not known. `certificate` is a SHA-256 in base64;
        with "" the table uses no TLS.
        """
        if not _is_host(host) or type(port) is not int or not 0 <= port <= _LAST_PORT:
            return False
        if not isinstance(certificate, str):
            return False
        try:
            digest = a2b_base64(certificate)
        except ValueError:
            return False
        if len(digest) not in (0, _HASH_BYTES):
            return False
        self.host = host
        self.port = port
        self.certificate = digest
        self.changes += 1
        return True

    def take_time_server(self, host: object) -> bool:
        """Use this NTP server from now on, or none if the name is empty.

        Return False if no server can have this name.
        """
        if not _is_host(host):
            return False
        self.time_server = host
        self.changes += 1
        return True

    def save(self) -> bool:
        """Write the settings to their file; return whether that succeeded.

        Remove the file if there is no WiFi, no broker and only the usual time server.
        """
        if not self.ssid and not self.host and self.time_server == _TIME_SERVER:
            try:
                os.remove(self._path)
            except OSError:
                return not exists(self._path)
            return True
        return write(self._path, _put, self)


def _put(access: "Access", file: "TextIO") -> None:
    found = {
        "ssid": access.ssid,
        "password": access.password,
        "host": access.host,
        "port": access.port,
        "sha256": str(b2a_base64(access.certificate), "ascii").strip(),
        "time": access.time_server,
    }
    json.dump(found, file)


def _is_host(host: object) -> "TypeGuard[str]":
    """Return whether a value is empty or a possible name or address of a host."""
    if not isinstance(host, str) or len(host) > _LONGEST_HOST:
        return False
    for label in host.split(".") if host else ():
        if not 0 < len(label.encode()) < 64:
            return False
    return True
