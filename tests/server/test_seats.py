"""Seats that change hands: nobody sees what another held, and no seat is forgotten."""

import asyncio
from pathlib import Path

import pytest

from lastcard.game.round import Round
from lastcard.online import protocol as p
from lastcard.online.client import Account, HttpRefused, OnlineTable, Refused
from online import ServerProcess, a_table, close, give, play, run, soon
from twins import LocalTable, decoded


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory):
    with ServerProcess(tmp_path_factory.mktemp("server") / "tables.db") as server:
        yield server.url


async def started(url: str, *names: str, **settings) -> list[OnlineTable]:
    tables = await a_table(url, *names, **settings)
    await tables[0].do(p.Start)
    for table in tables:
        await soon(table, lambda table=table: table.room["phase"] == "playing")
    return tables


async def play_all(until, *tables: OnlineTable) -> None:
    await asyncio.gather(*(play(table, until) for table in tables))


def test_who_gave_up_a_seat_no_longer_sees_its_cards(url: str) -> None:
    async def main() -> None:
        ann, ben = await started(url, "Ann", "Ben", rules="official")
        match = ann.room["match"]
        await ben.do(p.Stand)
        before = ann.game["ply"]
        await play(ann, lambda table: table.game["ply"] >= before + 3 or table.room["phase"] != "playing")
        for query in ("", "?seat=1"):
            steps = (await ben.account.get(f"/api/matches/{match}/steps{query}"))["steps"]
            assert len(steps) > before + 1 and steps[0]["hand"]
            assert all(step["hand"] == [] and step["hands"] is None for step in steps[before + 1 :])
        for seat in (0, "all"):
            with pytest.raises(HttpRefused):
                await ben.account.get(f"/api/matches/{match}/steps?seat={seat}")
        await close(ann, ben)

    run(main())


def test_a_match_is_nobodys_business_but_its_players(url: str) -> None:
    async def main() -> None:
        ann, ben = await started(url, "Ann", "Ben", rules="official")
        match, eve = ann.room["match"], await Account.make(url, "Eve")
        for path in (f"/api/matches/{match}", f"/api/matches/{match}/steps", "/api/matches/nothing"):
            with pytest.raises(HttpRefused) as caught:
                await eve.get(path)
            assert caught.value.status in (400, 404)
        assert (await eve.get("/api/matches"))["matches"] == []
        for seat in ("0", "all"):
            with pytest.raises(HttpRefused):
                await ben.account.get(f"/api/matches/{match}/steps?seat={seat}")
        assert (await ben.account.record(match))["deals"][0]["secret"] is None
        await close(ann, ben)

    run(main())


