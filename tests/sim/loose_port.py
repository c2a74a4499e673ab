"""A cable that may be pulled."""

from marcoria.sim.port import SimPort


class LoosePort(SimPort):
    """It is pulled instead of the message behind `left` others."""

    left = 1 << 30

    def write(self, data: bytes) -> None:
        self.left -= 1
        if self.left < 0:
            self.close()
            raise OSError("pulled out")
        super().write(data)
