"""`marcoria fonts`: the display's fonts."""

import argparse

from marcoria.commands import Subparsers


def add(commands: Subparsers) -> None:
    """What it is asked."""
    fonts = commands.add_parser("fonts", help="make the display's fonts anew")
    fonts.set_defaults(run=_fonts)


def _fonts(args: argparse.Namespace) -> None:
    from marcoria.build.fonts import FILE, make

    data = make()
    FILE.write_bytes(data)
    print(f"made {FILE.name} of {len(data)} bytes")
