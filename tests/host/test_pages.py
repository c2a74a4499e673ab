"""Pages of the display equal their approved pictures in every language, and no lines overlap.

`pytest tests/host/test_pages.py --record` stores the pages as approved. Look at the
pictures before you commit them.
"""

import itertools
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import cache

import pytest

import texts
from boot.recovery import TASKS
from codes.game import Endings, Events, Offences
from marcoria.paths import FIRMWARE, ROOT, TESTS
from marcoria.sim.view.canvas import png
from marcoria.sim.view.ocr import reader
from scenes import FIRST, HEIGHT, LANGUAGES, LATER, SCENES, WIDTH, Screen, crashed, ended, told
from test_words import number, said

GOLDEN = TESTS / "golden"
PICTURE = ROOT / "docs" / "pictures" / "pages.png"
# Pages of the picture in docs/play.md, two in each row.
_SHOWN = (
    (("idle", "en"), ("ready", "it")),
    (("first-round", "fr"), ("auction", "bg")),
    (("play-hanging", "pms"), ("refused", "en")),
    (("sheet-litige", "pms"), ("sheet-fines", "es")),
    (("menu", "en"), ("fani", "pms")),
)
_GAP = 12  # pixels between two pages
_MAT = b"\x8c"  # grey
_PAPER = b"\xea"
_INK = b"\x24"
_ROW = WIDTH // 8
_TALL = (24, 36, 76)  # heights of the fonts
_DEEP = (23, 36, 76)  # rows from the top of a line to the lowest ink of its letters
_APART = (22, 33, 76)  # fewest rows from the top of a line to the top of the next


@cache
def drawn(scene: str, language: str) -> Screen:
    """Return a scene with its page drawn in a language."""
    screen = SCENES[scene](language)
    screen.draw()
    return screen


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _png(pixels: bytes) -> bytes:
    """Return a black and white PNG of rows of 400 pixels."""
    rows = [pixels[at : at + _ROW] for at in range(0, len(pixels), _ROW)]
    header = struct.pack(">IIBBBBB", WIDTH, len(rows), 1, 0, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", data)
        + _chunk(b"IEND", b"")
    )


def _pixels(png: bytes) -> bytes:
    """Return the pixels of a PNG that `_png` has made."""
    at = png.index(b"IDAT")
    size = struct.unpack(">I", png[at - 4 : at])[0]
    data = zlib.decompress(png[at + 4 : at + 4 + size])
    step = _ROW + 1
    return b"".join(data[at + 1 : at + step] for at in range(0, len(data), step))


@pytest.mark.parametrize("picture", [*SCENES, *LATER])
def test_a_page_is_as_it_was_approved(picture, request):
    """A picture shows one scene in all FIRST languages, or all scenes in one LATER language."""
    pages = [(picture, one) for one in FIRST]
    if picture in LATER:
        pages = [(scene, picture) for scene in SCENES]
    pixels = b"".join(bytes(drawn(*page).buffer) for page in pages)
    path = GOLDEN / f"{picture}.png"
    if request.config.getoption("record"):
        GOLDEN.mkdir(exist_ok=True)
        path.write_bytes(_png(pixels))
    assert path.exists(), f"not approved yet: run with --record, then look at {path}"
    approved = _pixels(path.read_bytes())
    size = HEIGHT * _ROW
    for at, page in enumerate(pages):
        same = pixels[at * size : (at + 1) * size] == approved[at * size : (at + 1) * size]
        assert same, f"{' in '.join(page)} has changed: run with --record, see {path}"
    assert len(approved) == len(pixels)


def _contact_sheet() -> bytes:
    """Return the picture in docs/play.md: pages side by side, in the greys of e-paper, as PNG."""
    wide = 2 * WIDTH + 3 * _GAP
    rows = [_MAT * wide] * _GAP
    for pair in _SHOWN:
        pages = [bytes(drawn(scene, language).buffer) for scene, language in pair]
        for at in range(0, HEIGHT * _ROW, _ROW):
            row = _MAT * _GAP
            for page in pages:
                bits = int.from_bytes(page[at : at + _ROW])
                row += b"".join(
                    _PAPER if bits >> place & 1 else _INK for place in reversed(range(WIDTH))
                )
                row += _MAT * _GAP
            rows.append(row)
        rows += [_MAT * wide] * _GAP
    return png(wide, len(rows), b"".join(b"\0" + row for row in rows), 0)


