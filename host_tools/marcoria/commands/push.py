"""`marcoria push`: carry a table's new records to its hub, over the cable."""

from typing import Annotated

from marcoria.commands.connection import connected
from marcoria.commands.options import Commands, Option, answer, command, number_of

HubAddress = Annotated[
    str, Option("--hub", metavar="http://...", help="Address of the hub.", show_default=False)
]


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "push", _push, "table", "quiet")


def _push(hub: HubAddress) -> None:
    """Read a table's new records over the cable, and send them to its hub.

    Then tell the table which records the hub has stored.
    """
    from marcoria.commands.progress import Progress
    from marcoria.device.wire import Client
    from marcoria.hub.carrier import HubAt, carry

    with connected() as table, Progress() as progress:
        count = carry(Client(table.wire), HubAt(hub), lambda done: progress.say(f"{done} frames"))
    words = f"{number_of(count, 'frame')} sent; the hub has everything" if count else "nothing new"
    answer(words, frames=count)
