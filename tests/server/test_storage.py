"""The data file: full disks, files that must not be touched, and clocks that jump."""

import asyncio
import ctypes
import json
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from history import History, prove, stored
from hubs import append_all, asked, saying
from lastcard import __version__
from lastcard.online import client
from lastcard.online import protocol as p
from lastcard.online.client import Account, HttpRefused, OnlineTable, TableClosed
from lastcard.online.server.store.sqlite.datafile import connect, open_file
from lastcard.online.server.store.sqlite.store import SqliteStore
from lastcard.online.server.store.store import Outcome, Refused, Saved, Store, StoreError, Unknown
from lastcard.online.server.table.clocks import ServerClock
from online import ServerProcess, a_table, close, play, run, soon

# ---------------------------------------------------------------- no space


def limit_files(server: ServerProcess, size: int | None) -> None:
    """Let no file of a server grow beyond a size, as a full disk does; None: as large as it likes."""
    assert server.process is not None
    unlimited = resource.RLIM_INFINITY
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (unlimited if size is None else size, unlimited))


def test_a_command_that_finds_no_space_is_refused_and_play_goes_on_when_there_is_space(tmp_path: Path) -> None:
    data = tmp_path / "tables.db"
    history = History()

    async def main(server: ServerProcess) -> None:
        accounts = [await Account.make(server.url, name) for name in ("Ann", "Ben")]
        history.link = await accounts[0].create(seats=2, rules="official")
        ann, ben = [await history.join(account, account.token) for account in accounts]
        await ben.do(p.Sit)
        await ann.do(p.Start)
        await soon(ben, lambda: ben.room["phase"] == "playing")
        for beyond in (0, 1, 24, 25, 2000, 4119, 4120, 4121, 6000, 8239):
            before = (ann.v, ann.room, ann.game)
            limit_files(server, Path(f"{data}-wal").stat().st_size + beyond)
            with pytest.raises(client.Refused) as caught:
                for _ in range(5):  # the first may find room in a page that is there already
                    await ann.do(p.Say, text="x" * 250)
                    before = (ann.v, ann.room, ann.game)
            assert caught.value.code == "storage"
            assert (ann.v, ann.room, ann.game) == before
            limit_files(server, None)
            await ann.do(p.Say, text=f"again {beyond}")
        ply = ann.game["ply"]
        await asyncio.gather(*(play(table, lambda table: table.game["ply"] > ply + 5) for table in (ann, ben)))
        await soon(ben, lambda: ben.v == ann.v)
        await soon(ann, lambda: ben.v == ann.v)
        await close(ann, ben)

    with ServerProcess(data, haste=10) as server:
        run(main(server))
        server.stop()
    prove(history, stored(data)[history.link], settled=False)


def test_a_request_that_finds_no_space_is_refused_without_naming_files(tmp_path: Path) -> None:
    async def main(server: ServerProcess) -> None:
        ann = await Account.make(server.url, "Ann")
        limit_files(server, 100)
        for request in (Account.make(server.url, "Ben"), ann.create(seats=2)):
            with pytest.raises(HttpRefused) as caught:
                await request
            assert (caught.value.status, caught.value.code) == (503, "storage")
            assert "tables.db" not in str(caught.value) and caught.value.passing
        with pytest.raises(HttpRefused):
            await ann.get("/healthz")
        limit_files(server, None)
        table = await ann.join(await ann.create(seats=2))
        assert table.seat == 0
        assert (await ann.get("/healthz"))["status"] == "ok"
        await close(table)

    with ServerProcess(tmp_path / "tables.db") as server:
        run(main(server))


FULL_AT_EVERY_SIZE = """
import asyncio, resource, sqlite3, sys
from pathlib import Path
from lastcard.online.server.store.entries import Said
from lastcard.online.server.store.sqlite.store import SqliteStore
from lastcard.online.server.store.store import Append, Saved

async def main(path):
    store = SqliteStore.open(path)
    await store._writer.call(lambda one: one.execute("PRAGMA wal_autocheckpoint = 4").fetchall())  # meets it too
    v, kept, refused = 1, 0, 0
    for size in [*range(0, 100_000, 1021), *range(100_000, 0, -1021)]:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        for _ in range(2):
            saved = asyncio.get_running_loop().create_future()
            store.append(Append(1, v, 0, Said(None, "", f"{v}" * 100)), saved.set_result)
            if isinstance(await saved, Saved):
                kept, v = kept + 1, v + 1
            else:
                refused += 1
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    print(kept, refused, flush=True)
    import os
    os._exit(0)  # without closing, as in a crash

asyncio.run(main(sys.argv[1]))
"""


