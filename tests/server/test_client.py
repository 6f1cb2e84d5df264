"""The Python client: nobody waits forever, and no version is left out."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from lastcard.online import protocol as p
from lastcard.online.client import Account, HttpRefused, OnlineTable, TableClosed
from lastcard.online.client.account import _answer as read_answer
from online import PATIENCE, ServerProcess, a_table, close, run, soon


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory):
    with ServerProcess(tmp_path_factory.mktemp("server") / "tables.db") as server:
        yield server.url


@pytest.mark.parametrize("ref", ["A BC", "ÄBC", "a/b", "%", "?x", "..", "\x00"])
def test_a_code_that_no_table_can_have_is_told_as_such(url: str, ref: str) -> None:
    async def main() -> None:
        ann = await Account.make(url, "Ann")
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(TableClosed):
                await ann.join(ref)

    run(main())


@pytest.mark.parametrize("answer", [b"<html>", b"[]", b"[" * 100_000])
def test_the_answer_of_another_server_is_told_as_such(answer: bytes) -> None:
    with pytest.raises(HttpRefused, match="not the answer of a Last Card server"):
        read_answer(200, answer)


def test_a_fault_of_the_client_ends_the_table_for_all_who_wait(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        (ann,) = await a_table(url, "Ann")

        def fail(*_: Any) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(OnlineTable, "_happened", fail)
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(TableClosed, match="ZeroDivisionError"):
                await ann.do(p.Say, text="hello")
            with pytest.raises(TableClosed):
                await ann.changed()
        await close(ann)

    run(main())


def test_a_client_that_misses_a_version_connects_again_and_is_told(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        ann, ben = await a_table(url, "Ann", "Ben")
        await soon(ann, lambda: ann.v == ben.v)
        take, left_out = OnlineTable._take, []

        async def lossy(self: OnlineTable, socket: Any, message: dict[str, Any]) -> None:
            if self is ben and message["t"] == "ev" and not left_out:
                left_out.append(message["v"])
                return
            await take(self, socket, message)

        monkeypatch.setattr(OnlineTable, "_take", lossy)
        for text in ("one", "two", "three"):
            await ann.do(p.Say, text=text)
        await soon(ben, lambda: ben.v >= ann.v)
        seen = [one["v"] async for one in _so_far(ben)]
        assert left_out[0] in seen and seen == list(range(seen[0], seen[-1] + 1))
        await close(ann, ben)

    run(main())


async def _so_far(table: OnlineTable) -> AsyncIterator[dict[str, Any]]:
    async for one in table.news():
        yield one
        if table.caught_up:
            return
