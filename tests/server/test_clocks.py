"""A clock of the machine that is wrong: time does not jump, nothing is deleted by it, and it does not last."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from hubs import Line, a_table, asked, with_hub
from lastcard.online import protocol as p
from lastcard.online.server.operations import serve
from lastcard.online.server.operations.config import Config
from lastcard.online.server.store.sqlite.store import SqliteStore
from lastcard.online.server.table.clocks import BELIEVED, CATCHES_UP, FOLLOWS, SET_BACK, Calendar, ServerClock
from lastcard.online.server.table.hub import Hub

DAYS_60 = 60 * 24 * 3600.0
DAY = 24 * 3600.0


class Machine:
    """The clocks of a machine, moved by the test: `wall` may be set, `run` passes on both."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall, self.steady = 1_700_000_000.0, 1_000.0
        monkeypatch.setattr("lastcard.online.server.table.clocks.time", self)

    def time(self) -> float:
        return self.wall

    def monotonic(self) -> float:
        return self.steady

    def run(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def seconds(clock: ServerClock | Calendar) -> float:
    return clock.now() / 1000


def test_the_time_comes_closer_to_that_of_the_machine_slowly_and_never_goes_back(machine: Machine) -> None:
    for jump in (3600.0, -3600.0):
        clock = ServerClock()
        machine.wall += jump
        seen = [seconds(clock)]
        for _ in range(round(3600 / FOLLOWS / 5) + 1):
            machine.run(5)
            clock.follow()
            seen.append(seconds(clock))
        steps = [after - before for before, after in zip(seen, seen[1:], strict=False)]
        assert min(steps) >= 5 * (1 - FOLLOWS) - 0.01 and max(steps) <= 5 * (1 + FOLLOWS) + 0.01
        assert abs(seconds(clock) - machine.wall) < 1


def test_two_seconds_of_a_wrong_clock_move_the_time_by_less_than_a_second(machine: Machine) -> None:
    clock = ServerClock()
    machine.wall += DAYS_60
    machine.run(2)
    assert clock.follow() < -DAYS_60 + 10
    machine.wall -= DAYS_60
    assert abs(seconds(clock) - machine.wall) < 1


def test_a_server_that_was_started_by_a_wrong_clock_is_right_the_next_time(machine: Machine) -> None:
    alive = round((machine.wall + DAYS_60) * 1000)
    assert abs(seconds(ServerClock(alive)) - machine.wall) < 1
    soon = round((machine.wall + SET_BACK / 2) * 1000)
    assert ServerClock(soon).now() >= soon  # a little ahead is waited out


def test_the_time_that_deletes_waits_a_jump_out(machine: Machine) -> None:
    clock = ServerClock()
    calendar = Calendar(clock, clock.now())
    began = machine.wall
    machine.wall += DAYS_60
    wrong = Calendar(ServerClock(clock.now()), clock.now())  # of a server that starts while the clock is wrong
    machine.run(2)
    assert seconds(calendar) <= began + 3 and seconds(wrong) <= began + 2 * CATCHES_UP + 1
    machine.run(DAYS_60 / (CATCHES_UP - 1))
    assert seconds(wrong) == pytest.approx(machine.wall, abs=1)  # it was no jump, but a long time away


# ---------------------------------------------------------------- at a server


async def a_match(hub: Hub) -> tuple[Any, Line]:
    """Return a table at which somebody has moved, and whoever sits there."""
    table, ann = await a_table(hub), Line("ann")
    table.join(ann, p.Hello(1, ""))
    for command in (p.AddBots("1", 1, "random"), p.Start("2", 2)):
        table.submit(ann, command)
        await ann.until(lambda name=command.id: any(one.get("ack") == name for one in ann.frames))
    if 0 in table.state.round.awaited:
        table.submit(ann, p.Act("3", table.v, table.state.round.legal(0)[0].text))
    await ann.until(lambda: any(one["t"] == "ev" and one["what"]["kind"] == "move" for one in ann.frames))
    return table, ann


def test_a_start_by_a_wrong_clock_deletes_no_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, looked = tmp_path / "tables.db", asyncio.Event()
    forget = SqliteStore.forget

    async def noted(store: SqliteStore, before: int, after: int) -> int | None:
        seen = await forget(store, before, after)
        if seen is None:
            looked.set()
        return seen

    async def before(hub: Hub) -> None:
        table, ann = await a_match(hub)
        table.submit(ann, p.Close("close", table.v))
        await ann.until(lambda: ann.closed)

    async def after(hub: Hub) -> None:
        async with asyncio.timeout(60):
            await looked.wait()
        assert hub.services.clock.now() / 1000 > real() + DAYS_60 - DAY
        assert await asked(hub.services.store, "SELECT count(*) FROM matches") == [(1,)]

    with_hub(data, before)
    monkeypatch.setattr(SqliteStore, "forget", noted)
    monkeypatch.setattr(serve, "TIDY_REST", 0)
    real = time.time
    monkeypatch.setattr("lastcard.online.server.table.clocks.time.time", lambda: real() + DAYS_60)
    with_hub(data, after, keep_days=30)


def test_a_start_while_the_clock_is_behind_does_not_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, wrong = time.time, DAYS_60
    monkeypatch.setattr("lastcard.online.server.table.clocks.time.time", lambda: real() - wrong)
    monkeypatch.setattr(serve, "HEARTBEAT", 0.02)

    async def main(hub: Hub) -> None:
        nonlocal wrong
        clock = hub.services.clock
        table, ann = await a_match(hub)
        empty = await a_table(hub)
        bank = [seat.bank for seat in table.state.room.seats]
        wrong = 0
        await ann.until(lambda: ann.closed)
        assert ann.closed == 1012 and abs(clock.now() / 1000 - real()) < 60
        again, back = await hub.table(table.number), Line("ann")
        again.join(back, p.Hello(1, ""))
        assert again is not table and [seat.bank for seat in again.state.room.seats] == bank  # nobody pays for it
        moment = again.state.moment
        assert moment is None or abs(moment.began - clock.now()) < 120_000
        await hub.look()
        assert (await hub.table(empty.number)).state.room.phase == "waiting"  # nor does a table end
        again.submit(back, p.Say("s", again.v, "on we go"))
        await back.until(lambda: any(one.get("ack") == "s" for one in back.frames))

    with_hub(tmp_path / "tables.db", main)


def test_a_clock_that_is_wrong_for_seconds_is_not_believed(machine: Machine) -> None:
    for jump in (DAYS_60, -DAYS_60):
        clock = ServerClock()
        seen = []
        for wrong in [jump] * (BELIEVED - 1) + [0] + [jump] * BELIEVED:
            machine.wall += wrong
            machine.run(5)
            clock.follow()
            machine.wall -= wrong
            seen.append(clock.wrong)
        assert seen == [False] * (2 * BELIEVED - 1) + [True]
        assert abs(seconds(clock) - machine.wall) < 2 * BELIEVED


def test_after_a_wrong_clock_is_set_right_tables_go_on_by_the_right_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real, wrong = time.time, DAYS_60
    monkeypatch.setattr("lastcard.online.server.table.clocks.time.time", lambda: real() + wrong)
    monkeypatch.setattr(serve, "HEARTBEAT", 0.05)

    async def main(hub: Hub) -> None:
        nonlocal wrong
        clock = hub.services.clock
        table, ann = await a_match(hub)
        assert clock.now() / 1000 > real() + DAYS_60 - DAY
        wrong = 0
        await ann.until(lambda: ann.closed)
        assert ann.closed == 1012
        assert abs(clock.now() / 1000 - real()) < 60
        again, back = await hub.table(table.number), Line("ann")
        again.join(back, p.Hello(1, ""))
        assert again is not table and again.v >= table.v
        moment = again.state.moment
        assert moment is None or abs(moment.began - clock.now()) < 120_000
        since = again.v
        again.submit(back, p.Say("s", since, "on we go"))
        await back.until(lambda: any(one.get("ack") == "s" for one in back.frames))

    with_hub(tmp_path / "tables.db", main)
    assert "set right now" in caplog.text and "clock of the machine is" in caplog.text


def test_a_setting_of_the_quota_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(Exception, match="megabytes"):
        Config(quota=-1)._check()
