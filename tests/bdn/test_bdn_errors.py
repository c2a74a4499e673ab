"""Each mistake in a BDN file is reported in one sentence with line and column."""

import io
import json
import re
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import testenv
from bdnkit import evening, read, replayed, written
from marcoria.bdn.model import PaperError
from marcoria.bdn.parse import deals
from marcoria.bdn.replay import Replayer
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.twin import load
from marcoria.bdn.write import hashed, text_of
from marcoria.game.houses import open_house
from marcoria.game.houses import text_of as house_text
from random_houses import Random

TYPED = """\
[House "piedicavallo"]
[Dealer "W"]
[Deal "N:KQ.T8.Q.AJ9 A.J9.87.KQT J.AKQ.T9.87 T987.7.AKJ."]
[Auction "S"]
H
[Play "S"]
1 S: AH 9H 8H 7H
2 E: QC JC 7S 7C
3 E: JH TH KD QH
4 E: 8D QD JD TD
5 S: 9D 7D AC AD
6 W: TS JS AS KS
7 E: KC 9C 8S 8C
8 E: TC QS 9S KH
[Score "NS:0 EW:230"]
"""


def _fault(text: str | bytes) -> PaperError:
    with pytest.raises(PaperError) as caught:
        replayed(text)
    return caught.value


def _with(old: str, new: str) -> str:
    assert TYPED.count(old) == 1
    return TYPED.replace(old, new)


def test_the_typed_deal_is_correct() -> None:
    answer = replayed(TYPED)[0].answer()
    assert answer["score"] == {"NS": 0, "EW": 230}
    assert answer["outcome"] == "failed" and answer["offences"] == []


