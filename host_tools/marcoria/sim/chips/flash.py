"""Model of the NOR flash of the `journal` partition.

Erasing sets all bits of a block; programming can only clear bits. `cut_at` schedules a power cut
in the middle of a later erase or page program. `fail_at` schedules failures of later calls while
the power stays on. A seed decides which state an interrupted or failed operation leaves.
"""

from marcoria.sim.chips import prices
from marcoria.sim.chips.kernel import Dice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.kernel import Clock, Faults
    from marcoria.sim.chips.seams import Buffer

BLOCK = 4096
PAGE = 256
_BLANK = b"\xff" * BLOCK


class Flash:
    """A flash of `blocks` blocks of 4 KiB.

    Reads, writes and erases advance the clock, because they stop the processor. Only writes and
    erases that fail because of `fail_at` take no time.
    """

    def __init__(self, clock: "Clock", faults: "Faults", blocks: int) -> None:
        self.clock = clock
        self.faults = faults
        self.blocks = blocks
        self.cells = bytearray(b"\xff" * (blocks * BLOCK))
        # Tests and scenarios add blocks to `worn` and `slow`.
        self.worn: "set[int]" = set()  # blocks that an erase leaves unchanged
        self.slow: "set[int]" = set()  # blocks whose erase takes `prices.FLASH_ERASE_WORST`
        # Blocks whose bits are undefined: after a power cut or a failed call, or because an erase
        # had no effect on a worn block.
        self.torn: "set[int]" = set()
        # Number of page programs and erases so far, without those that `fail_at` lets fail.
        self.operations = 0
        self.erases = bytearray(2 * blocks)  # completed erases of each block, in two bytes
        # `on_operation` is called before each operation that `operations` counts. `on_cut` is
        # called when the scheduled power cut happens.
        self.on_operation: "Callable[[], object] | None" = None
        self.on_cut: "Callable[[], object] | None" = None
        self.cut = 0
        self.dice = Dice(0)
        self.calls = 0  # number of reads, writes and erases so far
        self.failing = (0, 0)  # range of calls that fail; the second number is excluded
        self.failed = False  # whether the last call was in this range

    def cut_at(self, operation: int, seed: int = 0) -> None:
        """Schedule a power cut in the middle of a page program or erase.

        `operation` is 1 for the next page program or erase.
        """
        self.cut = self.operations + operation
        self.dice = Dice(seed)

    def fail_at(self, call: int, count: int = 1, seed: int = 0) -> None:
        """Schedule failures of `count` successive reads, writes or erases.

        `call` is the first of them; 1 is the next read, write or erase.
        """
        self.failing = (self.calls + call, self.calls + call + count)
        self.dice = Dice(seed)

    def erased(self, block: int) -> int:
        """Return the number of completed erases of a block."""
        return self.erases[2 * block] | self.erases[2 * block + 1] << 8

    def written(self) -> "list[tuple[int, bytes]]":
        """Return the number and the cells of each block that is not blank."""
        found = []
        for block in range(self.blocks):
            cells = bytes(self.cells[block * BLOCK : (block + 1) * BLOCK])
            if cells != _BLANK:
                found.append((block, cells))
        return found

    def read(self, block: int, offset: int, data: "Buffer") -> None:
        """Fill `data` from an offset in a block; a scheduled failure leaves `data` unchanged."""
        at = self._place(block, offset, len(data))
        self.clock.advance(prices.FLASH_READ + len(data) // 10)
        if not self._fails():
            data[:] = self.cells[at : at + len(data)]

    def write(self, block: int, offset: int, data: "Buffer") -> bool:
        """Program `data` page by page; programming can only clear bits.

        Return False if the power is cut meanwhile, else True. After a scheduled failure the result
        is True too, and `failed` is set.
        """
        at = self._place(block, offset, len(data))
        self._judge(at, data)
        if self._fails():
            self.torn.add(block)
            self._half_program(at, data)
            return True
        done = 0
        while done < len(data):
            count = min(PAGE - at % PAGE, len(data) - done)
            if not self._program(at, data[done : done + count]):
                return False
            at += count
            done += count
        return True

    def erase(self, block: int) -> bool:
        """Set all bits of a block, unless the block is worn.

        Return False if the power is cut meanwhile, else True. After a scheduled failure the result
        is True too, and `failed` is set.
        """
        at = self._place(block, 0, BLOCK)
        if self._fails():
            self.torn.add(block)
            self._half_erase(at)
            return True
        self._begin()
        price = prices.FLASH_ERASE_WORST if block in self.slow else prices.FLASH_ERASE
        if self.operations == self.cut:
            self.clock.advance(price // 2)
            self.torn.add(block)
            if block not in self.worn:
                self._half_erase(at)
            return self._lose_power()
        self.clock.advance(price)
        self._count(block)
        if block in self.worn:
            self.torn.add(block)
            return True
        self.cells[at : at + BLOCK] = b"\xff" * BLOCK
        self.torn.discard(block)
        return True

    def _place(self, block: int, offset: int, count: int) -> int:
        at = block * BLOCK + offset
        if at < 0 or at + count > len(self.cells):
            raise ValueError("access to block %d is outside the flash" % block)
        return at

    def _judge(self, at: int, data: "Buffer") -> None:
        """Report a fault if `data` has a 1 where a cell is 0, because the cell would stay 0.

        Blocks with undefined bits (`torn`) are not checked.
        """
        cells = self.cells
        for i in range(len(data)):
            if data[i] & ~cells[at + i] and (at + i) // BLOCK not in self.torn:
                where = ((at + i) // BLOCK, (at + i) % BLOCK)
                self.faults.add("flash", "block %d at %d is programmed without erase" % where)
                return

    def _fails(self) -> bool:
        self.calls += 1
        first, end = self.failing
        self.failed = first <= self.calls < end
        return self.failed

    def _begin(self) -> None:
        if self.on_operation is not None:
            self.on_operation()
        self.operations += 1

    def _program(self, at: int, data: "Buffer") -> bool:
        self._begin()
        cells = self.cells
        if self.operations == self.cut:
            self.clock.advance(prices.FLASH_PROGRAM // 2)
            self.torn.add(at // BLOCK)
            self._half_program(at, data)
            return self._lose_power()
        self.clock.advance(prices.FLASH_PROGRAM)
        for i in range(len(data)):
            cells[at + i] &= data[i]
        return True

    def _half_program(self, at: int, data: "Buffer") -> None:
        """Clear a random part of the bits that a complete write of `data` would clear.

        The part is either random bits of every byte, or all bits of the first bytes and random
        bits of the next byte.
        """
        dice = self.dice
        if dice.below(2):
            whole = dice.below(len(data) + 1)
            masks = [0xFF if i < whole else 0 for i in range(len(data))]
            if whole < len(data):
                masks[whole] = dice.below(256)
        else:
            masks = [dice.below(256) for _ in range(len(data))]
        for i in range(len(data)):
            self.cells[at + i] &= data[i] | (255 - masks[i])

    def _half_erase(self, at: int) -> None:
        """Set the cells to a state that an interrupted erase may leave.

        An erase first clears all bits of the block and then sets them.
        """
        dice = self.dice
        kind = dice.below(5)
        for i in range(at, at + BLOCK):
            old = self.cells[i]
            if kind == 0:  # at the beginning of the erase: some bits are cleared
                self.cells[i] = old & dice.below(256)
            elif kind == 1:  # in the middle of the erase: all bits are cleared
                self.cells[i] = 0
            elif kind == 2:  # after the middle of the erase: some bits are set
                self.cells[i] = dice.below(256)
            elif kind == 3:  # near the end of the erase: a few bits are not set yet
                self.cells[i] = 0xFF if dice.below(64) else 0xFF ^ 1 << dice.below(8)
            elif i >= at + BLOCK // 2:  # the first half is unchanged, the second half is erased
                self.cells[i] = 0xFF

    def _count(self, block: int) -> None:
        times = self.erased(block) + 1
        self.erases[2 * block] = times & 0xFF
        self.erases[2 * block + 1] = times >> 8 & 0xFF

    def _lose_power(self) -> bool:
        self.cut = 0
        if self.on_cut is not None:
            self.on_cut()
        return False
