"""`marcoria completion`: scripts by which shells complete commands and options."""

from enum import StrEnum
from typing import Annotated

from marcoria.commands.options import SHARED, Argument, Command, Commands, command, shared

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
    here: Command | Commands = app
    last = ""
    for word in before:
        if isinstance(here, Commands) and word in here.inside:
            here = here.inside[word]
        last = word
    params = here.params if isinstance(here, Command) else [shared(field) for field in SHARED]
    asks = [one for one in params if last in one.words and not one.is_flag]
    if asks:
        found = asks[0].choices
    elif begun.startswith("-"):
        found = [word for one in params if one.is_option for word in one.words] + ["--help"]
    elif isinstance(here, Commands):
        found = list(here.inside)
    else:
        found = [word for one in params if not one.is_option for word in one.choices]
    return [one for one in found if one.startswith(begun)]
