"""Serial ports of this computer: list them, choose the port of a table, and check it.

A missing port, missing permission and a port in use are three different errors.
"""

import os
import re
import stat
from dataclasses import dataclass

from marcoria.config import NamedTable, config_file, named_table
from marcoria.errors import Exit, TableError
from marcoria.processes import holder_of_file

# USB bridges, and chips with their own USB, by vendor and product number.
_KNOWN = {
    (0x303A, 0x1001): "the ESP32-S3's own USB",
    (0x303A, 0x4001): "the ESP32-S3's own USB",
    (0x10C4, 0xEA60): "CP210x",
    (0x1A86, 0x7523): "CH340",
    (0x1A86, 0x7522): "CH340",
    (0x1A86, 0x55D3): "CH343",
    (0x1A86, 0x55D4): "CH9102",
    (0x0403, 0x6001): "FT232R",
    (0x0403, 0x6015): "FT231X",
}
_ESPRESSIF = 0x303A
NETWORK = ("socket://", "rfc2217://")  # beginnings of the URLs of ports in a network


@dataclass(frozen=True)
class PluggedPort:
    """Port and the USB device there.

    `what` is the name of the device; `vid` and `pid` are its vendor and product numbers. `serial`
    is its serial number, "" if it has none.
    """

    path: str
    what: str
    vid: int
    pid: int
    serial: str


def ports() -> list[PluggedPort]:
    """Return the ports with a USB device, which may be a board; known chips come first."""
    from serial.tools import list_ports

    found = []
    for one in list_ports.comports():
        if one.vid is None or one.pid is None:
            continue
        usual = "an ESP32's own USB" if one.vid == _ESPRESSIF else one.product or "unknown"
        what = _KNOWN.get((one.vid, one.pid), usual)
        found.append(PluggedPort(one.device, what, one.vid, one.pid, one.serial_number or ""))
    return sorted(found, key=lambda one: ((one.vid, one.pid) not in _KNOWN, one.path))


def choose(option: str) -> str:
    """Return the port of the named table (see `named_table`), else of the only board.

    Raise TableError if the port cannot be used.
    """
    named = named_table(option)
    path = _path_of(named) if named else _only_one()
    check(path)
    return path


def _path_of(named: NamedTable) -> str:
    """Return the port of a named table.

    The name is one from the config file, the serial number of a plugged-in board, or a port.
    """
    place = named.place or named.name
    if _is_path(place):
        return place
    there = ports()
    found = [one.path for one in there if one.serial == place]
    if len(found) > 1:
        sentence = (
            f"{named.source} says {named.name}, and {' and '.join(found)} both have that number"
        )
        raise TableError("which-port", f"{sentence}: add --table PORT", Exit.NO_DEVICE)
    if found:
        return found[0]
    others = ", ".join(f"{one.path} {one.serial}".rstrip() for one in there) or "none at all"
    reason = f"that is {place}, which is not plugged in"
    if not named.place:
        reason = (
            f"that is no port, no serial number of a board here and no name in {config_file()}"
        )
    sentence = f"{named.source} says {named.name}, and {reason}; the ports here are: {others}"
    raise TableError("no-port", sentence, Exit.NO_DEVICE)


def _is_path(place: str) -> bool:
    """Return whether a text looks like a port, rather than a name or a serial number."""
    return "/" in place or re.fullmatch(r"(?i)com\d+", place) is not None


def _only_one() -> str:
    """Return the port of the only plugged-in board with a known USB chip."""
    likely = [one for one in ports() if (one.vid, one.pid) in _KNOWN]
    if len(likely) > 1:
        several = ", ".join(f"{one.path} ({one.what})" for one in likely)
        raise TableError("which-port", f"there are {several}: add --table PORT", Exit.NO_DEVICE)
    if not likely:
        raise TableError(
            "no-port",
            "no board is plugged in, or its cable only charges: plug it in with a data cable, or"
            " add --table PORT",
            Exit.NO_DEVICE,
        )
    return likely[0].path


def check(path: str) -> None:
    """Raise TableError if a port is missing, is no serial port, is not permitted or is in use.

    Accept all network ports, and all ports on Windows.
    """
    if path.startswith(NETWORK) or os.name != "posix":
        return
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError) as error:
        others = ", ".join(one.path for one in ports()) or "none at all"
        sentence = f"there is no {path}: plug the board in; the ports here are: {others}"
        raise TableError("no-port", sentence, Exit.NO_DEVICE) from error
    if not stat.S_ISCHR(mode):
        raise TableError(
            "no-port", f"{path} is not a serial port: name one with --table", Exit.NO_DEVICE
        )
    if not os.access(path, os.R_OK | os.W_OK):
        raise TableError("no-permission", _permission(path), Exit.PERMISSION)
    holder = holder_of_file(path)
    if holder or _is_locked(path):
        raise busy(path, holder)


def is_gone(path: str) -> bool:
    """Return whether a port is unplugged; return False for a network port, which is no file."""
    return not path.startswith(NETWORK) and not os.path.exists(path)


def busy(path: str, holder: str) -> TableError:
    """Return the error for a port that is in use; `holder` is the program, "" if unknown."""
    told = f"{path} is in use by {holder or 'another program'}: end that program first"
    return TableError("busy-port", told, Exit.BUSY)


def _permission(path: str) -> str:
    """Return a sentence that says who owns the port and which command gives access."""
    import grp

    number = os.stat(path).st_gid
    try:
        group = grp.getgrgid(number).gr_name
    except KeyError:
        group = str(number)
    if number == 0:
        return f"{path} belongs to root alone: run sudo chmod a+rw {path}"
    again = "then log out and in again"
    return (
        f"{path} belongs to the group {group} and you are not in it: run"
        f" sudo usermod -aG {group} $USER, {again}"
    )


def _is_locked(path: str) -> bool:
    """Return whether another process has locked the port, or the port cannot be opened."""
    import fcntl

    try:
        handle = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False
