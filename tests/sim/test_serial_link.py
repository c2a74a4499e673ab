"""A host at the table's serial port, with pulled cables, noise and restarts."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import texts
from codes.game import Events, Phases, Rulings, Totals
from codes.journal import Notes
from link.line import pack, seal, unpack
from marcoria.bots.company import Company, settings
from marcoria.coroutines import finish
from marcoria.device.journal import records
from marcoria.device.wire import Client
from marcoria.errors import Exit, TableError
from marcoria.journal.reader import cells, open_image
from marcoria.paths import FIRMWARE, ROOT
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import open_bar
from play_on_board import DRAWING, JUDGING, asked, garbage_of_a_host, sitting
from tiers import BACKENDS

_SCHEMA = json.loads((ROOT / "docs" / "link.schema.json").read_text("utf-8"))
_LONGEST_US = 5_000
_GARBAGE = 128 * 1024
_ABOUT_THE_PIN = (Notes.PIN_TRY, Notes.PIN_RIGHT)


@pytest.fixture(params=BACKENDS)
def company(request: pytest.FixtureRequest) -> Iterator[Company]:
    with sitting("piedicavallo", request.param) as company:
        finish(company.people.play_deal())
        yield company


def _valid(name: str, fields: dict[str, Any]) -> dict[str, Any]:
    schema = {"$ref": f"#/$defs/{name}", "$defs": _SCHEMA["$defs"]}
    Draft202012Validator(schema).validate(fields)
    return fields


def _host(company: Company, noise: list[bytes] | None = None) -> Client:
    heard: list[bytes] = [] if noise is None else noise
    return Client(SimPort(company.body.table), heard.append)


def _records(host: Client, epoch: int = -1, after: int = -1) -> dict[int, bytes]:
    """Return the records above the seq `after` as a dict by seq; without `epoch`, return all."""
    found = {}
    for one in records(host, epoch, after):
        if one is None:
            return found
        found[one[0]] = one[1]
    return found


def _same(found: dict[int, bytes], company: Company, after: int = -1) -> None:
    """Assert that `found` has all records of the flash with a seq above `after`."""
    image = open_image(cells(company.body.table))
    for one in image.records:
        if one.seq > after:
            assert found[one.seq][:2] == bytes([one.kind, one.seat])
            assert int.from_bytes(found[one.seq][10:14], "little") == one.seq


def test_all_answers_are_as_the_schema_says(company: Company) -> None:
    host = _host(company)
    for do in ("hello", "state", "test", "heap", "time", "lights", "house", "names"):
        _valid(do, host.ask(do))
    _valid("say", host.ask("say", text="Break", ms=2000))
    _valid("reads", host.ask("reads", seat=3))
    _valid("flash", host.ask("flash", block=0, slot=248))
    _valid("events", host.ask("events"))
    finish(company.people.play_cards(6))
    state = _valid("state", host.ask("state"))
    game = company.people.game
    assert state["plays"] == 6 and state["turn"] == game.trick.seat
    assert state["cards"] == [game.audit.card[at] for at in (4, 5)]
    assert state["totals"] == list(game.totals)


def test_the_table_knows_each_command_of_the_schema(company: Company) -> None:
    host = _host(company)
    finish(company.people.play_cards(1))
    words = set(_SCHEMA["$defs"]["question"]["properties"]["do"]["enum"])
    for word in [*sorted(words - {"service"}), "service"]:
        try:
            host.ask(word)
        except TableError as error:
            assert error.code in ("field", "not-now"), word


def test_invalid_requests_are_refused(company: Company) -> None:
    host = _host(company)
    for wish, code in (
        ({"do": "dance"}, "unknown"),
        ({"do": "wtk"}, "unknown"),
        ({"do": "reads", "seat": 4}, "field"),
        ({"do": "flash", "block": 64, "slot": 0}, "field"),
        ({"do": "flash", "block": 0, "slot": 3}, "field"),
        ({"do": "acknowledge", "epoch": 1, "seq": 3}, "epoch"),
        ({"do": "events", "epoch": 1, "after": 3}, "epoch"),
        ({"do": "undo", "events": 1000}, "not-now"),
    ):
        with pytest.raises(TableError) as refused:
            host.ask(**wish)
        assert refused.value.code == code and refused.value.status == Exit.DEVICE_ERROR


def test_a_host_gets_the_whole_journal_and_then_new_records(company: Company) -> None:
    host = _host(company)
    epoch = host.ask("hello")["epoch"]
    before = _records(host)
    _same(before, company)
    finish(company.people.play_cards(3))
    later = _records(host, epoch, max(before))
    assert set(later).isdisjoint(before)
    _same(later, company, max(before))
    assert sum(data[0] == Events.CARD for data in later.values()) == 3


def test_a_host_resumes_after_a_lost_cable_and_a_power_cut(company: Company) -> None:
    table = company.body.table
    host = _host(company)
    epoch = host.ask("hello")["epoch"]
    listening = records(host)
    first = [next(listening) for _ in range(20)]
    table.order("console.type", pack({"n": 77, "do": "state"})[:9])
    table.order("console.unplug")
    finish(company.people.play_cards(2))
    table.cut_power()
    table.until(500)
    table.boot()
    table.until(4_000)
    assert first[-1]
    last = first[-1][0]
    later = _records(_host(company), epoch, last)
    _same(later, company, last)
    assert min(later) == last + 1
    assert [data[0] for data in later.values()].count(Notes.BOOT) == 1


def test_a_repeated_request_is_not_executed_twice(company: Company) -> None:
    """The host repeats a request because it got no answer. One repetition arrives damaged."""
    finish(company.people.play_cards(4))
    table = company.body.table
    table.order("console.plug")
    count = len(company.people.game.events)
    line = pack({"n": 5, "do": "undo", "events": count})
    torn = line.replace(b"undo", b"undx")
    for one in (line, line, torn, line):
        table.order("console.type", one)
        table.until(300)
    answers = [unpack(one) or {} for one in bytes(table.order("console.take")).split(b"\n") if one]
    assert [one.get("ok") for one in answers] == [True, True, False, True]
    assert answers[0] == answers[1] == answers[3] and answers[2]["error"] == "check"
    journal = open_image(cells(table)).records
    assert [one.kind for one in journal].count(Events.UNDO) == 1


def test_a_host_never_gets_another_hosts_answer(company: Company) -> None:
    before = _host(company).ask("time")["ms"]
    company.body.table.until(50)
    assert _host(company).ask("time")["ms"] >= before + 50


def test_an_incomplete_line_costs_only_that_line(company: Company) -> None:
    table = company.body.table
    for cut in range(0, 30, 7):
        host = _host(company)
        table.order("console.type", pack({"n": 900, "do": "lights"})[:cut])
        assert host.ask("time")["ok"], cut


def test_noise_between_lines_is_not_taken_for_messages(company: Company) -> None:
    table = company.body.table
    noise: list[bytes] = []
    host = _host(company, noise)
    table.order("console.type", bytes(range(4, 256)) + b"\n")
    table.order("console.type", b'{"do":"undo"}\n')
    assert host.ask("time")["ok"]
    table.until(500)
    table.order("console.send", b"Traceback (most recent call last):\n  File nowhere\n")
    assert host.ask("state")["ok"]
    assert b"Traceback (most recent call last):" in noise


def test_a_flipped_bit_in_either_direction_causes_a_retry(company: Company) -> None:
    class Torn(SimPort):
        """Port that flips a bit in about one of 16 writes, and in about one of 16 reads."""

        dice = Random(3)

        def write(self, data: bytes) -> None:
            super().write(self._bent(data))

        def read(self, seconds: float) -> bytes:
            return self._bent(super().read(seconds))

        def _bent(self, data: bytes) -> bytes:
            if not data or self.dice.random() > 1 / 16:
                return data
            at = self.dice.randrange(len(data))
            return data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :]

    host = Client(Torn(company.body.table))
    for _ in range(20):
        assert host.ask("time")["boot"] == 0


def test_a_host_that_stops_reading_does_not_block_the_table(company: Company) -> None:
    table = company.body.table
    host = _host(company)
    host.ask("hello")
    table.set("console.reads", False)
    table.order("console.type", pack({"n": 50, "do": "events"}))
    finish(company.people.play_cards(8))
    for number in range(60, 64):
        table.order("console.type", pack({"n": number, "do": "state"}))
        table.until(700)
    table.set("console.reads", True)
    table.order("console.take")
    assert host.ask("state")["plays"] == 8
    assert table.backend.boots == 1


@pytest.mark.parametrize("backend", BACKENDS)
def test_commands_of_the_director_require_the_pin(backend: str) -> None:
    chosen = settings("piedicavallo", False, -1, 501, "en") | {"pin": [0, 1, 2, 3]}
    with open_bar(backend, 3, "main", chosen) as table:
        table.until(4_000)
        host = Client(SimPort(table))
        assert host.ask("hello")["pin"]
        for wrong in ({}, {"pin": "CDH"}, {"pin": "CCCC"}, {"pin": "xxxx"}):
            with pytest.raises(TableError, match="director"):
                host.ask("service", **wrong)
        assert host.ask("service", pin="CDHS")["ok"]
        table.until(1_000)
        journal = open_image(cells(table)).records
        tried = [one.kind for one in journal if Notes.PIN_TRY <= one.kind <= Notes.PIN_RIGHT]
        assert tried == [Notes.PIN_TRY, Notes.PIN_TRY, Notes.PIN_RIGHT]
        assert table.backend.boots == 1


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("pin", ["CDHS", "CDHSSC"])
def test_a_pin_sent_by_a_host_opens_no_menu_at_the_table(backend: str, pin: str) -> None:
    """A player presses MENU, a host sends the right PIN, then West enters a wrong PIN."""
    keys = ["CDHS".index(key) for key in pin]
    chosen = settings("piedicavallo", False, -1, 501, "en") | {"pin": keys}
    with open_bar(backend, 3, "main", chosen) as table:
        table.until(4_000)
        host = Client(SimPort(table))
        table.press("MENU")
        table.until(1_000)
        asked = host.ask("state")
        assert asked["asked"] == 15 and asked["text"] == texts.PIN
        with pytest.raises(TableError, match="cannot do that now"):
            host.ask("undo", pin=pin, events=1000)
        table.press("♠", "W")
        table.until(1_000)
        state = host.ask("state")
        assert state["asked"] == 15 and state["text"] == texts.PIN
        for key in pin[1:]:
            table.press("♣♦♥♠"["CDHS".index(key)], "W")
            table.until(500)
        assert host.ask("state")["text"] == texts.WRONG_PIN
        assert table.backend.boots == 1
        journal = open_image(cells(table)).records
        assert [(one.kind, one.seat) for one in journal if one.kind in _ABOUT_THE_PIN] == [
            (Notes.PIN_TRY, 0),
            (Notes.PIN_RIGHT, 0),
            (Notes.PIN_TRY, 3),
        ]


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_director_makes_rulings_and_settings_over_the_link(backend: str) -> None:
    chosen = settings("piedicavallo", False, -1, 501, "en") | {"pin": [0, 1, 2, 3]}
    with open_bar(backend, 3, "main", chosen) as table:
        table.until(4_000)
        host = Client(SimPort(table))

        def refused(**asked: Any) -> str:
            with pytest.raises(TableError) as no:
                host.ask(**asked)
            return no.value.code

        assert refused(do="house", name="french") == "pin"
        before = host.ask("house")["mark"]
        told = _valid("house", host.ask("house", name="french", pin="CDHS"))
        assert told["name"] == "french" and told["agreed"] == [] and told["mark"] != before
        for wrong in ("nowhere", "../decks/bar", "", "x" * 30):
            assert refused(do="house", name=wrong, pin="CDHS") == "field"
        own = (FIRMWARE / "belote" / "houses" / "french.house").read_text("utf-8")
        own = own.replace("target: 1000", "target: 1702").replace("fine: 10\n", "fine: 143\n")
        table.write("/bar/houses/mybar.house", own.encode())
        assert refused(do="house", name="mybar", pin="CDHS") == "field", (
            "the table has accepted a house with the mark of another house"
        )
        assert refused(do="house", name="french", pin="CDHS") == "field"
        table.write("/bar/houses/mybar.house", own.replace("1702", "1703").encode())
        assert host.ask("house", name="mybar", pin="CDHS")["name"] == "mybar"
        assert host.ask("house", name="french", pin="CDHS")["name"] == "french"
        assert refused(do="names", seat=1, name="Ada") == "pin"
        assert refused(do="names", seat=4, name="Ada", pin="CDHS") == "field"
        assert refused(do="names", seat=1, name="A" * 25, pin="CDHS") == "field"
        told = host.ask("names", seat=1, name="Аделина", pin="CDHS")
        assert told["names"] == ["", "Аделина", "", ""]
        kept = json.loads(table.backend.read("/bar/settings.json"))
        assert kept["house"] == "french" and kept["names"] == told["names"]
        table.cut_power()
        table.boot()
        table.until(4_000)
        assert host.ask("names")["names"] == ["", "Аделина", "", ""]
        assert host.ask("house")["name"] == "french"


@pytest.mark.parametrize("backend", BACKENDS)
def test_texts_may_contain_quotes_backslashes_and_any_letters(backend: str) -> None:
    names = ['Ada "la ruà" \\', "Аделина \\u0041", "{'n':1}, ß€ 🂡", '","c":"ffff"}']
    with open_bar(backend, 3) as table:
        table.until(4_000)
        port = SimPort(table)
        host = Client(port)
        for seat, name in enumerate(names):
            assert (
                host.ask("names", seat=seat, name=name)["names"][: seat + 1] == names[: seat + 1]
            )
        for odd in ("a\nb", "a\0", "\x1b[2J", "x" * 25):
            with pytest.raises(TableError, match="that value"):
                host.ask("names", seat=0, name=odd)
        with pytest.raises(TableError, match="shorten the text"):
            host.ask("names", seat=0, name='"' * 90)
        with pytest.raises(TableError, match="a character that cannot be sent"):
            host.ask("names", seat=0, name="\udc80")
        # The port gets the surrogate pair of a character beyond U+FFFF. CPython joins the pair; a
        # board refuses it.
        port.write(seal(b'{"n":9,"do":"names","seat":0,"name":"\\ud83c\\udca1"') + b"\n")
        assert host.ask("names")["names"][0] == (names[0] if backend == "vm" else "🂡")
        host.ask("names", seat=0, name=names[0])
        for house in ('fre"nch', "french\\", '"'):
            with pytest.raises(TableError, match="that value"):
                host.ask("house", name=house)
        table.cut_power()
        table.boot()
        table.until(4_000)
        assert _valid("names", host.ask("names"))["names"] == names
        assert table.backend.boots == 2


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_resting_table_keeps_answering(backend: str) -> None:
    with open_bar(backend, 3) as table:
        for _ in range(3):
            table.until(2_000)
            table.cut_power()
            table.boot()
        table.until(4_000)
        host = Client(SimPort(table))
        assert host.ask("hello")["safe"]
        for _ in range(80):
            assert host.ask("state")["ok"]


@pytest.mark.soak
@pytest.mark.parametrize("backend", BACKENDS)
def test_a_table_in_set_up_keeps_answering(backend: str) -> None:
    """A card that the menu ignores lies on a pad."""
    with open_bar(backend, 3) as table:
        table.until(4_000)
        table.press("MENU")
        table.put("7H", seat="E")
        table.until(2_000)
        host = Client(SimPort(table))
        for _ in range(80):
            assert host.ask("state")["asked"]


def test_a_ruling_is_applied_once_and_only_when_allowed(company: Company) -> None:
    host = _host(company)
    game = company.people.game
    finish(company.people.play_cards(3))
    count = len(game.events)
    with pytest.raises(TableError, match="between two deals"):
        host.ask("names", seat=0, name="Ada")
    with pytest.raises(TableError, match="cannot do that now"):
        host.ask("ruling", what=Rulings.NEW_DEALER, arg=2, events=count - 1)
    with pytest.raises(TableError, match="that value"):
        host.ask("ruling", what=8, events=count)
    with pytest.raises(TableError, match="does not allow"):
        host.ask("ruling", what=Rulings.PARDON, arg=200, events=count)
    host.ask("ruling", what=Rulings.AWARD, arg=1, events=count)
    table = company.body.table
    assert host.ask("state")["totals"][Totals.WINNER] & 1 == 1
    last = [one for one in open_image(cells(table)).records if one.kind == Events.RULING]
    assert [(one.seat, one.arg) for one in last] == [(Rulings.AWARD, 1)]


def test_the_link_reads_the_uid_of_a_tag(company: Company) -> None:
    table = company.body.table
    host = _host(company)
    port = SimPort(table)
    port.write(pack({"n": 31, "do": "tag"}))
    table.until(500)
    table.put("04A1B2C3D4E5F6", seat="E")
    got = b""
    while b"\n" not in got:
        got += port.read(5)
    answer = unpack(got.rstrip())
    assert answer and answer["uid"] == "04a1b2c3d4e5f6" and answer["seat"] == 1
    table.lift("04A1B2C3D4E5F6")
    with pytest.raises(TableError, match="cannot do that now"):
        host.ask("tag")


def test_cards_for_a_computer_are_not_played(company: Company) -> None:
    """Between two deals, a card that a computer has requested does not begin a deal."""
    table = company.body.table
    host = _host(company)
    before = host.ask("state")["totals"]
    for seat, card in zip("NESW", ("7C", "8C", "9C", "TC"), strict=True):
        port = SimPort(table)
        port.write(pack({"n": 40, "do": "tag"}))
        table.until(500)
        table.put(card, seat=seat)
        table.until(6_000)
        table.lift(card)
        table.until(2_000)
        assert host.ask("state")["phase"] == Phases.READY
    table.until(20_000)
    finish(company.people.play_deal())
    assert host.ask("state")["totals"] != before


@pytest.mark.soak
def test_a_busy_host_does_not_delay_cards() -> None:
    heap, longest = asked("piedicavallo")
    allocating = {name for name, one in heap.items() if one.most}
    assert allocating - {*JUDGING, DRAWING} == {"Tasks.talk"}
    assert longest["Tasks.talk"].most <= _LONGEST_US, longest
    assert longest["Tasks.talk"].count > 500


@pytest.mark.soak
def test_garbage_of_a_host_is_collected_in_time() -> None:
    most, collections = garbage_of_a_host("piedicavallo")
    assert 0 < most <= _GARBAGE and collections > 10
