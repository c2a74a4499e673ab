"""Starts the table. Ctrl-C leads to the prompt, however often it is pressed."""

import asyncio

import bundle

bundle.mount()
from recovery import Recovery  # noqa: E402
from start import start  # noqa: E402

recovery = Recovery()
try:
    asyncio.run(start(recovery, bundle.unmount))
except KeyboardInterrupt:
    recovery.give_way()
