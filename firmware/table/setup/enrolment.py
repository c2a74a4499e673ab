"""Base class for enrolling tags, one after the other.

The display names the next card to lay, and any pad reads it. Each tag is written to the file at
once, so that a power cut loses none. At the end all decks are loaded again.
"""

from micropython import const

import texts
from codes.table import Cues, Lamps, PadStates, TagKinds
from table.files.decks import COMMANDS, FIRST_KEY, FOLDER, Tags, load, write_tags
from table.menus.options import Options
from table.setup.card_entry import CardEntry
from table.setup.opening import light, players

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.table import Table


class DeckEnrolment(CardEntry):
    """Enrolment of a tag for each of `kinds`, in the file `path`.

    Kinds from 0 to 31 are cards. Higher kinds, from FIRST_KEY on, are command cards.
    """

    def __init__(self, table: "Table", name: str, ending: str) -> None:
        CardEntry.__init__(self, table)
        self.folder = table.settings.root + FOLDER
        self.path = self.folder + "/" + name + ending
        self.options = _NEXT
        self.kinds = bytes(range(32))
        self.at = 0
        self.kept = b""  # UID of the tag enrolled last, which may still lie on a pad
        self.tags = Tags()

    def answered(self, seat: int, choice: int) -> None:
        """Handle an answer: the index of an option, or -1 to leave the enrolment."""
        self.options.answer(self, seat, choice)

    def stop(self, seat: int, choice: int) -> None:
        """Stop the enrolment; the tags enrolled so far stay in the file."""
        self._close()

    def another(self, seat: int, choice: int) -> None:
        """Skip the card that the display asks for, and ask for the next one."""
        self.kept = b""
        self._go_on()

    def _go_on(self) -> None:
        self.at = (self.at + 1) % len(self.kinds)
        self._ask()

    def _close(self) -> None:
        """End the enrolment, and load the decks again."""
        table = self.table
        CardEntry._close(self)
        load(table.deck, self.folder, table.settings.deck)

    # --- enrolling one tag ------------------------------------------------------------------

    def _waits(self) -> bool:
        return self.at < len(self.kinds)

    def _take(self, seat: int) -> None:
        pads = self.table.pads
        uid = bytes(pads.uid[seat][: pads.uid_len[seat]])
        if uid == self.kept:
            return
        kind = self.kinds[self.at]
        why = self._why_not(uid, kind)
        if why:
            self._refuse(seat, why, max(0, self.tags.whose(uid)))
            return
        if not self._keep(uid, kind):
            self._refuse(seat, texts.NOT_SAVED)
            return
        self.kept = uid
        self.table.sound(Cues.READ)
        self.at += 1
        if self.at < len(self.kinds):
            self._ask()
        else:
            self._finish()

    def _keep(self, uid: bytes, kind: int) -> bool:
        """Write a tag to the file; return whether that succeeded."""
        known = self.tags
        old, dead = known.uids[kind], bytes(known.dead)
        known.uids[kind] = uid
        if kind < FIRST_KEY:
            known.dead[kind >> 3] &= ~(1 << (kind & 7)) & 255
        if not write_tags(self.path, known):
            known.uids[kind] = old
            known.dead[:] = dead
            return False
        return True

    def _why_not(self, uid: bytes, kind: int) -> int:
        """Return the text that says why a tag cannot be enrolled as `kind`; 0 if it can."""
        whose = self.tags.whose(uid)
        if whose == kind:
            return 0
        if 0 <= whose < FIRST_KEY > kind:
            return texts.IS_ENROLLED
        found = self._elsewhere(uid)
        if whose < 0 and (
            found == TagKinds.UNKNOWN or found - TagKinds.COMMAND == kind - FIRST_KEY >= 0
        ):
            return 0
        if kind >= FIRST_KEY:
            return texts.TAKEN_FOR_KEY
        deck = self.table.deck
        key = whose - FIRST_KEY if whose >= 0 else found - TagKinds.COMMAND
        self.table.voice.call(
            COMMANDS[key].upper().encode() if key >= 0 else deck.names[deck.other]
        )
        return texts.IS_OF_DECK

    def _elsewhere(self, uid: bytes) -> int:
        """Return the kind of a tag in the loaded decks, as `TagKinds` numbers it.

        If the tag is a card, set `deck.other` to the index of its deck.
        """
        deck = self.table.deck
        deck.other = deck.active
        return deck.find(bytearray(uid + bytes(10 - len(uid))), len(uid))

    def _refuse(self, seat: int, sentence: int, other: int = 0) -> None:
        if self.table.pads.state[seat] == PadStates.RANDOM:
            sentence = texts.TAKEN_FOR_KEY if self.kinds[self.at] >= FIRST_KEY else texts.NO_TAG
        CardEntry._refuse(self, seat, sentence, other)

    # --- asking for the next tag ------------------------------------------------------------

    def _ask(self, sentence: int = 0, seat: int = 0, other: int = 0) -> None:
        table = self.table
        kind = self.kinds[self.at]
        if kind >= FIRST_KEY:
            table.voice.call(COMMANDS[kind - FIRST_KEY].upper().encode())
            sentence = sentence or texts.LAY_FOR_KEY
        sentence = sentence or texts.LAY_CARD
        table.voice.say(sentence, seat, kind & 31, 0, other & 31, kind + 1, 0)
        who = players(table)
        light(table, who, Lamps.SCAN)
        for one in range(4):
            table.fill[one] = self.at * 8 // len(self.kinds)
        self._choose_options()
        table.dialogue.ask(self, who, sentence, self.options.texts)

    def _choose_options(self) -> None:
        self.options = _NEXT

    def _finish(self) -> None:
        self._close()
        self.table.sound(Cues.OVER)


_NEXT = Options((texts.NEXT_ONE, DeckEnrolment.another), left=DeckEnrolment.stop)
