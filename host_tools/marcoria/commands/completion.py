"""`marcoria completion`: scripts by which shells complete commands and options."""

from enum import StrEnum
from typing import Annotated

from marcoria.commands.options import (
    SHARED,
    Argument,
    Command,
    Commands,
    Param,
    command,
    shared,
)

# Each script runs marcoria with the words up to the cursor. If marcoria prints no completions,
# the shell completes file names.
_BASH = """\
_marcoria() {
    local IFS=$'\\n'
    COMPREPLY=($(_MARCORIA_COMPLETE=1 marcoria "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o bashdefault -o default -F _marcoria marcoria"""
_ZSH = """\
#compdef marcoria
_marcoria() {
    local -a found
    found=("${(@f)$(_MARCORIA_COMPLETE=1 marcoria "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
compdef _marcoria marcoria"""
_FISH = """\
function __marcoria
    set -l words (commandline -opc) (commandline -ct)
    set -l found (env _MARCORIA_COMPLETE=1 marcoria $words[2..] 2>/dev/null)
    if test -n "$found"
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c marcoria -f -a '(__marcoria)'"""


class Shell(StrEnum):
    """Shells that have a completion script."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


_SCRIPTS = {Shell.BASH: _BASH, Shell.ZSH: _ZSH, Shell.FISH: _FISH}


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "completion", _completion)


def _completion(shell: Annotated[Shell, Argument()]) -> None:
    """Print the completion script of a shell: eval "$(marcoria completion bash)"."""
    print(_SCRIPTS[shell])


def candidates(app: Commands, words: list[str]) -> list[str]:
    """Return the completions of the last word.

    The list is empty if the word is a value without a list of choices, such as a file name.
    """
    *before, begun = words or [""]
    here, asks = _reached(app, before)
    option, is_joined, _ = begun.partition("=")  # zsh and fish leave `--lang=it` in one word
    if asks:
        begun = "" if begun == "=" else begun  # bash splits `--lang=` into two words
        found = asks.choices
    elif is_joined:
        named = [one for one in _options(here) if option in one.words]
        found = [f"{option}={choice}" for one in named for choice in one.choices]
    elif begun.startswith("-"):
        found = [word for one in _options(here) for word in one.words] + ["--help"]
    elif isinstance(here, Commands):
        found = list(here.inside)
    else:
        found = [word for one in here.params if not one.is_option for word in one.choices]
    return [one for one in found if one.startswith(begun)]


def _reached(app: Commands, words: list[str]) -> tuple[Command | Commands, Param | None]:
    """Return the command or group that the words name, and the option that needs its value next.

    The option is None if the next word is not the value of an option.
    """
    here: Command | Commands = app
    asks: Param | None = None
    for word in words:
        if asks:
            asks = asks if word == "=" else None  # bash splits `--lang=it` into three words
        elif isinstance(here, Commands) and word in here.inside:
            here = here.inside[word]
        else:
            named = [one for one in _options(here) if word in one.words and not one.is_flag]
            asks = named[0] if named else None
    return here, asks


def _options(here: Command | Commands) -> list[Param]:
    """Return the options of a command, or the shared options if `here` is a group."""
    if isinstance(here, Commands):
        return [shared(field) for field in SHARED]
    return [one for one in here.params if one.is_option]
