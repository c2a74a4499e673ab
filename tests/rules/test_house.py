"""Tests of house files: texts that load, and the mistakes reported for other texts."""

from belote.housefile import HouseError, load
from helpers import house, text_of


def told(mistake):
    """Return line, code, key, value and conflicting key of a mistake as one text.

    Leave out empty parts.
    """
    conflict = mistake.conflict
    other = conflict.other if conflict else ""
    words = (str(mistake.line or ""), mistake.code, mistake.key, mistake.value, other)
    return " ".join([word for word in words if word])


def mistakes(text):
    """Return all mistakes found while loading a file."""
    try:
        load(text)
    except HouseError as error:
        return [told(one) for one in error.mistakes]
    return []


def refused(text):
    """Return the first mistake of a file, or "" if it is accepted."""
    return (mistakes(text) or [""])[0]


def changed(name, **changes):
    """Return the mistakes of a house with some keys changed, without line and code."""
    try:
        house(name, **changes)
    except HouseError as error:
        return [told(one).split(" ", 2)[2] for one in error.mistakes]
    return []


def loads(name):
    text = text_of(name)
    assert len(text.encode()) <= 1024
    rules = load(text)
    assert rules.players == (2 if name == "espanola-2" else 4)
    assert rules.cards == (9 if name == "espanola-2" else 8)


def test_piedicavallo_and_salotto_load_and_are_small():
    loads("piedicavallo")
    loads("salotto")


def test_both_espanolas_load_and_are_small():
    loads("espanola-2")
    loads("espanola-4")


def test_bulgarian_french_and_libre_load_and_are_small():
    loads("bulgarian")
    loads("french")
    loads("libre")


def test_a_houses_name_may_have_any_letters():
    assert load(text_of("bulgarian")).name == "Българска белот"
    text = text_of("french").replace("Belote à la française", "Chez nous: belote")
    assert load(text).name == "Chez nous: belote"


def test_a_word_becomes_its_index():
    rules = house("piedicavallo", partner="over", third="no", rise_plain="opponents")
    assert (rules.partner, rules.third, rules.rise_plain, rules.under) == (3, 0, 2, 0)
    assert (rules.fail, rules.capot, rules.reverse, rules.target) == (160, 250, 350, 1000)


def test_orders_and_values():
    french = load(text_of("french"))
    assert french.plain_points[6] == 4 and french.trump_points[6] == 4
    assert french.trump_points[2] == 14 and french.plain_points[2] == 0
    assert french.plain_beats[3] == 0x80  # only the ace beats the ten
    assert load(text_of("libre")).plain_beats[3] == 0xF0
    espanola = load(text_of("espanola-4"))
    assert espanola.plain_points[6] == 10 and espanola.trump_points[6] == 10
    assert sum(espanola.trump_points) == 68 and sum(espanola.plain_points) == 36


def test_comments_and_blank_lines_are_ignored():
    text = text_of("salotto")
    plain = load(text)
    dressed = "# Bar Sport\n\n" + text.replace("king: 4", "  king :4   # not ten\n \t")
    assert (load(dressed).mark, load(dressed).name) == (plain.mark, "Salotto")


def test_any_line_ends_and_order_of_lines_are_accepted():
    text = text_of("salotto")
    mark = load(text).mark
    assert load(text.replace("\n", "\r\n")).mark == mark
    lines = text.strip().split("\n")
    lines.reverse()
    assert load("\n".join(lines)).mark == mark


def test_a_missing_key_is_named():
    assert refused("") == "missing-key name"
    text = text_of("french")
    assert mistakes(text.replace("upcard: taken", "")) == ["missing-key upcard"]
    assert mistakes(text.replace("litige_belote: own", "")) == ["missing-key litige_belote"]
    assert refused("name: Bar Sport") == "missing-key players"


def test_a_missing_key_has_its_default():
    text = "\n" + text_of("piedicavallo")
    for line in ("discipline: forfeit", "late: salt", "capot: 250", "third: no"):
        assert "\n" + line in text
        text = text.replace("\n" + line, "")
        yield
    own = load(text)
    assert (own.discipline, own.late, own.capot, own.third) == (1, 0, 252, 0)
    assert own.mark == house("piedicavallo", discipline="warn", late="void", capot=252).mark


def test_a_default_contradicts_like_any_value():
    text = text_of("bulgarian")
    for key, told in (("king: 4", ""), ("calls: first", ""), ("nt: 2", "")):
        assert refused(text.replace(key, "")) == told
        yield
    text = text_of("french").replace("nt: 1", "").replace("calls: each", "calls: first")
    assert refused(text.replace("late: void", "")) == ""
    assert refused(text.replace("late: void", "late: salt")) == "31 contradiction late salt calls"


def test_an_unknown_key_is_named_with_its_line():
    assert mistakes("# mine\nkings: 4\n" + text_of("french")) == ["2 unknown-key kings"]
    assert mistakes(text_of("french") + "queen: 3\n") == ["57 unknown-key queen"]


def test_a_repeated_key_is_named():
    assert mistakes(text_of("french") + "king: 4\n") == ["57 key-twice king"]


def test_an_invalid_line_is_named():
    assert mistakes("king 4\n" + text_of("french")) == ["1 not-a-line king 4"]


def test_only_plain_blanks_around_words_are_ignored():
    assert refused(" \tking \t: \t5 \t") == "1 bad-value king 5"
    assert refused(" king:5") == "1 bad-value king 5"
    assert refused("!king: 4") == "1 unknown-key !king"
    assert refused("king!: 4") == "1 unknown-key king!"
    assert refused("king: !4") == "1 bad-value king !4"
    assert refused("king: 4!") == "1 bad-value king 4!"
    assert refused(": 4") == "1 unknown-key"
    assert refused(" : 4") == "1 unknown-key"


