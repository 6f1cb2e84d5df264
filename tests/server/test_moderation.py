"""What a host can do about those who watch, and who may write at a table."""

import asyncio
from typing import Any

import pytest

from lastcard.online import protocol as p
from lastcard.online.client import Account, HttpRefused, OnlineTable, Refused, TableClosed
from online import ServerProcess, a_table, close, give, run, soon
from wire import Wire


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory):
    with ServerProcess(tmp_path_factory.mktemp("server") / "tables.db") as server:
        yield server.url


async def watch(host: OnlineTable, *names: str) -> list[OnlineTable]:
    """Let new guests watch a table."""
    return [await (await Account.make(host.account.url, name)).join(host.ref) for name in names]


async def watchers(host: OnlineTable) -> dict[str, Any]:
    """Return those who watch, as the host is told, by name."""
    return {one["name"]: one for one in (await host.ask(p.Watchers)).get("watchers", [])}


async def code_of(table: OnlineTable, kind: str, **fields: Any) -> str:
    """Give a command and return the code of the refusal, or nothing."""
    try:
        await give(table, kind, **fields)
    except Refused as error:
        return error.code
    return ""


def test_the_host_sees_who_watches_and_nobody_learns_who_they_are_elsewhere(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben")
        other = await ann.account.join(await ann.account.create())
        eve, zoe = await watch(ann, "Eve", "Zoe")
        again = await eve.account.join(ann.ref)  # on another device
        elsewhere = await eve.account.join(other.ref)
        found = await watchers(ann)
        assert list(found) == ["Eve", "Zoe"] and not any(one["muted"] for one in found.values())
        assert found["Eve"]["who"] != (await watchers(other))["Eve"]["who"] != found["Zoe"]["who"]
        assert await code_of(ben, "watchers") == "not-you"
        await close(ann, ben, other, eve, zoe, again, elsewhere)

    run(main())


def test_a_guest_who_is_muted_cannot_write_until_the_host_allows_it(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben")
        eve, zoe = await watch(ann, "Eve", "Zoe")
        who = (await watchers(ann))["Eve"]["who"]
        muted = await ann.do(p.Mute, who=who, on=True)
        assert muted["what"] == {"kind": "muted", "name": "Eve", "on": True}
        assert (await ann.do(p.Mute, who=who, on=True))["t"] == "ack"  # it is so already
        assert (await watchers(ann))["Eve"]["muted"]
        back = await eve.account.join(ann.ref)
        for table in (eve, back):
            assert await code_of(table, "say", text="hello") == await code_of(table, "react", mark="clap") == "muted"
        assert await code_of(zoe, "say", text="hello") == ""
        await ann.do(p.Mute, who=who, on=False)
        assert await code_of(eve, "say", text="hello") == ""
        assert await code_of(ann, "mute", who="0" * 16, on=True) == "gone"
        await close(ann, ben, eve, zoe, back)

    run(main())


def test_a_guest_who_is_muted_stays_so_on_a_seat_until_the_host_allows_it(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben", seats=3)
        (eve,) = await watch(ann, "Eve")
        who = (await watchers(ann))["Eve"]["who"]
        await ann.do(p.Mute, who=who, on=True)
        await eve.do(p.Sit)
        for kind, fields in (("say", {"text": "hello"}), ("react", {"mark": "clap"})):
            assert await code_of(eve, kind, **fields) == "muted"
        assert (await watchers(ann))["Eve"] == {"who": who, "name": "Eve", "muted": True}
        assert await code_of(ann, "expel", who=who) == "gone"  # a player is removed from the seat
        await ann.do(p.Mute, who=who, on=False)
        assert await watchers(ann) == {} and await code_of(eve, "say", text="hello") == ""
        await close(ann, ben, eve)

    run(main())


def test_who_is_sent_away_is_disconnected_and_stays_away_until_the_table_is_opened(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben", seats=3)
        (eve,) = await watch(ann, "Eve")
        again = await eve.account.join(ann.ref)
        who = (await watchers(ann))["Eve"]["who"]
        assert (await ann.do(p.Expel, who=who))["what"] == {"kind": "expelled", "name": "Eve"}
        for table in (eve, again):
            async with asyncio.timeout(60):
                with pytest.raises(TableClosed, match="sent away"):
                    while True:
                        await table.changed()
        assert ann.room["removed"] == 1 and await watchers(ann) == {}
        with pytest.raises(TableClosed, match="sent you away"):
            await eve.account.join(ann.ref)
        with pytest.raises(HttpRefused) as caught:
            await eve.account.post(f"/api/tables/{ann.ref}/ticket", {})
        assert (caught.value.status, caught.value.code) == (403, "removed")
        await ann.do(p.Lock, on=False)
        assert ann.room["removed"] == 0
        back = await eve.account.join(ann.ref)
        await back.do(p.Sit)
        assert await code_of(ann, "expel", who=who) == "gone"  # a player is removed from the seat
        await close(ann, ben, eve, again, back)

    run(main())


def test_a_ticket_from_before_does_not_bring_back_who_was_sent_away(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben")
        (eve,) = await watch(ann, "Eve")
        ticket = (await eve.account.post(f"/api/tables/{ann.ref}/ticket", {}))["ticket"]
        await ann.do(p.Expel, who=(await watchers(ann))["Eve"]["who"])
        wire = await Wire.open(url)
        await wire.send({"t": "hello", "protocol": 1, "ticket": ticket})
        assert await wire.closed() == 4009
        await close(ann, ben, eve)

    run(main())


def test_at_a_locked_table_only_players_write(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben")
        (eve,) = await watch(ann, "Eve")
        await ann.do(p.Lock, on=True)
        for kind, fields in (("say", {"text": "hello"}), ("react", {"mark": "clap"})):
            assert await code_of(eve, kind, **fields) == "locked"
            assert await code_of(ben, kind, **fields) == ""
        await ben.do(p.Stand)
        assert await code_of(ben, "say", text="hello") == "locked"
        await ann.do(p.Lock, on=False)
        assert await code_of(eve, "say", text="hello") == ""
        await close(ann, ben, eve)

    run(main())


def test_a_name_that_looks_like_a_players_is_refused_beside_it(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben", seats=4)
        false, olga = await watch(ann, "\u0410nn", "Ольга")  # the first begins with a Cyrillic letter
        for kind, fields in (("sit", {}), ("say", {"text": "It is me."}), ("react", {"mark": "clap"})):
            assert await code_of(false, kind, **fields) == "name-taken"
        await olga.do(p.Sit)
        await olga.do(p.Say, text="Привет")
        await close(ann, ben, false, olga)

    run(main())


def test_a_bot_gives_way_to_a_person_with_a_name_that_looks_like_its_own(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben", seats=4)
        await ann.do(p.AddBots, level="careful", seat=3)
        bot = ann.room["seats"][3]["name"]
        (person,) = await watch(ann, bot.replace("A", "\u0410"))
        assert person.room["seats"][3]["name"] == bot == "Ada"
        await person.do(p.Sit, seat=2)
        await soon(ann, lambda: ann.room["seats"][2]["name"] == "\u0410da")
        assert ann.room["seats"][3]["name"] not in (bot, "\u0410da")
        await close(ann, ben, person)

    run(main())
