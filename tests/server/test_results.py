"""The result of a match: saved with its last move, and told to those who want to know."""

from pathlib import Path

import pytest

from hubs import Line, asked, with_hub
from lastcard.online import protocol as p
from lastcard.online.server.identity import Guest
from lastcard.online.server.store.effects import Result
from lastcard.online.server.store.entries import Settings
from lastcard.online.server.table.hub import Hub
from lastcard.online.server.table.table import Table
from lastcard.online.server.topics import MatchEnded
from lastcard.rules import Ruleset


async def a_match(hub: Hub, rules: str) -> tuple[Table, Line]:
    """Begin a match of Ann and a bot."""
    table = await hub.create(Settings.of(Ruleset.from_id(rules), 2, "off", False), Guest("ann", "Ann"))
    ann = Line("ann")
    table.join(ann, p.Hello(1, ""))
    for command in (p.AddBots("bots", 1, "greedy"), p.Start("start", 2)):
        await do(table, ann, command)
    return table, ann


async def do(table: Table, ann: Line, command: p.Command) -> None:
    table.submit(ann, command)
    await ann.until(lambda: any(one.get("ack") == command.id for one in ann.frames))


async def played_out(table: Table, ann: Line) -> None:
    """Play Ann's seat until the match is over."""
    tries = 0
    while table.state.room.phase != "over":
        seen = len(ann.frames)
        tries += 1
        if table.state.room.phase == "between" and 0 not in table.state.room.agreed:
            table.submit(ann, p.Next(f"next {tries}", table.v))
        elif table.state.room.phase == "playing" and 0 in table.state.round.awaited:
            table.submit(ann, p.Act(f"act {tries}", table.v, table.state.round.legal(0)[0].text))
        await ann.until(lambda seen=seen: len(ann.frames) > seen)


@pytest.mark.parametrize("rules", ["one", "official+match-end=rounds:2"])
def test_a_result_is_saved_with_the_last_move_and_then_told(tmp_path: Path, rules: str) -> None:
    ended: list[MatchEnded] = []

    async def play(hub: Hub) -> None:
        hub.services.match_ended.subscribe(ended.append)
        table, ann = await a_match(hub, rules)
        match = table.state.room.match
        assert await hub.services.store.result_of(match) is None
        await played_out(table, ann)
        (news,) = ended
        sheet = table.state.sheet
        assert sheet is not None and sheet.over and sheet.rounds == (1 if rules == "one" else 2)
        assert (news.table, news.rules, news.at) == (table.number, table.state.rules.id, table.past.last.at)
        assert (news.result.match, news.result.rounds) == (match, sheet.rounds)
        assert news.result.results == (
            Result(0, "ann", "", sheet.scores[0], sheet.ranks[0]),
            Result(1, "", "greedy", sheet.scores[1], sheet.ranks[1]),
        )
        assert sorted(sheet.ranks) == [1, 2]
        assert await hub.services.store.result_of(match) == news.result
        place = await hub.services.store.place_of("ann", match)
        assert place is not None and place.over and place.last == table.v

    async def again(hub: Hub) -> None:
        hub.services.match_ended.subscribe(ended.append)
        table = await hub.table(1)
        assert table.state.room.phase == "over" and len(ended) == 1  # it is told once
        assert await hub.services.store.result_of(table.state.room.match) == ended[0].result

    with_hub(tmp_path / "tables.db", play)
    with_hub(tmp_path / "tables.db", again)


def test_each_match_of_a_table_has_a_result_of_its_own(tmp_path: Path) -> None:
    ended: list[MatchEnded] = []

    async def main(hub: Hub) -> None:
        hub.services.match_ended.subscribe(lambda news: 1 / 0)  # which keeps nothing from others, nor from the players
        hub.services.match_ended.subscribe(ended.append)
        table, ann = await a_match(hub, "one")
        await played_out(table, ann)
        await do(table, ann, p.Rematch("rematch", table.v))
        await ann.until(lambda: table.state.room.phase == "playing")
        await played_out(table, ann)
        assert len({news.result.match for news in ended}) == 2
        assert await asked(hub.services.store, "SELECT count(*) FROM results") == [(4,)]

    with_hub(tmp_path / "tables.db", main)


def test_a_match_that_nobody_plays_or_that_is_given_up_has_no_result(tmp_path: Path) -> None:
    ended: list[MatchEnded] = []

    async def main(hub: Hub) -> None:
        hub.services.match_ended.subscribe(ended.append)
        table, ann = await a_match(hub, "official+first-seat=youngest")
        await do(table, ann, p.Leave("leave", table.v))  # the other side has won, but nobody had moved
        assert table.state.room.phase == "over"
        other, ann = await a_match(hub, "official")
        await do(other, ann, p.Close("close", other.v))
        assert ended == [] and await asked(hub.services.store, "SELECT count(*) FROM results") == [(0,)]

    with_hub(tmp_path / "tables.db", main)
