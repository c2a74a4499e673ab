"""The texts of a language, in a UTF-8 file `words/CODE.words` of lines `name: text`."""

from micropython import const

from ui.text_names import NAMES

_ENGLISH = "en"
_ENDING = ".words"
_MOST = const(32768)  # maximum number of bytes that are read of a file
_MARK = b"\xef\xbb\xbf"  # a byte order mark, which some editors write first


def load(folder: str, code: str) -> "list[bytes]":
    """Return the texts of a language by number.

    A text that the file lacks is taken from the English file. If it is missing there too, the text
    is its own name.
    """
    names = NAMES.split()
    found = _read(folder, code)
    if not all([name in found for name in names]):
        english = _read(folder, _ENGLISH)
        english.update(found)
        found = english
    loaded = [found.get(name, name) for name in names]
    loaded[0] = b""  # in the file the language's name, but number 0 means "no text"
    return loaded


def _read(folder: str, code: str) -> "dict[bytes, bytes]":
    """Return the texts of a file by name; an empty dict if the file cannot be read.

    Ignore lines that are not `name: text`, and a last line that does not end with a line feed.
    """
    try:
        with open(folder + "/" + code + _ENDING, "rb") as file:
            data = file.read(_MOST)
    except OSError:
        return {}
    if data.startswith(_MARK):
        data = data[len(_MARK) :]
    found = {}
    for line in data.split(b"\n")[:-1]:
        name, _, text = line.rstrip(b"\r").partition(b": ")
        if text:
            found[name] = text
    return found
