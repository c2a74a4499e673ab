"""Settings of the test run, and functions that measure heap, for portable tests.

Pytest's configuration sets SEED and SOAK before it imports any test module.
"""

import gc
import sys

VM = sys.implementation.name == "micropython"
SEED = 0
SOAK = False
PROFILE = ""  # the board whose pin numbers tests use; not set in the VM

if VM:
    from micropython import heap_lock, heap_unlock

    def heap_used(fn, *args):
        """Call fn(*args) twice and return the bytes that the second call allocates.

        The number is exact in the VM, where no garbage is collected during a test's call. On
        CPython it is 0.
        """
        fn(*args)
        before = gc.mem_alloc()
        fn(*args)
        return gc.mem_alloc() - before

    def no_heap(fn, *args):
        """Call fn(*args) with the heap locked: MemoryError if it allocates a single block."""
        heap_lock()
        try:
            fn(*args)
        finally:
            heap_unlock()
        return 0

    def little_heap(fn, *args):
        """Call fn(*args); fail if it allocates more than 512 bytes, enough for a few sentences."""
        before = gc.mem_alloc()
        fn(*args)
        assert gc.mem_alloc() - before <= 512

else:

    def heap_used(fn, *args):
        """Call fn(*args) and return 0, as only the VM can measure."""
        fn(*args)
        return 0

    no_heap = little_heap = heap_used
