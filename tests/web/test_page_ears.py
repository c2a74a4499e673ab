"""The live region announces every event of a whole deal."""

import re
from collections import Counter

import pytest

from page_hand import Mouse
from page_play import Play

# Keep each sentence when it appears, because the live region itself drops old sentences.
_HEAR = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) window.heard.push(node.textContent);
    }
  }).observe(document.querySelector("[aria-live=polite][role=log]"), { childList: true });
}"""
_SEATS = "North|East|South|West"
_CARD = rf"({_SEATS}): (\w+ of (?:clubs|diamonds|hearts|spades))\."


@pytest.mark.soak
def test_the_live_region_reads_out_a_whole_deal(sit) -> None:
    hand = sit(Mouse, house="salotto", bots="NEW")
    hand.page.evaluate(_HEAR)
    hand.pace("4")
    play = Play(hand)
    play.on(lambda: hand.state("score") != "0:0")
    hand.page.wait_for_function("window.heard.some((said) => said.includes('Score: '))")
    heard = " ".join(hand.page.evaluate("window.heard"))
    plays = re.findall(_CARD, heard)
    counted = Counter(card for _, card in plays)
    assert len(plays) == len(counted) == 32, (counted.most_common(1), heard)
    tricks = re.findall(rf"({_SEATS}) takes the trick, (\d+) points", heard)
    assert len(tricks) == 8
    assert len(re.findall(r"Turned up: \w+ of \w+\.", heard)) == 1
    (trump,) = re.findall(rf"Trump is (\w+), taken by ({_SEATS})\.", heard)
    assert trump[0] in ("clubs", "diamonds", "hearts", "spades")
    # The live region must announce each player's turn before his card.
    turns = [found[0] for found in re.findall(rf"({_SEATS}) to play\.", heard)]
    assert {seat for seat, _ in plays} == set(_SEATS.split("|"))
    _each_is_announced(heard)
    assert len(turns) >= 32
    one, other = hand.state("score").split(":")
    assert f"Score: North and South {one}, East and West {other}, to " in heard
    assert re.search(r"It brings North and South \d+, East and West \d+\.", heard)


def _each_is_announced(heard: str) -> None:
    """Check that the next card after a sentence such as "West to play." is that player's."""
    turn = ""
    for sentence in re.finditer(rf"({_SEATS}) to play\.|{_CARD}", heard):
        if sentence[1]:
            turn = sentence[1]
        elif turn:
            assert sentence[2] == turn, heard[max(0, sentence.start() - 200) : sentence.end()]
            turn = ""
