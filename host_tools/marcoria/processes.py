"""Search for the process that has a port or a socket open, on systems that have /proc."""

import os
from collections.abc import Callable
from pathlib import Path

from marcoria.context import PROGRAM

# Beginning of a simulated port's message to a second program that connects. The name of the first
# program follows.
IN_USE = b"This port is in use by "

_PROC = Path("/proc")
_TCP = ("net/tcp", "net/tcp6")


def holder_of_file(path: str) -> str:
    """Return the name and number of another process that has a file open, "" if none is found."""
    wanted = os.path.realpath(path)
    return _holder(lambda target: target == wanted)


def holder_of_socket(port: int, other: int) -> str:
    """Return the name and number of another process with a certain TCP socket.

    The socket is bound to `port` and connected to port `other`. Return "" if no such process is
    found.
    """
    inodes = {f"socket:[{inode}]" for inode in _inodes(port, other)}
    return _holder(lambda target: target in inodes) if inodes else ""


def _holder(is_it: Callable[[str], bool]) -> str:
    for process in _PROC.glob("[0-9]*"):
        if process.name == str(os.getpid()):
            continue
        try:
            if any(is_it(os.readlink(one)) for one in (process / "fd").iterdir()):
                return f"{_name(process)} (process {process.name})"
        except OSError:
            continue  # a process of another user, or one that has ended
    return ""


def _name(process: Path) -> str:
    """Return the name of a process's program.

    For Marcoria also return the words after the name, up to the first that is not only letters.
    """
    typed = (process / "cmdline").read_text("utf-8", "replace").split("\0")
    for at, word in enumerate(typed[:2]):  # the first word may be the interpreter
        if Path(word).name == PROGRAM:
            words = [PROGRAM]
            for following in typed[at + 1 :]:
                if not following.isalpha():
                    break
                words.append(following)
            return " ".join(words)
    return (process / "comm").read_text("utf-8", "replace").strip()


def _inodes(port: int, other: int) -> list[str]:
    """Return the inode numbers of TCP sockets bound to `port` and connected to port `other`."""
    found = []
    for name in _TCP:
        try:
            lines = (_PROC / name).read_text("ascii").splitlines()[1:]
        except OSError:
            continue
        for fields in map(str.split, lines):
            ends = [int(address.rpartition(":")[2], 16) for address in fields[1:3]]
            if ends == [port, other]:
                found.append(fields[9])
    return found
