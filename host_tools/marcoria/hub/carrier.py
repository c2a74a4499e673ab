"""Transfer of frames from a table at the USB cable to a hub, and of acknowledgements back."""

import json
import urllib.error
import urllib.request
from base64 import b64decode
from collections.abc import Callable
from http.client import HTTPException
from typing import Any
from urllib.parse import urlencode

from marcoria.device.wire import Client
from marcoria.errors import Exit, TableError
from marcoria.hub.addresses import TableBroker

_PATIENCE_S = 20.0


class HubAt:
    """Hub at an address such as `http://hub.local:8080`."""

    def __init__(self, address: str) -> None:
        self._address = address.rstrip("/")
        if not self._address.startswith(("http://", "https://")):
            told = f"'{address}' is not the address of a hub: write http:// and its name"
            raise TableError("usage", told, Exit.USAGE)

    def enrol(self, title: str, key: bytes, code: str, is_trial: bool = False) -> str:
        """Enrol a table, and return its name in the hub.

        `code` is the code that the hub has printed; on the hub's own computer it may be "". With
        `is_trial` the hub checks the code, the title and the key, and enrols nothing.
        """
        data = json.dumps({"title": title, "key": key.hex(), "trial": is_trial}).encode()
        answer = self._ask("/api/tables", data, {"X-Marcoria-Code": code})
        return str(answer["table"])

    def broker(self) -> TableBroker | None:
        """Return the broker over which tables may report, None if the hub names none."""
        found = self._ask("/api/broker")["broker"]
        if not found:
            return None
        return TableBroker(str(found["host"]), int(found["port"]), str(found.get("sha256", "")))

    def acknowledgement(self, name: str, epoch: int) -> dict[str, int | str]:
        """Return the acknowledgement of what the hub has of a journal."""
        return _ack(self._ask("/frames?" + urlencode({"table": name, "epoch": epoch})))

    def take(self, name: str, frame: bytes) -> dict[str, int | str]:
        """Send a frame of a table to the hub, and return the acknowledgement."""
        return _ack(self._ask("/frames?" + urlencode({"table": name}), frame))

    def _ask(
        self, path: str, data: bytes | None = None, heads: dict[str, str] | None = None
    ) -> dict[str, Any]:
        request = urllib.request.Request(self._address + path, data, heads or {})
        try:
            with urllib.request.urlopen(request, timeout=_PATIENCE_S) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            text = error.read()
        except (OSError, HTTPException, ValueError) as error:
            told = f"the hub at {self._address} does not answer ({error}): is it running?"
            raise TableError("no-hub", told, Exit.NETWORK) from error
        try:
            found: dict[str, Any] = json.loads(text)
            if not found["ok"]:
                raise TableError(str(found["error"]), f"the hub says: {found['detail']}")
        except (ValueError, TypeError, KeyError) as error:
            told = f"{self._address} answers, but is not a hub of Marcoria: check the address"
            raise TableError("no-hub", told) from error
        return found


def _ack(answer: dict[str, Any]) -> dict[str, int | str]:
    ack = answer.get("ack")
    if not isinstance(ack, dict) or not all(type(one) in (int, str) for one in ack.values()):
        raise TableError("no-hub", "the hub sends no acknowledgement: update the hub")
    return ack


def carry(client: Client, hub: HubAt, told: Callable[[int], object]) -> int:
    """Send all records that the hub lacks; return the number of frames sent.

    After each frame call `told` with the number of frames sent so far.
    """
    hello = client.ask("hello")
    name = hello.get("hub", "")
    if not name:
        sentence = "this table belongs to no hub: enrol it first with marcoria hub enrol"
        raise TableError("not-enrolled", sentence, Exit.DEVICE_ERROR)
    client.ask("acknowledge", **hub.acknowledgement(name, hello["epoch"]))
    count = 0
    while frame := client.ask("frame").get("frame"):
        client.ask("acknowledge", **hub.take(name, b64decode(frame)))
        count += 1
        told(count)
    return count
