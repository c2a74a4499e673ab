"""The program. Ctrl-C leads to the prompt, however often it is pressed."""

import asyncio

import bundle
from recovery import Recovery
from start import start

recovery = Recovery()
try:
    asyncio.run(start(recovery, bundle.unmount))
except KeyboardInterrupt:
    recovery.give_way()
