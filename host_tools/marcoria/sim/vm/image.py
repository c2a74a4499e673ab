"""What the image of an ESP32 has and that of the VM has not, for programs that expect it."""

import runpy

from marcoria.paths import MACHINE

_ABSENT = runpy.run_path(str(MACHINE / "_absent.py"))["MODULES"]
_OS = """
from os import *
from _uname import uname
def sync():
    pass
"""
_SYS = """
from sys import *
platform = "esp32"
"""
_MICROPYTHON = """
from micropython import *
def alloc_emergency_exception_buf(size):
    pass
"""
# A new loop would forget what the one that runs already has to do.
_IMAGE = """
import asyncio, builtins, sys
from _absent import absent
def _input(prompt=""):
    raise absent("input()")
builtins.input = _input
import _micropython, _os, _sys
asyncio.new_event_loop = asyncio.get_event_loop = lambda: _Loop
class _Loop(asyncio.Loop):
    def run_forever():
        pass
    run_until_complete = asyncio.create_task
sys.modules["uasyncio"] = asyncio
sys.modules["micropython"] = _micropython
sys.modules["os"] = sys.modules["uos"] = _os
sys.modules["sys"] = sys.modules["usys"] = _sys
"""
_SOURCES = {"_image": _IMAGE, "_micropython": _MICROPYTHON, "_os": _OS, "_sys": _SYS}
# What a boot begins with.
BEGIN = "import _image\n"


def image() -> dict[str, bytes]:
    """Modules by their files; those that are not modelled say so."""
    sources = {f"/lib/{name}.py": text for name, text in _SOURCES.items()}
    for name in _ABSENT:
        sources[f"/lib/{name}.py"] = f"from _absent import absent\nraise absent({name!r})\n"
    return {path: text.encode() for path, text in sources.items()}
