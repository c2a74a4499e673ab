"""Worker of a club's hub: stores what tables send over a broker, and serves no pages."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import closing, suppress

from marcoria.hub.addresses import BrokerAddress
from marcoria.hub.database import open_database
from marcoria.hub.door import Door
from marcoria.hub.mqtt import MqttDoor
from marcoria.hub.store import Store


def work(database: str, broker: BrokerAddress, ready: Callable[[], object]) -> None:
    """Store frames until Ctrl-C or SIGTERM.

    Call `ready` once the database can be used.
    """
    with closing(open_database(database)) as store:
        ready()
        asyncio.run(_work(store, broker))


async def _work(store: Store, broker: BrokerAddress) -> None:
    door = Door(store)
    client = MqttDoor(door, broker, is_shared=True)
    task = asyncio.create_task(door.run())
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, task.cancel)
    client.start()
    with suppress(asyncio.CancelledError):
        await task
    await client.stop()
