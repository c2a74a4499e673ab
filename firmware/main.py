"""Entry point of the board: start the program in the slot that `sys.path` names first."""

import sys

sys.path.insert(0, "/a")
import bundle

bundle.start()
