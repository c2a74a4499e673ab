"""Program that forces a garbage collection inside many kinds of Python constructs.

The freed memory is overwritten at once; values still in use must be unchanged afterwards.
"""

import asyncio
import gc


def junk(value=None):
    """Collect garbage, overwrite the free heap except its last 40 kB, and return `value`."""
    gc.collect()
    for _ in range((gc.mem_free() - 40_000) // 32):
        bytearray(FILL)
    return value


FILL = b"\xa5" * 15  # fills one heap block with data; the object takes another block


def fresh(n=3):
    """Return a new list of `n` new strings, to which nothing else refers."""
    return [str(1000 + i) for i in range(n)]


class Thing:
    def __init__(self, value=None, collects=False):
        self.value = fresh()
        if collects:
            junk()

    def method(self, *more, key=None):
        junk()
        return self.value, more, key

    def __call__(self, value):
        return junk(value)

    def __enter__(self):
        return junk(self)

    def __exit__(self, *error):
        junk()

    def __getitem__(self, at):
        return junk(self.value[at])

    def __add__(self, other):
        return junk(self.value) + other

    def __str__(self):
        return junk("<") + self.value[0]

    @property
    def shown(self):
        return junk(self.value)


class Child(Thing):
    def method(self, *more, key=None):
        return super().method(*more, key=key)


def generator(n):
    for value in fresh(n):
        junk()
        got = yield value
        assert got is None or got == junk(fresh(1))


def outer(n):
    other = fresh()
    yield from generator(n)
    assert other == fresh()


def returning_through_finally():
    try:
        return fresh()
    finally:
        junk()


def returning_through_with():
    with Thing() as thing:
        return fresh() + thing.value


def raising():
    try:
        raise ValueError(fresh())
    except ValueError as error:
        junk()
        return error.args[0]


def raising_through_with():
    try:
        with Thing():
            raise ValueError(fresh())
    except ValueError as error:
        return error.args[0]


def raising_through_finally():
    try:
        try:
            raise ValueError(fresh())
        finally:
            junk()
    except ValueError as error:
        return error.args[0]


def closure():
    held = fresh()

    def inner(*more):
        junk()
        return held + list(more)

    return inner


def class_body():
    class Body:
        value = fresh()
        other = junk(fresh())

    return Body.value + Body.other


def executed():
    scope = {"junk": junk, "fresh": fresh}
    exec("held = fresh()\njunk()\nresult = held + fresh()", scope)
    return scope["result"]


def sending():
    running = generator(3)
    next(running)
    return [running.send(fresh(1)), next(running)]


def thrown():
    running = generator(3)
    next(running)
    try:
        running.throw(ValueError(fresh()))
    except ValueError as error:
        return junk(error.args[0])


def pair(*a, **k):
    return a, k


def equal(got, wanted):
    assert got == wanted, (got, wanted)


def again():
    """Run every construct once."""
    a, two = fresh(), fresh() + fresh()
    equal(junk(fresh()), a)
    equal(pair(fresh(), junk(), fresh(), k=junk(fresh())), ((a, None, a), {"k": a}))
    equal(pair(*fresh(), *junk(fresh()), **{"k": junk(fresh())}), (tuple(two), {"k": a}))
    equal(fresh() + junk(fresh()), two)
    equal([junk(x) for x in fresh()], a)
    equal({x: junk(x) for x in fresh()}, {x: x for x in a})
    equal([fresh(), junk(), (fresh(), junk(fresh()))], [a, None, (a, a)])
    equal(f"{fresh(1)[0]}-{junk(fresh(1)[0])}", "1000-1000")
    equal(Thing().method(fresh(), key=fresh()), (a, (a,), a))
    equal(Child().method(fresh(), key=fresh()), (a, (a,), a))
    equal(Thing().method(*fresh(), **{"key": fresh()}), (a, tuple(a), a))
    bound = Thing().method
    equal(bound(fresh()), (a, (a,), None))
    equal(Thing()(fresh()), a)
    equal(Thing(fresh(), True).value, a)
    equal(Thing(collects=True).value, a)
    equal(Thing()[1], "1001")
    equal(Thing() + fresh(), two)
    equal(str(Thing()), "<1000")
    equal(Thing().shown, a)
    equal(list(generator(3)), a)
    equal(list(outer(3)), a)
    for value in outer(3):
        equal(junk(value), value)
    equal(sending(), ["1001", "1002"])
    equal(thrown(), a)
    equal(sorted(fresh(), key=junk), a)
    equal(list(map(junk, fresh())), a)
    equal(max(fresh(), key=junk), "1002")
    equal("".join(generator(2)), "10001001")
    equal(returning_through_finally(), a)
    equal(returning_through_with(), two)
    equal(raising(), a)
    equal(raising_through_with(), a)
    equal(raising_through_finally(), a)
    equal(closure()(*fresh()), two)
    equal(class_body(), two)
    equal(executed(), two)


async def waiting(n):
    held = fresh(n)
    junk()
    await asyncio.sleep_ms(1)
    junk()
    return held


async def tasks():
    """Run tasks that force a garbage collection while other tasks wait."""
    got = await asyncio.gather(waiting(2), waiting(3), asyncio.wait_for(waiting(4), 1))
    equal(got, [fresh(2), fresh(3), fresh(4)])
    async with asyncio.Lock():
        equal(junk(fresh()), fresh())
    print("tasks done")


def main(rounds):
    for _ in range(rounds):
        again()
    print("all done")
    asyncio.run(tasks())
