"""The serial port of a simulated table, for this process or on a socket for other programs."""

import socket
import time
from contextlib import suppress

from marcoria.errors import Exit, TableError
from marcoria.processes import IN_USE, holder_of_socket
from marcoria.sim.chips import prices
from marcoria.sim.outside import Outside
from marcoria.sim.simtable import SimTable

_LOOK_MS = 5  # virtual time between two checks for output
_TYPED_AT_ONCE = 200  # bytes sent at once; the board's input buffer has 260 bytes
_STEP_MS = 10  # virtual time of a step of a served table
_AT_ONCE = 115  # bytes that a serial port transfers in a step, at 115200 baud
# Number of checks after which a second host that sends nothing gets the message that the port is
# in use.
_HEARS_LOOKS = 20
_MOST = 8  # largest number of open connections of hosts that do not have the port
_CTRL_C = b"\x03"
_OTHERS = "another program"


class SimPort:
    """Cable between this process and a simulated table, plugged in until `close`."""

    path = "a simulated port"

    def __init__(self, table: SimTable) -> None:
        self.table = table
        table.order("console.plug")

    def write(self, data: bytes) -> None:
        """Send bytes to the table, at the speed of the slowest serial port of a board."""
        self.table.order("console.type", data[:_TYPED_AT_ONCE])
        for at in range(_TYPED_AT_ONCE, len(data), _TYPED_AT_ONCE):
            self.table.until(_TYPED_AT_ONCE * prices.CHARACTER / 1000)
            self.table.order("console.type", data[at : at + _TYPED_AT_ONCE])

    def read(self, seconds: float) -> bytes:
        """Return the table's next output, b"" if none comes within `seconds` of virtual time."""
        until = self.clock() + seconds
        while True:
            data = bytes(self.table.order("console.take"))
            if data or self.clock() >= until:
                return bytes(data)
            self.table.until(_LOOK_MS)

    def clock(self) -> float:
        """Return the virtual time in seconds."""
        return self.table.now / 1000

    def close(self) -> None:
        """Unplug the cable."""
        self.table.order("console.unplug")


class _Second:
    """A host that has connected, but does not have the port."""

    def __init__(self, host: socket.socket) -> None:
        self.host = host
        self.looks = 0  # number of checks without input
        self.told = False  # whether the message that the port is in use was sent

    def is_gone(self) -> bool:
        """Discard the host's input; return whether it has closed the connection."""
        try:
            while self.host.recv(_AT_ONCE):
                # A host discards what it receives until it sends its first bytes. This host has
                # sent bytes, so the message can be sent now.
                self.looks = _HEARS_LOOKS
        except BlockingIOError:
            self.looks += 1
            return False
        except OSError:
            pass
        return True

    def tell(self, holder: str) -> None:
        """Send the message that the port is in use; the host then closes the connection.

        `holder` describes the program that has the port.
        """
        self.told = True
        with suppress(OSError):
            self.host.sendall(IN_USE + f"{holder}\n".encode())
            self.host.shutdown(socket.SHUT_WR)


class ServedPort:
    """A table's serial port on a socket.

    The first host that connects has the port until it closes the connection. Further hosts get a
    message that the port is in use. If `port` is 0, the socket gets any free port. If `paced`,
    virtual time does not run faster than real time. `taken` becomes True when a host sends Ctrl-C,
    which stops the table's program. The table's WiFi leads to the network of this computer.
    """

    def __init__(self, table: SimTable, port: int = 0, paced: bool = True) -> None:
        self.table = table
        self.outside = Outside(table)
        try:
            self._door = socket.create_server(("127.0.0.1", port))
        except (OSError, OverflowError) as error:
            detail = f"port {port} cannot be used ({error}): choose another"
            raise TableError("busy-port", detail, Exit.BUSY) from error
        self._door.setblocking(False)
        self._host: socket.socket | None = None
        self._seconds: list[_Second] = []
        self._began = time.monotonic() - table.now / 1000
        self._paced = paced
        self.taken = False

    @property
    def address(self) -> str:
        """Return the address of the socket, for the option --table."""
        return f"socket://127.0.0.1:{self._door.getsockname()[1]}"

    @property
    def has_host(self) -> bool:
        """Return whether a host is connected."""
        return self._host is not None

    def pump(self) -> None:
        """Transfer bytes in both directions and accept new hosts; if paced, wait for real time."""
        self.outside.pump()
        is_idle = self._listen()
        self._meet()
        self._turn_away(is_idle)
        if self._host:
            try:
                self._host.sendall(bytes(self.table.order("console.take")))
            except OSError:
                self._part()
        if self._paced:
            time.sleep(max(0.0, self._began + self.table.now / 1000 - time.monotonic()))

    def step(self) -> None:
        """Let 10 ms of virtual time pass at the table, and transfer bytes."""
        self.table.until(_STEP_MS)
        self.pump()

    def _listen(self) -> bool:
        """Pass the host's input to the table.

        Return whether the host is still connected and has sent nothing.
        """
        if not self._host:
            return False
        try:
            data = self._host.recv(_AT_ONCE)
        except BlockingIOError:
            return True
        except OSError:
            data = b""
        if data:
            self.taken |= _CTRL_C in data
            self.table.order("console.type", data)
        else:
            self._part()
        return False

    def _meet(self) -> None:
        with suppress(BlockingIOError):
            host, _ = self._door.accept()
            host.setblocking(False)
            host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._seconds.append(_Second(host))
        waiting = [one for one in self._seconds if not one.told]
        if waiting and not self._host:
            self._seconds.remove(waiting[0])
            self._host = waiting[0].host
            self.table.order("console.plug")

    def _turn_away(self, is_idle: bool) -> None:
        """Send the other hosts the message that the port is in use.

        Close the connection of each host that is gone, and the oldest connections if there are
        too many.
        `is_idle` is the result of `_listen`; if it is False, do nothing.
        """
        for one in list(self._seconds) if is_idle else ():
            if one.is_gone() or len(self._seconds) > _MOST:
                self._seconds.remove(one)
                one.host.close()
            elif not one.told and one.looks >= _HEARS_LOOKS:
                one.tell(self._holder())

    def _holder(self) -> str:
        """Return a description of the program that has the port."""
        if not self._host:
            return _OTHERS
        with suppress(OSError):
            other, here = self._host.getpeername()[1], self._door.getsockname()[1]
            return holder_of_socket(other, here) or _OTHERS
        return _OTHERS

    def _part(self) -> None:
        if self._host:
            self._host.close()
            self._host = None
            self.table.order("console.unplug")

    def close(self) -> None:
        """Close all connections and the listening socket."""
        self.outside.close()
        self._part()
        for one in self._seconds:
            one.host.close()
        self._door.close()
