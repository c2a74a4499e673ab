"""Actions of people in the simulator: cards, keys, raps and power cuts."""

import pytest

from board import LIGHTS_PIN
from boards import Cpython
from marcoria.sim.chips.contacts import DIRECTOR_KEYS, SEAT_KEYS, SEATS, key_name
from marcoria.sim.chips.prices import KEY_BOUNCE

pytestmark = pytest.mark.pins


@pytest.fixture
def world():
    return Cpython(seed=3).world


def edges_of(world, name):
    seen = []
    net = world.keys.nets[name]
    net.watch(lambda level: seen.append((world.clock.now, level)))
    return seen


def test_a_deck_has_32_different_uids_of_7_bytes(world):
    uids = world.pads.deck
    assert len(uids) == 32 == len(set(uids.values()))
    assert {len(uid) for uid in uids.values()} == {7} and "TH" in uids


def test_cards_lie_on_pads(world):
    world.put("7H", "S")
    world.put("AS", "S")
    world.put("04112233445566", "N")
    assert world.cards() == {"N": ["04112233445566"], "E": [], "S": ["7H", "AS"], "W": []}
    assert len(world.fields["S"].tags) == 2
    assert world.fields["N"].tags[0].uid == bytes.fromhex("04112233445566")
    with pytest.raises(ValueError):
        world.put("7H", "S")
    world.lift("7H")
    assert world.cards()["S"] == ["AS"]
    world.lift("S")
    world.lift("N")
    assert not any(world.cards().values())
    assert not any(field.tags for field in world.fields.values())
    for nonsense in ("7X", "0x", ""):
        with pytest.raises(ValueError):
            world.put(nonsense, "S")
        with pytest.raises(ValueError):
            world.pads.bleed(nonsense, "S", 0.5)
    assert not any(world.cards().values()) and not world.pads.bled


def test_a_deck_may_be_given():
    world = Cpython(deck={"7H": b"\x01\x02\x03\x04"}).world
    world.put("7H", "E")
    assert world.fields["E"].tags[0].uid == b"\x01\x02\x03\x04"


def test_a_neighbours_card_is_read_until_it_is_lifted(world):
    world.put("7H", "S")
    world.pads.bleed("7H", "E", 0.5)
    assert len(world.fields["E"].tags) == 1 and world.cards()["E"] == []
    world.lift("7H")
    assert not world.fields["E"].tags and not world.fields["S"].tags


def test_every_key_has_a_net_of_its_own(world):
    names = [f"{seat} {key}" for seat in SEATS for key in SEAT_KEYS] + list(DIRECTOR_KEYS)
    assert sorted(world.keys.nets) == sorted(names)
    assert len({id(net) for net in world.keys.nets.values()}) == 32


def test_keys_by_their_names():
    assert key_name("♥", "S") == key_name("H", "S") == "S H"
    assert key_name("MENU") == "MENU"
    for wrong in (("H", None), ("MENU", "S"), ("H", "X"), ("H", ""), ("X", "S")):
        with pytest.raises(ValueError):
            key_name(*wrong)


def test_a_key_bounces_for_at_most_5_ms(world):
    longest, most = 0, 0
    for name in ("S PASS", "N C", "W CALL", "MENU"):
        seen = edges_of(world, name)
        for _ in range(20):
            seen.clear()
            began = world.clock.now
            world.keys.press(name, 100)
            world.wait(200_000)
            assert seen[0] == (began, 0) and world.keys.nets[name].level is None
            down = [at for at, _ in seen if at < began + 50_000]
            up = [at for at, _ in seen if at >= began + 100_000]
            assert down and up and len(down) % 2 == len(up) % 2 == 1
            longest = max(longest, down[-1] - began, up[-1] - began - 100_000)
            most = max(most, len(seen))
    assert 1_000 < longest <= KEY_BOUNCE and most > 4


def test_a_key_can_be_held_or_stuck(world):
    world.hold("♠", "N")
    assert world.keys_down() == ["N S"]
    world.wait(10_000)
    assert world.keys.nets["N S"].level == 0
    world.release("♠", "N")
    world.keys.stick("S PASS")
    world.press("PASS", "S", 50)
    world.wait(1_000_000)
    assert world.keys.nets["S PASS"].level == 0 and world.keys_down() == ["S PASS"]
    world.keys.free("S PASS")
    world.wait(10_000)
    assert world.keys.nets["S PASS"].level is None


def test_an_unknown_key_is_refused_and_not_noted(world):
    for act in (world.keys.hold, world.keys.stick, world.keys.cut_wire, world.keys.rap):
        with pytest.raises(ValueError, match="no key S DOOR"):
            act("S DOOR")
    assert not world.keys.down | world.keys.stuck | world.keys.cut


def test_a_rap_is_a_few_short_contacts(world):
    seen = edges_of(world, "E RAP")
    world.rap("E")
    world.wait(100_000)
    lows = [at for at, level in seen if level == 0]
    assert 4 <= len(lows) <= 6 and lows[-1] - lows[0] < 25_000
    lengths = [b[0] - a[0] for a, b in zip(seen[::2], seen[1::2], strict=True)]
    assert max(lengths) < 4_000


def test_all_random_numbers_depend_on_the_seed():
    def story(seed):
        world = Cpython(seed=seed).world
        seen = edges_of(world, "S H")
        for _ in range(5):
            world.press("H", "S")
            world.rap("S")
            world.wait(300_000)
        return seen, world.pads.deck, world.processor.unique_id

    assert story(4) == story(4)
    assert story(4)[0] != story(5)[0] and story(4)[1] != story(5)[1]


def test_a_power_cut_clears_the_chips_but_not_flash_cards_and_paper(world):
    world.processor.flash_write(1, 0, b"\x42")
    world.put("7H", "S")
    paper = world.screen()
    world.processor.pin_mode(LIGHTS_PIN, 1, None)
    world.processor.bits(LIGHTS_PIN, b"\x20" * 96)
    world.wait(10_000)
    world.processor.i2c_write(0, 0x20, b"\x0c\x55")
    world.cut_power()
    assert not world.power and world.gpio.modes[LIGHTS_PIN] == 0
    assert world.colours()["S"] == [(0, 0, 0)] * 8
    assert not world.processor.i2c_read(0, 0x20, bytearray(1))
    assert not world.processor.flash_write(1, 1, b"\0")
    world.power_on()
    world.wait(100_000)
    data = bytearray(1)
    world.processor.i2c_write(0, 0x20, b"\x0c", False)
    world.processor.i2c_read(0, 0x20, data)
    assert data == b"\0"
    world.processor.flash_read(1, 0, data)
    assert data == b"\x42" and world.cards()["S"] == ["7H"] and world.screen() == paper
    world.faults.check()


def test_a_restart_of_the_processor_does_not_reset_the_chips(world):
    world.processor.i2c_write(0, 0x20, b"\x0c\x55")
    world.processor.pin_mode(LIGHTS_PIN, 1, None)
    world.processor.restart("hard")
    data = bytearray(1)
    world.processor.i2c_write(0, 0x20, b"\x0c", False)
    world.processor.i2c_read(0, 0x20, data)
    assert (
        data == b"\x55"
        and world.gpio.modes[LIGHTS_PIN] == 0
        and world.processor.reset_cause == "hard"
    )
