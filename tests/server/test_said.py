"""What was said at a table comes back to those who open it again: the last messages, however the server was stopped."""

from pathlib import Path
from typing import Any

from lastcard.online import protocol as p
from lastcard.online.client import Account, OnlineTable
from lastcard.online.server.table.past import MOST_SAID
from online import ServerProcess, a_table, close, run, soon


async def welcomed(account: Account, link: str) -> dict[str, Any]:
    """Return what a page that was just opened is told first."""
    table, heard = OnlineTable(account, link, nonces=False), []
    table.watch = lambda way, message: heard.append(message) if message["t"] == "welcome" else None
    await table.open()
    await table.close()
    return heard[0]


def texts(welcome: dict[str, Any]) -> list[str]:
    return [one["what"]["text"] or one["what"]["mark"] for one in welcome.get("said", [])]


def test_who_opens_the_table_again_reads_what_was_said_also_before_the_deal_and_a_crash(tmp_path: Path) -> None:
    async def main(server: ServerProcess) -> None:
        ann, ben = await a_table(server.url, "Ann", "Ben", rules="official", pace="off")
        first = await ben.do(p.Say, text="Hello")
        await ann.do(p.Start)
        await soon(ben, lambda: ben.room["phase"] == "playing")
        await ben.do(p.React, mark="clap")
        assert texts(await welcomed(ann.account, ann.ref)) == ["Hello", "clap"]
        server.kill()
        server.start()
        await ann.do(p.Say, text="Again")
        back = await welcomed(ben.account, ann.ref)
        assert texts(back) == ["Hello", "clap", "Again"]
        assert back["said"][0] == {"v": first["v"], "at": first["at"], "what": first["what"]}
        await close(ann, ben)

    with ServerProcess(tmp_path / "tables.db") as server:
        run(main(server))


def test_only_the_last_messages_are_kept_and_none_is_told_twice(tmp_path: Path) -> None:
    async def main(server: ServerProcess) -> None:
        (ann,) = await a_table(server.url, "Ann")
        for number in range(MOST_SAID + 5):
            await ann.do(p.Say, text=f"{number} {'😀' * 290}")
        await ann.do(p.Say, text="the end")
        told = texts(await welcomed(ann.account, ann.ref))
        assert len(told) == MOST_SAID and told[0].startswith("6 ") and told[-1] == "the end"
        heard: list[dict[str, Any]] = []
        ann.watch = lambda way, message: heard.append(message) if message["t"] == "welcome" else None
        server.kill()
        server.start()
        await ann.do(p.React, mark="wow")
        assert texts(await welcomed(ann.account, ann.ref)) == [*told[1:], "wow"]
        assert "tail" in heard[0] and "said" not in heard[0]
        await close(ann)

    with ServerProcess(tmp_path / "tables.db") as server:
        run(main(server))
