"""`marcoria say`: show a message on a table's display."""

from typing import Annotated

from marcoria.commands.connection import Pin, connected
from marcoria.commands.options import Argument, Commands, Option, answer, command

Seconds = Annotated[
    int,
    Option("--seconds", metavar="N", help="How long the message stays: 2 to 3600 seconds."),
]


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "say", _say, "table")


def _say(
    text: Annotated[str, Argument(help="The message: at most 120 bytes of UTF-8.")],
    seconds: Seconds = 20,
    pin: Pin = "",
) -> None:
    """Show a message on the display, between two deals; the next deal removes it."""
    from marcoria.device.message import show
    from marcoria.device.wire import Client

    with connected() as table:
        show(Client(table.wire), text, seconds, pin)
    answer(f"shown for {seconds} s, or until the next deal", text=text, seconds=seconds)
