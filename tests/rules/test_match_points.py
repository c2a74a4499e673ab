"""Tests of Bulgarian scoring: match points, no trumps, doublings, capots, hanging sums, kirtik."""

from helpers import house
from test_score import count

BULGARIAN = house("bulgarian")


def test_35_in_a_suit_are_3():
    assert count(BULGARIAN, 127, 35) == "made 13:3"


def test_125_in_all_trumps_are_13():
    assert count(BULGARIAN, 133, 125, contract="AT") == "made 13:13"


def test_54_in_no_trumps_are_11():
    assert count(BULGARIAN, 76, 54, contract="NT") == "made 15:11"


def test_154_to_144_in_all_trumps_are_15_each():
    assert count(BULGARIAN, 114, 144, (40, 0), contract="AT") == "made 15:15"


def test_limit_of_a_suit_is_6():
    assert count(BULGARIAN, 97, 65) == "made 10:6"
    assert count(BULGARIAN, 95, 67) == "made 9:7"
    assert count(BULGARIAN, 96, 66) == "made 9:7"
    assert count(BULGARIAN, 86, 76) == "made 8:8"


def test_limit_of_all_trumps_is_4():
    assert count(BULGARIAN, 135, 123, contract="AT") == "made 14:12"
    assert count(BULGARIAN, 134, 124, contract="AT") == "made 13:13"
    assert count(BULGARIAN, 133, 125, contract="AT") == "made 13:13"


def test_limit_of_no_trumps_is_5():
    single = house("bulgarian", nt=1)
    assert count(single, 75, 55, contract="NT") == "made 7:6"
    assert count(single, 76, 54, contract="NT") == "made 8:5"
    assert count(single, 74, 56, contract="NT") == "made 7:6"


def test_a_failed_contract_gives_everything_to_the_others():
    assert count(BULGARIAN, 60, 102) == "failed 0:16"
    assert count(BULGARIAN, 60, 102, (20, 0), (0, 20)) == "failed 0:20"
    assert count(BULGARIAN, 100, 158, contract="AT") == "failed 0:26"
    assert count(BULGARIAN, 60, 70, contract="NT") == "failed 0:26"
    assert count(BULGARIAN, 60, 102, (30, 0), (0, 0)) == "failed 0:19"


def test_equal_sums_hang():
    assert count(BULGARIAN, 81, 81) == "litige 0:8 hangs 8"
    assert count(BULGARIAN, 129, 129, contract="AT") == "litige 0:13 hangs 13"
    assert count(BULGARIAN, 65, 65, contract="NT") == "litige 0:13 hangs 13"


def test_equal_sums_on_the_limit_round_up_the_hanging_half():
    assert count(BULGARIAN, 86, 76, (0, 10)) == "litige 0:8 hangs 9"
    assert count(BULGARIAN, 134, 124, (0, 10), contract="AT") == "litige 0:13 hangs 14"
    single = house("bulgarian", nt=1)
    assert count(single, 65, 65, contract="NT") == "litige 0:6 hangs 7"
    assert count(BULGARIAN, 76, 86, (20, 10)) == "litige 0:9 hangs 10"
    assert count(BULGARIAN, 87, 75, (0, 10), (0, 0)) == "made 9:8"


def test_belote_of_the_taker_hangs_too():
    assert count(BULGARIAN, 71, 91, belote=(20, 0)) == "litige 0:9 hangs 9"


def test_hanging_sums_add_up_and_go_to_the_winner():
    assert count(BULGARIAN, 81, 81, old=8) == "litige 0:8 hangs 16"
    assert count(BULGARIAN, 100, 62, old=16) == "made 26:6"
    assert count(BULGARIAN, 60, 102, old=16) == "failed 0:32"
    assert count(BULGARIAN, 81, 81, x=2, old=16) == "litige 0:0 hangs 48"


def test_doubled_the_side_with_more_takes_everything():
    assert count(BULGARIAN, 82, 80, x=2) == "made 32:0"
    assert count(BULGARIAN, 80, 82, x=2) == "failed 0:32"
    assert count(BULGARIAN, 80, 82, (20, 0), (0, 10), x=2) == "made 38:0"
    assert count(BULGARIAN, 129, 129, (0, 20), contract="AT", x=2) == "failed 0:56"
    assert count(BULGARIAN, 70, 60, contract="NT", x=2) == "made 52:0"


