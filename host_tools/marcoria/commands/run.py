"""`marcoria run`: run the user's own program on a simulated board."""

from typing import Annotated

from marcoria.commands.options import Argument, Commands, Option, command
from marcoria.commands.sim import Backend, Picture, Seed, Vm


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "run", _run)


def _run(
    program: Annotated[
        str, Argument(metavar="main.py", help="Your program (docs/own-driver.md).")
    ],
    bench: Annotated[
        str,
        Option(
            metavar="FILE.yaml",
            help="Parts on the board (default: bench.yaml beside the program).",
        ),
    ] = "",
    time: Annotated[
        str, Option("--for", metavar="TIME", help="Virtual time to run, such as 10s, 500ms or 2m.")
    ] = "10s",
    backend: Backend = Vm.CPYTHON,
    seed: Seed = 0,
    png: Picture = "",
) -> None:
    """Run your own program on a simulated board with the parts you name."""
    from marcoria.sandbox.run import run_program

    run_program(program, bench, time, backend or Vm.CPYTHON, seed or 0, png)
