"""Tests of loading a language: English replaces missing texts, and damaged ones do no harm."""

import random

import texts
import typekit
from table.notice import Notice
from testenv import SEED, VM
from typekit import ALL, BUFFER, LABEL, LAST, PLAIN, WHERE, WHOM, WHOSE
from ui.language import load
from ui.text_names import NAMES
from ui.type import Type

WORDS = typekit.WORDS
REAL = typekit.UI + "/words"
MARK = b"\xef\xbb\xbf"
NOTICE = Notice(0, 1, 1734, 2, -1652, 3)  # points for %p and %q, in place of two cards
SENTENCES = (PLAIN, ALL, LABEL, LAST, WHOM, WHOSE, WHERE, texts.MELDS)
LISTS = (texts.RANKS, texts.SEATS, texts.SIDES, texts.SIDES_OF_TWO, texts.JOINED, texts.MELDS)
EVERY = 41 if VM else 1  # the VM tries one in 41 of the positions


class Place:
    """A folder of language files in which a file can be replaced."""

    def __init__(self):
        self.folder = typekit.folder()
        self.type = Type(BUFFER, self.folder)

    def put(self, name, data):
        """Write the file of a language."""
        typekit.write(self.folder + "/words/" + name + ".words", data)

    def load(self, name):
        """Load the texts of a language."""
        return load(self.folder + "/words", name)

    def say_all(self, name):
        """Compose SENTENCES and LISTS in a language, and measure them.

        Measure them with the players' names, then with the seats' names, then with initials.
        """
        type = self.type
        type.speech.speak(name, ["", "Ivo", "", ""])
        for font in range(3):
            for text in SENTENCES:
                type.clear()
                type.sentence(text, NOTICE, b"x")
                self.measure(font > 0)
            type.clear()
            type.initial(3)
            for text in LISTS:
                type.text(text, font)
                type.text(text, 9 + font)
            self.measure(font > 0)
            type.shorten()
        type.spell_out()

    def measure(self, font):
        """Wrap the composed line and check that no glyph of it is left out."""
        type = self.type
        width = type.width(font)
        type.rewind()
        while type.wrap(font, 390):
            type.rises(font)
        assert type.stop == type.length <= len(type.line) and width >= 0


def lines(name):
    """Return the texts of a language file for tests, by their names."""
    found = {}
    for line in typekit.read(WORDS + "/" + name + ".words").split(b"\n"):
        if line:
            key, text = line.split(b": ", 1)
            found[key] = text
    return found


ENGLISH = lines("en")
BULGARIAN = lines("bg")
SOURCE = typekit.read(WORDS + "/bg.words")


def expected(own):
    """Return the texts to expect of a language whose file has only the texts `own`."""
    names = NAMES.split()
    return [b""] + [own.get(name, ENGLISH.get(name, name)) for name in names[1:]]


def test_texts_have_the_numbers_of_the_code():
    found = load(REAL, "en")
    assert found[texts.YES] == b"Yes" and found[texts.NONE] == b""
    assert found[texts.RANKS] == b"7|8|9|10|J|Q|K|A"
    assert found[texts.TITLE] == b"Marcoria" and len(found) == texts.MESSAGE + 1
    assert load(REAL, "it")[texts.YES] == "Sì".encode()


def test_a_missing_text_is_in_english_or_else_its_name():
    place = Place()
    found = place.load("bg")
    assert found == expected(BULGARIAN)
    assert found[PLAIN] == BULGARIAN[b"not-now"] and found[texts.YES] == b"yes"
    place.put("bg", b"language: ?\nnot-now: -\n")
    assert place.load("bg") == expected({b"not-now": b"-"})


def test_a_language_without_a_file_falls_back_to_english():
    assert Place().load("xx") == Place().load("en") == expected({})


def test_without_any_words_texts_are_their_names():
    place = Place()
    place.put("en", b"")
    assert place.load("xx") == [b""] + NAMES.split()[1:]
    place.say_all("xx")


