"""`marcoria sim`: people at a simulated table."""

import argparse

from marcoria.commands import Subparsers
from marcoria.errors import TableError, check_writable


def add(commands: Subparsers) -> None:
    """What it is asked."""
    sim = commands.add_parser("sim", help="people at a simulated table: a scenario, or a match")
    sim.add_argument("file", nargs="?", metavar="FILE.yaml", help="see docs/scenarios.md")
    sim.add_argument("--demo", action="store_true", help="a whole match, told in the terminal")
    sim.add_argument("--backend", choices=("cpython", "vm"), help="what runs the firmware")
    sim.add_argument("--seed", type=int, help="the same again: the same seed")
    sim.add_argument("--png", metavar="FILE.png", help="a picture of the table at the end")
    sim.add_argument("--house", metavar="NAME", default="piedicavallo", help="of the demo")
    sim.add_argument("--scanned", action="store_true", help="the demo with scanned hands")
    sim.add_argument("--deals", type=int, default=1000, help="so many deals of the demo at most")
    sim.set_defaults(run=_sim)


def _sim(args: argparse.Namespace) -> None:
    from marcoria.scenarios.demo import demo, play_file

    if bool(args.file) == args.demo:
        raise TableError("usage", "name a scenario file, or say --demo: marcoria sim --help")
    if args.png:
        check_writable(args.png)
    if args.demo:
        demo(args)
    else:
        play_file(args)
