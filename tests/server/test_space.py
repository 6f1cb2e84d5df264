"""What the data takes: rules are stored once, what nobody needs goes, and nobody fills the disk."""

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hubs import Line, a_table, asked, saying, with_hub
from lastcard.archive.record import ruleset_text
from lastcard.online import protocol as p
from lastcard.online.client import Account, HttpRefused, OnlineTable, Refused
from lastcard.online.server import limits
from lastcard.online.server.identity import Guest, Identities
from lastcard.online.server.limits import Limits, Rate, Rates, SharedBuckets
from lastcard.online.server.store.entries import Settings
from lastcard.online.server.store.sqlite.datafile import MIGRATIONS
from lastcard.online.server.store.sqlite.statements import joined, split
from lastcard.online.server.store.store import NoRoom
from lastcard.online.server.table import effects
from lastcard.online.server.table.hub import Hub
from lastcard.online.server.table.table import Table
from lastcard.rules import PRESETS, Ruleset
from online import ServerProcess, close, example, play, run
from online import a_table as a_real_table

FILES = sorted((Path(__file__).parent / "files").glob("format-*.db"))


def read(path: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return connection.execute(sql).fetchall()


async def entries_in(hub: Hub) -> int:
    return (await asked(hub.services.store, "SELECT count(*) FROM entries"))[0][0]


# ---------------------------------------------------------------- files of earlier versions


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_of_an_earlier_version_is_opened_and_its_tables_go_on(tmp_path: Path, file: Path) -> None:
    """It is as scripts/data_file.py fills it; that of format 4 has no fourth table, and whole rule sets in entries."""
    data = tmp_path / "tables.db"
    shutil.copy(file, data)
    key = dict(read(data, "SELECT key, value FROM meta"))["key"]
    guests = {name: guest for guest, name in read(data, "SELECT id, name FROM guests")}
    links = [link for (link,) in read(data, "SELECT link FROM tables ORDER BY number")]
    signed = Identities(None, key)  # type: ignore[arg-type]

    async def back(url: str, name: str, table: int) -> OnlineTable:
        return await Account(url, signed.token(Guest(guests[name], name))).join(links[table], nonces=False)

    async def main(url: str) -> None:
        ann = await back(url, "Ann", 0)
        matches = (await ann.account.get("/api/matches"))["matches"]
        assert len(matches) == 2
        await play(ann, lambda table: table.room["phase"] == "over")
        await ann.do(p.Rematch)  # a deal of this version, by rules that stood only in old entries
        await play(ann, lambda table: table.room["phase"] == "playing" and table.game["ply"] > 0)
        for match in matches:
            assert (await ann.account.record(match["match"]))["over"]
            assert (await ann.account.get(f"/api/matches/{match['match']}/verify"))["wrong"] == ""
        ben, cyd = await back(url, "Ben", 1), await back(url, "Cyd", 1)
        before = ben.game["ply"]
        playing = [play(table, lambda table: table.game["ply"] > before + 3) for table in (ben, cyd)]
        await asyncio.gather(*playing)
        dan = await back(url, "Dan", 2)
        assert dan.room["deal"]["nonces"] == {"0": "0123456789abcdef" * 2}
        await dan.do(p.Configure, rules="one", seats=2)
        await dan.do(p.AddBots, level="greedy")
        await dan.do(p.Start)
        await close(ann, ben, cyd, dan)
        if "Eva" in guests:
            eva = await back(url, "Eva", 3)
            assert eva.game["round"] == 2 and any(seat["left"] for seat in eva.room["seats"])
            before = eva.game["ply"]
            await play(eva, lambda table: table.game["ply"] > before + 2)
            await close(eva)

    async def again(url: str) -> None:
        people = {"Ann": 0, "Ben": 1, "Cyd": 1, "Dan": 2, "Eva": 3}
        for name in people.keys() & guests.keys():
            await close(await back(url, name, people[name]))

    with ServerProcess(data) as server:
        run(main(server.url))
        server.kill()
        server.start()
        run(again(server.url))
        assert server.stop()[0] == 0
    assert read(data, "PRAGMA user_version") == [(len(MIGRATIONS),)]
    assert read(data, "PRAGMA integrity_check") == [("ok",)]


# ---------------------------------------------------------------- rules


@pytest.mark.parametrize("rules", PRESETS)
def test_a_rule_set_is_put_together_again_from_its_rules_and_its_deck(rules: str) -> None:
    text = ruleset_text(Ruleset.from_id(rules))
    assert joined(*split(text)) == text and "deck" not in split(text)[0]


def test_rule_sets_and_decks_are_stored_once(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        store = hub.services.store
        for _ in range(3):
            table, ann = await a_table(hub), Line("ann")
            table.join(ann, p.Hello(1, ""))
            for command in (p.AddBots("1", 1, "random"), p.Configure("2", 2, rules="official+stack"), p.Start("3", 3)):
                table.submit(ann, command)
                await ann.until(lambda ann=ann, name=command.id: any(one.get("ack") == name for one in ann.frames))
        assert await asked(store, "SELECT count(*) FROM rulesets") == [(2,)]
        assert await asked(store, "SELECT count(*) FROM decks") == [(1,)]
        assert await asked(store, "SELECT count(*) FROM entries WHERE CAST(data AS TEXT) LIKE '%dimensions%'") == [(0,)]

    with_hub(tmp_path / "tables.db", main)


def test_rules_that_no_table_plays_by_are_deleted_with_their_deck(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        store = hub.services.store
        kept, table = await a_table(hub), await a_table(hub)
        ann = Line("ann")
        table.join(ann, p.Hello(1, ""))
        table.submit(ann, p.Configure("1", 1, rules="one"))
        await ann.until(lambda: ann.frames[-1].get("ack") == "1")
        assert await asked(store, "SELECT count(*) FROM rulesets") == [(2,)]
        table.submit(ann, p.Close("2", 2))
        await ann.until(lambda: ann.closed)
        assert await asked(store, "SELECT digest FROM rulesets") == [(kept.state.rules.digest,)]
        assert await asked(store, "SELECT digest FROM decks") == [(kept.state.rules.deck.digest,)]

    with_hub(tmp_path / "tables.db", main)


# ---------------------------------------------------------------- what nobody needs


def test_what_players_of_a_waiting_table_send_again_and_again_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effects, "KEPT", 8)
    monkeypatch.setattr(effects, "WAITING_ENTRIES", 16)

    async def main(hub: Hub) -> None:
        table, ann = await a_table(hub), Line("ann")
        table.join(ann, p.Hello(1, ""))
        for number in range(100):
            table.submit(ann, p.Nonce(f"{number}", table.v, f"{number:032x}"))
            await ann.until(lambda number=number: ann.frames[-1].get("ack") == f"{number}")
        assert table.v == 101 and await entries_in(hub) <= 8 + 16 + 1
        again = Table(hub.services, table.number, table.link, table.code)
        await hub._replay(again)
        assert (again.v, again.state.room) == (table.v, table.state.room)
        again.submit(ann, p.Configure("c", 101, seats=3))
        await ann.until(lambda: ann.frames[-1].get("ack") == "c")
        once_more = Table(hub.services, table.number, table.link, table.code)
        await hub._replay(once_more)
        assert once_more.state.room == again.state.room

    with_hub(tmp_path / "tables.db", main)


def test_matches_that_nobody_plays_leave_next_to_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effects, "KEPT", 8)

    async def main(hub: Hub) -> None:
        table, lines = await a_table(hub), [Line("ann"), Line("ben")]
        for line in lines:
            table.join(line, p.Hello(1, ""))
        count = 0

        async def do(line: Line, kind: type[p.Command]) -> None:
            nonlocal count
            count += 1
            name = f"c{count}"
            table.submit(line, kind(name, table.v))
            await line.until(lambda: any(one.get("ack") == name for one in line.frames))

        await do(lines[1], p.Sit)
        await do(lines[0], p.Start)
        for _ in range(12):
            await do(lines[0], p.Leave)
            for line in lines:
                await do(line, p.Rematch)
            await lines[0].until(lambda: table.state.room.phase == "playing")
        assert table.state.room.rounds == 13
        assert await asked(hub.services.store, "SELECT id FROM matches") == [(table.state.room.match,)]
        assert await entries_in(hub) <= 8 + 8  # the last ones, and the match that runs

    with_hub(tmp_path / "tables.db", main)


def test_old_matches_of_a_table_that_stays_open_are_deleted(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        store = hub.services.store
        table, ann = await hub.create(_one(), Guest("ann", "Ann")), Line("ann")
        table.join(ann, p.Hello(1, ""))
        for command in (p.AddBots("1", 1, "greedy"), p.Start("2", 2)):
            table.submit(ann, command)
            await ann.until(lambda command=command: any(one.get("ack") == command.id for one in ann.frames))
        matches = [table.state.room.match]
        for number in range(2):
            await _played_out(table, ann)
            table.submit(ann, p.Rematch(f"again {number}", table.v))
            await ann.until(lambda: table.state.room.rounds == len(matches) + 1)
            matches.append(table.state.room.match)
        ((first,),) = await asked(store, "SELECT first FROM matches WHERE id = ?", matches[1])
        await asked(store, "UPDATE entries SET at = 1000 WHERE v <= ?", first)  # the first match ended long ago
        assert await store.forget(2000, 0) == 1 and await store.forget(2000, 1) is None
        assert [id for (id,) in await asked(store, "SELECT id FROM matches ORDER BY first")] == matches[1:]
        assert await asked(store, "SELECT min(v) FROM entries") == [(first,)]
        assert await asked(store, "SELECT count(*) FROM players") == [(2,)]
        again = Table(hub.services, table.number, table.link, table.code)
        await hub._replay(again)
        assert again.state.room == table.state.room

    with_hub(tmp_path / "tables.db", main)


def _one() -> Settings:
    return Settings.of(Ruleset.from_id("one"), 2, "off", False)


async def _played_out(table: Table, ann: Line) -> None:
    """Play ann's seat until the match is over."""
    tries = 0
    while table.state.room.phase == "playing":
        seen = len(ann.frames)
        if 0 in table.state.round.awaited:
            tries += 1
            table.submit(ann, p.Act(f"{table.v} {tries}", table.v, table.state.round.legal(0)[0].text))
        await ann.until(lambda seen=seen: len(ann.frames) > seen or table.state.room.phase != "playing")


# ---------------------------------------------------------------- limits


def test_a_guest_an_address_and_a_table_each_have_their_share() -> None:
    few, many = Rate(2, 0), Rate(9, 0)
    by_guest, by_address = SharedBuckets(Rates(few, many, many)), SharedBuckets(Rates(many, few, many))
    assert [by_guest.take("ann", f"{number}") for number in range(3)] == [True, True, False]
    assert [by_address.take("ann", "here") for _ in range(3)] == [True, True, False]
    assert by_address._guests._buckets["ann"]._left == 7  # what is refused costs nothing elsewhere
    by_table = SharedBuckets(Rates(many, many, few))
    assert [by_table.take_at("7") for _ in range(3)] == [True, True, False] and by_table.take_at("8")


def test_each_command_that_is_kept_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ENTRIES", "NONCES", "SETTINGS", "ROUNDS", "MATCHES"):
        monkeypatch.setattr(limits, name, Rates(*[Rate(3, 0)] * 3))
    for kind in p.COMMANDS:
        command = p.read_message(json.dumps(example(kind)))
        several, taken = Limits(), [True] * 5 if issubclass(kind, p.Question) else [True] * 3 + [False] * 2
        assert [several.allow(command, f"guest{number}", "here") for number in range(5)] == taken, kind
        assert [several.allow_at(command, "7") for _ in range(5)] == taken, kind


def test_who_leaves_and_wants_a_rematch_again_and_again_is_refused(tmp_path: Path) -> None:
    async def main(url: str) -> None:
        ann, ben = await a_real_table(url, "Ann", "Ben", rules="official")
        await ann.do(p.Start)
        matches = 0
        with pytest.raises(Refused) as caught:
            while True:
                await ann.until(lambda: ann.room["phase"] == "playing")
                await ann.do(p.Leave)
                matches += 1
                for table in (ann, ben):
                    await table.do(p.Rematch)
        assert caught.value.code == "busy" and matches <= 2 * limits.MATCHES.guest.burst
        await close(ann, ben)

    with ServerProcess(tmp_path / "tables.db", limits=1) as server:
        run(main(server.url))


# ---------------------------------------------------------------- the quota


def test_at_its_quota_a_server_takes_nothing_new_and_what_runs_goes_on(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        store = hub.services.store
        table, ann = await a_table(hub), Line("ann")
        table.join(ann, p.Hello(1, ""))
        for v in range(1, 100):
            await store.save(saying(99, v, "x" * 20_000))
            await store.measure()
            if store.full:
                break
        with pytest.raises(NoRoom):
            await a_table(hub)
        with pytest.raises(NoRoom):
            await Identities(store, "key").make("Ben", outside=False)
        for command in (p.AddBots("1", 1, "random"), p.Start("2", 2), p.Say("3", 2, "still here")):
            table.submit(ann, command)
            await ann.until(lambda name=command.id: name in (ann.frames[-1].get("ack"), ann.frames[-1].get("nack")))
        assert [one.get("code") for one in ann.frames if one["t"] == "nack"] == ["storage"] and table.v == 3
        await asked(store, "DELETE FROM entries WHERE tab = 99")
        await store.measure()
        await a_table(hub)

    with_hub(tmp_path / "tables.db", main, quota=1)


async def fill(hub: Hub) -> None:
    """Let the data reach its quota."""
    store = hub.services.store
    for v in range(1, 100):
        await store.save(saying(99, v, "x" * 20_000))
        await store.measure()
        if store.full:
            return


async def say_much(table: Table, line: Line, most: int) -> int:
    """Write until there is no room for more, and return how often that worked."""
    for number in range(most):
        table.submit(line, p.Say(f"s{number}", table.v, "x" * 300))
        await line.until(
            lambda number=number: f"s{number}" in (line.frames[-1].get("ack"), line.frames[-1].get("nack"))
        )
        if "nack" in line.frames[-1]:
            assert line.frames[-1]["code"] == "storage"
            return number
    return most


@pytest.mark.parametrize("full", [False, True])
def test_one_address_does_not_use_up_the_room_of_the_others(tmp_path: Path, full: bool) -> None:
    async def main(hub: Hub) -> None:
        tables, lines = [await a_table(hub) for _ in range(3)], [Line("ann") for _ in range(3)]
        for table, line, address in zip(tables, lines, ("foe", "foe", "friend"), strict=True):
            line.address = address
            table.join(line, p.Hello(1, ""))
        if full:
            await fill(hub)
        written = await say_much(tables[0], lines[0], 1_000)
        assert 0 < written < 1_000 and await say_much(tables[1], lines[1], 9) == 0
        assert await say_much(tables[2], lines[2], 9) == 9
        tables[0].submit(lines[0], p.Close("c", tables[0].v))  # what makes room is always possible
        await lines[0].until(lambda: lines[0].closed)

    with_hub(tmp_path / "tables.db", main, quota=1, limits=1)


def test_rule_sets_count_as_what_an_address_adds(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        settings = Settings.of(Ruleset.from_id("official"), 2, "normal", False)
        with pytest.raises(NoRoom):
            for _ in range(100):
                await hub.create(settings, Guest("ann", "Ann"), "foe")
        await hub.create(settings, Guest("ben", "Ben"), "friend")

    with_hub(tmp_path / "tables.db", main, quota=1, limits=1)


def test_bots_use_the_room_of_the_address_at_whose_table_they_play(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        table, ann = await hub.create(_one(), Guest("ann", "Ann")), Line("ann")
        ann.address = "foe"
        table.join(ann, p.Hello(1, ""))
        for command in (p.AddBots("1", 1, "greedy"), p.Start("2", 2)):
            table.submit(ann, command)
            await ann.until(lambda command=command: any(one.get("ack") == command.id for one in ann.frames))
        hub.services.space.charge("foe", 1_000_000)
        await asked(hub.services.store, "SELECT 1")  # what was on its way is saved
        seen = table.v
        table.submit(ann, p.Leave("3", seen))
        await ann.until(lambda: any(one.get("nack") == "3" for one in ann.frames))
        table.wake()
        await asked(hub.services.store, "SELECT 1")
        assert table.v == seen and table.home == "foe" and not table.busy

    with_hub(tmp_path / "tables.db", main, quota=1, limits=1)


def test_a_request_for_something_new_at_the_quota_is_told_so(tmp_path: Path) -> None:
    data = tmp_path / "tables.db"

    made: list[Account] = []

    async def before(url: str) -> None:
        made.append(await Account.make(url, "Ann"))

    async def after(url: str) -> None:
        for request in (made[0].create(seats=2), Account.make(url, "Ben")):
            with pytest.raises(HttpRefused) as caught:
                await request
            assert (caught.value.status, caught.value.code) == (503, "storage") and "room" in str(caught.value)

    with ServerProcess(data) as server:
        run(before(server.url))
        server.stop()
        with closing(sqlite3.connect(data)) as connection:
            connection.execute("INSERT INTO guests VALUES ('x', hex(zeroblob(1000000)), 0)")
            connection.commit()
        server.options = (*server.options, "--quota", "1")
        server.start()
        run(after(server.url))
        assert "has reached its quota" in server.stop()[1]
