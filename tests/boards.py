"""Backends and GPIO numbers of the board chosen by `--board`, for tests that depend on pins."""

from functools import partial

import board
import testenv
from marcoria.board.generate import made_for
from marcoria.sim.chips.world import World
from marcoria.sim.cpython.backend import Cpython as _Cpython
from marcoria.sim.vm.backend import VmBackend as _VmBackend

# Folders with the files that are generated for this board.
FOLDERS = (made_for(testenv.PROFILE),)

_gpio = World(board).gpio
# Unconnected GPIOs that can be outputs, without GPIO 0.
FREE = [
    n
    for n in range(1, _gpio.inputs_only)
    if _gpio.nets[n].name == f"GPIO {n}" and n not in _gpio.memory
]
# GPIOs of flash and PSRAM.
TAKEN = _gpio.memory

Cpython = partial(_Cpython, folders=FOLDERS)
VmBackend = partial(_VmBackend, folders=FOLDERS)
