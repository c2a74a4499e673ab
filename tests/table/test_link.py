"""Tests of the link: its lines, compared with `json` and a bitwise CRC, and its answers."""

import json

import testenv
import texts
import typekit
from codes.link import LinkTerms
from courier.frames import Frames
from courier.secret import Secret
from dice import Dice
from keyskit import CALL, PASS, KeyRig
from link.commands import COMMANDS, Context, Refusal, names
from link.commands import house as play_house
from link.line import crc, is_printed, pack, seal, unpack
from link.link import Link
from menukit import TAKEN, NoMenu
from toolkit import IN_A_FILE, Bench, house
from ui.composer import Speech
from ui.question import PlainQuestion

SAID = 'a "quoted" \\ \n\t Пиедикавало ruà'


def check_of(data):
    """Compute the CRC-16 bit by bit from its definition."""
    found = 0xFFFF
    for byte in data:
        found ^= byte
        for _ in range(8):
            found = found >> 1 ^ 0x8408 if found & 1 else found >> 1
    return found


class Port:
    """Serial port: `sent` has the bytes from the host, `got` the bytes from the table."""

    def __init__(self):
        self.sent = b""
        self.at = 0
        self.got = b""

    def read(self):
        if self.at == len(self.sent):
            return -1
        self.at += 1
        return self.sent[self.at - 1]

    def write(self, data, at, end):
        self.got += data[at : at + 7]
        return min(at + 7, end)


class NoTail:
    """Stand-in for `Tail`, the reader of the journal's new records: it finds none."""

    def step(self):
        return False

    def seek(self, after):
        self.after = after


class Host:
    """A host at a table in a deal; `answers` sends bytes and returns the table's answers."""

    def __init__(self):
        self.rig = KeyRig(discipline=1)
        self.rig.play(TAKEN)
        self.rig.journal.boots = 3
        self.port = Port()
        self.tail = NoTail()
        self.now = 0
        table = self.rig.table
        self.speech = Speech(typekit.UI + "/words")
        self.speech.speak("en", [""] * 4)
        question = PlainQuestion(table, self.speech)
        frames = Frames(table.journal, Secret("/nowhere"))
        context = Context(table, None, None, self.tail, frames, question, None, False)
        self.link = Link(self.port, context)

    def answers(self, *lines):
        port = self.port
        port.sent, port.at, port.got = b"".join(lines), 0, b""
        self.wait(10)
        return [unpack(line) for line in port.got.split(b"\n")[:-1]]

    def wait(self, ms):
        """Run the link until all bytes are answered, and for at least `ms`."""
        until = self.now + ms
        while self.now < until:
            self.now += self.link.step(self.now)

    def ask(self, **fields):
        (answer,) = self.answers(pack(fields))
        return answer


def test_the_crc_is_that_of_the_journal():
    assert crc(b"123456789") == 0x6F91 == check_of(b"123456789")
    dice = Dice(testenv.SEED)
    data = bytes([dice.below(256) for _ in range(300)])
    assert crc(data) == check_of(data)


def test_packed_lines_are_json_and_unpack_to_the_same_fields():
    fields = {"n": 1073741823, "less": -900, "yes": True, "said": SAID, "list": [-6, 70], "no": []}
    line = pack(fields)
    assert line.endswith(b'"}\n') and line.count(b"\n") == 1
    body = line[:-13]
    assert line == body + b',"c":"%04x"}\n' % check_of(body) == seal(body) + b"\n"
    assert "Пиедикавало ruà".encode() in line, "letters are not escaped"
    found = unpack(line[:-1])
    assert found.pop("c") == "%04x" % check_of(body)
    assert found == fields == {key: json.loads(line)[key] for key in fields}


def test_a_changed_line_is_detected():
    whole = pack({"n": 1, "do": "hello"})[:-1]
    assert unpack(whole)["do"] == "hello"
    for at in range(len(whole)):
        for bit in range(8):
            torn = bytearray(whole)
            torn[at] ^= 1 << bit
            assert unpack(bytes(torn)) is None, (at, bit)
        assert unpack(whole[:at]) is None
        assert unpack(whole[:at] + whole[at + 1 :]) is None


def test_lines_that_are_no_objects_are_refused():
    for body in (b"[1", b"{a:1", b'{"a":"\xff"', b'{"a":"x', b"", b"7", b'{"a":1}', b'{"a":tru'):
        assert unpack(seal(body)) == {}, body
    if not testenv.VM:  # MicroPython's json skips commas, colons and leading zeros
        for body in (b'{"a":', b'{"a":1,}', b'{"a" 1', b'{"a":1 "b":2', b'{"a":007'):
            assert unpack(seal(body)) == {}, body


def test_letters_are_printed_and_control_characters_are_not():
    for letter in 'aé"\\ Ж€ ':
        assert is_printed(letter)
    for letter in ("\n", "\0", "\x1b", "\x1f"):
        assert not is_printed(letter)


