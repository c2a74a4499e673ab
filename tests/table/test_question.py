"""Tests of the plain text in which a host gets the question that the table asks."""

import texts
import typekit
from keyskit import CALL, KeyRig
from menukit import Asks
from table.notice import Notice
from ui.composer import Speech
from ui.question import PlainQuestion, PlainText

WORDS = typekit.UI + "/words"


class Desk:
    """A table with a question, and the plain text in which a host gets it."""

    def __init__(self, language="en", names=("", "", "", "")):
        self.table = KeyRig().table
        self.speech = Speech(WORDS)
        self.speech.speak(language, list(names))
        self.plain = PlainQuestion(self.table, self.speech)

    def ask(self, text, *options):
        self.table.dialogue.ask(Asks(), 1, text, options)

    def told(self):
        """Return the question followed by its answers."""
        return rest(self.plain.texts())


def rest(steps):
    """Run a generator to its end and return its result as a list of texts."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return [str(one, "utf-8") for one in done.value]


def test_placeholders_are_filled_in():
    desk = Desk(names=("", "Zoë", "", ""))
    desk.table.voice.say(texts.IS_IT, 1, 0x1B)
    desk.ask(texts.IS_IT, texts.AGREE, texts.DECLINE)
    assert desk.told() == [
        "Zoë says the card is 10♠. Do the others agree?",
        "Yes",
        "No, leave it",
    ]
    desk.speech.speak("it", [""] * 4)
    assert desk.told()[0] == "Est dice che la carta è 10♠. Gli altri sono d'accordo?"
    assert not desk.table.dialogue.has_more()


def test_labels_sides_and_points_are_filled_in():
    desk = Desk()
    desk.table.voice.call("«blu»".encode())
    desk.table.voice.say(texts.SET_POINTS, 0, -160, number=1)
    desk.ask(texts.SHALL_IT_BE, texts.SET_POINTS, texts.NEXT_ONE)
    assert desk.told() == ["Choose «blu»?", "E-W: −160 points", "No, the next one"]


def test_answers_are_in_the_order_of_their_keys_and_the_key_call_turns_the_page():
    desk = Desk()
    desk.ask(texts.WHICH_RANK, *(texts.RANKS,) * 8)
    assert desk.told()[1:] == ["7", "8", "9", "10"] and desk.table.dialogue.has_more()
    assert desk.table.dialogue.answer(0, CALL)
    assert desk.told()[1:] == ["J", "Q", "K", "A"] and desk.table.dialogue.has_more()
    desk.ask(texts.WHICH_RANK, *(texts.RANKS,) * 5)
    assert desk.table.dialogue.answer(0, CALL)
    assert desk.told()[1:] == ["J"]


def test_a_question_asked_again_with_other_details_replaces_the_first():
    desk = Desk()
    desk.table.voice.say(0, 0, 100, number=1, ms=0)
    desk.ask(texts.SET_POINTS, texts.YES, texts.NO)
    told = desk.plain.texts()
    next(told)
    desk.table.voice.say(0, 0, 200, number=1, ms=0)
    desk.ask(texts.SET_POINTS, texts.YES, texts.NO)
    assert rest(told) == desk.told()


def test_a_question_answered_meanwhile_is_replaced_by_the_next():
    for steps in range(1, 4):
        desk = Desk()
        desk.ask(texts.WHICH_SUIT, texts.AGREE, texts.DECLINE, texts.YES, texts.NO)
        told = desk.plain.texts()
        for _ in range(steps):
            next(told)
        desk.ask(texts.IS_IT, texts.YES)
        assert rest(told) == ["North says the card is 7♣. Do the others agree?", "Yes"]
        desk.ask(texts.WHICH_RANK, *(texts.RANKS,) * 8)
        told = desk.plain.texts()
        for _ in range(steps):
            next(told)
        desk.table.dialogue.answer(0, CALL)
        assert rest(told)[1:] == ["J", "Q", "K", "A"]
        desk.ask(texts.WHICH_RANK, *(texts.RANKS,) * 8)
        told = desk.plain.texts()
        for _ in range(steps):
            next(told)
        desk.table.dialogue.close()
        assert rest(told) == []
        yield


def test_a_question_may_have_no_answers():
    desk = Desk()
    desk.ask(texts.WHO_DEALS)
    assert desk.told() == ["Who deals first? Press a key there."]


def test_each_text_is_sent_as_the_display_shows_it():
    """The glyphs composed for the display and the UTF-8 composed for a host are the same text."""
    type = typekit.new()
    type.speech = Speech(WORDS)
    plain = PlainText(type.speech)
    notice = Notice(0, 1, 0x1B, 2, -4, 3)
    for language in ("en", "bg", "pms"):
        type.speech.speak(language, ["", "Ivo", "", ""])
        for text in range(1, texts.MESSAGE + 1):
            type.clear()
            type.sentence(text, notice, b"blu")
            plain.sentence(text, notice, b"blu")
            assert str(plain.take(), "utf-8")[:200] == typekit.line(type), (language, text)
            if text % 16 == 0:
                yield


def test_texts_may_have_numbers_above_255():
    desk = Desk()
    desk.speech.texts += [b"text"] * 300 + [b"Last question", b"Last answer"]
    last = len(desk.speech.texts) - 1
    desk.ask(last - 1, last)
    assert last > 255 and desk.told() == ["Last question", "Last answer"]
