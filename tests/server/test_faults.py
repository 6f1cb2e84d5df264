"""Clients behind a bad network: whatever happens to their connections, they end consistent and playing."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from crashes import PATIENCE, Crowd, quick_clients, server_ends
from history import History, prove, stored
from lastcard.bots import make_bot
from lastcard.bots.base import decided
from lastcard.online import protocol as p
from lastcard.online.client import Account, HttpRefused, OnlineTable, TableClosed
from lastcard.online.client.table import KEPT_NEWS
from online import ServerProcess, a_table, close, run, soon
from proxy import MODES, Proxy


def test_clients_behind_a_bad_network_end_consistent_and_playing(tmp_path: Path) -> None:
    data = tmp_path / "tables.db"
    server = ServerProcess(data).start()

    async def main() -> Crowd:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(32))  # stalled requests wait in threads
        async with Proxy(server.port, 5) as proxy:
            crowd = Crowd(proxy.url, 5)
            await crowd.begin()
            for mode in MODES:
                proxy.mode = mode
                async with asyncio.timeout(PATIENCE):
                    while proxy.done[mode] < 12:
                        await asyncio.sleep(0.01)
                proxy.mode = "fair"
                await crowd.all_go_on()
            await crowd.end()
        return crowd

    with quick_clients(), server_ends(server):
        crowd = run(main())
        server.stop()
        crowd.prove(data)


def test_a_client_whose_connection_stalls_notices_and_comes_back(tmp_path: Path) -> None:
    history = History()

    async def main(server: ServerProcess) -> None:
        async with Proxy(server.port, 6) as proxy:
            ann = await Account.make(proxy.url, "Ann")
            history.link = await ann.create(seats=2)
            table = await history.join(ann, "ann")
            proxy.mode = "stall"
            await stalled(table, proxy)
            proxy.mode = "fair"
            other = await Account(server.url, ann.token).join(history.link)
            await other.do(p.Lock, on=True)
            await soon(table, lambda: table.room["locked"])
            await close(table, other)

    with quick_clients(), ServerProcess(tmp_path / "tables.db") as server:
        run(main(server))


async def stalled(table: OnlineTable, proxy: Proxy) -> None:
    """Talk until the connection of a client stalls."""
    asking = []
    while not proxy.done["stall"]:
        asking.append(asyncio.create_task(table.do(p.Say, text="hello?")))
        await asyncio.sleep(0.02)
    for task in asking:
        task.cancel()


# ---------------------------------------------------------------- answers that do not end a client


def test_a_server_that_is_busy_or_starting_is_tried_again(tmp_path: Path) -> None:
    """What a proxy answers while the server behind it is away does not end a client."""
    answers = [b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 4\r\n\r\nwait",
               b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 2\r\n\r\n{}",
               b"HTTP/1.1 429 Too Many Requests\r\nContent-Length: 2\r\n\r\n{}",
               b"HTTP/1.1 200 OK\r\nContent-Ty", b"HTTP/1.1 200 OK\r\nContent-Length: 9", b"HTTP/1.1 2", b"",
               b'HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{"ticket": ']  # fmt: skip

    async def main(server: ServerProcess) -> None:
        (ann,) = await a_table(server.url, "Ann")
        await close(ann)

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answers.pop(0))
            await writer.drain()
            writer.close()
            if not answers:
                account.url = server.url

        async with await asyncio.start_server(answer, "127.0.0.1", 0) as between:
            account = Account(f"http://127.0.0.1:{between.sockets[0].getsockname()[1]}", ann.account.token)
            table = await account.join(ann.ref)
        assert table.seat == 0 and not answers
        await close(table)

    with quick_clients(), ServerProcess(tmp_path / "tables.db") as server:
        run(main(server))


def test_an_answer_that_means_no_ends_a_client(tmp_path: Path) -> None:
    async def main(server: ServerProcess) -> None:
        ann = await Account.make(server.url, "Ann")
        with pytest.raises(TableClosed):
            await ann.join("ZZZZZZ")
        with pytest.raises(HttpRefused) as caught:
            await ann.get("/api/tables/ZZZZZZ")
        assert not caught.value.passing

    with ServerProcess(tmp_path / "tables.db") as server:
        run(main(server))


# ---------------------------------------------------------------- commands that are sent again


def test_a_command_that_waits_and_is_sent_again_has_one_answer(tmp_path: Path) -> None:
    """A move may have to wait until others could claim; sent again meanwhile, it is still the same move."""
    data, history = tmp_path / "tables.db", History()

    async def main(server: ServerProcess) -> None:
        accounts = [await Account.make(server.url, name) for name in ("Ann", "Ben", "Cyd")]
        history.link = await accounts[0].create(seats=3, rules="official+jump-in=identical")
        tables = [await history.join(account, account.token) for account in accounts]
        for table in tables[1:]:
            await table.do(p.Sit)
        await tables[0].do(p.Start)
        asked = await waiting_move(tables)
        answer = await asked
        for table in tables:
            await soon(table, lambda table=table: table.v >= answer["v"])
        await asyncio.gather(*(table.do(p.Say, text="that was one") for table in tables))
        await close(*tables)

    with ServerProcess(data, haste=1.0) as server:
        run(main(server))
        server.stop()
    prove(history, stored(data)[history.link], settled=False)


async def waiting_move(tables: list[OnlineTable]) -> "asyncio.Future[dict[str, object]]":
    """Play until a seat on turn has to wait for claims; send its move twice and return its answer."""
    bot = make_bot("careful", 1)
    while True:
        for table in tables:
            await soon(table, lambda table=table: table.v == max(one.v for one in tables) and table.game is not None)
        clock = tables[0].clock
        turn = tables[tables[0].game["status"]["awaited"][0]]
        action = decided(bot, turn.view()).text
        if clock["hold"] - clock["now"] < 1000:
            await turn.act(action)
            continue
        command = p.Act("again", turn.v, action)
        answered = asyncio.get_running_loop().create_future()
        turn._pending["again"] = (command, answered)
        for _ in range(2):
            await turn._send(turn._socket, command)
        return answered


def test_a_client_knows_the_rules_of_its_table_after_they_change(tmp_path: Path) -> None:
    async def main(server: ServerProcess) -> None:
        ann, ben = await a_table(server.url, "Ann", "Ben", rules="official")
        await ann.do(p.Configure, rules="one")
        await soon(ben, lambda: ben.room["rules"] == "one")
        assert ann.rules.id == ben.rules.id == "one"
        await ann.do(p.Start)
        assert ann.view().rules.id == "one"
        await close(ann, ben)

    with ServerProcess(tmp_path / "tables.db") as server:
        run(main(server))


def test_news_that_nobody_reads_do_not_fill_the_memory() -> None:
    async def main() -> None:
        table = OnlineTable(Account("http://localhost"), "ref")
        for v in range(3000):
            table._tell({"v": v})
        assert table._news.qsize() == KEPT_NEWS
        news = table.news()
        assert (await anext(news))["v"] == 3000 - KEPT_NEWS
        for v in range(1000):  # somebody reads now, if slowly
            table._tell({"v": v})
        assert table._news.qsize() == KEPT_NEWS - 1 + 1000
        await news.aclose()

    run(main())


def test_news_arrive_once_each_across_restarts(tmp_path: Path) -> None:
    """Whoever reads the news of a table gets every version, in order, whatever happens to the connection."""
    data = tmp_path / "tables.db"
    seen: list[int] = []

    async def read(table: OnlineTable) -> None:
        async for one in table.news():
            seen.append(one["v"])

    async def main(server: ServerProcess) -> None:
        ann, ben = await a_table(server.url, "Ann", "Ben")
        reading = asyncio.create_task(read(ben))
        for number in range(6):
            await ann.do(p.Say, text=f"{number}")
            server.kill()
            server.start()
        await ann.do(p.Say, text="end")
        await soon(ben, lambda: ben.v == ann.v)
        await close(ann, ben)
        await reading
        assert ben.v >= ann.v and seen == list(range(2, ben.v + 1))  # from where Ben sat down

    with quick_clients(), ServerProcess(data) as server:
        run(main(server))
