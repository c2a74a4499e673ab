"""A `Type` with the real fonts and the words beside this file, and an independent font reader."""

import os

import tags
import texts
from testenv import VM
from ui.type import Type

# Numbers of some texts in the language files of the folder `words` beside this file.
PLAIN = texts.NOT_NOW
ALL = texts.ANNOUNCED
ENDS = texts.DRAW_DEALS
LABEL = texts.DECK_WRONG
LAST = texts.TARGET
WHOM = texts.SUSPICION
WHOSE = texts.KEYS_BACK
WHERE = texts.SHOW_BOTTOM
ABOVE = 12  # rows of glyphs are counted from this many pixels above the `y` of `Type.draw`

if VM:
    UI = "/lib/ui"
    WORDS = "/lib/words"
else:
    from marcoria.paths import FIRMWARE

    UI = str(FIRMWARE / "ui")
    WORDS = os.path.dirname(__file__) + "/words"


def folder():
    """Return a new folder with the real fonts and the language files beside this file."""
    made = tags.new_folder()
    os.mkdir(made + "/fonts")
    os.mkdir(made + "/words")
    write(made + "/fonts/type.font", read(UI + "/fonts/type.font"))
    for name in ("/en.words", "/bg.words"):
        write(made + "/words" + name, read(WORDS + name))
    return made


def read(path):
    """Return the bytes of a file."""
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    """Write these bytes to a file."""
    with open(path, "wb") as file:
        file.write(data)


FOLDER = folder()


class Font:
    """Independent reader of the font file; `characters` are in the order of their glyphs."""

    def __init__(self):
        self.file = file = open(FOLDER + "/fonts/type.font", "rb")
        codes = file.read(file.read(1)[0])
        found = []
        for at in range(0, len(codes), 3):
            for last in range(codes[at + 1], codes[at + 1] + codes[at + 2]):
                found.append(_character(codes[at], last))
        self.characters = "".join(found)
        self.shown = found + ["□"]
        self.glyphs = [file.read(3 * count) for count in file.read(3)]

    def advance(self, font, character):
        """Return the pixels from the left edge of a character to the left edge of the next one."""
        # The upper bit marks a raised glyph.
        return self.glyphs[font][3 * self.find(character)] & 127

    def find(self, character):
        """Return the number of the character's glyph; for an unknown character, of the box."""
        at = self.characters.find(character)
        return len(self.characters) if at < 0 else at

    def ink(self, font, text, x, y):
        """Return the set of pixels `x << 9 | y` that are ink when `text` is drawn."""
        found = set()
        for character in text:
            at = 3 * self.find(character)
            advance, high, low = self.glyphs[font][at : at + 3]
            advance &= 127  # the upper bit marks a raised glyph
            self.file.seek(high * 256 + low)
            width, height, top = self.file.read(3)
            size = (width + 7) // 8
            new = self.file.read((height + 7) // 8)
            for down in range(height):
                # Only a row that differs from the row above is stored.
                if new[down // 8] << down % 8 & 128:
                    row = self.file.read(size)
                for right in range(width):
                    if not row[right // 8] << right % 8 & 128:
                        if 0 <= x + right < 400 and y - ABOVE + top + down < 150:
                            found.add(x + right << 9 | y - ABOVE + top + down)
            x += advance
        return found


def _character(before, last):
    if before == 0:
        return chr(last)
    if before < 0xC0:
        return bytes([0xE2, before, last]).decode()
    return bytes([before, last]).decode()


FONT = Font()
BUFFER = bytearray(7500)


def new():
    """Return a `Type` in English with a white page and an empty line."""
    BUFFER[:] = b"\xff" * 7500
    made = Type(BUFFER, FOLDER)
    made.speech.speak("en", [""] * 4)
    made.blank()
    made.clear()
    return made


def line(type):
    """Return the composed line as text; □ is the glyph of a missing character."""
    return piece(type, 0, type.length)


def chosen(type):
    """Return the chosen part of the line as text."""
    return piece(type, type.start, type.stop)


def piece(type, start, stop):
    """Return a part of the line as text."""
    glyphs = type.line
    return "".join(FONT.shown[glyphs[at]] for at in range(start, stop))


def put(type, font, x, y, ink=0):
    """Draw the chosen part; return the number of calls of `draw_some` that this needs."""
    type.draw(font, x, y, ink)
    calls = 1
    while not type.draw_some():
        calls += 1
    return calls


def black(first, last):
    """Return the number of black pixels in these rows of the buffer."""
    count = 0
    for at in range(first * 50, last * 50 + 50):
        byte = BUFFER[at] ^ 255
        while byte:
            byte &= byte - 1
            count += 1
    return count


def is_ink(type, wanted, first=0, last=149):
    """Return whether exactly these pixels are black in these rows."""
    for pixel in wanted:
        if type.frame.pixel(pixel >> 9, pixel & 511):
            return False
    return black(first, last) == len(wanted)