def test_a_newcomer_on_the_seat_of_someone_absent_is_present(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben")
        await ben.close()
        await soon(ann, lambda: ann.room["seats"][1]["away"] is not None)
        await ann.do(p.Remove, seat=1)
        cyd = await (await Account.make(url, "Cyd")).join(ann.ref)
        await cyd.do(p.Sit)
        first = (await cyd.do(p.Say, text="hello"))["v"]
        last = (await cyd.do(p.Say, text="hello again"))["v"]
        assert last == first + 1 and cyd.room["seats"][1]["away"] is None
        await close(ann, cyd)

    run(main())


def test_who_left_a_match_plays_again_in_the_rematch(url: str) -> None:
    async def main() -> None:
        ann, ben, cyd = tables = await started(url, "Ann", "Ben", "Cyd", rules="one")
        await ben.do(p.Leave)
        await soon(ann, lambda: ann.room["seats"][1]["left"])
        await play_all(lambda table: table.room["phase"] == "over", ann, cyd)
        for table in tables:
            await soon(table, lambda table=table: table.room["phase"] == "over")
        assert not ann.room["seats"][1]["left"]
        for table in tables:
            await table.do(p.Rematch)
        await soon(ben, lambda: ben.room["phase"] == "playing")
        assert ben.game["status"]["out"] == [] and ben.you["hand"]
        await close(*tables)

    run(main())


def test_a_seat_that_left_stays_out_when_its_player_stands_up(url: str) -> None:
    async def main() -> None:
        ann, ben, cyd = await started(url, "Ann", "Ben", "Cyd", rules="official")
        await ben.do(p.Leave)
        await ben.do(p.Stand)
        assert ben.room["seats"][1] == {**ben.room["seats"][1], "kind": "bot", "left": True}
        await close(ann, ben, cyd)

    run(main())


def test_who_left_a_match_only_watches_it_and_no_longer_hosts(url: str) -> None:
    async def main() -> None:
        ann, ben, cyd = await started(url, "Ann", "Ben", "Cyd", rules="official")
        await ann.do(p.Leave)
        assert ann.room["host"] == 1
        for kind, fields in {"pause": {}, "hint": {}, "why": {"action": "draw"}, "act": {"action": "draw"},
                             "leave": {}, "lock": {"on": True}, "close": {}}.items():  # fmt: skip
            with pytest.raises(Refused) as caught:
                await give(ann, kind, **fields)
            assert caught.value.code == "not-you", kind
        await ben.do(p.Pause)
        await cyd.do(p.Pause)
        with pytest.raises(Refused, match="left"):
            await ann.do(p.Resume)
        with pytest.raises(Refused, match="only a person"):
            await ben.do(p.HandOver, seat=0)
        await ann.do(p.Say, text="good luck")
        await ann.do(p.Stand)
        await close(ann, ben, cyd)

    run(main())


def test_a_match_goes_on_when_all_its_people_have_left_it() -> None:
    async def main() -> None:
        # Every card is red: whatever the bots do, each of them can play, and the round ends.
        table = LocalTable(Round.from_position("r5r7/r4/r3r6 r1 >0 - r8r9r2r5|- official"))
        table.command(0, p.Leave)
        for seat in (1, 2):
            table.command(seat, p.Stand)
        room = table.table.state.room
        assert room.host == ""
        for _ in range(100):
            if room.phase == "between":
                break
            table.pass_time(5_000)
        assert room.phase == "between"
        for kind, fields in ((p.Next, {}), (p.Nonce, {"nonce": "0" * 32})):
            table.heard(0)
            table.command(0, kind, **fields)
            assert [message.get("code") for message in decoded(table.heard(0))] == ["not-you"]
        table.pass_time(30_000)
        assert table.table.state.room.phase == "playing" and table.table.state.room.rounds == 2

    run(main())


def test_a_pause_ends_when_nobody_is_left_to_end_it(url: str) -> None:
    async def main() -> None:
        ann, ben = await started(url, "Ann", "Ben", rules="official")
        await ann.do(p.Pause)
        await ben.do(p.Pause)
        await ann.do(p.Stand)
        assert ann.room["paused"] is not None
        await ben.do(p.Stand)
        assert ben.room["paused"] is None
        await soon(ben, lambda: ben.room["phase"] == "between")
        await close(ann, ben)

    run(main())


def test_a_move_that_waits_is_answered_when_the_table_pauses() -> None:
    async def main() -> None:
        table = LocalTable(Round.from_position("r5b7/g5y1y2 r1 >0 - b1b2b3b4|- official"))
        table.command(0, p.Act, action="r5")
        table.heard(1)
        table.command(1, p.Act, action="draw")
        assert table.heard(1) == []
        table.command(0, p.Pause)
        table.command(1, p.Pause)
        answers = [message for message in decoded(table.heard(1)) if "nack" in message]
        assert [answer["code"] for answer in answers] == ["paused"]

    run(main())


def test_a_move_that_waits_goes_with_its_player() -> None:
    async def main() -> None:
        table = LocalTable(Round.from_position("r5b7/g5y1y2 r1 >0 - b1b2b3b4|- official"))
        table.command(0, p.Act, action="r5")
        table.command(1, p.Act, action="draw")
        table.heard(1)
        table.command(0, p.Remove, seat=1)
        answers = [message for message in decoded(table.heard(1)) if "nack" in message]
        assert [answer["code"] for answer in answers] == ["not-you"] and table.table.held == {}

    run(main())


def test_a_move_that_is_sent_again_while_it_waits_is_the_same_move() -> None:
    async def main() -> None:
        table = LocalTable(Round.from_position("r5b7/g5y1y2 r1 >0 - b1b2b3b4|- official"))
        table.command(0, p.Act, action="r5")
        table.heard(1)
        for _ in range(2):
            table.sent = 7
            table.command(1, p.Act, action="draw")
        table.pass_time(5_000)
        table.pass_time(1)
        answers = [message for message in decoded(table.heard(1)) if "c8" in (message.get("ack"), message.get("nack"))]
        assert [answer["t"] for answer in answers] == ["ev"]

    run(main())


def test_other_seats_after_a_match_mean_a_new_match(url: str) -> None:
    async def main() -> None:
        ann, ben = await started(url, "Ann", "Ben", rules="one")
        await play_all(lambda table: table.room["phase"] == "over", ann, ben)
        await soon(ann, lambda: ann.room["phase"] == "over")
        await ann.do(p.Configure, pace="quick")
        assert ann.room["phase"] == "over" and ann.game is not None
        await ann.do(p.Rematch)
        await ann.do(p.Configure, seats=4)
        assert (ann.room["phase"], ann.room["agreed"], ann.game) == ("waiting", [], None)
        cyd = await (await Account.make(url, "Cyd")).join(ann.ref)
        await cyd.do(p.Sit, seat=3)
        assert cyd.you == {"seat": 3}
        await ann.do(p.AddBots, level="random")
        await ann.do(p.Start)
        await soon(cyd, lambda: cyd.room["phase"] == "playing")
        assert cyd.you["hand"]
        await close(ann, ben, cyd)

    run(main())


def test_partners_are_told_to_everyone_at_the_table(url: str) -> None:
    async def main() -> None:
        ann = await Account.make(url, "Ann")
        async with await ann.join(await ann.create(rules="official+partners", seats=4)) as table:
            assert [seat["partner"] for seat in table.room["seats"]] == [2, 3, 0, 1]
        async with await ann.join(await ann.create(rules="official", seats=3)) as table:
            assert [seat["partner"] for seat in table.room["seats"]] == [None, None, None]

    run(main())


def test_what_a_card_counts_is_told_with_the_rules_where_it_counts(url: str) -> None:
    async def main() -> None:
        ann = await Account.make(url, "Ann")
        points = (await ann.get("/api/rules?id=official"))["points"]
        assert (points["r7"], points["r+2"], points["w"]) == (7, 20, 50)
        assert (await ann.get("/api/rules?id=one"))["points"] == {}

    run(main())


def test_rules_have_the_title_of_their_preset(url: str) -> None:
    async def main() -> None:
        ann = await Account.make(url, "Ann")
        assert (await ann.get("/api/rules?id=juno-classic%2Bjump-in"))["title"] == "Classic"
        code = await ann.create(rules="official+hand=5", seats=2)
        assert (await ann.get(f"/api/tables/{code}"))["title"] == "Official"

    run(main())


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("id=official%2Bpartners&seats=5", "partners need an even number of players, 4 or more"),
        ("id=official%2Bhand-limit%3D5:aside", "everyone would be out as soon as the cards were dealt"),
        ("id=official&seats=many", None),
    ],
)
def test_rules_that_do_not_work_together_are_refused_with_a_reason(url: str, query: str, why: str | None) -> None:
    async def main() -> None:
        ann = await Account.make(url, "Ann")
        with pytest.raises(HttpRefused) as caught:
            await ann.get(f"/api/rules?{query}")
        assert (caught.value.code, caught.value.why) == ("refused", why or "")
        await ann.get("/api/rules?id=official%2Bpartners&seats=4")

    run(main())


