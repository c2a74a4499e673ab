"""The rules of a house in sentences for players.

`_PAGES` has the sentences for the keys of a house: one for each value, in the order of the key's
`choices` in `belote.housekeys`. A value with "" adds no sentence. A key whose value is a number
has one sentence with `{}` for the number, and may have a second one for the number 0. The keys
`capot_melds`, `capot_belote` and `reverse_melds` have no sentences.
"""

import textwrap
from collections.abc import Sequence

from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.housekeys import KEYS, Words
from marcoria.game.key_conditions import has_effect

_PAGES: dict[str, dict[str, tuple[str, ...]]] = {
    "The table": {
        "players": (
            "Four play, North and South against East and West, eight cards each.",
            "Two play, South and North, nine cards each; the other cards stay out.",
        ),
        "direction": (
            "Deal and play go to the right (counter-clockwise).",
            "Deal and play go to the left (clockwise).",
        ),
        "draw": (
            "The first dealer may be drawn: the lowest card deals.",
            "Partners may be drawn with an ace, a king, a queen and a jack: the jack deals with"
            " the king as partner, the ace leads.",
            "Four neighbouring cards of a suit may be drawn: the highest leads, the lowest deals,"
            " even cards play against odd.",
        ),
        "opening": ("", "The winners of the last match deal first."),
        "shuffle": (
            "The pack is shuffled before every deal.",
            "The pack is shuffled before the first deal only, then cut.",
            "The pack is never shuffled, only cut.",
        ),
        "packets": (
            "Everyone gets three cards and then two.",
            "Everyone gets three cards and then two, or two and then three.",
            "Everyone gets three cards and three more.",
        ),
        "rest": (
            "",
            "The rest is dealt starting with the taker.",
            "The rest is dealt starting with the player after the taker.",
        ),
        "next": (
            "The deal passes in turn.",
            "The side that scored more in the hand deals next. If nobody took, the deal passes to"
            " the other side.",
        ),
    },
    "The bidding": {
        "upcard": (
            "A card is turned up and goes to the taker.",
            "A card is turned up and stays on the table.",
            "No card is turned up.",
        ),
        "bidding": (
            "Each in turn takes the suit turned up or passes; then each may name another suit. All"
            " pass twice: the next player deals.",
            "Each in turn takes the suit turned up or passes; all pass: the cards are thrown in."
            " If the next deal is passed too, it gets a second round with any suit.",
            "Each in turn bids higher (clubs, diamonds, hearts, spades, no trumps, all trumps),"
            " doubles, redoubles or passes. The bidding ends when all others pass after a bid"
            " or a double.",
        ),
        "third": (
            "",
            "A third doubling counts eight times.",
            "A third doubling puts the whole match at stake.",
        ),
        "seven": (
            "",
            "The player with the seven of trump may exchange it for the card turned up, if that"
            " suit is trump.",
        ),
    },
    "Playing a card": {
        "plain": (
            "Trumps rank J 9 A T K Q 8 7, the other suits A T K Q J 9 8 7. Suit must be followed.",
            "Trumps rank J 9 A T K Q 8 7, the other suits A K Q J T 9 8 7. Suit must be followed.",
        ),
        "king": (
            "Trumps count J 20, 9 14, A 11, T 10, K 4, Q 3; plain cards A 11, T 10, K 4, Q 3, J 2;"
            " the last trick 10.",
            "Trumps count J 20, 9 14, A 11, T 10, K 10, Q 3; plain cards A 11, T 10, K 10, Q 3,"
            " J 2; the last trick 10.",
        ),
        "no_rise": (
            "When trump is led everyone who can plays a higher trump, the others any trump.",
            "When trump is led everyone who can plays a higher trump, the others their lowest.",
        ),
        "rise_partner": (
            "This is so even while the partner is winning.",
            "While the partner is winning any trump may be played.",
        ),
        "rise_plain": (
            "",
            "When another suit is led everyone who can plays higher in that suit.",
            "When another suit is led everyone who can plays higher in that suit, unless the"
            " partner is winning.",
        ),
        "cut": (
            "A player with none of the led suit must trump while an opponent is winning.",
            "A player with none of the led suit need not be the first to trump.",
        ),
        "overcut": (
            "If an opponent has trumped, this player must trump higher if able.",
            "If an opponent has trumped, this player need not trump.",
        ),
        "under": (
            "A player without a higher trump still plays a trump.",
            "A player without a higher trump may play any card.",
            "A player without a higher trump plays the lowest trump.",
        ),
        "partner": (
            "While the partner is winning, the player may play any card.",
            "While the partner is winning with a card of the led suit, the player may play any"
            " card; a partner's trump counts like an opponent's.",
            "Even while the partner is winning, the player must play a trump.",
            "Even while the partner is winning, the player must trump, and higher if able.",
        ),
        "over_partner": (
            "",
            "A trump on the partner's trump must be higher if the player has a higher one.",
        ),
    },
    "Melds": {
        "melds": (
            "Melds do not count.",
            "Melds are announced by kind before one's first card: four jacks 200, four nines 150,"
            " four aces, tens, kings or queens 100; a sequence of three 20, of four 50, of five or"
            " more 100.",
        ),
        "contest": (
            "The side with the best meld scores all its melds, the other side none.",
            "Fours of a kind compete with each other, and sequences with each other.",
            "The better four of a kind counts; a sequence counts only if the other side has no"
            " four of a kind.",
        ),
        "equal": (
            "If the best sequences of both sides are equal, neither side scores sequences.",
            "Of equal sequences the one in trump wins, then the one announced first.",
            "Of equal sequences the one in trump wins; else neither side scores sequences.",
        ),
        "eight": (
            "A sequence of eight counts 100.",
            "A sequence of eight counts 120.",
        ),
        "no_trump": ("", "At no trumps four aces count 200."),
        "counting_trick": (
            "",
            "A side that has won no trick with a card of value scores neither melds nor belote.",
        ),
    },
    "Belote": {
        "word": (
            "King and queen of trump in one hand count 20: 'belote' with the first of them,"
            " 'rebelote' with the second, said before the next card is played.",
            "King and queen of trump in one hand count 20: 'belote' with the king, 'rebelote' with"
            " the queen, said before the next card is played.",
            "King and queen of trump in one hand count 20: 'belote' with the queen, 'king of the"
            " belote' with the king, said before the next card is played.",
        ),
        "calls": ("Both cards must be called.", "One call is enough, with the first of the two."),
        "order": ("", "The king must be played before the queen."),
        "late": (
            "A late call is lost.",
            "A late call stands unless an opponent salts it with a rap on the table.",
        ),
        "belote_counts": ("Belote does not count towards the contract.", ""),
    },
    "The score": {
        "success": (
            "There is no contract: each side scores what it made.",
            "The taker's side must make more than the other.",
            "The taker's side must reach its quota.",
            "The taker's side must reach its quota and make more than the other.",
        ),
        "quota": ("The quota is {} points.",),
        "fail": (
            "If it fails, the defenders score {} for the cards.",
            "If it fails, the defenders score all card points of both sides.",
        ),
        "fail_melds": (
            "Each side then keeps its own melds.",
            "They then score the melds of both sides.",
        ),
        "fail_belote": ("Belote stays with its side.", "They also score every belote."),
        "capot_as": (
            "",
            "All tricks give a bonus.",
            "All tricks give a premium in place of the last trick's 10.",
        ),
        "capot": ("All tricks to the taker's side: {}.",),
        "reverse": ("All tricks to the other side: {}.",),
        "litige": (
            "On equal points the defenders score theirs; a later hand decides who gets the"
            " taker's points: they hang.",
            "On equal points the taker has failed.",
            "On equal points both sides score theirs.",
        ),
        "litige_belote": ("The taker's belote never hangs.", ""),
        "again": (
            "If points of an earlier hand still hang, both amounts hang together.",
            "If points of an earlier hand still hang, the defenders of the new tie get them.",
        ),
        "rounding": (
            "",
            "Scores are rounded to the nearest ten.",
            "Points are divided by ten and rounded to match points.",
        ),
        "nt": ("At no trumps everything counts {} times.",),
        "kirtik": ("A side that fails, loses a doubled hand or takes no trick loses {} points.",),
        "target": ("The match goes to {}.",),
        "end_capot": ("It cannot end on a hand in which one side took every trick.", ""),
    },
    "Conduct": {
        "call_out": (
            "",
            "A player who has just won a trick may call out. If the player's side has reached the"
            " target by then and does not fail in this hand, it wins the match, else it loses the"
            " match.",
            "A player whose side has won a trick of value may say that it has reached the"
            " target. If that is true, this side wins the match on the spot, else it loses the"
            " match.",
        ),
        "taken": (
            "After each trick the table says what each side has taken.",
            "The table says only after the hand what each side has taken.",
        ),
        "look": ("Players may look at the current trick and {} before it.",),
        "discipline": (
            "The last card may be taken back if an opponent agrees. Once an offence is proved, the"
            " other side decides what it costs.",
            "The last card may be taken back if an opponent agrees. Once an offence is proved, the"
            " other side decides what it costs.",
            "Some offences, such as a revoke, cost points.",
            "A wrong card, a false meld or a false belote loses the match.",
        ),
        "fine": ("The fine is {} points.",),
    },
}

