"""A data file that has lost what players were told is saved: it is noticed, and nobody is given another history.

The server is killed, as a crash does, and then its files are treated as a broken disk, a wrong move of an operator or
another program would treat them.
"""

import asyncio
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from history import stored
from lastcard.online import protocol as p
from lastcard.online.client import Account, OnlineTable, Refused
from lastcard.online.server.marks import Marks
from lastcard.online.server.store.sqlite.datafile import open_file
from lastcard.online.server.store.sqlite.heads import Head, Heads, lost_from, read_heads
from lastcard.online.server.store.store import Lost
from online import ServerProcess, close, run, soon


def beside(data: Path, what: str) -> Path:
    return Path(f"{data}-{what}")


async def talk(account: Account, link: str, *texts: str) -> OnlineTable:
    """Say something at a table, and leave without a word."""
    table = await account.join(link, nonces=False)
    for text in texts:
        await table.do(p.Say, text=text)
    return table


async def a_talk(url: str) -> OnlineTable:
    ann = await Account.make(url, "Ann")
    table = await talk(ann, await ann.create(seats=2), "one", "two", "three")
    await close(table)
    return table


def killed_after_a_talk(server: ServerProcess) -> OnlineTable:
    table: OnlineTable = run(a_talk(server.url))
    server.kill()
    return table


def refusal(server: ServerProcess) -> str:
    with pytest.raises(AssertionError) as caught:
        server.start()
    return str(caught.value)


# ---------------------------------------------------------------- what may happen to any server


def test_after_a_kill_every_entry_is_there_and_nothing_is_said(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "tables.db") as server:
        table = killed_after_a_talk(server)
        server.start()
        again: OnlineTable = run(talk(table.account, table.ref, "four"))
        assert (again.v, again.epoch) == (table.v + 1, table.epoch)
        status, logged = server.stop()
        assert status == 0 and "missing" not in logged
    assert [file.name for file in tmp_path.iterdir()] == ["tables.db"]


def test_another_program_may_have_put_the_journal_into_the_file(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "tables.db") as server:
        table = killed_after_a_talk(server)
        connection = sqlite3.connect(server.data)
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (table.v,)
        connection.close()
        assert not beside(server.data, "wal").exists()
        server.start()
        again: OnlineTable = run(talk(table.account, table.ref))
        assert (again.v, again.epoch) == (table.v, table.epoch)


def test_a_server_that_is_killed_while_it_starts_or_stops_starts_again(tmp_path: Path) -> None:
    data = tmp_path / "tables.db"
    open_file(data).connection.close()  # noted that it needs a journal, and gone before the first entry
    beside(data, "wal").touch()  # `close` has put the journal away; a kill does not
    with ServerProcess(data) as server:
        assert server.stop()[0] == 0
        shutil.copy(data, tmp_path / "kept.db")
        server.start()
        server.kill()
        beside(data, "heads").unlink()  # killed before it was made
        server.start()
        assert server.stop()[0] == 0


# ---------------------------------------------------------------- a journal that is gone


def test_a_file_whose_journal_is_missing_is_refused_and_not_changed(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "tables.db") as server:
        table = killed_after_a_talk(server)
        journal = beside(server.data, "wal").rename(tmp_path / "elsewhere")
        before = server.data.read_bytes()
        for _ in range(2):  # to be refused once must not make it start the next time
            said = refusal(server)
            assert "journal" in said and "--accept-loss" in said and "Traceback" not in said
        assert server.data.read_bytes() == before and not beside(server.data, "wal").exists()
        journal.rename(beside(server.data, "wal"))
        server.start()
        again: OnlineTable = run(talk(table.account, table.ref))
        assert (again.v, again.epoch) == (table.v, table.epoch)


