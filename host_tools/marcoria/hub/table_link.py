"""Link of a hub to tables in the network: over its own MQTT broker, or over another one."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from importlib import import_module

from marcoria.hub.addresses import BrokerAddress, TableBroker, fingerprint
from marcoria.hub.door import Door
from marcoria.hub.mqtt import MqttDoor
from marcoria.value import Value

_log = logging.getLogger("marcoria.hub")


class LinkPlan(Value):
    """Choice of the MQTT broker.

    This is the broker at the address `broker`. If `broker` is None, it is the hub's own broker,
    which listens at `host` and `port`. If `port` is None too, there is no broker. `told` is called
    with the port of the hub's own broker once this broker runs. The web server also listens at
    `host`.
    """

    def __init__(
        self,
        host: str,
        port: int | None,
        broker: BrokerAddress | None,
        told: Callable[[int], object],
    ) -> None:
        self.host = host
        self.port = port
        self.broker = broker
        self.told = told


class TableLink:
    """Link over which tables send frames.

    `password_of` returns the password of a table, None if the table may send nothing.
    """

    def __init__(
        self, plan: LinkPlan, door: Door, password_of: Callable[[str], Awaitable[str | None]]
    ) -> None:
        self._plan = plan
        self._door = door
        self._password_of = password_of
        self._client: MqttDoor | None = None
        self._own_port = 0  # port of the hub's own broker, 0 before it runs

    def broker(self) -> TableBroker | None:
        """Return the broker to which tables connect; the host of the hub's own broker is "".

        Return None if there is no broker, or if the hub's own broker does not run. Also return
        None if the broker has TLS but the hub has no file with its certificate, because a table
        must know the fingerprint of the certificate.
        """
        other = self._plan.broker
        if other:
            if other.has_tls and not other.certificate:
                return None
            return TableBroker(other.host, other.port, fingerprint(other.certificate))
        return TableBroker("", self._own_port) if self._own_port else None

    @property
    def is_connected(self) -> bool:
        """Return whether the hub is connected to the broker."""
        return self._client is not None and self._client.is_connected

    async def run(self) -> None:
        """Pass frames of tables on to the door until the task is cancelled.

        Return at once if there is no broker. If the hub's own broker cannot start, log a warning
        and return: the hub still serves its pages.
        """
        if self._plan.broker:
            await self._follow(self._plan.broker, is_shared=True)
        elif self._plan.port is not None:
            await self._run_own(self._plan.port)

    async def _run_own(self, port: int) -> None:
        try:
            await asyncio.to_thread(import_module, "marcoria.hub.broker")
            from marcoria.hub.broker import OwnBroker

            broker = OwnBroker(self._password_of)
            await broker.start(self._plan.host, port)
        except (OSError, OverflowError, ImportError) as error:
            _log.warning(
                "no table can report over MQTT (port %s: %s): choose another --mqtt-port, or"
                " with --broker name the broker that uses this port, or use --broker none",
                port,
                error,
            )
            return
        self._own_port = broker.port
        self._plan.told(broker.port)
        try:
            await self._follow(broker.address, is_shared=False)
        finally:
            await broker.stop()

    async def _follow(self, address: BrokerAddress, is_shared: bool) -> None:
        self._client = MqttDoor(self._door, address, is_shared)
        self._client.start()
        try:
            await asyncio.Event().wait()
        finally:
            await self._client.stop()
