"""Limits in bytes for code, files and heap; `make bench` also measures times."""

import engine_on_board


def test_the_engine_is_small_enough_on_the_board() -> None:
    assert engine_on_board.engine_bytes() <= 48 * engine_on_board.KIB


def test_a_house_file_is_at_most_1_kib() -> None:
    assert engine_on_board.largest_house() <= engine_on_board.KIB


def test_the_files_of_the_table_fit_its_flash() -> None:
    assert engine_on_board.flash_bytes() <= 640 * engine_on_board.KIB


def test_the_engine_with_a_match_under_way_leaves_the_heap_to_the_table() -> None:
    assert engine_on_board.live_heap() <= 64 * engine_on_board.KIB


_OF_A_DEAL = 3 * 1024  # bytes of heap for a deal's events, of which there are about 40


def test_legal_sets_and_audits_allocate_nothing_and_deals_only_events() -> None:
    with engine_on_board.load() as load:
        assert load.heap("walk(1, 1, 1)") == 0
        assert load.heap("applied(1, 1)") <= _OF_A_DEAL
        assert load.heap("audited(1, 1)") == 0
        assert load.heap("bytearray(32)") == 48  # `heap` measures a known allocation
