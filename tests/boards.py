"""Pins and backends of the board that `--board` chooses, for tests that depend on pin numbers."""

from functools import partial

import board
import testenv
from marcoria.board.generate import made_for
from marcoria.sim.chips.world import World
from marcoria.sim.cpython.backend import Cpython as _Cpython
from marcoria.sim.vm.backend import VmBackend as _VmBackend

# Folders that a backend searches before `firmware/`: the board's own `board.py`.
FOLDERS = (made_for(testenv.PROFILE),)

_gpio = World(board).gpio
# Numbers of the unconnected GPIOs, then those of the GPIOs used by flash and PSRAM.
FREE = [
    n
    for n in range(1, _gpio.inputs_only)
    if _gpio.nets[n].name == f"GPIO {n}" and n not in _gpio.memory
]
TAKEN = _gpio.memory

Cpython = partial(_Cpython, folders=FOLDERS)
VmBackend = partial(_VmBackend, folders=FOLDERS)
