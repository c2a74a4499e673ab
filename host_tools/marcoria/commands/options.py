"""Declaration of commands: options, arguments, answers and help texts."""

import os
from collections.abc import Callable, Iterable
from typing import Any

from marcoria.context import asked

OF_ALL = "Shared options"
# Options that many commands share, typed before or after the name of a command.
SHARED = {
    "table": "Table to use: its name, serial number or port, such as /dev/ttyACM0"
    " (docs/commands.md).",
    "json": "Answer in JSON, one object a line.",
    "dry_run": "Only print what would be done.",
    "quiet": "Print only the answer and errors, no progress or advice.",
    "lang": "Language of the table's texts.",
    "trace": "Print a traceback with an error.",
}
HIGHEST_PORT = 65535  # of TCP
LANGUAGES = ("en", "it", "fr", "es", "bg", "pms")
_METAVARS = {"table": "TABLE", "lang": "|".join(LANGUAGES)}
_ALL_TAKE = ("json", "trace")
_WIDEST, _USUAL = 100, 80
_INDENT = 2
_BESIDE = 26  # width of the first column of a help text

Row = tuple[str, str]


class Option:
    """Option of a command, used in an annotation: `Annotated[str, Option("--to", help="...")]`.

    Without `words`, the parameter's name gives the word: `dry_run` gives `--dry-run`. If
    `show_default` is a text, the help shows this text as the default. `panel` is the heading of
    the option in the help, "" for "Options".
    """

    is_option = True

    def __init__(
        self,
        *words: str,
        help: str = "",
        metavar: str = "",
        show_default: bool | str = True,
        panel: str = "",
    ) -> None:
        self.words = words
        self.help = help
        self.metavar = metavar
        self.show_default = show_default
        self.panel = panel


class Argument(Option):
    """Positional argument of a command."""

    is_option = False


