"""The HTTP side: guests, tables, tickets, rules, records.  JSON in, JSON out, one check for every body."""

import asyncio
import gzip
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from .... import __version__
from ...._util.names import check_name
from ....archive.record import LONGEST_RULESET
from ....backends.records import stored
from ....core.terms import RoundScore
from ....errors import LastCardError, RulesetError
from ....rules import Ruleset, house_rules
from ....rules.dimensions import KEYS, read_number, write_value
from ....rules.ids import preset_of
from ....rules.words import describe
from ... import shapes as d
from ...protocol import PROTOCOL, Pace
from ..identity import COOKIE, Guest, Identities
from ..limits import Limits
from ..store.entries import Settings
from ..store.store import NoRoom, StoreError
from ..table.hub import Hub, TableGone, TableUnreadable, TooManyTables
from ..table.records import NoMatch, Records
from ..table.table import Table
from ..turns import Turns
from .answers import (
    LARGEST_BODY,
    FixedAnswer,
    HttpError,
    address,
    answer,
    bytes_answer,
    error_answer,
    json_answer,
    read_body,
)  # fmt: skip
from .engine import engine_routes
from .guard import Guard
from .health import Health
from .hosts import Hosts
from .origins import Origins
from .pages import document, is_for_people, page_routes
from .sockets import Sockets

COOKIE_AGE = 400 * 24 * 3600  # seconds, as long as browsers keep one

logger = logging.getLogger("lastcard.server")


# ---------------------------------------------------------------- bodies


class NameBody(Struct, forbid_unknown_fields=True):
    """A name; `program` asks for a token for a bot instead of a cookie."""

    name: Annotated[str, Meta(max_length=100)]
    program: bool = False


class AdoptBody(Struct, forbid_unknown_fields=True):
    """The text of a transfer from another device."""

    transfer: Annotated[str, Meta(max_length=100)]


class TableBody(Struct, forbid_unknown_fields=True):
    """A new table.  `rules` is the id of a rule set; `ruleset` is a whole one, with its deck, as data."""

    rules: Annotated[str, Meta(max_length=1000)] = "official"
    ruleset: dict[str, Any] | None = None
    seats: Annotated[int, Meta(ge=2, le=10)] = 4
    pace: Pace = "normal"
    public: bool = False


class QuickBody(Struct, forbid_unknown_fields=True):
    """A quick match: by which rules, or by any."""

    rules: Annotated[str, Meta(max_length=1000)] | None = None


