"""What a portable test may know of the run it is in: one module, on CPython and in the VM.

The harness sets SEED and SOAK before it imports any test module.
"""

import gc
import sys

VM = sys.implementation.name == "micropython"
SEED = 0
SOAK = False
PROFILE = ""  # the board of tests that know its pins: not told in the VM

if VM:
    from micropython import heap_lock, heap_unlock

    def heap_used(fn, *args):
        """Bytes that fn(*args) allocates once warm: it is called twice, the second one counts.

        Exact in the VM, where nothing is collected inside a call. 0 on CPython.
        """
        fn(*args)
        before = gc.mem_alloc()
        fn(*args)
        return gc.mem_alloc() - before

    def no_heap(fn, *args):
        """fn(*args) with the heap locked: MemoryError if it allocates a single block."""
        heap_lock()
        try:
            fn(*args)
        finally:
            heap_unlock()
        return 0

    def little_heap(fn, *args):
        """fn(*args), which takes at most what some sentences for the display need."""
        before = gc.mem_alloc()
        fn(*args)
        assert gc.mem_alloc() - before <= 512

else:

    def heap_used(fn, *args):
        """Only the VM can tell: the call is made, and 0 returned."""
        fn(*args)
        return 0

    no_heap = little_heap = heap_used
