"""Run scenarios as tests, which fail with the message of `marcoria sim`."""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from marcoria.bdn import parse as bdn
from marcoria.bdn.replay import Replayer
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.write import Chronicle, hashed, text_of
from marcoria.errors import TableError
from marcoria.journal.reader import cells, open_image
from marcoria.scenarios.files import parse
from marcoria.scenarios.runner import Runner
from marcoria.scenarios.scenario import Scenario

# Type of the fixture `tell`: a function that runs the text of a scenario and returns the runner.
Tell = Callable[[str], Runner]


def play(scenario: Scenario, backend: str) -> None:
    """Run a scenario to its end; check that no chip was misused, and that BDN keeps all events."""
    runner = Runner(scenario, backend)
    try:
        runner.run()
        assert not runner.table.faults()
        _check_on_paper(runner)
    except TableError as error:
        pytest.fail(error.detail, pytrace=False)
    finally:
        runner.close()


def _check_on_paper(runner: Runner) -> None:
    """Check that the journal, exported to BDN and replayed, gives the same events."""
    name, files = runner.scenario.house, runner.scenario.files
    image = open_image(cells(runner.table))
    with TemporaryDirectory() as folder:
        own = Path(folder) / f"{name}.house"
        own.write_text(files.get(f"/bar/houses/{name}.house", ""), "utf-8")
        books = [str(own)] if own.stat().st_size else []
        deals = Chronicle(image, Rulebooks(books)).deals()
        text = "\n".join(text_of(hashed(deal)) for deal in deals)
    replay = Replayer(Rulebooks())  # reads the rules of a bar's own house from the text
    found = bdn.deals(BytesIO(text.encode()))
    played = [replay.play(deal) for deal in found if not deal.is_empty]
    happened = [(one.kind, one.seat, one.arg) for one in image.records if one.is_event]
    assert [event for one in played for event in one.events] == happened


def telling(name: str, backend: str, check: Callable[[Runner], None]) -> Iterator[Tell]:
    """Yield the function for a fixture `tell`; then pass each runner to `check` and close it."""
    runners = []

    def told(text: str) -> Runner:
        runner = Runner(parse(text, name), backend)
        runners.append(runner)
        runner.run()
        return runner

    yield told
    for runner in runners:
        check(runner)
        runner.close()
