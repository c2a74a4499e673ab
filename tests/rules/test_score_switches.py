"""Tests of each key of the scoring: scores in a house in which that key is changed."""

from helpers import house
from test_score import count


def test_success_more():
    rules = house("salotto", success="more", quota="0")
    assert count(rules, 71, 61) == "made 71:61"
    assert count(rules, 91, 71, belote=(0, 20)) == "litige 0:91 hangs 91"


def test_success_quota_requires_only_the_quota():
    rules = house("salotto", success="quota")
    assert count(rules, 82, 80, belote=(0, 20)) == "made 82:100"
    assert count(rules, 81, 81) == "failed 0:162"
    assert count(rules, 82, 82) == "made 82:82"
    assert count(rules, 81, 61) == "failed 0:162"


def test_success_both_requires_the_quota_and_more_points():
    rules = house("salotto", success="both", quota="90")
    assert count(rules, 90, 72) == "made 90:72"
    assert count(rules, 89, 73) == "failed 0:162"
    assert count(rules, 91, 71, belote=(0, 30)) == "failed 0:192"
    assert count(rules, 72, 72) == "litige 0:72 hangs 72"


def test_success_none_never_changes_a_hanging_sum():
    rules = house("espanola-4", rounding="ten")
    assert count(rules, 81, 105, old=30) == "scored 80:110 hangs 30"
    assert count(rules, 93, 93, old=30) == "scored 90:90 hangs 30"


def test_belote_counts_no():
    rules = house("french", belote_counts="no")
    assert count(rules, 80, 82, belote=(20, 0)) == "failed 20:162"
    assert count(rules, 82, 80, belote=(0, 20)) == "made 82:100"
    assert count(rules, 81, 81, belote=(20, 0)) == "litige 20:81 hangs 81"
    rules = house("bulgarian", belote_counts="no", rounding="none")
    assert count(rules, 80, 82, belote=(20, 0), x=2) == "failed 0:364"
    assert count(rules, 81, 81, belote=(20, 0), x=2) == "litige 0:0 hangs 364"


def test_belote_counts_no_for_the_quota_either():
    rules = house("salotto", success="quota", belote_counts="no")
    assert count(rules, 81, 81, belote=(20, 0)) == "failed 20:162"
    assert count(rules, 82, 80, belote=(20, 0)) == "made 102:80"
    counts = house("salotto", success="quota", belote_counts="yes")
    assert count(counts, 81, 81, belote=(20, 0)) == "made 101:81"


def test_fail_pays_a_number_or_all_the_cards():
    assert count(house("french", fail="160"), 60, 102) == "failed 0:160"
    assert count(house("french", fail="0"), 60, 102) == "failed 0:162"


def test_fail_0_pays_the_points_of_the_cards():
    kings = house("french", fail="0", king="10")
    assert count(kings, 60, 126, (0, 50), (20, 0)) == "failed 20:236"


def test_fail_melds_own():
    rules = house("french", fail_melds="own")
    assert count(rules, 40, 122, (50, 0)) == "failed 50:162"
    assert count(rules, 40, 122, (0, 50)) == "failed 0:212"


def test_fail_belote_all():
    rules = house("french", fail_belote="all")
    assert count(rules, 40, 122, (0, 0), (20, 0)) == "failed 0:182"
    assert count(rules, 40, 122, (0, 0), (20, 20)) == "failed 0:202"


def test_capot_and_reverse_have_a_number_each():
    rules = house("french", capot="260", reverse="300")
    assert count(rules, 162, 0, tricks=8) == "capot 260:0"
    assert count(rules, 0, 162, tricks=0) == "reverse 0:300"


def test_capot_and_reverse_as_bonus_have_a_number_each():
    rules = house("bulgarian", capot="100", reverse="150")
    assert count(rules, 162, 0, tricks=8) == "capot 26:0"
    assert count(rules, 0, 162, tricks=0) == "reverse 0:31"


def test_capot_melds_all_and_own():
    for word, result in (("all", "capot 302:0"), ("own", "capot 252:50")):
        rules = house("french", capot_melds=word, reverse_melds="own" if word == "all" else "all")
        assert count(rules, 162, 0, (0, 50), tricks=8) == result


def test_reverse_melds_all_and_own():
    for word, result in (("all", "reverse 0:302"), ("own", "reverse 50:252")):
        rules = house("french", reverse_melds=word, capot_melds="own" if word == "all" else "all")
        assert count(rules, 0, 162, (50, 0), tricks=0) == result


def test_capot_belote_all_and_own():
    rules = house("french", capot_belote="all", fail_belote="own")
    assert count(rules, 162, 0, (0, 0), (0, 20), tricks=8) == "capot 272:0"
    assert count(rules, 0, 162, (0, 0), (20, 0), tricks=0) == "reverse 0:272"
    rules = house("french", capot_belote="own", fail_belote="all")
    assert count(rules, 162, 0, (0, 0), (0, 20), tricks=8) == "capot 252:20"
    assert count(rules, 0, 162, (0, 0), (20, 0), tricks=0) == "reverse 20:252"


def test_capot_as_bonus_counts_in_the_comparison():
    rules = house("french", capot_as="bonus", capot="90", reverse="90", fail="0")
    assert count(rules, 162, 0, (0, 240), tricks=8) == "capot 252:240"
    assert count(rules, 162, 0, (0, 252), tricks=8) == "litige 0:252 hangs 252"
    assert count(rules, 162, 0, (0, 260), tricks=8) == "failed 0:512"
    assert count(rules, 0, 162, (50, 0), tricks=0) == "reverse 0:302"


