"""Names and modules of an ESP32 that the simulator lacks, and the error for using them."""

# Names in a board's module `machine` that the simulator lacks.
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
# Modules in MicroPython's image for the ESP32 that the simulator lacks.
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
    "ntptime",
    "onewire",
    "requests",
    "ssl",
    "umqtt",
    "urequests",
    "usocket",
    "webrepl",
    "websocket",
)


def absent(what: str) -> NotImplementedError:
    """Return the error for the use of something that is not modelled; `what` names it."""
    return NotImplementedError("%s is not modelled: docs/own-driver.md lists what is" % what)
