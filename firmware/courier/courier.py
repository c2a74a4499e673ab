"""Reports of the table to its hub, over WiFi and MQTT.

The table sends frames (pieces of its journal), and the hub answers with acknowledgements.
A connection begins only between deals. During a deal the table sends new records after each trick.
No step waits for the network, so play does not depend on it.
"""

import random
import time
from binascii import hexlify
from struct import calcsize, pack, unpack

from chumicro_mqtt.client import MQTTClient, ProtocolState
from micropython import const

from codes.game import Phases, Totals
from codes.journal import Records
from codes.link import LinkTerms
from codes.table import Ticks
from courier import clock
from courier.frames import Frames
from courier.lookup import answer, asked, is_address, question
from courier.radio import Radio
from courier.trouble import Trouble
from courier.wire import Asking, Wire

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from typing import TypeVar

    from courier.access import Access
    from courier.secret import Secret
    from table.table import Table

    # Each value that these generators yield is the time in ms until the next step is due.
    Steps = Generator[int, None, None]
    T = TypeVar("T")

_JOIN_MS = const(20000)  # longest time to join the WiFi
_ASK_MS = const(2000)  # time after which a question to a name or time server is sent again
_ASKS = const(3)  # how often such a question is sent at most
_OPEN_MS = const(8000)  # longest time until the broker accepts the connection
_ANSWER_S = const(8)  # longest time to send a packet to the broker, or to wait for its answer
_ALIVE_S = const(60)  # keep-alive of MQTT: the broker drops a table that is silent for 90 s
_HUB_MS = const(10000)  # time after which a message to the hub counts as lost
_POLL_MS = const(20)  # time between two steps while an answer is due
_PLAY_MS = const(50)  # the same during a deal, while an answer of the hub is due
_CALM_MS = const(100)  # time between two steps while there is nothing to do
_TRICK_MS = const(5000)  # time between two steps of an idle MQTT client during a trick
_FIRST_PAUSE_MS = const(2000)  # longest pause after one failure; each further failure doubles it
_LONGEST_PAUSE_MS = const(45000)
_REFUSED_MS = const(60000)  # pause after the hub has refused a message
_TIME_LASTS_MS = const(86400000)  # time after which the table asks again for the time of day
_NO_TIME_MS = const(3600000)  # the same if no answer came
_LARGEST_MESSAGE = const(128)  # maximum bytes of a packet from the broker; longer ones are dropped
_ACK = "<Ii"
_NO_WORD = "it gives no reason"  # shown for a refusal that is empty or not UTF-8

# Values of `state`.
OFF = "off"  # there is no valid key, or the WiFi or the broker is not set
WAITS = "waits"  # waits for the end of a deal, or of the pause after a failure
WIFI = "wifi"  # joins the WiFi
NAME = "name"  # looks up the address of the broker
BROKER = "broker"  # connects to the broker and logs in
HUB = "hub"  # waits for the hub's answer
REPORTS = "reports"  # is connected, and waits for no answer of the hub


