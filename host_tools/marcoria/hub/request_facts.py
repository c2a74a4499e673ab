"""Facts about requests: their body, the page that sent them, and the hub's address."""

import socket

from starlette.requests import Request

LOCAL = ("127.0.0.1", "::1")
OWN_NAMES = (*LOCAL, "localhost")
_ELSEWHERE = "192.0.2.1"  # reserved for documentation (RFC 5737): no computer has this address


async def body_of(request: Request, most: int) -> bytes:
    """Return the body of a request, cut after `most` + 1 bytes.

    Thus a caller can see that a body has more than `most` bytes.
    """
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > most:
            return data[: most + 1]
    return data


def is_from_own_page(request: Request) -> bool:
    """Return whether a browser has sent this form from a page of the hub, not of another site.

    Browsers send Sec-Fetch-Site only over HTTPS and to localhost. Without this header, Origin must
    agree with Host. Sec-Fetch-Site is preferred, because a proxy may change Host. No page can
    change Sec-Fetch-Site or Origin.
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
    """Return whether a Host header has a name of `OWN_NAMES`, such as localhost.

    With DNS rebinding, a page of another site may reach this computer under the name of that site.
    Then the Host header has that name.
    """
    return _name_and_port(host)[0].strip("[]") in OWN_NAMES


def for_others(host: str) -> str:
    """Return host and port under which other devices reach the hub; `host` is a Host header."""
    return own_address() + _name_and_port(host)[1] if is_own_name(host) else host


def _name_and_port(host: str) -> tuple[str, str]:
    """Return the name and the port of a Host header; the port begins with a colon, or is ""."""
    name, colon, port = host.rpartition(":")
    return (name, colon + port) if port.isdigit() else (host, "")
