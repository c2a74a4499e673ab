"""The type `TableAnswer` has exactly the fields that are checked in the answers of a table."""

from marcoria.device import answers
from marcoria.device.answer import TableAnswer


def test_answers_have_the_fields_of_their_type():
    checked = {name for fields in answers._ANSWERS.values() for name in fields}
    checked |= {*answers._LINE, *answers._REFUSAL, "re"}
    assert checked == set(TableAnswer.__annotations__)
