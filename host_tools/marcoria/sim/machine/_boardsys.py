"""`sys` in the firmware's VM: its own, with the board's serial port."""

import sys
from sys import *  # noqa: F403  # a module, for programs do the same with it

from _console import SerialPort

path = sys.path  # which is not among all of them
platform = "esp32"
stdin = stdout = SerialPort
