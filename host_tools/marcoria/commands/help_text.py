"""The text of `--help`, plain and as wide as the terminal."""

import os
from collections.abc import Iterable

from marcoria.commands.options import SHARED, Command, Commands, Param, shared

_WIDEST, _USUAL = 100, 80
_INDENT = 2
_BESIDE = 26  # columns of what stands before its explanation

Row = tuple[str, str]


def help_of_all(says: str, commands: dict[str, str]) -> str:
    """Return the help of the program itself, by the table of its commands."""
    parts = ["Usage: marcoria COMMAND ...", says]
    parts.append(_panel("Commands", commands.items()))
    parts.append("marcoria COMMAND --help says what a command takes.")
    rows = [("--version", "Show the version."), ("-h, --help", "Show this.")]
    parts.append(_panel("Options", rows))
    parts.append(_panel("Of many commands, before or behind their names", _shared_rows(SHARED)))
    return "\n\n".join(parts)


def help_of(path: str, wanted: Command | Commands) -> str:
    """Return the help of a command, or of one that has others."""
    if isinstance(wanted, Commands):
        rows = [(name, one.says) for name, one in wanted.inside.items()]
        parts = [f"Usage: {path} COMMAND ...", _wrapped(wanted.says), _panel("Commands", rows)]
        parts.append(_panel("Of many commands", _shared_rows(wanted.takes)))
        return "\n\n".join(parts)
    places = [one for one in wanted.params if not one.is_option]
    usage = [f"Usage: {path}", *(_place(one) for one in places), "[OPTIONS]"]
    parts = [" ".join(usage), _wrapped(wanted.says)]
    if any(one.help for one in places):
        parts.append(_panel("Arguments", [(one.metavar, _explained(one)) for one in places]))
    panels: dict[str, list[Row]] = {"Options": []}
    for one in wanted.params:
        if one.is_option:
            rows = panels.setdefault(one.panel or "Options", [])
            rows.append((f"{', '.join(one.words)} {one.metavar}".strip(), _explained(one)))
    panels["Options"].append(("-h, --help", "Show this."))
    return "\n\n".join([*parts, *(_panel(name, rows) for name, rows in panels.items())])


def _shared_rows(fields: Iterable[str]) -> list[Row]:
    params = [shared(field) for field in fields]
    return [(f"{one.words[0]} {one.metavar}".strip(), one.help) for one in params]


def _place(param: Param) -> str:
    dots = "..." if param.is_list and not param.metavar.endswith("...") else ""
    return f"{param.metavar}{dots}" if param.is_required else f"[{param.metavar}{dots}]"


def _explained(param: Param) -> str:
    """Return what it is, and what holds where it is not said."""
    usual = param.default if param.show_default is True else param.show_default
    shown = bool(usual) and not param.is_flag and not param.is_list
    return f"{param.help} [default: {usual}]".strip() if shown else param.help


def _panel(name: str, rows: Iterable[Row]) -> str:
    """Return rows of two columns; what is too wide for the first has a line of its own."""
    lines = [f"{name}:"]
    for left, right in rows:
        begins = f"{' ' * _INDENT}{left}"
        if len(begins) >= _BESIDE:
            lines.append(begins)
            begins = ""
        first, *others = _wrapped(right, _BESIDE).split("\n")
        lines += [f"{begins:<{_BESIDE}}{first}".rstrip(), *(" " * _BESIDE + one for one in others)]
    return "\n".join(lines)


def _columns() -> int:
    """Return the width of the terminal, as shutil does, whose import costs more than all this."""
    try:
        return int(os.environ.get("COLUMNS", "")) or _USUAL
    except ValueError:
        pass
    try:
        return os.get_terminal_size(1).columns or _USUAL
    except OSError:
        return _USUAL


def _wrapped(text: str, indent: int = 0) -> str:
    """Return a text in lines that have room."""
    room = max(20, min(_WIDEST, _columns()) - indent)
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > room:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return "\n".join(lines)
