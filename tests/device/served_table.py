"""Serve a simulated table at a socket for commands, and parse what the commands print."""

import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from jsonschema import Draft202012Validator

from marcoria.paths import ROOT
from marcoria.sim.port import ServedPort
from marcoria.sim.simtable import SimTable

_TURN_S = 0.0002  # time between thread switches; short, as table and command share a process
_FORMS = json.loads((ROOT / "docs" / "commands.schema.json").read_text("utf-8"))["$defs"]


@contextmanager
def served_table(table: SimTable, port: int = 0) -> Iterator[str]:
    """Serve the table while the block runs; yield the address of the socket.

    Virtual time passes as fast as possible. If `port` is 0, any free port is used.
    """
    served = ServedPort(table, port, paced=False)
    over = threading.Event()

    def serve() -> None:
        while not over.is_set():
            served.step()
            time.sleep(0)

    worker = threading.Thread(target=serve)
    before = sys.getswitchinterval()
    sys.setswitchinterval(_TURN_S)
    worker.start()
    try:
        yield served.address
    finally:
        over.set()
        worker.join()
        sys.setswitchinterval(before)
        served.close()


def answers(told: str, form: str) -> list[dict[str, Any]]:
    """Return the JSON objects that a command has printed, one a line.

    Raise ValidationError unless each matches the definition `form` of commands.schema.json.
    """
    found = [json.loads(line) for line in told.splitlines()]
    check = Draft202012Validator({"$ref": f"#/$defs/{form}", "$defs": _FORMS})
    for one in found:
        check.validate(one)
    return found
