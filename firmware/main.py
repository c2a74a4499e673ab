"""Starts the table. Ctrl-C leads to the prompt."""

import asyncio

from tasks import Tasks

# The display's image is made while there still is a piece of memory that large.
tasks = Tasks(bytearray(b"\xff" * 7500))
try:
    asyncio.run(tasks.run())
except KeyboardInterrupt:
    from trouble import rest

    rest(tasks)
