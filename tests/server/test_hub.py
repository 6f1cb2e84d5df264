"""Tables in memory and in the log, without a network."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from hubs import Line, a_table, asked, with_hub
from lastcard.online import protocol as p
from lastcard.online.server.connections import Opened
from lastcard.online.server.identity import Guest, Identities
from lastcard.online.server.limits import Limits
from lastcard.online.server.net import sockets
from lastcard.online.server.store.entries import Settings
from lastcard.online.server.table.hub import Hub, TooManyTables
from lastcard.online.server.table.table import Table
from lastcard.rules import Ruleset


def seen(hub: Hub, table: Table, v: int) -> p.Hello:
    """Return the hello of a client that has seen a table up to a version."""
    services, at = hub.services, table.past.at_of(v)
    assert at is not None
    return p.Hello(1, "", services.epoch, v, services.marks.of(services.epoch, table.link, v, at))


def test_a_table_that_fails_after_a_commit_is_made_again_from_the_log(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        table, ann = await a_table(hub), Line("ann")
        table.join(ann, p.Hello(1, ""))
        table._publish = lambda *_: 1 / 0  # type: ignore[method-assign,assignment,return-value]
        table.submit(ann, p.Lock("lock", 1, True))
        await ann.until(lambda: ann.closed)
        again = await hub.table(table.number)
        assert again is not table and again.v == 2 and again.state.room.locked
        back = Line("ann")
        again.join(back, seen(hub, again, 1))
        again.submit(back, p.Lock("lock", 1, True))  # sent again, as it was not answered
        await back.until(lambda: len(back.frames) > 1)
        assert [one["what"]["kind"] for one in back.frames[0]["tail"]] == ["locked"]
        assert back.frames[1] == {"t": "ack", "ack": "lock", "v": 2} and again.v == 2

    with_hub(tmp_path / "tables.db", main)


def test_a_command_that_was_carried_out_is_never_refused_when_it_is_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lastcard.online.server.table.effects.KEPT", 16)
    monkeypatch.setattr("lastcard.online.server.table.table.KEPT", 16)
    monkeypatch.setattr("lastcard.online.server.table.hub.KEPT", 16)
    made: list[int] = []

    async def before(hub: Hub) -> None:
        table, ann = await a_table(hub), Line("ann")
        made.append(table.number)
        table.join(ann, p.Hello(1, ""))
        for number in range(30):
            table.submit(ann, p.Lock(f"{number}", table.v, number % 2 == 0))
            await ann.until(lambda number=number: ann.frames[-1].get("ack") == f"{number}")

    async def after(hub: Hub) -> None:
        table, ann = await hub.table(made[0]), Line("ann")
        assert table.v == 31
        table.join(ann, seen(hub, table, 16))
        table.submit(ann, p.Lock("15", 16, False))
        table.submit(ann, p.Lock("13", 14, False))  # longer ago than a client can resume
        table.submit(ann, p.Lock("new", 14, False))
        await ann.until(lambda: len(ann.frames) == 4)
        assert [one["v"] for one in ann.frames[0]["tail"]] == list(range(17, 32))
        assert ann.frames[1] == {"t": "ack", "ack": "15", "v": 17}
        assert ann.frames[2] == {"t": "ack", "ack": "13", "v": 15}
        assert ann.frames[3]["nack"] == "new" and ann.frames[3]["code"] == "stale" and table.v == 31

    with_hub(tmp_path / "tables.db", before)
    with_hub(tmp_path / "tables.db", after)


def test_time_in_a_pause_and_an_outage_is_added_once(tmp_path: Path) -> None:
    made: list[Any] = []

    async def before(hub: Hub) -> None:
        table, ann = await a_table(hub), Line("ann")
        table.join(ann, p.Hello(1, ""))
        for command in (p.AddBots("1", 1, "random"), p.Start("2", 2), p.Pause("3", 3)):
            table.submit(ann, command)
            await ann.until(lambda command=command: any(one.get("ack") == command.id for one in ann.frames))
        assert table.state.moment is not None and table.state.room.paused is not None
        made.extend((table.number, table.state.moment.turn - table.state.room.paused))

    async def after(hub: Hub) -> None:
        hub.last_alive -= 500_000  # as if the server had been away for so long
        hub.services.clock._offset += 500
        table, ann = await hub.table(made[0]), Line("ann")
        table.join(ann, p.Hello(1, ""))
        table.submit(ann, p.Resume("4", table.v))
        await ann.until(lambda: any(one.get("ack") == "4" for one in ann.frames))
        assert table.state.moment is not None
        left = table.state.moment.turn - hub.services.clock.now()
        assert made[1] - 5_000 < left <= made[1]

    with_hub(tmp_path / "tables.db", before)
    with_hub(tmp_path / "tables.db", after)


@pytest.mark.parametrize("rules", ["official", "one"])
def test_a_deal_is_told_alike_before_and_after_a_restart(tmp_path: Path, rules: str) -> None:
    """The cards that decided who deals belong to the deal, also for a client that resumes."""
    told: list[Any] = []

    async def before(hub: Hub) -> None:
        table = await hub.create(Settings.of(Ruleset.from_id(rules), 2, "normal", False), Guest("ann", "Ann"))
        ann = Line("ann")
        table.join(ann, p.Hello(1, ""))
        for command in (p.AddBots("1", 1, "random"), p.Start("2", 2)):
            table.submit(ann, command)
            await ann.until(lambda command=command: any(one.get("ack") == command.id for one in ann.frames))
        dealt = next(one for one in ann.frames if one["t"] == "ev" and one["what"]["kind"] == "dealt")
        told.extend((table.number, dealt["v"], dealt["you"].get("events") or dealt["what"]["events"]))

    async def after(hub: Hub) -> None:
        table, ann = await hub.table(told[0]), Line("ann")
        table.join(ann, seen(hub, table, told[1] - 1))
        assert ann.frames[0]["tail"][0]["what"]["events"] == told[2]

    with_hub(tmp_path / "tables.db", before)
    with_hub(tmp_path / "tables.db", after)


# ---------------------------------------------------------------- tables that nobody is at


async def pass_time(hub: Hub, minutes: float) -> None:
    """Let time pass, and the hub look at all tables several times after that."""
    hub.services.clock._offset += minutes * 60
    for _ in range(3):
        await hub.look()
        await asked(hub.services.store, "SELECT 1")  # everything before it is saved


async def kinds(hub: Hub) -> list[str]:
    return [kind for (kind,) in await asked(hub.services.store, "SELECT kind FROM entries ORDER BY v")]


async def start_match(table: Table) -> None:
    ann = Line("ann")
    table.join(ann, p.Hello(1, ""))
    for command in (p.AddBots("1", 1, "random"), p.Start("2", 2)):
        table.submit(ann, command)
        await ann.until(lambda command=command: any(one.get("ack") == command.id for one in ann.frames))
    if 0 in table.state.round.awaited:
        table.submit(ann, p.Act("3", table.v, table.state.round.legal(0)[0].text))
    await ann.until(lambda: any(one["t"] == "ev" and one["what"]["kind"] == "move" for one in ann.frames))
    table.part(ann)


@pytest.mark.parametrize("minutes, playing", [(10, True), (30, False)])
def test_an_abandoned_table_ends_in_time_though_it_was_forgotten_and_looked_at(
    tmp_path: Path, minutes: int, playing: bool
) -> None:
    async def main(hub: Hub) -> None:
        table = await a_table(hub)
        if playing:
            await start_match(table)
        await pass_time(hub, minutes / 2)
        assert table.number not in hub.tables
        assert await hub.table(table.number) is not table  # somebody asks for it, but does not come
        await pass_time(hub, minutes / 2 - 0.5)
        assert hub.number_of(table.link) == table.number
        await pass_time(hub, 1)
        assert hub.number_of(table.link) is None
        found = await kinds(hub)  # without a match, nothing is left
        assert (found[-1] == "ended" and found.count("interrupted") <= 1) if playing else found == []

    with_hub(tmp_path / "tables.db", main)


def test_an_abandoned_table_ends_in_time_across_a_restart(tmp_path: Path) -> None:
    async def before(hub: Hub) -> None:
        await a_table(hub)
        await pass_time(hub, 20)

    async def after(hub: Hub) -> None:
        await pass_time(hub, 9)
        assert len(await kinds(hub)) == 1
        await pass_time(hub, 2)
        assert await kinds(hub) == [] and await asked(hub.services.store, "SELECT ended FROM tables") == [(1,)]

    with_hub(tmp_path / "tables.db", before)
    with_hub(tmp_path / "tables.db", after)


def test_one_address_has_only_so_many_open_tables(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        hub._open = Opened(2, 3)
        settings, ann = Settings.of(Ruleset.from_id("official"), 2, "normal", False), Guest("ann", "Ann")
        tables = [await hub.create(settings, ann, "192.0.2.1") for _ in range(2)]
        with pytest.raises(TooManyTables, match="open tables"):
            await hub.create(settings, ann, "192.0.2.1")
        await hub.create(settings, ann, "192.0.2.2")
        line = Line("ann")
        tables[0].join(line, p.Hello(1, ""))
        tables[0].submit(line, p.Close("1", 1))
        await line.until(lambda: line.closed)
        await hub.look()
        await hub.create(settings, ann, "192.0.2.1")
        for place in range(3):  # of one wide network
            await hub.create(settings, ann, f"2001:db8:7:{place}::/64")
        with pytest.raises(TooManyTables, match="open tables"):
            await hub.create(settings, ann, "2001:db8:7:3::/64")

    with_hub(tmp_path / "tables.db", main)


def test_a_table_that_ends_without_a_match_leaves_no_entries(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        table, ann = await a_table(hub), Line("ann")
        table.join(ann, p.Hello(1, ""))
        assert await asked(hub.services.store, "SELECT count(*) FROM entries") == [(1,)]
        table.submit(ann, p.Close("close", 1))
        await ann.until(lambda: ann.closed)
        assert ann.frames[-1]["ack"] == "close"
        assert await asked(hub.services.store, "SELECT count(*) FROM entries") == [(0,)]
        assert await asked(hub.services.store, "SELECT ended FROM tables") == [(1,)]

    with_hub(tmp_path / "tables.db", main)


def test_who_missed_more_than_fits_into_a_welcome_starts_afresh(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        table, ann = await a_table(hub), Line("ann")
        table.join(ann, p.Hello(1, ""))
        for number in range(230):
            table.submit(ann, p.Say(f"{number}", table.v, "\u00e9" * 300))
            await ann.until(lambda v=number + 2: table.v >= v)
        for since, told in ((table.v - 3, 3), (1, None)):
            back = Line("ann")
            table.join(back, seen(hub, table, since))
            tail = back.frames[0].get("tail")
            assert (None if tail is None else len(tail)) == told

    with_hub(tmp_path / "tables.db", main)


def test_nobody_joins_a_table_that_has_stopped(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        table = await a_table(hub)
        identities = Identities(hub.services.store, "key")
        hello = p.Hello(p.PROTOCOL, identities.ticket(Guest("ann", "Ann"), table.number))

        class Socket:
            async def receive(self) -> dict[str, Any]:
                return {"type": "websocket.receive", "text": p.encode(hello).decode()}

        table.shut(1001)
        with pytest.raises(sockets._TurnedAway) as caught:
            await sockets.Sockets(hub, identities, Limits())._welcome(Socket(), None, "")  # type: ignore[arg-type]
        assert caught.value.code == 1012 and not table.connections

    with_hub(tmp_path / "tables.db", main)


def test_other_tables_go_on_while_one_with_many_entries_is_restored(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        table, ann = await a_table(hub), Line("ann")
        table.join(ann, p.Hello(1, ""))
        for number in range(300):
            table.submit(ann, p.Lock(f"{number}", table.v, number % 2 == 0))
            await ann.until(lambda v=number + 2: table.v >= v)
        again, turns = Table(hub.services, table.number, table.link, table.code), 0

        async def others() -> None:
            nonlocal turns
            while again.v < table.v:
                turns += 1
                await asyncio.sleep(0)

        await asyncio.gather(hub._replay(again), others())
        assert turns > 3 and again.state.room == table.state.room

    with_hub(tmp_path / "tables.db", main)
