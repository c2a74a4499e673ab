"""Evenings, and texts of dates and times, in the local time of this computer."""

from datetime import datetime, timedelta

_EVENING_H = 6  # hour at which one evening ends and the next begins
_LATEST_MS = 250_000_000_000_000  # in the year 9892: `datetime` ends with 9999


def begin_of_evening(seconds: float) -> int:
    """Return the beginning of the evening that contains a time, both in seconds since 1970."""
    return _at_six(_evening(seconds))


def end_of_evening(seconds: float) -> int:
    """Return the end of the evening that contains a time, both in seconds since 1970."""
    return _at_six(_evening(seconds) + timedelta(days=1))


def date_of_evening(ms: int) -> str:
    """Return the date of the evening that contains a time, such as "2026-01-31".

    An evening has the date of the day on which it begins. `ms` is the time in ms since 1970.
    Return "" if the time is after `_LATEST_MS`.
    """
    return f"{_evening(ms / 1000):%Y-%m-%d}" if _is_in_calendars(ms) else ""


def date_and_time(ms: int) -> str:
    """Return a time in ms since 1970 as a text, such as "2026-01-31 21:05:00".

    Return "" if the time is after `_LATEST_MS`.
    """
    return f"{datetime.fromtimestamp(ms / 1000):%Y-%m-%d %H:%M:%S}" if _is_in_calendars(ms) else ""


def iso_time(ms: int) -> str:
    """Return a time in ms since 1970 in the form of ISO 8601, with ms and UTC offset.

    Return "" if the time is after `_LATEST_MS`.
    """
    if not _is_in_calendars(ms):
        return ""
    return datetime.fromtimestamp(ms / 1000).astimezone().isoformat(timespec="milliseconds")


def _evening(seconds: float) -> datetime:
    """Return a moment on the date of the evening that contains a time."""
    return datetime.fromtimestamp(seconds) - timedelta(hours=_EVENING_H)


def _at_six(day: datetime) -> int:
    return int(day.replace(hour=_EVENING_H, minute=0, second=0, microsecond=0).timestamp())


def _is_in_calendars(ms: int) -> bool:
    return ms <= _LATEST_MS
