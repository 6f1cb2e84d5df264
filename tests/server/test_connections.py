"""Connections: all are counted, none is held for nothing, and those who go away are no error."""

import asyncio
import json
import socket
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from lastcard.online import protocol as p
from lastcard.online.client import Account
from lastcard.online.server.connections import SHARE, SPARE, Connections, reserve
from lastcard.online.server.limits import WIDE, Buckets, Rate, network_of
from online import ServerProcess, a_table, close, reserved_port, run, wait_until
from raw import GET, HALVES, JSON_POST, KEY, REMAINS, UPGRADE, UPGRADES, Raw, raw
from wire import Wire

SMALL = str(Path(__file__).parent.parent / "small_server.py")
LIMIT = 192  # descriptors of a small server
ROOM = LIMIT - reserve(LIMIT)  # connections it has


@pytest.fixture(scope="module")
def metrics():
    with reserved_port() as port:
        yield port


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, metrics: int):
    data = tmp_path_factory.mktemp("server") / "tables.db"
    with ServerProcess(data, "--metrics", str(metrics)) as server:
        yield server
        assert 'lastcard_http_total{status="500"}' not in measured(metrics)
        assert server.stop() == (0, ""), "whatever clients do, the server has nothing to note"


def measured(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as answer:
        return answer.read().decode()


def value(port: int, name: str) -> float:
    """Return the value of a metric."""
    lines = [line.rpartition(" ") for line in measured(port).splitlines()]
    return sum(float(number) for found, _, number in lines if found == name)


# ---------------------------------------------------------------- one connection


@pytest.mark.parametrize("case", UPGRADES)
def test_an_upgrade_that_makes_no_sense_is_refused_and_closed(server: ServerProcess, case: str) -> None:
    assert run(raw(server.url, UPGRADES[case])).startswith(b"HTTP/1.1 4")


def test_a_request_that_is_not_finished_ends_with_its_connection(server: ServerProcess) -> None:
    async def main() -> None:
        await asyncio.gather(*(raw(server.url, *parts) for parts in HALVES.values()))

    run(main())


@pytest.mark.parametrize("case", REMAINS)
def test_bytes_after_an_early_answer_are_no_error(server: ServerProcess, case: str) -> None:
    heard = run(raw(server.url, *REMAINS[case]))
    assert heard.startswith((b"HTTP/1.1 415", b"HTTP/1.1 200")) and heard.count(b"HTTP/1.1") == 1


def test_clients_that_go_away_in_the_middle_are_no_error(server: ServerProcess, metrics: int) -> None:
    async def main() -> None:
        for parts in [*HALVES.values(), *((text[:-5],) for text in UPGRADES.values())]:
            (await (await Raw.open(server.url)).send(*parts)).leave()

    gone = 'lastcard_http_total{status="499"}'
    before = value(metrics, gone)
    run(main())
    wait_until(lambda: value(metrics, gone) >= before + 3)
    wait_until(lambda: value(metrics, "lastcard_connections") == 0)


def narrow(server: ServerProcess) -> socket.socket:
    """Return a connection whose client takes very little at once."""
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    found.connect(("127.0.0.1", server.port))
    return found


async def unread(server: ServerProcess, metrics: int, most: int) -> tuple[Wire, int]:
    """Let answers wait at the server, until it drops the socket or there are as many; return how many."""
    ann = await Account.make(server.url, "Ann")
    ticket = (await ann.post(f"/api/tables/{await ann.create()}/ticket", {}))["ticket"]
    wire = await Wire.open(server.url, sock=narrow(server))
    await wire.send({"t": "hello", "protocol": 1, "ticket": ticket})
    await wire.receive()
    wire.socket.transport.pause_reading()
    question = json.dumps({"t": "say", "id": "x" * 41, "v": 0, "text": ""})
    dropped, answered = 'lastcard_dropped_total{code="4004"}', 'lastcard_refused_total{code="bad"}'
    asked = 0
    while asked < most and not value(metrics, dropped):
        with suppress(ConnectionClosed):
            for _ in range(500):
                await wire.send(question)
        asked += 500
        while not value(metrics, dropped) and value(metrics, answered) < asked:
            await asyncio.sleep(0.02)
    return wire, asked


def test_a_socket_that_says_goodbye_and_does_not_read_is_not_kept(tmp_path: Path) -> None:
    async def main(server: ServerProcess, metrics: int) -> int:
        wire, asked = await unread(server, metrics, most)
        with suppress(OSError):  # the first is gone already
            wire.socket.transport.write_eof()
        await asyncio.to_thread(wait_until, lambda: value(metrics, "lastcard_connections") == 0)
        wire.socket.transport.abort()
        return asked

    most = 200_000
    for _ in range(2):  # the first finds out how many answers can wait
        with (
            reserved_port() as metrics,
            ServerProcess(tmp_path / "tables.db", "--metrics", str(metrics), limits=1e6) as server,
        ):
            most = run(main(server, metrics)) - 1_000


@pytest.mark.parametrize("case", ["half a head", "half a body", "half a body after an answer"])
def test_a_server_stops_without_an_error_in_the_middle_of_a_request(tmp_path: Path, case: str) -> None:
    async def main(server: ServerProcess) -> tuple[int, str]:
        one = await (await Raw.open(server.url)).send(*HALVES[case])
        stopped = await asyncio.to_thread(server.stop)
        one.leave()
        return stopped

    with ServerProcess(tmp_path / "tables.db") as server:
        assert run(main(server)) == (0, "")


def test_a_server_stops_without_an_error_while_clients_do_not_read(tmp_path: Path) -> None:
    async def main(server: ServerProcess) -> tuple[int, str]:
        with narrow(server) as client:
            client.sendall((GET.replace(b"/healthz", b"/api/house-rules") + b"\r\n") * 100)
            assert client.recv(9) == b"HTTP/1.1 "
            return await asyncio.to_thread(server.stop)

    with ServerProcess(tmp_path / "tables.db") as server:
        assert run(main(server)) == (0, "")


# ---------------------------------------------------------------- many connections


def test_all_connections_of_an_address_count_whatever_they_turn_out_to_be() -> None:
    room = Connections(10_000, 0.01)  # three of an address that are no sockets, ten that are
    first = [room.admit("192.0.2.1", fail) for _ in range(3)]
    assert all(first) and room.admit("192.0.2.1", fail) is None and room.admit("192.0.2.2", fail) is not None
    first[0].upgrade("192.0.2.1")
    assert room.admit("192.0.2.1", fail) is not None and room.admit("192.0.2.1", fail) is None
    for one in first:
        one.leave()
    assert room.open == 2 and room.admit("192.0.2.1", fail) is not None


def fail() -> None:
    raise AssertionError("nothing is to be ended")


def test_a_connection_of_a_proxy_counts_for_its_clients() -> None:
    room = Connections(10_000, 0.01)
    shared = [room.admit(None, fail) for _ in range(20)]
    with shared[0].request("192.0.2.1") as one, shared[1].request("192.0.2.1") as two:
        with shared[2].request("192.0.2.1") as three, shared[3].request("192.0.2.1") as four:
            assert (one, two, three, four) == (True, True, True, False)
        with shared[2].request("192.0.2.1") as again:
            assert again
    assert [connection.upgrade("192.0.2.1") for connection in shared[:11]] == [True] * 10 + [False]
    shared[0].leave()
    assert shared[11].upgrade("192.0.2.1")


def test_one_address_never_has_all_connections() -> None:
    room = Connections(100)
    opened = [room.admit("192.0.2.1", fail) for _ in range(100)]
    assert len([one for one in opened if one]) == 100 // SHARE
    sockets = [one.upgrade("192.0.2.1") for one in opened if one]
    assert all(sockets) and not [one for one in (room.admit("192.0.2.1", fail),) if one.upgrade("192.0.2.1")]


def test_where_all_connections_are_taken_the_newest_is_let_in_for_a_moment() -> None:
    ended: list[int] = []
    room = Connections(10)
    for number in range(10 + SPARE + 3):
        one = room.admit(f"192.0.2.{number}", lambda number=number: ended.append(number))
        assert one is not None and one.spare == (number >= 10) and not (one.spare and one.upgrade("192.0.2.1"))
    assert ended == [10, 11, 12]


def test_limits_of_an_address_cannot_be_had_again_from_a_wide_network_of_it() -> None:
    """A /48 is one client's as often as not: its 65,536 networks together may do a few times as much as one."""
    networks = [network_of(f"2001:db8:7:{number:x}::1") for number in range(3 * WIDE)]
    assert len(set(networks)) == 3 * WIDE
    buckets = Buckets(Rate(2, 0))
    assert [buckets.take(one) for one in networks for _ in range(3)].count(True) == 2 * WIDE
    assert not buckets.any(networks[-1]) and buckets.take(network_of("2001:db8:8::1")) and buckets.take("192.0.2.1")
    room = Connections(100_000, 0.01)
    admitted = [room.admit(one, fail) for one in networks for _ in range(4)]
    assert len([one for one in admitted if one]) == 3 * WIDE
    for one in filter(None, admitted):
        one.leave()
    assert room.admit(networks[-1], fail) is not None


def test_a_flood_from_one_network_takes_nothing_from_its_neighbours() -> None:
    buckets = Buckets(Rate(2, 0))
    for _ in range(100):
        buckets.take(network_of("2001:db8:7:1::1"))
    assert buckets.take(network_of("2001:db8:7:2::1"))


def small(folder: Path, *options: str, soft: int = LIMIT, hard: int = LIMIT, limits: float = 1000) -> ServerProcess:
    """Return a server with few descriptors."""
    env = {"DESCRIPTORS": f"{soft} {hard}"}
    return ServerProcess(folder / "tables.db", *options, env=env, program=(SMALL,), limits=limits)


def test_the_limit_of_descriptors_is_raised_at_start(tmp_path: Path) -> None:
    with reserved_port() as port, small(tmp_path, "--metrics", str(port), soft=LIMIT, hard=4 * LIMIT):
        assert value(port, "process_max_fds") == 4 * LIMIT
        assert 0 < value(port, "process_open_fds") < LIMIT and value(port, "process_resident_memory_bytes") > 0


def test_while_all_connections_are_taken_the_server_is_healthy_and_tables_go_on(tmp_path: Path) -> None:
    async def main(server: ServerProcess) -> None:
        ann, ben = await a_table(server.url, "Ann", "Ben", rules="one")
        taken = [await Raw.open(server.url) for _ in range(ROOM)]
        asked = await asyncio.gather(*(raw(server.url, GET + b"\r\n") for _ in range(5)))
        assert all(heard.startswith(b"HTTP/1.1 200") for heard in asked)
        refused = await raw(server.url, GET.replace(b"/healthz", b"/api/me") + b"\r\n")
        assert refused.startswith(b"HTTP/1.1 503") and b'"full"' in refused
        assert (await raw(server.url, UPGRADE + KEY + b"\r\n")).startswith(b"HTTP/1.1 403")
        await ann.do(p.Start)
        await ben.until(lambda: ben.room["phase"] == "playing")
        for one in taken:
            one.leave()
        await close(ann, ben)

    with small(tmp_path) as server:
        run(main(server))
        assert server.stop() == (0, "")


def test_one_address_cannot_take_all_connections(tmp_path: Path) -> None:
    async def main(server: ServerProcess) -> None:
        ways = [UPGRADE + KEY + b"Content-Length: 5\r\n\r\n", UPGRADE + KEY + b"\r\n", GET, JSON_POST]
        taken = [await (await Raw.open(server.url, "127.0.0.2")).send(way) for way in ways * ROOM]
        ann = await Account.make(server.url, "Ann")
        async with await ann.join(await ann.create(seats=2)) as table:
            await table.do(p.AddBots, level="greedy")
            await table.do(p.Start)
        for one in taken:
            one.leave()

    with small(tmp_path, limits=1) as server:
        run(main(server))
        assert server.stop() == (0, "")
