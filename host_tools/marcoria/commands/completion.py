"""`marcoria completion`: what a shell needs to complete commands and options."""

from enum import StrEnum
from typing import Annotated

import typer

from marcoria.asked import PROGRAM
from marcoria.commands.options import command


class Shell(StrEnum):
    """Those that can."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


def add(app: typer.Typer) -> None:
    """What it is asked."""
    command(app, "completion", _completion)


def _completion(shell: Annotated[Shell, typer.Argument()]) -> None:
    """Print the completion of a shell: eval "$(marcoria completion bash)"."""
    # It is what --show-completion prints, which typer has no other name for.
    from typer.completion import get_completion_script  # type: ignore[attr-defined]

    variable = f"_{PROGRAM.upper()}_COMPLETE"
    print(get_completion_script(prog_name=PROGRAM, complete_var=variable, shell=shell.value))
