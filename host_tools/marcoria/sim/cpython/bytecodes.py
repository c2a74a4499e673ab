"""A hook that is called before each bytecode instruction of a program.

Tracing lines is not enough, because Python 3.11 reports no line in the loop `while True: pass`.
Python 3.11 can trace instructions with `threading.settrace`. Python 3.12 and 3.13 accept that too,
but report no instruction in the first call of a function. Therefore `sys.monitoring` is used from
3.12 on.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import TypeAlias

Trace: TypeAlias = "Callable[[FrameType, str, object], Trace | None]"

if sys.version_info >= (3, 12):
    _TOOL = 4  # debuggers, profilers and coverage tools use other numbers by convention

    @contextmanager
    def told(is_own: Callable[[CodeType], bool], step: Callable[[], None]) -> Iterator[None]:
        """In the `with` block, call `step` before each instruction of code if `is_own(code)`.

        `is_own` is called only once for each code object, when the code first starts in such a
        block. Later blocks use the same answer.
        """
        tools = sys.monitoring

        def start(code: CodeType, at: int) -> object:
            if is_own(code):
                tools.set_local_events(_TOOL, code, tools.events.INSTRUCTION)
            return tools.DISABLE

        tools.use_tool_id(_TOOL, "marcoria")
        tools.register_callback(_TOOL, tools.events.PY_START, start)
        tools.register_callback(_TOOL, tools.events.INSTRUCTION, lambda code, at: step())
        tools.set_events(_TOOL, tools.events.PY_START)
        try:
            yield
        finally:
            tools.set_events(_TOOL, tools.events.NO_EVENTS)
            tools.register_callback(_TOOL, tools.events.PY_START, None)
            tools.register_callback(_TOOL, tools.events.INSTRUCTION, None)
            tools.free_tool_id(_TOOL)

else:

    @contextmanager
    def told(is_own: Callable[[CodeType], bool], step: Callable[[], None]) -> Iterator[None]:
        """In the `with` block, call `step` before each instruction of code if `is_own(code)`.

        Only threads that are started in the block are traced.
        """

        def call(frame: FrameType, event: str, argument: object) -> "Trace | None":
            if not is_own(frame.f_code):
                return None
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
            return each

        def each(frame: FrameType, event: str, argument: object) -> "Trace | None":
            if event == "opcode":
                step()
            return each

        threading.settrace(call)
        try:
            yield
        finally:
            threading.settrace(None)