def test_other_line_ends_and_a_byte_order_mark_are_accepted():
    place = Place()
    whole = expected(BULGARIAN)
    place.put("bg", SOURCE.replace(b"\n", b"\r\n"))
    assert place.load("bg") == whole
    place.put("bg", MARK + SOURCE)
    assert place.load("bg") == whole
    place.put("bg", MARK + SOURCE[SOURCE.find(b"\n") + 1 :])
    assert place.load("bg") == whole


def test_lines_may_be_in_any_order_among_unknown_ones():
    place = Place()
    turned = SOURCE.split(b"\n")
    turned.reverse()
    turned = b"# a comment\n\n:\n: x\nnone: of ours\nyes:\nno\nno: \n".join(
        [b"", b"\n".join(turned) + b"\n"]
    )
    place.put("bg", turned)
    assert place.load("bg") == expected(BULGARIAN)


def test_a_truncated_file_gives_only_whole_texts():
    place = Place()
    for size in range(0, len(SOURCE) + 1, EVERY):
        place.put("bg", SOURCE[:size])
        whole = SOURCE[:size].count(b"\n")
        own = {}
        for line in SOURCE.split(b"\n")[:whole]:
            name, text = line.split(b": ", 1)
            own[name] = text
        assert place.load("bg") == expected(own), size
        yield


def test_truncated_english_does_not_affect_another_language():
    place = Place()
    english = typekit.read(WORDS + "/en.words")
    for size in range(0, len(english), 7 * EVERY):
        place.put("en", english[:size])
        found = place.load("bg")
        assert len(found) == texts.MESSAGE + 1 and found[PLAIN] == BULGARIAN[b"not-now"], size
        yield


def test_texts_with_any_flipped_bit_can_be_composed():
    place = Place()
    changed = bytearray(SOURCE)
    for bit in range(0, 8 * len(changed), 5 * EVERY):
        changed[bit >> 3] ^= 1 << (bit & 7)
        place.put("bg", changed)
        place.say_all("bg")
        changed[bit >> 3] ^= 1 << (bit & 7)
        yield


def test_texts_of_random_bytes_can_be_composed():
    place = Place()
    random.seed(SEED)
    keys = [line.split(b": ")[0] for line in SOURCE.split(b"\n")[:-1]]
    for _ in range(8 if VM else 200):
        data = bytearray()
        for key in keys:
            data += key + b": "
            for _ in range(random.randrange(60)):
                data.append(random.choice((37, random.randrange(256), random.randrange(97, 123))))
            data.append(10)
        place.put("bg", data)
        place.say_all("bg")
        yield


def test_a_list_that_contains_itself_ends():
    place = Place()
    place.put(
        "bg",
        b"seats: %s|%o|%w|%e\nranks: %c|%d\nmelds: %m|%m|%m|%m\njoined: %w|%e\nsides: %b|%b\n",
    )
    place.say_all("bg")
    place.type.clear()
    place.type.seat(3)
    assert typekit.line(place.type) == "%e"


def test_a_pads_text_that_contains_itself_ends():
    place = Place()
    place.put("bg", b"show-bottom: %l\non-your-pad: %l\non-pad-of: %s %l %o\nseats: a|b|c|d\n")
    place.say_all("bg")
    place.type.speech.speak("bg", [""] * 4)
    place.type.clear()
    place.type.sentence(WHERE, NOTICE, b"")
    assert typekit.line(place.type) == "%s %l c"


def test_an_unknown_placeholder_is_kept_as_text():
    place = Place()
    place.put("bg", b"not-now: 50 % of %x, %%n%\n")
    place.type.speech.speak("bg", [""] * 4)
    place.type.clear()
    place.type.sentence(PLAIN, NOTICE, b"")
    assert typekit.line(place.type) == "50 % of %x, %3%"
