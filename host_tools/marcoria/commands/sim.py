"""`marcoria sim`: people at a simulated table."""

import argparse

from marcoria.commands import Subparsers
from marcoria.errors import TableError, check_writable

# What only a match of bots takes, and what it is without being asked.
_OF_DEMO = {"house": "piedicavallo", "lang": "en", "scanned": False, "deals": 1000}


def add(commands: Subparsers) -> None:
    """What it is asked."""
    sim = commands.add_parser("sim", help="people at a simulated table: a scenario, or a match")
    sim.add_argument("file", nargs="?", metavar="FILE.yaml", help="see docs/scenarios.md")
    sim.add_argument("--demo", action="store_true", help="a whole match, told in the terminal")
    sim.add_argument("--backend", choices=("cpython", "vm"), help="what runs the firmware")
    sim.add_argument("--seed", type=int, help="the same again: the same seed")
    sim.add_argument("--png", metavar="FILE.png", help="a picture of the table at the end")
    demo = sim.add_argument_group("of the demo")
    demo.add_argument("--house", metavar="NAME|FILE.house", help="what is played (piedicavallo)")
    demo.add_argument("--lang", metavar="LANGUAGE", help="of the display: en, it, fr, es, bg, ...")
    demo.add_argument("--scanned", action="store_true", default=None, help="with scanned hands")
    demo.add_argument("--deals", type=int, metavar="N", help="so many deals at most")
    sim.set_defaults(run=_sim)


def _sim(args: argparse.Namespace) -> None:
    from marcoria.scenarios.demo import demo, play_file

    wrong = _wrong(args)
    if wrong:
        raise TableError("usage", wrong)
    if args.png:
        check_writable(args.png)
    if not args.demo:
        play_file(args)
        return
    for key, usual in _OF_DEMO.items():
        if getattr(args, key) is None:
            setattr(args, key, usual)
    demo(args)


def _wrong(args: argparse.Namespace) -> str:
    """What does not go together, and what to do."""
    from marcoria.people.company import languages

    of_demo = [f"--{key}" for key in _OF_DEMO if getattr(args, key) is not None]
    if args.demo and args.file:
        return f"{args.file} is played without --demo, which is a match of its own: leave one away"
    if not args.demo and not args.file:
        return "name a scenario file, or say --demo: marcoria sim --help"
    if args.file and of_demo:
        return f"{of_demo[0]} is for --demo: a scenario says that itself, in its file"
    if args.deals is not None and args.deals < 1:
        return f"--deals {args.deals} would be no match: it takes 1 or more"
    if args.lang is not None and args.lang not in languages():
        return f"the table does not speak '{args.lang}': it is one of {', '.join(languages())}"
    return ""
