"""Small tables: profiles of hardware/board.toml, each with fewer parts than another profile.

[profile.no-display]
like = "s3"
without = ["display"]
then = "what happens at the table"
"""

import copy
from typing import cast

from marcoria.board.datasheets import SEATS
from marcoria.board.file import BoardFile, Profile

# Sections whose parts can be left out. `without` may also list RAPS, a reader ("reader W") and an
# expander ("expander 1").
_WHOLE = ("display", "lights", "buzzer")
RAPS = "raps"

# Required keys of a small table's profile, and their types. The profile may also have a section
# `keys`, which replaces the section [keys] of the file.
FORM: dict[str, type | list[type]] = {"like": str, "without": [str], "then": str}
KEYS = "keys"


def is_small(profile: object) -> bool:
    """Return whether a profile has the key `like`, so that it is derived from another profile."""
    return isinstance(profile, dict) and "like" in profile


def fault(data: BoardFile, name: str) -> str:
    """Return a sentence on the first fault in a small table's `like` or `without`, or ""."""
    profiles = data["profile"]
    profile, where = profiles[name], f"'profile.{name}."
    likes = chain(profiles, name)
    if likes[-1] not in profiles:
        return f"{where}like' leads to '{likes[-1]}', and there is no such profile"
    if is_small(profiles[likes[-1]]):
        return f"{where}like' leads in a circle: {', '.join(likes)}"
    if not profile["without"]:
        return f"{where}without' leaves nothing out"
    gone = left_out(profiles, likes[1])
    for part in profile["without"]:
        if part in gone:
            return f"{where}without' has '{part}', which is left out already"
        if part not in _parts(data):
            known = ", ".join(_parts(data))
            return f"{where}without' has '{part}': the parts that can be left out are {known}"
        gone.append(part)
    return ""


def _parts(data: BoardFile) -> list[str]:
    """Return the names of all parts that can be left out."""
    readers = [f"reader {seat}" for seat in SEATS]
    return [*_WHOLE, RAPS, *readers, *map(expander, range(len(data["expanders"]["addresses"])))]


def expander(number: int) -> str:
    """Return the name that `without` has for the expander with this number."""
    return f"expander {number}"


def chain(profiles: dict[str, Profile], name: str) -> list[str]:
    """Return the names of a profile and of those it is derived from, up to one with its own pins.

    If a `like` names no profile, the result ends with this unknown name. If the keys `like` lead
    in a circle, the result ends with the first name that is repeated.
    """
    found = [name]
    while is_small(profiles.get(found[-1])):
        found.append(profiles[found[-1]]["like"])
        if found[-1] in found[:-1]:
            break
    return found


def left_out(profiles: dict[str, Profile], name: str) -> list[str]:
    """Return the names of all parts that a profile and the others in its `chain` leave out."""
    return [
        part
        for one in reversed(chain(profiles, name))
        if is_small(profiles[one])
        for part in profiles[one]["without"]
    ]


def resolved(data: BoardFile, name: str) -> BoardFile:
    """Return a copy of the file's data with the small table's pins, keys and addresses filled in.

    The pins come from the last profile in its `chain`. The keys come from the first profile in the
    chain that has keys; if there is none, they come from the file. The addresses come from the
    file. Pins and addresses of parts left out are removed. If RAPS is left out, each seat's key
    `rap` is removed too.
    """
    data = copy.deepcopy(data)
    profiles, without = data["profile"], left_out(data["profile"], name)
    likes = chain(profiles, name)
    own_keys = [profiles[one]["keys"] for one in likes if KEYS in profiles[one]]
    if own_keys:
        data["keys"] = {seat: own_keys[0].get(seat, {}) for seat in (*SEATS, "director")}
    pins: Profile = {**copy.deepcopy(profiles[likes[-1]]), **profiles[name]}
    kept = {part: value for part, value in pins.items() if part not in without}
    profiles[name] = cast(Profile, kept)
    for seat in SEATS:
        if f"reader {seat}" in without:
            del pins["readers"]["cs"][seat]
        if RAPS in without:
            data["keys"][seat].pop("rap", None)
    numbers = expanders(data, name)
    addresses, lines = data["expanders"]["addresses"], pins["expanders"]["int"]
    data["expanders"]["addresses"] = [one for i, one in enumerate(addresses) if i in numbers]
    pins["expanders"]["int"] = [one for i, one in enumerate(lines) if i in numbers]
    return data


def expanders(data: BoardFile, name: str) -> list[int]:
    """Return the indexes, in the file's `addresses`, of the expanders that a profile has.

    `data` is the content of the file, not a result of `resolved`.
    """
    without = left_out(data["profile"], name)
    return [i for i in range(len(data["expanders"]["addresses"])) if expander(i) not in without]