class CommandEnd(Exception):
    """End of a command with an exit status; the command has already printed its answer."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Param:
    """Parameter of a command: its words, type, choices and help."""

    def __init__(self, name: str, annotation: Any, default: Any, is_required: bool) -> None:
        info: Option = annotation.__metadata__[0]
        self.name, self.default, self.is_required = name, default, is_required
        self.help, self.panel, self.show_default = info.help, info.panel, info.show_default
        self.is_option = info.is_option
        kinds = getattr(annotation.__origin__, "__args__", (annotation.__origin__,))
        self.is_list = "list[" in str(annotation.__origin__)
        if self.is_list:
            kinds = getattr(kinds[0], "__args__", kinds)
        self.kind = kinds[0]
        self.is_flag = self.kind is bool
        self.choices = (
            [one.value for one in self.kind] if hasattr(self.kind, "__members__") else []
        )
        self.words = list(info.words) or ["--" + name.replace("_", "-")]
        usual = "|".join(self.choices) or ("NUMBER" if self.kind is int else name.upper())
        self.metavar = "" if self.is_flag else info.metavar or usual
        self.is_shared = info.panel == OF_ALL


def shared(field: str) -> Param:
    """Return the parameter of a shared option; `field` is a key of SHARED."""
    word = "--" + field.replace("_", "-")
    kind = str if field in _METAVARS else bool
    info = Option(word, help=SHARED[field], panel=OF_ALL, metavar=_METAVARS.get(field, ""))
    param = Param(field, _Annotation(kind, info), kind(), False)
    param.choices = list(LANGUAGES) if field == "lang" else []
    return param


class _Annotation:
    def __init__(self, kind: type, info: Option) -> None:
        self.__origin__ = kind
        self.__metadata__ = (info,)


class CommandOptions:
    """Base class for the options of a command with many options; annotations declare them."""

    def __init__(self, **values: object) -> None:
        self.__dict__.update(values)


class Command:
    """Function that runs as a command, with its options as parameters or as one `CommandOptions`.

    `takes` names the shared options that it accepts. A `lenient` command gets unknown words as
    `rest`.
    """

    def __init__(
        self, says: str, runs: Callable[..., None], takes: tuple[str, ...], lenient: bool = False
    ) -> None:
        self.says = says
        self.takes = takes
        self.lenient = lenient
        self._runs = runs
        annotated = {key: one for key, one in runs.__annotations__.items() if key != "return"}
        names = runs.__code__.co_varnames[: runs.__code__.co_argcount]
        defaults = dict(zip(reversed(names), reversed(runs.__defaults__ or ()), strict=False))
        self._options: type[CommandOptions] | None = annotated.get("options")
        if self._options:
            annotated, defaults = self._options.__annotations__, vars(self._options)
        self.params = [
            Param(name, annotated[name], defaults.get(name), name not in defaults)
            for name in annotated
            if name != "rest"
        ]
        self.params += [shared(field) for field in SHARED if field in takes]

    def run(self, values: dict[str, object]) -> None:
        """Call the function with these values."""
        if self._options:
            self._runs(self._options(**values))
        else:
            self._runs(**values)


class Commands:
    """Group of commands by name; `alone` runs if no name is typed."""

    def __init__(self, says: str = "", alone: Command | None = None) -> None:
        self.says = says
        self.alone = alone
        self.inside: dict[str, Command | Commands] = {}

    @property
    def takes(self) -> tuple[str, ...]:
        """Return the shared options that at least one command of the group accepts."""
        found = {field for one in self.inside.values() for field in one.takes}
        return tuple(field for field in SHARED if field in found)


def command(
    app: Commands, name: str, runs: Callable[..., None], *takes: str, lenient: bool = False
) -> None:
    """Declare a function as a command; its docstring is its help.

    The docstring of a command outside a group begins with its line in `cli.COMMANDS`. `takes`
    names the command's shared options besides `--json` and `--trace`.
    """
    says = " ".join((runs.__doc__ or "").split())
    app.inside[name] = Command(says, runs, (*_ALL_TAKE, *takes), lenient)


def group(
    app: Commands, name: str, says: str, alone: Callable[[], None] | None = None
) -> Commands:
    """Declare a group of commands and return it; `alone` runs if no name is typed."""
    inside = Commands(says, Command(says, alone, _ALL_TAKE) if alone else None)
    app.inside[name] = inside
    return inside


def answer(words: str, **facts: object) -> None:
    """Print the answer: in words, or with --json the facts as one object.

    Flush the output at once. Python buffers output that does not go to a terminal, and a service
    such as the hub keeps running, so its answer would reach the log too late.
    """
    if not asked().json:
        print(words, flush=True)
        return
    import json

    print(json.dumps({"ok": True, **facts}, ensure_ascii=False), flush=True)


def number_of(count: int, what: str) -> str:
    """Return a count with its noun: `1 deal`, `2 deals`."""
    return f"{count} {what}{'s' * (count != 1)}"


def help_of_all(says: str, commands: dict[str, str]) -> str:
    """Return the help of the program; `commands` has the one-line help of each command."""
    parts = ["Usage: marcoria COMMAND ...", says]
    parts.append(_panel("Commands", commands.items()))
    parts.append("Options of a command: marcoria COMMAND --help")
    rows = [("--version", "Show the version."), ("-h, --help", "Show this help.")]
    parts.append(_panel("Options", rows))
    parts.append(_panel(f"{OF_ALL}, before or after the command", _shared_rows(SHARED)))
    return "\n\n".join(parts)


def help_of(path: str, wanted: Command | Commands) -> str:
    """Return the help of a command or of a group."""
    if isinstance(wanted, Commands):
        rows = [(name, one.says) for name, one in wanted.inside.items()]
        parts = [f"Usage: {path} COMMAND ...", _wrapped(wanted.says), _panel("Commands", rows)]
        parts.append(_panel(OF_ALL, _shared_rows(wanted.takes)))
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
    panels["Options"].append(("-h, --help", "Show this help."))
    return "\n\n".join([*parts, *(_panel(name, rows) for name, rows in panels.items())])


def _shared_rows(fields: Iterable[str]) -> list[Row]:
    params = [shared(field) for field in fields]
    return [(f"{one.words[0]} {one.metavar}".strip(), one.help) for one in params]


def _place(param: Param) -> str:
    dots = "..." if param.is_list and not param.metavar.endswith("...") else ""
    return f"{param.metavar}{dots}" if param.is_required else f"[{param.metavar}{dots}]"


def _explained(param: Param) -> str:
    """Return the help of a parameter, with the default if it is not empty and may be shown."""
    usual = param.default if param.show_default is True else param.show_default
    shown = bool(usual) and not param.is_flag and not param.is_list
    return f"{param.help} [default: {usual}]".strip() if shown else param.help


def _panel(name: str, rows: Iterable[Row]) -> str:
    """Return a heading and rows of two columns; a left text that is too wide gets its own line."""
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
    """Return the number COLUMNS from the environment, else the width of the terminal, else 80.

    `shutil` has a similar function, but importing `shutil` would slow down --help.
    """
    try:
        return int(os.environ.get("COLUMNS", "")) or _USUAL
    except ValueError:
        pass
    try:
        return os.get_terminal_size(1).columns or _USUAL
    except OSError:
        return _USUAL


def _wrapped(text: str, indent: int = 0) -> str:
    """Return a text, broken into lines that fit into the terminal after `indent` columns.

    A terminal wider than _WIDEST counts as _WIDEST columns wide. Lines of up to 20 letters are
    allowed even if the terminal is too narrow for them.
    """
    room = max(20, min(_WIDEST, _columns()) - indent)
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > room:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return "\n".join(lines)
