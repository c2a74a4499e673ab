"""`marcoria run`: somebody's own program on a simulated bench."""

import argparse

from marcoria.commands import Subparsers


def add(commands: Subparsers) -> None:
    """What it is asked."""
    run = commands.add_parser("run", help="your own program, on a board with the parts you name")
    run.add_argument("program", metavar="main.py", help="see docs/own-driver.md")
    run.add_argument("--bench", metavar="FILE.yaml", help="the parts; else bench.yaml beside it")
    run.add_argument("--for", dest="time", default="10s", help="virtual time: 10s, 500ms, 2m")
    run.add_argument(
        "--backend", choices=("cpython", "vm"), default="cpython", help="what runs it"
    )
    run.add_argument("--seed", type=int, default=0, help="the same again: the same seed")
    run.add_argument("--png", metavar="FILE.png", help="a picture of the display at the end")
    run.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> None:
    from marcoria.scenarios.own_run import run_program

    run_program(args)