def test_the_picture_in_the_docs_shows_the_current_pages(request):
    if request.config.getoption("record"):
        PICTURE.write_bytes(_contact_sheet())
    assert PICTURE.read_bytes() == _contact_sheet()


def test_each_approved_picture_has_its_scene():
    assert {path.stem for path in GOLDEN.glob("*.png")} == {*SCENES, *LATER}


_PAGES = list(itertools.product(SCENES, LANGUAGES))


def _what_is_wrong(check: Callable[[str, str], Iterable[str]]) -> list[str]:
    """Return the mistakes that a check finds in all scenes and languages."""
    return [f"{scene} in {to}: {wrong}" for scene, to in _PAGES for wrong in check(scene, to)]


def test_no_line_is_out_of_bounds_or_overlaps():
    assert _what_is_wrong(lambda scene, language: _collisions(drawn(scene, language))) == []


def _collisions(screen: Screen) -> Iterator[str]:
    """Yield a sentence for each line that is out of bounds and each pair of lines that touch."""
    lines = [line for line in screen.type.lines if line[0].strip()]
    if not lines:
        yield "nothing is drawn"
    for text, font, x, y, width, _ in lines:
        inside = x >= 0 and x + width <= WIDTH and y >= 0 and y + _DEEP[font] <= HEIGHT
        if not inside:
            yield f"{text!r} at {x}, {y}, {width} wide"
    for one, other in itertools.combinations(lines, 2):
        if one[1] == 2 and other[5] and other[3] < 76:
            continue  # a long sentence covers the scores
        apart = (
            one[2] + one[4] <= other[2]
            or other[2] + other[4] <= one[2]
            or one[3] + _APART[one[1]] <= other[3]
            or other[3] + _APART[other[1]] <= one[3]
        )
        if not apart:
            yield f"{one[0]!r} touches {other[0]!r}"


def test_names_of_24_letters_fit_every_page():
    assert _what_is_wrong(_with_long_names) == []


def _with_long_names(scene: str, language: str) -> Iterator[str]:
    screen = SCENES[scene](language)
    screen.type.speech.speak(language, ["Massimiliano Wittelsbach"] * 4)
    screen.draw()
    screen.type.clear()
    # The line between the scores has no names in this scene, so it may be cut off.
    if screen.type.cut and scene != "play-announced":
        yield f"cut off: {screen.type.cut}"
    yield from _collisions(screen)


def test_a_question_has_full_names_after_a_page_without_room():
    after, fresh = Screen("en"), Screen("en")
    for screen in (after, fresh):
        screen.type.speech.speak("en", ["Massimiliano Wittelsbach"] * 4)
    assert "Massimiliano Wittelsbach" not in " ".join(_words(after)), (
        "the names must be too long for this page"
    )
    for screen in (after, fresh):
        screen.ask(texts.IS_IT, texts.AGREE, texts.DECLINE).draw()
    assert "Massimiliano Wittelsbach" in " ".join(_words(fresh))
    assert after.buffer == fresh.buffer


@cache
def _tops() -> dict[str, int]:
    """Return the first row with ink of each letter of the small font, from the top of its line."""
    small = reader().fonts[_TALL[0]]
    return {glyph.letter: glyph.rows[0][0] for glyph in small if glyph.rows}


def test_no_accent_is_cut_off():
    assert _what_is_wrong(_cut_accents) == []


def _cut_accents(scene: str, language: str) -> Iterator[str]:
    for text, font, _, y, _, _ in drawn(scene, language).type.lines:
        if not font and y + min((_tops().get(letter, 0) for letter in text), default=0) < 0:
            yield text


