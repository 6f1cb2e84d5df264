"""Records of matches over real sockets: whole once a match is over, redacted while it runs, step by step."""

import asyncio
import json
import sqlite3
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lastcard import Record
from lastcard.archive.fair import UnfairDeal, check_deals
from lastcard.archive.record import RoundRecord
from lastcard.cli import main as command
from lastcard.notation import parse_cards
from lastcard.online import protocol as p
from lastcard.online.client import Account, HttpRefused, OnlineTable
from lastcard.online.client.fairness import SeenDeals, SeenMatch, verify
from online import ServerProcess, a_table, close, give, play, run, soon

OVER = ("over",)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory):
    with ServerProcess(tmp_path_factory.mktemp("server") / "tables.db") as server:
        yield server.url


async def a_match(url: str, *names: str, **settings: Any) -> list[OnlineTable]:
    """Return a table at which a match has begun."""
    tables = await a_table(url, *names, **settings)
    if tables[0].room["seats"][-1]["kind"] == "empty":
        await tables[0].do(p.AddBots, level="greedy")
    if settings.get("nonces"):
        await soon(tables[0], lambda: len(tables[0].room["deal"]["nonces"]) == len(names))
    await tables[0].do(p.Start)
    for table in tables:
        await soon(table, lambda table=table: table.room["phase"] == "playing")
    return tables


async def play_to(phase: tuple[str, ...], *tables: OnlineTable) -> None:
    """Let bots play all of these seats until the table is in a phase."""
    await asyncio.gather(*(play(table, lambda table: table.room["phase"] in phase) for table in tables))
    for table in tables:
        await soon(table, lambda table=table: table.room["phase"] in phase)


async def refused(request: Any, status: int, code: str) -> None:
    with pytest.raises(HttpRefused) as caught:
        await request
    assert (caught.value.status, caught.value.code) == (status, code)


def dealt(one: RoundRecord, seat: int) -> str:
    """Return the cards that a record says a seat was dealt."""
    (act,) = [act for act in one.acts if act.startswith(f"d deal {seat} ")]
    return act.split(" ")[3]


def hidden_cards(text: str) -> bool:
    return Record.from_text(text).redacted


# ---------------------------------------------------------------- whole, once it is over


