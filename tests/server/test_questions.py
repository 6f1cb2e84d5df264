"""What the page asks for its engine: the record of a rule set, and the questions about a match that is over."""

import asyncio
import gzip
import json
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from lastcard import Record
from lastcard.analysis.packed import packed
from lastcard.backends.records import stored
from lastcard.online import protocol as p
from lastcard.online.client import Account
from lastcard.online.server.identity import COOKIE
from lastcard.rules import Ruleset
from online import ServerProcess, a_table, close, play, run, soon


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory):
    with ServerProcess(tmp_path_factory.mktemp("server") / "tables.db") as server:
        yield server.url


def fetch(url: str, path: str, token: str = "", **headers: str) -> tuple[int, bytes, dict[str, str]]:
    """Return the status, the body and the headers of an answer."""
    asked = Request(url + path, headers={"Cookie": f"{COOKIE}={token}", **headers})
    try:
        with urlopen(asked, timeout=60) as response:
            return response.status, response.read(), {name.lower(): value for name, value in response.headers.items()}
    except HTTPError as error:
        return error.code, error.read(), {}


async def ask(account: Account, path: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    return await asyncio.to_thread(fetch, account.url, path, account.token, **headers)


def code_of(body: bytes) -> str:
    found: str = json.loads(body)["error"]["code"]
    return found


@pytest.mark.parametrize("rules", ["official", "official%2Bstack%2Bhand%3D5"])
def test_a_rule_set_is_a_record(url: str, rules: str) -> None:
    expected = stored(Ruleset.from_id(rules.replace("%2B", "+").replace("%3D", "=")).core_rules).bytes(0)
    status, body, headers = fetch(url, f"/api/rules/record?id={rules}")
    assert (status, body, headers["content-type"]) == (200, expected, "application/octet-stream")
    _, body, headers = fetch(url, f"/api/rules/record?id={rules}", **{"Accept-Encoding": "gzip"})
    assert headers["content-encoding"] == "gzip" and len(body) < 1000 and gzip.decompress(body) == expected


def test_a_rule_set_that_is_none_has_no_record(url: str) -> None:
    status, body, _ = fetch(url, "/api/rules/record?id=nonsense")
    assert (status, code_of(body)) == (400, "refused")


def test_questions_are_made_once_a_match_is_over_and_for_those_who_played(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben", rules="one", seats=2)
        await ann.do(p.Start)
        await soon(ben, lambda: ben.room["phase"] == "playing")
        path = f"/api/matches/{ann.room['match']}/questions"
        status, body, _ = await ask(ann.account, path)
        assert (status, code_of(body)) == (400, "refused"), "the match is running"
        await asyncio.gather(*(play(one, lambda one=one: one.room["phase"] == "over") for one in (ann, ben)))
        status, body, headers = await ask(ann.account, path)
        assert (status, headers["content-type"]) == (200, "application/octet-stream")
        record = Record.from_text((await ann.account.record(ann.room["match"]))["record"])
        assert body == packed(record)
        other = await Account.make(url, "Cyd")
        assert (await ask(other, path))[0] == 404
        assert fetch(url, path)[0] == 401
        await close(ann, ben)

    run(main())


def test_questions_have_a_limit_of_their_own(tmp_path: Path) -> None:
    async def main(url: str) -> None:
        guest = await Account.make(url, "Ann")
        codes = [code_of((await ask(guest, "/api/matches/0/questions"))[1]) for _ in range(5)]
        assert codes[0] == "no-match" and codes[-1] == "busy"

    with ServerProcess(tmp_path / "tables.db", limits=0.2) as server:
        run(main(server.url))
