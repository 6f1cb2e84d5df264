"""Recorded traffic: from the same messages, the Python client and the page end with the same table.

scripts/traffic.py makes the recordings; web/tests/traffic.test.ts is the page's part.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from lastcard.online.client import OnlineTable
from lastcard.online.client.fairness import SeenDeals
from lastcard.rules import Ruleset

FOLDER = Path(__file__).parent / "traffic"
SEEDS = ("juno-classic", "juno-seven0", "juno-serious", "rules-site", "one", "rules-md", "console")


class Listener:
    """An account whose server has said everything already; also its socket, which sends nothing."""

    def __init__(self, rules: str) -> None:
        self.rules = Ruleset.from_id(rules)
        self.seen = SeenDeals()

    async def ruleset(self, ref: str) -> Ruleset:
        return self.rules

    async def send(self, data: bytes, text: bool) -> None:
        pass


async def heard(rules: str, messages: list[Any]) -> dict[str, Any]:
    """Return the table of a client that was sent these messages."""
    listener = Listener(rules)
    table = OnlineTable(listener, "link", nonces=False)  # type: ignore[arg-type]
    for message in messages:
        await table._take(listener, message)  # type: ignore[arg-type]
    return {"v": table.v, "room": table.room, "game": table.game, "clock": table.clock, "you": table.you}


def test_every_seed_preset_is_recorded() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == set(SEEDS)


@pytest.mark.parametrize("who", ["player", "spectator"])
@pytest.mark.parametrize("rules", SEEDS)
def test_the_client_ends_with_the_table_that_was_recorded(rules: str, who: str) -> None:
    stream = json.loads((FOLDER / f"{rules}.json").read_text())["streams"][who]
    assert asyncio.run(heard(rules, stream["messages"])) == stream["end"]
    kinds = {message["t"] for message in stream["messages"]}
    assert kinds >= ({"welcome", "ev", "nack", "answer"} if who == "player" else {"welcome", "ev"})
