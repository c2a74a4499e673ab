"""Tests of composing, measuring, wrapping and drawing lines of text without using heap."""

import random

import texts
import typekit
from table.notice import Notice
from testenv import SEED, no_heap
from typekit import (
    ALL,
    BUFFER,
    ENDS,
    FONT,
    LABEL,
    LAST,
    PLAIN,
    WHERE,
    WHOM,
    WHOSE,
    black,
    chosen,
    is_ink,
    line,
    put,
)

NOTICE = Notice(ALL, 1, 0x1B, 2, 4, 3)  # East, 10♠, South, J♣, 3


def _literal(type, text):
    type.clear()
    type.literal(text.encode())


def test_utf8_becomes_the_glyphs_of_its_characters():
    type = typekit.new()
    for text in ("Lay 10!", "È perché — l’été", "Първи ход", "çœ ♣♦♥♠ −5", FONT.characters[103:]):
        _literal(type, text)
        assert line(type) == text


def test_every_character_has_a_glyph_of_its_own():
    type = typekit.new()
    for at, character in enumerate(FONT.characters):
        _literal(type, character)
        assert type.length == 1 and type.line[0] == at == FONT.find(character)


def test_a_missing_character_is_a_box():
    type = typekit.new()
    for text, seen in (("aŁb", "a□b"), ("a✂b", "a□b"), ("Ωx", "□x"), ("a\nb", "a□b")):
        _literal(type, text)
        assert line(type) == seen


def test_an_incomplete_character_does_not_affect_the_next_one():
    type = typekit.new()
    type.literal(b"\xc3a")
    type.literal(b"\xe2\x99")
    type.literal(b"b")
    assert line(type) == "ab"
    type.clear()
    type.literal("😀 ok".encode())
    assert line(type)[-3:] == " ok"


def test_a_line_that_is_too_long_is_cut():
    type = typekit.new()
    _literal(type, "0123456789" * 30)
    assert line(type) == "0123456789" * 20


def test_numbers():
    type = typekit.new()
    for number in (0, 7, 10, 162, 1000, 16384, -1, -80, -1250):
        type.clear()
        type.number(number)
        assert line(type) == str(number).replace("-", "−")


def test_texts_lists_cards_and_seats():
    type = typekit.new()
    type.text(PLAIN)
    type.text(texts.MELDS, 3)
    type.card(0x1B)
    type.seat(3)
    type.suit(2)
    assert line(type) == "Lay a card.carré10♠West♥"
    type.clear()
    type.text(LAST)
    type.text(texts.NONE)
    assert line(type) == "the last one"


def test_missing_texts_and_list_items_are_empty():
    type = typekit.new()
    type.text(texts.NONE)
    type.text(texts.MELDS, 4)
    assert line(type) == ""


class OfTwo:
    """House for two players, with only the fields that texts use."""

    name = "Дуелът"
    players = 2


def test_the_house_is_called_by_its_name():
    type = typekit.new()
    type.speech.play(OfTwo)
    type.house()
    assert line(type) == "Дуелът"


def test_a_sentence_names_seat_and_card():
    type = typekit.new()
    NOTICE.number = 1
    type.sentence(ALL, NOTICE, b"")
    assert line(type) == "East and South: 10♠, J♣, 1, fifty, E·W"
    type.clear()
    type.speech.play(OfTwo)
    type.speech.speak("en", ["", "Børje", "", ""])
    type.sentence(ALL, NOTICE, b"")
    assert line(type) == "Børje and South: 10♠, J♣, 1, fifty, South"
    type.clear()
    type.sentence(ENDS, NOTICE, b"")
    assert line(type) == "Børje10♠"


def test_a_sentence_lists_several_seats_with_or_or_and():
    type = typekit.new()
    for seats, seen in (
        (0, ""),
        (1, "North"),
        (10, "East %s West"),
        (11, "North, East %s West"),
        (15, "North, East, South %s West"),
    ):
        NOTICE.number = seats
        for text, said, joint in ((WHOM, "Perhaps %s!", "or"), (WHOSE, "Keys of %s.", "and")):
            type.clear()
            type.sentence(text, NOTICE, b"")
            assert line(type) == said % seen.replace("%s", joint)


def test_a_sentence_calls_a_pad_yours_or_by_its_seat():
    type = typekit.new()
    for seat, pad, seen in (
        (3, 3, "West: show it on your pad."),
        (3, 0, "West: show it on North's pad."),
        (0, 1, "North: show it on Ivo's pad."),
    ):
        notice = Notice(WHERE, seat, 0, pad, 0, 0)
        type.speech.speak("en", ["", "Ivo", "", ""])
        type.clear()
        type.sentence(WHERE, notice, b"")
        assert line(type) == seen
    type.speech.speak("bg", [""] * 4)
    type.clear()
    type.sentence(WHERE, notice, b"")
    assert line(type) == "Север: покажи я на четеца на Изток."


def test_a_sentence_has_the_label():
    type = typekit.new()
    type.sentence(LABEL, NOTICE, "«Été»".encode())
    assert line(type) == "The deck is «Été»."


def test_numbers_of_a_notice_have_a_sign():
    type = typekit.new()
    for number in (0, 255, 256, 1250, 32767, -1, -250, -32768):
        NOTICE.number = number
        type.clear()
        type.sentence(ALL, NOTICE, b"")
        assert line(type).split(", ")[2] == str(number).replace("-", "−")