_SENTENCES = {key: texts for page in _PAGES.values() for key, texts in page.items()}

# Sentences for rules that the players may agree to switch off. They appear only in the paragraph
# about what is left to the players.
_SWITCHED_OFF = {
    "third": "There is no third doubling.",
    "no_trump": "At no trumps four aces count nothing.",
    "kirtik": "There is no kirtik.",
}

# For each of these keys, the number with which the key adds no sentence.
_SILENT = {"quota": 0, "kirtik": 0, "nt": 1}
_WORDS = {key.name: key.choices.words for key in KEYS if isinstance(key.choices, Words)}


def explain(house: House, others: Sequence[tuple[str, House]] = ()) -> str:
    """Return the house's rules as text: its name, and then a paragraph for each subject.

    `others` are the variants that players may agree on. Each variant is a pair: the key that
    differs, and the house with another value for this key.
    """
    lines = [house.name, "=" * len(house.name)]
    for title, page in _PAGES.items():
        texts = [_sentence(house, key, sentences) for key, sentences in page.items()]
        lines += ["", title, textwrap.fill(" ".join(filter(None, texts)), 78)]
    if others:
        texts = ["Before a match they may agree otherwise."]
        texts += [
            _sentence(other, key, _SENTENCES[key]) or _SWITCHED_OFF[key]
            for key, other in others
            if _has_effect(key, other)
        ]
        lines += ["", "Left to the players", textwrap.fill(" ".join(texts), 78)]
    return "\n".join(lines)


def _sentence(house: House, key: str, sentences: tuple[str, ...]) -> str:
    """Return the sentence for a key's value in a house, "" if there is none."""
    value: int = getattr(house, key)
    if not _has_effect(key, house):
        return ""
    if key == "players":
        return sentences[value == 2]
    if "{}" in sentences[0]:
        if value == 0 and len(sentences) == 2:
            return sentences[1]
        return "" if _SILENT.get(key) == value else sentences[0].format(value)
    return sentences[value]


def _has_effect(key: str, house: House) -> bool:
    return has_effect(key, lambda other: _word(house, other))


def _word(house: House, key: str) -> str:
    return str(house.players) if key == "players" else _WORDS[key][getattr(house, key)]