def test_overlaps_and_lines_out_of_bounds_are_found():
    screen = SCENES["play"]("en")
    screen.draw()
    assert not list(_collisions(screen))
    line = next(line for line in screen.type.lines if line[0].strip())
    screen.type.lines.append(line)
    assert list(_collisions(screen)) == [f"{line[0]!r} touches {line[0]!r}"]
    screen.type.lines[-1] = (line[0], line[1], WIDTH, *line[3:])
    assert any("wide" in wrong for wrong in _collisions(screen))


def _black(screen: Screen, row: int) -> bool:
    """Return whether a row of pixels is all black."""
    return not any(screen.buffer[row * _ROW : (row + 1) * _ROW])


@pytest.mark.soak(keep=2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_letter_touches_the_upper_edge_of_its_black_band(language):
    """The accents of capital letters in the first line do not touch the edge either."""
    screen = Screen(language).score(620, 540)
    screen.type.speech.speak(language, ["Évrard Ängström", "Ñuño", "Йордан", "Jörg"])
    for name, text in said(language).items():
        if "|" in text:
            continue
        screen.say(number(name), 0, 27, 2, 26, number=1)
        screen.draw()
        lines = [line for line in screen.type.lines if line[5]]
        top = 0 if len(lines) > 3 else HEIGHT - 72
        assert _black(screen, top), text
        assert len(lines) > 3 or not _black(screen, top - 1), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_the_house_fits_its_black_band(language, monkeypatch):
    screen = Screen(language)
    # All tests of the process share the house object, so its name must be restored.
    monkeypatch.setattr(screen.table.match.house, "name", "Española, à être, üëй: gypq")
    screen.type.speech.play(screen.table.match.house)
    screen.draw()
    assert all(_black(screen, row) for row in (77, 78, 103)) and not _black(screen, 79)


@pytest.mark.soak(keep=2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_line_of_a_question_is_centred(language):
    for question in said(language):
        if "|" in said(language)[question]:
            continue
        screen = Screen(language).ask(number(question), *[texts.THIS_KEY] * 5)
        screen.draw()
        asked = [line for line in screen.type.lines if line[5]]
        for text, _, x, _, width, _ in asked:
            assert text == text.strip() and abs(2 * x + width - WIDTH) <= 1


def _crashes() -> Iterator[str]:
    """Yield the longest crash message for each file of the firmware, and an even longer one."""
    task = max(TASKS, key=len)
    for path in FIRMWARE.rglob("*.py"):
        last = len(path.read_text(encoding="utf-8").splitlines())
        yield f"{task} NotImplementedError {path.relative_to(FIRMWARE)}:{last}"
    yield f"{task} NotImplementedError {'/lib/python/asyncio' * 3}:1234"


@pytest.mark.soak(keep=2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_crash_can_be_read_above_the_sentence(language):
    for crash in _crashes():
        screen = crashed(language, crash)
        screen.draw()
        lines = [line for line in screen.type.lines if not line[5]]
        said = " ".join(line[0] for line in lines)
        assert said == crash or (
            len(crash) > 80 and said.replace(" ", "") == crash.replace(" ", "")
        )
        sentence = min(line[3] for line in screen.type.lines if line[5])
        assert lines[0][3] >= 0 and lines[-1][3] + _TALL[0] <= sentence, crash


def test_scores_are_76_pixels_high_and_the_contract_36():
    lines = {line[0]: line for line in drawn("play", "en").type.lines}
    assert lines["620"][1] == lines["540"][1] == 2
    assert next(line for text, line in lines.items() if "♥" in text)[1] == 1


def _words(screen: Screen) -> list[str]:
    """Draw the page, and return the texts of its lines."""
    screen.draw()
    return [line[0].strip() for line in screen.type.lines if line[0].strip()]


@pytest.mark.parametrize("house", ["french", "bulgarian", "espanola-2", "piedicavallo"])
def test_the_page_of_play_stays_the_same_within_a_trick(house):
    """Only the next trick changes the page, so the display is not refreshed for each card."""
    seen = []
    for plays in range(12):
        screen = Screen("en", house).score(120, 95)
        screen.deal(2, plays, "H" if house == "bulgarian" else "")
        screen.draw()
        seen.append(bytes(screen.buffer))
    players = screen.table.match.house.players
    tricks = [seen[at : at + players] for at in range(0, 12, players)]
    assert all(len({*trick}) == 1 for trick in tricks)
    assert len({trick[0] for trick in tricks}) == len(tricks)


def test_after_a_trick_the_page_names_the_winner_and_the_points():
    screen = Screen("en", "french").score(120, 95).deal(2, 4)
    match = screen.table.match
    taker = ("North", "East", "South", "West")[match.trick.seat]
    said = _words(screen)
    assert f"Trick 1 and lead: {taker}" in said
    assert [word for word in said if word[0] == "+"] == [f"+{n}" for n in match.tally.points]
    assert sum(match.tally.points) > 0
    first = _words(Screen("en", "french").deal(2, 0))
    assert "First lead: West" in first and "+0" in first and "dealt:\u00a0N" in first


def test_card_points_are_hidden_in_houses_where_players_count():
    for house in ("piedicavallo", "espanola-2", "espanola-4"):
        assert not [word for word in _words(Screen("en", house).deal(2, 8)) if word[0] == "+"]


def test_announcements_stay_on_the_page_of_play():
    said = " ".join(_words(SCENES["play-announced"]("en")))
    assert "E:\u00a0fifty W:\u00a0tierce hundred" in said
    screen = Screen("en", "french").tell(Events.DEAL, 0, 0).tell(Events.UPCARD, 0, 20)
    screen.tell(Events.BID, 3, 2).tell(Events.MELD, 3, 1)
    assert "W:\u00a0fifty" in _words(screen)


def test_a_litige_hangs_in_parentheses():
    texts = [line[0] for line in drawn("sheet-litige", "pms").type.lines]
    assert "(80)" in texts
    assert any(text.startswith("litige · ") for text in texts)
    assert "litige\u00a0(80)" in [line[0] for line in drawn("play-hanging", "pms").type.lines]


@pytest.mark.parametrize(
    ("why", "place"),
    [
        (Endings.TARGET, 0),
        (Endings.CALLED_OUT, 1),
        (Endings.AWARDED, 2),
        (Endings.STAKE, 3),
        (Offences.FALSE_CALL_OUT, 4),
        (Offences.REVOKE, 5),
        (Offences.OFFENCE, 5),
    ],
)
def test_the_last_page_says_why_the_match_has_ended(why, place):
    assert _words(ended("en", why))[-2:] == ["E-W wins the match!", _reasons()[place]]


def _reasons() -> list[str]:
    return said("en")["ended"].split("|")


def test_calling_out_against_zero_points_is_no_fani():
    screen = Screen("en", "espanola-4")
    screen.table.match.totals[:2] = [34, 0]
    screen.table.match.standing.won_by(0, Endings.CALLED_OUT)
    assert _words(screen)[-1] == _reasons()[1]


def test_an_old_journal_names_the_winner_without_a_reason():
    """Old journals store which side has won, but not the reason."""
    screen = Screen("en").score(1040, 870)
    screen.table.match.totals[7] = 0
    assert _words(screen)[-1] == "N-S wins the match!"


@pytest.mark.parametrize(
    ("message", "font", "count"),
    [
        ("Break", 1, 1),
        ("Bar & café", 0, 1),  # the font of 36 pixels has no &
        ("Щ" * 60, 0, 5),
        ("W" * 120, 0, 6),  # a seventh line does not fit
    ],
)
def test_a_message_is_shown_in_a_font_and_in_lines_that_fit(
    message: str, font: int, count: int
) -> None:
    screen = told("en", message)
    screen.draw()
    lines = [line for line in screen.type.lines if line[5]]
    assert [line[1] for line in lines] == [font] * count
    assert all(0 <= y <= HEIGHT - _DEEP[font] for _, _, _, y, _, _ in lines)
    assert (
        "".join(line[0] for line in lines).replace(": ", ":").startswith("Message:" + message[:4])
    )
