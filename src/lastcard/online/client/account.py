"""A guest of a server, and what can be asked of it over HTTP."""

import asyncio
import json
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, NotRequired
from urllib.parse import quote, urlsplit

from ...rules import Ruleset
from .. import shapes as d
from ..protocol import Pace
from .errors import HttpRefused
from .fairness import SeenDeals, verify
from .table import OnlineTable

COOKIE = "lastcard"
TIMEOUT = 10.0  # seconds
LARGEST_ANSWER = 32 * 1024 * 1024  # bytes

Data = dict[str, Any]


class CheckedMatch(d.MatchAnswer):
    """A match; once it is over, with the numbers of the deals that this client cannot vouch for."""

    unproven: NotRequired[list[int]]


class Account:
    """A guest of a server.  Keep the token to be the same guest again.

    A person's token is the cookie that a browser would keep; a program's is sent as such, and marks its seat.
    """

    def __init__(self, url: str, token: str = "", *, program: bool = False) -> None:
        self.url = url.rstrip("/")
        self.token = token
        self.program = program
        self.seen = SeenDeals()  # what was shown of deals

    @classmethod
    async def make(cls, url: str, name: str, *, program: bool = False) -> "Account":
        """Become a new guest of a server."""
        account = cls(url, program=program)
        answer: d.NameAnswer = await account.post("/api/me", {"name": name, "program": program})
        account.token = answer.get("token", account.token)
        return account

    # ------------------------------------------------------------ tables

    async def create(
        self,
        *,
        rules: str = "official",
        ruleset: Data | None = None,
        seats: int = 4,
        pace: Pace = "normal",
        public: bool = False,
    ) -> str:
        """Make a table and return its link.  `rules` is the id of a rule set, `ruleset` a whole one as data."""
        settings = {"rules": rules, "ruleset": ruleset, "seats": seats, "pace": pace, "public": public}
        made: d.LinkedTableAnswer = await self.post("/api/tables", settings)
        return made["link"]

    async def quick(self, rules: str | None = None) -> str:
        """Return the link of a table where others wait, or of a new one."""
        found: d.LinkedTableAnswer = await self.post("/api/quick", {"rules": rules})
        return found["link"]

    async def join(self, ref: str, *, nonces: bool | None = None) -> OnlineTable:
        """Connect to a table by its code or link, to watch or to take a seat.

        With `nonces`, as people have it unless they say otherwise, a random nonce goes into every deal.
        """
        table = OnlineTable(self, ref, nonces=not self.program if nonces is None else nonces)
        await table.open()
        return table

    async def ruleset(self, ref: str) -> Ruleset:
        """Return the rules of a table, with its deck."""
        found: d.RulesAnswer = await self.get(f"/api/tables/{quote(ref, safe='')}/rules")
        return Ruleset.from_dict(found["ruleset"])

    async def record(self, match: str) -> CheckedMatch:
        """Return a match in which one played, with its record.

        The record of a match that is over is checked: against the rules, and its deals against their secrets and what
        this object was shown of them.  Raise RecordError, or its subclass UnfairDeal, if something is wrong.
        `unproven` has the numbers of the deals that it cannot vouch for: it was not there before the deal, or its
        nonce is not in it.  Only if that list is empty has nobody chosen the cards.
        """
        found: CheckedMatch = await self.get(f"/api/matches/{quote(match, safe='')}")
        if found["over"]:
            found["unproven"] = await asyncio.to_thread(verify, found["record"], self.seen.of(match))
        return found

    # ------------------------------------------------------------ requests

    async def get(self, path: str) -> Any:
        """Ask the server for data; `lastcard.online.shapes` says what each endpoint answers."""
        return await asyncio.to_thread(self._request, "GET", path, None)

    async def post(self, path: str, body: Data) -> Any:
        """Send data to the server and return its answer."""
        return await asyncio.to_thread(self._request, "POST", path, body)

    def _request(self, method: str, path: str, body: Data | None) -> Data:
        parts = urlsplit(self.url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=TIMEOUT)
        headers = {"Content-Type": "application/json"}
        if self.token:
            name, value = ("Authorization", "Bearer ") if self.program else ("Cookie", f"{COOKIE}=")
            headers[name] = value + self.token
        try:
            connection.request(method, parts.path + path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            data = response.read(LARGEST_ANSWER)
            if response.length or not data:  # cut off on the way, in the body or in the headers
                raise HTTPException("the answer is not complete")
            self._keep_cookie(response.getheader("Set-Cookie", ""))
        except (OSError, HTTPException) as error:
            raise ConnectionError(f"{self.url} cannot be reached: {error}") from error
        finally:
            connection.close()
        return _answer(response.status, data)

    def _keep_cookie(self, header: str) -> None:
        name, _, value = header.partition(";")[0].partition("=")
        if name == COOKIE and not self.program:
            self.token = value


def _answer(status: int, data: bytes) -> Data:
    try:
        answer = json.loads(data)
    except (ValueError, RecursionError):
        raise HttpRefused(status, "foreign", "this is not the answer of a Last Card server") from None
    if status >= 400:
        error = answer.get("error", {}) if isinstance(answer, dict) else {}
        raise HttpRefused(status, error.get("code", ""), error.get("text", f"status {status}"), error.get("why", ""))
    if not isinstance(answer, dict):
        raise HttpRefused(status, "foreign", "this is not the answer of a Last Card server")
    return answer
