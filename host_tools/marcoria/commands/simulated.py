"""Options of the commands that simulate."""

from enum import StrEnum
from typing import Annotated

from marcoria.commands.options import Option


class Vm(StrEnum):
    """What runs a program of the board."""

    CPYTHON = "cpython"
    VM = "vm"


Backend = Annotated[Vm | None, Option(help="What runs the firmware.", show_default=False)]
Seed = Annotated[int | None, Option(help="The same again: the same seed.")]
Picture = Annotated[str, Option(metavar="FILE.png", help="A picture at the end.")]
