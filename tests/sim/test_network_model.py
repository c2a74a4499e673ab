"""The model of the WiFi: joins, and the order in which items arrive."""

import pytest

from marcoria.sim.chips.kernel import Clock
from marcoria.sim.chips.network import (
    JOINED,
    NO_ACCESS_POINT,
    STREAM,
    WRONG_PASSWORD,
    SimNetwork,
)

LONG_US = 5_000_000  # longer than any join or the travel of any item


class Bar:
    """A board that has not yet joined the WiFi "bar"."""

    def __init__(self):
        self.clock = Clock()
        self.network = SimNetwork(self.clock)
        self.network.points = {"bar": "right"}
        self.network.activate(True)

    def join(self, ssid, password, us=LONG_US):
        """Begin to join a WiFi; return the state after `us`."""
        self.network.join(ssid, password)
        self.clock.advance(us)
        return self.network.status()

    def connect(self):
        """Join the WiFi and begin to open a connection; return its handle."""
        assert self.join("bar", "right") == JOINED
        handle = self.network.open(STREAM)
        self.network.connect(handle, "10.0.0.9", 80)
        return handle

    def news(self):
        """Return the kinds of the items that reach the outside, and the lengths of the data."""
        self.clock.advance(LONG_US)
        return [
            (item[0], len(item[2])) if len(item) == 3 else item[0] for item in self.network.news()
        ]


@pytest.fixture
def bar():
    return Bar()


@pytest.fixture
def handle(bar):
    """Return the handle of an open connection."""
    handle = bar.connect()
    assert bar.news() == ["connect"]
    bar.network.accept(handle)
    bar.clock.advance(LONG_US)
    return handle


def test_no_item_of_the_board_overtakes_another(bar, handle):
    bar.network.send(handle, bytes(1000))
    bar.clock.advance(60)
    bar.network.send(handle, bytes(2))
    bar.network.close(handle)
    assert bar.news() == [("data", 1000), ("data", 2), "close"]


def test_no_item_to_the_board_overtakes_another(bar, handle):
    bar.network.deliver(handle, b"A" * 1000)
    bar.network.deliver(handle, b"B")
    bar.network.finish(handle)
    while not bar.network.events(handle) & 1:
        bar.clock.advance(1)
    assert bar.network.receive(handle, 2000) == b"A" * 1000 + b"B"
    assert bar.network.receive(handle, 2000) == b""


def test_a_reset_closes_a_connection_after_its_last_item(bar):
    bar.connect()
    bar.clock.advance(1_000)
    bar.network.reset()
    assert bar.news() == ["connect", "close"]


def test_a_join_has_a_result(bar):
    assert bar.join("bar", "right") == JOINED
    assert bar.join("bar", "wrong") == WRONG_PASSWORD
    assert bar.join("elsewhere", "right") == NO_ACCESS_POINT


@pytest.mark.parametrize(
    ("first", "us"),
    [(("elsewhere", "right"), 2_900_000), (("bar", "wrong"), 1_000_000)],
)
def test_an_older_join_does_not_change_the_result(bar, first, us):
    bar.join(*first, us)
    assert bar.join("bar", "right") == JOINED


def test_switching_the_wifi_off_ends_a_join(bar):
    bar.join("bar", "right", 1_000_000)
    bar.network.activate(False)
    bar.network.activate(True)
    assert bar.join("elsewhere", "right") == NO_ACCESS_POINT


def test_an_access_point_may_vanish_during_a_join(bar):
    bar.join("bar", "right", 1_000_000)
    bar.network.points = {}
    bar.clock.advance(LONG_US)
    assert bar.network.status() == NO_ACCESS_POINT
