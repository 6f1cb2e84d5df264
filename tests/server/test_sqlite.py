"""The store in SQLite: what is committed together, what is refused alone, and how its file is opened."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from hubs import append_all, asked, saying
from lastcard.online import client
from lastcard.online.client import bot as client_bot
from lastcard.online.server.store.sqlite import datafile, statements, writer
from lastcard.online.server.store.sqlite.datafile import MIGRATIONS, connect
from lastcard.online.server.store.sqlite.store import SqliteStore
from lastcard.online.server.store.store import Outcome, Saved, Store, StoreError
from store_contract import StoreContract


class TestSqlite(StoreContract):
    def open(self, folder: Path) -> Store:
        return SqliteStore.open(folder / "tables.db")


def test_the_file_is_synced_at_every_commit_and_locked_for_others(tmp_path: Path) -> None:
    connection = connect(tmp_path / "tables.db")
    settings = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in
                ("synchronous", "journal_mode", "locking_mode")]  # fmt: skip
    assert settings == [2, "wal", "exclusive"]  # 2: FULL
    with pytest.raises(StoreError, match="used by another program"):
        connect(tmp_path / "tables.db")
    connection.close()


def test_what_waits_is_committed_together(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore.open(tmp_path / "tables.db")
        assert await append_all(store, *(saying(1, v) for v in range(1, 201))) == [Saved()] * 200
        assert store._writer.appended == 200 and store._writer.commits < 100
        await store.close()

    asyncio.run(main())


def test_one_entry_that_cannot_be_saved_does_not_keep_out_others(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore.open(tmp_path / "tables.db")
        rows = [saying(table, 1) for table in (1, 2, 2, 3, 2**70, 4)]
        outcomes = await append_all(store, *rows)
        assert [isinstance(one, Saved) for one in outcomes] == [True, True, False, True, False, True]
        assert await asked(store, "SELECT tab FROM entries") == [(1,), (2,), (3,), (4,)]
        await store.close()

    asyncio.run(main())


def test_one_table_that_fails_does_not_keep_others_waiting(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore.open(tmp_path / "tables.db")
        saved: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        store.append(saying(1, 1), lambda outcome: 1 / 0)
        store.append(saying(2, 1), saved.set_result)
        assert await saved == Saved()
        await store.close()

    asyncio.run(main())


def test_what_waits_is_written_before_the_log_is_closed(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore.open(tmp_path / "tables.db")
        finished = append_all(store, *(saying(1, v) for v in range(1, 50)))
        await store.close()
        assert await finished == [Saved()] * 49

    asyncio.run(main())


def test_an_older_file_is_brought_up_to_date_and_keeps_its_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = connect(tmp_path / "tables.db")
    connection.execute("INSERT INTO entries (tab, v, at, guest, cmd, data) VALUES (1, 1, 0, '', '', 'kept')")
    connection.close()
    monkeypatch.setattr(datafile, "MIGRATIONS", (*MIGRATIONS, "ALTER TABLE guests ADD COLUMN colour TEXT"))
    connection = connect(tmp_path / "tables.db")
    assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)
    assert connection.execute("SELECT data FROM entries").fetchall() == [("kept",)]
    assert connection.execute("SELECT colour FROM guests").fetchall() == []
    connection.close()


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect(tmp_path / "tables.db").close()
    broken = "ALTER TABLE guests ADD COLUMN colour TEXT; ALTER TABLE cakes ADD COLUMN size"
    monkeypatch.setattr(datafile, "MIGRATIONS", (*MIGRATIONS, broken))
    with pytest.raises(StoreError, match="cakes"):
        connect(tmp_path / "tables.db")
    connection = sqlite3.connect(tmp_path / "tables.db")
    assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    assert "colour" not in [row[1] for row in connection.execute("PRAGMA table_info(guests)")]
    connection.close()


def test_everything_goes_on_while_a_backup_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "BACKUP_PAGES", 1)

    epochs: list[str] = []

    async def main() -> None:
        store = SqliteStore.open(tmp_path / "tables.db")
        await append_all(store, *(saying(1, v, "x" * 2000) for v in range(1, 501)))
        epochs.append(store.meta.epoch)
        backup = asyncio.create_task(store.backup(tmp_path / "copy.db"))
        meanwhile = 0
        while not backup.done():
            meanwhile += 1
            row = saying(2, meanwhile, "x" * 2000)
            assert await append_all(store, row) == [Saved()]
            assert await asked(store, "SELECT count(*) FROM entries WHERE tab = 2") == [(meanwhile,)]
        await backup
        await store.close()
        assert meanwhile > 1  # or this proves nothing

    asyncio.run(main())
    copy = connect(tmp_path / "copy.db")
    assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert copy.execute("SELECT v FROM entries WHERE tab = 1").fetchall() == [(v,) for v in range(1, 501)]
    later = [v for (v,) in copy.execute("SELECT v FROM entries WHERE tab = 2")]
    assert later == list(range(1, len(later) + 1))
    meta = dict(copy.execute("SELECT key, value FROM meta"))
    assert meta["epoch"] not in epochs and "open" not in meta
    copy.close()


def test_a_log_that_is_closed_during_a_backup_finishes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "BACKUP_PAGES", 2)

    async def main() -> None:
        store = SqliteStore.open(tmp_path / "tables.db")
        await append_all(store, *(saying(1, v, "x" * 2000) for v in range(1, 201)))
        backup = asyncio.create_task(store.backup(tmp_path / "copy.db"))
        await asyncio.sleep(0)
        await store.close()
        await backup

    asyncio.run(main())
    copy = connect(tmp_path / "copy.db")
    assert copy.execute("SELECT count(*) FROM entries").fetchone() == (200,)
    copy.close()


def test_a_backup_does_not_replace_a_file(tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("mine")

    async def main() -> None:
        store = SqliteStore.open(tmp_path / "tables.db")
        with pytest.raises(StoreError, match="already exists"):
            await store.backup(tmp_path / "copy.db")
        await store.close()

    asyncio.run(main())
    assert (tmp_path / "copy.db").read_text() == "mine"


def test_a_bot_tries_again_what_could_not_be_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        """A table whose server has no space."""

        room = {"phase": "between", "agreed": []}
        seat = 0
        again = False

        async def do(self, kind: str) -> None:
            raise client.Refused("storage", "no space", None)

        def look_again(self) -> None:
            self.again = True

    monkeypatch.setattr(client_bot, "RETRY", 0)
    table = Full()
    asyncio.run(client_bot.step(table, None))  # type: ignore[arg-type]
    assert table.again


def test_trouble_with_the_disk_of_a_backup_is_not_taken_for_trouble_with_the_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    panics: list[bool] = []

    def fail(path: Path) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorname = "SQLITE_IOERR_FSYNC"
        raise error

    async def main() -> None:
        store = SqliteStore.open(tmp_path / "tables.db", lambda: panics.append(True))
        with pytest.raises(StoreError, match="nowhere/copy.db cannot be opened for writing"):
            await store.backup(tmp_path / "nowhere" / "copy.db")
        monkeypatch.setattr(writer, "_sync", fail)
        with pytest.raises(StoreError, match="copy.db: disk I/O error"):
            await store.backup(tmp_path / "copy.db")
        assert await append_all(store, saying(1, 1)) == [Saved()]
        await store.close()

    asyncio.run(main())
    assert panics == [] and [one.name for one in tmp_path.iterdir()] == ["tables.db"]


@pytest.mark.parametrize("path, kind", [(Path("."), "is a folder"), (Path("/dev/null"), "is not a regular file")])
def test_what_cannot_be_a_data_file_is_named(path: Path, kind: str) -> None:
    with pytest.raises(StoreError, match=kind):
        connect(path)


def test_tables_that_ended_long_ago_are_deleted_with_their_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        store = SqliteStore.open(tmp_path / "tables.db")
        for number, ended, at in ((1, 1, 100), (2, 1, 900), (3, 0, 100), (4, 1, 0)):
            await asked(store, "INSERT INTO tables (number, link, code, public, checkpoint, ended)"
                             " VALUES (?, ?, ?, 0, 1, ?)", number, f"l{number}", f"c{number}", ended)  # fmt: skip
            await asked(store, "INSERT INTO matches (id, tab, first) VALUES (?, ?, 1)", f"m{number}", number)
            await asked(store, "INSERT INTO players (guest, match) VALUES ('ann', ?)", f"m{number}")
            if at:
                await append_all(store, saying(number, 1, at=at))
        monkeypatch.setattr(statements, "AT_ONCE", 2)
        assert [await store.forget(500, after) for after in (0, 2, 4)] == [2, 4, None]
        for sql in ("SELECT number FROM tables", "SELECT tab FROM matches", "SELECT tab FROM entries"):
            assert await asked(store, sql) == [(2,), (3,)]
        assert await asked(store, "SELECT match FROM players") == [("m2",), ("m3",)]
        await store.close()

    asyncio.run(main())