def test_each_line_gets_one_answer_with_its_number():
    host = Host()
    answer = host.ask(n=7, do="time")
    assert len(answer.pop("c")) == 4 and answer.pop("ms") >= 0
    assert answer == {"n": 0, "re": 7, "ok": True, "boot": 3}
    assert host.ask(n=9, do="time")["n"] == 1


def test_a_repeated_line_gets_the_same_answer_without_a_second_effect():
    host = Host()
    count = len(host.rig.match.events)
    undo = pack({"n": 5, "do": "undo", "events": count})
    torn = undo.replace(b"undo", b"undx")
    found = host.answers(undo, undo, torn, undo)
    assert [one["ok"] for one in found] == [True, True, False, True]
    assert found[0] == found[1] == found[3] and found[2]["error"] == "check"
    assert found[2]["re"] == -1 and len(host.rig.match.events) == count - 1
    assert host.ask(n=6, do="undo", events=count)["error"] == "not-now"
    assert host.ask(n=5, do="undo", events=count - 1)["ok"], (
        "another line with this number is a new request"
    )
    assert len(host.rig.match.events) == count - 2


def test_a_line_without_a_number_is_answered_each_time():
    host = Host()
    count = len(host.rig.match.events)
    for number in ({}, {"n": -3}, {"n": "7"}):
        answer = host.ask(do="undo", events=count, **number)
        assert answer["ok"] and answer["re"] == -1, number
        count -= 1
    assert len(host.rig.match.events) == count
    assert host.ask(n=LinkTerms.LARGEST, do="time")["re"] == LinkTerms.LARGEST
    assert host.ask(n=LinkTerms.LARGEST + 1, do="time")["re"] == -1


def test_a_line_that_is_too_long_is_refused_and_the_next_one_read():
    host = Host()
    fits = b'{"n":3,"do":"state","x":"'
    fits += b"x" * (LinkTerms.LINE_BYTES - len(fits) - 13) + b'"'
    for body, error in ((fits, ""), (fits + b" ", "too-long"), (fits * 30, "too-long")):
        first, second = host.answers(seal(body) + b"\n", pack({"n": 4, "do": "state"}))
        assert first.get("error", "") == error, len(seal(body))
        assert second["ok"] and second["re"] == 4


def test_lines_that_are_not_requests_are_not_answered():
    host = Host()
    line = pack({"n": 9, "do": "state"})
    noise = (
        b"\n\n",
        b"\r\n",
        b"help\n",
        b" " + line,
        b"Traceback {}\n",
        bytes(range(11, 123)) + b"\n",
    )
    assert host.answers(*noise) == []
    assert len(host.answers(b"x\n", line[:-1], b"\r\n")) == 1


def test_only_flat_objects_of_integers_and_texts_are_requests():
    host = Host()
    for value in (b"[1]", b"{}", b"1.5", b"true", b"null", b"-", b"1e3", b'"x'):
        (answer,) = host.answers(seal(b'{"n":1,"do":"state","x":' + value) + b"\n")
        assert answer["error"] == "not-json" and answer["re"] == -1, value


def test_invalid_fields_are_refused():
    host = Host()
    count = len(host.rig.match.events)
    for do, fields in (
        ("reads", ({}, {"seat": -1}, {"seat": 4}, {"seat": "1"}, {"seat": ""}, {"seat": 1 << 40})),
        ("lights", ({"seats": 16}, {"seats": "N"}, {"seats": -1})),
        ("ruling", ({}, {"what": 8}, {"what": 0, "arg": 1 << 16}, {"what": 0, "arg": "x"})),
        ("gain", ({}, {"gain": 1}, {"gain": 8}, {"gain": "4"})),
        ("events", ({"epoch": 0x1234, "after": "x"}, {"epoch": 0x1234, "after": -2})),
        ("acknowledge", ({}, {"seq": -1}, {"seq": "x"}, {"seq": 1 << 60})),
    ):
        for number, some in enumerate(fields):
            answer = host.ask(n=number, do=do, **some)
            assert answer["ok"] is False and answer["error"] == "field", (do, some)
    for some in ({"epoch": "x"}, {"epoch": 1, "after": 3}, {"epoch": -1}):
        assert host.ask(n=99, do="events", **some)["error"] == "epoch"
    assert host.rig.table.blink == 0 and len(host.rig.match.events) == count


def test_commands_that_would_disturb_a_deal_are_refused():
    host = Host()
    for do, fields in (
        ("check", {}),
        ("gain", {"gain": 4}),
        ("wifi", {"ssid": ""}),
        ("broker", {"host": ""}),
        ("clock", {"host": ""}),
        ("house", {"name": "french"}),
        ("names", {"name": "Anna", "seat": 0}),
    ):
        assert host.ask(do=do, **fields).get("error") == "not-now", do


def refused(command, context, **fields):
    """Return the code of the refusal of a command, "" if the command is not refused."""
    try:
        command(context, fields)
    except Refusal as refusal:
        return str(refusal)
    return ""


