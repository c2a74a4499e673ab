"""Every check of these drivers is needed: without it the test that is named here fails."""

from types import ModuleType

import pytest

import table_rig
import test_display
import test_expander
import test_flashlog
import test_lights
from marcoria.paths import FIRMWARE

# The check, by its text; what stands there without it; the test that must fail then.
CHECKS = {
    "ssd1683 BUSY is waited for": (
        "        busy = self.busy()\n",
        "        return True\n",
        test_display.test_the_first_refresh_is_a_full_one_whatever_is_asked,
    ),
    "ssd1683 BUSY has a limit": (
        "waited > (_LIMIT_MS if busy else _START_MS)",
        "not busy and waited > _START_MS",
        test_display.test_a_busy_that_never_falls_costs_one_reset_if_that_cures_it,
    ),
    "ssd1683 BUSY must have risen": (
        "(self._seen and waited >= 400 + 400 * self._how)",
        "waited >= 400 + 400 * self._how",
        test_display.test_an_unplugged_display_is_lost_even_if_the_next_look_comes_late,
    ),
    "ssd1683 a refresh takes its time": (
        "(self._seen and waited >= 400 + 400 * self._how)",
        "self._seen",
        test_display.test_a_display_unplugged_in_mid_refresh_is_not_taken_for_done,
    ),
    "ssd1683 one reset is tried": (
        "if self._again:",
        "if True:",
        test_display.test_a_busy_that_never_falls_costs_one_reset_if_that_cures_it,
    ),
    "ssd1683 only one reset is tried": (
        "if self._again:",
        "if False:",
        test_display.test_a_busy_that_no_reset_cures_is_a_lost_display_until_somebody_asks_again,
    ),
    "ssd1683 the old image's RAM is written": (
        "self._send(_RAMS[phase == _OLD])",
        "self._send(_RAMS[0])",
        test_display.test_after_every_refresh_both_rams_hold_what_is_shown,
    ),
    "ssd1683 ghosts are cleared in time": (
        " or self._ghosts >= _GHOSTS",
        "",
        test_display.test_after_25_partial_refreshes_comes_a_full_one,
    ),
    "ssd1683 the first refresh is full": (
        "        self._kept = False  # settings",
        "        self._kept = True  # settings",
        test_display.test_the_first_refresh_is_a_full_one_whatever_is_asked,
    ),
    "ssd1683 after sleep comes a reset": (
        "        self._kept = False  # BUSY stays",
        "        # BUSY stays",
        test_display.test_deep_sleep_takes_no_commands_and_the_next_wish_wakes_it,
    ),
    "ssd1683 a full refresh begins with a reset": (
        "if self._how == refreshes.FULL or not self._kept",
        "if not self._kept",
        test_display.test_a_full_refresh_heals_a_display_whose_settings_were_disturbed,
    ),
    "ssd1683 resets have their time": (
        "if waited <= _PAUSE_MS:",
        "if waited < 0:",
        test_display.test_the_reset_line_is_low_for_10_ms_and_10_more_pass_before_a_command,
    ),
    "mcp23017 three samples agree": (
        "differ = (closed ^ self._one) | (closed ^ self._two)",
        "differ = 0",
        test_expander.test_a_contact_shorter_than_the_debounce_is_nothing,
    ),
    "mcp23017 not two": (
        "differ = (closed ^ self._one) | (closed ^ self._two)",
        "differ = closed ^ self._one",
        test_expander.test_a_contact_shorter_than_the_debounce_is_nothing,
    ),
    "mcp23017 a knock is caught by its interrupt": (
        "closed |= brief &",
        "closed |= 0 &",
        test_expander.test_a_knock_is_one_event_though_it_is_never_sampled,
    ),
    "mcp23017 the interrupt line is looked at": (
        "(waited < self._wait and self.interrupt())",
        "waited < self._wait",
        test_expander.test_a_press_is_told_within_35_ms,
    ),
    "mcp23017 at rest it is left alone": (
        "(waited < self._wait and self.interrupt())",
        "False",
        test_expander.test_at_rest_it_reads_only_every_50_ms_and_in_one_transfer,
    ),
    "mcp23017 settings are looked at again": (
        "if self.lost or not self._is_set():",
        "if self.lost:",
        test_expander.test_an_expander_that_forgot_its_settings_gets_them_again,
    ),
    "mcp23017 settings are made whatever they were": (
        'i2c.writeto_mem(self.address, _IOCON, b"\\x40")',
        "pass",
        lambda: test_expander.test_settings_in_any_state_are_made_right(0x20),
    ),
    "mcp23017 and wherever they are": (
        'i2c.writeto_mem(self.address, _IOCON_IF_BANKED, b"\\x00")',
        "pass",
        lambda: test_expander.test_settings_in_any_state_are_made_right(0x80),
    ),
    "mcp23017 pull-ups come before interrupts": (
        'i2c.writeto_mem(self.address, _GPPUA, b"\\xff\\xff")',
        "pass",
        test_expander.test_a_key_held_since_before_the_start_is_pressed,
    ),
    "mcp23017 a failure is tried again": (
        "_FAILURES = const(3)",
        "_FAILURES = const(1)",
        test_expander.test_one_transfer_that_fails_is_tried_again_and_nobody_notices,
    ),
    "mcp23017 after some it is lost": (
        "_FAILURES = const(3)",
        "_FAILURES = const(1000000)",
        test_expander.test_an_unplugged_expander_is_lost_and_found_again,
    ),
    "mcp23017 a lost one is left alone": (
        "elif self.lost:",
        "elif False:",
        test_expander.test_an_unplugged_expander_is_lost_and_found_again,
    ),
    "mcp23017 nobody holds a lost one's keys": (
        "            self._hold(0)\n",
        "",
        test_expander.test_an_unplugged_expander_is_lost_and_found_again,
    ),
    "mcp23017 stuck keys are found": (
        "if self._seconds[bit] > _STUCK_S:",
        "if False:",
        test_expander.test_a_stuck_key_is_told_after_10_s_and_then_ignored,
    ),
    "mcp23017 and told apart when freed": (
        "elif self.stuck >> bit & 1:",
        "elif False:",
        test_expander.test_a_stuck_key_is_told_after_10_s_and_then_ignored,
    ),
    "ws2812 the current is limited": (
        "if self._sum * scale >> 8 > self._most:",
        "if False:",
        lambda: test_lights.test_all_lights_white_draw_no_more_than_the_limit(1000),
    ),
    "ws2812 by what brightness leaves": (
        "if self._sum * scale >> 8 > self._most:",
        "if self._sum > self._most:",
        test_lights.test_the_limit_counts_what_brightness_leaves,
    ),
    "ws2812 frames keep their distance": (
        "or ((now - self._since) & ticks.MASK) < _BETWEEN_MS",
        "",
        test_lights.test_two_frames_are_never_too_close,
    ),
    "ws2812 only changes are sent": (
        "        if change:\n",
        "        if True:\n",
        test_lights.test_a_frame_is_sent_only_if_something_changed,
    ),
    "flashlog what is programmed is read back": (
        "return OK if self._echo == data else BAD",
        "return OK",
        test_flashlog.test_a_torn_program_is_never_taken_for_a_whole_one,
    ),
    "flashlog what is erased is read": (
        "if page != _ERASED:",
        "if False:",
        test_flashlog.test_a_block_that_no_longer_erases_is_bad,
    ),
}
WHERE = {
    "ssd1683": (table_rig, "Display"),
    "mcp23017": (table_rig, "Expander"),
    "ws2812": (table_rig, "Lights"),
    "flashlog": (test_flashlog, "Log"),
}


@pytest.mark.parametrize("name", CHECKS)
def test_without_it_a_test_fails(name, monkeypatch):
    old, new, test = CHECKS[name]
    driver = name.split()[0]
    source = (FIRMWARE / "drivers" / f"{driver}.py").read_text()
    assert source.count(old) == 1, "the check is not where it was"
    weaker = ModuleType(f"weaker_{driver}")
    exec(compile(source.replace(old, new), weaker.__name__, "exec"), weaker.__dict__)
    test()
    user, used = WHERE[driver]
    monkeypatch.setattr(user, used, getattr(weaker, used))
    with pytest.raises(Exception):  # noqa: B017 (an assertion, a SimFault, a patience that ends)
        test()
