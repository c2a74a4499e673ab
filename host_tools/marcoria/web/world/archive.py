"""Finished deals of a journal, for the history that the browser keeps."""

from collections.abc import Iterator, Mapping

from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.tags import BROKEN_OFF
from marcoria.bdn.write import Chronicle, hashed, text_of
from marcoria.firmware.belote import choices
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import Outcomes, Phases
from marcoria.game.names import OUTCOMES, sides_of
from marcoria.journal.reader import JournalImage

_VOID = "void"  # a ruling has ended the deal, and may have given points
_KEPT = tuple(OUTCOMES.values()) + (BROKEN_OFF, _VOID)


def finished_deals(
    image: JournalImage, books: Rulebooks, about: Mapping[str, str], epoch: int, after: int
) -> Iterator[dict[str, object] | None]:
    """Yield the finished deals that were dealt after record `after`.

    Also yield None now and then, so that the caller can pause. `after` is the number of a record
    in the journal with this epoch. If `image` is of another journal, yield all its finished deals.
    Leave out the last deal while its result is not confirmed, because its last events can still be
    taken back. `about` has further tags for BDN.
    """
    last = after if image.epoch == epoch else -1
    chronicle = Chronicle(image, books)
    held, phase = None, Phases.READY
    for deal in chronicle.deals():
        yield held
        held = None
        if chronicle.book and deal.seq > last and deal.tags.get("Outcome") in _KEPT:
            game = chronicle.book.match
            deal.tags |= about
            held = {
                "epoch": image.epoch,
                "seq": deal.seq,
                "match": deal.match,
                "bdn": text_of(hashed(deal)),
                "made": _is_made(game, deal.tags["Outcome"]),
                "capot": _capot(game, deal.tags["Outcome"]),
            }
            phase = game.phase
    if phase != Phases.DONE:
        yield held


def _is_made(game: Match, outcome: str) -> bool | None:
    """Return whether the taker has made the contract.

    Return None if no contract can fail in this house, or if the deal was not played to its end.
    """
    if game.house.success == choices.SUCCESS_NONE or outcome in (BROKEN_OFF, _VOID):
        return None
    return outcome in (OUTCOMES[Outcomes.MADE], OUTCOMES[Outcomes.CAPOT])


def _capot(game: Match, outcome: str) -> str:
    """Return the side that has taken every trick, or "" if the outcome is no capot."""
    if outcome not in (OUTCOMES[Outcomes.CAPOT], OUTCOMES[Outcomes.REVERSE]):
        return ""
    return sides_of(game.house)[0 if game.score.tricks[0] else 1]
