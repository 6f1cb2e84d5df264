"""Running the server: settings, health, metrics, logs and signals, with real processes."""

import asyncio
import json
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from argparse import Namespace
from pathlib import Path

import pytest

from lastcard import __version__
from lastcard.errors import LastCardError
from lastcard.online import protocol as p
from lastcard.online.client import OnlineTable
from lastcard.online.server.operations.config import Config, proxies_of
from lastcard.online.server.operations.serve import bind, reachable, url_of
from online import ServerProcess, a_table, close, play, reserved_port, run, soon


def get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=30) as answer:
        return answer.read().decode()


async def a_round(url: str) -> OnlineTable:
    """Play a round with chat, a refusal and a removed player, so that there is something to log and to count."""
    ann, ben = await a_table(url, "Annabel", "Benedict", rules="one", nonces=True)
    await ann.do(p.Say, text="a whispered word")
    await ann.do(p.Start)
    await soon(ben, lambda: ben.room["phase"] == "playing")
    await ben.do(p.Stand)
    await play(ann, lambda table: table.room["phase"] == "over")
    await close(ann, ben)
    return ann


# ---------------------------------------------------------------- settings


def test_settings_are_read_from_the_environment_and_a_flag_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"PORT": "81", "DATA": "x.db", "HOSTS": "a.example, b.example", "SECURE": "yes",
             "ORIGINS": "https://a.example,https://b.example", "HASTE": "0.5", "LOG": "debug"}  # fmt: skip
    for name, text in given.items():
        monkeypatch.setenv(f"LASTCARD_{name}", text)
    config = Config.read(Namespace(port=82))
    assert (config.port, config.data, config.secure, config.haste) == (82, Path("x.db"), True, 0.5)
    assert config.origins == ("https://a.example", "https://b.example") and config.host == "127.0.0.1"
    assert config.hosts == ("a.example", "b.example")


