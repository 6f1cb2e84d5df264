"""A table from the lobby to the rematch, over real sockets."""

import asyncio
from typing import Any

import pytest

from lastcard.archive.record import Record
from lastcard.bots.grounds import GROUNDS
from lastcard.online import protocol as p
from lastcard.online.client import Account, HttpRefused, OnlineTable, Refused, TableClosed
from online import ServerProcess, a_table, close, play, run, soon


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory):
    with ServerProcess(tmp_path_factory.mktemp("server") / "tables.db") as server:
        yield server.url


async def refused(command, code: str) -> Refused:
    with pytest.raises(Refused) as caught:
        await command
    assert caught.value.code == code
    return caught.value


# ---------------------------------------------------------------- seats


def test_the_maker_of_a_table_sits_at_the_first_seat_and_hosts(url: str) -> None:
    async def main() -> None:
        (ann,) = await a_table(url, "Ann")
        assert (ann.seat, ann.room["host"], ann.room["phase"]) == (0, 0, "waiting")
        await close(ann)

    run(main())


def test_a_table_is_found_by_its_code_in_any_case(url: str) -> None:
    async def main() -> None:
        ann = await Account.make(url, "Ann")
        made = await ann.post("/api/tables", {"seats": 2})
        assert len(made["code"]) == 6 and not set(made["code"]) & set("AEIOUY")
        table = await (await Account.make(url, "Ben")).join(made["code"].lower())
        assert table.room["seats"][0]["name"] == "Ann"
        await close(table)

    run(main())


def test_a_code_that_does_not_exist_is_told_as_such(url: str) -> None:
    async def main() -> None:
        ann = await Account.make(url, "Ann")
        with pytest.raises(HttpRefused) as caught:
            await ann.get("/api/tables/ZZZZZZ")
        assert (caught.value.status, caught.value.code) == (404, "no-table")

    run(main())


def test_names_may_have_emoji_and_a_bad_one_is_refused_with_a_code(url: str) -> None:
    async def main() -> None:
        oma, zoe = await a_table(url, "❤️ Oma", "Zoë👩‍👧", rules="one")
        other = await (await Account.make(url, "❤ oma")).join(oma.ref)
        await refused(other.do(p.Say, text="I am she"), "name-taken")
        await oma.do(p.Start)
        match = await zoe.account.get(f"/api/matches/{oma.room['match']}")
        assert Record.from_text(match["record"]).names == ("❤️ Oma", "Zoë👩‍👧")
        with pytest.raises(HttpRefused) as caught:
            await Account.make(url, "A\u202eb")
        assert (caught.value.status, caught.value.code) == (400, "name")
        await close(oma, zoe, other)

    run(main())


def test_two_people_of_one_name_cannot_sit_at_a_table(url: str) -> None:
    async def main() -> None:
        (ann,) = await a_table(url, "Ann", seats=3)
        other = await (await Account.make(url, "ANN")).join(ann.ref)
        await refused(other.do(p.Sit), "name-taken")
        await close(ann, other)

    run(main())


def test_a_locked_table_takes_nobody_in(url: str) -> None:
    async def main() -> None:
        (ann,) = await a_table(url, "Ann", seats=3)
        await ann.do(p.Lock, on=True)
        ben = await (await Account.make(url, "Ben")).join(ann.ref)
        await refused(ben.do(p.Sit), "locked")
        await ann.do(p.Lock, on=False)
        await soon(ben, lambda: not ben.room["locked"])
        await ben.do(p.Sit)
        assert ben.seat == 1
        await close(ann, ben)

    run(main())


def test_the_host_removes_a_player_and_hands_over(url: str) -> None:
    async def main() -> None:
        ann, ben, cyd = await a_table(url, "Ann", "Ben", "Cyd")
        await refused(ben.do(p.Remove, seat=2), "not-you")
        await ann.do(p.Remove, seat=2)
        await soon(cyd, lambda: cyd.seat is None)
        await ann.do(p.HandOver, seat=1)
        assert ann.room["host"] == 1
        await refused(ann.do(p.Lock, on=True), "not-you")
        await close(ann, ben, cyd)

    run(main())


