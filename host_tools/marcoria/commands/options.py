"""Commands as their modules declare them: options, arguments, and how they answer."""

from collections.abc import Callable
from typing import Any

from marcoria.asked import asked

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


class Ended(Exception):
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


class Command:
    """A function that is run as a command; `takes` are the shared options that it heeds. A
    `lenient` one gets what it does not know as `rest`."""

    def __init__(
        self, says: str, runs: Callable[..., None], takes: tuple[str, ...], lenient: bool = False
    ) -> None:
        self.says = says
        self.runs = runs
        self.takes = takes
        self.lenient = lenient
        count = runs.__code__.co_argcount
        names = [name for name in runs.__code__.co_varnames[:count] if name != "rest"]
        defaults = runs.__defaults__ or ()
        first = len(names) - len(defaults)
        self.params = [
            Param(name, runs.__annotations__[name], defaults[at - first], False)
            if at >= first
            else Param(name, runs.__annotations__[name], None, True)
            for at, name in enumerate(names)
        ]
        self.params += [shared(field) for field in SHARED if field in takes]


class Commands:
    """Commands by their names; `alone` runs if none of them is named."""

    def __init__(self, says: str = "", alone: Command | None = None) -> None:
        self.says = says
        self.alone = alone
        self.inside: dict[str, Command | Commands] = {}

    @property
    def takes(self) -> tuple[str, ...]:
        """The shared options that any of them heeds."""
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
