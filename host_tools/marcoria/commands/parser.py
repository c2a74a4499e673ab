"""Parser of the command line: finds the command and the values of its options."""

import argparse
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from marcoria.commands.options import SHARED, Command, Commands, Param, shared
from marcoria.context import PROGRAM, asked
from marcoria.errors import Exit, TableError

_HELPS = ("-h", "--help")
_MISSING = "the following arguments are required: "  # argparse's words


class HelpWanted(Exception):
    """Request for the help of a command."""

    def __init__(self, path: str, wanted: Command | Commands) -> None:
        super().__init__(path)
        self.path = path
        self.wanted = wanted


class Parser(argparse.ArgumentParser):
    """argparse's parser, which raises TableError with messages in Marcoria's own words."""

    def __init__(self, path: str, wanted: Command | Commands, params: Iterable[Param]) -> None:
        super().__init__(prog=path, add_help=False, allow_abbrev=False, exit_on_error=False)
        self._words = {word: param for param in params for word in param.words}

        class Help(argparse.Action):
            """Action of the options -h and --help."""

            def __call__(self, *_: object) -> NoReturn:
                raise HelpWanted(path, wanted)

        self.add_argument(*_HELPS, action=Help, nargs=0)
        for param in params:
            self._add(param)

    def _add(self, param: Param) -> None:
        kind: dict[str, Any] = {"default": argparse.SUPPRESS}
        if param.is_flag:
            self.add_argument(*param.words, dest=param.name, action="store_true", **kind)
            return
        kind |= {"metavar": param.metavar, "type": _typed(param)}
        if param.is_option:
            kind |= {"dest": param.name, "action": "append" if param.is_list else "store"}
            self.add_argument(*param.words, **kind)
        elif param.is_list:
            self.add_argument(param.name, nargs="+" if param.is_required else "*", **kind)
        else:
            self.add_argument(param.name, nargs=None if param.is_required else "?", **kind)

    def parsed(
        self, words: list[str], *, mixed: bool = True
    ) -> tuple[dict[str, object], list[str]]:
        """Return the values by name, and the words that were not recognised.

        Options that were not typed have no value. With `mixed`, options may stand between
        positional arguments.
        """
        parse = self.parse_known_intermixed_args if mixed else self.parse_known_args
        try:
            found, others = parse(words)
        except argparse.ArgumentError as error:
            if error.argument_name is None:  # from Python 3.13 on: a missing argument
                self.error(error.message)
            raise misused(self.prog, self._sentence(error)) from None
        return vars(found), others

    def _sentence(self, error: argparse.ArgumentError) -> str:
        word = (error.argument_name or "").split("/")[-1]
        if error.message.startswith("expected"):
            return f"{word} needs {self._words[word].metavar}."
        if error.message.startswith("ignored explicit argument"):
            return f"{word} takes no value."
        return f"{word} must be {error.message}."

    def error(self, message: str) -> NoReturn:
        """Raise the error for a missing argument."""
        raise misused(self.prog, f"'{self.prog}' needs {message.removeprefix(_MISSING)}.")

    def unknown(self, word: str) -> TableError:
        """Return the error for an unknown option."""
        word = word.partition("=")[0]
        return misused(self.prog, f"Unknown option '{word}'.{like(word, self._words)}")


def misused(path: str, sentence: str) -> TableError:
    """Return the error for wrong usage of a command."""
    return TableError("usage", f"{sentence} See {path} --help", Exit.USAGE)


def find(app: Commands, words: list[str]) -> tuple[str, Command, list[str]]:
    """Find the command that the words name.

    Return its full name, the command, and the words that follow its name. If the words name only a
    group, return the group's command `alone`. Raise HelpWanted if there are no words except
    options, or if --help comes before the name. Raise TableError if the name is unknown, or if the
    words name only a group without such a command.
    """
    path, here, rest = PROGRAM, app, list(words)
    while True:
        count = _leading(path, here, rest)
        if count == len(rest):
            if here.alone:
                return path, here.alone, []
            if here is app:
                raise HelpWanted(path, here)
            raise misused(path, f"Name one of {', '.join(here.inside)}.")
        name, rest = rest[count], rest[count + 1 :]
        if name not in here.inside:
            raise misused(path, f"Unknown command '{name}'.{like(name, here.inside)}")
        path, found = f"{path} {name}", here.inside[name]
        if isinstance(found, Command):
            return path, found, rest
        here = found


def _leading(path: str, here: Commands, words: list[str]) -> int:
    """Store the shared options before a command's name; return how many words they take."""
    params = [shared(field) for field in SHARED]
    takes_value = {word for param in params if not param.is_flag for word in param.words}
    count = 0
    while count < len(words) and words[count].startswith("-"):
        count += 1 + (words[count] in takes_value)
    parser = Parser(path, here, params)
    given, others = parser.parsed(words[:count], mixed=False)
    if others:
        raise parser.unknown(others[0])
    _ask(given)
    return count


def values(path: str, command: Command, words: list[str]) -> dict[str, object]:
    """Return the arguments for a command's function; store shared options in `asked`."""
    _check_shared(path, command)
    parser = Parser(path, command, command.params)
    given, others = parser.parsed(words, mixed=not command.lenient)
    unknown = [word for word in others if word.startswith("-") and len(word) > 1]
    if unknown and not command.lenient:
        raise parser.unknown(unknown[0])
    if others and not command.lenient:
        raise misused(path, f"'{path}' does not take another word: '{others[0]}'.")
    own = {param.name: param.default for param in command.params if not param.is_shared}
    _ask({name: value for name, value in given.items() if name not in own})
    rest = {"rest": others} if command.lenient else {}
    return own | {name: given[name] for name in own if name in given} | rest


def _ask(given: dict[str, object]) -> None:
    for name, value in given.items():
        setattr(asked(), name, value)


def _check_shared(path: str, command: Command) -> None:
    """Raise TableError if the command does not take a shared option typed before its name."""
    for field in SHARED:
        if getattr(asked(), field) and field not in command.takes:
            raise misused(path, f"'{path}' takes no {shared(field).words[0]}.")


def _typed(param: Param) -> Callable[[str], object]:
    """Return the function that converts a word to the parameter's type."""

    def made(text: str) -> object:
        if param.choices and text not in param.choices:
            known = ", ".join(param.choices)
            raise argparse.ArgumentTypeError(f"one of {known}, not '{text}'")
        try:
            return param.kind(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"a whole number, not '{text}'") from None

    return made


def like(word: str, known: Iterable[str]) -> str:
    """Return "Did you mean ...?" for the closest known word, or ""."""
    from difflib import get_close_matches

    found = get_close_matches(word, list(known), 1)
    return f" Did you mean '{found[0]}'?" if found else ""
