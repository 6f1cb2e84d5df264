"""A server that is stopped on purpose, and copies of its data that are made while people play."""

import asyncio
import signal
import sqlite3
from pathlib import Path

from crashes import Crowd, quick_clients, server_ends
from history import StoredRow, acknowledged, stored
from lastcard.online import protocol as p
from lastcard.online.client import Account
from online import ServerProcess, close, play, run, wait_until


def errors(logged: str) -> list[str]:
    """Return the errors in a log, but for clients of a busy machine that are slow to go."""
    lines = [line for line in logged.splitlines() if '"level": "error"' in line]
    return [line for line in lines if "graceful shutdown exceeded" not in line]


def test_after_a_planned_stop_clients_play_on_at_the_next_process(tmp_path: Path) -> None:
    data = tmp_path / "tables.db"
    server = ServerProcess(data).start()
    crowd = Crowd(server.url, 3)

    async def main() -> None:
        await crowd.begin()
        for _ in range(3):
            await crowd.more(15)
            status, logged = await asyncio.to_thread(server.stop)
            assert status == 0 and not errors(logged)
            crowd.prove(data, settled=False)
            await asyncio.to_thread(server.start)
        await crowd.all_go_on()
        await crowd.end()

    with quick_clients(), server_ends(server):
        run(main())
        server.stop()
        crowd.prove(data)


def test_a_stopped_server_leaves_one_file_and_no_journal(tmp_path: Path) -> None:
    async def main(url: str) -> None:
        ann = await Account.make(url, "Ann")
        await ann.create(seats=2)

    with ServerProcess(tmp_path / "tables.db") as server:
        run(main(server.url))
        assert server.stop()[0] == 0
    assert [file.name for file in tmp_path.iterdir()] == ["tables.db"]


def test_a_backup_made_under_load_is_whole_and_can_be_served(tmp_path: Path) -> None:
    data, folder = tmp_path / "tables.db", tmp_path / "backups"
    server = ServerProcess(data, "--backups", str(folder)).start()
    crowd = Crowd(server.url, 4)
    before: list[dict[str, int]] = []  # what was acknowledged before each backup was asked for

    async def main() -> None:
        await crowd.begin()
        for number in range(1, 4):
            await crowd.more(20)
            before.append({name: v for history in crowd.histories for name, v in acknowledged(history).items()})
            assert server.process is not None
            server.process.send_signal(signal.SIGUSR1)
            await asyncio.to_thread(wait_until, lambda number=number: len(list(folder.glob("*.db"))) == number)
        await crowd.end()

    with quick_clients(), server_ends(server):
        run(main())
        server.stop()
        crowd.prove(data)
    final = stored(data)
    backups = sorted(folder.iterdir())
    assert len(backups) == 3
    for path, known in zip(backups, before, strict=True):
        check_backup(path, final, known)
    restored = Path(tmp_path / "restored.db")
    restored.write_bytes(backups[-1].read_bytes())
    run(play_on(restored, crowd))


def check_backup(path: Path, final: dict[str, list[StoredRow]], known: dict[str, int]) -> None:
    """Check that a backup is sound, has what was acknowledged before it, and nothing that did not happen."""
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
    found = stored(path)
    commands = {row.cmd: row.v for rows in found.values() for row in rows if row.cmd}
    assert all(commands.get(name) == v for name, v in known.items())
    assert all(final[link][: len(rows)] == rows for link, rows in found.items())


async def play_on(data: Path, crowd: Crowd) -> None:
    """Check that people go on at the tables of a restored backup, each with the own seat."""
    with ServerProcess(data) as server:
        for old in crowd.tables:
            old.account.url = server.url
            table = await old.account.join(old.ref)
            assert table.seat == old.seat and table.epoch != old.epoch
            v = table.v
            if table.seat == 0:
                if table.room["paused"] is not None:
                    await table.do(p.Resume)
                await table.do(p.Say, text="we are back")
                assert table.v > v
            await close(table)


def test_backups_do_not_replace_each_other_or_stop_the_table(tmp_path: Path) -> None:
    folder = tmp_path / "backups"

    async def main(server: ServerProcess) -> None:
        account = await Account.make(server.url, "Ann")
        table = await account.join(await account.create(seats=2, rules="one"))
        await table.do(p.AddBots, level="careful")
        await table.do(p.Start)
        assert server.process is not None
        for _ in range(5):
            server.process.send_signal(signal.SIGUSR1)
            ply = table.game["ply"]
            await play(table, lambda table, ply=ply: table.game["ply"] > ply or table.room["phase"] == "over")
        await close(table)

    with ServerProcess(tmp_path / "tables.db", "--backups", str(folder)) as server:
        run(main(server))
        wait_until(lambda: bool(list(folder.glob("*.db"))) and not list(folder.glob("*.part")))
        assert server.stop()[0] == 0
    assert list(folder.glob("*.db")) and not list(folder.glob("*.part"))


def test_a_backup_that_cannot_be_written_is_logged_and_tables_go_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")

    async def main(server: ServerProcess) -> None:
        account = await Account.make(server.url, "Ann")
        table = await account.join(await account.create(seats=2))
        assert server.process is not None
        server.process.send_signal(signal.SIGUSR1)
        await table.do(p.Say, text="on we go")
        await close(table)

    with ServerProcess(tmp_path / "tables.db", "--backups", str(tmp_path / "file")) as server:
        run(main(server))
        status, logged = server.stop()
    assert status == 0 and "no backup was made" in logged