# ---------------------------------------------------------------- who hosts, who is let in, who pauses


def a_room(*kinds: str) -> LocalTable:
    """Return a table whose seats are of people ("p") who are connected, or are programs ("o")."""
    table = LocalTable(Round.from_position("r5b7/g5/r3b3 r1 >0 - b1b2b3b4|- official"))
    for seat, kind in zip(table.table.state.room.seats, kinds, strict=True):
        seat.outside = kind == "o"
    return table


def lost(table: LocalTable, *seats: int) -> None:
    for seat in seats:
        table.table.part(table.listeners[seat])  # type: ignore[arg-type]


def in_loop(test):
    def run_it() -> None:
        async def main() -> None:
            test()

        asyncio.run(main())

    run_it.__name__ = test.__name__
    return run_it


@in_loop
def test_no_program_inherits_a_table() -> None:
    table = a_room("p", "o", "p")
    table.command(0, p.Stand)
    assert table.table.state.room.host == "guest-2"
    table.command(2, p.Stand)
    assert table.table.state.room.host == ""


@in_loop
def test_a_person_who_is_there_inherits_before_one_who_is_away() -> None:
    table = a_room("p", "p", "p")
    lost(table, 1)
    table.pass_time(2_000)
    assert table.table.state.room.seats[1].away is not None
    table.command(0, p.Stand)
    assert table.table.state.room.host == "guest-2"


@pytest.mark.parametrize("phase", ["waiting", "playing", "over"])
def test_when_the_absence_of_the_host_runs_out_somebody_else_hosts(phase: str) -> None:
    @in_loop
    def check() -> None:
        table = a_room("p", "o", "p")
        room = table.table.state.room
        room.phase = phase
        lost(table, 0)
        table.pass_time(2_000)
        assert room.host == "guest-0"
        table.pass_time(30_000)
        assert room.host == "guest-2"

    check()


