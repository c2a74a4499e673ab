"""The board's WiFi."""

import network
from micropython import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

_NAME_SERVER = const(3)  # index of the name server in the result of `ifconfig`


class Radio:
    """WiFi of the board, switched on by `join`."""

    def __init__(self) -> None:
        self._wlan: "Any" = network.WLAN(network.STA_IF)

    def join(self, ssid: str, password: str) -> None:
        """Begin to join a WiFi; `password` is "" for an open WiFi.

        The chip then tries again by itself until it succeeds.
        """
        self._wlan.active(False)
        self._wlan.active(True)
        if password:
            self._wlan.connect(ssid, password)
        else:
            self._wlan.connect(ssid)

    def is_joined(self) -> bool:
        """Return whether the table has an address in the WiFi."""
        return bool(self._wlan.isconnected())

    def name_server(self) -> str:
        """Return the address of the WiFi's name server."""
        return str(self._wlan.ifconfig()[_NAME_SERVER])

    def leave(self) -> None:
        """Switch the WiFi off."""
        self._wlan.active(False)
