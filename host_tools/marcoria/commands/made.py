"""`marcoria board`, `words` and `fonts`: generate files of the firmware."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from marcoria.commands.options import Commands, answer, command, group
from marcoria.context import asked
from marcoria.errors import TableError

if TYPE_CHECKING:
    from marcoria.build.made import MadeFile


def add(app: Commands) -> None:
    """Declare the commands."""
    board, pins = "hardware/board.toml", "firmware/board.py"
    _add(app, "board", board, pins, "no conflict on any board", _pins)
    texts = "firmware/texts.py, firmware/ui/text_names.py, docs/words.md"
    _add(app, "words", "firmware/ui/words", texts, "in order", _texts)
    command(app, "fonts", _fonts, "dry_run")


def _add(
    app: Commands,
    name: str,
    source: str,
    target: str,
    in_order: str,
    made: "Callable[[], list[MadeFile]]",
) -> None:
    """Declare a command with the actions `check` and `generate`.

    `made` returns the generated files. `source` and `target` name files for messages. `check`
    prints `in_order` if the source has no faults and the generated files are up to date.
    """

    def check() -> None:
        # All generated files report the same faults of the source, so print each fault once.
        found = list(dict.fromkeys(fault for file in made() for fault in file.check()))
        if found:
            raise TableError(f"bad-{name}", "\nmarcoria: ".join(found))
        answer(f"{source}: {in_order}, {target} up to date", source=source, target=target)

    def generate() -> None:
        for file in made():
            if not asked().dry_run:
                file.write()
        done = "would generate" if asked().dry_run else "generated"
        answer(f"{done} {target} from {source}", source=source, target=target)

    actions = group(app, name, f"Check {source}; generate {target}.")
    check.__doc__ = f"Check {source}, and that the generated files are up to date."
    generate.__doc__ = f"Generate {target}."
    command(actions, "check", check)
    command(actions, "generate", generate, "dry_run")


def _pins() -> "list[MadeFile]":
    from marcoria.board.generate import pin_file

    return [pin_file()]


def _texts() -> "list[MadeFile]":
    from marcoria.build.words import made_files

    return made_files()


def _fonts() -> None:
    """Generate the display's fonts."""
    from marcoria.build.font_file import FILE
    from marcoria.build.fonts import make

    data = make()
    if not asked().dry_run:
        FILE.write_bytes(data)
    done = "would generate" if asked().dry_run else "generated"
    answer(f"{done} {FILE.name}, {len(data)} bytes", file=FILE.name, bytes=len(data))
