"""Tests that the link refuses a word that is no command, and that the word has no effect.

The bytes go through `Link` to a table in the middle of a deal.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import islice, product
from random import Random
from string import ascii_lowercase

import pytest

import testenv
from keyskit import KeyRig
from link.commands import Context
from link.line import seal
from link.link import Link
from marcoria.paths import ROOT

RUNS_ON = "cpython"  # more than 600,000 lines take too long in the VM

_SCHEMA = json.loads((ROOT / "docs" / "link.schema.json").read_text("utf-8"))["$defs"]
_COMMANDS = [word.encode() for word in _SCHEMA["question"]["properties"]["do"]["enum"]]
_RANDOM = 100_000
_SHARE = 50  # `make test` tries one in fifty of the words of four letters
_RANDOM_SHARE = 20  # `make test` tries one in twenty of the random words


class _Port:
    """Serial port: `sent` has the bytes from the host, `got` the bytes from the table."""

    def __init__(self) -> None:
        self.sent = b""
        self.at = 0
        self.got = b""

    def read(self) -> int:
        if self.at == len(self.sent):
            return -1
        self.at += 1
        return self.sent[self.at - 1]

    def write(self, data: bytes, at: int, end: int) -> int:
        self.got += bytes(data[at:end])
        return end


class _Host:
    """A host at a table in play; `ask` returns the error of the answer, "" for none."""

    def __init__(self) -> None:
        self.rig = KeyRig(discipline=1)
        self.rig.play("DEAL N; UPCARD N 9H; BID W H; CARD W 7C")
        self.port = _Port()
        context = Context(self.rig.table, None, None, None, None, None, None, False)
        self.link = Link(self.port, context)
        self.number = 0

    def ask(self, do: bytes) -> str:
        """Send a command with the fields that `undo` and `ruling` need; return the error."""
        self.number += 1
        match = self.rig.match
        body = b'{"n":%d,"do":"%s","events":%d,"what":0' % (self.number, do, len(match.events))
        return self.send(body)

    def send(self, body: bytes) -> str:
        port = self.port
        port.sent, port.at, port.got = seal(body) + b"\n", 0, b""
        while not port.got:
            self.link.step(0)
        return str(json.loads(port.got).get("error", ""))

    def state(self) -> tuple[object, ...]:
        """Return what commands may change in journal, match, lights, display and PIN."""
        table = self.rig.table
        match = table.match
        shown = (table.blink, table.voice.notice.text, table.dialogue.asked, table.lock.tries)
        return (self.rig.journal.count, list(match.events), match.totals[:], shown)


@pytest.fixture
def host() -> _Host:
    return _Host()


def _all_unknown(host: _Host, words: Iterable[bytes]) -> int:
    """Send the words that are no commands; check that all are refused; return their number."""
    before, count = host.state(), 0
    for word in words:
        if word not in _COMMANDS:
            assert host.ask(word) == ("unknown" if _is_text(word) else "not-json"), word
            count += 1
    assert host.state() == before
    return count


def _is_text(word: bytes) -> bool:
    try:
        word.decode()
    except UnicodeError:
        return False
    return True


def _letters(length: int) -> Iterator[bytes]:
    for letters in product(ascii_lowercase, repeat=length):
        yield "".join(letters).encode()


def _bits(word: bytes) -> int:
    """Return the 16-bit hash by which older programs distinguished commands."""
    found = 0
    for byte in word:
        found = (found * 33 + byte) % 65536
    return found


def test_words_that_collided_with_commands_in_older_programs_are_unknown(host: _Host) -> None:
    marks = {_bits(word) for word in _COMMANDS}
    alike = [word for length in (3, 4) for word in _letters(length) if _bits(word) in marks]
    assert b"wtk" in alike and len(alike) > 100
    assert _all_unknown(host, alike) >= len(alike) - len(_COMMANDS)


def test_all_words_of_up_to_four_letters_are_unknown(host: _Host) -> None:
    assert sum(_all_unknown(host, _letters(length)) for length in (1, 2, 3)) == 18_276
    every = 1 if testenv.SOAK else _SHARE
    _all_unknown(host, islice(_letters(4), testenv.SEED % every, None, every))


def test_random_words_are_unknown(host: _Host) -> None:
    dice = Random(testenv.SEED)
    letters = [chr(code) for code in range(32, 0x500) if chr(code) not in '"\\']
    count = _RANDOM if testenv.SOAK else _RANDOM // _RANDOM_SHARE
    words = ("".join(dice.choices(letters, k=dice.randrange(24))).encode() for _ in range(count))
    assert _all_unknown(host, words) > count * 0.99


def test_random_bytes_are_not_a_command(host: _Host) -> None:
    dice = Random(testenv.SEED)
    signs = [bytes((byte,)) for byte in range(32, 256) if byte not in b'"\\']
    count = _RANDOM if testenv.SOAK else _RANDOM // _RANDOM_SHARE
    words = (b"".join(dice.choices(signs, k=dice.randrange(24))) for _ in range(count))
    assert _all_unknown(host, words) > count * 0.99


def test_words_similar_to_commands_are_unknown(host: _Host) -> None:
    almost: set[bytes] = {b"", b"\xd1\x83\xd0\xbd\xd0\xb4\xd0\xbe", b"\xff\xfe", b"x" * 120}
    for word in _COMMANDS:
        almost |= {word.upper(), word.capitalize(), word + b"s", b"x" + word, word + word}
        almost |= {word + b" ", b" " + word, word + b"\x7f", word + b",", word + b"'", word + b"/"}
        almost |= {word[:end] for end in range(len(word))}
        almost |= {word[start:] for start in range(1, len(word))}
        for at in range(len(word)):
            for bit in range(8):
                one = word[at] ^ 1 << bit
                if one >= 32 and one not in b'"\\':
                    almost.add(word[:at] + bytes((one,)) + word[at + 1 :])
    assert _all_unknown(host, sorted(almost)) > 500


def test_a_command_that_is_not_a_plain_text_is_refused(host: _Host) -> None:
    before = host.state()
    for do, error in (
        (b'"un"do"', "not-json"),
        (b'"undo""', "not-json"),
        (b'""undo"', "not-json"),
        (b'"undo\\""', "unknown"),
        (b'"undo\\u0000"', "unknown"),
        (b'"\\u0055ndo"', "unknown"),
        (b"undo", "not-json"),
        (b"'undo'", "not-json"),
        (b'["undo"]', "not-json"),
        (b'{"undo":1}', "not-json"),
        (b'"undo\x00"', "not-json"),
        (b"1", "unknown"),
        (b"-3", "unknown"),
        (b'"UNDO"', "unknown"),
    ):
        host.number += 1
        body = b'{"n":%d,"events":4,"do":%s' % (host.number, do)
        assert host.send(body) == error, do
    assert host.send(b'{"n":9000,"events":4') == "unknown"
    assert host.send(b'{"n":9001,"events":4,"Do":"undo","don":"undo","d":"undo"') == "unknown"
    assert host.state() == before
    assert len(host.rig.match.events) == 4 and host.ask(b"undo") == ""
    assert len(host.rig.match.events) == 3 and host.ask(b"und\\u006f") == ""
    assert len(host.rig.match.events) == 2