@in_loop
def test_an_absent_host_stays_host_where_nobody_else_is_there() -> None:
    table = a_room("p", "o", "p")
    lost(table, 2)
    table.pass_time(2_000)
    lost(table, 0)
    table.pass_time(2_000)
    table.pass_time(60_000)
    assert table.table.state.room.host == "guest-0"


@in_loop
def test_a_pause_begins_when_those_who_have_not_agreed_are_gone() -> None:
    table = a_room("p", "p", "p")
    table.command(0, p.Pause)
    table.command(1, p.Pause)
    assert table.table.state.room.paused is None
    lost(table, 2)
    table.settle()
    assert table.table.state.room.paused is not None


async def said_removed(account: Account, link: str) -> bool:
    """Return whether the server's welcome tells a guest that the host has removed them."""
    table, heard = OnlineTable(account, link, nonces=False), []
    table.watch = lambda way, message: heard.append(message) if message["t"] == "welcome" else None
    await table.open()
    await table.close()
    return heard[0].get("removed", False)


def test_who_was_removed_cannot_sit_again_until_the_host_opens_the_table(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben", seats=3)
        await ann.do(p.Remove, seat=1)
        await soon(ben, lambda: ben.seat is None)
        await ann.do(p.Lock, on=True)
        with pytest.raises(Refused) as caught:
            await ben.do(p.Sit)
        assert caught.value.code == "removed" and ben.room["removed"] == 1
        assert [await said_removed(one, ann.ref) for one in (ann.account, ben.account)] == [False, True]
        await ann.do(p.Lock, on=False)
        await soon(ben, lambda: ben.v == ann.v)
        await ben.do(p.Sit)
        assert ben.room["removed"] == 0 and not await said_removed(ben.account, ann.ref)
        await close(ann, ben)

    run(main())


def test_a_round_names_those_who_played_it_whoever_takes_their_seats(tmp_path: Path) -> None:
    async def main(server: ServerProcess) -> None:
        (ann,) = await a_table(server.url, "Ann", rules="one", seats=2)
        assert ann.room["players"] == []
        await ann.do(p.AddBots, level="greedy")
        await ann.do(p.Start)
        await play(ann, lambda table: table.room["phase"] == "over")
        played = [{"kind": "person", "name": "Ann", "level": ""}, {"kind": "bot", "name": "Ada", "level": "greedy"}]
        await ann.do(p.Remove, seat=1)
        kim = await (await Account.make(server.url, "Kim")).join(ann.ref)
        await kim.do(p.Sit)
        assert kim.room["seats"][1]["name"] == "Kim" and kim.room["players"] == played
        assert kim.you == {"seat": 1}  # nothing of the round was theirs
        server.kill()
        server.start()
        await kim.do(p.Say, text="again")
        assert kim.room["players"] == played
        await ann.do(p.Configure, seats=3)
        assert ann.room["players"] == []
        await close(ann, kim)

    with ServerProcess(tmp_path / "tables.db") as server:
        run(main(server))


def test_a_bot_gives_its_name_to_a_person_who_has_it(tmp_path: Path) -> None:
    async def main(server: ServerProcess) -> None:
        (ann,) = await a_table(server.url, "Ann", rules="official", seats=4)
        for seat in (1, 2, 3):
            await ann.do(p.AddBots, level="greedy", seat=seat)
        assert [seat["name"] for seat in ann.room["seats"]] == ["Ann", "Ada", "Ben", "Cyd"]
        ada = await (await Account.make(server.url, "ADA")).join(ann.ref)
        await ada.do(p.Sit, seat=2)
        named = ["Ann", "Ben", "ADA", "Cyd"]
        assert [seat["name"] for seat in ada.room["seats"]] == named
        await ann.do(p.Start)
        await ada.do(p.Stand)
        await play(ann, lambda table: table.room["phase"] == "between")
        await ada.do(p.Sit, seat=1)  # the bot that played on in her place had her name
        assert [seat["name"] for seat in ada.room["seats"]] == ["Ann", "ADA", "Ben", "Cyd"]
        match = await ann.account.get(f"/api/matches/{ann.room['match']}")
        assert [one["name"] for one in match["played"]] == [*named, "ADA", "ADA", "Ben"]
        assert [one["bot"] for one in match["played"][-2:]] == ["", "careful"]
        server.kill()
        server.start()
        await ada.do(p.Say, text="again")
        assert [seat["name"] for seat in ada.room["seats"]] == ["Ann", "ADA", "Ben", "Cyd"]
        await close(ann, ada)

    with ServerProcess(tmp_path / "tables.db") as server:
        run(main(server))
