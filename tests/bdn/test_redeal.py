"""The simulator deals a BDN file's hands as they were before the seven of trump was exchanged."""

import random
import zlib
from pathlib import Path

import pytest

import testenv
from bdnkit import written
from codes.game import SEATS, Events, Phases, card_of, name_of
from marcoria.bdn.files import redeal
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bots.party import Pack
from marcoria.errors import TableError
from marcoria.game.houses import names, open_house
from marcoria.scenarios.files import parse
from players import Deal
from random_houses import Random
from test_match_events import Fuzz
from test_match_naive import _new_match, _rules

_TYPED = """\
[House "french"]
[Dealer "E"]
[Deal "N:A...-------  - -"]
"""


@pytest.mark.parametrize("name", names())
def test_the_pack_deals_what_is_on_paper(name: str, tmp_path: Path) -> None:
    rng = Random(testenv.SEED ^ zlib.crc32(f"redeal {name}".encode()) & 0xFFFFFFF)
    sevens = 0
    for _ in range(60 if testenv.SOAK else 12):
        house = open_house(name)
        fuzz, happened = Fuzz(house, rng), []
        apply = fuzz.game.apply

        def noted(kind: int, seat: int, arg: int = 0, apply=apply, happened=happened) -> int:
            result: int = apply(kind, seat, arg)
            if not 0 < result < 128:
                happened.append((kind, seat, arg))
            return result

        fuzz.game.apply = noted
        rules = _rules(name, rng)
        _new_match(fuzz.game, rules, rng, 1)
        deal = Deal(fuzz.game, rules, rng, False)
        if not deal.bid():
            continue
        exchanged = [event for event in happened if event[0] == Events.SEVEN]
        dealt = {seat: set(hand) for seat, hand in deal.hands.items()}
        for _, seat, _ in exchanged:
            seven = "7" + deal.upcard[1]
            dealt[SEATS[seat]] ^= {seven, deal.upcard}
            if rules["upcard"] == "taken":
                dealt[deal.taker] ^= {seven, deal.upcard}
            sevens += 1
        deal.plan(0)
        while fuzz.game.phase == Phases.PLAY:
            deal.lay()
        file = tmp_path / "hand.bdn"
        file.write_text(written(Rulebooks().book(name), happened), "utf-8")
        found = redeal(str(file), "1" if rng.one_in(2) and "[Board" in file.read_text() else "")
        assert {seat: set(hand) for seat, hand in found.hands.items()} == dealt
        assert (found.house, found.dealer, found.taker) == (name, deal.dealer, deal.taker)
        assert found.upcard == deal.upcard
        assert _packed(house, found, deal) == dealt
    assert sevens or "espanola" not in name or not testenv.SOAK


def _packed(house: object, found: object, deal: Deal) -> dict[str, set[str]]:
    """Return the hands that a pack rigged with `found` deals when the taker of `deal` takes."""

    pack = Pack(house, random.Random(1))
    hands = {
        SEATS.index(seat): [card_of(one) for one in cards] for seat, cards in found.hands.items()
    }
    elder, taker = SEATS.index(deal.elder), SEATS.index(deal.taker)
    upcard = card_of(found.upcard) if found.upcard else -1
    pack.rig(hands, upcard, elder, taker)
    pack.prepare()
    dealt = pack.first(elder)
    for seat, cards in pack.rest(elder, taker).items():
        dealt[seat] += cards
    if upcard >= 0 and deal.rules["upcard"] == "taken":
        dealt[taker].append(upcard)
    return {SEATS[seat]: {name_of(one) for one in cards} for seat, cards in dealt.items()}


def _wrong(text: str, path: Path) -> str:
    with pytest.raises(TableError) as caught:
        parse(text, str(path / "scenario.yaml"))
    return caught.value.detail


def test_a_wrong_deal_in_a_scenario_is_reported(tmp_path: Path) -> None:
    (tmp_path / "hand.bdn").write_text(_TYPED.replace("  -", " - -"), "utf-8")
    (tmp_path / "none.bdn").write_text("", "utf-8")
    steps = "steps: [wait: 1]\n"
    assert parse(f"deal: hand.bdn\n{steps}", str(tmp_path / "x.yaml")).dealer == "E"
    told = _wrong(f"deal: hand.bdn 7\n{steps}", tmp_path)
    assert "line 1" in told and "there is no deal 7: the file has deal 1" in told
    assert "the file has no deals" in _wrong(f"deal: none.bdn\n{steps}", tmp_path)
    assert "cannot read" in _wrong(f"deal: nowhere.bdn\n{steps}", tmp_path)
    house = _wrong(f"table: {{house: french}}\ndeal: hand.bdn\n{steps}", tmp_path)
    assert "remove house, dealer and agreed" in house
    (tmp_path / "hand.bdn").write_text(_TYPED, "utf-8")
    wrong = _wrong(f"deal: hand.bdn\n{steps}", tmp_path)
    assert "line 3, column 10: Deal must have four hands" in wrong


def test_a_deal_that_nobody_took_has_no_taker(tmp_path: Path) -> None:
    file = tmp_path / "hand.bdn"
    hands = "N:KQ.T8.Q.AJ9 A.J9.87.KQT J.AKQ.T9.87 T987.7.AKJ."
    calls = "TC pass pass pass pass pass pass pass pass"
    file.write_text(
        f'[House "espanola-4"]\n[Dealer "W"]\n[Deal "{hands}"]\n[Auction "S"]\n{calls}\n', "utf-8"
    )
    assert redeal(str(file), "").taker == ""


def test_a_house_in_the_deal_is_written_to_the_table(tmp_path: Path) -> None:
    rules = "players: 4; packets: 3+2; upcard: taken; bidding: suit; success: more; quota: 0; "
    rules += "fail: 162; capot_as: value; litige_belote: own; cut: free"
    text = _TYPED.replace("french", "bar").replace("  -", " - -")
    (tmp_path / "hand.bdn").write_text(f'{text}[Rules "{rules}"]\n', "utf-8")
    scenario = parse("deal: hand.bdn\nsteps: [wait: 1]\n", str(tmp_path / "x.yaml"))
    assert scenario.house == "bar" and "cut: free" in scenario.files["/bar/houses/bar.house"]
