"""Starts the table. Ctrl-C leads to the prompt."""

import asyncio

import bundle

bundle.mount()
from recovery import Recovery  # noqa: E402
from start import start  # noqa: E402

recovery = Recovery()
try:
    asyncio.run(start(recovery))
except KeyboardInterrupt:
    recovery.rest()
