"""Every check of the journal is needed: without it the test that is named here fails."""

import pytest

import test_journal
from weaker import Weaker

RUNS_ON = "cpython"

# The file and the check, by its text; what stands there without it; the test that must fail then.
CHECKS = {
    "the CRC of a record": (
        "journal",
        "or _crc(found) != (found[14] | found[15] << 8)",
        "",
        test_journal.test_a_torn_record_is_dropped_though_its_bytes_look_right,
    ),
    "the CRC of a header": (
        "journal",
        "or _crc(found) != (found[14] | found[15] << 8)",
        "",
        test_journal.test_a_torn_header_is_no_header,
    ),
    "the place of a record": (
        "journal",
        "or found[10] != slot",
        "",
        test_journal.test_a_record_in_another_place_is_none,
    ),
    "a slot that is not read back is made void": (
        "journal",
        "self.log.program(self.block, at, _NOTHING)",
        "pass",
        test_journal.test_a_record_that_is_not_read_back_is_not_there_twice,
    ),
    "a program is checked": (
        "journal",
        "        if bad:\n            self.log",
        "        bad = 0\n        if bad:\n            self.log",
        test_journal.test_a_slot_that_takes_nothing_is_left_with_its_block,
    ),
    "an erase is checked": (
        "journal",
        "if block != self.block and not self.log.erase(block):",
        "if block != self.block and self.log.erase(block) < 9:",
        test_journal.test_a_worn_block_is_passed_over_and_noted,
    ),
    "the block under way is not erased": (
        "journal",
        "if block != self.block and not",
        "if not",
        test_journal.test_the_block_under_way_stays_if_no_other_erases,
    ),
    "dead flash is left alone": (
        "journal",
        "elif self.state < _FULL:\n                self._clear()",
        "elif self.state < 9:\n                self._clear()",
        test_journal.test_dead_flash_stops_nothing,
    ),
    "no note comes between a record and its flash": (
        "journal",
        "elif self.state < _FULL:\n                self._clear()",
        "elif self.state < _FULL:\n                self.make_room()",
        test_journal.test_bad_slots_and_worn_blocks_together_lose_nothing,
    ),
    "a note that teaches is whole": (
        "past",
        "            if journal.look(block, slot) == first + slot:\n                _learn",
        "            if True:\n                _learn",
        test_journal.test_a_torn_note_teaches_nothing,
    ),
    "a record that tells of a good start is whole": (
        "past",
        "            if journal.look(block, slot) == first + slot:  # more",
        "            if True:  # more",
        test_journal.test_a_torn_note_teaches_nothing,
    ),
    "what was torn is not written over": (
        "past",
        "and found == _BLANK:",
        "and journal.look(block, slot) < 0:",
        test_journal.test_what_is_torn_is_not_written_over,
    ),
    "what was torn is settled": (
        "past",
        "    journal.log.program(block, slot << 4, record)",
        "    pass",
        test_journal.test_what_a_torn_record_is_at_the_next_start_it_stays,
    ),
    "a checkpoint has all its parts": (
        "past",
        "elif part != want:",
        "elif False:",
        test_journal.test_a_checkpoint_that_was_cut_does_not_count,
    ),
    "results are counted before they are copied": (
        "keep",
        "return _results(journal, block, False) <= room and",
        "return",
        test_journal.test_results_that_find_no_room_stay_and_play_goes_on,
    ),
    "what no host has is kept": (
        "journal",
        "if self.acked < 0 or self.look(block, 0) >> 8 < self.acked:",
        "if True:",
        test_journal.test_after_that_results_stay_when_their_cards_go,
    ),
    "what a host has goes": (
        "journal",
        "if self.acked < 0 or self.look(block, 0) >> 8 < self.acked:",
        "if self.acked < 0:",
        test_journal.test_what_a_host_has_gives_way_without_a_trace,
    ),
}


def run(test):
    for _ in test() or ():
        pass


@pytest.mark.parametrize("name", CHECKS)
def test_without_it_a_test_fails(name, tmp_path):
    file, old, new, test = CHECKS[name]
    run(test)
    with Weaker("journal." + file, old, new, tmp_path), pytest.raises(Exception):  # noqa: B017
        run(test)
