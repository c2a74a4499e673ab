"""Entry point of the board: start the program in slot `/a`.

`marcoria.build.deploy` makes the file for slot `/b`: it replaces the name of the slot below.
"""

import sys

sys.path.insert(0, "/a")
import bundle

bundle.start()
