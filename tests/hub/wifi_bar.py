"""A table that reports over WiFi, with a hub behind a broker, on virtual time."""

import base64
import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import testenv
from carrying import KEY, Hub
from courier.secret import Secret
from marcoria.bots.company import Company, settings
from marcoria.coroutines import finish
from marcoria.hub.journal import journal_of
from marcoria.journal.reader import JournalImage, open_image
from marcoria.sim.simtable import SimTable, open_bar
from scripted_broker import ScriptedBroker

HOUSE = "piedicavallo"
NAME = hashlib.sha256(b"marcoria:table" + KEY).hexdigest()[:8]
PASSWORD = hmac.digest(KEY, b"marcoria:mqtt", "sha256")[:16].hex()
NETWORK = {"ssid": "bar", "password": "a password", "host": "hub.bar", "port": 1883}
CERTIFICATE = bytes(range(256)) * 3  # of the broker; a table only compares its hash
_SHA256 = base64.b64encode(hashlib.sha256(CERTIFICATE).digest()).decode()
TARGET = 60
_KEY_FILE = f"{NAME} {KEY.hex()}".encode()
_CAUGHT_UP_MS = 200_000
_LOOK_MS = 2_000
_STEP_US = 20_000


class WifiBar:
    """A table, its players, and a hub behind a broker.

    If both `wifi` and `has_tls` are False, the table has no network settings and cannot report.
    With `has_tls` it uses TLS.
    """

    def __init__(
        self,
        folder: Path,
        backend: str = "cpython",
        wifi: bool = True,
        seed: int = testenv.SEED,
        has_tls: bool = False,
    ) -> None:
        self.seed = seed
        self.table = open_bar(backend, seed, "", settings(HOUSE, False, -1, TARGET, "en"))
        self.hub = Hub(f"{folder}/hub.sqlite")
        self.broker = behind_wifi(self.table, self.hub, folder, wifi)
        if has_tls:
            network = {**NETWORK, "sha256": _SHA256}
            self.table.write("/hub/network.json", json.dumps(network).encode())
            self.broker.certificate = CERTIFICATE

    def sit_down(self) -> Company:
        """Start the table, and return players who have begun a match."""
        self.table.boot("main")
        company = Company(self.table, HOUSE, seed=self.seed)
        finish(company.agree(0, TARGET))
        return company

    def journal(self) -> JournalImage:
        """Return the journal on the table's flash."""
        return open_image(bytes(self.table.get("flash.cells")))

    def arrived(self) -> list[Any]:
        """Return the records that the hub has of the table's journal."""
        epoch = self.journal().epoch
        slots = [frame.slots for frame in self.hub.frames(NAME, epoch)]
        return list(journal_of(epoch, slots).records)

    def catch_up(self) -> None:
        """Wait until the hub has every record of the table; fail after 200 s of virtual time."""
        for _ in range(_CAUGHT_UP_MS // _LOOK_MS):
            self.table.until(_LOOK_MS)
            there = self.journal().records
            if there and self.arrived()[-1:] == [there[-1]]:
                return
        raise AssertionError("the hub did not get everything")


def behind_wifi(table: SimTable, hub: Hub, folder: Path, wifi: bool = True) -> ScriptedBroker:
    """Enrol a table that is switched off, and return a broker for it.

    Without `wifi` the table gets no network settings, so it cannot report.
    """
    hub.enrol(Secret(f"{folder}/twin"))
    broker = ScriptedBroker(table.order, hub, PASSWORD)
    table.write("/hub/key", _KEY_FILE)
    if wifi:
        table.write("/hub/network.json", json.dumps(NETWORK).encode())
    table.set("network.points", {"bar": NETWORK["password"]})
    table.set("network.names", {"hub.bar": "10.0.0.9"})
    backend: Any = table.backend
    if hasattr(backend, "world"):
        backend.world.network.on_news = broker.pump
    else:
        _pump_often(backend, broker)
    return broker


def _pump_often(backend: Any, broker: ScriptedBroker) -> None:
    """Let the broker answer every 20 ms of virtual time."""
    run = backend.run_until
    last = 0

    def run_and_pump(us: int) -> None:
        nonlocal last
        while backend.now < us:
            run(min(us, backend.now + _STEP_US))
            if backend.now - last >= _STEP_US:
                last = backend.now
                broker.pump()

    backend.run_until = run_and_pump
