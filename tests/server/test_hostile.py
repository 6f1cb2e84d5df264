"""Hostile clients: every frame and request is answered or closed cleanly, nothing crashes, and nothing leaks."""

import asyncio
import json
import re
import sqlite3
import stat
import time
import urllib.request
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import floods
import hostile
import lastcard.online.server
from hubs import asked, with_hub
from lastcard.errors import LastCardError
from lastcard.online.client import Account, HttpRefused
from lastcard.online.server.identity import Guest, Identities
from lastcard.online.server.table.hub import Hub
from online import PATIENCE, ServerProcess, reserved_port, run, wait_until
from raw import raw
from wire import Wire

HELLO = {"t": "hello", "protocol": 1}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory):
    with ServerProcess(tmp_path_factory.mktemp("server") / "tables.db") as server:
        yield server
        status, logged = server.stop()
        assert (status, logged) == (0, ""), "whatever clients send, the server has nothing to note"


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory):
    with ServerProcess(tmp_path_factory.mktemp("strict") / "tables.db", limits=1) as server:
        yield server


@pytest.fixture(scope="module")
def tight(tmp_path_factory: pytest.TempPathFactory):
    """A server with a tenth of all limits: two wrong codes, one more in 50 seconds, 30 connections of one address."""
    data = tmp_path_factory.mktemp("tight") / "tables.db"
    with ServerProcess(data, "--origins", " https://cards.example, http://b.example:81", limits=0.1) as server:
        yield server


async def a_wire(url: str, name: str = "Ann", **settings) -> Wire:
    account = await Account.make(url, name)
    return await Wire.join(account, await account.create(**settings))


# ---------------------------------------------------------------- frames


def test_every_frame_is_answered(server: ServerProcess) -> None:
    done = run(hostile.attack(server.url, 3_000, 1, 6))
    hostile.check(done)


@pytest.mark.soak
def test_many_frames_are_answered(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "tables.db", haste=0.001, limits=1e6) as server:
        done = asyncio.run(hostile.attack(server.url, 100_000, 7, hostile.TABLES))
        hostile.check(done)
        assert server.stop() == (0, "")


def test_nothing_secret_is_sent_or_noted(tmp_path: Path) -> None:
    heard: list[bytes] = []

    async def main(url: str) -> None:
        accounts = [await Account.make(url, name) for name in ("Ann", "Ben", "Cyd", "Prog")]
        link = await accounts[0].create(seats=4)
        wires = [await Wire.join(account, link) for account in accounts]
        await hostile.begin(wires)
        for wire in wires:
            rng = Random(1)
            for _ in range(100):
                await wire.send(hostile.a_frame(rng, wire.v))
            answer = await wire.command("ping-pong")
            assert answer["code"] == "bad"
            heard.extend(wire.frames)
            await wire.close()

    data = tmp_path / "tables.db"
    with ServerProcess(data) as server:
        run(main(server.url))
        _, logged = server.stop()
    with sqlite3.connect(data) as file:
        secrets = [row[0] for row in file.execute("SELECT id FROM guests")]
        secrets += [row[0] for row in file.execute("SELECT value FROM meta WHERE key = 'key'")]
        entries = [json.loads(row[0]) for row in file.execute("SELECT data FROM entries")]
    secrets += [entry["room"]["secret"] for entry in entries if "room" in entry]
    dealt = [entry for entry in entries if "begun" in entry]
    secrets += [text for entry in dealt for text in (entry["key"], entry["begun"]["key"], entry["secret"])]
    assert len(secrets) > 7 and all(len(secret) >= 32 for secret in secrets)
    said = b"\n".join(heard).decode() + logged
    assert not [secret for secret in secrets if secret in said]
    assert "Traceback" not in said and ".py" not in said


def test_frames_that_are_too_large_or_no_text_close_the_socket(server: ServerProcess) -> None:
    async def main() -> None:
        wire = await a_wire(server.url)
        await wire.send("x" * 4097)
        assert await wire.closed() == 1009
        wire = await a_wire(server.url)
        await wire.send(["x" * 3000, "x" * 3000])  # too large only as a whole
        assert await wire.closed() == 1009
        wire = await a_wire(server.url)
        wire.socket.protocol.send_text(b"\xff\xfe")
        wire.socket.transport.writelines(wire.socket.protocol.data_to_send())
        assert await wire.closed() == 1007
        wire = await a_wire(server.url)
        assert "sec-websocket-extensions" not in wire.socket.response.headers
        await wire.send(b"bytes")
        assert (await wire.receive())["code"] == "bad"
        await wire.close()

    run(main())


