"""Faults during the enrolment of a deck; the tests need too many steps for scenario files.

The number in a test's name is a row of docs/faults.md.
"""

from collections.abc import Callable

from marcoria.scenarios.runner import Runner

_OPEN_ENROLMENT = """
- expect: {text: MENU starts a match, within: 20000}
- press: MENU
- expect: {text: What do you want to change, within: 9000}
- answer: S Enrol a new deck
"""
_START_MATCH = """
- expect: {text: MENU starts a match, within: 20000}
- press: MENU
- expect: {text: What do you want to change, within: 9000}
- answer: N Start the match
- expect: {text: I do, within: 6000}
- answer: N I do
- expect: {text: North shuffles and deals, within: 9000}
"""


def _lay(first: int, last: int) -> str:
    """Return the steps that lay the tags of cards `first` to `last` on South's pad in turn."""
    tags = [f"04C100000000{card:02X} S" for card in range(first, last + 1)]
    return "".join(f"- put: {tag}\n- wait: 400\n- lift: S\n- wait: 200\n" for tag in tags)


def test_fault_13_enrolment_interrupted(tell: Callable[[str], Runner]) -> None:
    """The power is cut after the twentieth card of a new deck. The next match is played with the
    old deck.
    """
    runner = tell(
        "steps:"
        + _OPEN_ENROLMENT
        + "- expect: {text: 'Lay 7♣ on any pad: card 1 of 32', within: 9000}\n"
        + _lay(1, 20)
        + "- expect: {text: 'Lay J♥ on any pad: card 21 of 32', within: 9000}\n"
        + "- cut_power\n- boot"
        + _START_MATCH
        + "- put: 9H N\n- expect: {journal: [boot, deal N, upcard N 9H], within: 6000}\n"
    )
    assert b"dead" not in runner.table.read("/bar/decks/bar.deck")


def test_fault_13_enrolment_goes_on(tell: Callable[[str], Runner]) -> None:
    """After a power cut the enrolment continues with the twenty-first card. The new deck becomes
    active when it has all 32 cards.
    """
    tell(
        "steps:"
        + _OPEN_ENROLMENT
        + "- expect: {text: 'Lay 7♣ on any pad: card 1 of 32', within: 9000}\n"
        + _lay(1, 20)
        + "- cut_power\n- boot"
        + _OPEN_ENROLMENT
        + "- expect: {text: 'Lay J♥ on any pad: card 21 of 32', within: 9000}\n"
        + _lay(21, 32)
        + "- expect: {text: 'The deck deck-1 is complete, and is used from now on', within: 9000}"
        + _START_MATCH
        + "- put: 04C10000000013 N\n- expect: {journal: [deal N, upcard N 9H], within: 6000}\n"
    )
