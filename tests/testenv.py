"""Facts about the run for portable tests, on CPython and in the VM.

Pytest's configuration sets SEED and SOAK before it imports any test module.
"""

import gc
import sys

VM = sys.implementation.name == "micropython"
SEED = 0
SOAK = False
PROFILE = ""  # board of the tests that know its pins; not set in the VM

if VM:
    from micropython import heap_lock, heap_unlock

    def heap_used(fn, *args):
        """Return the bytes that fn(*args) allocates once warm: the second of two calls counts.

        Exact in the VM, where nothing is collected inside a call. 0 on CPython.
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
        """Call fn(*args); fail if it allocates more than some sentences for the display need."""
        before = gc.mem_alloc()
        fn(*args)
        assert gc.mem_alloc() - before <= 512

else:

    def heap_used(fn, *args):
        """Call fn(*args) and return 0, as only the VM can measure."""
        fn(*args)
        return 0

    no_heap = little_heap = heap_used
