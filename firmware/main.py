"""Starts the table. Ctrl-C leads to the prompt."""

import asyncio

from recovery import Recovery
from start import start

recovery = Recovery()
try:
    asyncio.run(start(recovery))
except KeyboardInterrupt:
    recovery.rest()
