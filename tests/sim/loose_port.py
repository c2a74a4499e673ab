"""A serial port whose cable is pulled after a number of writes."""

from marcoria.sim.port import SimPort


class LoosePort(SimPort):
    """Port on which `left` writes succeed; the next fails as if the cable had been pulled."""

    left = 1 << 30

    def write(self, data: bytes) -> None:
        self.left -= 1
        if self.left < 0:
            self.close()
            raise OSError("the cable was pulled out")
        super().write(data)
