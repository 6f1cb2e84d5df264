"""What is there for all is shared fairly: one address does not use up what others need."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hubs import Line, a_table, with_hub
from lastcard.errors import LastCardError
from lastcard.online import protocol as p
from lastcard.online.client import Account, HttpRefused
from lastcard.online.server import limits
from lastcard.online.server.identity import Guest
from lastcard.online.server.limits import COMMANDS, QUESTIONS_FROM, Buckets, Limits, Rate, Rates
from lastcard.online.server.store.entries import Settings
from lastcard.online.server.table import records
from lastcard.online.server.table.hub import Hub
from lastcard.online.server.table.records import Kept, NoMatch, Records
from lastcard.online.server.table.table import Table
from lastcard.online.server.turns import Turns
from lastcard.rules import Ruleset
from online import ServerProcess, run

# ---------------------------------------------------------------- a table


def a_line(guest: str, address: str) -> Line:
    line = Line(guest)
    line.address = address
    return line


async def answer(line: Line, name: str) -> dict:
    """Return the answer to a command."""
    await line.until(lambda: any(name in (one.get("ack"), one.get("nack")) for one in line.frames))
    return next(one for one in line.frames if name in (one.get("ack"), one.get("nack")))


def test_who_sits_down_and_stands_up_all_the_time_uses_up_nothing_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ENTRIES", Rates(COMMANDS, Rate(1000, 60), Rate(10, 0)))

    async def main(hub: Hub) -> None:
        table, ann, foe = await a_table(hub), a_line("ann", "home"), a_line("foe", "away")
        for line in (ann, foe):
            table.join(line, p.Hello(1, ""))
        for number in range(24):
            table.submit(foe, (p.Sit if number % 2 == 0 else p.Stand)(f"f{number}", table.v))
            await answer(foe, f"f{number}")
        table.submit(ann, p.Lock("a", table.v, True))
        assert "ack" in await answer(ann, "a")

    with_hub(tmp_path / "tables.db", main, limits=1)


def test_commands_of_one_address_that_wait_do_not_keep_out_those_of_others(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        table, ann = await a_table(hub), a_line("ann", "home")
        foes = [a_line(f"foe {number}", "away") for number in range(9)]
        for line in (ann, *foes):
            table.join(line, p.Hello(1, ""))
        for number in range(90):
            table.submit(foes[number % 9], p.React(f"f{number}", table.v, "wow"))
        table.submit(ann, p.Lock("a", table.v, True))
        assert "ack" in await answer(ann, "a")

    with_hub(tmp_path / "tables.db", main)


def test_many_guests_of_one_address_do_not_ask_more_than_one_may() -> None:
    several = Limits()
    asked = [several.allow(p.Hint("1", 1), f"guest {number}", "here") for number in range(500)]
    assert sum(asked) == pytest.approx(QUESTIONS_FROM.burst, abs=2)
    assert several.allow(p.Hint("1", 1), "guest", "elsewhere")


# ---------------------------------------------------------------- requests


def test_links_for_other_devices_are_limited_so_that_they_do_not_push_out_each_other(tmp_path: Path) -> None:
    async def main(url: str) -> None:
        ann = await Account.make(url, "Ann")
        with pytest.raises(HttpRefused) as caught:
            for _ in range(100):
                await ann.post("/api/me/transfer", {})
        assert caught.value.code == "busy"

    with ServerProcess(tmp_path / "tables.db", limits=1) as server:
        run(main(server.url))


# ---------------------------------------------------------------- matches


class Worked:
    """Stands in for the processes: notes what they are asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def run(self, work: Callable[..., bytes], *args: Any) -> bytes:
        self.asked.append(work.__name__)
        return await asyncio.to_thread(work, *args)

    def close(self) -> None:
        pass


def a_setting() -> Settings:
    return Settings.of(Ruleset.from_id("one"), 2, "off", False)


async def a_match_that_is_over(hub: Hub) -> tuple[Table, str]:
    """Return a table, and the match that was played there."""
    table, ann = await hub.create(a_setting(), Guest("ann", "Ann")), Line("ann")
    table.join(ann, p.Hello(1, ""))
    for command in (p.AddBots("1", 1, "greedy"), p.Start("2", 2)):
        table.submit(ann, command)
        assert "ack" in await answer(ann, command.id)
    while table.state.room.phase == "playing":
        seen = len(ann.frames)
        if 0 in table.state.round.awaited:
            table.submit(ann, p.Act(f"a{seen}", table.v, table.state.round.legal(0)[0].text))
        await ann.until(lambda seen=seen: len(ann.frames) > seen or table.state.room.phase != "playing")
    return table, table.state.room.match


