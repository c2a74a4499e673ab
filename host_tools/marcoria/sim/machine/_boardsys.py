"""`sys` in the firmware's VM: the VM's own, with the board's serial port."""

import sys
from sys import *  # noqa: F403  # this is a module because programs may import * from it too

from _console import SerialPort

path = sys.path  # `import *` leaves it out
platform = "esp32"
stdin = stdout = SerialPort