def test_redoubled_and_the_third():
    assert count(BULGARIAN, 82, 80, x=4) == "made 64:0"
    assert count(BULGARIAN, 80, 82, x=8) == "failed 0:128"
    assert count(BULGARIAN, 100, 158, contract="AT", x=8) == "failed 0:208"


def test_doubled_the_sum_is_rounded_before_it_is_multiplied():
    assert count(BULGARIAN, 100, 62, (0, 23), x=4) == "made 76:0"
    assert count(BULGARIAN, 100, 62, (0, 24), x=4) == "made 76:0"
    assert count(BULGARIAN, 100, 62, (0, 22), x=4) == "made 72:0"


def test_doubled_and_equal_everything_hangs():
    assert count(BULGARIAN, 81, 81, x=2) == "litige 0:0 hangs 32"
    assert count(BULGARIAN, 81, 81, x=4) == "litige 0:0 hangs 64"
    assert count(BULGARIAN, 65, 65, contract="NT", x=2) == "litige 0:0 hangs 52"


def test_hanging_sums_are_never_multiplied():
    assert count(BULGARIAN, 82, 80, x=4, old=10) == "made 74:0"
    assert count(BULGARIAN, 80, 82, x=2, old=10) == "failed 0:42"
    assert count(BULGARIAN, 66, 64, contract="NT", old=10) == "made 23:13"


def test_capot_is_worth_90_more():
    assert count(BULGARIAN, 162, 0, tricks=8) == "capot 25:0"
    assert count(BULGARIAN, 0, 162, tricks=0) == "reverse 0:25"
    assert count(BULGARIAN, 258, 0, contract="AT", tricks=8) == "capot 35:0"
    assert count(BULGARIAN, 130, 0, contract="NT", tricks=8) == "capot 44:0"
    assert count(BULGARIAN, 0, 162, (50, 0), (0, 20), tricks=0) == "reverse 0:32"


def test_a_capot_leaves_the_others_their_melds():
    assert count(BULGARIAN, 162, 0, (0, 50), tricks=8) == "capot 25:5"


def test_melds_may_beat_a_capot():
    assert count(BULGARIAN, 162, 0, (0, 300), tricks=8) == "failed 0:55"
    assert count(BULGARIAN, 0, 162, (300, 0), tricks=0) == "made 30:25"


def test_capot_in_a_doubled_contract_is_not_multiplied():
    assert count(BULGARIAN, 162, 0, x=4, tricks=8) == "capot 25:0"
    assert count(BULGARIAN, 162, 0, (0, 50), x=2, tricks=8) == "capot 30:0"
    assert count(BULGARIAN, 0, 162, x=2, tricks=0, old=7) == "reverse 0:32"
    assert count(BULGARIAN, 162, 0, (0, 300), x=2, tricks=8) == "failed 0:110"


def test_kirtik_only_in_houses_with_it():
    assert count(BULGARIAN, 60, 102) == "failed 0:16"


def test_kirtik_for_a_taker_who_fails():
    rules = house("bulgarian", kirtik=10)
    assert count(rules, 60, 102) == "failed -10:16"
    assert count(rules, 102, 60) == "made 10:6"
    assert count(rules, 81, 81) == "litige 0:8 hangs 8"
    assert count(rules, 81, 81, x=2) == "litige 0:0 hangs 32"


def test_kirtik_for_either_side_that_loses_a_doubled_deal():
    rules = house("bulgarian", kirtik=10)
    assert count(rules, 82, 80, x=2) == "made 32:-10"
    assert count(rules, 80, 82, x=2) == "failed -10:32"


def test_kirtik_for_no_trick_once_a_hand():
    rules = house("bulgarian", kirtik=10)
    assert count(rules, 162, 0, tricks=8) == "capot 25:-10"
    assert count(rules, 0, 162, tricks=0) == "reverse -10:25"
    assert count(rules, 162, 0, x=2, tricks=8) == "capot 25:-10"
    assert count(rules, 162, 0, (0, 300), tricks=8) == "failed -10:45"
    assert count(rules, 0, 162, (252, 0), tricks=0) == "litige -10:25 hangs 25"
