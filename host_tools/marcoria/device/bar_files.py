"""What a bar has written on its table: fetched from it, and put back, at the prompt."""

import hashlib
from collections.abc import Callable, Mapping

from marcoria.device.client import Client
from marcoria.device.prompt import UNDONE, Prompt
from marcoria.device.table import OpenPort

FOLDER = "/bar"
RESET = "/bar/reset"  # the note of a reset, which is no file that a bar has made

Told = Callable[[str], object]


def fetch(prompt: Prompt, told: Told = bool, folder: str = FOLDER) -> dict[str, bytes]:
    """Return all files of a folder, by path; `told` hears which one comes."""
    found = {}
    for path in sorted(prompt.hashes(folder.rstrip("/"))):
        if not path.endswith(UNDONE):
            told(path)
            found[path] = prompt.read(path)
    return found


def fetch_once(wire: OpenPort, pin: str) -> dict[str, bytes]:
    """Return the same of a table that plays: it rests meanwhile, and starts anew."""
    with Prompt(Client(wire), wire, pin) as prompt:
        return fetch(prompt)


def changed(prompt: Prompt, files: Mapping[str, bytes]) -> list[str]:
    """Which of these the table has otherwise, or not at all."""
    there = prompt.hashes(FOLDER)
    return [
        path
        for path in sorted(files)
        if there.get(path) != hashlib.sha256(files[path]).hexdigest()
    ]


def put(prompt: Prompt, files: Mapping[str, bytes], told: Told = bool) -> list[str]:
    """Writes those that are not there yet, each of them whole; which these were. Decks and houses
    come before the settings, which name them. Cut off, and said again, it goes on."""
    paths = changed(prompt, files)
    for path in paths:
        told(path)
        prompt.write(path, files[path])
    return paths
