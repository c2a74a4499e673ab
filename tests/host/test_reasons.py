"""Offences and refusals: each list of them is complete, and a new duty needs no other change."""

import json
import re
from collections import Counter
from random import Random

import pytest

import naive_audit
from belote import audit, play
from belote.conduct import DUTIES
from belote.trick import why
from codes.game import Answers, Endings, Events, Offences
from kitchen import company
from marcoria.bdn.deal_events import SENTENCES
from marcoria.bots import kinds, strategy
from marcoria.coroutines import finish
from marcoria.game.houses import open_house
from marcoria.game.names import OFFENCES, words
from marcoria.paths import ROOT
from table.sentences import ANSWER_TEXTS

_NAMES = words(Offences)
_DUTIES = [_NAMES[duty] for duty in DUTIES]
_NEW = 31  # the highest number that an offence can have
_NOTED = 128


def _read(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


def test_the_names_of_offences_follow_their_numbers() -> None:
    assert {number: name for number, name in enumerate(OFFENCES) if name} == _NAMES
    assert min(_NAMES) == 1 and max(_NAMES) <= _NEW < min(Endings.TARGET, Answers.BAD_EVENT)


def test_the_table_in_the_docs_has_each_number_and_name() -> None:
    """The numbers are stored in journals, so a changed number must fail here."""
    section = _read("docs/events.md").split("## What is refused")[1].split("\n## ")[0]
    rows = re.findall(r"\| (\d+) \| ([a-z-]+) ", section)
    codes = _NAMES | words(Answers)
    del codes[Answers.NOTED]
    assert {int(number): name for number, name in rows} == codes and len(rows) == len(codes)


def test_the_schema_of_the_rules_pipe_names_each_offence() -> None:
    schema = json.loads(_read("docs/rules.schema.json"))
    assert schema["$defs"]["code"]["enum"] == [*_NAMES.values()]


def test_the_docs_name_each_duty() -> None:
    assert [name for name in _DUTIES if f"`{name}`" not in _read("docs/scenarios.md")] == []


def test_each_duty_has_a_cheat_and_its_place_in_the_naive_audit() -> None:
    assert naive_audit.CODES == _DUTIES == sorted(_DUTIES, key=OFFENCES.index)
    for duty in DUTIES:
        kind = kinds.KINDS[OFFENCES[duty]]
        assert issubclass(kind, strategy.Breaker) and kind.duty == duty


def test_replay_has_a_sentence_for_each_refusal() -> None:
    assert SENTENCES.keys() == ANSWER_TEXTS.keys()


@pytest.mark.parametrize(
    ("folder", "prefixes"),
    [
        ("firmware/ui/words", ("noted-",)),
        ("host_tools/marcoria/web/page/words", ("offence-",)),
        ("host_tools/marcoria/bdn/hand/words", ("",)),
    ],
)
def test_each_language_has_words_for_each_offence(folder: str, prefixes: tuple[str, ...]) -> None:
    paths = [*(ROOT / folder).glob("*.words")]
    assert any(path.name == "en.words" for path in paths)
    for path in paths:
        there = {line.split(":")[0] for line in path.read_text("utf-8").splitlines()}
        wanted = {prefix + name for prefix in prefixes for name in _NAMES.values()}
        assert wanted <= there, (path.name, wanted - there)


@pytest.mark.parametrize(("scanned", "heard"), [(True, Events.CARD), (False, _NOTED)])
def test_a_new_duty_is_refused_or_noted_and_a_cheat_breaks_it(
    monkeypatch: pytest.MonkeyPatch, scanned: bool, heard: int
) -> None:
    """Give the offence "revoke" a new number, and let one player commit only this offence."""

    def renumbered(*what: object) -> int:
        broken = why(*what)
        return _NEW if broken == Offences.REVOKE else broken

    for module in (audit, play, strategy):
        monkeypatch.setattr(module, "why", renumbered)
    cheat = type("NewCheat", (strategy.Breaker,), {"duty": _NEW})
    said: Counter[tuple[int, int]] = Counter()

    def hear(what: int, seat: int, arg: int, result: int) -> None:
        if result:
            assert seat == 0 or result >= _NOTED
            said[(_NOTED, result - _NOTED) if result >= _NOTED else (what, result)] += 1

    for seed in range(4):
        players = {seat: kinds.player("wild", Random(seed + seat)) for seat in range(4)}
        players[0] = cheat(Random(seed))
        people = company(open_house("french"), players, Random(seed), scanned)
        people.begin(0, discipline=1)
        people.heard = hear
        for _ in range(6):
            finish(people.play_deal())
    assert said[heard, _NEW] > 2, said
