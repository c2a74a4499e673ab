"""Cost of a bar's hub, and the time until a hub shows a trick of a table that reports to it."""

import bisect
import json
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import club
from club import cpu_s
from hub_process import HubProcess
from marcoria.hub.carrier import HubAt
from marcoria.hub.frame import key_file
from marcoria.scenarios import demo
from marcoria.scenarios.runner import Runner

_KEY = bytes(range(32))
_CARD = 9  # kind of the event of a laid card
_IDLE_S = 20.0
_SETTLED_S = 3.0
_LONGEST_DEAL_S = 300.0
_LOOK_S = 0.02


@dataclass
class Cost:
    """Cost of a hub: seconds to start, bytes of memory, and share of a core while idle."""

    start_s: float
    bytes: int
    idle: float


@contextmanager
def _hub() -> Iterator[HubProcess]:
    with tempfile.TemporaryDirectory() as folder:
        hub = HubProcess(Path(folder), broker="")
        try:
            yield hub
        finally:
            hub.kill()


def cost() -> Cost:
    """Start a hub; return its cost, measured while no table reports."""
    begun = time.perf_counter()
    with _hub() as hub:
        start = time.perf_counter() - begun
        time.sleep(_SETTLED_S)
        pid = hub.process.pid
        used = cpu_s(pid)
        time.sleep(_IDLE_S)
        idle = (cpu_s(pid) - used) / _IDLE_S
        status = Path(f"/proc/{pid}/status").read_text("utf-8")
    resident = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return Cost(start, int(resident.split()[1]) * 1024, idle)


def delays(house: str, deals: int, seed: int) -> list[float]:
    """Return the sorted times in ms from the last card of each trick to the hub's next message.

    The hub sends this message to the wall pages. One simulated table reports to a bar's hub.
    """
    with _hub() as hub:
        HubAt(hub.address).enrol("window", _KEY, "")
        events: list[float] = []
        threading.Thread(target=_listen, args=(hub.address, events), daemon=True).start()
        reporting = demo.Reporting(key_file(_KEY), "localhost", hub.mqtt_port)
        tricks = _play(house, deals, seed, reporting)
    return _after(tricks, events)


def delays_among(
    records: bytes, tables: int, every_s: float, house: str, deals: int, seed: int
) -> list[float]:
    """Return the sorted times in ms from the last card of each trick until a wall page shows news.

    The bar's only table reports to a club's hub. At the same time `tables` other tables report
    `records` to this hub. Each of them sends a frame every `every_s` seconds.
    """
    seconds = _LONGEST_DEAL_S * deals
    with club.among(records, tables, seconds, every_s, seed, _KEY) as (address, port):
        events: list[float] = []
        watch = threading.Thread(target=_watch, args=(address, events), daemon=True)
        watch.start()
        tricks = _play(house, deals, seed, demo.Reporting(key_file(_KEY), "localhost", port))
        time.sleep(_SETTLED_S)
    return _after(tricks, events)


def _watch(address: str, events: list[float]) -> None:
    """Load the wall page first, and again whenever the hub has new records of the bar's tables.

    Append to `events` the time at which the page is loaded.
    """
    before: object = None
    while True:
        try:
            with urllib.request.urlopen(f"{address}/api/tables?of=Bar:") as answer:
                seqs = [one["journals"] for one in json.load(answer)]
            if seqs != before:
                with urllib.request.urlopen(f"{address}/wall?of=Bar:") as answer:
                    answer.read()
                events.append(time.monotonic())
                before = seqs
        except OSError:
            return  # the hub has ended
        time.sleep(_LOOK_S)


def _after(tricks: list[float], events: list[float]) -> list[float]:
    """Return the sorted times in ms from each trick to the first event after this trick."""
    found = []
    for trick in tricks:
        at = bisect.bisect(events, trick)
        if at < len(events):
            found.append((events[at] - trick) * 1000)
    assert len(found) == len(tricks), "no update of the wall followed the last card of a trick"
    return sorted(found)


def _play(house: str, deals: int, seed: int, reporting: demo.Reporting) -> list[float]:
    """Play deals in real time; return the time at which each trick ended."""
    tricks: list[float] = []
    match = demo.match("cpython", seed, False, "en", deals).with_house(house)
    runner = Runner(match.with_changes(files={**match.files, **reporting.files()}))
    people = runner.people

    def heard(what: int, seat: int, arg: int, result: int) -> None:
        if what == _CARD and not people.game.trick.count:
            tricks.append(time.monotonic())

    people.heard = heard
    try:
        with demo.serving(runner, 0, reporting) as port:
            assert port
            demo.play_on(runner, port, lambda _: None)
            demo.report_rest(port)
    finally:
        runner.close()
    return tricks


def _listen(address: str, events: list[float]) -> None:
    """Append to `events` the time of each message that the hub sends to wall pages."""
    try:
        with urllib.request.urlopen(f"{address}/events") as lines:
            for line in lines:
                if line.startswith(b"data"):
                    events.append(time.monotonic())
    except OSError:
        pass  # the hub has ended
