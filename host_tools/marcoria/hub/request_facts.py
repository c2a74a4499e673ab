"""Facts about requests: which page has sent them, how this computer is called, and their body."""

import socket

from starlette.requests import Request

LOCAL = ("127.0.0.1", "::1")
OWN_NAMES = (*LOCAL, "localhost")
_ELSEWHERE = "192.0.2.1"  # an address in no network


async def body_of(request: Request, most: int) -> bytes:
    """Return the body of a request, and no more of it than one byte above `most`."""
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > most:
            return data[: most + 1]
    return data


def is_from_own_page(request: Request) -> bool:
    """Return whether a browser sends a form of a page of this hub, and not of another site.

    Over plain HTTP, browsers send no Sec-Fetch-Site; then Origin must agree with Host.
    Sec-Fetch-Site is preferred, because a proxy may change Host. No page can change Sec-Fetch-Site
    or Origin.
    """
    site = request.headers.get("sec-fetch-site")
    if site:
        return site == "same-origin"
    origin = request.headers.get("origin", "").partition("://")[2]
    return bool(origin) and origin == request.headers.get("host")


def own_address() -> str:
    """Return the address of this computer in its network, or `localhost` without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_ELSEWHERE, 9))  # sends nothing
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


def is_own_name(host: str) -> bool:
    """Return whether a Host header has a name that only this computer gives itself: localhost.

    A page of another site may reach this computer too, but only under a name of that site.
    """
    return _name_and_port(host)[0].strip("[]") in OWN_NAMES


def for_others(host: str) -> str:
    """Return host and port under which other devices reach the hub; `host` is a Host header."""
    return own_address() + _name_and_port(host)[1] if is_own_name(host) else host


def _name_and_port(host: str) -> tuple[str, str]:
    """Return the name and the port of a Host header; the port begins with a colon, or is ""."""
    name, colon, port = host.rpartition(":")
    return (name, colon + port) if port.isdigit() else (host, "")