def test_an_unknown_word_is_named():
    assert refused("king: 5") == "1 bad-value king 5"
    assert refused("melds: ON") == "1 bad-value melds ON"
    assert refused("partner: free plain") == "1 bad-value partner free plain"
    assert refused("cut:") == "1 bad-value cut"
    assert refused("name:  # none") == "1 bad-value name"


def test_an_invalid_number_is_named():
    for value in ("", "x", "-1", "1.5", "+5", "1 0", "1/", "1:", "²", "٣", "05", "00"):
        assert refused("fine: " + value) == ("1 bad-value fine " + value).strip()
    assert refused("fine: 0") == "missing-key name"


def test_a_number_too_large_is_named():
    for key in ("quota", "fail", "capot", "reverse", "fine"):
        assert refused(key + ": 999") == "missing-key name"
        assert refused(key + ": 1000") == "1 bad-value %s 1000" % key
    for key, most in (("target", 9999), ("nt", 9), ("kirtik", 99)):
        assert refused("%s: %d" % (key, most)) == "missing-key name"
        assert refused("%s: %d" % (key, most + 1)) == "1 bad-value %s %d" % (key, most + 1)


def test_contradiction_an_auction_has_no_upcard():
    assert changed("french", bidding="auction") == ["bidding auction upcard"]


def test_contradiction_a_round_about_the_upcard_needs_one():
    assert changed("piedicavallo", upcard="none") == ["bidding suit upcard"]
    assert changed("libre", upcard="none") == ["bidding once upcard"]


def test_contradiction_no_upcard_that_decides_who_is_served_first():
    assert changed("bulgarian", rest="taker") == ["rest taker upcard"]
    assert changed("bulgarian", rest="after") == ["rest after upcard"]


def test_contradiction_no_upcard_to_give_the_seven_for():
    assert changed("bulgarian", seven="yes") == ["seven yes upcard"]


def test_contradiction_no_doubling_without_auction():
    assert changed("french", third="x8") == ["third x8 bidding"]
    assert changed("french", third="match") == ["third match bidding"]


def test_contradiction_packets_fit_the_hand():
    assert changed("espanola-2", packets="3+2") == ["players 2 packets"]
    assert changed("espanola-2", packets="either") == ["players 2 packets"]
    assert changed("french", packets="3+3") == ["players 4 packets"]


def test_contradiction_four_hands_are_the_whole_pack():
    assert changed("french", upcard="stays") == ["players 4 upcard"]


def test_contradiction_next_by_score_is_for_two():
    assert changed("french", next="score") == ["next score players"]


def test_contradiction_an_auction_is_for_a_contract():
    assert changed("bulgarian", success="none") == ["bidding auction success"]
    assert changed("bulgarian", litige="shared", rounding="none") == ["bidding auction litige"]


def test_contradiction_no_quota_where_success_needs_one():
    assert changed("salotto", quota="0") == ["success both quota"]
    assert changed("salotto", success="quota", quota="0") == ["success quota quota"]


def test_contradiction_a_quota_where_success_needs_none():
    assert changed("salotto", success="more") == ["success more quota"]
    assert changed("espanola-4", quota="82") == ["success none quota"]


def test_contradiction_without_contract_no_litige():
    assert changed("espanola-4", litige="failed") == ["success none litige"]
    assert changed("espanola-4", litige="shared") == ["success none litige"]


def test_contradiction_without_contract_no_capot_in_place_of_the_cards():
    assert changed("espanola-4", capot_as="value") == ["success none capot_as"]


def test_contradiction_a_capot_among_the_points_of_a_failed_contract():
    assert changed("bulgarian", fail="162") == ["capot_as bonus fail"]
    assert changed("espanola-4", fail="162") == ["capot_as premium fail"]


def test_contradiction_salt_is_for_two_calls():
    assert changed("piedicavallo", calls="first") == ["late salt calls"]


def test_contradiction_match_points_of_other_packs():
    assert changed("bulgarian", king="10") == ["rounding match king"]


def test_contradiction_match_points_made_with_equal_scores():
    assert changed("bulgarian", success="quota", quota="82") == ["rounding match success"]
    assert changed("bulgarian", belote_counts="no") == ["rounding match belote_counts"]


def test_contradiction_match_points_halved_otherwise():
    assert changed("bulgarian", litige_belote="own") == ["rounding match litige_belote"]
    assert changed("french", rounding="match", litige="shared") == [
        "rounding match litige",
        "rounding match litige_belote",
    ]


def test_numbers_that_must_not_be_zero():
    assert changed("french", target="0") == ["target 0"]
    assert changed("french", nt="0") == ["nt 0"]


def test_a_contradiction_names_both_keys():
    text = text_of("bulgarian").replace("king: 4", "king: 10")
    assert mistakes(text) == ["48 contradiction rounding match king"]


def test_the_mark_depends_on_the_rules_only():
    text = text_of("french")
    mark = load(text).mark
    assert 0 < mark < 0x10000
    assert load(text.replace("Belote", "Chez Jo")).mark == mark
    assert load("# a comment\n" + text).mark == mark


def test_a_different_rule_gives_a_different_mark():
    mark = house("french").mark
    assert house("french", king="10").mark != mark
    assert house("french", fine="11").mark != mark