def test_a_socket_that_says_no_proper_hello_is_closed(server: ServerProcess) -> None:
    async def main() -> None:
        account = await Account.make(server.url, "Ann")
        link = await account.create()
        ticket = (await account.post(f"/api/tables/{link}/ticket", {}))["ticket"]
        cases = [
            ("nonsense", 4000), ({}, 4000), (b"bytes", 4000), ({"t": "say", "id": "a", "v": 0, "text": "x"}, 4000),
            ({**HELLO, "ticket": "x"}, 4001), ({**HELLO, "ticket": ticket, "extra": 1}, 4000),
            ({**HELLO, "protocol": 99, "ticket": ticket}, 4002), ({**HELLO, "ticket": ticket}, 0),
            ({**HELLO, "ticket": ticket}, 4001),
        ]  # fmt: skip
        for hello, code in cases:
            wire = await Wire.open(server.url)
            await wire.send(hello)
            if code:
                assert await wire.closed() == code, hello
            else:
                assert (await wire.receive())["t"] == "welcome"
                await wire.close()

    run(main())


def test_an_unread_ticket_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("lastcard.online.server.identity.time.monotonic", lambda: now)
    identities = Identities(None, "key")  # type: ignore[arg-type]
    ticket = identities.ticket(Guest("1", "Ann"), 1)
    now += 31
    assert identities.redeem(ticket) is None


def test_a_transfer_expires_and_is_good_for_one_device_also_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, later = time.time(), 0
    monkeypatch.setattr("lastcard.online.server.identity.time.time", lambda: began + later)
    transfers: list[str] = []

    async def give(hub: Hub) -> None:
        identities = Identities(hub.services.store, "key")
        ann = await identities.make("Ann", outside=False)
        transfers.extend([await identities.transfer(ann) for _ in range(2)])
        await identities.rename(ann, "Anna")
        assert transfers[0] not in str(await asked(hub.services.store, "SELECT * FROM transfers"))

    async def take(hub: Hub) -> None:
        nonlocal later
        identities = Identities(hub.services.store, "key")
        assert (await identities.adopt(transfers[0])).name == "Anna"
        later = 601
        for transfer in transfers:
            with pytest.raises(LastCardError, match="not valid any more"):
                await identities.adopt(transfer)

    with_hub(tmp_path / "tables.db", give)
    with_hub(tmp_path / "tables.db", take)


def test_a_client_that_does_not_read_is_dropped(tmp_path: Path) -> None:
    async def main(url: str, port: int) -> None:
        wire = await a_wire(url)
        wire.socket.transport.pause_reading()
        question = json.dumps({"t": "say", "id": "x" * 41, "v": 0, "text": ""})
        async with asyncio.timeout(PATIENCE):
            while b'lastcard_dropped_total{code="4004"} 1.0' not in await asyncio.to_thread(_metrics, port):
                with suppress(ConnectionClosed):
                    for _ in range(2_000):
                        await wire.send(question)
        wire.socket.transport.abort()

    with (
        reserved_port() as port,
        ServerProcess(tmp_path / "tables.db", "--metrics", str(port), limits=1e6) as server,
    ):
        run(main(server.url, port))


def _metrics(port: int) -> bytes:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        return answer.read()


# ---------------------------------------------------------------- floods


def test_a_flood_of_messages_closes_the_socket(strict: ServerProcess) -> None:
    async def main() -> None:
        for flood, code in (('{"t":"ping","n":1}', 4003), (None, 4003), ("nonsense", 4007)):
            wire = await a_wire(strict.url)
            with suppress(ConnectionClosed):
                for _ in range(500):
                    await (wire.socket.ping() if flood is None else wire.send(flood))
            assert await wire.closed() == code, flood

    run(main())


def test_too_many_commands_are_refused_and_the_socket_stays(strict: ServerProcess) -> None:
    async def main() -> None:
        wire = await a_wire(strict.url)
        codes = [(await wire.command("react", mark="clap")).get("code") for _ in range(12)]
        assert "busy" in codes and codes[0] is None
        assert (await wire.command("lock", on=True))["t"] == "ev"
        await wire.close()

    run(main())