def test_the_next_person_hosts_when_the_host_stands_up(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben")
        await ann.do(p.Stand)
        await soon(ben, lambda: ben.room["host"] == 1)
        await close(ann, ben)

    run(main())


def test_settings_that_do_not_work_together_are_refused_with_a_reason(url: str) -> None:
    async def main() -> None:
        (ann,) = await a_table(url, "Ann", seats=3)
        ann_heard: list[dict[str, Any]] = []
        ann.watch = lambda way, message: ann_heard.append(message) if way == "in" else None
        error = await refused(ann.do(p.Configure, rules="official+partners"), "settings")
        assert "4" in str(error) or "even" in str(error)
        assert ann_heard[-1]["why"] == "partners need an even number of players, 4 or more"
        await refused(ann.do(p.Configure, rules="offical"), "settings")
        await ann.do(p.Configure, seats=4, rules="official+partners", pace="quick")
        assert len(ann.room["seats"]) == 4 and ann.room["pace"] == "quick"
        await close(ann)

    run(main())


# ---------------------------------------------------------------- a match


def test_a_match_is_played_to_its_end_and_again(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben", rules="one", seats=3)
        await refused(ann.do(p.Start), "few")
        await ann.do(p.AddBots, level="careful")
        await ann.do(p.Start)
        first = ann.room["match"]
        await play_all(lambda table: table.room["phase"] == "over", ann, ben)
        await soon(ben, lambda: ben.room["phase"] == "over")
        assert len(ann.game["sheet"]["winners"]) == 1 and ann.game == ben.game
        await ann.do(p.Rematch)
        await ben.do(p.Rematch)
        await soon(ann, lambda: ann.room["phase"] == "playing")
        assert ann.room["match"] != first
        await close(ann, ben)

    run(main())


async def play_all(until, *tables: OnlineTable) -> None:
    """Let bots play all of these seats, from the deal on, until something is true."""
    for table in tables:
        await soon(table, lambda table=table: table.room["phase"] == "playing")
    await asyncio.gather(*(play(table, until) for table in tables))


def test_the_next_round_begins_when_everyone_is_ready(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben", rules="official")
        await ann.do(p.Start)
        await play_all(lambda table: table.room["phase"] != "playing", ann, ben)
        await soon(ben, lambda: ben.room["phase"] == "between")
        assert ann.game["sheet"]["rounds"] == 1
        await ann.do(p.Next)
        await refused(ann.do(p.Next), "not-now")
        assert ann.room["phase"] == "between"
        await ben.do(p.Next)
        await soon(ann, lambda: ann.room["phase"] == "playing")
        assert ann.game["round"] == 2
        await close(ann, ben)

    run(main())


def test_a_refused_move_says_why_and_changes_nothing(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben", rules="official")
        await ann.do(p.Start)
        await soon(ben, lambda: ben.room["phase"] == "playing")
        idle = ann if ann.seat not in ann.game["status"]["awaited"] else ben
        before = (idle.v, idle.you)
        error = await refused(idle.act("draw"), "illegal")
        assert error.reason is not None and error.reason.id in ("not-your-turn", "colour-first")
        await refused(idle.act("nonsense"), "notation")
        assert (idle.v, idle.you) == before
        await close(ann, ben)

    run(main())


def test_a_person_takes_the_seat_of_a_bot_between_rounds_only(url: str) -> None:
    async def main() -> None:
        (ann,) = await a_table(url, "Ann", rules="official", seats=2)
        await ann.do(p.AddBots, level="greedy")
        await ann.do(p.Start)
        ben = await (await Account.make(url, "Ben")).join(ann.ref)
        assert ben.you is None
        await refused(ben.do(p.Sit), "not-now")
        await play(ann, lambda table: table.room["phase"] == "between")
        await soon(ben, lambda: ben.room["phase"] == "between")
        await ben.do(p.Sit)
        assert ben.seat == 1 and ben.room["seats"][1]["kind"] == "person"
        await close(ann, ben)

    run(main())


def test_a_player_who_leaves_for_good_is_out_and_the_others_go_on(url: str) -> None:
    async def main() -> None:
        ann, ben, cyd = await a_table(url, "Ann", "Ben", "Cyd", rules="official")
        await ann.do(p.Start)
        await ben.until(lambda: ben.room["phase"] == "playing")
        await ben.do(p.Leave)
        await soon(ann, lambda: ann.room["seats"][1]["left"])
        assert ann.game["status"]["out"] == [1]
        await play_all(lambda table: table.room["phase"] != "playing", ann, cyd)
        assert ann.room["phase"] == "between"
        await close(ann, ben, cyd)

    run(main())


def test_a_player_who_stands_up_in_a_match_is_replaced_by_a_bot(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben", rules="official")
        await ann.do(p.Start)
        await ben.until(lambda: ben.room["phase"] == "playing")
        await ben.do(p.Stand)
        assert ben.you is None
        await soon(ann, lambda: ann.room["seats"][1]["kind"] == "bot")
        await play(ann, lambda table: table.room["phase"] == "between")
        await close(ann, ben)

    run(main())


# ---------------------------------------------------------------- time


def test_a_bot_stands_in_for_a_person_who_is_gone_until_they_return(tmp_path) -> None:
    async def main(url: str) -> None:
        ann, ben = await a_table(url, "Ann", "Ben", rules="official", pace="off")
        await ann.do(p.Start)
        await ben.until(lambda: ben.room["phase"] == "playing")
        await ben.close()
        await soon(ann, lambda: ann.room["seats"][1]["away"] is not None)
        await play(ann, lambda table: table.room["seats"][1]["stand_in"] and ann.seat in awaited(table))
        back = await ben.account.join(ben.ref)
        await soon(ann, lambda: not ann.room["seats"][1]["stand_in"])
        assert back.seat == 1 and ann.room["seats"][1]["away"] is None
        await close(ann, back)

    with ServerProcess(tmp_path / "tables.db", patience=0.01) as server:
        run(main(server.url))


def awaited(table: OnlineTable) -> list[int]:
    return table.game["status"]["awaited"]


def test_a_table_goes_on_without_those_who_are_not_ready(tmp_path) -> None:
    async def main(url: str) -> None:
        ann, ben = await a_table(url, "Ann", "Ben", rules="official")
        await ann.do(p.Start)
        await play_all(lambda table: table.room["phase"] != "playing", ann, ben)
        await soon(ann, lambda: ann.game["round"] == 2)
        await close(ann, ben)

    with ServerProcess(tmp_path / "tables.db", patience=0.05) as server:
        run(main(server.url))


def test_a_turn_that_takes_too_long_is_decided_once_by_a_bot(tmp_path) -> None:
    async def main(url: str) -> None:
        ann, ben = await a_table(url, "Ann", "Ben", rules="official", pace="quick")
        await ann.do(p.Start)
        await soon(ann, lambda: ann.game["ply"] >= 3)
        assert not any(seat["stand_in"] for seat in ann.room["seats"])
        await close(ann, ben)

    with ServerProcess(tmp_path / "tables.db", patience=0.01) as server:
        run(main(server.url))


def test_an_abandoned_table_is_closed(tmp_path) -> None:
    async def main(url: str) -> None:
        (ann,) = await a_table(url, "Ann")
        await close(ann)
        async with asyncio.timeout(60):
            while True:
                try:
                    again = await ann.account.join(ann.ref)
                    await again.close()
                except TableClosed:
                    return
                await asyncio.sleep(5)  # longer than such a table is kept

    with ServerProcess(tmp_path / "tables.db", patience=0.002) as server:
        run(main(server.url))


def test_a_pause_needs_everyone_and_stops_the_table(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben", rules="official")
        await ann.do(p.Start)
        await ben.until(lambda: ben.room["phase"] == "playing")
        await ann.do(p.Pause)
        assert ann.room["paused"] is None and ann.room["pausing"] == [0]
        await ben.do(p.Pause)
        await soon(ann, lambda: ann.room["paused"] is not None)
        on_turn = ann if ann.seat in ann.game["status"]["awaited"] else ben
        await refused(on_turn.act("draw"), "paused")
        await ann.do(p.Resume)
        assert ann.room["paused"] is None
        await close(ann, ben)

    run(main())


# ---------------------------------------------------------------- talking and asking


def test_everyone_at_a_table_sees_what_is_said(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben")
        watcher = await (await Account.make(url, "Cyd")).join(ann.ref)
        said = await ben.do(p.Say, text="Hello\u202e \x07there")
        assert said["what"]["text"] == "Hello\ufffd \ufffdthere" and said["what"]["seat"] == 1
        await watcher.do(p.React, mark="clap")
        await soon(ann, lambda: ann.v == watcher.v)
        assert "room" not in said and "game" not in said
        await close(ann, ben, watcher)

    run(main())


def test_nobody_speaks_under_the_name_of_another_player(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben")
        await ben.close()
        await ben.account.post("/api/me", {"name": "Ann"})
        ben, zoe = await ben.account.join(ann.ref), await (await Account.make(url, "ann")).join(ann.ref)
        said = await ben.do(p.Say, text="I resign")
        assert (said["what"]["seat"], said["what"]["name"]) == (1, "Ben")
        await refused(zoe.do(p.Say, text="I resign"), "name-taken")
        await refused(zoe.do(p.React, mark="clap"), "name-taken")
        await close(ann, ben, zoe)

    run(main())


def test_why_explains_a_card_without_playing_it(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben", rules="official")
        await ann.do(p.Start)
        await soon(ben, lambda: ben.room["phase"] == "playing")
        before = ann.v
        answer = await ann.ask(p.Explain, action=ann.you["hand"][0])
        assert answer["reason"]["id"] and answer["text"] and ann.v == before
        turn = ann if ann.seat in ann.game["status"]["awaited"] else ben
        hint = await turn.ask(p.Hint)
        assert hint["action"] and hint["reason"]["verdict"] == "allowed"
        assert all(ground["id"] in GROUNDS for ground in hint.get("grounds", []))
        await turn.act(hint["action"])
        await close(ann, ben)

    run(main())


# ---------------------------------------------------------------- being the same guest


def test_a_seat_is_kept_across_connections(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben")
        await ben.close()
        again = await ben.account.join(ben.ref)
        assert again.seat == 1
        await close(ann, again)

    run(main())


def test_a_command_sent_twice_is_carried_out_once(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben")
        command = p.Say("same", ann.v, "once")
        answers = [await ann._give(command) for _ in range(2)]
        assert answers[0]["t"] == "ev" and answers[1] == {"t": "ack", "ack": "same", "v": answers[0]["v"]}
        assert ann.v == answers[0]["v"]
        await close(ann, ben)

    run(main())


def test_a_quick_match_is_at_a_table_where_one_can_sit(tmp_path) -> None:
    async def main(url: str) -> None:
        ann = await Account.make(url, "Ann")
        first = await ann.join(await ann.quick())
        namesake, ben = await Account.make(url, "ANN"), await Account.make(url, "Ben")
        assert await namesake.quick() != first.ref
        assert await ben.quick() == first.ref
        table = await ben.join(first.ref)
        await table.do(p.Sit)
        assert await ben.quick() == first.ref
        await first.do(p.Remove, seat=1)
        assert await ben.quick() != first.ref
        await close(first, table)

    with ServerProcess(tmp_path / "tables.db") as server:
        run(main(server.url))


def test_a_player_changes_seats_while_the_table_waits(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben", seats=4, nonces=True)
        await soon(ann, lambda: len(ann.room["deal"]["nonces"]) == 2)
        nonces = ann.room["deal"]["nonces"]
        await refused(ann.do(p.Sit), "taken")
        await refused(ann.do(p.Sit, seat=1), "taken")
        await ann.do(p.Sit, seat=3)
        assert (ann.seat, ann.room["host"]) == (3, 3)
        assert [seat["name"] for seat in ann.room["seats"]] == ["", "Ben", "", "Ann"]
        assert ann.room["deal"]["nonces"] == {"3": nonces["0"], "1": nonces["1"]}
        await ann.do(p.AddBots, level="random", seat=0)
        await ann.do(p.Lock, on=True)
        await ann.do(p.Sit, seat=0)
        assert [seat["kind"] for seat in ann.room["seats"]] == ["person", "person", "empty", "bot"]
        await close(ann, ben)

    run(main())


def test_a_trailing_slash_leads_nowhere(url: str) -> None:
    async def main() -> None:
        ann = await Account.make(url, "Ann")
        with pytest.raises(HttpRefused) as caught:
            await ann.get("/api/me/")
        assert (caught.value.status, caught.value.code) == (404, "missing")

    run(main())
