"""Commands as their modules declare them: options, arguments, answers, and their help."""

import os
from collections.abc import Callable, Iterable
from typing import Any

from marcoria.context import asked

OF_ALL = "Of all commands"
# Options that many commands share, typed before or behind the name of a command.
SHARED = {
    "table": "Which table: its name, serial number, or port (/dev/ttyACM0): docs/commands.md.",
    "json": "Answer in JSON, one object a line.",
    "dry_run": "Say what would be done, and do nothing.",
    "quiet": "The answer and errors only: no progress, no advice.",
    "lang": "What the table says is told in that language.",
    "trace": "With an error, where in the program it came from.",
}
LANGUAGES = ("en", "it", "fr", "es", "bg", "pms")
_METAVARS = {"table": "TABLE", "lang": "|".join(LANGUAGES)}
_ALL_TAKE = ("json", "trace")
_WIDEST, _USUAL = 100, 80
_INDENT = 2
_BESIDE = 26  # columns of what stands before its explanation

Row = tuple[str, str]


class Option:
    """An option, as an annotation of a parameter: `Annotated[str, Option("--to", help="...")]`."""

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
    """A value that is known by its place, without the name of an option."""

    is_option = False


class CommandEnd(Exception):
    """The end of a command with a status, about which all is said."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Param:
    """A parameter of a command: its words, its values, and what helps say of it."""

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
    """Return the parameter of an option that many commands share."""
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
    """The values of a command that takes many; each name that a subclass annotates is one."""

    def __init__(self, **values: object) -> None:
        self.__dict__.update(values)


class Command:
    """A function run as a command, its options as parameters or as one `CommandOptions` object.
    `takes` are the shared options that it heeds. A `lenient` one gets what it does not know as
    `rest`."""

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
    """Commands by their names; `alone` runs if none of them is named."""

    def __init__(self, says: str = "", alone: Command | None = None) -> None:
        self.says = says
        self.alone = alone
        self.inside: dict[str, Command | Commands] = {}

    @property
    def takes(self) -> tuple[str, ...]:
        """Return the shared options that any of them heeds."""
        found = {field for one in self.inside.values() for field in one.takes}
        return tuple(field for field in SHARED if field in found)


def command(
    app: Commands, name: str, runs: Callable[..., None], *takes: str, lenient: bool = False
) -> None:
    """Make a function a command; its docstring is what `--help` says of it. Besides `--json` and
    `--trace` it takes the shared options that are named."""
    says = " ".join((runs.__doc__ or "").split())
    app.inside[name] = Command(says, runs, (*_ALL_TAKE, *takes), lenient)


def group(
    app: Commands, name: str, says: str, alone: Callable[[], None] | None = None
) -> Commands:
    """Make a command that has others, and return it; `alone` runs if none of them is named."""
    inside = Commands(says, Command(says, alone, _ALL_TAKE) if alone else None)
    app.inside[name] = inside
    return inside


def answer(words: str, **facts: object) -> None:
    """Print the answer: for people in words, for programs these facts, an object a line."""
    if not asked().json:
        print(words)
        return
    import json

    print(json.dumps({"ok": True, **facts}, ensure_ascii=False))


def number_of(count: int, what: str) -> str:
    """Return a count in words: `1 deal`, `2 deals`."""
    return f"{count} {what}{'s' * (count != 1)}"


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
