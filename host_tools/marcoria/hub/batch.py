"""A batch of changes to the journals of tables, written in one transaction."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from marcoria.hub.frame import NO_RECORD, Frame
from marcoria.hub.store import KnownJournal, Store, TableRow


class Batch:
    """Changes to the journals of some tables, kept in memory until `save` writes them together.

    `names` are the names of the tables; names without a table are ignored. `now` is the time of
    the changes in seconds since 1970. The methods that read include the changes. Use a batch
    inside one transaction of its store, which locks the tables until the commit.
    """

    def __init__(self, store: Store, names: Sequence[str], now: int) -> None:
        self._store = store
        self._now = now
        # A name has only letters and digits. Leave out all other texts, because for some of them
        # the database would raise an error.
        there = store.locked_tables(sorted({name for name in names if name.isalnum()}))
        self._tables = {one.name: one for one in there}
        self._were = {(one.name, one.epoch): one for one in store.journals(*self._tables)}
        self._are: dict[str, dict[int, KnownJournal]] = {name: {} for name in self._tables}
        for one in self._were.values():
            self._are[one.name][one.epoch] = one
        self._added: dict[tuple[str, int], list[Frame]] = defaultdict(list)
        self._counts: Counter[tuple[str, str]] = Counter()

    def table(self, name: str) -> TableRow | None:
        """Return the table with this name, None if there is none."""
        return self._tables.get(name)

    def journals(self, name: str) -> list[KnownJournal]:
        """Return the journals of a table, the newest at the end."""
        return sorted(self._are[name].values(), key=lambda one: (one.begun, one.epoch))

    def journal(self, name: str, epoch: int) -> KnownJournal:
        """Return what the hub has of a journal; if it has nothing, `hi` is NO_RECORD."""
        return self._are[name].get(epoch) or KnownJournal(name, epoch)

    def frame_upto(self, name: str, epoch: int, upto: int) -> Frame | None:
        """Return the frame that ends with the seq `upto`, None if there is none."""
        added = (one for one in self._added[name, epoch] if one.upto == upto)
        return next(added, None) or self._store.frame_upto(name, epoch, upto)

    def frames(self, name: str, epoch: int, after: int = NO_RECORD) -> Iterator[Frame]:
        """Yield the frames of a journal that begin behind the record `after`, in order."""
        added = (one for one in self._added[name, epoch] if one.after >= after)
        return chain(self._store.frames(name, epoch, after), added)

    def append(self, known: KnownJournal, frame: Frame) -> None:
        """Add a frame after the last one.

        Raise TwinError if the numbers of the table's starts show that another table has made the
        frame. `known` is what the hub has of the journal before this frame.
        """
        boot = frame.boot(known.boot)
        begun = known.begun if known.hi != NO_RECORD else self._now
        changed = (frame.upto, frame.mac, boot, begun, self._now, known.fork)
        self._are[known.name][known.epoch] = KnownJournal(known.name, known.epoch, *changed)
        self._added[known.name, known.epoch].append(frame)

    def note_report(self, known: KnownJournal) -> None:
        """Store the present time as that of a table's last report about a journal; add no frame.

        Do nothing if the hub has no frame of the journal.
        """
        self._change(known, self._now, known.fork)

    def mark_fork(self, name: str) -> None:
        """Note in all journals of a table that two tables report under its name.

        The hub then stores no more frames under this name. The time of an earlier note is kept.
        """
        for known in self.journals(name):
            self._change(known, known.heard, self._now if known.fork is None else known.fork)

    def _change(self, known: KnownJournal, heard: int, fork: int | None) -> None:
        if known.epoch in self._are[known.name]:
            same = known.hi, known.chain, known.boot, known.begun
            changed = KnownJournal(known.name, known.epoch, *same, heard, fork)
            self._are[known.name][known.epoch] = changed

    def count_refused(self, name: str, reason: str) -> None:
        """Count a refused message of a table; `name` is "" if no table is known."""
        self._counts[name, reason] += 1

    def save(self) -> None:
        """Write all changes; raise ConflictError if another process has changed a journal."""
        now = [one for journals in self._are.values() for one in journals.values()]
        pairs = [(self._were.get((one.name, one.epoch)), one) for one in now]
        self._store.add_journals([one for was, one in pairs if was is None])
        self._store.change_journals([(was, one) for was, one in pairs if was and was != one])
        added = [(name, frame) for (name, _), found in self._added.items() for frame in found]
        self._store.add_frames(added, self._now)
        self._store.count_refused(self._counts)