def test_floods_are_counted(tmp_path: Path) -> None:
    async def main(url: str) -> None:
        for flood in (None, '{"t":"ping","n":1}', "nonsense"):
            wire = await a_wire(url)
            with suppress(ConnectionClosed):
                for _ in range(500):
                    await (wire.socket.ping() if flood is None else wire.send(flood))
            await wire.closed()
        wire = await a_wire(url)
        await wire.socket.send(b"\xff", text=True)
        assert await wire.closed() == 1007
        wire = await a_wire(url)
        while (await wire.command("react", mark="clap")).get("code") != "busy":
            pass
        await wire.close()

    with (
        reserved_port() as metrics,
        ServerProcess(tmp_path / "tables.db", "--metrics", str(metrics), limits=1) as server,
    ):
        run(main(server.url))
        with urllib.request.urlopen(f"http://127.0.0.1:{metrics}/metrics", timeout=30) as answer:
            counted = answer.read().decode()
    for line in ('refused_total{code="bad"} 20.0', 'refused_total{code="busy"} 1.0', 'dropped_total{code="4003"} 2.0',
                 'dropped_total{code="4007"} 1.0', 'dropped_total{code="1007"} 1.0'):  # fmt: skip
        assert f"lastcard_{line}" in counted


def test_names_and_replays_have_limits_of_their_own(tmp_path: Path) -> None:
    async def main(url: str) -> None:
        account = await Account.make(url, "Ann")
        await account.post("/api/me", {"name": "Bea"})
        with pytest.raises(HttpRefused, match="too many new names"):
            await account.post("/api/me", {"name": "Cyd"})
        assert (await account.get("/api/me"))["name"] == "Bea"
        codes = []
        for _ in range(8):
            with pytest.raises(HttpRefused) as caught:
                await account.get("/api/matches/none/steps")
            codes.append(caught.value.code)
        assert codes[0] == "no-match" and codes[-1] == "busy"

    with ServerProcess(tmp_path / "tables.db", limits=0.1) as server:
        run(main(server.url))


def test_nobody_tries_all_codes(tight: ServerProcess) -> None:
    async def main() -> None:
        ann, eve = await Account.make(tight.url, "Ann"), await Account.make(tight.url, "Eve")
        made = await ann.post("/api/tables", {})
        statuses = []
        for last in "BCD":
            with pytest.raises(HttpRefused) as caught:
                await eve.get(f"/api/tables/BCDFG{last}")
            statuses.append(caught.value.status)
        assert statuses == [404, 404, 429]
        with pytest.raises(HttpRefused, match="too many wrong codes"):  # whoever guesses right is not told so
            await eve.get(f"/api/tables/{made['code']}")
        assert (await eve.get(f"/api/tables/{made['link']}"))["code"] == made["code"]
        with pytest.raises(HttpRefused, match="too many wrong codes"):  # to know one code does not help with others
            await ann.get("/api/tables/BCDFGB")

    run(main())


def test_whoever_was_at_a_table_gets_in_by_its_code_whatever_others_guess(tmp_path: Path) -> None:
    async def guess(eve: Account) -> None:
        """Try wrong codes until none may be tried."""
        for _ in range(100):
            with pytest.raises(HttpRefused) as caught:
                await eve.get("/api/tables/BCDFGB")
            if caught.value.status == 429:
                return

    async def main(server: ServerProcess) -> None:
        ann, ben, zoe, eve = [await Account.make(server.url, name) for name in ("Ann", "Ben", "Zoe", "Eve")]
        made = await ann.post("/api/tables", {"seats": 2, "pace": "off"})
        code = made["code"]
        host, player, watcher = [await Wire.join(account, code) for account in (ann, ben, zoe)]
        await player.command("sit")
        await guess(eve)
        await host.reach(player.v)
        await host.command("start")
        wires = [host, player, watcher]
        for account in (ann, ben, zoe):
            wires.append(await Wire.join(account, code))
        with pytest.raises(HttpRefused, match="too many wrong codes"):
            await Wire.join(eve, code)
        for wire in wires:
            await wire.close()
        server.stop()
        server.start()  # it knows those who played from its file
        await guess(eve)
        for account in (ann, ben):
            await (await Wire.join(account, code)).close()
        async with await zoe.join(made["link"]) as table:
            assert table.ref == made["link"]

    with ServerProcess(tmp_path / "tables.db", limits=1) as server:
        run(main(server))


def test_a_client_that_came_by_a_code_comes_back_by_the_link(server: ServerProcess) -> None:
    async def main() -> None:
        ann = await Account.make(server.url, "Ann")
        made = await ann.post("/api/tables", {"public": True})
        async with await ann.join(made["code"]) as table:
            assert table.ref == made["link"]
            listed = (await ann.get("/api/tables"))["tables"]  # whoever finds it in the list needs no code
            assert made["link"] in [one["link"] for one in listed]

    run(main())


