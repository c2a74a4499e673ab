"""`marcoria fonts`: the display's fonts."""

from marcoria.asked import asked
from marcoria.commands.options import Commands, answer, command


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "fonts", _fonts, "dry_run")


def _fonts() -> None:
    """Make the display's fonts anew."""
    from marcoria.build.font_file import FILE
    from marcoria.build.fonts import make

    data = make()
    if not asked().dry_run:
        FILE.write_bytes(data)
    done = "would make" if asked().dry_run else "made"
    answer(f"{done} {FILE.name} of {len(data)} bytes", file=FILE.name, bytes=len(data))
