"""The commands of `marcoria`, one a file: what it is asked on the command line, and what it does.

A command's `add` makes its parser. What it needs is imported when it runs, so that `--help` and
what needs little come at once.
"""

from argparse import ArgumentParser, _SubParsersAction
from typing import TypeAlias

Subparsers: TypeAlias = "_SubParsersAction[ArgumentParser]"