@pytest.mark.parametrize(
    "name, text",
    [("PORT", "x"), ("PORT", "70000"), ("SECURE", "maybe"), ("HASTE", "0"), ("HASTE", "nan"), ("THINKERS", "0"),
     ("LOG", "loud"), ("METRICS", "-1"), ("ORIGINS", "https://a.example/"), ("ORIGINS", "a.example"),
     ("ORIGINS", "https://a.example:443"), ("ORIGINS", "https://A.example"), ("ORIGINS", "https://a.example/page"),
     ("ORIGINS", "http://["), ("HOSTS", "https://a.example"), ("HOSTS", "a.example:80"), ("PROXY", "1"),
     ("PROXY", "10.0.0.1/8")],
)  # fmt: skip
def test_a_setting_that_makes_no_sense_is_refused_with_its_name(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    monkeypatch.setenv(f"LASTCARD_{name}", text)
    with pytest.raises(LastCardError, match=rf"(?i){name.removesuffix('S')}|port|bots may think"):
        Config.read(Namespace())


@pytest.mark.parametrize("flag, what", [("--port", "listen"), ("--metrics", "serve metrics")])
def test_a_server_that_cannot_listen_says_so_in_one_line(tmp_path: Path, flag: str, what: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "lastcard", "serve", "--port", "0", "--data", str(tmp_path / "tables.db")]
        done = subprocess.run([*command, flag, port], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and done.stdout == ""
    assert re.fullmatch(rf"lastcard: cannot {what} on 127.0.0.1 port {port}: [^\n]+\n", done.stderr)


def test_a_server_that_opens_its_page_takes_a_free_port_where_its_own_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with bind(Config(port=port, open=True)) as bound:
            assert bound.getsockname()[1] not in (0, port)
    with bind(Config(port=port, open=True)) as bound:
        assert bound.getsockname()[1] == port


def test_a_server_that_listens_everywhere_names_an_address_that_others_can_use() -> None:
    assert reachable("127.0.0.1") == "127.0.0.1"
    assert reachable("0.0.0.0") != "0.0.0.0"


def test_a_trusted_proxy_says_from_where_clients_come() -> None:
    trusted = proxies_of(("10.88.0.0/16", "::1"))
    asked = ("10.88.3.4", "::1", "10.89.0.1", "127.0.0.1", "unix")
    assert [host in trusted for host in asked] == [True, True, False, False, False]


def test_clients_behind_a_proxy_do_not_share_a_limit(tmp_path: Path) -> None:
    def statuses(client: str) -> list[int]:
        found = []
        for _ in range(3):
            body = urllib.request.Request(f"{server.url}/api/me", b'{"name":"Ann"}', method="POST")
            body.add_header("Content-Type", "application/json")
            body.add_header("X-Forwarded-For", client)
            try:
                with urllib.request.urlopen(body, timeout=30) as answer:
                    found.append(answer.status)
            except urllib.error.HTTPError as error:
                found.append(error.code)
                error.close()
        return found

    # Two new guests of an address, and then one in half a minute.
    with ServerProcess(tmp_path / "tables.db", "--proxy", "127.0.0.0/8, ::1", limits=0.034) as server:
        assert statuses("192.0.2.1") == statuses("192.0.2.2") == [200, 200, 429]


# ---------------------------------------------------------------- health, metrics, logs, signals


def test_health_metrics_logs_and_a_clean_end(tmp_path: Path) -> None:
    with (
        reserved_port() as metrics,
        ServerProcess(tmp_path / "tables.db", "--metrics", str(metrics), "--log", "debug") as server,
    ):
        assert json.loads(get(f"{server.url}/healthz")) == {"status": "ok", "version": __version__, "tables": 0}
        ann = run(a_round(server.url))
        counted = get(f"http://127.0.0.1:{metrics}/metrics")
        status, logged = server.stop()
    assert status == 0
    assert re.search(r'^lastcard_commands_total\{kind="start"\} 1.0$', counted, re.MULTILINE)
    assert re.search(r"^lastcard_running_tables 1.0$", counted, re.MULTILINE)
    for name in ("command", "commit"):
        assert re.search(rf"^lastcard_{name}_seconds_count [1-9]", counted, re.MULTILINE), name
    lines = [json.loads(line) for line in logged.splitlines()]
    assert all(line.keys() - {"error"} == {"time", "level", "from", "text"} for line in lines)
    secrets = [ann.account.token, ann.ref, "Annabel", "Benedict", "whispered", ann.room["match"]]
    assert not [secret for secret in secrets if secret in logged + counted]


def test_metrics_are_not_served_to_everyone(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "tables.db") as server, pytest.raises(urllib.error.HTTPError) as caught:
        get(f"{server.url}/metrics")
    assert caught.value.code == 404
    caught.value.close()


def test_a_running_match_is_there_again_after_a_planned_restart(tmp_path: Path) -> None:
    async def begin(url: str) -> OnlineTable:
        ann, ben = await a_table(url, "Ann", "Ben", rules="official", pace="off")
        await ann.do(p.Start)
        await close(ann, ben)
        return ann

    async def look(ann: OnlineTable) -> None:
        async with await ann.account.join(ann.ref) as again:
            assert (again.room["phase"], again.you["hand"]) == ("playing", ann.you["hand"])

    server = ServerProcess(tmp_path / "tables.db")
    with server:
        ann = run(begin(server.url))
        assert server.stop()[0] == 0
    with server:
        run(look(ann))


def test_a_server_with_clients_stops_when_asked(tmp_path: Path) -> None:
    async def main(server: ServerProcess) -> int:
        (ann,) = await a_table(server.url, "Ann")
        status, _ = await asyncio.to_thread(server.stop)
        await close(ann)
        return status

    with ServerProcess(tmp_path / "tables.db") as server:
        assert run(main(server)) == 0


@pytest.mark.parametrize("host, url", [("127.0.0.1", "http://127.0.0.1:80/"), ("::1", "http://[::1]:80/")])
def test_the_printed_address_can_be_opened(host: str, url: str) -> None:
    assert url_of(host, 80) == url
