"""Every check of the table is needed: without it the test that is named here fails."""

import pytest

import tablekit
import test_cards_laid as laid
import test_cards_swept as swept
import test_deck
import test_draw
import test_enrol
import test_keys
import test_menus
import test_misread
import test_rulings
import test_settings
import test_setup
from weaker import Weaker

RUNS_ON = "cpython"

_A_FILE = test_deck.test_each_thing_that_may_be_wrong_in_a_file
_SPOILT = test_deck.test_a_file_that_was_spoilt_is_left_alone_and_what_it_lacks_is_kept
_A_VALUE = test_settings.test_a_wrong_value_costs_that_key_only
_A_RESULT = test_keys.test_each_side_agrees_to_the_result_but_not_by_a_key_meant_for_the_last_card

# By module: the check, by its text; what stands there without it; the test that must fail then.
CHECKS = {
    "table.deck": [
        ("if length > width:", "if False:", test_deck.test_no_other_tag_is_known),
    ],
    "table.deckfile": [
        ("if whole and lacks < 32:", "if False:", _A_FILE),
        ("    if second == end:\n        raise", "    if False:\n        raise", _A_FILE),
        (
            "        if data[i] <= 32:\n            second",
            "        if False:\n            second",
            _A_FILE,
        ),
        ("if kind >= 0 else _NOT_A_NAME", "", _A_FILE),
        ("    if card < 0:\n", "    if False:\n", _A_FILE),
        ("except ValueError:", "except KeyError:", _A_FILE),
        ("if len(uid) not in (4, 7, 10):", "if False:", _A_FILE),
        ("if len(uid) == 4 and uid[0] == _PHONE:", "if False:", _A_FILE),
        ("len(uid) == 4 and uid[0] == _PHONE", "uid[0] == _PHONE", _A_FILE),
        ("    if tags.uids[kind]:\n        return", "    if False:\n        return", _A_FILE),
        ("if tags.whose(uid) >= 0:", "if False:", _A_FILE),
        (
            "    except OSError:\n        raise DeckError",
            "    except KeyError:\n        raise DeckError",
            _A_FILE,
        ),
        ("if len(loaded) == MOST:", "if False:", test_deck.test_one_deck_too_many_is_left_out),
        (
            "if uid and known.get(uid, value) != value:",
            "if False:",
            test_deck.test_a_deck_with_a_card_of_another_deck_is_left_out,
        ),
        (
            "except DeckError as error:",
            "except KeyError as error:",
            test_deck.test_a_wrong_file_is_left_out_and_named,
        ),
        (") and saved", ")", _SPOILT),
        ("deck.changed = not saved", "deck.changed = False", _SPOILT),
        (
            "    except DeckError:\n        return False",
            "    except KeyError:\n        return False",
            _SPOILT,
        ),
    ],
    "table.files": [
        (
            "    except OSError:\n        return False",
            "    except KeyError:\n        return False",
            test_settings.test_what_cannot_be_saved_is_told,
        ),
    ],
    "table.settingsfile": [
        ("(OSError, ValueError)", "ValueError", test_settings.test_a_new_table_has_defaults),
        ("(OSError, ValueError)", "OSError", test_settings.test_no_file_stops_the_table),
        (
            "if not isinstance(found, dict):",
            "if not found:",
            test_settings.test_no_file_stops_the_table,
        ),
        ("type(value) is int", "isinstance(value, int)", _A_VALUE),
        ("least <= value <= most", "value <= most", _A_VALUE),
        ("least <= value <= most", "least <= value", _A_VALUE),
        ('("volume", 2, 0, 3)', '("volume", 2, -1, 4)', _A_VALUE),
        ('("brightness", 2, 0, 3)', '("brightness", 2, -1, 4)', _A_VALUE),
        ('("hands", 0, 0, 1)', '("hands", 0, -1, 2)', _A_VALUE),
        ('("discipline", -1, -1, 3)', '("discipline", -1, -2, 4)', _A_VALUE),
        ('("target", 0, 0, 9999)', '("target", 0, -1, 10000)', _A_VALUE),
        ("good = _is_word(value) and", "good =", _A_VALUE),
        (' and "/" not in value', "", _A_VALUE),
        (" and len(value) <= _LETTERS", "", _A_VALUE),
        ("isinstance(names, list) and", "", _A_VALUE),
        ("[_is_word(name) for name in names] == [True] * 4", "len(names) == 4", _A_VALUE),
        ("isinstance(pin, list) and", "", _A_VALUE),
        (
            "[suit in (0, 1, 2, 3) for suit in pin] in ([], [True] * 4)",
            "len(pin) in (0, 4)",
            _A_VALUE,
        ),
    ],
    "table.menu": [
        (">= _UNREAD", ">= 0", test_menus.test_nobody_agrees_before_the_question_can_be_read),
        (
            "        if not self.open:\n",
            "        if False:\n",
            test_menus.test_a_question_that_the_director_ends_is_agreed_by_nobody,
        ),
        (" and choice == -1", "", test_menus.test_a_question_nobody_answers_goes_after_a_minute),
        (
            "what == _TAKE_BACK and choice",
            "choice",
            test_menus.test_who_passes_does_not_agree_and_who_asked_is_told,
        ),
        (
            "if self.match.totals[_CONDUCT] >= _POINTS:",
            "if False:",
            test_menus.test_nothing_is_taken_back_where_points_or_the_match_are_the_price,
        ),
        (
            "self._ask(_TAKE_BACK, self._others(seat), YES_NO, card)",
            "self._agreed()",
            test_menus.test_the_others_may_not_agree,
        ),
        (
            "_TAKE_BACK, self._others(seat)",
            "_TAKE_BACK, 15",
            test_menus.test_a_card_is_taken_back_when_the_others_agree_by_pass,
        ),
        (" or audit.seat[play] != seat", "", test_menus.test_only_the_last_card_is_taken_back),
        (
            "if self._count != self.match.count:",
            "if False:",
            test_menus.test_who_agrees_too_late_agrees_to_nothing,
        ),
        (
            "self._ask(_CALLS_OUT, 1 << seat, YES_NO)",
            "self._agreed()",
            test_menus.test_calling_out_is_asked_twice,
        ),
    ],
    "table.seatmenu": [
        (
            "self._propose(_REDEAL, _RULING, _VOID, 0, _DEALT_AGAIN, 0)",
            "self._happen(_RULING, _VOID)",
            test_menus.test_both_sides_deal_again_or_undo,
        ),
        (
            "self._propose(_UNDO, _UNDOING, seat, 0, 0, 0)",
            "self._happen(_UNDOING, seat)",
            test_menus.test_both_sides_deal_again_or_undo,
        ),
        (
            "self._propose(_ABANDON, _RULING, _VOID, 0, _ABANDONED, 0)",
            "self._happen(_RULING, _VOID)",
            test_menus.test_a_match_is_left_when_both_sides_leave_it_and_nobody_wins,
        ),
        (
            "self._ask(text, self._others(self.seat), YES_NO, card)",
            "self._agreed()",
            test_misread.test_a_card_no_pad_reads_is_told_by_keys,
        ),
        (
            "_ask(text, self._others(self.seat)",
            "_ask(text, 15",
            test_misread.test_a_card_no_pad_reads_is_told_by_keys,
        ),
        (
            "if self._count != self.match.count:",
            "if False:",
            test_misread.test_who_agrees_too_late_agrees_to_no_card,
        ),
        (
            "if self._by_hand(card):",
            "if self._by_hand(card) or True:",
            test_misread.test_a_card_that_cannot_be_laid_is_no_dead_one,
        ),
        (
            "elif read >= 0:",
            "else:",
            test_misread.test_only_the_card_laid_last_is_corrected,
        ),
    ],
    "table.swapped": [
        (
            "if count - first > _MOST:",
            "if False:",
            test_misread.test_a_card_is_not_corrected_after_six_tricks,
        ),
        (
            "                break",
            "                pass",
            test_misread.test_what_cannot_happen_again_ends_what_does,
        ),
    ],
    "table.director": [
        ("if self.table.settings.pin:", "if False:", test_rulings.test_the_director_has_a_pin),
        (
            "if self._pressed == pin:",
            "if True:",
            test_rulings.test_the_director_has_a_pin,
        ),
        (
            "            self._ask(_UNDO, _EVERYONE, YES_NO)\n        else",
            "            self._agreed()\n        else",
            test_rulings.test_the_director_has_a_pin,
        ),
    ],
    "table.verdict": [
        (
            "if entry >= 0:",
            "if True:",
            test_rulings.test_an_offence_that_was_taken_back_is_not_judged,
        ),
        (
            "_OFFENCES + code, self._others(self.seat)",
            "_OFFENCES + code, 15",
            test_rulings.test_what_follows_an_offence_is_for_the_others_to_say,
        ),
        (
            "if self._happen(_RULING, _VOID):",
            "if self._happen(_RULING, _VOID) or True:",
            test_rulings.test_a_deal_that_is_over_is_not_given_to_the_others,
        ),
    ],
    "table.keys": [
        (
            "if again and table.question != _PIN:",
            "if False:",
            test_keys.test_a_second_press_at_once_is_not_meant,
        ),
        (" and table.question != _PIN:", ":", test_rulings.test_a_pin_may_be_pressed_fast),
        (
            "if not self.menu or self.menu.hears(seat):",
            "if True:",
            test_menus.test_nobody_agrees_before_the_question_can_be_read,
        ),
        (
            "elif not self._fresh():",
            "else:",
            test_keys.test_a_key_that_was_meant_for_the_last_card_agrees_to_nothing,
        ),
        (
            "if table.asked == _EVERYONE:",
            "if table.asked:",
            test_menus.test_questions_of_others_have_keys_as_well,
        ),
        (
            "if proved and match",
            "if match",
            test_rulings.test_what_only_people_see_is_theirs_to_judge,
        ),
        (
            " and not table.asked:\n                self.request(_JUDGE",
            ":\n                self.request(_JUDGE",
            test_rulings.test_an_offence_is_not_judged_while_others_are_asked,
        ),
        (
            " < _STUCK:",
            " < 0x3FFFFFFF:",
            test_keys.test_a_stuck_key_says_nothing_when_it_comes_free,
        ),
    ],
    "belote.tally": [
        ("        if self.agreed & side:\n", "        if False:\n", _A_RESULT),
        ("return self.agreed == _BOTH_SIDES", "return self.agreed > 0", _A_RESULT),
    ],
    "table.table": [
        (" and self.match.phase == _READY:", ":", _A_RESULT),
    ],
    "table.cards": [
        (" < _HOVER:", " < 0:", laid.test_a_hovering_card_was_never_laid),
        (" < _HOVER:", " < 0x3FFFFFFF:", laid.test_put_back_is_one_play),
        ("if other >= 0 and card < _OTHER_DECK:", "if False:", swept.test_one_card_on_two_pads),
        (
            "                    if self.stage[other]:\n",
            "                    if False:\n",
            swept.test_one_card_on_two_pads_is_told_once_for_both,
        ),
        (
            "                    if self.stage[other]:\n",
            "                    if True:\n",
            swept.test_what_was_judged_stays_judged_whatever_else_is_laid,
        ),
        (
            "if phase == _READY and waited < _STEADY:",
            "if False:",
            laid.test_the_upcard_on_the_dealers_pad_opens_the_deal,
        ),
        ("        if play:\n", "        if False:\n", swept.test_an_old_card_played_again),
        (
            "        if seat == turn:\n            if not",
            "        if True:\n            if not",
            laid.test_two_at_once_are_taken_in_their_turn,
        ),
    ],
    "table.enrol": [
        (
            "if 0 <= whose < _KEYS > kind:",
            "if False:",
            test_enrol.test_a_card_twice_is_refused_by_its_name,
        ),
        (
            " and (found == UNKNOWN or found - COMMAND == kind - _KEYS >= 0):",
            ":",
            test_enrol.test_tags_of_another_deck_and_phones_are_refused,
        ),
        (
            " - _KEYS >= 0",
            " - _KEYS",
            test_enrol.test_the_same_card_of_another_deck_is_refused_too,
        ),
        ("if whose < 0 and (found", "if (found", test_enrol.test_command_cards),
        (
            "if not write_tags(self.path, self.tags):",
            "if False:",
            test_enrol.test_what_cannot_be_saved_is_told_and_not_taken,
        ),
        (
            "except OSError:\n            self.at",
            "except KeyError:\n            self.at",
            test_enrol.test_a_deck_that_cannot_be_named_asks_for_its_last_card_again,
        ),
        ("if uid == self.kept:", "if False:", test_enrol.test_the_card_taken_last_may_flicker),
    ],
    "table.laying": [
        ("elif _SAID[state]:", "elif False:", test_enrol.test_two_cards_and_what_cannot_be_read),
        ("if self.over:", "if False:", test_enrol.test_pass_stops_and_the_next_time_goes_on),
    ],
    "table.draw": [
        (" or card in bytes(self.drawn)", "", test_draw.test_one_card_cannot_be_drawn_by_two),
        (
            "        if found < 32:",
            "        if True:",
            test_draw.test_what_is_no_card_of_the_deck_is_refused,
        ),
        (
            "return self.told < 0",
            "return True",
            test_draw.test_what_is_no_card_of_the_deck_is_refused,
        ),
        ("if not fits:", "if False:", test_draw.test_a_draw_that_is_no_court_is_drawn_again),
    ],
    "table.opening": [
        (
            " and settings.target != house.target:",
            ":",
            test_setup.test_what_was_set_is_what_the_match_begins_with,
        ),
        (
            " and settings.discipline != house.discipline:",
            ":",
            test_setup.test_what_was_set_is_what_the_match_begins_with,
        ),
    ],
    "table.setup": [
        (
            "if not table.deck.names:",
            "if False:",
            test_setup.test_without_a_deck_nothing_can_begin,
        ),
        (
            "elif digits == self.settings.pin:",
            "else:\n            self._ask_digit(_NEW_PIN, [])\n        if False:",
            test_setup.test_a_pin_is_given_changed_and_taken_away,
        ),
        (
            "self._ask_me(_REALLY_ABANDON, bytes((_YES,)))",
            "self._abandoned(self.seat, 0)",
            test_setup.test_a_match_is_abandoned_only_when_one_says_so_twice,
        ),
        (
            "items = _DURING if self.playing else _BEFORE",
            "items = _BEFORE",
            test_setup.test_the_rules_stay_while_a_match_is_under_way,
        ),
    ],
}
_ALL = [(module,) + check for module, checks in CHECKS.items() for check in checks]
_IDS = [check[0] + " " + " ".join(check[1].split()) for check in _ALL]


def run(test):
    for _ in test() or ():
        pass


@pytest.mark.parametrize(("module", "old", "new", "test"), _ALL, ids=_IDS)
def test_without_it_a_test_fails(module, old, new, test, tmp_path):
    run(test)
    with Weaker(module, old, new, tmp_path), pytest.raises(Exception):  # noqa: B017
        run(test)
    tablekit._decks.clear()
