"""The link's lines as the table takes them apart and writes them down, against JSON itself and a
check that is worked out bit by bit."""

import json

import testenv
from codes import protocol, replies
from dice import Dice
from link.check import crc
from link.line import Line
from link.reply import Reply


def check_of(data):
    """CRC-16 as its definition has it."""
    found = 0xFFFF
    for byte in data:
        found ^= byte
        for _ in range(8):
            found = found >> 1 ^ 0x8408 if found & 1 else found >> 1
    return found


def line_of(body):
    """A line with its check."""
    return body + b',"c":"%04x"}' % check_of(body)


def taken(data):
    """The Line that has taken these bytes, and what it says to them."""
    line = Line()
    for byte in data:
        assert not line.take(byte)
    assert line.take(10)
    wrong = line.check()
    return line, wrong or line.open()


def written(reply):
    while not reply.finish():
        pass
    return bytes(reply.bytes[: reply.length])


def test_the_check_is_that_of_the_journal():
    assert crc(bytearray(b"123456789"), 0, 9) == 0x6F91 == check_of(b"123456789")
    assert crc(bytearray(b"xx123456789"), 5, 11, crc(bytearray(b"123"), 0, 3)) == 0x6F91


def test_fields_are_found():
    line, wrong = taken(line_of(b'{"n":12, "do" : "undo","pin":"CDHS","x":-3,"y":""'))
    assert wrong == replies.DONE
    assert line.number(b"n") == 12
    assert line.find(b"do") and line.says(b"undo")
    assert not line.says(b"und") and not line.says(b"undoo") and not line.says(b"undO")
    assert line.find(b"pin") and bytes(line.bytes[line.at : line.end]) == b"CDHS"
    assert line.number(b"x") == -1 and line.number(b"z", 7) == 7 and line.number(b"do") == -1
    assert line.find(b"y") and line.at == line.end
    assert line.find(b"n") and not line.says(b"12")
    assert not line.find(b"d") and not line.find(b"don")
    assert line.find(b"c"), "the check is a field as well"


def test_a_number_that_is_no_small_integer_is_none():
    for text, number in (
        (b"1073741823", 0x3FFFFFFF),
        (b"1073741824", -1),
        (b"9999999999", -1),
        (b"0", 0),
        (b"007", 7),
    ):
        line, wrong = taken(line_of(b'{"n":' + text))
        assert wrong == replies.DONE and line.number(b"n") == number, text


def test_what_is_no_flat_object_is_refused():
    for body in (
        b'{"a":[1]',
        b'{"a":{}',
        b'{"a":1.5',
        b'{"a":true',
        b'{"a":null',
        b'{"a":-',
        b'{"a":12345678901',
        b'{"a" 1',
        b"{a:1",
        b'{"a":1 "b":2',
        b'{"a":"x\\"y"',
        b'{"a":"\x01"',
        b'{"a":1,',
        b"{",
        b'{"a":1,"b":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1',
    ):
        _, wrong = taken(line_of(body))
        assert wrong == replies.NOT_JSON, body


def test_a_line_that_came_otherwise_than_it_went_is_noticed():
    whole = line_of(b'{"n":1,"do":"hello"')
    assert taken(whole)[1] == replies.DONE
    assert taken(whole + b"\r")[1] == replies.DONE
    for at in range(len(whole)):
        for bit in range(8):
            torn = bytearray(whole)
            torn[at] ^= 1 << bit
            if torn[at] not in (10, 13):
                assert taken(torn)[1] != replies.DONE, (at, bit)
        assert taken(whole[:at])[1] != replies.DONE
        assert taken(whole[:at] + whole[at + 1 :])[1] != replies.DONE


def test_too_long_a_line_is_told_and_the_next_one_is_taken():
    line = Line()
    for _ in range(protocol.LINE_BYTES + 30):
        line.take(ord("{"))
    assert line.take(10) and line.check() == replies.TOO_LONG
    line.clear()
    for byte in line_of(b'{"n":3'):
        line.take(byte)
    assert line.check() == line.open() == replies.DONE and line.number(b"n") == 3


def test_what_is_written_is_json():
    reply = Reply(480)
    data = bytearray(range(128))
    reply.begin()
    reply.number(b"n", 0)
    reply.number(b"big", 1073741823)
    reply.number(b"less", -900)
    reply.truth(b"yes", True)
    reply.truth(b"no", False)
    reply.text(b"said", 'a "quoted" \\ \n Пиедикавало'.encode())
    reply.numbers(b"list", [5, -6, 70, 8], 1, 3)
    reply.numbers(b"none", b"", 0, 0)
    reply.base64(b"bytes", data)
    told = written(reply)
    assert not reply.cut and told == line_of(told[:-13]) + b"\n"
    fields = json.loads(told)
    from binascii import a2b_base64

    assert a2b_base64(fields.pop("bytes").encode()) == bytes(data)
    fields.pop("c")
    assert fields == {
        "n": 0,
        "big": 1073741823,
        "less": -900,
        "yes": True,
        "no": False,
        "said": 'a "quoted" \\ ? Пиедикавало',
        "list": [-6, 70],
        "none": [],
    }


def test_what_does_not_fit_is_left_away_and_said():
    for size in range(40, 90):
        reply = Reply(size)
        reply.begin()
        reply.number(b"n", 1)
        reply.text(b"long", b"x" * 40)
        told = written(reply)
        assert len(told) <= size and told == line_of(told[:-13]) + b"\n"
        assert reply.cut == (size < 72), size


def test_bytes_of_any_length_are_written():
    for size in (1, 2, 3, 35, 36, 37, 108, 128):
        reply = Reply(300)
        data = bytearray([(7 * at + size) & 255 for at in range(size)])
        reply.begin()
        reply.base64(b"b", data)
        from binascii import a2b_base64

        told = json.loads(written(reply))
        assert a2b_base64(told["b"].encode()) == bytes(data)


def test_no_rubbish_costs_more_than_an_answer():
    dice = Dice(testenv.SEED)
    signs = b'{}[]":,\\ 0123456789abcdo\xff\x00\r-.'
    for _ in range(2000 if testenv.SOAK else 150):
        body = bytes([signs[dice.below(len(signs))] for _ in range(dice.below(60))])
        line, wrong = taken(body)
        assert wrong in (replies.CHECK, replies.NOT_JSON)
        line, wrong = taken(line_of(body))
        if wrong == replies.DONE:
            fields = json.loads(line_of(body))
            for key in fields:
                assert line.find(key.encode())
        yield


def test_lines_take_no_heap():
    line, reply = Line(), Reply(480)
    data = line_of(b'{"n":12,"do":"undo","pin":"CDHS"')
    piece = bytearray(128)

    def both():
        line.clear()
        for byte in data:
            line.take(byte)
        line.check()
        line.open()
        line.number(b"n")
        line.find(b"do")
        line.says(b"undo")
        reply.begin()
        reply.number(b"n", 123456)
        reply.text(b"t", b"\xd0\x9f")
        reply.truth(b"ok", True)
        reply.base64(b"b", piece)
        while not reply.finish():
            pass

    both()
    testenv.no_heap(both)
