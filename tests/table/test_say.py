"""Tests of the command `say`: messages of a host, and when the table refuses them."""

import texts
import typekit
from codes.link import LinkTerms
from keyskit import CALL, KeyRig
from link.commands import Context, Refusal, say
from link.line import pack
from menukit import HEARTS, NoMenu

LEAST, MOST, BYTES = LinkTerms.LEAST_MS, LinkTerms.MOST_MS, LinkTerms.MESSAGE_BYTES
BREAK = "Break until 21:30"
# Texts and the letter in each that no font has.
LACKED = (
    ("Ľudmila", "Ľ"),
    ("Break €", "€"),
    ("大", "大"),
    ("e\u0301", "\u0301"),
    ("a\u202eb", "\u202e"),
    ("a\nb", "\n"),
    ("\0", "\0"),
    ("\x1b[2J", "\x1b"),
    ("\x7f", "\x7f"),
    ("\x85", "\x85"),
)
# The last two bytes of these letters are also the last two of a dash and of a spade.
ALIKE = (("〓", "〓"), ("\U0001f660", "\U0001f660"))


class Speaker:
    """A host at a table between two deals; `say` returns the error, "" if there is none."""

    def __init__(self, **options):
        self.rig = KeyRig(discipline=1, **options)
        self.rig.settings.messages = 1
        self.evening = NoMenu()
        self.voice = self.rig.table.voice
        font = typekit.new().glyphs
        self.context = Context(self.rig.table, None, self.evening, None, None, None, font, False)
        self.letter = -1  # code of the letter that the last refusal named, -1 for none

    def say(self, text=BREAK, ms=8000, **fields):
        self.context.now = self.rig.now
        question = {"text": text, "ms": ms}
        question.update(fields)
        try:
            answer = say(self.context, question)
        except Refusal as refusal:
            self.letter = refusal.answer.get("letter", -1)
            return refusal.answer["error"]
        assert answer == {}
        return ""

    def shown(self):
        """Return the message on the display, "" if there is none."""
        return self.voice.label.decode() if self.rig.notice() == texts.MESSAGE else ""


def test_a_message_is_shown_for_its_time():
    host = Speaker()
    assert host.say(ms=5000) == "" and host.shown() == BREAK
    host.rig.wait(4900)
    assert host.shown() == BREAK
    host.rig.wait(200)
    assert host.rig.notice() == 0


def test_a_later_message_replaces_the_first():
    host = Speaker()
    assert host.say("Один", 5000) == "" and host.say('"a" & ♥ 100 %s|%', 20000) == ""
    host.rig.wait(6000)
    assert host.shown() == '"a" & ♥ 100 %s|%'
    assert not host.rig.journal.adds and not host.rig.match.events


def test_the_next_deal_removes_a_message():
    host = Speaker()
    assert host.say(ms=MOST) == ""
    host.rig.wait(100_000)
    assert host.shown()
    host.rig.play("DEAL N")
    assert host.rig.notice() == 0


def test_no_message_is_shown_during_a_deal():
    host = Speaker()
    for line in ("DEAL N", "UPCARD N 9H", "BID W H", "CARD W 7S"):
        host.rig.play(line)
        assert host.say() == "not-now" and host.rig.notice() == 0, line


def test_messages_do_not_cover_what_the_table_says_or_asks():
    host = Speaker()
    host.voice.say(texts.NEARLY_FULL)
    assert host.say() == "not-now" and host.rig.notice() == texts.NEARLY_FULL
    host.voice.hush()
    host.rig.chord("W")
    assert host.rig.asked()[1] == "W" and host.say() == "not-now"
    host.rig.press("W", CALL)
    host.rig.table.dialogue.close()
    host.rig.table.voice.hush()
    assert host.say() == ""
    host.evening.menu = host
    assert host.say() == "not-now"


def test_a_name_for_another_sentence_is_not_shown_as_a_message():
    host = Speaker()
    assert host.say() == ""
    host.voice.call(b"Blue deck")
    assert host.rig.notice() == 0
    assert host.say() == ""
    host.voice.say(texts.NOT_SAVED)
    host.voice.call(b"Blue deck")
    assert host.rig.notice() == texts.NOT_SAVED


def test_wrong_fields_are_refused():
    host = Speaker()
    for text in ("", 7, "x" * (BYTES + 1), "é" * (BYTES // 2 + 1), "♥" * (BYTES // 3 + 1)):
        assert host.say(text) == "field" and host.letter == -1, text
    for ms in (0, LEAST - 1, MOST + 1, "8000", -1):
        assert host.say(ms=ms) == "field", ms
    assert host.say("é" * (BYTES // 2), LEAST) == "" and host.say("x" * BYTES, MOST) == ""


def test_letters_that_the_display_lacks_are_named():
    host = Speaker()
    for text, letter in LACKED + ALIKE:
        assert host.say(text) == "field" and host.letter == ord(letter), text
    for letter in typekit.FONT.characters:
        assert host.say("a" + letter) == "", letter
        yield


def test_a_setting_switches_messages_off():
    host = Speaker()
    host.rig.settings.messages = 0
    assert host.say() == "off" and host.rig.notice() == 0


def test_a_table_with_a_pin_asks_for_it():
    host = Speaker(pin=(0, 1, 2, 3))
    assert host.say() == host.say(pin="CD") == host.say(pin="CCCC") == "pin"
    assert host.rig.notice() == 0
    assert host.say("", pin="CDHS") == "field"
    assert host.say(pin="CDHS") == "" and host.shown() == BREAK


def test_the_longest_message_fits_in_a_line():
    fields = {"n": LinkTerms.LARGEST, "do": "say", "text": "x" * BYTES, "ms": MOST}
    fields["pin"] = "CDHSCD"
    assert len(pack(fields)) <= LinkTerms.LINE_BYTES + 1


def test_a_match_goes_on_after_a_message():
    host = Speaker()
    assert host.say() == ""
    host.rig.play(HEARTS)
    assert host.rig.match.play.upcard >= 0 and host.rig.notice() == 0