def test_a_guest_has_at_most_eight_sockets_at_a_table(server: ServerProcess) -> None:
    async def main() -> None:
        account = await Account.make(server.url, "Ann")
        link = await account.create()
        wires = [await Wire.join(account, link) for _ in range(8)]
        ticket = (await account.post(f"/api/tables/{link}/ticket", {}))["ticket"]
        wire = await Wire.open(server.url)
        await wire.send({**HELLO, "ticket": ticket})
        assert await wire.closed() == 4006
        for one in wires:
            await one.close()

    run(main())


@pytest.fixture(scope="module")
def flooded(tmp_path_factory: pytest.TempPathFactory):
    with ServerProcess(tmp_path_factory.mktemp("flooded") / "tables.db", limits=1) as server:
        yield server
        assert server.stop() == (0, ""), "no flood is an error"


@pytest.mark.parametrize("name", floods.FLOODS)
def test_a_table_goes_on_while_another_address_floods_the_server(flooded: ServerProcess, name: str) -> None:
    run(floods.beside(flooded.url, name, many=20, commands=8))


def test_rule_sets_that_are_new_each_time_have_a_limit_of_their_own(tmp_path: Path) -> None:
    """To read or describe one takes milliseconds, whether it is asked for, played or part of a new table."""
    asked = [("GET", "/api/rules?id=one", None), ("POST", "/api/tables", b'{"rules":"one"}'),
             ("POST", "/api/tables", b'{"ruleset":{}}'), ("POST", "/api/quick", b'{"rules":"one"}')]  # fmt: skip
    with ServerProcess(tmp_path / "tables.db", limits=0.2) as server:  # eight, and then one a second or so
        account = run(Account.make(server.url, "Ann"))
        cookie = f"lastcard={account.token}"
        found = [request(server.url, "GET", f"/api/rules?id=official%2Btarget={n}")[0] for n in range(100, 114)]
        assert found[:8] == [200] * 8
        for method, path, body in asked:
            answer = b""
            while b"too many rule sets" not in answer:
                answer = request(server.url, method, path, body, Cookie=cookie)[2]
        assert request(server.url, "GET", "/api/me", Cookie=cookie)[0] == 200


# ---------------------------------------------------------------- who one is


def request(url: str, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, dict, bytes]:
    """Make a request as it is given and return the status, the headers and the body of the answer."""
    parts = urlsplit(url)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, {"Content-Type": "application/json", **named})
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


def test_forged_cookies_and_tokens_are_nobody(server: ServerProcess) -> None:
    async def main() -> None:
        person = await Account.make(server.url, "Ann")
        program = await Account.make(server.url, "Prog", program=True)
        guest, _, signature = person.token.rpartition(".")
        for token in ("", "x", f"{guest}.", f"{guest}.x", f"{'0' * 32}.{signature}", program.token, "a.b.c", "é" * 3):
            with pytest.raises((HttpRefused, UnicodeError)) as caught:
                await Account(server.url, token).post("/api/tables", {})
            assert getattr(caught.value, "status", 401) == 401
        with pytest.raises(HttpRefused):
            await Account(server.url, person.token, program=True).post("/api/tables", {})
        assert (await person.get("/api/me"))["name"] == "Ann"

    run(main())


def test_an_identity_moves_to_another_device_once(server: ServerProcess) -> None:
    async def main() -> None:
        person = await Account.make(server.url, "Ann")
        program = await Account.make(server.url, "Prog", program=True)
        transfer = (await person.post("/api/me/transfer", {}))["transfer"]
        phone = Account(server.url)
        assert (await phone.post("/api/me/adopt", {"transfer": transfer}))["name"] == "Ann"
        assert phone.token == person.token
        for account, path, body in (
            (Account(server.url), "/api/me/adopt", {"transfer": transfer}),
            (Account(server.url), "/api/me/transfer", {}),
            (program, "/api/me/transfer", {}),
        ):
            with pytest.raises(HttpRefused):
                await account.post(path, body)

    run(main())


def test_cookies_are_kept_from_scripts_and_other_sites(server: ServerProcess) -> None:
    _, headers, _ = request(server.url, "POST", "/api/me", b'{"name":"Ann"}')
    cookie = headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie
    assert headers["x-content-type-options"] == "nosniff" and headers["cache-control"] == "no-store"
    assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert "server" not in headers


