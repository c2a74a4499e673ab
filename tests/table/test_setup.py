"""Tests of the set-up menu between deals: settings, refusals, and the start of a match."""

import texts
from codes.game import Events
from table.files.pin import DirectorPin
from table.files.settings import Settings
from table.setup.change import CommandCards, Replace
from table.setup.draw import Draw
from table.setup.enrol import open_enrol
from table.setup.opening import begin
from table.setup.setup import Setup
from tags import put, text
from toolkit import HOUSES, IN_A_FILE, Bench

TWO = {"blue.deck": text(0), "red.deck": text(1)}


def setting_up(name="piedicavallo", files=None, playing=False):
    bench = Bench(name, files)
    if playing:
        begin(bench.table, 2)
        bench.events()
    open_setup(bench)
    return bench


def open_setup(bench):
    bench.tool = Setup(bench.table)


def choose(bench, item, seat="E"):
    """Turn to the page of a menu item and press its key."""
    assert bench.table.dialogue.question == texts.SET_UP, bench.table.dialogue.question
    at = bench.table.dialogue.options.index(item)
    bench.press(seat, "+" * (at // 4) + "CDHS"[at % 4])


def real(name):
    """Return the text of a built-in house."""
    with open(HOUSES + name + ".house", encoding="utf-8") as file:
        return file.read()


def saved(bench):
    return Settings(bench.folder)


def test_any_seat_uses_the_menu_and_pass_closes_it():
    bench = setting_up()
    assert (
        bench.table.dialogue.question == texts.SET_UP
        and bench.table.dialogue.asked == 15
        and bench.lamps() == "AAAA"
    )
    bench.press("W", "-")
    assert bench.over and bench.tool.following is None
    assert bench.table.dialogue.asked == 0 and bench.lamps() == "----" and bench.events() == []
    yield
    bench = setting_up("espanola-2")
    assert bench.table.dialogue.asked == 5


def test_opening_an_item_changes_nothing():
    bench = setting_up(files={"blue.deck": text(0)})
    before = dict(bench.settings.__dict__) if hasattr(bench.settings, "__dict__") else None
    yield
    for item in (
        texts.START_MATCH,
        texts.SET_HOUSE,
        texts.SET_HANDS,
        texts.SET_TARGET,
        texts.SET_DISCIPLINE,
        texts.SET_DECK,
        texts.SET_LANGUAGE,
        texts.SET_PLACES,
    ):
        choose(bench, item)
        assert bench.table.dialogue.question != texts.SET_UP
        bench.press("N" if item in (texts.START_MATCH, texts.SET_PLACES) else "E", "-")
        assert bench.table.dialogue.question == texts.SET_UP and not bench.over
        yield
    assert bench.events() == [] and bench.tool.following is None
    assert before is None or dict(bench.settings.__dict__) == before


def test_a_question_is_asked_of_the_seat_that_chose():
    bench = setting_up()
    choose(bench, texts.SET_HANDS, "W")
    assert bench.table.dialogue.asked == 8 and bench.lamps() == "---A"
    assert not bench.press("N", "C")


def test_choosing_the_dealer_starts_the_match():
    bench = setting_up(files={"blue.deck": text(0)})
    choose(bench, texts.START_MATCH)
    assert bench.table.dialogue.question == texts.WHO_DEALS and bench.table.dialogue.asked == 15
    bench.press("S", "C")
    assert bench.over and bench.tool.following is None
    assert bench.events() == [(Events.MATCH, 2, bench.table.match.house.mark)]


def test_choosing_the_draw_starts_it():
    bench = setting_up(files={"blue.deck": text(0)})
    choose(bench, texts.START_MATCH)
    bench.press("S", "D")
    assert bench.over and bench.tool.following is Draw and bench.events() == []


def test_with_opening_winners_only_the_winners_of_the_last_match_can_deal():
    bench = Bench("bulgarian", {"blue.deck": text(0)})
    open_setup(bench)
    choose(bench, texts.START_MATCH, "N")
    assert bench.table.dialogue.asked == 15, "no side has won yet"
    yield
    begin(bench.table, 0)
    assert not bench.table.happen(19, 3, 1)  # the match is awarded to East-West
    open_setup(bench)
    choose(bench, texts.START_MATCH, "N")
    assert bench.table.dialogue.asked == 10
    assert not bench.press("N", "C")
    bench.press("W", "C")
    assert bench.events()[-1][:2] == (Events.MATCH, 3)


def test_with_opening_draw_any_seat_can_deal():
    bench = Bench("piedicavallo", {"blue.deck": text(0)})
    begin(bench.table, 0)
    assert not bench.table.happen(19, 3, 1)
    open_setup(bench)
    choose(bench, texts.START_MATCH, "N")
    assert bench.table.dialogue.asked == 15


def test_without_a_deck_no_match_can_begin():
    for item in (texts.START_MATCH, texts.SET_DECK, texts.REPLACE_CARD, texts.ENROL_KEYS):
        bench = setting_up()
        choose(bench, item)
        # The error is shown above the menu.
        assert bench.table.dialogue.question == texts.NO_DECK and texts.ENROL_DECK in list(
            bench.table.dialogue.options
        )
        assert not bench.over
        bench.press("S", "-")
        assert bench.over
        yield


def test_a_house_is_chosen_by_its_title():
    bench = setting_up()
    choose(bench, texts.SET_HOUSE)
    assert (
        bench.table.dialogue.question == texts.SHALL_IT_BE
        and bench.table.voice.label == b"Piedicavallo"
    )
    bench.press("E", "D")
    assert bench.table.voice.label == b"Salotto"
    bench.press("E", "C")
    assert bench.table.dialogue.question == texts.SET_UP and not bench.over
    assert bench.table.match.house.name == "Salotto" and saved(bench).house == "salotto"


def test_all_houses_are_offered_including_those_of_the_bar():
    bench = setting_up(
        files={
            "../houses/ours.house": real("salotto").replace("name: Salotto", "name: Da noi"),
            "../houses/torn.house": "",
            "../houses/salotto.house": "name: Salotto, but ours",
            "../houses/notes.txt": "name: no house",
        }
    )
    choose(bench, texts.SET_HOUSE)
    seen = []
    for _ in range(5):
        seen.append(str(bench.table.voice.label, "utf8"))
        bench.press("E", "D")
    ours = ["Piedicavallo", "Salotto, but ours", "torn", "Българска белот", "Da noi"]
    assert sorted(seen) == sorted(ours) and bench.table.voice.label == b"Piedicavallo"
    while bench.table.voice.label != b"Da noi":
        bench.press("E", "D")
    bench.press("E", "C")
    assert bench.table.match.house.name == "Da noi" and saved(bench).house == "ours"


def chosen(bench, name):
    """Change target and discipline, choose a house, and return house, target and discipline."""
    bench.settings.target = 501
    bench.settings.discipline = 1
    choose(bench, texts.SET_HOUSE)
    for _ in range(5):
        if bench.table.voice.label == name:
            break
        bench.press("E", "D")
    bench.press("E", "C")
    return bench.settings.house, bench.settings.target, bench.settings.discipline


def test_another_house_sets_its_own_target_and_discipline():
    bench = setting_up()
    assert chosen(bench, b"Salotto") == ("salotto", 0, -1)
    assert (saved(bench).house, saved(bench).target, saved(bench).discipline) == ("salotto", 0, -1)


def test_choosing_the_same_house_changes_nothing():
    bench = setting_up()
    assert chosen(bench, b"Piedicavallo") == ("piedicavallo", 501, 1)


def test_an_invalid_house_is_reported_and_changes_nothing():
    bench = setting_up(files={"../houses/torn.house": "players: 5"})
    assert chosen(bench, b"torn") == ("piedicavallo", 501, 1)
    assert (
        bench.table.dialogue.question == texts.HOUSE_WRONG
        and bench.table.voice.label == b"torn (1: players)"
    )
    assert bench.table.match.house.name == "Piedicavallo"
    bench.press("E", "-")
    assert bench.over and bench.tool.following is None


def test_houses_with_the_same_mark_are_refused_and_named():
    text = (
        real("french").replace("target: 1000", "target: 1702").replace("fine: 10\n", "fine: 143\n")
    )
    bench = setting_up(files={OURS: text.replace("name: ", "name: Our ")})
    put(bench.folder + "/a/belote/houses/french.house", real("french"))
    choose_house(bench, b"Our Belote \xc3\xa0 la fran\xc3\xa7aise")
    assert bench.table.dialogue.question == texts.HOUSES_ALIKE
    assert bench.table.voice.label == b"french, ours"
    assert bench.table.match.house.name == "Piedicavallo" and saved(bench).house == "piedicavallo"


# --- rules that a house leaves open ----------------------------------------------------------

OURS = "../houses/ours.house"


def agreeing(files=None):
    """Return a table at which the Bulgarian house was chosen; it leaves three rules open."""
    bench = setting_up("bulgarian", files)
    choose_house(bench, "Българска белот".encode())
    return bench


def choose_house(bench, title):
    choose(bench, texts.SET_HOUSE)
    for _ in range(5):
        if bench.table.voice.label == title:
            break
        bench.press("E", "D")
    assert bench.table.voice.label == title
    bench.press("E", "C")


def rules(bench):
    house = bench.table.match.house
    return house.third, house.no_trump, house.kirtik


def test_choosing_a_house_asks_for_its_open_rules():
    bench = agreeing()
    answers = (texts.NO, texts.TIMES_EIGHT, texts.FOR_THE_MATCH)
    assert (
        bench.table.dialogue.question == texts.THIRD_DOUBLE
        and bench.table.dialogue.options == answers
    )
    assert bench.table.dialogue.asked == 2 and rules(bench) == (0, 0, 0)
    bench.press("E", "H")
    assert bench.table.dialogue.question == texts.ACES_ALONE and rules(bench) == (2, 0, 0)
    assert saved(bench).agreed == ["third: match"], "each answer takes effect at once"
    yield
    bench.press("E", "C")
    assert bench.table.dialogue.question == texts.WITH_KIRTIK
    bench.press("E", "D")
    assert bench.table.dialogue.question == texts.SET_UP and rules(bench) == (2, 0, 10)
    assert saved(bench).agreed == ["third: match", "no_trump: none", "kirtik: 10"]
    assert not bench.events()


def test_pass_keeps_the_remaining_rules():
    bench = agreeing()
    bench.press("E", "D-")
    assert bench.table.dialogue.question == texts.SET_UP and not bench.over
    assert saved(bench).agreed == ["third: x8"] and rules(bench) == (1, 0, 0)
    yield
    choose_house(bench, "Българска белот".encode())
    assert rules(bench) == (1, 0, 0), "choosing the same house again keeps the rules"
    bench.press("E", "-")
    assert saved(bench).agreed == ["third: x8"]
    yield
    choose_house(bench, "Българска белот".encode())
    bench.press("E", "C-")
    assert saved(bench).agreed == ["third: no"] and rules(bench) == (0, 0, 0)


def test_another_house_discards_the_agreements():
    text = real("bulgarian").replace("Българска белот", "Da noi")
    bench = agreeing({OURS: text})
    bench.press("E", "DDD")
    assert rules(bench) == (1, 1, 10)
    yield
    choose_house(bench, b"Da noi")
    assert rules(bench) == (0, 0, 0) and saved(bench).agreed == [], (
        "the agreement is dropped even if both houses have its key"
    )
    assert bench.table.dialogue.question == texts.THIRD_DOUBLE
    bench.press("E", "-")
    yield
    choose_house(bench, b"Salotto")
    assert bench.table.dialogue.question == texts.SET_UP, "that house leaves no rule open"


def test_a_house_offers_only_the_choices_it_leaves_open():
    text = real("salotto").replace("melds: off", "melds: off | on")
    text = text.replace("Salotto", "Da noi")
    bench = setting_up(files={OURS: text})
    choose_house(bench, b"Da noi")
    assert bench.table.dialogue.question == texts.WITH_MELDS
    assert bench.table.dialogue.options == (texts.NO, texts.YES)
    bench.press("E", "D")
    assert bench.table.match.house.melds and saved(bench).agreed == ["melds: on"]


def test_conflicting_choices_are_refused_and_the_old_rules_stay():
    text = real("salotto").replace("third: no", "third: no | x8").replace("Salotto", "Da noi")
    bench = setting_up(files={OURS: text})
    choose_house(bench, b"Da noi")
    bench.press("E", "D")
    assert (
        bench.table.dialogue.question == texts.HOUSE_WRONG
        and bench.table.voice.label == b"Da noi (8: third)"
    )
    assert bench.table.match.house.name == "Da noi" and not bench.table.match.house.third
    assert saved(bench).agreed == [] and saved(bench).house == "ours"


def test_an_outdated_agreement_does_not_block_the_set_up():
    text = real("salotto").replace("third: no", "third: no | x8").replace("Salotto", "Da noi")
    bench = setting_up(files={OURS: text})
    bench.settings.house = "ours"
    bench.settings.agreed = ["third: x8"]
    choose_house(bench, b"Da noi")
    assert (
        bench.table.dialogue.question == texts.THIRD_DOUBLE and not bench.table.match.house.third
    )
    bench.press("E", "C")
    assert saved(bench).agreed == ["third: no"]


def test_an_unsaved_choice_applies_and_is_reported():
    bench = agreeing()
    bench.settings.path = bench.folder + IN_A_FILE
    bench.press("E", "D")
    assert bench.table.dialogue.question == texts.NOT_SAVED and rules(bench) == (1, 0, 0)


def test_a_match_begins_with_the_agreed_rules():
    bench = agreeing({"blue.deck": text(0)})
    own = bench.table.match.house.mark
    bench.press("E", "DDD")
    yield
    choose(bench, texts.START_MATCH)
    bench.press("N", "C")
    mark = bench.table.match.house.mark
    assert bench.events() == [(Events.MATCH, 0, mark)] and mark != own


def test_an_unsaved_house_applies_and_is_reported():
    bench = setting_up()
    bench.settings.path = bench.folder + IN_A_FILE
    chosen(bench, b"Salotto")
    assert bench.table.dialogue.question == texts.NOT_SAVED
    assert bench.table.match.house.name == "Salotto"


def test_hands_can_be_set_to_blind_or_scanned():
    bench = setting_up()
    choose(bench, texts.SET_HANDS)
    bench.press("E", "D")
    assert bench.table.dialogue.question == texts.SET_UP and saved(bench).hands == 1
    choose(bench, texts.SET_HANDS)
    bench.press("E", "C")
    assert saved(bench).hands == 0


def test_a_house_with_an_unreadable_name_has_that_of_its_file():
    bench = setting_up()
    with open(bench.folder + "/bar/houses/aaa.house", "wb") as file:
        file.write(b"name: \xff\xfe\n")
    choose(bench, texts.SET_HOUSE)
    bench.press("E", "DD")
    assert bench.table.voice.label == b"aaa"


def number(bench):
    notice = bench.table.voice.notice
    return notice.number


def test_the_target_can_be_set():
    bench = setting_up()
    choose(bench, texts.SET_TARGET)
    assert number(bench) == 1000
    bench.press("E", "DD")
    assert number(bench) == 1200
    bench.press("E", "HHHHHHHH")
    assert number(bench) == 450
    bench.press("E", "DDH")
    assert number(bench) == 500
    bench.press("E", "HHHHHHHHHHHH")
    assert number(bench) == 50
    bench.press("E", "C")
    assert bench.table.dialogue.question == texts.SET_UP and saved(bench).target == 50
    choose(bench, texts.SET_TARGET)
    assert number(bench) == 50
    bench.press("E", "-")
    assert saved(bench).target == 50


def test_a_target_has_four_digits():
    bench = setting_up()
    bench.settings.target = 9950
    choose(bench, texts.SET_TARGET)
    bench.press("E", "DC")
    assert saved(bench).target == 9950


def test_the_target_of_the_house_is_not_stored_as_that_of_the_bar():
    bench = setting_up()
    bench.settings.target = 900
    choose(bench, texts.SET_TARGET)
    bench.press("E", "DC")
    assert saved(bench).target == 0


def test_the_discipline_can_be_set():
    for keys, value in (("C", -1), ("D", 0), ("H", 1), ("S", 2), ("+C", 3)):
        bench = setting_up()
        choose(bench, texts.SET_DISCIPLINE)
        bench.press("E", keys)
        assert saved(bench).discipline == value
        yield


def test_a_match_begins_with_the_settings():
    bench = setting_up(files={"blue.deck": text(0)})
    bench.settings.target = 501
    bench.settings.discipline = 1
    yield
    choose(bench, texts.START_MATCH)
    bench.press("N", "C")
    mark = bench.table.match.house.mark
    assert bench.events() == [(Events.MATCH, 0, mark), (2, 0, 501), (3, 0, 1)]
    yield
    house = bench.table.match.house
    bench.settings.target = house.target
    bench.settings.discipline = house.discipline
    begin(bench.table, 0)
    assert bench.events() == [(Events.MATCH, 0, mark)], (
        "a choice equal to the house's own is no change"
    )


def test_another_deck_can_be_chosen():
    bench = setting_up(files=TWO)
    yield
    choose(bench, texts.SET_DECK)
    assert bench.table.voice.label == b"blue"
    bench.press("E", "D")
    assert bench.table.voice.label == b"red"
    bench.press("E", "C")
    assert bench.deck.active == 1 and saved(bench).deck == "red"
    assert bench.events() == [(46, 1, 1)]


def test_a_new_language_is_used_at_once():
    bench = setting_up()
    choose(bench, texts.SET_LANGUAGE)
    assert bench.table.voice.label == b"English"
    bench.press("E", "D")
    assert bench.table.voice.label == b"Italiano"
    bench.press("E", "D")
    assert bench.table.voice.label == "Български".encode()
    bench.press("E", "C")
    assert saved(bench).language == "bg" and bench.over and bench.tool.following is None


def test_two_players_change_places():
    bench = setting_up()
    bench.settings.names = ["Anna", "Berto", "Carla", "Dino"]
    choose(bench, texts.SET_PLACES)
    assert bench.table.dialogue.asked == 15
    bench.press("S", "C")
    assert (
        bench.table.dialogue.question == texts.MOVES_WITH
        and bench.table.voice.notice.seat == 2
        and bench.table.dialogue.asked == 11
    )
    assert not bench.press("S", "C")
    bench.press("W", "C")
    assert saved(bench).names == ["Anna", "Berto", "Dino", "Carla"]


def spelled(bench, keys):
    """Return whether the saved PIN consists of these keys; no keys mean no PIN."""
    pin = DirectorPin(saved(bench).pin)
    return pin.length == len(keys) and pin.is_(bytearray(["CDHS".index(key) for key in keys]))


def give_pin(bench, length, keys, again=""):
    """Set a new PIN by entering it twice.

    `length` is the key that chooses the length: "C" for four keys, "D" for six. `again` is the
    second entry if it differs from the first.
    """
    assert bench.table.dialogue.question == texts.PIN_LENGTH
    bench.press("E", length)
    for question, spelling in ((texts.NEW_PIN, keys), (texts.PIN_AGAIN, again or keys)):
        for i in range(len(spelling)):
            assert bench.table.dialogue.question == question and number(bench) == i + 1
            bench.press("E", spelling[i])


def test_a_pin_can_be_set_changed_and_removed():
    bench = setting_up()
    choose(bench, texts.SET_PIN)
    give_pin(bench, "C", "HCSD")
    assert spelled(bench, "HCSD") and bench.table.dialogue.question == texts.SET_UP
    assert bench.events() == [(55, 1, 0), (55, 1, 256)]
    choose(bench, texts.SET_PIN)
    assert bench.table.dialogue.question == texts.OLD_PIN and number(bench) == 1
    bench.press("E", "HCSC")
    assert bench.table.dialogue.question == texts.WRONG_PIN and spelled(bench, "HCSD")
    bench.press("E", "-")
    assert bench.over and bench.events() == [(53, 1, 257)]
    yield
    bench.tool = Setup(bench.table)
    choose(bench, texts.SET_PIN)
    bench.press("E", "-")
    assert bench.table.dialogue.question == texts.SET_UP and bench.events() == []
    choose(bench, texts.SET_PIN)
    bench.press("E", "HCSD")
    assert bench.events() == [(53, 1, 258), (54, 1, 256)]
    give_pin(bench, "D", "HHHHSC")
    assert spelled(bench, "HHHHSC") and bench.table.dialogue.question == texts.SET_UP
    yield
    choose(bench, texts.SET_PIN)
    bench.press("E", "HHHH")
    assert bench.table.dialogue.question == texts.OLD_PIN, "the PIN has six keys"
    bench.press("E", "SC")
    bench.events()
    bench.press("E", "H")
    assert saved(bench).pin == "" and bench.events() == [(55, 1, 0)]
    assert bench.table.dialogue.question == texts.SET_UP
    choose(bench, texts.SET_PIN)
    assert bench.table.dialogue.question == texts.PIN_LENGTH, (
        "without a PIN no old one is asked for"
    )


def test_a_new_pin_must_be_entered_twice():
    bench = setting_up()
    choose(bench, texts.SET_PIN)
    give_pin(bench, "C", "HCSD", "HCSH")
    assert bench.table.dialogue.question == texts.WRONG_PIN and saved(bench).pin == ""
    assert bench.events() == []


def test_an_incomplete_new_pin_changes_nothing():
    bench = setting_up()
    for keys in ("-", "C-", "CHCSD-", "DHCSD"):
        choose(bench, texts.SET_PIN)
        bench.press("E", keys)
        if keys[-1] != "-":
            assert bench.table.dialogue.question == texts.NEW_PIN
            bench.press("E", "-")
        assert bench.table.dialogue.question == texts.SET_UP
        assert saved(bench).pin == "" and bench.events() == []


def test_wrong_pins_in_the_set_up_cause_a_wait():
    bench = setting_up()
    choose(bench, texts.SET_PIN)
    give_pin(bench, "C", "HCSD")
    for _ in range(3):
        bench.tool = Setup(bench.table)
        choose(bench, texts.SET_PIN)
        bench.press("E", "CCCC")
    assert (
        bench.table.dialogue.question == texts.PIN_WAITS
        and bench.table.dialogue.details.number == 5
    )
    bench.events()
    bench.tool = Setup(bench.table)
    choose(bench, texts.SET_PIN)
    assert bench.table.dialogue.question == texts.PIN_WAITS and bench.events() == []
    bench.table.step(bench.table.now + 5000)
    bench.tool = Setup(bench.table)
    choose(bench, texts.SET_PIN)
    bench.press("E", "HCSD")
    assert bench.table.dialogue.question == texts.PIN_LENGTH


def test_a_pin_that_cannot_be_saved_changes_nothing():
    bench = setting_up()
    choose(bench, texts.SET_PIN)
    give_pin(bench, "C", "HCSD")
    bench.events()
    usual = bench.settings.path
    for is_removed in (False, True):
        bench.settings.path = bench.folder + IN_A_FILE
        bench.tool = Setup(bench.table)
        choose(bench, texts.SET_PIN)
        bench.press("E", "HCSD")
        if is_removed:
            bench.press("E", "H")
        else:
            give_pin(bench, "D", "HHHHSC")
        assert bench.table.dialogue.question == texts.NOT_SAVED
        bench.settings.path = usual
        assert spelled(bench, "HCSD") and bench.table.lock.pin.is_(bytearray((2, 0, 3, 1)))
        assert bench.events()[-1] == (55, 1, 256), "the journal says that there is a PIN"


def test_items_for_tags_start_the_right_tool():
    for item, following in (
        (texts.ENROL_DECK, open_enrol),
        (texts.REPLACE_CARD, Replace),
        (texts.ENROL_KEYS, CommandCards),
    ):
        bench = setting_up(files={"blue.deck": text(0)})
        choose(bench, item)
        assert bench.over and bench.tool.following is following
        yield


def test_with_the_maximum_number_of_decks_no_further_enrolment_is_offered():
    bench = setting_up()
    bench.deck.names = [b"a", b"b", b"c"]
    bench.tool = Setup(bench.table)
    assert texts.ENROL_DECK in list(bench.table.dialogue.options)
    bench.deck.names = [b"a", b"b", b"c", b"d"]
    bench.tool = Setup(bench.table)
    assert texts.ENROL_DECK not in list(bench.table.dialogue.options)
    choose(bench, texts.REPLACE_CARD)
    assert bench.tool.following is Replace


def test_rules_cannot_change_during_a_match():
    bench = setting_up(files={"blue.deck": text(0)}, playing=True)
    for item in (
        texts.START_MATCH,
        texts.SET_HOUSE,
        texts.SET_TARGET,
        texts.SET_DISCIPLINE,
        texts.ENROL_DECK,
    ):
        assert item not in list(bench.table.dialogue.options)
    yield
    choose(bench, texts.SET_LANGUAGE)
    bench.press("E", "-")
    choose(bench, texts.SET_PLACES)
    bench.press("E", "-")
    assert bench.events() == []


def test_abandoning_a_match_asks_for_confirmation():
    bench = setting_up(files={"blue.deck": text(0)}, playing=True)
    choose(bench, texts.ABANDON_MATCH, "W")
    bench.press("W", "-")
    assert bench.events() == [] and texts.START_MATCH not in list(bench.table.dialogue.options)
    yield
    choose(bench, texts.ABANDON_MATCH, "W")
    bench.press("W", "C")
    assert bench.events() == [(45, 3, 0)] and bench.table.match.totals[7] == -1
    choose(bench, texts.START_MATCH)
    bench.press("E", "C")
    assert bench.events() == [(Events.MATCH, 1, bench.table.match.house.mark)]


def test_unsaved_settings_are_reported():
    bench = setting_up()
    bench.settings.path = bench.folder + IN_A_FILE
    for item in (texts.SET_HANDS, texts.SET_LANGUAGE):
        choose(bench, item)
        bench.press("E", "C")
        assert bench.table.dialogue.question == texts.NOT_SAVED and not bench.over
        bench.tool = Setup(bench.table)
