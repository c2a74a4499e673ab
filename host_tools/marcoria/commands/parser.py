"""The command line, parsed: which command is meant, and with which values."""

from collections.abc import Mapping
from typing import Any

from marcoria.asked import PROGRAM, asked
from marcoria.commands.options import SHARED, Command, Commands, Param, shared
from marcoria.errors import Exit, TableError

_HELPS = ("-h", "--help")


class HelpWanted(Exception):
    """The wish to read what a command takes."""

    def __init__(self, path: str, wanted: Command | Commands) -> None:
        super().__init__(path)
        self.path = path
        self.wanted = wanted


def misused(path: str, sentence: str) -> TableError:
    """Return the error for words that no command takes."""
    return TableError("usage", f"{sentence} See {path} --help", Exit.USAGE)


def find(app: Commands, words: list[str]) -> tuple[str, Command, list[str]]:
    """Return the command that words begin with, how it is called, and the words behind it."""
    path, here = PROGRAM, app
    rest = list(words)
    while True:
        rest = _leading(path, here, rest)
        if not rest:
            if here.alone:
                return path, here.alone, []
            if here is app:
                raise HelpWanted(path, here)
            raise misused(path, f"Name one of {', '.join(here.inside)}.")
        name = rest.pop(0)
        if name not in here.inside:
            hint = _like(name, here.inside)
            raise misused(path, f"There is no command '{name}'.{hint}")
        path, found = f"{path} {name}", here.inside[name]
        if isinstance(found, Command):
            return path, found, rest
        here = found


def _leading(path: str, here: Commands, words: list[str]) -> list[str]:
    """Take shared options off the beginning; the rest begins with a name."""
    options = _by_word([shared(field) for field in SHARED])
    rest = list(words)
    while rest and rest[0].startswith("-"):
        word, value = split(rest.pop(0))
        if word in _HELPS:
            raise HelpWanted(path, here)
        if word not in options:
            raise misused(path, f"There is no option '{word}' here.{_like(word, options)}")
        _ask(options[word], _value(path, options[word], word, value, rest))
    return rest


def values(path: str, command: Command, words: list[str]) -> dict[str, Any]:
    """Return the arguments of a command's function; shared options go to `asked`."""
    options = _by_word([one for one in command.params if one.is_option])
    given: dict[str, Any] = {}
    loose: list[str] = []
    rest = list(words)
    while rest:
        text = rest.pop(0)
        if text == "--":
            loose += rest
            break
        if len(text) < 2 or text[0] != "-":
            loose.append(text)
            continue
        word, value = split(text)
        if word in _HELPS:
            raise HelpWanted(path, command)
        if word not in options:
            if not command.lenient:
                raise misused(path, f"There is no option '{word}' here.{_like(word, options)}")
            loose.append(text)
            continue
        param = options[word]
        found = _value(path, param, word, value, rest)
        if param.is_list:
            given.setdefault(param.name, []).append(found)
        else:
            given[param.name] = found
    _check_shared(path, command)
    return _placed(path, command, given, loose)


def _check_shared(path: str, command: Command) -> None:
    """Refuse shared options before the command's name that it does not heed."""
    for field in SHARED:
        if getattr(asked(), field) and field not in command.takes:
            word = shared(field).words[0]
            raise misused(path, f"'{path}' takes no {word}.")


def _placed(
    path: str, command: Command, given: dict[str, Any], loose: list[str]
) -> dict[str, Any]:
    """Put words without an option to their places, and defaults where nothing is said."""
    for param in command.params:
        if param.is_option:
            if param.is_shared:
                if param.name in given:
                    _ask(param, given.pop(param.name))
                continue
        elif loose and not command.lenient:
            count = len(loose) if param.is_list else 1
            taken = [_typed(path, param, param.metavar, text) for text in loose[:count]]
            given[param.name], loose = taken if param.is_list else taken[0], loose[count:]
        if param.name not in given:
            if param.is_required:
                raise misused(path, f"'{path}' needs {param.metavar}.")
            given[param.name] = param.default
    if command.lenient:
        given["rest"] = loose
    elif loose:
        raise misused(path, f"'{loose[0]}' is one word too many for '{path}'.")
    return given


def _ask(param: Param, value: Any) -> None:
    setattr(asked(), param.name, value)


def _value(path: str, param: Param, word: str, value: str | None, rest: list[str]) -> Any:
    """Return what an option is given."""
    if param.is_flag:
        if value is not None:
            raise misused(path, f"{word} takes no value.")
        return True
    if value is None:
        if not rest:
            raise misused(path, f"{word} needs {param.metavar}.")
        value = rest.pop(0)
    return _typed(path, param, word, value)


def _typed(path: str, param: Param, word: str, text: str) -> Any:
    """Return a text as the parameter has its values."""
    if param.choices:
        if text not in param.choices:
            raise misused(path, f"{word} is one of {', '.join(param.choices)}, not '{text}'.")
        return param.kind(text)
    if param.kind is int:
        try:
            return int(text)
        except ValueError:
            raise misused(path, f"{word} is a whole number, not '{text}'.") from None
    return text


def split(text: str) -> tuple[str, str | None]:
    """Return an option, and what stands behind its equals sign if it has one."""
    word, equals, value = text.partition("=")
    return word, value if equals else None


def _by_word(params: list[Param]) -> dict[str, Param]:
    return {word: param for param in params for word in param.words}


def _like(word: str, known: Mapping[str, Any]) -> str:
    """Return a question for what may have been meant, or nothing."""
    from difflib import get_close_matches

    found = get_close_matches(word, known, 1)
    return f" Did you mean '{found[0]}'?" if found else ""