def test_other_sites_may_neither_post_nor_connect(server: ServerProcess) -> None:
    host = urlsplit(server.url).netloc
    for origin, status in (
        ("https://evil.example", 403), ("null", 403), ("http://[", 403), ("", 403),
        (f"http://{host}.evil.example", 403), (f"http://{host}", 200),
    ):  # fmt: skip
        assert request(server.url, "POST", "/api/me", b'{"name":"Ann"}', Origin=origin)[0] == status, origin

    async def main() -> None:
        for origin in ("https://evil.example", "null", "http://["):
            with pytest.raises(InvalidStatus) as caught:
                await Wire.open(server.url, origin=origin)
            assert caught.value.response.status_code == 403
        await (await Wire.open(server.url, origin=f"http://{host}")).close()

    run(main())


def test_listed_sites_may_use_the_server_with_a_token(tight: ServerProcess) -> None:
    ask = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type"}
    status, headers, _ = request(tight.url, "OPTIONS", "/api/me", Origin="https://cards.example", **ask)
    assert status == 204 and "POST" in headers["access-control-allow-methods"]
    assert set(headers["access-control-allow-headers"].split(", ")) == {"authorization", "content-type"}
    body = b'{"name":"Ann","program":true}'
    for origin in ("https://cards.example", "http://b.example:81"):
        status, headers, _ = request(tight.url, "POST", "/api/me", body, Origin=origin)
        assert (status, headers["access-control-allow-origin"], headers["vary"]) == (200, origin, "origin")
        assert "access-control-allow-credentials" not in headers
    status, headers, _ = request(tight.url, "OPTIONS", "/api/me", Origin="https://evil.example", **ask)
    assert status == 403 and "access-control-allow-origin" not in headers
    run(open_and_close(tight.url, "https://cards.example"))


async def open_and_close(url: str, origin: str) -> None:
    await (await Wire.open(url, origin=origin)).close()


def test_the_server_draws_nothing_from_a_random_source_that_can_be_guessed() -> None:
    modules = [path.read_text() for path in Path(lastcard.online.server.__file__).parent.rglob("*.py")]
    assert len(modules) > 10 and not [text for text in modules if re.search(r"^(import|from) random", text, re.M)]


def test_only_the_owner_can_read_the_data_file(server: ServerProcess) -> None:
    assert stat.S_IMODE(server.data.stat().st_mode) == 0o600


# ---------------------------------------------------------------- HTTP

PATHS = [
    "/healthz", "/api/house-rules", "/api/rules", "/api/me", "/api/me/transfer", "/api/me/adopt", "/api/tables",
    "/api/quick", "/api/tables/BCDFGH", "/api/tables/BCDFGH/rules", "/api/tables/BCDFGH/ticket", "/api/matches",
    "/api/matches/x", "/api/matches/x/steps", "/api/socket", "/", "/nothing", "/api/tables/%00", "/api/tables/%ff%fe",
    "/api/tables/..%2f..%2fetc", "/api/tables/" + "x" * 3000, "/api/rules?id=%00", "/api/rules?id=" + "official+" * 300,
    "/api/matches/x/steps?round=-1&seat=99", "/api/rules?id=official&id=one&x=%zz",
]  # fmt: skip
BODIES = [
    b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"name":1}', b'{"name":"\xed\xa0\x80"}', b'{"name":""}',
    b'{"name":"<b>"}', b'{"name":"a","x":1}', b'{"name":"' + b"a" * 200 + b'"}', b"[" * 50_000, b'{"a":' * 5_000,
    b'{"ruleset":{}}', b'{"ruleset":{"deck":[]}}', b'{"seats":3,"rules":"official+partners"}', b'{"seats":1e400}',
    b'{"seats":99999999999999999999}', b'{"rules":"' + b"official+" * 100 + b'"}', b'{"transfer":"x"}',
    b'{"ruleset":' + b'{"a":' * 900 + b"1" + b"}" * 901, b"x" * 200_000,
]  # fmt: skip


def test_every_request_gets_an_answer_that_is_no_crash(server: ServerProcess) -> None:
    account = run(Account.make(server.url, "Ann"))
    rng = Random(1)
    for path in PATHS:
        for method in ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"):
            for body in rng.sample(BODIES, 4) if method == "POST" else [None]:
                try:
                    status, _, answer = request(server.url, method, path, body, Cookie=f"lastcard={account.token}")
                except ConnectionError:
                    continue  # closed while a body too large was still being sent
                assert status != 500, (path, method, body and body[:50], answer)
                if 400 <= status < 500 and method != "HEAD":
                    assert set(json.loads(answer)["error"]) == {"code", "text"}, (path, answer)


