"""BDN as text is written, always in the same form."""

from collections.abc import Iterable, Iterator

from marcoria.bdn.checks import hash_of
from marcoria.bdn.document import HASH, NOTE, SECTIONS, TAGS, Deal

_WIDTH = 79
_INDENT = "  "
_ORDER = {name: place for place, name in enumerate(TAGS)}


def text_of(deal: Deal) -> str:
    """The lines of a deal; tags that nobody knows come behind the others."""
    return "\n".join(lines_of(deal)) + "\n"


def texts_of(deals: Iterable[Deal]) -> Iterator[str]:
    """The text of a file, in pieces."""
    between = ""
    for deal in deals:
        yield between + text_of(deal)
        between = "\n"


def hashed(deal: Deal) -> Deal:
    """The deal with a hash of what it says now."""
    deal.hash = ""
    deal.hash = hash_of(lines_of(deal))
    return deal


def lines_of(deal: Deal) -> list[str]:
    """The lines, the hash among them if there is one."""
    known = sorted(deal.tags, key=lambda name: _ORDER.get(name, len(_ORDER)))
    lines = [tag(name, deal.tags[name]) for name in known]
    for section in SECTIONS:
        if section in deal.sections:
            value, words = deal.sections[section]
            lines.append(tag(section, value))
            for line in words:
                lines += wrapped(line)
    lines += [tag(NOTE, note) for note in deal.notes]
    return lines + [tag(HASH, deal.hash)] if deal.hash else lines


def tag(name: str, value: str) -> str:
    """A tag and its value, in which quotes are marked."""
    if "\\" in value or '"' in value:
        value = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{value}"]'


def wrapped(words: Iterable[str]) -> list[str]:
    """A line of words; what is too long goes on with a blank at the beginning."""
    text = " ".join(words)
    if len(text) <= _WIDTH:
        return [text]
    lines: list[str] = []
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > _WIDTH:
            lines.append(line)
            line = _INDENT + word
        else:
            line = f"{line} {word}" if line else word
    return lines + [line]
