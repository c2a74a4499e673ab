"""Driver for the MCP23017: keys on port A, lights on port B."""

_IODIRA, _IODIRB, _GPINTENA, _GPPUA, _GPIOA, _OLATB = 0x00, 0x01, 0x04, 0x0C, 0x12, 0x15


class Expander:
    def __init__(self, i2c, address=0x20):
        self.i2c = i2c
        self.address = address
        self._set(_IODIRA, 0xFF)
        self._set(_IODIRB, 0x00)
        self._set(_GPPUA, 0xFF)
        self._set(_GPINTENA, 0xFF)
        self.keys()  # reading the keys clears an earlier interrupt

    def keys(self):
        """Return a mask of the keys that are down; bit 0 is the key at GPA0."""
        return ~self.i2c.readfrom_mem(self.address, _GPIOA, 1)[0] & 0xFF

    def light(self, bits):
        self._set(_OLATB, bits)

    def _set(self, register, value):
        self.i2c.writeto_mem(self.address, register, bytes((value,)))
