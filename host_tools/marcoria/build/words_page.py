"""docs/words.md: every text in all languages side by side, for whoever speaks one to correct."""

from marcoria.build import texts
from marcoria.build.made import MadeFile
from marcoria.paths import ROOT

GENERATED = ROOT / "docs" / "words.md"
_HEAD = """\
# What the table says

Each text of the table in all its languages: made of `firmware/ui/words/` by
`marcoria words generate`, not to be edited.

You speak one of them, and something sounds wrong? Change the line of that name in the language's
file, such as `firmware/ui/words/it.words`, and run `marcoria words generate`; `make test` tells
if it is too long for the display. One player is spoken to as one, all of them as several.

In a text `%s` and `%o` stand for seats, `%c` and `%d` for cards, `%n` for a number, `%t` for a
name, `%m` for what is called, `%b` for a side, `%w` for some seats, `%e` for any of them,
`%p` and `%q` for points; `|` stands between the items of a list. Lines are broken by the table.
"""


def page_file() -> MadeFile:
    """The page, and what it is made of."""
    return MadeFile(GENERATED, texts.FOLDER / texts.ENGLISH, generate, list)


def generate() -> str:
    """The text of docs/words.md."""
    paths = texts.languages()
    said = [texts.read(path) for path in paths]
    rows = [["name", *(f"`{path.stem}`" for path in paths)], ["---"] * (len(paths) + 1)]
    rows += [[f"`{name}`", *(_cell(one[name].text) for one in said)] for name in said[0]]
    return _HEAD + "\n" + "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"


def _cell(text: str) -> str:
    """A text as a table of Markdown has it."""
    return text.replace("|", r"\|").replace("*", r"\*")