MISTAKES = {
    "an unknown card": ("QC JC 7S 7C", "QC JX 7S 7C", 8, 9, "'JX' is not a card"),
    "an unknown rank in a hand": ("J.AKQ.T9", "J.AKB.T9", 3, 38, "'B' is not a rank"),
    "a card twice in the hands": ("A.J9.87", "A.T9.87", 3, 24, "TH appears twice, at N and at E"),
    "31 cards": ("KQ.T8.Q.AJ9", "KQ.T8.Q.AJ", 3, 10, "N has 7 cards and needs 8"),
    "a missing hand": (" T987.7.AKJ.", "", 3, 10, "four hands"),
    "three suits": ("KQ.T8.Q.AJ9", "KQ.T8.QAJ9", 3, 10, "four suits"),
    "a card twice in the play": ("5 S: 9D 7D", "5 S: 9D QD", 11, 9, "QD was laid before, by N"),
    "a card laid before": ("6 W: TS", "6 W: AD", 12, 6, "AD was laid before, by W"),
    "a card of another hand": ("1 S: AH 9H", "1 S: AH 8H", 7, 9, "8H is in the hand of N"),
    "a trick out of order": ("2 E: QC JC 7S 7C\n3 E: JH", "3 E: JH", 8, 1, "this is trick 2"),
    "a wrong leader": ("4 E: 8D", "4 N: 8D", 10, 3, "E has won trick 3 and leads, not N"),
    "a trick of three": (" QH\n", "\n", 9, 14, "trick 3 has only 3 cards"),
    "two tricks on a line": ("7H\n2 E: ", "7H ", 7, 18, "begins on a new line"),
    "a wrong score": ("NS:0 EW:230", "NS:10 EW:220", 15, 9, "the cards make 'NS:0 EW:230'"),
    "a score of words": ("NS:0 EW:230", "a lot", 15, 9, "Score says 'a lot'"),
    "an illegal bid": ("]\nH\n", "]\nNT\n", 5, 1, "this call is not allowed in this house"),
    "an unknown bid": ("]\nH\n", "]\nhearts\n", 5, 1, "'hearts' is not a card, a call"),
    "a bid in another suit than the upcard": ("]\nH\n", "]\n7C H\n", 5, 4, "the suit turned up"),
    "an unknown house": ('"piedicavallo"', '"piedicavalo"', 1, 9, "is not known here"),
    "an unknown seat": ('"W"', '"X"', 2, 10, "'X' is not a seat of this house"),
    "a dealer that does not fit": ('"W"', '"E"', 4, 11, "E has dealt, so N is first"),
    "a tag twice": ('[Dealer "W"]', '[Dealer "W"]\n[Dealer "W"]', 3, 1, "appears twice"),
    "a tag without its end": ('[Dealer "W"]', '[Dealer "W"', 2, 12, "ends with a quote"),
    "a tag without quotes": ('[Dealer "W"]', "[Dealer W]", 2, 8, "must be in quotes"),
    "quotes that are not closed": ('[Dealer "W"]', '[Dealer "W', 2, 11, "are not closed"),
    "a tag without a name": ('[Dealer "W"]', '["W"]', 2, 2, "begins with its name"),
    "a slip in a tag": ("[Dealer", "[Daeler", 1, 1, "the tag Dealer is missing"),
    "a wrong letter in a tag": ("[Dealer", "[Dealar", 2, 6, "write Dealer"),
    "no dealer": ('[Dealer "W"]\n', "", 1, 1, "the tag Dealer is missing"),
    "no house": ('[House "piedicavallo"]\n', "", 1, 1, "the tag House is missing"),
    "no auction": ('[Auction "S"]\nH\n', "", 1, 1, "the section Auction is missing"),
    "no hands": (
        '[Deal "N:KQ.T8.Q.AJ9 A.J9.87.KQT J.AKQ.T9.87 T987.7.AKJ."]\n',
        "",
        3,
        11,
        "Deal",
    ),
    "words of no section": ('[Auction "S"]\n', "", 4, 1, "belongs to no section"),
    "an invisible letter": ("8D QD", "8D \u200bQD", 10, 9, "is not a card"),
    "a control character": ("8D QD", "8D \x07QD", 10, 9, "an invisible character"),
    "a NUL": ("8D QD", "8D \0QD", 10, 9, "NUL"),
    "a very long line": ("8D QD", "8D " + " " * 5000 + "QD", 10, 4096, "more than 4096"),
    "a play cut off": ("7 E: KC 9C 8S 8C\n8 E: TC QS 9S KH\n", "", 13, 9, "unfinished after 24"),
    "an unknown act": ("1 S: AH", "1 S: S.sings AH", 7, 6, "is not an act"),
    "an act at a wrong time": ("3 E: JH", "3 E: S.tierce JH", 9, 6, "too late in the deal"),
    "a deal inside a deal": ("3 E: JH", "3 E: W.event=4/0 JH", 9, 6, "its own tags"),
    "an unknown announcement": (
        '"W"]',
        '"W"]\n[Announce "S.song"]',
        3,
        12,
        "not an announcement",
    ),
    "a later version": ('[House "p', '[BDN "2.0"]\n[House "p', 1, 7, "BDN 2.0"),
    "malformed points": ('"W"]', '"W"]\n[Points "12-3"]', 3, 10, "such as NS:0 EW:0"),
    "a wrong target": ('"W"]', '"W"]\n[Target "many"]', 3, 10, "a number from 1 to 9999"),
    "an unknown discipline": ('"W"]', '"W"]\n[Discipline "hang"]', 3, 14, "refuse, warn"),
    "other rules": ('"W"]', '"W"]\n[Mark "0000"]', 3, 8, "not the rules of the deal"),
    "a choice not left open": ('"W"]', '"W"]\n[Agreed "melds: off"]', 3, 10, "cannot be chosen"),
    "wrong rules": ('"W"]', '"W"]\n[Rules "players: 5"]', 3, 9, "players"),
    "a wrong contract": ('"W"]', '"W"]\n[Contract "S"]', 3, 12, "the cards make 'H'"),
    "wrong tricks": ('"W"]', '"W"]\n[Tricks "NS:3 EW:5"]', 3, 10, "'NS:2 EW:6'"),
    "an unproved offence": ('"W"]', '"W"]\n[Offences "E:revoke:9H@2/2"]', 3, 12, "make none"),
    "an empty hash": ("EW:230", 'EW:230"]\n[Hash "', 16, 8, "was changed after"),
    "a malformed hash": ("EW:230", 'EW:230"]\n[Hash "!"]\n[Note "x', 16, 8, "a hash is"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_reported_with_its_place(name: str) -> None:
    old, new, line, column, told = MISTAKES[name]
    fault = _fault(_with(old, new))
    assert told in fault.detail, fault.detail
    assert (fault.line, fault.column) == (line, column), fault.detail


def test_encodings_other_than_utf8_are_refused() -> None:
    accents = TYPED.replace("[Dealer", '[North "Zoë"]\n[Dealer')
    fault = _fault(accents.encode("latin-1"))
    assert (fault.line, fault.column) == (2, 11) and "UTF-8" in fault.detail
    fault = _fault(TYPED.encode("utf-16"))
    assert (fault.line, fault.column) == (1, 1) and "UTF-16" in fault.detail


@pytest.mark.parametrize(
    "set_so",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace(" ", "\t").replace('"NS:0\t', '"NS:0 '),
        lambda text: text.rstrip(),
        lambda text: "\n\n" + text + "\n\n",
        lambda text: "; by hand\n" + text.replace("7H\n", "7H ; all trumps\n"),
        lambda text: re.sub(r"\d [NESW]: ", "", text),
        lambda text: text.replace("TH", "10H").replace("qd", "QD"),
        lambda text: text.replace("]\n[D", "] [D"),
        lambda text: text.replace("N:KQ", "n:  kq").replace(" A.J9", "   A.J9"),
        lambda text: text.replace("]\nH\n", "]\nKH H\n"),
        lambda text: text.replace("]\nH\n", "]\n7C PASS Pass pass pass h\n").replace('"S"', '""'),
        lambda text: text.replace("AH 9H 8H 7H", "AH 9H\n  8H 7H"),
        lambda text: text.replace("NS:0 EW:230", "EW:230  NS:0"),
    ],
)
def test_variants_of_typing_and_editors_are_understood(set_so: Callable[[str], str]) -> None:
    text = set_so(TYPED)
    if "\t" in text:
        text = text.replace(TYPED.splitlines()[2].replace(" ", "\t"), TYPED.splitlines()[2])
        text = re.sub(r'Deal\t"([^"]*)"', lambda m: m.group(0).replace("\t", " "), text)
    assert replayed(text)[0].answer()["score"] == {"NS": 0, "EW": 230}


def test_a_deal_cut_off_anywhere_is_reported() -> None:
    """A deal that is cut off has no score or the right score, or an error names a line of it."""
    book = Rulebooks().book("french")
    text = written(book, evening(book, Random(11)))
    deal = text[: text.index("\n\n") + 1]
    scores = [played.answer()["score"] for played in replayed(deal)]
    assert scores != [None]
    for end in range(3, len(deal), 7):
        try:
            found = [played.answer()["score"] for played in replayed(deal[:end])]
        except PaperError as fault:
            assert 1 <= fault.line <= deal.count("\n"), (end, fault.detail)
        else:
            assert found in ([], [None], scores), (end, found)


def test_a_missing_hash_after_hashed_deals_is_a_cut_off_file() -> None:
    book = Rulebooks().book("french")
    text = written(book, evening(book, Random(11)))
    cut = text[: text.rindex("[Hash")]
    fault = _fault(cut)
    assert "cut off" in fault.detail
    assert fault.line == cut.count("\n")


@pytest.mark.parametrize("more", ['[Note "x"]', "N.undo", "; by hand"])
def test_nothing_may_follow_the_hash_of_a_deal(more: str) -> None:
    book = Rulebooks().book("french")
    text = written(book, evening(book, Random(11)))
    fault = _fault(f"{text}{more}\n")
    assert "nothing may follow Hash" in fault.detail
    assert (fault.line, fault.column) == (text.count("\n") + 1, 1)


def _changed(data: bytes, rng: Random) -> tuple[int, bytes]:
    """Return the index of a random byte, and the data with that byte changed."""
    place = rng.randrange(len(data))
    other = (data[place] + 1 + rng.randrange(255)) & 255
    return place, data[:place] + bytes([other]) + data[place + 1 :]


def test_one_byte_changed_anywhere_is_found_and_located() -> None:
    rng = Random(testenv.SEED)
    book = Rulebooks().book("bulgarian")
    deal = written(book, evening(book, Random(testenv.SEED % 1000), 200))
    data = deal.replace("[House", '[North "Zoë Ж"]\n[House').encode()
    data = "\n".join(_rehashed(data.decode())).encode()
    assert replayed(data)
    tries, misplaced = 3000 if testenv.SOAK else 150, []
    for _ in range(tries):
        place, lie = _changed(data, rng)
        fault = _fault(lie)
        line = data[:place].count(b"\n") + 1
        start = data.rfind(b"\n", 0, place) + 1
        column = len(data[start:place].decode("utf-8", "ignore")) + 1
        where = (place, data[place], lie[place], fault.line, fault.column, fault.detail)
        assert line <= fault.line <= line + 1, where
        if fault.line == line and data[place] != 10 and abs(fault.column - column) > 1:
            misplaced.append(where)
    # The error names a character in which a change of one byte makes the 24-bit checksum right.
    # Rarely this also works in a character that was not changed, and that one is found first.
    assert len(misplaced) <= 1 + tries // 300, misplaced


def _rehashed(text: str) -> list[str]:
    bare = "\n".join(line for line in text.split("\n") if not line.startswith("[Hash"))
    return [text_of(hashed(deal)) for deal in read(bare)]


def test_a_dealer_that_contradicts_the_previous_deal_is_refused() -> None:
    first, second = TYPED.replace("[Dealer", '[Board "1"]\n[Dealer'), TYPED
    fault = _fault(first + "\n" + second.replace("[Dealer", '[Board "2"]\n[Dealer'))
    assert (fault.line, fault.column) == (20, 10) and "Dealer does not continue" in fault.detail
    assert len(replayed(first + "\n" + second)) == 2


def test_points_that_contradict_the_previous_deal_are_refused() -> None:
    first = TYPED.replace("[Dealer", '[Board "1"]\n[Dealer')
    tags = '[Board "2"]\n[Dealer "S"]\n[Points "NS:0 EW:230"]'
    second = TYPED.split("[Auction")[0].replace('[Dealer "W"]', tags)
    assert len(replayed(f"{first}\n{second}")) == 2
    fault = _fault(f"{first}\n{second.replace('NS:0 EW:230', 'NS:5 EW:5')}")
    assert (fault.line, fault.column) == (21, 10) and "Points does not continue" in fault.detail


def test_a_default_that_contradicts_the_previous_deal_is_refused() -> None:
    tags = TYPED.split("[Auction")[0]
    first = tags.replace("[Dealer", '[Board "1"]\n[Dealer') + '[Auction "S"]\n' + "pass " * 8
    second = tags.replace('[Dealer "W"]', '[Board "2"]\n[Dealer "S"]')
    assert len(replayed(f"{first}\n\n{second}")) == 2
    fault = _fault(f'{first}\n\n{second}[ThrownIn "no"]\n')
    assert "ThrownIn does not continue" in fault.detail
    assert len(replayed(f'{first}\n\n{second}[ThrownIn "yes"]\n')) == 2


def test_rules_of_one_deal_do_not_change_a_house_of_the_table() -> None:
    rules = open_house("piedicavallo")
    lines = house_text("piedicavallo").split("\n")
    own = "; ".join(line for line in lines if ": " in line and line[:5] != "name:")
    own = own.replace("rise_partner: must", "rise_partner: free")
    first, second = _with("[Dealer", f'[Rules "{own}"]\n[Dealer'), TYPED
    played = replayed(f"{first}\n{second}")
    assert [one.game.house.mark == rules.mark for one in played] == [False, True]


def _any_text(text: str | bytes) -> None:
    """Check that a text gives a result, or an error with line and column, within five seconds."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    started = time.process_time()
    try:
        replay = Replayer(Rulebooks())
        for deal in deals(io.BytesIO(data)):
            played = replay.play(deal)
            if deal.is_dealt:
                played.answer()
    except PaperError as fault:
        lines = data.count(b"\n") + 1
        assert 1 <= fault.line <= lines and fault.column >= 1, fault.detail
    assert time.process_time() - started < 5


def test_texts_without_bounds_are_refused_quickly() -> None:
    """A deal with too many undos or lines is refused, and not all of 299 houses stay in memory."""
    undone = TYPED.replace("AH 9H", "AH S.undo " * 3000 + "AH 9H")
    for text, told in ((undone, "more than 4"), (TYPED + "; \n" * 3000, "2000 lines")):
        started = time.process_time()
        assert told in _fault(text).detail
        assert time.process_time() - started < 5
    books = Rulebooks()
    replay = Replayer(books)
    rules = "players: 4; packets: 3+2; upcard: taken; bidding: suit; success: more; quota: 0; "
    rules += "fail: 162; capot_as: value; litige_belote: own; target: "
    bar = TYPED.replace("piedicavallo", "bar").replace("[Score", "[Cards").partition("[Cards")[0]
    for number in range(1, 300):
        (deal,) = read(f'{bar}[Rules "{rules}{number}"]\n')
        replay.play(deal)
    assert len(books.found) < 210


_PIECES = TYPED.split(" ") + re.findall(r"\S+", TYPED) + ["\n", "\n\n", '"', "[", "]", "S.back"]
_EXAMPLES = 5000 if testenv.SOAK else 150


@settings(max_examples=_EXAMPLES, deadline=None, database=None)
@given(st.binary(max_size=2000))
def test_random_bytes_give_a_result_or_an_error(data: bytes) -> None:
    _any_text(data)


@settings(max_examples=_EXAMPLES, deadline=None, database=None)
@given(st.lists(st.sampled_from(_PIECES) | st.text(max_size=3), max_size=200).map(" ".join))
def test_random_pieces_give_a_result_or_an_error(text: str) -> None:
    _any_text(text)


@settings(max_examples=_EXAMPLES, deadline=None, database=None)
@given(st.data())
def test_shuffled_lines_of_a_deal_give_a_result_or_an_error(data: st.DataObject) -> None:
    """The lines of a valid deal are shuffled and some of its words are replaced."""
    lines = TYPED.splitlines()
    for _ in range(data.draw(st.integers(1, 4))):
        line = data.draw(st.integers(0, len(lines) - 1))
        words = lines[line].split(" ")
        words[data.draw(st.integers(0, len(words) - 1))] = data.draw(st.sampled_from(_PIECES))
        lines[line] = " ".join(words)
        other = data.draw(st.integers(0, len(lines) - 1))
        lines[line], lines[other] = lines[other], lines[line]
    _any_text("\n".join(lines))


@settings(max_examples=_EXAMPLES, deadline=None, database=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda more: (
            st.lists(more, max_size=4)
            | st.dictionaries(st.sampled_from(["Deal", "Play", "Note", "House", "x"]), more)
        ),
        max_leaves=12,
    )
)
def test_random_json_gives_deals_or_an_error(value: object) -> None:
    for text in (json.dumps(value), json.dumps({"bdn": "1.0", "deals": [value]})):
        try:
            list(load(io.BytesIO(text.encode())))
        except PaperError as fault:
            assert fault.detail
