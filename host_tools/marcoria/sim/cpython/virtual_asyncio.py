"""The part of MicroPython's asyncio that the `cpython` backend has, on virtual time.

As in MicroPython, tasks run in the order of their due times in milliseconds. If no task is due,
the clock advances to the next due time.
"""

import heapq
from collections.abc import Callable, Coroutine, Generator
from contextlib import suppress
from types import ModuleType
from typing import NoReturn, Protocol

from marcoria.sim.chips import prices
from marcoria.sim.chips.bench import PartsWorld

_ONLY_VM = ("Lock", "TimeoutError", "current_task", "gather", "wait_for", "wait_for_ms")


class CancelledError(BaseException):
    """Raised inside a task by `Task.cancel`."""


class _Waited(Protocol):
    """A task or an event that other tasks may wait for."""

    waiting: "list[Task]"


class _QueueEntry:
    """An entry of the queue; an entry whose `task` is None is skipped."""

    __slots__ = ("task",)

    def __init__(self, task: "Task") -> None:
        self.task: Task | None = task


class Task:
    """A coroutine that a loop runs."""

    def __init__(self, loop: "Loop", coro: Coroutine[None, None, object]) -> None:
        self.loop = loop
        self.coro = coro
        self.entry: _QueueEntry | None = None  # this task's entry in the queue
        self.waits_for: _Waited | None = None  # the task or event that this task waits for
        self.waiting: list[Task] = []  # tasks that wait for this task
        self.throws: BaseException | None = None  # raised in the coroutine at its next step
        self.over = False
        self.result: object = None
        self.error: BaseException | None = None

    def done(self) -> bool:
        """Return whether the coroutine has ended."""
        return self.over

    def cancel(self) -> bool:
        """Cancel the task: its next step raises CancelledError. Return False if it has ended.

        If this task waits for another task, the other task is cancelled instead.
        """
        if self.over:
            return False
        if self is self.loop.current:
            raise RuntimeError("can't cancel self")
        if isinstance(self.waits_for, Task):
            return self.waits_for.cancel()
        if self.waits_for is not None:
            self.waits_for.waiting.remove(self)
            self.waits_for = None
        self.throws = CancelledError()
        self.loop.push(self, 0)
        return True

    def __await__(self) -> Generator[None, None, object]:
        if not self.over:
            yield from self.loop.wait_for(self)
        if self.error is not None:
            raise self.error
        return self.result


class Loop:
    """The event loop of one boot, with its tasks."""

    def __init__(self, world: PartsWorld) -> None:
        self.world = world
        self.clock = world.clock
        self.started = self.clock.now
        self.queue: list[tuple[int, int, _QueueEntry]] = []
        self.order = 0
        self.tasks: set[Task] = set()
        self.current: Task | None = None

    def create_task(self, coro: Coroutine[None, None, object]) -> Task:
        """Start a coroutine as a task."""
        if not hasattr(coro, "send"):
            raise TypeError("coroutine expected")
        task = Task(self, coro)
        self.tasks.add(task)
        self.push(task, 0)
        return task

    def run_until(self, us: int) -> None:
        """Run due tasks until the virtual time `us`; the last step may end a little later."""
        clock, queue, wait = self.clock, self.queue, self.world.wait
        while queue and clock.now < us:
            due = queue[0][0]
            if due > clock.now:
                wait(min(due, us) - clock.now)
                continue
            task = heapq.heappop(queue)[2].task
            if task is not None:
                wait(prices.LOOK)
                self._step(task)
                self.world.faults.check()
        if clock.now < us:
            wait(us - clock.now)
        self.world.faults.check()

    def stop(self) -> None:
        """Close the coroutines of all tasks; their `finally` blocks cannot change the world."""
        self.queue.clear()
        for task in self.tasks:
            # The backend has replaced the world: code in `finally` blocks that uses the world
            # raises _Ended.
            with suppress(BaseException):
                task.coro.close()
        self.tasks.clear()

    def push(self, task: Task, ms: int) -> None:
        """Put a task into the queue; it is due in `ms`.

        The present time since the boot is rounded down to whole milliseconds. If the task is in
        the queue already, its old entry is skipped.
        """
        if task.entry is not None:
            task.entry.task = None
        ticks = (self.clock.now - self.started) // 1000 + max(ms, 0)
        # Tasks that are due in the same millisecond run in the order in which they were queued.
        due = self.started + ticks * 1000
        self.order += 1
        task.entry = _QueueEntry(task)
        heapq.heappush(self.queue, (due, self.order, task.entry))

    def pause(self, ms: int) -> Generator[None, None, None]:
        """Suspend the current task for `ms`."""
        assert self.current is not None, "await outside of a task"
        self.push(self.current, ms)
        yield

    def wait_for(self, what: "_Waited") -> Generator[None, None, None]:
        """Suspend the current task until `what`, a task or an event, wakes it."""
        assert self.current is not None, "await outside of a task"
        self.current.waits_for = what
        what.waiting.append(self.current)
        yield

    def wake(self, waiting: list[Task]) -> None:
        """Make all tasks of a list due now, and empty the list."""
        for task in waiting:
            task.waits_for = None
            self.push(task, 0)
        waiting.clear()

    def _step(self, task: Task) -> None:
        error, task.throws, task.entry = task.throws, None, None
        self.current = task
        try:
            if error is None:
                task.coro.send(None)
            else:
                task.coro.throw(error)
        except StopIteration as stop:
            self._finish(task, stop.value, None)
        except CancelledError as cancelled:
            self._finish(task, None, cancelled)
        except Exception as crash:
            awaited = bool(task.waiting)
            self._finish(task, None, crash)
            if not awaited:
                raise
        finally:
            self.current = None

    def _finish(self, task: Task, result: object, error: BaseException | None) -> None:
        task.over, task.result, task.error = True, result, error
        self.tasks.discard(task)
        self.wake(task.waiting)


def module(loop: Loop) -> ModuleType:
    """Return the module `asyncio` for one boot.

    Its function `run` returns at once, so a call of it must be the last line of the main module.
    """

    class Sleep:
        def __init__(self, ms: int) -> None:
            self.ms = ms

        def __await__(self) -> Generator[None, None, None]:
            return loop.pause(self.ms)

    class VirtualEvent:
        def __init__(self) -> None:
            self.state = False
            self.waiting: list[Task] = []

        def is_set(self) -> bool:
            return self.state

        def set(self) -> None:
            loop.wake(self.waiting)
            self.state = True

        def clear(self) -> None:
            self.state = False

        async def wait(self) -> bool:
            if not self.state:
                await _Parked(loop, self)
            return True

    asyncio = ModuleType("asyncio")
    offers: dict[str, Callable[..., object]] = {
        "create_task": loop.create_task,
        "run": loop.create_task,
        "sleep": lambda seconds: Sleep(int(seconds * 1000)),
        "sleep_ms": Sleep,
        "get_event_loop": lambda: loop,
        "new_event_loop": lambda: loop,
        "Event": VirtualEvent,
        "CancelledError": CancelledError,
    }
    asyncio.__dict__.update(offers)
    asyncio.__dict__["__getattr__"] = _missing
    return asyncio


def _missing(name: str) -> NoReturn:
    if name in _ONLY_VM:
        text = f"asyncio.{name} is not modelled on CPython: run it in the VM, with --backend vm"
        raise NotImplementedError(text)
    raise AttributeError(f"'module' object has no attribute '{name}'")


class _Parked:
    def __init__(self, loop: Loop, event: "_Waited") -> None:
        self.loop = loop
        self.event = event

    def __await__(self) -> Generator[None, None, None]:
        return self.loop.wait_for(self.event)
