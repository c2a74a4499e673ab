"""Parser of hardware/board.toml; it checks all keys and types in the file."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast, get_args, get_origin, get_type_hints, is_typeddict

from marcoria.board import small
from marcoria.board.datasheets import (
    BETWEEN,
    CABLES,
    DIRECTOR_KEYS,
    FED,
    NEEDS_PULL,
    SEAT_KEYS,
    SEATS,
    SIGNALS,
)
from marcoria.board.file import (
    BoardFile,
    BusSection,
    CableSection,
    ChipSection,
    Profile,
    ReaderPins,
)
from marcoria.board.mechanics.limits import FORM as MECHANICS
from marcoria.errors import TableError
from marcoria.paths import HARDWARE

BOARD_FILE = HARDWARE / "board.toml"


# The form of a value in the file: its type; [type] for a list; or, for a TOML table, the form of
# the value of each key. The form {} stands for a table with any keys.
Form = type | list[type] | Mapping[str, "Form"]
_KEYS_FORM: dict[str, dict[str, Form]] = {
    **{seat: dict.fromkeys(SEAT_KEYS, str) for seat in SEATS},
    "director": dict.fromkeys(DIRECTOR_KEYS, str),
}


class Some(dict[str, Form]):
    """The form of a TOML table whose keys are all optional."""


def _form_of(kind: Any) -> Form:
    """Return the form of values of this type; for a type such as dict[str, str] this is {}."""
    if is_typeddict(kind):
        return {name: _form_of(inner) for name, inner in get_type_hints(kind).items()}
    if get_origin(kind) is list:
        return list(get_args(kind))
    form: Form = {} if get_origin(kind) is dict else kind
    return form


# In [resistors] and [profile] any keys match this form; `_read` checks their contents separately.
_FORM: dict[str, Form] = {
    **{name: _form_of(kind) for name, kind in get_type_hints(BoardFile).items()},
    "keys": _KEYS_FORM,
    "rails": dict.fromkeys(FED, str),
    "capacitors": {name: [str] for name in ("supply", "regulator", *FED[1:])},
    "between": dict.fromkeys(BETWEEN, str),
    "cables": dict.fromkeys(CABLES, _form_of(CableSection)),
    "mechanics": MECHANICS,
}
_PROFILE_FORM: dict[str, Form] = {
    name: _form_of(kind)
    for name, kind in get_type_hints(Profile).items()
    if name not in (*small.FORM, small.KEYS)
}
_PROFILE_FORM["readers"] = {
    **{name: _form_of(kind) for name, kind in get_type_hints(ReaderPins).items()},
    "cs": dict.fromkeys(SEATS, int),
}


@dataclass(frozen=True)
class BoardWire:
    """A GPIO pin of the module and its signal.

    `name` is the key in the profile, such as "readers.cs.N"; for a part with a single pin it is
    the name of the section, such as "lights". `signal` is `name` without the seat or number, such
    as "readers.cs". `use` is the direction of the signal, such as "output".
    """

    name: str
    signal: str
    pin: int
    use: str


@dataclass(frozen=True)
class Board:
    """A profile of a board file whose keys and types are valid.

    `data` is the content of the file; for a small table it is the result of `small.resolved`.
    `marcoria.board.check` finds faults in the wiring.
    """

    profile: str
    data: BoardFile
    wires: list[BoardWire]
    expanders: list[int]  # for each expander of the board, its index in the file's `addresses`

    @property
    def pins(self) -> Profile:
        """Return the profile's section of `data`, with the pins of all parts on the board."""
        return self.data["profile"][self.profile]

    @property
    def chips(self) -> dict[str, ChipSection]:
        """Return the sections that name a chip, by their names; also those of parts left out."""
        data = self.data
        return {
            "readers": data["readers"],
            "display": data["display"],
            "expanders": data["expanders"],
            "lights": data["lights"],
            "buzzer": data["buzzer"],
        }

    @property
    def buses(self) -> dict[str, tuple[int, BusSection]]:
        """Return the bus number and section of each part that is on a bus, by section name."""
        data, pins = self.data, self.pins
        found: dict[str, tuple[int, BusSection]] = {}
        if "readers" in pins:
            found["readers"] = (pins["readers"]["spi"], data["readers"])
        if "display" in pins:
            found["display"] = (pins["display"]["spi"], data["display"])
        if "expanders" in pins:
            found["expanders"] = (pins["expanders"]["i2c"], data["expanders"])
        return found

    @property
    def keys(self) -> dict[str, tuple[str, int]]:
        """Return the place and the number of each key, by its name in the file.

        The name is, for example, "keys.W.clubs", and the place is "1 GPB0": the expander's number
        and its pin.
        """
        keys = self.data["keys"]
        numbers = {
            (seat, key): 8 * s + k
            for s, seat in enumerate(SEATS)
            for k, key in enumerate(SEAT_KEYS)
        }
        numbers |= {("director", key): 8 * s + 7 for s, key in enumerate(DIRECTOR_KEYS)}
        return {
            f"keys.{seat}.{key}": (keys[seat][key], number)
            for (seat, key), number in numbers.items()
            if key in keys[seat]
        }

    @property
    def like(self) -> str:
        """Return the name of the profile that has the board's pins.

        For a small table this is the last profile in its `small.chain`; otherwise it is the
        board's own profile.
        """
        return small.chain(self.data["profile"], self.profile)[-1]

    @property
    def without(self) -> list[str]:
        """Return the names of the parts that a small table leaves out; [] for other profiles."""
        return small.left_out(self.data["profile"], self.profile)

    def has(self, part: str) -> bool:
        """Return whether the board has the parts of a section, such as "display"."""
        return part in self.pins

    @property
    def seats(self) -> list[str]:
        """Return the seats with a reader."""
        return [seat for seat in SEATS if seat in self.pins["readers"]["cs"]]

    def bit(self, place: str) -> int | None:
        """Return the number of the pin at a place such as "1 GPB3"; None if there is no such pin.

        Numbers count from 0 through all expanders that the board has. Each expander has eight pins
        of port A, and then eight pins of port B.
        """
        pins = [f"{i} GP{port}{bit}" for i in self.expanders for port in "AB" for bit in range(8)]
        return pins.index(place) if place in pins else None


