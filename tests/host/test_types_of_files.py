"""Types of what comes from outside name the same fields as the checks at the border."""

import typing
from collections.abc import Mapping

from marcoria.board import file, profile
from marcoria.device import answers
from marcoria.device.answer import TableAnswer


def _differences(form: object, kind: object, where: str) -> list[str]:
    """Return where the form of a file and a type are not the same."""
    if typing.is_typeddict(kind):
        assert isinstance(form, Mapping), where
        fields = typing.get_type_hints(kind)
        if set(form) != set(fields):
            return [f"{where}: {sorted(set(form) ^ set(fields))}"]
        pairs = [(form[name], fields[name], f"{where}.{name}") for name in fields]
        return [one for pair in pairs for one in _differences(*pair)]
    if typing.get_origin(kind) is dict:
        assert isinstance(form, Mapping), where
        values = typing.get_args(kind)[1]
        pairs = [(inner, values, f"{where}.{name}") for name, inner in form.items()]
        return [one for pair in pairs for one in _differences(*pair)]
    if typing.get_origin(kind) is list:
        return [] if form == list(typing.get_args(kind)) else [where]
    return [] if form is kind or where.startswith("board.mechanics.") else [where]


def test_the_board_file_has_the_fields_of_its_type():
    assert _differences(profile._FORM, file.BoardFile, "board") == []
    whole = profile._profile_form()
    hints = typing.get_type_hints(file.Profile)
    small = {*profile.small.FORM, profile.small.KEYS}
    assert set(whole) | small == set(hints)
    pairs = [(whole[name], hints[name], f"profile.{name}") for name in whole]
    assert [one for pair in pairs for one in _differences(*pair)] == []


def test_a_difference_is_found():
    assert _differences({"label": str}, file.JournalSection, "x") == ["x: ['blocks']"]
    assert _differences({"label": str, "blocks": str}, file.JournalSection, "x") == ["x.blocks"]


def test_answers_have_the_fields_of_their_type():
    checked = {name for fields in answers._ANSWERS.values() for name in fields}
    checked |= {*answers._LINE, *answers._REFUSAL, "re"}
    assert checked == set(TableAnswer.__annotations__)
