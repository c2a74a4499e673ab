"""MicroPython's `network`, only for a station: the board joins the WiFi of an access point."""

from _board import wifi_active, wifi_join, wifi_status
from micropython import const
from uctypes import addressof

STA_IF = 0
STAT_IDLE = 1000
STAT_CONNECTING = 1001
STAT_WRONG_PASSWORD = 202
STAT_NO_AP_FOUND = 201
STAT_GOT_IP = 1010

_JOINED = const(1010)


class WLAN:
    """The board's WiFi."""

    IF_STA = STA_IF
    _is_active = False  # of the class, because all objects stand for the same WiFi

    def __init__(self, interface: int = STA_IF) -> None:
        if interface != STA_IF:
            from _absent import absent

            raise absent("an access point on the board")

    def active(self, on: "bool | None" = None) -> bool:
        """Switch the WiFi on or off, unless `on` is None; return whether it is on."""
        if on is not None:
            WLAN._is_active = bool(on)
            wifi_active(int(on))
        return WLAN._is_active

    def connect(self, ssid: str, key: str = "") -> None:
        """Begin to join a WiFi; raise OSError if `active` has not switched the WiFi on."""
        if not WLAN._is_active:
            raise OSError("Wifi Not Started")
        name = ssid.encode()
        data = bytearray(name + key.encode())
        wifi_join(len(name), 0, addressof(data), len(data))

    def isconnected(self) -> bool:
        """Return whether the board has an address."""
        return self.status() == _JOINED

    def status(self) -> int:
        """Return the state of the WiFi: one of the constants `STAT_...`."""
        return wifi_status()

    def ifconfig(self) -> "tuple[str, str, str, str]":
        """Return the board's address, the network mask, the gateway and the name server."""
        return ("10.0.0.2", "255.255.255.0", "10.0.0.1", "10.0.0.1")


def __getattr__(name: str) -> object:
    from _absent import absent

    raise absent("network." + name)