def test_what_was_worked_out_of_a_match_that_is_over_is_kept(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        _, match = await a_match_that_is_over(hub)
        hub.services.workers = worked = Worked()  # type: ignore[assignment]
        records = Records(hub)
        asked = [records.steps("ann", "here", match, "1", None) for _ in range(20)]
        assert len(set(await asyncio.gather(*asked, records.steps("ann", "there", match, "1", None)))) == 1
        assert len(worked.asked) <= 2  # once for each address that asked at the same time
        await records.steps("ann", "here", match, "1", "all")
        assert len(worked.asked) <= 3
        with pytest.raises(NoMatch):
            await records.fetch("ben", "here", match)

    with_hub(tmp_path / "tables.db", main)


def test_answers_are_kept_within_bounds() -> None:
    kept = Kept(10)
    for name, size in (("a", 4), ("b", 4), ("a", 4), ("c", 4)):
        kept.keep((name,), bytes(size))
    assert [kept.get((name,)) is None for name in "abc"] == [False, True, False]
    kept.keep(("d",), bytes(99))
    assert [kept.get((name,)) for name in "abcd"] == [None] * 4 and kept._size == 0


def test_a_match_is_read_a_few_entries_at_a_time_and_up_to_a_length(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main(hub: Hub) -> None:
        _, match = await a_match_that_is_over(hub)
        whole = await Records(hub).fetch("ann", "", match)
        monkeypatch.setattr("lastcard.online.server.store.sqlite.store.READ_AT_ONCE", 3)
        assert await Records(hub).fetch("ann", "", match) == whole
        monkeypatch.setattr(records, "LONGEST", 3)
        with pytest.raises(LastCardError, match="too long"):
            await Records(hub).fetch("ann", "", match)

    with_hub(tmp_path / "tables.db", main)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at processes in /proc")
def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        _, match = await a_match_that_is_over(hub)
        with pytest.raises(LastCardError, match="try again"):
            await hub.services.workers.run(os._exit, 3)
        assert match.encode() in await Records(hub).fetch("ann", "", match)

    with_hub(tmp_path / "tables.db", main)


# ---------------------------------------------------------------- turns


class Work:
    """Works in turns, each of which ends when the test says so."""

    def __init__(self, at_once: int) -> None:
        self.turns = Turns(at_once)
        self.begun: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    def ask(self, *names: str) -> None:
        """Ask for turns; the first letter of a name is the address."""
        for name in names:
            self.ends[name] = asyncio.Event()
            self.tasks[name] = asyncio.ensure_future(self._do(name))

    async def _do(self, name: str) -> None:
        async with self.turns.turn(name[0]):
            self.begun.append(name)
            await self.ends[name].wait()

    async def end(self, name: str) -> None:
        self.ends[name].set()
        await self.tasks[name]
        await self.settled()

    async def settled(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)


def test_turns_go_from_address_to_address() -> None:
    async def main() -> None:
        work = Work(1)
        work.ask("a1", "a2", "a3", "b1", "b2", "c1")
        await work.settled()
        while len(work.begun) < 6:
            await work.end(work.begun[-1])
        assert work.begun == ["a1", "a2", "b1", "c1", "a3", "b2"]

    run(main())


def test_one_address_has_one_turn_at_once() -> None:
    async def main() -> None:
        work = Work(2)
        work.ask("a1", "a2", "a3")
        await work.settled()
        assert work.begun == ["a1"]
        work.ask("b1", "c1")
        await work.settled()
        assert work.begun == ["a1", "b1"]
        await work.end("b1")
        assert work.begun == ["a1", "b1", "c1"]

    run(main())


def test_who_goes_away_gives_up_the_turn() -> None:
    async def main() -> None:
        work = Work(1)
        work.ask("a1", "b1", "c1")
        await work.settled()
        for name in ("b1", "a1"):  # while it waits, and while it works
            work.tasks[name].cancel()
        await work.settled()
        assert work.begun == ["a1", "c1"]
        work.ask("d1", "e1", "f1")
        await work.settled()
        work.tasks["c1"].cancel()
        await asyncio.sleep(0)
        work.tasks["d1"].cancel()  # its turn has just begun
        await work.settled()
        assert work.begun == ["a1", "c1", "e1"]
        work.tasks["f1"].cancel()
        await work.end("e1")
        work.ask("g1")
        await work.settled()
        assert work.begun == ["a1", "c1", "e1", "g1"]

    run(main())


# ---------------------------------------------------------------- bots


def test_what_bots_do_at_the_tables_of_one_address_is_limited(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        hub.services.limits.alone = Buckets(Rate(9, 0))
        tables = []
        for name, address in (("ann", "foe"), ("ben", "foe"), ("cyd", "friend")):
            settings = Settings.of(Ruleset.from_id("official"), 3, "off", False)
            table, line = await hub.create(settings, Guest(name, name)), a_line(name, address)
            table.join(line, p.Hello(1, ""))
            for command in (p.AddBots("1", 1, "greedy"), p.Start("2", 2), p.Leave("3", 3)):
                table.submit(line, command)
                assert "ack" in await answer(line, command.id)
            while hub.services.clock.now() >= table._not_before:
                await asyncio.sleep(0.01)
            tables.append(table)
        done = [table.v - 4 for table in tables]
        assert 0 < done[0] <= 9 and done[1] == 0 and 0 < done[2] <= 9

    with_hub(tmp_path / "tables.db", main)
