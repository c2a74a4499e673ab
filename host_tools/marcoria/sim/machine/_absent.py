"""What an ESP32 has and the simulator has not: who asks for it gets one sentence."""

MACHINE = (
    "ADC",
    "ADCBlock",
    "DAC",
    "Counter",
    "Encoder",
    "I2CTarget",
    "I2S",
    "RTC",
    "SDCard",
    "Signal",
    "Timer",
    "TouchPad",
    "UART",
    "USBDevice",
    "deepsleep",
    "dht_readinto",
    "disable_irq",
    "enable_irq",
    "lightsleep",
    "mem8",
    "mem16",
    "mem32",
    "sleep",
    "time_pulse_us",
    "wake_reason",
)
# Modules of an ESP32's image.
MODULES = (
    "_onewire",
    "_thread",
    "aioespnow",
    "apa106",
    "bluetooth",
    "btree",
    "cryptolib",
    "dht",
    "ds18x20",
    "espnow",
    "lwip",
    "mip",
    "network",
    "ntptime",
    "onewire",
    "requests",
    "socket",
    "ssl",
    "tls",
    "umqtt",
    "urequests",
    "usocket",
    "webrepl",
    "websocket",
)


def absent(what: str) -> NotImplementedError:
    """Return the error to be raised."""
    return NotImplementedError("%s is not modelled: docs/own-driver.md lists what is" % what)
