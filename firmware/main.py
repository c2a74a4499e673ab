"""Start the program of a slot: see docs/flash.md."""

import sys

sys.path.insert(0, "/a")
import bundle

bundle.start()