class Courier:
    """Client that sends the reports of a table to its hub.

    `state` is one of the values above. `why` is the reason of the last failure, "" before the
    first failure and after each acknowledgement. `sent` counts the frames sent since the start.
    `failures` counts the connections that failed or were lost since the start.
    """

    def __init__(self, table: "Table", secret: "Secret", access: "Access") -> None:
        self.state = OFF
        self.why = ""
        self.sent = self.failures = 0
        self._table = table
        self._secret = secret
        self._access = access
        self._frames = Frames(table.journal, secret)
        self._radio = Radio()
        self._known = -1, ""  # `access.changes` and the name of the table at the last connection
        self._joined = -1  # `access.changes` when joining the WiFi began, -1 if the WiFi is off
        self._wire: "Wire | None" = None
        self._asking: "Asking | None" = None
        self._client: "MQTTClient | None" = None
        self._now = 0
        self._handled = 0  # time in ms at which the MQTT client worked last
        self._tries = 0  # connections that have failed in a row
        self._heard = b""  # acknowledgement that was received and not used yet
        self._refused = ""  # why the hub refused a message of the last connection, else ""
        self._asked_time = 0  # time in ms of the last question for the time of day
        self._ask_again = 0  # ms from `_asked_time` to the next question, 0 to ask at once
        self._zero = 0  # Unix time in ms at which the table's clock was last 0; 0 if not known
        self._work = self._go_on()

    def step(self, now: int) -> int:
        """Do a step; return in how many ms the next one is due."""
        if self._zero and now < self._now:
            self._note_time(self._zero + Ticks.MASK + 1)  # the ms have begun again at 0
        self._now = now
        return next(self._work)

    def _since(self, then: int) -> int:
        return self._now - then & Ticks.MASK

    # --- connections ------------------------------------------------------------------------

    def _go_on(self) -> "Steps":
        """Connect and report without end."""
        while True:
            yield from self._wait()
            if self._known[0] != self._access.changes:
                self._ask_again = 0  # another time server may be set now
            self._known = self._access.changes, self._secret.name
            try:
                yield from self._connect()
                yield from self._report()
            except Exception as error:  # whatever happens here, play goes on
                self.why = _in_words(error)
                self.failures += 1
                self._tries += 1
            self._close()

    def _wait(self) -> "Steps":
        """Wait until the table may connect.

        It may connect if it has a valid key, its WiFi and broker are set, the pause after a
        failure is over, and no deal is under way. Without a key, a WiFi or a broker, switch the
        WiFi off.
        """
        begun = self._now
        pause = self._pause()
        while True:
            if not self._is_on():
                self.state = OFF
                self._tries = pause = 0
                if self._joined >= 0:
                    self._radio.leave()
                    self._joined = -1
            elif self._since(begun) >= pause and self._is_between_deals():
                return
            else:
                self.state = WAITS
            yield _CALM_MS

    def _is_on(self) -> bool:
        return self._access.is_complete and self._secret.name != ""

    def _pause(self) -> int:
        """Return the ms until the next try to connect.

        They are _REFUSED_MS after a refusal, and 0 if the last connection did not fail. After any
        other failure they are random, so that not all tables try at once.
        """
        if self._refused:
            return _REFUSED_MS
        if not self._tries:
            return 0
        longest = min(_FIRST_PAUSE_MS << min(self._tries - 1, 5), _LONGEST_PAUSE_MS)
        return longest // 2 + random.getrandbits(16) % (longest // 2)

    def _is_between_deals(self) -> bool:
        match = self._table.match
        return match.phase <= Phases.READY or match.totals[Totals.WINNER] >= 0

    def _connect(self) -> "Steps":
        """Join the WiFi, find the broker and open a connection to it."""
        access = self._access
        self._refused = ""
        if self._joined != access.changes or not self._radio.is_joined():
            self.state = WIFI
            self._joined = access.changes
            yield 0
            self._radio.join(access.ssid, access.password)
            why = "the table could not join the WiFi"
            yield from self._until(self._radio.is_joined, _JOIN_MS, why)
        self.state = NAME
        address = yield from self._find(access.host)
        self.state = BROKER
        yield 0
        self._wire = wire = Wire(address, access.port)
        yield from self._until(wire.is_open, _OPEN_MS, "the broker does not answer")
        if access.certificate:
            if not self._is_between_deals():
                # The exchange of keys would hold up play.
                raise Trouble("a deal began before the connection was ready")
            wire.secure(access.host, access.certificate)

    def _until(self, is_done: "Callable[[], bool]", ms: int, why: str) -> "Steps":
        """Wait until `is_done` returns True.

        Raise Trouble with the text `why` after `ms`, or if the settings or the key have changed.
        """
        begun = self._now
        while not is_done():
            if self._since(begun) >= ms or not self._is_current():
                raise Trouble(why)
            yield _POLL_MS

    def _is_current(self) -> bool:
        """Return whether settings and key are those with which the connection began."""
        return self._known == (self._access.changes, self._secret.name)

    def _find(self, host: str) -> "Generator[int, None, str]":
        """Return the address of a host; raise Trouble if no server knows the host."""
        if is_address(host):
            return host
        number = random.getrandbits(16)
        to = asked(host, self._radio.name_server())
        packet = question(host, number)
        found = yield from self._ask(to, packet, lambda heard: answer(heard, host, number))
        if not found:
            raise Trouble("no server knows the name of the broker")
        return found

    def _ask(
        self, to: "tuple[str, int]", packet: bytes, read: "Callable[[bytes], T]"
    ) -> "Generator[int, None, T | None]":
        """Send a packet until `read` accepts an answer; return what `read` returns for it.

        `to` is an address and a port. `read` gets a packet that has arrived, or b"" if there is
        none. It must return "" or 0 if this is no answer. Return None if there is no answer
        although the packet was sent _ASKS times.
        """
        self._close_asking()
        self._asking = asking = Asking(to)
        for _ in range(_ASKS):
            asking.ask(packet)
            begun = self._now
            while self._since(begun) < _ASK_MS:
                yield _POLL_MS
                found = read(asking.heard())
                if found:
                    self._close_asking()
                    return found
        self._close_asking()
        return None

    def _close_asking(self) -> None:
        if self._asking:
            self._asking.close()
            self._asking = None

    def _learn_time(self) -> "Steps":
        """Ask what time it is, and write the answer to the journal.

        Without an answer, the table asks again later.
        """
        self._asked_time = self._now
        self._ask_again = _NO_TIME_MS
        mark = bytes([random.getrandbits(8) for _ in range(clock.MARK_BYTES)])
        try:
            address = yield from self._find(self._access.time_server)
            to = address, clock.NTP_PORT
            packet = clock.question(mark)
            ms = yield from self._ask(to, packet, lambda heard: clock.answer(heard, mark))
        except (OSError, Trouble):
            return  # reports do not need the time
        if ms:
            self._ask_again = _TIME_LASTS_MS
            self._note_time(ms - self._now)

    def _note_time(self, zero: int) -> None:
        """Write to the journal the Unix time in ms at which the table's clock was last 0."""
        self._zero = zero
        self._table.journal.append_parts(Records.CLOCK, zero.to_bytes(6, "little"))

    def _close(self) -> None:
        """Close all sockets, and forget the connection; the table stays in the WiFi."""
        self._close_asking()
        if self._wire:
            try:
                self._wire.close()
            except OSError:
                pass  # it is closed already
        self._wire = self._client = None
        self._heard = b""

    # --- messages ---------------------------------------------------------------------------

    def _report(self) -> "Steps":
        """Log in, and send frames until the settings or the key change.

        Raise an exception if the connection fails, or if the hub refuses or does not answer.
        """
        yield from self._log_in()
        self._frames.begin()
        epoch = self._table.journal.epoch
        yield from self._exchange("ask", pack("<I", epoch))
        while self._is_current():
            self._tries = 0
            self.state = REPORTS
            if self._must_ask_time():
                yield from self._learn_time()
            if not self._is_due():
                yield from self._keep_up()
                continue
            before = self._frames.seq
            frame = yield from self._frames.next()
            if frame:
                self.sent += 1
                yield from self._exchange("frame", frame)
            if self._frames.seq <= before:
                # There was no frame, or the hub has stored nothing new: pause before the next try.
                yield from self._rest(_CALM_MS if not frame else _HUB_MS)

    def _log_in(self) -> "Steps":
        assert self._wire
        name = self._secret.name
        password = hexlify(self._secret.mac(b"marcoria:mqtt")).decode()
        self._client = client = MQTTClient(
            self._wire,
            client_id="marcoria-" + name,
            username=name,
            password=password,
            keep_alive_seconds=_ALIVE_S,
            ack_timeout_seconds=_ANSWER_S,
            rx_buffer_size=_LARGEST_MESSAGE,
            when_disconnected="raise",
            ticks=time,
        )
        client.on_message = self._hear
        for topic in ("ack", "refused"):
            client.subscribe(self._topic(topic))
        client.connect()
        while client.state != ProtocolState.CONNECTED:
            yield from self._handle(_POLL_MS)

    def _topic(self, last: str) -> str:
        return "marcoria/" + self._secret.name + "/" + last

    def _hear(self, topic: str, payload: bytes) -> None:
        """Store a message of the hub."""
        if topic.endswith("/ack"):
            self._heard = bytes(payload)
        else:
            try:
                word = bytes(payload).decode()
            except UnicodeError:
                word = ""
            self._refused = word or _NO_WORD

    def _handle(self, wait: int) -> "Steps":
        """Run a step of the MQTT client, and yield `wait`, the ms until the next step.

        Raise Trouble if the connection of the client has failed.
        """
        client = self._client
        assert client
        self._handled = self._now
        client.handle(self._now)
        if client.state == ProtocolState.FAILED:
            raise Trouble(str(client.last_error))
        yield wait

    def _exchange(self, topic: str, payload: bytes) -> "Steps":
        """Send a message to the hub, and use the acknowledgement with which the hub answers.

        `topic` is the last part of the topic. Raise Trouble after a refusal or without an answer.
        """
        assert self._client
        self.state = HUB
        self._heard = b""
        self._client.publish(self._topic(topic), payload)
        begun = self._now
        while self._since(begun) < _HUB_MS:
            yield from self._handle(_POLL_MS if self._is_between_deals() else _PLAY_MS)
            if self._refused:
                raise Trouble("the hub refuses: " + self._refused)
            if self._heard and self._acknowledge():
                self.why = ""
                return
        raise Trouble("the hub does not answer")

    def _acknowledge(self) -> bool:
        """Use the acknowledgement in `_heard` if it is valid; return whether it is."""
        heard, self._heard = self._heard, b""
        head = calcsize(_ACK)
        if len(heard) != head + 2 * LinkTerms.MAC_BYTES:
            return False
        epoch, seq = unpack(_ACK, heard[:head])
        chain, mac = heard[head : -LinkTerms.MAC_BYTES], heard[-LinkTerms.MAC_BYTES :]
        return epoch == self._table.journal.epoch and self._frames.acknowledge(seq, chain, mac)

    def _is_due(self) -> bool:
        """Return whether there may be records to send, and play is between deals or tricks."""
        match = self._table.match
        if self._table.journal.first_open <= self._frames.seq + 1:
            return False
        between = match.phase == Phases.PLAY and not match.trick.count
        return self._is_between_deals() or between or match.phase == Phases.DONE

    def _must_ask_time(self) -> bool:
        if not self._access.time_server or not self._is_between_deals():
            return False
        return self._since(self._asked_time) >= self._ask_again

    def _keep_up(self) -> "Steps":
        """Keep the connection alive while there is nothing to send."""
        match = self._table.match
        in_trick = match.phase == Phases.PLAY and match.trick.count
        if in_trick and self._since(self._handled) < _TRICK_MS:
            yield _CALM_MS
        else:
            yield from self._handle(_CALM_MS)

    def _rest(self, ms: int) -> "Steps":
        begun = self._now
        while self._since(begun) < ms:
            yield from self._keep_up()


def _in_words(error: Exception) -> str:
    """Return why a connection has ended."""
    if isinstance(error, Trouble):
        return str(error)
    if isinstance(error, OSError):
        return "the connection was lost (error %s)" % error.errno
    return repr(error)
