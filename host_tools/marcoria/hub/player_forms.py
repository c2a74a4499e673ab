"""Forms of the page of players: to choose or delete a nickname, to sit down and to stand up."""

import asyncio
import time
from collections.abc import Callable
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from marcoria.hub.player_page import ERASED, OF, PATH, TOLD, TYPED, path_of_players
from marcoria.hub.players import PlayerError, PlayerStore
from marcoria.hub.request_facts import body_of, is_from_own_page
from marcoria.hub.store import Store

BUSY = "players-busy"  # name of the sentence that is shown if too many forms wait
_COOKIE = "marcoria"
_COOKIE_S = 400 * 86_400  # browsers keep no cookie for longer
_SECRET = 43  # characters of a secret
_MOST_BYTES = 1000  # of a form
_MOST_FIELDS = 4
_SEE_OTHER = 303
_MOST_WAITING = 50  # forms
_REST_S = 0.05  # pause between two changes, so that frames of tables can be stored


def secret_of(request: Request) -> str:
    """Return the secret in the cookie of a player, "" if there is none."""
    return request.cookies.get(_COOKIE, "")


class PlayerForms:
    """Handler of the forms of players, which handles one form at a time.

    `changed` is called after each form that was not refused.
    """

    def __init__(self, store: Store, changed: Callable[[], None]) -> None:
        self._store = store
        self._players = PlayerStore(store)
        self._changed = changed
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._rests_until = 0.0

    def close(self) -> None:
        """Close the database."""
        self._store.close()

    async def take(self, request: Request) -> Response:
        """Do what a form asks for; return a redirect to the page of players.

        If too many forms wait, do nothing, and redirect to the page with the answer BUSY. If the
        form is invalid or comes from another page, return a response with an error.
        """
        if not is_from_own_page(request):
            sentence = f"this form came from another page: open {PATH} at this hub"
            return PlainTextResponse(sentence, 403)
        fields = _fields(await body_of(request, _MOST_BYTES))
        if fields is None:
            return PlainTextResponse(f"this is no form of a player: open {PATH} again", 400)
        secret, told = secret_of(request), BUSY
        if self._waiting < _MOST_WAITING:
            self._waiting += 1
            try:
                async with self._turn:
                    await asyncio.sleep(self._rests_until - time.monotonic())
                    secret, told = await asyncio.to_thread(self._answer, secret, fields)
                    self._rests_until = time.monotonic() + _REST_S
            finally:
                self._waiting -= 1
        typed = fields.get("nickname", "") if told else ""
        begin = request.query_params.get(OF, "")
        answer = RedirectResponse(path_of_players(begin, **{TOLD: told, TYPED: typed}), _SEE_OTHER)
        if told == ERASED:
            answer.delete_cookie(_COOKIE, PATH, httponly=True, samesite="strict")
        elif not told:
            answer.set_cookie(
                _COOKIE, secret, _COOKIE_S, path=PATH, httponly=True, samesite="strict"
            )
        if told in ("", ERASED):
            self._changed()
        return answer

    def _answer(self, secret: str, fields: dict[str, str]) -> tuple[str, str]:
        """Do what a form asks for; return the player's secret and the name of the answer to show.

        If there is nothing to show, the name is "". A new player has no cookie yet, so the secret
        is taken from the form. A form that is sent twice thus makes only one player.
        """
        players = self._players
        try:
            if "nickname" in fields:
                if not players.nickname(secret):
                    secret = fields["secret"]
                players.enter(fields["nickname"], secret)
            elif "seat" in fields:
                players.sit(secret, *fields["seat"].split(" ", 2))
            elif "stand" in fields:
                players.stand(secret)
            else:
                players.leave(secret)
                return secret, ERASED
        except PlayerError as error:
            return secret, error.reason
        return secret, ""


def _fields(body: bytes) -> dict[str, str] | None:
    """Return the fields of a form, None if the page of players has no such form."""
    if len(body) > _MOST_BYTES:
        return None
    try:
        text = body.decode("ascii")
        fields = dict(parse_qsl(text, True, True, errors="strict", max_num_fields=_MOST_FIELDS))
    except ValueError:
        return None
    acts = [name for name in ("nickname", "seat", "stand", "erase") if name in fields]
    has_secret = "nickname" not in fields or len(fields.get("secret", "")) == _SECRET
    has_place = "seat" not in fields or fields["seat"].count(" ") >= 2
    return fields if len(acts) == 1 and has_secret and has_place else None
