"""What a table tells of its journal, record by record, to a host that listens."""

from collections.abc import Iterator

from marcoria.device.client import Client
from marcoria.device.talk import Slot, slots


def records(client: Client, epoch: int = -1, after: int = -1) -> "Iterator[Slot | None]":
    """The journal from a record on, and None whenever there are no more for the moment. A table
    whose flash is another one than that begins from the start."""
    for some in news(client, epoch, after):
        if some is None:
            yield None
        else:
            yield from some


def news(client: Client, epoch: int = -1, after: int = -1) -> Iterator[list[Slot] | None]:
    """The same, as much at a time as comes at once."""
    known: dict[str, int] = {} if epoch < 0 else {"epoch": epoch}
    while True:
        answer = client.ask("events", **known, **({"after": after} if known else {}))
        if not known:
            known = {"epoch": client.ask("hello")["epoch"]}
        if "slots" not in answer:
            yield None
            continue
        if answer["to"] <= after:
            raise client.odd("events", "to", f"a whole number above {after}")
        yield slots(answer, after)
        after = answer["to"]
