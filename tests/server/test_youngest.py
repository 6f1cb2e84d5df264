"""Who is youngest (D04, D06): the host says so before a match, where the rules ask for it."""

from typing import Any

import pytest

from lastcard import Record
from lastcard.online import protocol as p
from lastcard.online.client import OnlineTable, Refused
from online import ServerProcess, a_table, close, run, soon


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory):
    with ServerProcess(tmp_path_factory.mktemp("server") / "tables.db") as server:
        yield server.url


async def refused(table: OnlineTable, seat: int) -> Any:
    """Name a seat and return the code of the refusal."""
    with pytest.raises(Refused) as caught:
        await table.do(p.Youngest, seat=seat)
    return caught.value.code


async def first_match(host: OnlineTable) -> Record:
    """Start a match and return its record."""
    await host.do(p.Start)
    await soon(host, lambda: host.room["phase"] == "playing")
    return Record.from_text((await host.account.get(f"/api/matches/{host.room['match']}"))["record"])


@pytest.mark.parametrize("rule", ["dealer-pick=youngest", "dealer-pick=host", "first-seat=youngest"])
def test_the_host_says_who_is_youngest(url: str, rule: str) -> None:
    async def main() -> None:
        ann, ben, cyd = await a_table(url, "Ann", "Ben", "Cyd", rules=f"official+{rule}", pace="off")
        assert ann.room["youngest"] == 0  # the host, until something else is said
        told = await ann.do(p.Youngest, seat=1)
        assert told["what"] == {"kind": "youngest", "seat": 1} and ann.room["youngest"] == 1
        assert (await ann.do(p.Youngest, seat=1))["t"] == "ack"  # it is so already
        record = await first_match(ann)
        assert record.youngest == 1
        if rule.startswith("dealer"):
            assert ann.game["status"]["dealer"] == 1
        await close(ann, ben, cyd)

    run(main())


def test_the_host_is_asked_only_where_the_rules_need_it(url: str) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben", seats=3)
        assert ann.room["youngest"] is None and await refused(ann, 1) == "settings"
        await ann.do(p.Configure, rules="official+dealer-pick=youngest")
        assert ann.room["youngest"] == 0
        assert [await refused(ann, seat) for seat in (2, 9)] == ["taken", "taken"]  # nobody sits there
        await close(ann, ben)

    run(main())


def test_the_youngest_stays_the_youngest_on_another_seat_and_is_forgotten_with_it(url: str) -> None:
    async def main() -> None:
        ann, ben, cyd = await a_table(url, "Ann", "Ben", "Cyd", rules="official+dealer-pick=youngest", seats=4)
        await ann.do(p.Youngest, seat=1)
        await ben.do(p.Sit, seat=3)
        await soon(ann, lambda: ann.room["youngest"] == 3)
        await cyd.do(p.Stand)
        await ann.do(p.AddBots, level="careful", seat=1)
        await ann.do(p.Youngest, seat=1)  # a bot may be the one who deals first
        await cyd.do(p.Sit, seat=1)  # in its place
        await soon(ann, lambda: ann.room["seats"][1]["name"] == "Cyd")
        assert ann.room["youngest"] == 0
        await ann.do(p.Youngest, seat=3)
        await ben.do(p.Stand)
        await soon(ann, lambda: ann.room["seats"][3]["kind"] == "empty")
        assert ann.room["youngest"] == 0
        await close(ann, ben, cyd)

    run(main())
