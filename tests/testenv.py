"""Seed and options of the run, and measurements of the heap, for portable tests.

Pytest's configuration sets SEED, SOAK and PROFILE before it imports any test module. In the VM,
tests/portable.py sets SEED and SOAK.
"""

import gc
import sys

VM = sys.implementation.name == "micropython"
SEED = 0
SOAK = False
PROFILE = ""  # name of the board for tests that depend on pins; "" in the VM

if VM:
    from micropython import heap_lock, heap_unlock

    def heap_used(fn, *args):
        """Call fn(*args) twice and return the bytes that the second call allocates.

        The number is exact: the VM collects garbage only at a `yield` or the end of a test.
        """
        fn(*args)
        before = gc.mem_alloc()
        fn(*args)
        return gc.mem_alloc() - before

    def no_heap(fn, *args):
        """Call fn(*args) and return 0; an allocation raises MemoryError, as the heap is locked."""
        heap_lock()
        try:
            fn(*args)
        finally:
            heap_unlock()
        return 0

    def little_heap(fn, *args):
        """Call fn(*args); fail if it allocates more than 512 bytes, the size of a few texts."""
        before = gc.mem_alloc()
        fn(*args)
        assert gc.mem_alloc() - before <= 512

else:

    def heap_used(fn, *args):
        """Call fn(*args) and return 0, as heap use is measured only in the VM."""
        fn(*args)
        return 0

    no_heap = little_heap = heap_used