class Gateway:
    """The endpoints of one server."""

    def __init__(
        self, hub: Hub, identities: Identities, limits: Limits, health: Health, *, hosts: Hosts, origins: Origins,
        secure: bool,
    ) -> None:  # fmt: skip
        self.hub = hub
        self.identities = identities
        self.limits = limits
        self.sockets = Sockets(hub, identities, limits)
        self.records = Records(hub)
        self.health = health
        self.hosts = hosts
        self.origins = origins
        self._secure = secure
        self._turns = Turns(1)
        self._house_rules = FixedAnswer(house_rules())

    def routes(self) -> list[BaseRoute]:
        """Return all endpoints for programs and pages."""
        return [
            Route("/healthz", self._health, methods=["GET"]),
            Route("/api/house-rules", self._all_house_rules, methods=["GET"]),
            Route("/api/rules", self._rules, methods=["GET"]),
            Route("/api/rules/record", self._rules_record, methods=["GET"]),
            Route("/api/me", self._me, methods=["GET"]),
            Route("/api/me", self._name, methods=["POST"]),
            Route("/api/me/transfer", self._transfer, methods=["POST"]),
            Route("/api/me/adopt", self._adopt, methods=["POST"]),
            Route("/api/tables", self._list, methods=["GET"]),
            Route("/api/tables", self._create, methods=["POST"]),
            Route("/api/quick", self._quick, methods=["POST"]),
            Route("/api/tables/{ref}", self._look, methods=["GET"]),
            Route("/api/tables/{ref}/rules", self._table_rules, methods=["GET"]),
            Route("/api/tables/{ref}/ticket", self._ticket, methods=["POST"]),
            Route("/api/matches", self._matches, methods=["GET"]),
            Route("/api/matches/{match}", self._match, methods=["GET"]),
            Route("/api/matches/{match}/steps", self._steps, methods=["GET"]),
            Route("/api/matches/{match}/verify", self._verify, methods=["GET"]),
            Route("/api/matches/{match}/questions", self._questions, methods=["GET"]),
            WebSocketRoute("/api/socket", self._socket),
        ]

    def app(self) -> ASGIApp:
        """Return the application."""
        handlers: Any = {HttpError: _on_http_error, LastCardError: _on_error, Exception: _on_crash, 404: _on_missing,
                         405: _on_missing}  # fmt: skip
        app = Starlette(routes=[*self.routes(), *engine_routes(), *page_routes()], exception_handlers=handlers)
        app.router.redirect_slashes = False  # else the answer would name whatever host the request names
        return Guard(app, self.limits, self.hosts, self.origins, self.hub.services.metrics.http)

    # ------------------------------------------------------------ who asks

    async def guest(self, request: HTTPConnection) -> Guest | None:
        """Return the guest of a request: from its token, or else from its cookie."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            return await self.identities.known(token, outside=True)
        cookie = request.cookies.get(COOKIE)
        return None if cookie is None else await self.identities.known(cookie, outside=False)

    async def _known(self, request: Request) -> Guest:
        guest = await self.guest(request)
        if guest is None:
            raise HttpError(401, "who", "say who you are first: POST /api/me with a name")
        return guest

    def _with_cookie(self, response: Response, guest: Guest) -> Response:
        response.set_cookie(COOKIE, self.identities.token(guest), max_age=COOKIE_AGE, httponly=True, samesite="lax",
                            secure=self._secure)  # fmt: skip
        return response

    # ------------------------------------------------------------ guests

    async def _me(self, request: Request) -> Response:
        guest = await self.guest(request)
        name = None if guest is None else guest.name
        return answer(d.MeAnswer(name=name, program=guest is not None and guest.outside))

    async def _name(self, request: Request) -> Response:
        body = await read_body(request, NameBody)
        name = _checked_name(body.name)
        guest = await self.guest(request)
        if guest is not None and guest.outside == body.program:
            if not self.limits.names.take(guest.id):
                raise HttpError(429, "busy", "too many new names; try again in a while")
            guest = await self.identities.rename(guest, name)
        else:
            if not self.limits.guests.take(address(request)):
                raise HttpError(429, "busy", "too many new guests from this address; try again later")
            guest = await self.identities.make(name, outside=body.program)
        if guest.outside:
            return answer(d.NameAnswer(name=guest.name, token=self.identities.token(guest)))
        return self._with_cookie(answer(d.NameAnswer(name=guest.name)), guest)

    async def _transfer(self, request: Request) -> Response:
        guest = await self._known(request)
        if guest.outside:
            raise HttpError(400, "program", "a program has a token, which works on any device")
        if not self.limits.transfers.take(address(request)):
            raise HttpError(429, "busy", "too many links for other devices; try again in a while")
        return answer(d.TransferAnswer(transfer=await self.identities.transfer(guest)))

    async def _adopt(self, request: Request) -> Response:
        guest = await self.identities.adopt((await read_body(request, AdoptBody)).transfer)
        return self._with_cookie(answer(d.NameAnswer(name=guest.name)), guest)

    # ------------------------------------------------------------ rules

    async def _all_house_rules(self, request: Request) -> Response:
        return self._house_rules.to(request)

    async def _rules(self, request: Request) -> Response:
        async with self._reading_rules(request):
            rules = Ruleset.from_id(request.query_params.get("id", "official")[:1000])
            seats = request.query_params.get("seats", "")[:4]
            if seats:
                rules.check_table(read_number("seats", seats))
            return answer(rules_data(rules))

    async def _rules_record(self, request: Request) -> Response:
        """Return a rule set as compiled code reads it, for the rules in the browser."""
        async with self._reading_rules(request):
            rules = Ruleset.from_id(request.query_params.get("id", "official")[:1000])
            return bytes_answer(request, gzip.compress(stored(rules.core_rules).bytes(0)))

    @asynccontextmanager
    async def _reading_rules(self, request: Request) -> AsyncIterator[None]:
        """Let a rule set be read or described, which takes long: one after another, in fair turns, and not too many.

        Raise HttpError for too many.  Everything else that waits goes on before each.
        """
        if not self.limits.rules.take(address(request)):
            raise HttpError(429, "busy", "too many rule sets at once; slow down")
        async with self._turns.turn(address(request)):
            await asyncio.sleep(0)
            yield

    # ------------------------------------------------------------ tables

    async def _list(self, request: Request) -> Response:
        return answer(d.TablesAnswer(tables=[linked_data(table) for table in self.hub.listed()[:100]]))

    async def _create(self, request: Request) -> Response:
        guest = await self._known(request)
        body = await read_body(request, TableBody)
        async with self._reading_rules(request):
            rules = Ruleset.from_id(body.rules) if body.ruleset is None else Ruleset.from_dict(body.ruleset)
            settings = Settings.of(rules, body.seats, body.pace, body.public)
        return await self._made(request, guest, settings)

    async def _made(self, request: Request, guest: Guest, settings: Settings) -> Response:
        if not (self.limits.tables.take(guest.id) and self.limits.tables_from.take(address(request))):
            raise HttpError(429, "busy", "too many new tables; try again in a while")
        table = await self.hub.create(settings, guest, address(request))
        self.hub.note_visitor(table.number, guest.id)
        return answer(linked_data(table), 201)

    async def _quick(self, request: Request) -> Response:
        guest = await self._known(request)
        body = await read_body(request, QuickBody)
        async with self._reading_rules(request):
            rules = None if body.rules is None else Ruleset.from_id(body.rules)
        table = self.hub.quick(guest, None if rules is None else rules.digest)
        if table is not None:
            self.hub.note_visitor(table.number, guest.id)
            return answer(linked_data(table))
        return await self._made(request, guest, Settings.of(rules or Ruleset.from_id("official"), 4, "normal", True))

    async def _found(self, request: Request, guest: Guest) -> Table:
        """Return the table of a code or link.

        An address from which too many wrong codes came may try no code at all, right or wrong: any other answer would
        tell which code is right.  Links, which nobody can guess, always work, and so does the code of a table at which
        the guest is or was.
        """
        ref, codes, who = request.path_params["ref"][:40], self.limits.codes, address(request)
        number = self.hub.number_of(ref)
        if not self.hub.is_link(ref) and not codes.any(who) and not await self.hub.knows(guest.id, number):
            raise HttpError(429, "busy", "too many wrong codes; try again in a while")
        if number is None:
            codes.take(who)
            raise HttpError(404, "no-table", "there is no such table, or it is closed")
        return await self.hub.table(number)

    async def _look(self, request: Request) -> Response:
        return answer(table_data(await self._found(request, await self._known(request))))

    async def _table_rules(self, request: Request) -> Response:
        table = await self._found(request, await self._known(request))
        async with self._reading_rules(request):
            return answer(rules_data(table.state.rules))

    async def _ticket(self, request: Request) -> Response:
        guest = await self._known(request)
        table = await self._found(request, guest)
        if guest.id in table.state.room.expelled:
            raise HttpError(403, "removed", "the host has sent you away from this table")
        self.hub.note_visitor(table.number, guest.id)
        ticket = self.identities.ticket(guest, table.number)
        return answer(d.TicketAnswer(**linked_data(table), ticket=ticket, protocol=PROTOCOL))

    async def _socket(self, socket: WebSocket) -> None:
        await self.sockets.serve(socket, address(socket))

    # ------------------------------------------------------------ matches

    async def _matches(self, request: Request) -> Response:
        guest = await self._known(request)
        self._count_replay(request)
        return json_answer(await self.records.of_guest(guest.id, address(request)))

    def _count_replay(self, request: Request) -> None:
        """Raise HttpError for too many matches: each is read or played again for an answer."""
        if not self.limits.replays.take(address(request)):
            raise HttpError(429, "busy", "too many matches at once; slow down")

    async def _player(self, request: Request) -> tuple[str, str, str]:
        """Return who asks from where for which match; raise HttpError for too many."""
        guest = await self._known(request)
        self._count_replay(request)
        return guest.id, address(request), request.path_params["match"][:40]

    async def _match(self, request: Request) -> Response:
        return json_answer(await self.records.fetch(*await self._player(request)))

    async def _steps(self, request: Request) -> Response:
        query = request.query_params
        asked = [text if text is None else text[:8] for text in (query.get("round"), query.get("seat"))]
        return json_answer(await self.records.steps(*await self._player(request), *asked))

    async def _verify(self, request: Request) -> Response:
        return json_answer(await self.records.verify(*await self._player(request)))

    async def _questions(self, request: Request) -> Response:
        if not self.limits.analyses.take(address(request)):
            raise HttpError(429, "busy", "too many analyses at once; slow down")
        return bytes_answer(request, await self.records.questions(*await self._player(request)))

    # ------------------------------------------------------------ operations

    async def _health(self, request: Request) -> Response:
        if trouble := await self.health.trouble():
            raise HttpError(503, "storage", trouble)
        return answer(d.HealthAnswer(status="ok", version=__version__, tables=len(self.hub.tables)))


def rules_data(rules: Ruleset) -> d.RulesAnswer:
    """Return a rule set as data and in words."""
    words: list[d.RuleWords] = [
        {"id": line.id, "name": line.name, "setting": _setting(rules, line.name), "sentence": line.sentence,
         "context": line.context, "idle": line.idle, "because": line.because}
        for line in describe(rules)
    ]  # fmt: skip
    counts = rules.round_score.kind in (RoundScore.WINNER_TAKES, RoundScore.OWN_HAND)
    points = {card.text: rules.card(card.text).points for card in rules.deck.cards} if counts else {}
    return {
        "id": rules.id,
        "title": preset_of(rules).title,
        "digest": rules.digest,
        "words": words,
        "points": points,
        "ruleset": rules.to_dict(),
    }


def _setting(rules: Ruleset, name: str) -> str:
    """Return what a rule set says in one dimension, as ids write it; a deck is named."""
    return f"{KEYS[name]}={write_value(name, getattr(rules, name))}"


def table_data(table: Table) -> d.TableAnswer:
    """Return what anyone who may find a table is told of it."""
    room, rules = table.state.room, table.state.rules
    return {
        "code": table.code,
        "phase": room.phase,
        "rules": rules.id,
        "title": preset_of(rules).title,
        "digest": room.settings.digest,
        "pace": room.settings.pace,
        "public": room.settings.public,
        "locked": room.locked,
        "seats": [{"kind": seat.kind, "name": seat.name, "level": seat.level} for seat in room.seats],
    }


def linked_data(table: Table) -> d.LinkedTableAnswer:
    """Return the same with the link, for those who may share it."""
    return {**table_data(table), "link": table.link}


# ---------------------------------------------------------------- errors


async def _on_http_error(request: Request, error: HttpError) -> Response:
    return error_answer(error.status, error.code, error.text)


def _checked_name(name: str) -> str:
    """Return a name that a guest may have; raise HttpError."""
    try:
        return check_name(name)
    except LastCardError as error:
        raise HttpError(400, "name", str(error)) from error


async def _on_error(request: Request, error: LastCardError) -> Response:
    if isinstance(error, TableGone):
        return error_answer(404, "no-table", str(error))
    if isinstance(error, TableUnreadable):
        return error_answer(409, "unreadable", str(error))
    if isinstance(error, TooManyTables):
        return error_answer(429, "busy", str(error))
    if isinstance(error, NoMatch):
        return error_answer(404, "no-match", str(error))
    if isinstance(error, NoRoom):
        return error_answer(503, "storage", str(error))
    if isinstance(error, StoreError):
        logger.error("a request failed: %s", error)
        return error_answer(503, "storage", "the server cannot save this now; nothing has happened")
    why, because = (error.why, error.because) if isinstance(error, RulesetError) else ("", "")
    return error_answer(400, "refused", str(error)[:500], why, because)


async def _on_missing(request: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", 404)
    if status == 404 and is_for_people(request):
        return document(404)
    text = "there is nothing here" if status == 404 else "this method is not possible here"
    return error_answer(status, "missing", text)


async def _on_crash(request: Request, error: Exception) -> Response:
    logger.error("a request failed: %s", type(error).__name__, exc_info=error)
    return error_answer(500, "crash", "something went wrong; it was noted")


assert LONGEST_RULESET < LARGEST_BODY