def test_languages():
    type = typekit.new()
    type.speech.speak("bg", [""] * 4)
    type.text(PLAIN)
    type.seat(2)
    assert line(type) == "Играйте карта.Юг"
    type.clear()
    type.text(texts.MELDS, 3)
    assert line(type) == "каре"
    type.clear()
    type.speech.speak("xx", [""] * 4)
    type.text(PLAIN)
    assert line(type) == "Lay a card."


def test_the_width_is_that_of_all_characters():
    type = typekit.new()
    for font, text in ((0, "Първи: 10♥, è così"), (1, "♥ Cœur"), (2, "−162"), (0, "")):
        _literal(type, text)
        assert type.width(font) == _wide(text, font)
        assert chosen(type) == text


def _wrapped(text, width):
    """Return the lines of greedy wrapping and their widths."""
    found = []
    wide = 0
    for word in text.split():
        size = _wide(word)
        space = _wide(" ")
        if found and wide + space + size <= width:
            found[-1] = (found[-1][0] + " " + word, wide + space + size)
        else:
            found += _cut(word, width)
        wide = found[-1][1]
    return found


def _cut(word, width):
    """Return the lines of a single word and their widths: several lines if it is too wide."""
    found = []
    while word:
        fits = len(word)
        while fits > 1 and _wide(word[:fits]) > width:
            fits -= 1
        found.append((word[:fits], _wide(word[:fits])))
        word = word[fits:]
    return found


def _wide(text, font=0):
    wide = 0
    for character in text:
        wide += FONT.advance(font, character)
    return wide


def test_wrapping_takes_as_many_words_as_fit():
    type = typekit.new()
    random.seed(SEED)
    for _ in range(60):
        text = ""
        for _ in range(random.randrange(1, 25)):
            word = ""
            for _ in range(random.randrange(1, 9)):
                word += FONT.characters[random.randrange(40, 168)]
            text += word + " "
        _literal(type, text[:190].strip())
        for width in (392, 200, 90, 20):
            type.rewind()
            found = []
            wide = type.wrap(0, width)
            while wide:
                found.append((chosen(type), wide))
                wide = type.wrap(0, width)
            assert found == _wrapped(text[:190], width)
            yield


def test_a_no_break_space_is_not_wrapped():
    type = typekit.new()
    _literal(type, "aaa bbb\u00a0ccc")
    width = type.width(0) - 1
    type.rewind()
    assert type.wrap(0, width) and chosen(type) == "aaa"
    assert type.wrap(0, width) and chosen(type) == "bbb\u00a0ccc"
    assert type.wrap(0, width) == 0


def test_ink_is_drawn_where_the_font_says():
    for font, text, x, y in (
        (0, "È ora, ñ", 4, 10),
        (0, "Йордан 10♥", 3, 25),
        (1, "Българи я", 9, 50),
        (2, "−(", 1, 70),
        (2, "♣", 1, 70),
        (0, "over the edge", 330, 140),
        (0, "and this side", -20, 2),
    ):
        type = typekit.new()
        _literal(type, text)
        type.width(font)
        put(type, font, x, y)
        assert is_ink(type, FONT.ink(font, text, x, y))
        yield


def test_white_ink_on_black():
    type = typekit.new()
    type.frame.fill_rect(0, 50, 400, 50, 0)
    _literal(type, "♥ jÉg")
    type.width(1)
    put(type, 1, 10, 59, 1)
    for at in range(50 * 50, 100 * 50):
        BUFFER[at] ^= 255
    assert is_ink(type, FONT.ink(1, "♥ jÉg", 10, 59), 50, 99)


def test_only_the_chosen_part_is_drawn():
    type = typekit.new()
    _literal(type, "first second")
    type.wrap(0, 60)
    type.wrap(0, 90)
    put(type, 0, 50, 50)
    assert is_ink(type, FONT.ink(0, "second", 50, 50))


def test_each_call_of_draw_some_draws_only_a_few_glyphs():
    type = typekit.new()
    _literal(type, "1" * 17)
    for font, calls in ((0, 3), (1, 5), (2, 17)):
        type.width(font)
        assert put(type, font, 0, 50) == calls
    type.clear()
    type.width(0)
    assert put(type, 0, 0, 50) == 1


def test_a_new_page_is_white():
    type = typekit.new()
    type.frame.fill_rect(0, 0, 400, 150, 0)
    assert black(0, 149) == 400 * 150
    type.blank()
    assert black(0, 149) == 0


def _all_of_it(type):
    type.blank()
    type.clear()
    type.sentence(ALL, NOTICE, b"")
    type.sentence(WHERE, NOTICE, b"")
    type.number(-1234)
    type.text(PLAIN)
    type.rewind()
    while type.wrap(0, 120):
        type.draw(0, 4, 10)
        while not type.draw_some():
            pass
    type.clear()
    type.card(0x1B)
    type.seat(0)
    type.literal(b"42")
    type.width(1)
    type.draw(1, 4, 10, 1)
    type.draw_some()
    type.clear()
    type.number(162)
    type.width(2)
    type.draw(2, 4, 50)
    type.draw_some()


def test_text_functions_use_no_heap():
    type = typekit.new()
    type.speech.speak("en", ["", "Ivo", "", ""])
    _all_of_it(type)
    no_heap(_all_of_it, type)
