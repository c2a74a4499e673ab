"""Terminal output: text with escaped control characters, and pictures that fit the window."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO, cast

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_A_SECOND = 4  # redraws per second; each adapts the picture to the size of the window
# Characters to escape: those that change the direction of writing, and control characters except
# tab, newline, and carriage return before a newline.
_CONTROL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\r(?!\n)")


def clean(text: str) -> str:
    """Return a text with its control characters escaped as in JSON."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class CleanStream:
    """Text stream that escapes control characters (see `clean`) in all text written to it."""

    def __init__(self, stream: TextIO) -> None:
        self.unfiltered = stream

    def write(self, text: str) -> int:
        """Clean and write a text; return the length of the cleaned text."""
        return self.unfiltered.write(clean(text))

    def writelines(self, lines: Iterable[str]) -> None:
        """Clean and write lines."""
        self.unfiltered.writelines(map(clean, lines))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unfiltered, name)


@contextmanager
def cleaned_output() -> Iterator[None]:
    """Clean all text that the block writes to standard output and standard error."""
    before = sys.stdout, sys.stderr
    # Python sets a standard stream to None if the process has no such stream.
    sys.stdout, sys.stderr = (cast(TextIO, one and CleanStream(one)) for one in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def unfiltered(stream: TextIO) -> TextIO:
    """Return the stream that a CleanStream wraps, for callers that clean their text themselves.

    Any other stream is returned unchanged.
    """
    return stream.unfiltered if isinstance(stream, CleanStream) else stream


def console() -> "Console":
    """Return a console of the library rich that writes cleaned text to standard output."""
    from rich.console import Console
    from rich.segment import Segment

    class CleanConsole(Console):
        """Console that cleans all text and keeps its own control codes."""

        def render(self, *given: Any, **named: Any) -> Iterator[Segment]:
            """Yield the segments of a renderable: control codes unchanged, and cleaned texts."""
            for one in super().render(*given, **named):
                yield one if one.control else Segment(clean(one.text), one.style)

    return CleanConsole(file=unfiltered(sys.stdout), highlight=False)


@contextmanager
def drawn_on(draw: "Callable[[int, int], RenderableType]") -> Iterator[Callable[[], object]]:
    """While the block runs, redraw a full-screen picture several times a second.

    `draw(columns, lines)` returns the picture for the window's current size. Yield a function that
    redraws at once.
    """
    from rich.live import Live

    out = console()

    def fitting() -> "RenderableType":
        return draw(*out.size)

    with Live(
        console=out, get_renderable=fitting, screen=True, refresh_per_second=_A_SECOND
    ) as live:
        yield live.refresh
