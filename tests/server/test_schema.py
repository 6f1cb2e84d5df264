"""docs/protocol.schema.json is what the types give, and real traffic fits it."""

import asyncio
import json
import runpy
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from starlette.routing import Route, WebSocketRoute

from lastcard.online import protocol
from lastcard.online.client import Account, HttpRefused, OnlineTable, Refused, account
from lastcard.online.server.net.gateway import Gateway
from online import ServerProcess, close, example, play, run, soon

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs" / "protocol.schema.json").read_text(encoding="utf-8"))


def validator(part: Any) -> Draft202012Validator:
    """Return a validator for a part of the schema."""
    return Draft202012Validator({"$schema": SCHEMA["$schema"], "$defs": SCHEMA["$defs"], **part})


FROM = {"in": validator({"$ref": "#/$defs/FromServer"}), "out": validator({"$ref": "#/$defs/FromClient"})}
HTTP = {
    (endpoint, side): validator(part)
    for endpoint, sides in SCHEMA["http"].items()
    for side, part in sides.items()
}  # fmt: skip


class Traffic:
    """Holds every message and answer against the schema, and counts the kinds."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.wrong: list[str] = []

    def message(self, way: str, message: dict[str, Any]) -> None:
        kind = message["t"]
        if kind == "ev":
            kind += f" {message['what']['kind']}"
        elif kind == "nack" and message["code"] not in protocol.CODES:
            self.wrong.append(message["code"])
        self.kinds[f"{way} {kind}"] += 1
        self._hold(FROM[way], message)

    def http(self, method: str, path: str, body: Any, answer: Any) -> None:
        endpoint = f"{method} {template(path)}"
        self.kinds[endpoint] += 1
        if body and (endpoint, "body") in HTTP:
            self._hold(HTTP[endpoint, "body"], body)
        self._hold(HTTP[endpoint, "answer"], answer)

    def _hold(self, against: Draft202012Validator, data: Any) -> None:
        if (error := next(against.iter_errors(data), None)) is not None:
            self.wrong.append(f"{json.dumps(data)[:2000]}: {error.message[-500:]}")


def template(path: str) -> str:
    """Return the endpoint of a path."""
    parts = path.partition("?")[0].split("/")
    if len(parts) > 3 and parts[2] in ("tables", "matches"):
        parts[3] = "{ref}" if parts[2] == "tables" else "{match}"
    return "/".join(parts)


@pytest.fixture
def traffic(monkeypatch: pytest.MonkeyPatch) -> Iterator[Traffic]:
    """Watch everything that clients of this process send and receive; nothing of it may be wrong."""
    found = Traffic()
    request, answer, make = Account._request, account._answer, OnlineTable.__init__
    answers: list[Any] = []

    def watched(self: OnlineTable, *args: Any, **kwargs: Any) -> None:
        make(self, *args, **kwargs)
        self.watch = found.message

    def answered(status: int, data: bytes) -> Any:
        answers.append(json.loads(data))
        return answer(status, data)

    async def asked(self: Account, method: str, path: str, body: Any = None) -> Any:
        try:
            return request(self, method, path, body)
        finally:
            found.http(method, path, body, answers.pop())

    monkeypatch.setattr(OnlineTable, "__init__", watched)
    monkeypatch.setattr(account, "_answer", answered)
    monkeypatch.setattr(Account, "get", lambda self, path: asked(self, "GET", path))
    monkeypatch.setattr(Account, "post", lambda self, path, body: asked(self, "POST", path, body))
    yield found
    assert found.wrong == []


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory):
    with ServerProcess(tmp_path_factory.mktemp("server") / "tables.db") as server:
        yield server.url


# ---------------------------------------------------------------- the file


def test_the_schema_is_what_the_types_give() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "schema.py"))
    written = (ROOT / "docs" / "protocol.schema.json").read_text(encoding="utf-8")
    assert written == script["text"](), "docs/protocol.schema.json is out of date: run `make docs`"


def test_the_types_of_the_page_are_what_the_schema_gives() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "typescript.py"))
    written = (ROOT / "web" / "src" / "lib" / "protocol.ts").read_text(encoding="utf-8")
    assert written == script["text"](), "web/src/lib/protocol.ts is out of date: run `make docs`"


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_endpoint_is_in_the_schema() -> None:
    routes = Gateway.routes(object.__new__(Gateway))
    found = {f"{method} {route.path}" for route in routes if isinstance(route, Route) for method in route.methods}
    assert {name for name in found if not name.startswith("HEAD")} == set(SCHEMA["http"])
    assert [route.path for route in routes if isinstance(route, WebSocketRoute)] == ["/api/socket"]


@pytest.mark.parametrize(
    "message",
    [
        {"t": "ev", "v": 1, "mark": "m", "at": 2, "what": {"kind": "sat", "seat": 0}},
        {"t": "ev", "v": 1, "mark": "m", "at": 2, "what": {"kind": "sat", "seat": 0, "name": "Ann", "hand": ["r5"]}},
        {"t": "ev", "v": "1", "mark": "m", "at": 2, "what": {"kind": "host"}},
        {"t": "nack", "nack": "a", "code": "bad"},
        {"t": "deal"},
    ],
)
def test_what_is_no_message_does_not_fit(message: dict[str, Any]) -> None:
    assert not FROM["in"].is_valid(message)
    sat = {"kind": "sat", "seat": 0, "name": "Ann"}
    assert FROM["in"].is_valid({"t": "ev", "v": 1, "mark": "m", "at": 2, "what": sat})


@pytest.mark.parametrize("kind", protocol.COMMANDS, ids=lambda kind: kind.__name__)
def test_a_command_fits_if_the_server_can_read_it(kind: type[protocol.Command]) -> None:
    good = example(kind)
    bad = [{**good, "more": 1}, {**good, "id": ""}, {**good, "v": -1}, {**good, "v": None}, {**good, "seat": 10}]
    for message in (good, *bad):
        try:
            protocol.read_message(json.dumps(message))
            read = True
        except protocol.Refusal:
            read = False
        assert FROM["out"].is_valid(message) is read is (message is good)


# ---------------------------------------------------------------- real traffic


async def at_table(url: str, *names: str, **settings: Any) -> list[OnlineTable]:
    """Return a table as the people at it see it; the last one only watches."""
    accounts = [await Account.make(url, name) for name in names]
    link = await accounts[0].create(**settings)
    tables = [await one.join(link) for one in accounts]
    for table in tables[1:-1]:
        await table.do(protocol.Sit)
    return tables


RULES = ["official", "one", "juno-serious", "official+stack+seven-zero+jump-in", "official+partners", "console"]


@pytest.mark.parametrize("rules", RULES)
def test_a_played_round_fits(url: str, traffic: Traffic, rules: str) -> None:
    async def main() -> None:
        ann, ben, watcher = await at_table(url, "Ann", "Ben", "Cyd", rules=rules, seats=4)
        await ann.do(protocol.AddBots, level="greedy")
        await ann.do(protocol.Start)
        for table in (ann, ben):
            await soon(table, lambda table=table: table.room["phase"] == "playing")
        done = [play(table, lambda table: table.room["phase"] != "playing") for table in (ann, ben)]
        await asyncio.gather(*done)
        await soon(watcher, lambda: watcher.v >= ann.v)
        match = ann.room["match"]
        await ann.account.get(f"/api/matches/{match}")
        await ann.account.get(f"/api/matches/{match}/steps")
        await ann.account.get("/api/matches")
        if ann.room["phase"] == "over":
            await ann.account.get(f"/api/matches/{match}/steps?seat=all")
        await ann.do(protocol.Close)
        await close(ann, ben, watcher)

    run(main())
    assert traffic.kinds["in ev move"] > 10 and traffic.kinds["in ev dealt"] >= 3
    assert traffic.kinds["GET /api/matches/{match}/steps"] >= 1


def test_everything_else_that_can_be_said_fits(url: str, traffic: Traffic) -> None:
    async def main() -> None:
        ann, ben, watcher = await at_table(url, "Ann", "Ben", "Cyd", seats=3, public=True)
        await talk(ann, ben, watcher)
        await prepare(ann, ben, watcher)
        await ann.do(protocol.Start)
        await soon(ben, lambda: ben.room["phase"] == "playing")
        await pause(ann, ben)
        await resume(ben)
        await ben.do(protocol.Leave)
        await ann.do(protocol.Stand)
        await close(ann, ben, watcher)

    run(main())
    news = {kind.removeprefix("in ev ") for kind in traffic.kinds if kind.startswith("in ev ")}
    assert news >= {"made", "sat", "stood", "bots", "muted", "expelled", "settings", "locked", "host", "youngest",
                    "nonce", "pausing", "resumed", "said", "dealt", "move"} - {"made"}  # fmt: skip
    assert {"in welcome", "in ack", "in nack", "in answer"} <= traffic.kinds.keys()


async def talk(ann: OnlineTable, ben: OnlineTable, watcher: OnlineTable) -> None:
    await watcher.do(protocol.Say, text="hello")
    await ben.do(protocol.React, mark="wow")
    for refused in (ben.do(protocol.Lock, on=True), ben.act("r5"), ann.do(protocol.HandOver, seat=2)):
        with pytest.raises(Refused):
            await refused
    command = protocol.Say("twice", ann.v, "once")
    for _ in range(2):
        await ann._give(command)


async def prepare(ann: OnlineTable, ben: OnlineTable, watcher: OnlineTable) -> None:
    await ann.do(protocol.Lock, on=True)
    await ann.do(protocol.Lock, on=False)
    await ann.do(protocol.Configure, rules="official+stack+dealer-pick=youngest", pace="relaxed")
    await ann.do(protocol.Youngest, seat=1)
    (watches,) = (await ann.ask(protocol.Watchers))["watchers"]
    await ann.do(protocol.Mute, who=watches["who"], on=True)
    await ann.do(protocol.Expel, who=watches["who"])
    await ann.do(protocol.HandOver, seat=1)
    await soon(ben, lambda: ben.room["host"] == 1)
    await ben.do(protocol.HandOver, seat=0)
    await soon(ann, lambda: ann.room["host"] == 0)
    await ben.do(protocol.Stand)
    await ben.do(protocol.Sit, seat=2)
    await ann.do(protocol.AddBots, level="careful", seat=1)
    await soon(ann, lambda: set(ann.room["deal"]["nonces"]) == {"0", "2"})
    lobby = await ann.account.get("/api/tables")
    assert lobby["tables"]
    for path in ("/healthz", "/api/house-rules", "/api/rules?id=console", "/api/me", f"/api/tables/{ann.ref}"):
        await ann.account.get(path)
    for path in ("/api/rules?id=none", "/api/tables/NOSUCH", "/api/matches/none"):
        with pytest.raises(HttpRefused):
            await ann.account.get(path)
    moved = await ann.account.post("/api/me/transfer", {})
    await Account(ann.account.url).post("/api/me/adopt", moved)
    await Account.make(ann.account.url, "Robo", program=True)
    await ann.account.quick()


async def pause(ann: OnlineTable, ben: OnlineTable) -> None:
    await ann.do(protocol.Pause)
    await ben.do(protocol.Pause)
    await soon(ann, lambda: ann.room["paused"] is not None)
    await ann.do(protocol.Resume)
    await ann.ask(protocol.Explain, action="draw")


async def resume(ben: OnlineTable) -> None:
    """Lose the connection and come back, so that the welcome has a tail."""
    before = ben.v
    await ben._socket.close()
    await soon(ben, lambda: ben._socket is not None and ben.v >= before)


def test_absence_and_the_end_fit(tmp_path: Path, traffic: Traffic) -> None:
    async def main(url: str) -> None:
        ann, ben, watcher = await at_table(url, "Ann", "Ben", "Cyd", rules="official", seats=2, pace="off")
        await ann.do(protocol.Start)
        await soon(ben, lambda: ben.room["phase"] == "playing")
        await ben.close()
        await play(ann, lambda table: table.room["seats"][1]["stand_in"])
        back = await ben.account.join(ben.ref)
        await soon(ann, lambda: not ann.room["seats"][1]["stand_in"])
        await ann.do(protocol.Close)
        await close(ann, back, watcher)

    with ServerProcess(tmp_path / "tables.db", patience=0.01) as server:
        run(main(server.url))
    assert {"in ev away", "in ev stood-in", "in ev back", "in ev ended"} <= traffic.kinds.keys()
