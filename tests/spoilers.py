"""Floods by what everybody may do: watch, write, sit, play, ask, look, as often as one address can.

Each goes on until it is cancelled.  The innocent table is public and has a free seat.
"""

import asyncio
from itertools import count, cycle
from typing import Any

from foe import Flood, Foe, at_once, several
from wire import Wire

GUESTS = 20  # of the foe; at the innocent table, more would not be let in


async def taking_turns(many: int, foes: list[Any], once: Any) -> None:
    """Let guests, or what they have, do something over and over, and rest a little where that is refused."""
    turn = cycle(foes)

    async def one() -> None:
        if not await once(next(turn)):
            await asyncio.sleep(0.02)

    await at_once(min(many, len(foes)), one)


async def crowd(url: str, many: int) -> None:
    """Watch the innocent table with many guests who write, sit down and stand up."""
    async with several(url, GUESTS) as foes:
        tables = (await foes[0].get("/api/tables"))["tables"]
        link = next(table["link"] for table in tables if table["seats"][0]["name"] == "Ann")
        wires = [await foe.join(link) for foe in foes]

        async def once(wire: Wire) -> bool:
            answers = [await wire.command("say", text="\U0001f600" * 300)]
            answers += [await wire.command(kind) for kind in ("sit", "stand", "start", "rematch")]
            return all("ack" in answer for answer in answers)

        await taking_turns(len(wires), wires, once)


async def bots(url: str, many: int) -> None:
    """Let bots play at as many tables as there may be."""
    async with several(url, GUESTS) as foes:
        tables = cycle(zip(foes, ("search", "learned", "careful", "greedy") * (GUESTS // 4), strict=True))

        async def one_more() -> None:
            foe, level = next(tables)
            wire = await foe.sit(seats=10, pace="quick")
            await wire.command("bots", level=level)
            await wire.command("start")
            await listen(wire)

        await at_once(min(4 * many, 80), one_more)


async def listen(wire: Wire) -> None:
    """Hear everything, whatever it is."""
    while True:
        await asyncio.sleep(0)
        wire.v = (await wire.receive()).get("v", wire.v)
        wire.frames.clear()


async def matches(url: str, many: int) -> None:
    """Begin one match after another, by ever new rules."""
    async with several(url, GUESTS) as foes:
        wires = [await foe.sit(seats=2, pace="off") for foe in foes]
        number = count(1)

        async def once(wire: Wire) -> bool:
            await wire.command("settings", rules=f"official+target={next(number)}")
            await wire.command("bots", level="greedy")
            answers = [await wire.command(kind) for kind in ("start", "leave", "rematch", "leave")]
            return all("ack" in answer for answer in answers)

        await taking_turns(many, wires, once)


async def questions(url: str, many: int) -> None:
    """Ask for hints and reasons."""
    async with several(url, GUESTS) as foes:
        wires = [await foe.sit(seats=4, pace="off") for foe in foes]
        for wire in wires:
            await wire.command("bots", level="greedy")
            await wire.command("start")

        async def once(wire: Wire) -> bool:
            answers = [
                await wire.command("hint"),
                await wire.command("why", action="draw"),
                await wire.command("watchers"),
            ]
            return any("ack" in answer for answer in answers)

        await taking_turns(many, wires, once)


async def records(url: str, many: int) -> None:
    """Play a match, and ask for it in all ways."""
    async with several(url, 1) as foes:
        (foe,) = foes
        wire = await foe.sit(rules="one", seats=2, pace="off")
        await wire.command("bots", level="greedy")
        await wire.command("start")
        while (await wire.command("rematch")).get("code") == "not-now":
            hint = await wire.command("hint")
            await (wire.command("act", action=hint["action"]) if "action" in hint else asyncio.sleep(0.1))
        path = f"/api/matches/{(await foe.get('/api/matches'))['matches'][-1]['match']}"
        ways = ("", "/verify", "/steps", "/steps?round=1&seat=all")

        async def once(way: str) -> bool:
            return "error" not in await foe.get(path + way) and "error" not in await foe.get("/api/matches")

        await taking_turns(many, [*ways] * many, once)


async def lists(url: str, many: int) -> None:
    """Make public tables, look for them, look for people, and try names, codes and links for other devices."""
    async with several(url, GUESTS) as foes:

        async def once(foe: Foe) -> bool:
            answers = [await foe.post("/api/tables", {"public": True}), await foe.post("/api/quick", {"rules": None})]
            answers += [await foe.get(path) for path in ("/api/tables", "/api/tables/BCDFGH", "/api/house-rules")]
            answers.append(await foe.post("/api/me", {"name": "\u0410" * 20, "program": True}))
            return any("error" not in answer for answer in answers)

        await taking_turns(many, foes, once)


SPOILERS: dict[str, Flood] = {flood.__name__: flood for flood in (crowd, bots, matches, questions, records, lists)}