def test_a_file_that_was_copied_from_a_running_server_is_refused(tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    with ServerProcess(tmp_path / "tables.db") as server:
        run(a_talk(server.url))
        shutil.copy(server.data, tmp_path / "copy" / "tables.db")
        copy = ServerProcess(tmp_path / "copy" / "tables.db")
        assert "journal" in refusal(copy)


def test_who_accepts_the_loss_starts_a_new_epoch(tmp_path: Path) -> None:
    data = tmp_path / "tables.db"
    with ServerProcess(data) as server:
        table = killed_after_a_talk(server)
        server.start()
        server.stop()  # all is in the file now
        server.start()
        last: OnlineTable = run(talk(table.account, table.ref, "lost"))
        server.kill()
        beside(data, "wal").unlink()
        server.options = (*server.options, "--accept-loss")
        server.start()
        again: OnlineTable = run(talk(table.account, table.ref))
        assert again.v == table.v == last.v - 1 and again.epoch != table.epoch
        _, logged = server.stop()
        assert f"table 1 had {last.v} versions, {table.v} are left" in logged


# ---------------------------------------------------------------- a journal that is damaged


def damage(journal: Path, share: float) -> None:
    """Spoil a journal from a place on: what comes after it does not count any more."""
    data = bytearray(journal.read_bytes())
    place = int(len(data) * share)
    data[place:] = bytes(len(data) - place)
    journal.write_bytes(data)


def test_after_damage_to_the_journal_tables_are_marked_and_a_new_epoch_begins(tmp_path: Path) -> None:
    data = tmp_path / "tables.db"
    with ServerProcess(data) as server:
        table = killed_after_a_talk(server)
        damage(beside(data, "wal"), 0.9)
        server.start()

        async def again() -> None:
            back = await talk(table.account, table.ref)
            assert back.v < table.v and back.epoch != table.epoch
            await close(back)

        run(again())
        _, logged = server.stop()
        assert logged.count("entries that players were told are saved are missing") == 1
        assert f"table 1 had {table.v} versions" in logged and "Ann" not in logged and table.ref not in logged
    connection = sqlite3.connect(data)
    assert connection.execute("SELECT rewound FROM tables").fetchall() == [(table.v,)]
    connection.close()


@pytest.mark.parametrize("later", [0, 10], ids=["fewer versions", "the same versions again"])
def test_a_client_that_has_seen_more_raises_the_alarm(tmp_path: Path, later: int) -> None:
    """An older copy was put in place of the file, so nothing beside the file shows it."""
    data = tmp_path / "tables.db"

    async def main(server: ServerProcess, table: OnlineTable) -> None:
        seen = await talk(table.account, table.ref, "lost", "lost too")
        await close(seen)
        server.stop()
        shutil.copy(tmp_path / "old.db", data)
        server.start()
        other = await talk(await Account.make(server.url, "Ben"), table.ref, *map(str, range(later)))
        assert other.epoch == seen.epoch  # nobody knows yet
        back = OnlineTable(seen.account, seen.ref, nonces=False)
        back.epoch, back.v, back._mark = seen.epoch, seen.v, seen._mark
        waiting = asyncio.create_task(back.do(p.Say, text="meant for another table"))
        await asyncio.sleep(0)
        told: list[dict[str, Any]] = []
        back.watch = lambda way, message: told.append(message) if way == "in" else None
        await back.open()
        assert back.epoch != seen.epoch and "tail" not in told[0]
        with pytest.raises(Refused, match="lost the last moves"):
            await waiting
        await back.do(p.Say, text="here we are")
        await soon(other, lambda: other.v == back.v)  # it has seen nothing else
        await close(back, other)

    with ServerProcess(data) as server:
        table: OnlineTable = run(a_talk(server.url))
        server.stop()
        shutil.copy(data, tmp_path / "old.db")
        server.start()
        run(main(server, table))
        _, logged = server.stop()
        assert logged.count("entries that players were told are saved are missing") == 1
    versions = [row.v for row in stored(data)[table.ref]]
    assert versions == list(range(1, len(versions) + 1))
    assert not any("meant for" in str(row.entry) for row in stored(data)[table.ref])


def test_nobody_raises_an_alarm_with_a_mark_that_was_not_given(tmp_path: Path) -> None:
    marks, forged = Marks("key"), Marks("another key")
    mark = marks.of("epoch", "link", 7, 1_000)
    assert marks.read(mark, "epoch", "link", 7) == 1_000
    for epoch, link, v in (("other", "link", 7), ("epoch", "other", 7), ("epoch", "link", 8)):
        assert marks.read(mark, epoch, link, v) is None
    changed = ("", "-", "3e8-", mark[1:], mark + "0", mark.upper(), "\u0663-" + mark, "f" * 40)
    for wrong in (*changed, forged.of("epoch", "link", 7, 1_000)):
        assert marks.read(wrong, "epoch", "link", 7) is None


# ---------------------------------------------------------------- the second place


def test_heads_are_read_again_unless_a_slot_is_torn_or_the_file_is_another_epoch(tmp_path: Path) -> None:
    path = tmp_path / "heads"
    heads = Heads(path, "0123456789abcdef")
    known = {0: Head(5), 1: Head(7, b"x" * 12), 65_535: Head(2**40, b"y" * 12), 65_538: Head(9, b"z" * 12)}
    heads.note(known)
    heads.sync()
    assert read_heads(path, "0123456789abcdef") == known and read_heads(path, "fedcba9876543210") is None
    with path.open("r+b") as file:
        file.seek(64 + 36 + 8)
        file.write(b"?")
    del known[1]
    assert read_heads(path, "0123456789abcdef") == known
    heads.close(remove=True)
    assert read_heads(path, "0123456789abcdef") is None


def test_what_was_deleted_on_purpose_is_not_lost(tmp_path: Path) -> None:
    connection = open_file(tmp_path / "tables.db").connection
    table = "INSERT INTO tables (number, link, code, public, checkpoint, ended) VALUES (?, ?, '', 0, 1, ?)"
    for number, ended in ((1, 0), (2, 1), (5, 0)):
        connection.execute(table, (number, f"l{number}", ended))
    connection.execute(
        "INSERT INTO entries (tab, v, at, guest, cmd, data, digest) VALUES (1, 7, 0, '', '', '', ?)", (b"x" * 12,)
    )
    same = {1: Head(7, b"x" * 12), 2: Head(90), 3: Head(90)}  # 2 has ended, 3 was deleted after its end
    assert lost_from(connection, same) == []
    assert lost_from(connection, {1: Head(6, b"a" * 12)}) == []  # older than what is kept
    assert lost_from(connection, {1: Head(7, b"y" * 12)}) == [Lost(1, 7, 6)]
    assert lost_from(connection, {1: Head(8), 5: Head(1), 6: Head(1), 0: Head(1)}) == [
        Lost(1, 8, 7), Lost(5, 1, 0), Lost(6, 1, 0), Lost(0, 1, 0)
    ]  # fmt: skip
    connection.close()
