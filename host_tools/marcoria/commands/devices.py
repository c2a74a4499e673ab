"""`marcoria devices`: list the boards that are plugged in."""

from typing import Annotated

from marcoria.commands.options import Commands, Option, answer, command
from marcoria.context import asked
from marcoria.errors import TableError


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "devices", _devices, "table")


def _devices(
    listen: Annotated[
        bool,
        Option(
            "--listen",
            help="Also read each port for four seconds and print the state of its board.",
        ),
    ] = False,
) -> None:
    """List the plugged-in boards and whether they can be used."""
    from marcoria.config import load
    from marcoria.device import detection, ports

    named = load().tables.get(asked().table, asked().table)
    there = ports.ports()
    if named and all(named not in (one.path, one.serial) for one in there):
        there = [ports.PluggedPort(named, "a port", 0, 0, "")]
    for one in there:
        fault = said = ""
        try:
            ports.check(one.path)
            said = detection.meaning(detection.listen(one.path)) if listen else ""
        except TableError as error:
            fault = error.detail
        words = f"{one.path}  {one.what}  {one.serial}".rstrip()
        answer(
            "\n  ".join(filter(None, (words, fault, said))),
            port=one.path,
            what=one.what,
            vid=one.vid,
            pid=one.pid,
            serial=one.serial,
            fault=fault,
            says=said,
        )
    if not there:
        answer("no board is plugged in, or its cable only charges: use a data cable", ports=[])
