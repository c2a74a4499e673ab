"""The terminal: text from outside is cleaned before it is written, pictures fit its size."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO, cast

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_A_SECOND = 4  # looks at the size
# All but newlines and tabs; of Unicode also what turns the direction of writing.
_CONTROL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\r(?!\n)")


def clean(text: str) -> str:
    """Return a text with its control characters spelt out, as JSON spells them."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class CleanStream:
    """A text stream that cleans all that is written to it."""

    def __init__(self, stream: TextIO) -> None:
        self.unfiltered = stream

    def write(self, text: str) -> int:
        return self.unfiltered.write(clean(text))

    def writelines(self, lines: Iterable[str]) -> None:
        self.unfiltered.writelines(map(clean, lines))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unfiltered, name)


@contextmanager
def cleaned_output() -> Iterator[None]:
    """Let nothing but clean text leave by standard output and standard error."""
    before = sys.stdout, sys.stderr
    # A closed one is None.
    sys.stdout, sys.stderr = (cast(TextIO, one and CleanStream(one)) for one in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def unfiltered(stream: TextIO) -> TextIO:
    """Return the stream below, for programs that draw and clean what they draw."""
    return stream.unfiltered if isinstance(stream, CleanStream) else stream


def console() -> "Console":
    """Return rich's console on standard output, which draws clean text only."""
    from rich.console import Console
    from rich.segment import Segment

    class CleanConsole(Console):
        """A console that cleans all text and keeps its own control codes."""

        def render(self, *given: Any, **named: Any) -> Iterator[Segment]:
            for one in super().render(*given, **named):
                yield one if one.control else Segment(clean(one.text), one.style)

    return CleanConsole(file=unfiltered(sys.stdout), highlight=False)


@contextmanager
def drawn_on(draw: "Callable[[int, int], RenderableType]") -> Iterator[Callable[[], object]]:
    """Draw what fits so many columns and lines, again and again, on a screen of its own; yield a
    function that draws at once."""
    from rich.live import Live

    out = console()

    def fitting() -> "RenderableType":
        return draw(*out.size)

    with Live(
        console=out, get_renderable=fitting, screen=True, refresh_per_second=_A_SECOND
    ) as live:
        yield live.refresh
