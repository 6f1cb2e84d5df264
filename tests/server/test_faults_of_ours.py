"""A fault of the server's own at one table: the command is answered, and the table is restored from the log."""

import asyncio

import pytest

from lastcard.game.round import Round
from lastcard.online import protocol as p
from lastcard.online.server.table import commands, table
from twins import LocalTable, decoded

POSITION = "r5b7/g5y1y2 r1 >0 - b1b2b3b4|- official"


def fail(*args: object) -> None:
    raise ZeroDivisionError("r5 b7")


def test_a_command_that_fails_is_answered_and_the_cards_are_not_noted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        local = LocalTable(Round.from_position(POSITION))
        local.heard(0)
        monkeypatch.setattr(commands, "draft_of", fail)
        local.command(0, p.Act, action="r5")
        (answer,) = decoded(local.heard(0))
        assert (answer["t"], answer["code"]) == ("nack", "fault") and "r5" not in answer["text"]
        monkeypatch.undo()
        local.command(0, p.Act, action="r5")
        assert local.round.ply == 1 and not local.table.failed

    asyncio.run(main())
    assert [record.getMessage() for record in caplog.records] == ["table 1: a command failed"]


def test_a_table_that_fails_to_publish_lets_everyone_go_to_be_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        local = LocalTable(Round.from_position(POSITION))
        monkeypatch.setattr(table, "Push", fail)
        local.command(0, p.Act, action="r5")
        assert local.table.failed and local.heard(1)[-1] == b"closed 1011"

    asyncio.run(main())