@pytest.mark.parametrize("body", BODIES)
def test_every_body_gets_an_answer_that_is_no_crash(server: ServerProcess, body: bytes) -> None:
    account = run(Account.make(server.url, "Ann"))
    for path in ("/api/me", "/api/tables", "/api/quick", "/api/me/adopt"):
        for kind in ("application/json", "text/plain"):
            try:
                status, _, answer = request(
                    server.url, "POST", path, body, Cookie=f"lastcard={account.token}", Content_Type=kind
                )
            except ConnectionError:
                assert len(body) > 100_000
                continue
            assert status < 500 and (status < 400 or json.loads(answer)["error"]["text"]), (path, answer)


def test_requests_that_are_no_http_or_too_large_are_closed(server: ServerProcess) -> None:
    head = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
    upgrade = head.replace(b"/healthz", b"/api/socket") + b"Upgrade: websocket\r\nConnection: Upgrade\r\n"

    async def main() -> None:
        cases = [
            (b"\x16\x03\x01\x02\x00\x01",), (b"nonsense\r\n\r\n",), (b"GET \xff HTTP/1.1\r\n\r\n",),
            (head, b"X: " + b"y" * 20_000 + b"\r\n\r\n"), (head, *[b"X: y\r\n" * 1_000] * 20),
            (head, b"X: ", *[b"y" * 10_000] * 100), (b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\n\r\n",),
            (upgrade + b"X: " + b"y" * 100_000 + b"\r\n\r\n",), (upgrade + b"Sec-WebSocket-Version: 99\r\n\r\n",),
            (upgrade + b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n\r\n",),
            (b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",),
            (b"POST /api/me HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",),
        ]  # fmt: skip
        for case in cases:
            answer = await raw(server.url, *case)
            assert not answer or answer.startswith(b"HTTP/1.1 4"), (case[0][:80], answer[:200])
        assert (await asyncio.to_thread(request, server.url, "GET", "/healthz"))[0] == 200

    run(main())


def test_connections_that_say_nothing_or_too_little_are_closed(server: ServerProcess) -> None:
    body = b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"

    async def mute() -> int:
        return await (await Wire.open(server.url)).closed()

    async def main() -> None:
        silent, slow, late, code = await asyncio.gather(
            raw(server.url), raw(server.url, b"GET /healthz HTTP/1.1\r\nX"), raw(server.url, body), mute()
        )
        assert (silent, slow, code) == (b"", b"", 4000) and late.startswith(b"HTTP/1.1 408")

    run(main())


def test_a_body_that_nobody_reads_does_not_hold_a_connection(server: ServerProcess) -> None:
    async def main() -> None:
        address = urlsplit(server.url)
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        writer.write(b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 415")
        writer.write(b"x")
        async with asyncio.timeout(PATIENCE):
            assert b"application/json" in await reader.read()  # the whole answer, and then the end
            with pytest.raises(ConnectionError):
                while True:
                    writer.write(b"x")
                    await writer.drain()
                    await asyncio.sleep(0.05)
        writer.close()

    run(main())


def test_an_address_has_only_so_many_connections_at_once(tight: ServerProcess) -> None:
    async def main() -> None:
        address = urlsplit(tight.url)
        opened = [await asyncio.open_connection(address.hostname, address.port) for _ in range(31)]
        with suppress(ConnectionError):
            opened[30][1].write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert await opened[30][0].read() == b""
        for _, writer in opened:
            writer.close()
        while True:  # once those are gone there is room again
            with suppress(ConnectionError):
                assert (await asyncio.to_thread(request, tight.url, "GET", "/healthz"))[0] == 200
                return

    run(main())


def test_many_connections_leave_the_server_at_work(server: ServerProcess) -> None:
    async def main() -> None:
        wires = [await Wire.open(server.url) for _ in range(150)]
        ann = await a_wire(server.url)
        assert (await ann.command("lock", on=True))["t"] == "ev"
        for wire in wires:
            wire.socket.transport.abort()
        assert (await ann.command("lock", on=False))["t"] == "ev"
        await ann.close()

    run(main())
    wait_until(lambda: request(server.url, "GET", "/healthz")[0] == 200)