def test_capot_as_premium_replaces_the_last_tricks_ten():
    rules = house("french", capot_as="premium", capot="100", reverse="110", fail="0")
    assert count(rules, 162, 0, (0, 50), tricks=8) == "capot 252:50"
    assert count(rules, 0, 162, (50, 0), tricks=0) == "reverse 0:312"
    assert count(rules, 90, 72) == "made 90:72"


def test_capot_as_value_decides_and_is_never_doubled():
    rules = house("bulgarian", capot_as="value", capot="250", reverse="350", kirtik="3")
    assert count(rules, 162, 0, (0, 300), tricks=8) == "capot 25:27"
    assert count(rules, 162, 0, (0, 50), tricks=8, x=4) == "capot 25:2"
    assert count(rules, 0, 162, (50, 0), tricks=0, x=2) == "reverse -3:40"
    assert count(rules, 130, 0, contract="NT", tricks=8) == "capot 50:-3"


def test_litige_failed():
    rules = house("french", litige="failed")
    assert count(rules, 81, 81, old=40) == "failed 0:202"
    assert count(rules, 82, 80) == "made 82:80"
    assert count(house("bulgarian", litige="failed"), 81, 81, x=2) == "failed 0:32"


def test_litige_shared():
    rules = house("piedicavallo", litige="shared")
    assert count(rules, 81, 81, (20, 0), (0, 20)) == "litige 100:100"


def test_litige_shared_and_an_old_sum():
    assert count(house("french", litige="shared"), 81, 81, old=40) == "litige 81:81 hangs 40"
    rules = house("french", litige="shared", again="pays")
    assert count(rules, 81, 81, old=40) == "litige 81:121"


def test_litige_belote_own():
    own = house("piedicavallo", litige_belote="own")
    assert count(own, 71, 91, belote=(20, 0)) == "litige 20:90 hangs 70"


def test_litige_belote_hangs():
    hangs = house("french", litige_belote="hangs")
    assert count(hangs, 71, 91, belote=(20, 0)) == "litige 0:91 hangs 91"


def test_a_doubled_litige_hangs_belote_and_all():
    doubled = house("bulgarian", rounding="none", litige_belote="own")
    assert count(doubled, 71, 91, belote=(20, 0), x=2) == "litige 0:0 hangs 364"


def test_again_pays_and_adds():
    adds = house("piedicavallo", again="adds")
    assert count(adds, 81, 81, old=100) == "litige 0:80 hangs 180"
    pays = house("bulgarian", again="pays")
    assert count(pays, 81, 81, old=8) == "litige 0:16 hangs 8"
    assert count(pays, 81, 81, x=2, old=8) == "litige 0:8 hangs 32"


def test_rounding_none():
    assert count(house("piedicavallo", rounding="none"), 97, 65) == "made 97:65"


def test_rounding_ten():
    ten = house("french", rounding="ten")
    assert count(ten, 97, 65) == "made 100:70"
    assert count(ten, 60, 102) == "failed 0:160"
    assert count(ten, 71, 91, belote=(20, 0)) == "litige 20:90 hangs 70"
    doubled = house("bulgarian", rounding="ten")
    assert count(doubled, 82, 80, x=4) == "made 640:0"


def test_nt_multiplies_everything():
    rules = house("bulgarian", nt="3", rounding="none", no_trump="aces")
    assert count(rules, 70, 60, (0, 0), contract="NT") == "made 210:180"
    assert count(rules, 70, 60, (200, 0), contract="NT") == "made 810:180"
    assert count(rules, 60, 70, contract="NT") == "failed 0:390"
    assert count(rules, 130, 0, contract="NT", tricks=8) == "capot 660:0"
    assert count(rules, 70, 60, contract="AT") == "made 70:60"


def test_nt_multiplies_fail_and_the_value_of_a_capot():
    rules = house("bulgarian", nt="3", rounding="none", fail="200", capot_as="value")
    assert count(rules, 60, 70, (0, 10), contract="NT") == "failed 0:630"
    assert count(rules, 130, 0, (10, 20), contract="NT", tricks=8) == "capot 300:60"
    assert count(rules, 0, 130, (10, 20), contract="NT", tricks=0) == "reverse 0:360"


def test_nt_quota_is_compared_with_the_multiplied_total():
    rules = house("bulgarian", success="both", quota="140", rounding="none")
    assert count(rules, 70, 60, contract="NT") == "made 140:120"
    assert count(rules, 69, 61, contract="NT") == "failed 0:260"


def doubled(rules):
    assert count(rules, 90, 72) == "failed 0:162"
    assert count(rules, 90, 72, x=2) == "made 324:0"
    assert count(rules, 72, 90, x=2) == "failed 0:324"
    assert count(rules, 81, 81, x=2) == "litige 0:0 hangs 324"


def test_doubled_the_side_with_more_wins_whatever_quota_says():
    doubled(house("bulgarian", success="quota", quota="100", rounding="none"))


def test_doubled_the_side_with_more_wins_whatever_both_says():
    doubled(house("bulgarian", success="both", quota="100", rounding="none"))