def test_a_match_that_is_over_is_fetched_whole_and_verified_by_anyone_who_played(url: str, tmp_path, capsys) -> None:
    async def main() -> str:
        ann, ben = await a_match(url, "Ann", "Ben", rules="one", nonces=True)
        await play_to(OVER, ann, ben)
        match = ann.room["match"]
        one, other = await ann.account.record(match), await ben.account.record(match)
        assert one["record"] == other["record"] and (one["over"], one["seat"], other["seat"]) == (True, 0, 1)
        assert not hidden_cards(one["record"])
        (deal,), proof = one["deals"], Record.from_text(one["record"]).rounds[0].proof
        assert deal["secret"] == proof.secret and list(deal["nonces"].values()) == list(proof.nonces)
        await close(ann, ben)
        return one["record"]

    text = run(main())
    file = tmp_path / "match.toml"
    file.write_text(text)
    assert command(["verify", str(file)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("ok: 1 round") and "deal 1:" in printed and "nonces of seats 0, 1" in printed


def test_the_server_verifies_a_match_that_is_over_and_counts_what_it_checked(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_match(url, "Ann", "Ben", rules="one")
        match = ann.room["match"]
        verify = f"/api/matches/{match}/verify"
        await refused(ann.account.get(verify), 400, "refused")
        await play_to(OVER, ann, ben)
        found = await ann.account.get(verify)
        record = Record.from_text((await ann.account.record(match))["record"])
        moves = [act for act in record.rounds[0].acts if not act.startswith("d ")]
        assert (found["match"], found["wrong"], found["rounds"], found["moves"]) == (match, "", 1, len(moves))
        assert found["cards"] > 2 * record.rules.hand_size
        other = await Account.make(url, "Cyd")
        await refused(other.get(verify), 404, "no-match")
        await close(ann, ben)

    run(main())


def test_a_match_of_several_rounds_is_dealt_again_from_its_secrets(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_match(url, "Ann", "Ben", rules="juno-classic+target=100+dealer-rotation=redraw", nonces=True)
        await play_to(OVER, ann, ben)
        found = await ann.account.record(ann.room["match"])
        record = Record.from_text(found["record"])
        assert [one.proof.number for one in record.rounds] == list(range(1, len(record.rounds) + 1))
        assert all(all(one.proof.nonces) for one in record.rounds)
        await close(ann, ben)

    run(main())


def test_a_rematch_is_a_record_of_its_own(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_match(url, "Ann", "Ben", rules="one")
        await play_to(OVER, ann, ben)
        first = ann.room["match"]
        await asyncio.gather(ann.do(p.Rematch), ben.do(p.Rematch))
        for table in (ann, ben):
            await soon(table, lambda table=table: table.room["phase"] == "playing")
        second = ann.room["match"]
        done, running = await ann.account.record(first), await ann.account.record(second)
        assert (done["over"], running["over"]) == (True, False)
        listed = (await ann.account.get("/api/matches"))["matches"]
        assert [one["match"] for one in listed] == [second, first] and listed[0]["names"] == ["Ann", "Ben"]
        assert Record.from_text(running["record"]).rounds[0].proof.number == 2
        await close(ann, ben)

    run(main())


# ---------------------------------------------------------------- redacted, while it runs


def test_a_running_match_shows_only_what_the_own_seat_was_told(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_match(url, "Ann", "Ben", rules="official")
        found = await ann.account.record(ann.room["match"])
        record = Record.from_text(found["record"])
        own = Counter(ann.rules.card(text).code for text in ann.you["hand"])
        assert Counter(parse_cards(ann.rules.deck, dealt(record.rounds[0], 0))) <= own
        assert dealt(record.rounds[0], 1) == "?7"
        proof = record.rounds[0].proof
        assert proof.secret == "" and proof.commitment
        assert found["deals"] == [{"number": 1, "commitment": proof.commitment, "secret": None, "nonces": {}}]
        await close(ann, ben)

    run(main())


def test_a_seat_that_was_given_up_is_not_watched_any_more(url: str) -> None:
    async def main() -> None:
        ann, ben, cyd = await a_match(url, "Ann", "Ben", "Cyd", rules="official", pace="off")
        match = ann.room["match"]
        await ben.do(p.Stand)
        await soon(ann, lambda: ann.room["seats"][1]["kind"] == "bot")
        await play_to(("between",), ann, cyd)
        dan = await (await Account.make(url, "Dan")).join(ann.ref)
        await dan.do(p.Sit)
        assert dan.seat == 1
        await asyncio.gather(*(table.do(p.Next) for table in (ann, cyd, dan)))
        await soon(dan, lambda: dan.room["phase"] == "playing")
        first, second = Record.from_text((await ben.account.record(match))["record"]).rounds
        assert "?" not in dealt(first, 1) and "?" in dealt(second, 1)
        first, second = Record.from_text((await dan.account.record(match))["record"]).rounds
        assert "?" in dealt(first, 1) and "?" not in dealt(second, 1)
        await close(ann, ben, cyd, dan)

    run(main())


def test_who_only_watched_is_refused(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_match(url, "Ann", "Ben", rules="one")
        watcher = await (await Account.make(url, "Cyd")).join(ann.ref)
        match = ann.room["match"]
        for path in ("", "/steps"):
            await refused(watcher.account.get(f"/api/matches/{match}{path}"), 404, "no-match")
        await play_to(OVER, ann, ben)
        await refused(watcher.account.get(f"/api/matches/{match}"), 404, "no-match")
        assert (await watcher.account.get("/api/matches"))["matches"] == []
        await refused(ann.account.get("/api/matches/none"), 404, "no-match")
        await refused(Account(url).get(f"/api/matches/{match}"), 401, "who")
        await close(ann, ben, watcher)

    run(main())


# ---------------------------------------------------------------- who played


def test_a_record_says_who_played_a_seat_from_when_to_when(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_match(url, "Ann", "Ben", rules="official", seats=3)
        await ben.do(p.Stand)
        await soon(ann, lambda: ann.room["seats"][1]["kind"] == "bot")
        played = (await ann.account.record(ann.room["match"]))["played"]
        assert [(one["seat"], one["name"], one["bot"]) for one in played] == [
            (0, "Ann", ""), (1, "Ben", ""), (2, ann.room["seats"][2]["name"], "greedy"), (1, "Ben", "careful"),
        ]  # fmt: skip
        assert played[1]["to"] == played[3]["from"] and [one["to"] for one in played if one["seat"] != 1] == [None] * 2
        await close(ann, ben)

    run(main())


def test_who_sits_down_after_the_end_did_not_play(url: str) -> None:
    async def main() -> None:
        (ann,) = await a_match(url, "Ann", rules="one", seats=2)
        await play_to(OVER, ann)
        ben = await (await Account.make(url, "Ben")).join(ann.ref)
        await ben.do(p.Sit)
        found = await ann.account.record(ann.room["match"])
        assert [one["bot"] for one in found["played"]] == ["", "greedy"]
        await refused(ben.account.get(f"/api/matches/{ann.room['match']}"), 404, "no-match")
        await close(ann, ben)

    run(main())


@pytest.mark.parametrize("settings", [{"seats": 4}, {"rules": "official"}])
def test_a_match_that_is_over_stays_so_when_the_host_changes_the_table(url: str, settings: dict[str, Any]) -> None:
    async def main() -> None:
        (ann,) = await a_match(url, "Ann", rules="one", seats=2)
        await play_to(OVER, ann)
        match = ann.room["match"]
        before = await ann.account.record(match)
        await ann.do(p.Configure, **settings)
        seat = len(ann.room["seats"]) - 1
        await ann.do(p.AddBots, level="greedy", seat=seat)
        await ann.do(p.Remove, seat=seat)
        assert await ann.account.record(match) == before and before["over"]
        await close(ann)

    run(main())


# ---------------------------------------------------------------- step by step


def test_a_match_that_is_over_is_replayed_from_every_seat(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_match(url, "Ann", "Ben", rules="one")
        await play_to(OVER, ann, ben)
        path = f"/api/matches/{ann.room['match']}/steps"
        own, other, both = [await ann.account.get(f"{path}{query}") for query in ("", "?seat=1", "?seat=all")]
        assert [step["hand"] for step in own["steps"]] == [step["hands"][0] for step in both["steps"]]
        assert [step["hand"] for step in other["steps"]] == [step["hands"][1] for step in both["steps"]]
        assert own["steps"][0]["move"] is None and both["steps"][-1]["status"]["phase"] == "over"
        assert {step["who"] for step in own["steps"][1:]} == {"person"}
        record = Record.from_text((await ann.account.record(ann.room["match"]))["record"])
        assert [act for step in both["steps"] for act in step["acts"]] == record.rounds[0].acts
        drawn = [event for step in own["steps"] for event in step["events"] if event["event"] in ("dealt", "drew")]
        assert all((event["card"] is None) == (event["seat"] != 0) for event in drawn) and drawn
        assert all(event.get("card", "") is not None for step in both["steps"] for event in step["events"])
        await close(ann, ben)

    run(main())


def test_a_running_match_is_replayed_from_the_own_seat_only(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_match(url, "Ann", "Ben", rules="official")
        path = f"/api/matches/{ann.room['match']}/steps"
        shown = await ann.account.get(f"{path}?seat=0")
        assert shown["steps"][-1]["hand"] == ann.you["hand"] and shown["steps"][-1]["hands"] is None
        assert shown["round"] == shown["rounds"] == 1 and not shown["over"]
        for query in ("seat=1", "seat=all", "seat=9", "seat=x", "round=0", "round=2", "round=-1", "round=1e3"):
            await refused(ann.account.get(f"{path}?{query}"), 400, "refused")
        await close(ann, ben)

    run(main())


def test_a_replay_does_not_tell_early_who_forgot_to_call(tmp_path: Path) -> None:
    async def main(url: str) -> None:
        ann, ben = await a_match(url, "Ann", "Ben", rules="official+hand=2", pace="off")
        while not (done := await forget_to_call(ann, ben)):
            pass
        assert done.game["status"]["forgot"] == [] and done.clock["opens"] is not None
        step = (await done.account.get(f"/api/matches/{ann.room['match']}/steps"))["steps"][-1]
        assert (step["status"]["forgot"], step["status"]["catchable"]) == ([], [])
        assert step["events"] and all(event["event"] != "forgot-call" for event in step["events"])
        await close(ann, ben)

    with ServerProcess(tmp_path / "tables.db", haste=50.0) as server:
        run(main(server.url))


async def forget_to_call(*tables: OnlineTable) -> OnlineTable | None:
    """Make one move; if it leaves one card, without a call, return the table as the other player sees it."""
    (seat,) = tables[0].game["status"]["awaited"]
    table, other = tables[seat], tables[1 - seat]
    before, action = table.game["ply"], (await table.ask(p.Hint))["action"]
    await table.act(action.removesuffix("!"))
    await soon(other, lambda: other.game["ply"] > before)
    return other if action.endswith("!") else None


# ---------------------------------------------------------------- tables that came to a bad end


async def one_move(ann: OnlineTable, ben: OnlineTable) -> None:
    """Let whoever is on turn make a move."""
    turn = ann if ann.seat in ann.game["status"]["awaited"] else ben
    await turn.act((await turn.ask(p.Hint))["action"])


@pytest.mark.parametrize("end", ["leave", "close"])
def test_a_match_in_which_nobody_has_moved_leaves_no_record(url: str, end: str) -> None:
    async def main() -> None:
        ann, ben = await a_match(url, "Ann", "Ben", rules="official")
        assert len((await ben.account.get("/api/matches"))["matches"]) == 1
        await give(ann, end)
        assert (await ben.account.get("/api/matches"))["matches"] == []
        with pytest.raises(HttpRefused):
            await ben.account.record(ann.room["match"])
        await close(ann, ben)

    run(main())


def test_a_match_that_is_left_is_kept_once_somebody_has_moved(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_match(url, "Ann", "Ben", rules="official")
        await one_move(ann, ben)
        await ben.do(p.Leave)
        await soon(ann, lambda: ann.room["phase"] == "over")
        match = ann.room["match"]
        for table in (ann, ben):
            await table.do(p.Rematch)
        await soon(ann, lambda: ann.room["phase"] == "playing")
        await ann.do(p.Leave)
        assert (await ben.account.record(match))["over"]
        assert [one["match"] for one in (await ann.account.get("/api/matches"))["matches"]] == [match]
        await close(ann, ben)

    run(main())


def test_the_record_of_a_closed_table_is_fetched(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_match(url, "Ann", "Ben", rules="official")
        await one_move(ann, ben)
        await ann.do(p.Close)
        found = await ben.account.record(ann.room["match"])
        assert found["over"] and not hidden_cards(found["record"])
        await close(ann, ben)

    run(main())


def test_the_record_of_an_abandoned_table_is_fetched(tmp_path: Path) -> None:
    async def main(url: str) -> None:
        ann, ben = await a_match(url, "Ann", "Ben", rules="official", pace="off")
        await one_move(ann, ben)
        await close(ann, ben)
        async with asyncio.timeout(60):
            while not (found := await ben.account.record(ann.room["match"]))["over"]:
                await asyncio.sleep(0.2)
        assert not hidden_cards(found["record"])

    with ServerProcess(tmp_path / "tables.db", patience=0.005) as server:
        run(main(server.url))


def test_a_table_that_cannot_be_restored_shows_no_secrets_of_its_match(tmp_path: Path) -> None:
    async def begin(url: str) -> OnlineTable:
        ann, ben = await a_match(url, "Ann", "Ben", rules="official", pace="off")
        await one_move(ann, ben)
        await close(ann, ben)
        return ann

    async def look(ann: OnlineTable) -> None:
        for what in ("", "/steps"):
            with pytest.raises(HttpRefused) as caught:  # it may go on, and its record does not follow the rules
                await ann.account.get(f"/api/matches/{ann.room['match']}{what}")
            assert caught.value.code == "refused"
        with pytest.raises(HttpRefused, match="once it is over"):
            await ann.account.get(f"/api/matches/{ann.room['match']}/verify")

    server = ServerProcess(tmp_path / "tables.db")
    with server:
        ann = run(begin(server.url))
        server.stop()
    with sqlite3.connect(server.data) as file:
        ((v, data),) = file.execute("SELECT v, data FROM entries WHERE kind = 'moved'").fetchall()
        forged = json.dumps({"seat": json.loads(data)["seat"], "action": "pass"}).encode()
        file.execute("UPDATE entries SET data = ? WHERE v = ?", (forged, v))
    file.close()
    with server:
        run(look(ann))


# ---------------------------------------------------------------- fair deals


def test_a_record_with_another_secret_nonce_or_deal_is_found_out(url: str) -> None:
    async def main() -> tuple[Account, dict[str, Any]]:
        ann, ben = await a_match(url, "Ann", "Ben", rules="one", nonces=True)
        await play_to(OVER, ann, ben)
        found = await ann.account.record(ann.room["match"])
        await close(ann, ben)
        return ann.account, found

    account, found = run(main())
    seen = account.seen.of(found["match"])
    assert found["unproven"] == verify(found["record"], seen) == []
    for change in ({"commitment": "0" * 64}, {"nonces": {"0": "0" * 32}}, {"hand": ("r1",) * 7}):
        with pytest.raises(UnfairDeal):
            verify(found["record"], SeenMatch(seen.table, {1: replace(seen.deals[1], **change)}))
    assert verify(found["record"], SeenMatch(seen.table, {1: replace(seen.deals[1], own={"0": "0" * 32})})) == [1]
    for part in ("secret", "nonces", "number", "table"):
        record = Record.from_text(found["record"])
        one = record.rounds[0]
        if part == "table":
            record.table = "0" * 32
        else:
            values = {"secret": "0" * 64, "nonces": ("0" * 32, ""), "number": 7}
            one.proof = type(one.proof)(**{**vars(one.proof), part: values[part]})
        with pytest.raises(UnfairDeal, match="round 1: the secret and the nonces do not give the cards"):
            check_deals(Record.from_text(record.text))


def test_a_record_proves_something_only_of_the_table_and_the_deals_that_were_seen(url: str) -> None:
    async def main() -> None:
        (ann,) = await a_match(url, "Ann", rules="one", nonces=True)
        await play_to(OVER, ann)
        first = await ann.account.record(ann.room["match"])
        await ann.do(p.Rematch)
        await soon(ann, lambda: ann.room["match"] != first["match"])
        await play_to(OVER, ann)
        second = await ann.account.record(ann.room["match"])
        (ben,) = await a_match(url, "Ben", rules="one", nonces=True)
        await play_to(OVER, ben)
        other = await ben.account.record(ben.room["match"])
        assert first["unproven"] == second["unproven"] == other["unproven"] == []
        seen = ann.account.seen.of(first["match"])
        with pytest.raises(UnfairDeal, match="deal 1 of this match is not in the record"):
            verify(second["record"], seen)
        with pytest.raises(UnfairDeal, match="at another table"):
            verify(other["record"], seen)
        stranger = Account(url, ann.account.token)  # the same guest, who has seen nothing
        assert (await stranger.record(first["match"]))["unproven"] == [1]
        await close(ann, ben)

    run(main())


def test_what_a_restored_server_no_longer_knows_is_not_held_against_it() -> None:
    seen = SeenDeals()

    def room(number: int, commitment: str, match: str = "m") -> dict[str, Any]:
        return {"match": match, "deal": {"table": "t", "number": number, "commitment": commitment, "nonces": {}}}

    seen.see("old", room(1, "one", ""))
    seen.sent("t", "one", 0, "mine")
    seen.see("old", room(2, "two"), {"seat": 0, "hand": ["r1"]})
    seen.see("new", room(1, "one", ""))
    assert seen.of("m") is None
    seen.see("new", room(2, "another", "n"))
    seen.see("new", room(3, "three", "n"))
    deals = seen.of("n").deals
    assert [deals[number].commitment for number in (1, 2)] == ["one", "another"]
    assert deals[1].own == {}  # its cards may be known from before, so the nonce of then proves nothing
    seen.see("new", room(3, "changed", "n"))
    seen.see("new", room(4, "four", "n"))
    assert seen.of("n").deals[3].commitment == "three"  # the first, unless the server was restored
    seen.sent("t", "four", 0, "mine")
    seen.see("newest", room(4, "four", "n"))
    seen.see("newest", room(5, "five", "n"))
    assert seen.of("n").deals[4].own == {"0": "mine"}


def test_who_stands_up_takes_the_nonce_along(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben", nonces=True)
        await soon(ann, lambda: set(ann.room["deal"]["nonces"]) == {"0", "1"})
        before = ann.room["deal"]
        await ben.do(p.Stand)
        await soon(ann, lambda: set(ann.room["deal"]["nonces"]) == {"0"})
        await ben.do(p.Sit)
        await soon(ann, lambda: set(ann.room["deal"]["nonces"]) == {"0", "1"})
        after = ann.room["deal"]
        assert before["commitment"] == after["commitment"] and before["nonces"]["1"] != after["nonces"]["1"]
        await ann.do(p.Configure, seats=3)
        assert ann.room["deal"]["commitment"] == before["commitment"] and ann.room["deal"]["nonces"] == {}
        await soon(ann, lambda: set(ann.room["deal"]["nonces"]) == {"0", "1"})
        await close(ann, ben)

    run(main())


def test_programs_add_no_nonce_unless_asked_to(url: str) -> None:
    async def main() -> None:
        ann, quiet = await Account.make(url, "Ann"), await Account.make(url, "Robo", program=True)
        table = await ann.join(await ann.create(seats=2))
        robo = await quiet.join(table.ref)
        assert (table.nonces, robo.nonces) == (True, False)
        await robo.do(p.Sit)
        await soon(robo, lambda: set(robo.room["deal"]["nonces"]) == {"0"})
        await close(table, robo)

    run(main())


# ---------------------------------------------------------------- what was told at the table


@pytest.mark.parametrize("rules", ["official", "official+dealer-rotation=redraw"])
def test_the_cards_drawn_to_decide_the_dealer_are_told_with_their_own_deal(url: str, rules: str) -> None:
    async def main() -> None:
        ann, ben = await a_match(url, "Ann", "Ben", rules=rules)
        await asyncio.gather(*(play(table, lambda table: table.room["deal"]["number"] == 3) for table in (ann, ben)))
        found = await ann.account.record(ann.room["match"])
        rounds = Record.from_text(found["record"]).rounds
        picks = [[act for act in one.acts if act.startswith("d pick ")] for one in rounds]
        told = []
        while len(told) < 2:
            news = await ann._news.get()
            if news["what"]["kind"] == "dealt":
                events = [event for event in news["what"]["events"] if event["event"] == "picked"]
                told.append([f"d pick {event['seat']} {event['card']}" for event in events])
        assert told == picks[:2] and bool(picks[1]) is ("redraw" in rules)
        await close(ann, ben)

    run(main())