def test_if_settings_cannot_be_saved_the_link_tells_what_the_display_shows():
    bench = Bench()
    evening = NoMenu()
    context = Context(bench.table, None, evening, None, None, None, None, False)
    assert refused(names, context, seat=0, name="Anna") == "" and evening.changes == 1
    bench.settings.path = bench.folder + IN_A_FILE
    assert refused(names, context, seat=0, name="Ben") == "failed" and evening.changes == 1
    assert names(context, {})["names"][0] == "Anna"
    # A house is used although it is not saved, so the display must show its names.
    assert refused(play_house, context, name="salotto") == "failed" and evening.changes == 2
    assert play_house(context, {})["name"] == "salotto"
    assert bench.table.match.house.mark == house("salotto").mark


def test_a_request_for_events_without_a_valid_number_is_answered_too():
    for number in ({}, {"n": 1 << 30}):
        host = Host()
        assert host.answers(pack(dict(number, do="events", epoch=0x1234, after=77))) == []
        host.wait(6000)
        assert unpack(host.port.got[:-1])["re"] == -1


def test_other_requests_are_answered_while_one_waits_for_events():
    host = Host()
    assert host.answers(pack({"n": 50, "do": "events", "epoch": 0x1234, "after": 77})) == []
    assert host.tail.after == 77
    assert host.ask(n=51, do="state")["re"] == 51
    host.port.got = b""
    host.wait(5000)
    assert unpack(host.port.got[:-1])["re"] == 50
    host.port.got = b""
    host.wait(20000)
    assert host.port.got == b"", "only one answer for one request"


def test_random_lines_cost_at_most_an_answer():
    host = Host()
    count = len(host.rig.match.events)
    dice = Dice(testenv.SEED)
    signs = b'{}[]":,\\ 0123456789abcdou\xff\x00\r-.'
    for _ in range(2000 if testenv.SOAK else 150):
        body = bytes([signs[dice.below(len(signs))] for _ in range(dice.below(60))])
        for line in (body, seal(body), b"{" + body, seal(b"{" + body)):
            meant = line.replace(b"\r", b"").startswith(b"{")
            found = host.answers(line + b"\n")
            assert len(found) == meant, line
            if meant:
                assert found[0]["error"] in ("check", "not-json", "unknown"), (line, found)
        yield
    assert len(host.rig.match.events) == count


def test_answers_during_play_leave_limited_garbage():
    """At 5 KiB each, 24 answers leave less than 128 KiB; then garbage is collected (tasks.py)."""
    host = Host()
    for do in sorted(COMMANDS):
        if do in ("state", "time", "undo", "ruling", "lights", "nothing"):
            line = pack({"n": 1, "do": do, "x": "x" * 120})
            used = testenv.heap_used(host.answers, line)
            assert used <= 5 * 1024, (do, used)
        yield


def test_the_open_question_is_sent_with_the_answers_of_the_keys():
    host = Host()
    found = host.ask(n=1, do="state")
    assert found["asked"] == 0 and not ("question" in found or "answers" in found)
    host.rig.chord("W")
    found = host.ask(n=2, do="state")
    assert found["asked"] == 8 and found["question"] == "West, what do you need?"
    first = found["answers"]
    assert len(first) == 4 and first[0] == "The pad does not read my card" and found["more"]
    host.rig.press("W", CALL)
    found = host.ask(n=3, do="state")
    assert 0 < len(found["answers"]) <= 4 and found["more"]
    assert not [one for one in found["answers"] if one in first]
    host.rig.press("W", PASS)
    assert "question" not in host.ask(n=4, do="state")


def test_the_longest_question_is_sent_in_short_steps_with_little_garbage():
    host = Host()
    host.speech.speak("bg", ["Максимилиана-Александрина"[:24]] * 4)
    table = host.rig.table
    table.voice.say(texts.CORRECTED_HANGING, 2, 1734, other_card=-1652, number=181)
    table.dialogue.ask(None, 15, texts.CORRECTED_HANGING, (texts.ABANDON,) * 5)
    yield
    found = host.ask(n=1, do="state")
    assert len(found["answers"]) == 4 and "−1652" in found["question"]
    assert 480 < len(host.port.got) < 1200
    yield
    host.port.write = lambda data, at, end: end  # accept all bytes at once and keep none
    used = testenv.heap_used(host.answers, pack({"do": "state"}))
    before = host.link.answers
    host.answers(pack({"do": "state"}))
    assert used <= 5 * 1024 * (host.link.answers - before), used


def test_a_question_is_sent_even_with_damaged_words():
    host = Host()
    host.rig.table.dialogue.ask(None, 1, texts.YES, (texts.NO,))
    for damaged in (b"\xff\xfe", b"caf\xc3", b"\x00\n\x1b", b"%", b"%s%", b"|", b'"\\'):
        host.speech.texts[texts.YES] = host.speech.texts[texts.NO] = damaged
        found = host.ask(do="state")
        assert found["ok"], damaged
        assert all([is_printed(letter) for letter in found["question"]]), damaged


def test_an_idle_link_uses_no_heap():
    host = Host()
    host.wait(100)
    testenv.no_heap(host.wait, 100)
