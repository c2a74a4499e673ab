"""Faults other than a killed process.

`kill` begins a fault and `start` ends it. `HubProcess` has the same two methods, so tests can use
both in the same way.
"""

import asyncio
import random
import threading
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import testenv
from servers import Postgres, free_port

_LOCAL = "127.0.0.1"
_LIMIT_S = 10.0
_LONGEST_DELAY_S = 0.02
_BREAKS = 1000  # one piece of data in 1000 arrives only in part, and ends its connection
_AT_ONCE = 4096


class FullDisk:
    """Full disk of a database server, on which each write to a file fails."""

    def __init__(self, server: Postgres) -> None:
        self._server = server

    def kill(self) -> None:
        """Let no process of the server write to files any longer."""
        self._server.limit_files("0")

    def start(self) -> None:
        """Allow writes again, and start the server if it has ended."""
        self._server.limit_files("unlimited")
        self._server.ensure_up()


class BadLine:
    """Slow proxy of a server, which sometimes breaks a connection in the middle of a message.

    Between `kill` and `start` it reads what both sides send, and drops these data.
    """

    def __init__(self, port: int) -> None:
        self._to = port
        self.port = free_port()
        self.broken = 0  # connections that were broken in the middle of a message
        self._rng = random.Random(testenv.SEED)
        self._is_deaf = False
        self._ways: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._run(self._open())

    def kill(self) -> None:
        """Pass nothing on."""
        self._is_deaf = True

    def start(self) -> None:
        """Break all connections, because they have lost data, and pass data on again."""
        self._run(self._break())

    def close(self) -> None:
        """Close the proxy and all its connections."""
        self._run(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(_LIMIT_S)

    async def _open(self) -> None:
        self._server = await asyncio.start_server(self._connect, _LOCAL, self.port)

    async def _break(self) -> None:
        for way in self._ways:
            way.transport.abort()
        self._is_deaf = False

    async def _end(self) -> None:
        self._server.close()
        await self._break()
        while self._ways:
            await asyncio.sleep(0.01)

    async def _connect(self, above: asyncio.StreamReader, up: asyncio.StreamWriter) -> None:
        try:
            below, down = await asyncio.open_connection(_LOCAL, self._to)
        except OSError:
            up.transport.abort()  # the server does not listen
            return
        ways = {up, down}
        self._ways |= ways
        with suppress(OSError):
            await asyncio.gather(self._carry(above, down), self._carry(below, up))
        for way in ways:
            way.transport.abort()
        self._ways -= ways

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        """Pass data on from `source` to `target`.

        Raise OSError after the end of the data, or to break the connection.
        """
        while data := await source.read(_AT_ONCE):
            await asyncio.sleep(self._rng.random() * _LONGEST_DELAY_S)
            if self._is_deaf:
                continue
            if not self._rng.randrange(_BREAKS):
                self.broken += 1
                target.write(data[: len(data) // 2])
                await target.drain()
                break
            target.write(data)
            await target.drain()
        raise ConnectionResetError