def profiles(path: Path = BOARD_FILE) -> list[str]:
    """Return the names of the profiles that have their own pins, the reference first."""
    data = _read(path)
    whole = [str(name) for name in data["profile"] if not small.is_small(data["profile"][name])]
    return sorted(whole, key=lambda name: name != data["reference"])


def small_profiles(path: Path = BOARD_FILE) -> list[str]:
    """Return the names of the profiles of small tables."""
    data = _read(path)
    return [str(name) for name in data["profile"] if small.is_small(data["profile"][name])]


def left_out(profile: str, path: Path = BOARD_FILE) -> list[str]:
    """Return the names of the parts that a profile leaves out; [] if there is no such profile."""
    found = _read(path)["profile"]
    return small.left_out(found, profile) if profile in found else []


def load(path: Path = BOARD_FILE, profile: str | None = None) -> Board:
    """Load a profile; the default is the one that the file names in its key `reference`.

    Raise TableError if there is no such profile, if the file cannot be read or parsed, or if a key
    in it is unknown, missing or has a value of a wrong form. `marcoria.board.check` checks the
    values.
    """
    data = _read(path)
    name = profile or data["reference"]
    if name not in data["profile"]:
        raise board_error(
            f"there is no profile '{name}': choose one of {', '.join(data['profile'])}"
        )
    expanders = small.expanders(data, name)
    if small.is_small(data["profile"][name]):
        data = small.resolved(data, name)
    return Board(name, data, _wires(data["profile"][name]), expanders)


def board_error(sentence: str) -> TableError:
    """Return the error for a fault in a board file, or in another TOML file of hardware/."""
    return TableError("board-file", sentence)


