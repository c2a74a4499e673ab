"""HTML around the content of the hub's pages, and the words of their five languages."""

from html import escape
from pathlib import Path

from marcoria.bdn.hand.facts import Phrases, phrases
from marcoria.game.word_files import read_words
from marcoria.paths import PAGE

_HERE = Path(__file__).parent
LANGUAGES = ("en", "it", "fr", "es", "bg")
_PATHS = {"wall": "/wall", "players": "/players", "deals": "/deals", "tables": "/tables"}
# Files that the pages load: colours and icon are those of the virtual table.
FILES = {
    "tokens.css": PAGE / "tokens.css",
    "icon.svg": PAGE / "icon.svg",
    "hub.css": _HERE / "hub.css",
    "hub.mjs": _HERE / "hub.mjs",
}
_FRAME = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/tokens.css">
<link rel="stylesheet" href="/hub.css">
<script type="module" src="/hub.mjs"></script>
</head>
<body class="{place}">
<header><a class="bar" href="/wall">{bar}</a><nav>{places}</nav></header>
<main>
{content}
</main>
</body>
</html>
"""


class PageSpeech:
    """Words of the pages in a language: `say("heard", 2)` is "last heard 2 min ago".

    The texts are escaped for HTML. The navigation leads to the players if `has_players`.
    """

    def __init__(self, language: str, has_players: bool = False) -> None:
        self.language = language
        self._has_players = has_players
        self._words = read_words(_HERE / "words" / f"{language}.words")
        self.printed: Phrases = phrases(language)

    def __call__(self, key: str, *values: object) -> str:
        """Return a text with its values filled in."""
        return escape(self._words[key].format(*values))

    def side(self, side: str, is_short: bool = False) -> str:
        """Return the names of the seats of a side, such as "North – South" or "N – S"."""
        return " – ".join(self(seat)[: 1 if is_short else None] for seat in side)

    def frame(self, place: str, title: str, content: str) -> str:
        """Return a page with this title and content, which are HTML.

        `place` is the key of the page's entry in the navigation.
        """
        places = "".join(
            f'<a href="{path}"{current(place == key)}>{self(key)}</a>'
            for key, path in _PATHS.items()
            if key != "players" or self._has_players
        )
        return _FRAME.format(
            language=self.language,
            title=title,
            place=place,
            bar=self("bar"),
            places=places,
            content=content,
        )


def current(is_here: bool) -> str:
    """Return the attribute that marks the link to the page being shown, "" for other links."""
    return ' aria-current="page"' if is_here else ""


def named(nickname: str) -> str:
    """Return a nickname as HTML; its direction of writing does not change the text around it."""
    return f"<bdi>{escape(nickname)}</bdi>"


def speeches(has_players: bool = False) -> dict[str, PageSpeech]:
    """Return the words of all languages."""
    return {language: PageSpeech(language, has_players) for language in LANGUAGES}


def language_of(header: str) -> str:
    """Return the first known language in an Accept-Language header, else English."""
    asked = [part.split(";")[0].strip()[:2].lower() for part in header.split(",")]
    return next((name for name in asked if name in LANGUAGES), LANGUAGES[0])
