"""Simulated flash with the interface of `drivers.flashlog.Log`.

It models each bit, also after a power cut while the flash is programmed or erased.
"""

import sys

BLOCK = 4096
OK = 0
BAD = 1
_ERASED = b"\xff" * BLOCK
_COUNTS_HEAP = sys.implementation.name == "micropython"


class PowerCut(Exception):
    """Exception for a simulated power cut, which only the contents of the flash survive."""


class RamLog:
    """Flash of `blocks` blocks. Programming a bit from 0 to 1 is an error."""

    def __init__(self, blocks, dice):
        self.blocks = blocks
        self.cells = bytearray(blocks * BLOCK)
        for block in range(blocks):
            self.cells[block * BLOCK : (block + 1) * BLOCK] = _ERASED
        self.dice = dice
        self.operations = 0  # number of calls of `program` and `erase`
        self.cut = 0  # number of the operation that a power cut interrupts; 0: none
        self.reads = 0
        self.failures = 0  # number of failed reads; only subclasses have any
        self.worn = set()  # blocks that can no longer be erased
        self.refuses = set()  # slots (block, slot) that cannot be programmed
        self.unread = set()  # slots (block, slot) that are programmed, although BAD is returned
        self.erases = [0] * blocks

    def cut_at(self, operation):
        """Let a power cut interrupt the n-th operation from now; 1 is the next one."""
        self.cut = self.operations + operation

    def read(self, block, offset, data):
        at = block * BLOCK + offset
        self.reads += 1
        if len(data) > 64 or not _COUNTS_HEAP:
            data[:] = self.cells[at : at + len(data)]
            return OK
        for i in range(len(data)):  # a loop, as slices would use heap
            data[i] = self.cells[at + i]
        return OK

    def program(self, block, offset, data):
        assert 0 <= block < self.blocks and 0 <= offset <= BLOCK - len(data)
        at = block * BLOCK + offset
        cells = self.cells
        cut = self._count()
        refused = self.refuses and (block, offset >> 4) in self.refuses
        if cut:
            if not refused:
                self._half_program(at, data)
            raise PowerCut
        if refused:
            return BAD
        same = True
        for i in range(len(data)):
            cells[at + i] &= data[i]
            if cells[at + i] != data[i]:
                same = False
        assert same or block in self.worn, "a bit was programmed from 0 to 1 without an erase"
        if self.unread and (block, offset >> 4) in self.unread:
            return BAD
        return OK if same else BAD

    def erase(self, block):
        assert 0 <= block < self.blocks
        cut = self._count()
        self.erases[block] += 1
        at = block * BLOCK
        if cut:
            if block not in self.worn:
                self._half_erase(at)
            raise PowerCut
        if block in self.worn:
            return BAD
        self.cells[at : at + BLOCK] = _ERASED
        return OK

    def _count(self):
        self.operations += 1
        return self.operations == self.cut

    def _half_program(self, at, data):
        """Program only a random number of the first bits of `data`, or only random bits."""
        below = self.dice.below
        whole = below(len(data) + 1) * 8 + below(8) if below(2) else -1
        for i in range(len(data)):
            if whole >= 0:
                mask = (
                    255 if i * 8 + 8 <= whole else 255 >> i * 8 + 8 - whole if whole > i * 8 else 0
                )
            else:
                mask = below(256)
            self.cells[at + i] &= data[i] | 255 - mask

    def _half_erase(self, at):
        """Leave a block at a random stage of an erase, which clears all bits, then sets them."""
        kind = self.dice.below(5)
        cells = self.cells
        if kind == 0:  # first half unchanged, second half erased
            cells[at + BLOCK // 2 : at + BLOCK] = b"\xff" * (BLOCK // 2)
        elif kind == 1:  # all bits are cleared
            cells[at : at + BLOCK] = bytes(BLOCK)
        else:
            for i in range(at, at + BLOCK):
                dice = self.dice.below(256)
                if kind == 2:  # at the beginning of the erase: some bits are cleared
                    cells[i] &= dice
                elif kind == 3:  # in the middle of the erase: some bits are set
                    cells[i] = dice
                else:  # near the end of the erase: a few bits are not set
                    cells[i] = 255 if dice < 250 else 127
