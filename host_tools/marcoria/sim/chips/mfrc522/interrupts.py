"""Interrupts of the MFRC522: ComIrq, DivIrq, Error, and the IRQ pin."""

from marcoria.sim.chips.mfrc522.registers import (
    COM_IEN,
    COM_IRQ,
    DIV_IEN,
    DIV_IRQ,
    DIV_IRQS,
    ERR_IRQ,
    ERROR,
    IRQ_PUSH_PULL,
    SET1,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.net import Net


class Interrupts:
    """The interrupt bits, the error bits, which raise one, and the pin, a net or None."""

    def __init__(self, regs: bytearray, net: "Net | None", name: str) -> None:
        self.regs = regs
        self.net = net
        self.name = name
        self._level: "int | None" = None

    def raise_(self, bits: int) -> None:
        self.regs[COM_IRQ] |= bits
        if self.net is not None:
            self.drive()

    def error(self, bits: int) -> None:
        self.regs[ERROR] |= bits
        self.raise_(ERR_IRQ)

    def bit(self) -> int:
        regs = self.regs
        com, div = regs[COM_IRQ] & regs[COM_IEN] & 0x7F, regs[DIV_IRQ] & regs[DIV_IEN] & DIV_IRQS
        return 1 if com or div else 0

    def drive(self) -> None:
        """IRqInv turns the pin round; as an open drain it only pulls low."""
        if self.net is None:
            return
        level: "int | None" = self.bit() ^ self.regs[COM_IEN] >> 7
        if level and not self.regs[DIV_IEN] & IRQ_PUSH_PULL:
            level = None
        if level != self._level:
            self._level = level
            self.net.drive(self.name, level)

    def write(self, address: int, value: int) -> None:
        """Set1, Set2: whether the marked bits are set or cleared."""
        marked = value & (0x7F if address == COM_IRQ else DIV_IRQS)
        if value & SET1:
            self.regs[address] |= marked
        else:
            self.regs[address] &= 255 - marked
        self.drive()