def read_toml(path: Path) -> dict[str, object]:
    """Load a TOML file; raise TableError if it cannot be read or parsed."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise board_error(f"cannot read {path}: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise board_error(f"{path} is no TOML file: {error}") from error


def _read(path: Path) -> BoardFile:
    found = read_toml(path)
    _match(found, _FORM, "")
    data = cast(BoardFile, found)  # the file's form was checked; profiles are checked below
    _match_resistors(data["resistors"])
    if idle := data["between"]["idle_miso"]:
        _match_pull("between.idle_miso", idle)
    for name, profile in data["profile"].items():
        if small.is_small(profile):
            _match_small(profile, f"profile.{name}.")
        else:
            _match(profile, _PROFILE_FORM, f"profile.{name}.")
    _match_names(data)
    return data


def _match_small(profile: Profile, where: str) -> None:
    """Check the form of a small table's profile, in which the section `keys` is optional."""
    form = {**small.FORM, small.KEYS: Some({s: Some(f) for s, f in _KEYS_FORM.items()})}
    _match({small.KEYS: {}, **profile}, form, where)


def _match_names(data: BoardFile) -> None:
    """Check `like` and `without` of small tables, and that the reference is no small table."""
    whole = [name for name in data["profile"] if not small.is_small(data["profile"][name])]
    for name in data["profile"]:
        sentence = small.fault(data, name) if name not in whole else ""
        if sentence:
            raise board_error(sentence)
    if data["reference"] in data["profile"] and data["reference"] not in whole:
        raise board_error(f"'reference' is '{data['reference']}': name a profile without 'like'")


def _match_resistors(resistors: Mapping[str, object]) -> None:
    for signal, pull in resistors.items():
        if signal not in NEEDS_PULL:
            raise board_error(f"'resistors.{signal}' is no signal that needs a resistor")
        _match_pull(f"resistors.{signal}", pull)


def _match_pull(key: str, pull: object) -> None:
    if not isinstance(pull, str) or pull.split(" ")[1:] not in (["up"], ["down"]):
        raise board_error(f"'{key}' is not of the form '10k up' or '10k down'")


def _match(value: object, form: Form, name: str) -> None:
    """Raise TableError for the first key that is missing, unknown or of a wrong type.

    `name` is the value's full key with "." at the end, or "" for the whole file.
    """
    key = name.removesuffix(".")
    if isinstance(form, Mapping):
        _match_table(value, form, name)
    elif isinstance(form, list):
        if not isinstance(value, list) or not all(_is(item, form[0]) for item in value):
            items = {int: "numbers", str: "texts"}[form[0]]
            raise board_error(f"'{key}' must be a list of {items}")
    elif not _is(value, form):
        kind = {int: "a whole number", float: "a number", str: "text"}[form]
        raise board_error(f"'{key}' must be {kind}, not {value!r}")


def _is(value: object, form: type) -> bool:
    return type(value) is form or (form is float and type(value) is int)


def _match_table(value: object, form: Mapping[str, Form], name: str) -> None:
    if not isinstance(value, dict):
        raise board_error(f"'{name.removesuffix('.')}' must be a table")
    for unknown in [inner for inner in value if form and inner not in form]:
        raise board_error(f"'{name}{unknown}' is not a key of a board file")
    for inner, inner_form in form.items():
        if inner in value:
            _match(value[inner], inner_form, f"{name}{inner}.")
        elif not isinstance(form, Some):
            raise board_error(f"'{name}{inner}' is missing")


def _wires(pins: Profile) -> list[BoardWire]:
    wires = []
    for part, signals in SIGNALS.items():
        own: object = pins.get(part)
        if not isinstance(own, dict):
            continue
        for signal, use in signals.items():
            value = own[signal]
            name = part if signal == "pin" else f"{part}.{signal}"
            inner = value if isinstance(value, dict) else dict(enumerate(_listed(value)))
            for which, pin in inner.items():
                whole = name if isinstance(value, int) else f"{name}.{which}"
                wires.append(BoardWire(whole, name, pin, use))
    return wires


def _listed(value: int | list[int]) -> list[int]:
    return value if isinstance(value, list) else [value]