def test_whatever_write_finds_no_space_the_file_holds_exactly_what_was_saved(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    command = [sys.executable, "-c", FULL_AT_EVERY_SIZE, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    kept, refused = map(int, done.stdout.split())
    assert kept > 30 and refused > 30
    connection = connect(path)
    rows = connection.execute("SELECT v, data FROM entries ORDER BY v").fetchall()
    assert [v for v, _ in rows] == list(range(1, kept + 1))
    assert all(json.loads(data)["text"] == f"{v}" * 100 for v, data in rows)
    connection.close()


def test_a_file_that_may_not_grow_takes_entries_again_once_it_may(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore.open(tmp_path / "tables.db")
        ((pages,),) = await asked(store, "PRAGMA page_count")
        await asked(store, f"PRAGMA max_page_count = {pages + 2}")
        v = 1
        while isinstance(outcome := await appended(store, v, "x" * 3000), Saved):
            v += 1
        assert 1 < v < 9 and isinstance(outcome, Refused) and outcome.why == "trouble" and "full" in outcome.text
        await asked(store, "PRAGMA max_page_count = 100000")
        assert await appended(store, v, "x" * 3000) == Saved()
        assert await asked(store, "SELECT v FROM entries") == [(one,) for one in range(1, v + 1)]
        await store.close()

    asyncio.run(main())


async def appended(store: Store, v: int, text: str = "") -> Outcome:
    (outcome,) = await append_all(store, saying(1, v, text))
    return outcome


class NoSync(sqlite3.Connection):
    """A connection whose disk does not confirm."""

    fails = False

    def execute(self, sql, *values):  # type: ignore[no-untyped-def]
        if self.fails and sql == "COMMIT":
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorname = "SQLITE_IOERR_FSYNC"  # type: ignore[misc]
            raise error
        return super().execute(sql, *values)


def without_sync(path: Path, panic: Callable[[], None]) -> tuple[SqliteStore, NoSync]:
    """Return a store and its connection, whose disk can be told not to confirm."""
    file = open_file(path)
    file.connection.close()
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=NoSync)
    return SqliteStore(path, file._replace(connection=connection, heads=None), panic), connection


def test_after_a_failed_sync_the_server_panics_before_anyone_is_told(tmp_path: Path) -> None:
    async def main() -> None:
        told: list[Any] = []
        store, connection = without_sync(tmp_path / "tables.db", lambda: told.append("panic"))
        connection.fails = True
        told.append(await appended(store, 1))
        assert told[0] == "panic" and isinstance(told[1], Unknown)
        connection.fails = False
        assert isinstance(await appended(store, 1), Refused)  # nothing more is taken
        await store.close()

    asyncio.run(main())


def test_a_failed_sync_of_a_request_is_no_better_than_one_of_a_move(tmp_path: Path) -> None:
    async def main() -> None:
        told: list[str] = []
        store, connection = without_sync(tmp_path / "tables.db", lambda: told.append("panic"))
        connection.fails = True
        with pytest.raises(StoreError):
            await asked(store, "BEGIN IMMEDIATE")
        assert told == ["panic"]
        await store.close()

    asyncio.run(main())


# ---------------------------------------------------------------- files that are refused


def served(data: Path, *, weak: bool = False) -> tuple[int, str]:
    """Try to serve a file that should be refused; return the status and what is said."""

    def without_override() -> None:
        ctypes.CDLL(None).prctl(24, 1)  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE: modes of files bind root too

    command = [sys.executable, "-m", "lastcard", "serve", "--port", "0", "--data", str(data)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60,
                          preexec_fn=without_override if weak else None)  # fmt: skip
    return done.returncode, done.stderr


def crashed(path: Path, *statements: str) -> None:
    """Write a SQLite file and leave it as a crash does, with entries that are only in its journal."""
    script = "import sqlite3, os, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
    script += "[c.execute(one).fetchall() for one in sys.argv[2:]]; os._exit(0)"
    subprocess.run([sys.executable, "-c", script, str(path), *statements], check=True)


def text_file(path: Path) -> None:
    path.write_text("Dear diary,\n" * 500)


def foreign(path: Path) -> None:
    crashed(path, "CREATE TABLE cakes (name)", "INSERT INTO cakes VALUES ('plum')")


def foreign_with_journal(path: Path) -> None:
    crashed(path, "PRAGMA journal_mode = WAL", "CREATE TABLE cakes (name)", "INSERT INTO cakes VALUES ('plum')")


def newer(path: Path) -> None:
    connect(path).close()
    crashed(path, "PRAGMA user_version = 99", "INSERT INTO meta VALUES ('new', 'thing')")


def damaged(path: Path) -> None:
    connection = connect(path)
    for v in range(400):
        connection.execute("INSERT INTO entries VALUES (1, ?, 0, '', '', ?, x'', 'said', 2)", (v, bytes(200)))
    connection.close()
    data = bytearray(path.read_bytes())
    data[len(data) // 2 :] = bytes(len(data) - len(data) // 2)
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (text_file, "not a data file"),
        (foreign, "another program"),
        (foreign_with_journal, "another program"),
        (newer, "newer version"),
        (damaged, "damaged"),
    ],
)
def test_a_file_that_is_not_sound_and_ours_is_refused_and_not_changed(
    tmp_path: Path, make: Callable[[Path], None], says: str
) -> None:
    path = tmp_path / "tables.db"
    make(path)
    before = contents(tmp_path)
    status, text = served(path)
    assert status == 2 and says in text and "Traceback" not in text
    assert contents(tmp_path) == before


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder; an empty journal is none, and shared memory is only in use."""
    found = {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith("-shm")}
    return {name: data for name, data in found.items() if data}


def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    connect(path).close()
    before = path.read_bytes()
    path.chmod(0o400)
    status, text = served(path, weak=True)
    assert status == 2 and "writable" in text and path.read_bytes() == before


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o500)
    status, text = served(folder / "tables.db", weak=True)
    assert status == 2 and "Traceback" not in text and not list(folder.iterdir())


def test_a_second_server_on_the_same_file_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    async def main(server: ServerProcess) -> None:
        (ann,) = await a_table(server.url, "Ann")
        before = server.data.read_bytes()
        status, text = await asyncio.to_thread(served, server.data)
        assert status == 2 and "used by another program" in text and server.data.read_bytes() == before
        await ann.do(p.Say, text="still here")
        await close(ann)

    with ServerProcess(tmp_path / "tables.db") as server:
        run(main(server))


def test_only_the_owner_may_read_a_new_file(tmp_path: Path) -> None:
    connection = connect(tmp_path / "tables.db")
    connection.execute("INSERT INTO meta VALUES ('a', 'b')")
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
    connection.close()


# ---------------------------------------------------------------- a table that does not replay


def read(data: Path, sql: str) -> list[Any]:
    """Ask a data file that no server is using, and leave its journal as it is."""
    connection = sqlite3.connect(f"file:{data}?mode=ro", uri=True)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def entries_of(data: Path, table: int = 1) -> list[tuple[int, str]]:
    """Return the versions of a table and the kinds of their entries."""
    return read(data, f"SELECT v, kind FROM entries WHERE tab = {table} ORDER BY v")


def other(data: str) -> str:
    return f"UPDATE entries SET data = CAST({data} AS BLOB) WHERE tab = 1 AND v = :move"


OF_ANN = "SELECT * FROM entries WHERE tab = 1"
FAULTS = {
    "other points": other("""replace(data, '}', ',\"points\":[1,2]}')"""),
    "not an entry": other("'{}'"),
    "not a move": other("""'{"seat":0,"action":[]}'"""),
    "not JSON": other("""'{"seat":'"""),
    "a kind of a later version": "UPDATE entries SET kind = 'danced' WHERE tab = 1 AND v = :move",
    "a format of a later version": "UPDATE entries SET format = 99 WHERE tab = 1 AND v = :move",
    "one missing": "DELETE FROM entries WHERE tab = 1 AND v = :move - 1",
    "all missing": "DELETE FROM entries WHERE tab = 1 AND :move",
    "another deal": other("replace(data, 'd turn', 'd  turn')").replace("v = :move", "v <= :move"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_table_that_no_longer_replays_is_kept_and_others_go_on(tmp_path: Path, fault: str) -> None:
    """Its players get an apology; what is made good, by a later version say, goes on where it was."""
    data, kept = tmp_path / "tables.db", tmp_path / "kept.db"

    async def two_tables(url: str) -> list[OnlineTable]:
        found = []
        for name in ("Ann", "Ben"):
            (table,) = await a_table(url, name, rules="official", seats=2)
            await table.do(p.AddBots, level="random")
            await table.do(p.Start)
            await play(table, lambda table: table.game["ply"] >= 4)
            await close(table)
            found.append(table)
        return found

    async def after(ann: OnlineTable, ben: OnlineTable) -> None:
        for _ in range(2):  # not only the first who asks
            with pytest.raises(TableClosed, match="sorry"):
                await ann.account.join(ann.ref)
        with pytest.raises(HttpRefused) as caught:
            await ann.account.post(f"/api/tables/{ann.ref}/ticket", {})
        assert caught.value.code == "unreadable" and not caught.value.passing
        again = await ben.account.join(ben.ref)
        ply = again.game["ply"]
        await play(again, lambda table: table.game["ply"] > ply or table.room["phase"] != "playing")
        await close(again)

    async def repaired(ann: OnlineTable) -> None:
        again = await ann.account.join(ann.ref)
        assert again.game["ply"] >= ann.game["ply"]
        await close(again)

    with ServerProcess(data) as server:
        ann, ben = run(two_tables(server.url))
        server.stop()
        shutil.copy(data, kept)
        move = max(v for v, kind in entries_of(data) if kind == "moved")
        crashed(data, FAULTS[fault].replace(":move", str(move)))
        before = read(data, OF_ANN)
        assert before != read(kept, OF_ANN)
        server.start()
        run(after(ann, ben))
        status, logged = server.stop()
        assert status == 0 and "table 1 cannot be restored" in logged
        assert read(data, OF_ANN) == before, "it was changed"
        ((mark, ended),) = read(data, "SELECT unreadable, ended FROM tables WHERE number = 1")
        assert __version__ in mark and not ended
        crashed(data, f"ATTACH '{kept}' AS kept", "DELETE FROM entries WHERE tab = 1",
                "INSERT INTO entries SELECT * FROM kept.entries WHERE tab = 1")  # fmt: skip
        server.start()
        run(repaired(ann))
        assert server.stop()[0] == 0
    assert read(data, "SELECT unreadable FROM tables") == [("",), ("",)]


# ---------------------------------------------------------------- time


def test_the_time_of_the_server_does_not_follow_a_clock_that_jumps(monkeypatch: pytest.MonkeyPatch) -> None:
    wall = 1_000_000.0
    monkeypatch.setattr("lastcard.online.server.table.clocks.time.time", lambda: wall)
    clock = ServerClock()
    began = clock.now()
    wall -= 3600
    assert began <= clock.now() < began + 60_000
    wall += 7200
    assert began <= clock.now() < began + 60_000
    wall -= 7200
    assert ServerClock(last_alive=began).now() >= began


@pytest.mark.parametrize("jump", [3_600_000, -3_600_000, -90_000], ids=["back", "forward", "outage"])
def test_clocks_go_on_where_they_stood_after_every_outage_and_jump(tmp_path: Path, jump: int) -> None:
    """To move all times in the file is the same as to move the clock of the machine the other way."""
    data = tmp_path / "tables.db"
    saved: list[int] = []  # the last time that was on disk, after each kill

    async def begin(url: str) -> OnlineTable:
        (ann,) = await a_table(url, "Ann", rules="official", seats=2, pace="relaxed")
        await ann.do(p.AddBots, level="random")
        await ann.do(p.Start)
        await play(ann, lambda table: table.game["ply"] >= 2 and table.game["status"]["awaited"] == [0])
        await close(ann)
        return ann

    async def again(ann: OnlineTable) -> None:
        table = await ann.account.join(ann.ref)
        assert table.clock["now"] >= saved[-1], "time went backwards"
        left = table.clock["turn"] - table.clock["now"]
        assert 20_000 < left <= 62_000 and table.clock["bank"] == [120_000, 120_000]
        await close(table)

    with ServerProcess(data, haste=0.1) as server:
        ann = run(begin(server.url))
        for _ in range(3):
            server.kill()
            connection = sqlite3.connect(data)
            connection.execute("UPDATE entries SET at = at + ?", (jump,))
            connection.execute("UPDATE meta SET value = CAST(value AS INTEGER) + ? WHERE key = 'alive'", (jump,))
            connection.commit()
            saved += connection.execute("SELECT max(at) FROM entries").fetchone()
            connection.close()
            server.start()
            run(again(ann))


def test_a_data_file_that_was_copied_after_a_clean_stop_serves_as_it_is(tmp_path: Path) -> None:
    async def begin(url: str) -> OnlineTable:
        (ann,) = await a_table(url, "Ann")
        await close(ann)
        return ann

    with ServerProcess(tmp_path / "tables.db") as server:
        ann = run(begin(server.url))
        server.stop()
    assert [file.name for file in tmp_path.iterdir()] == ["tables.db"]
    shutil.copy(tmp_path / "tables.db", tmp_path / "copy.db")
    with ServerProcess(tmp_path / "copy.db") as server:
        ann.account.url = server.url
        table = run(ann.account.join(ann.ref))
        assert table.seat == 0
