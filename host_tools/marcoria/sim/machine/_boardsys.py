"""The module `sys` in the firmware's VM: the VM's own `sys` with the board's serial port."""

import sys
from sys import *  # noqa: F403  # `import *` from `sys` only works if `sys` is a module

from _console import SerialPort

path = sys.path  # `import *` does not import this name
platform = "esp32"
stdin = stdout = SerialPort
