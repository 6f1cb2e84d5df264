"""Record what a server sends to a player and to a spectator, a short round of each seed preset.

    python scripts/traffic.py     writes tests/traffic/*.json

The page's store and the Python client are both tested with it: from the same messages they must end with the same
table.  The rounds begin from arranged positions, and one connection is lost in the middle.
"""

import asyncio
import json
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from lastcard.online import protocol as p  # noqa: E402
from lastcard.online.client import Account, OnlineTable, Refused  # noqa: E402
from online import ArrangedServer, close, run, soon  # noqa: E402

FOLDER = ROOT / "tests" / "traffic"
MOST = 10  # moves that are added
# By preset: a position, and the moves that begin the round; "seat action".
ROUNDS: dict[str, tuple[str, list[str]]] = {
    "juno-classic": ("r5y6/r3g1 w >0 : y7g2b8y9g5b3|-", ["0 :r", "0 r5", "1 catch 0", "1 r3!"]),
    "juno-seven0": ("r7b1b2/r0g2g3/y1y2 r1 >0 - y7g2b8y9g5b3|-", ["0 r7", "0 >1", "1 draw"]),
    "juno-serious": ("r7g7b7w/b+2y+2g1/y+2y1 r1 >0 - y7g2b8y9g5b3y3y4y8|-", ["0 r7g7b7!", "1 b+2y+2!", "2 take"]),
    "rules-site": ("r5b5w+4/r9g2/r5b8b9 r1 >0 - y7g2b8y9g5b3y3y4y8|-", ["0 r5", "2 r5", "0 w+4:g!", "1 challenge"]),
    "one": ("r5w+4/g1g2 r1 >0 - y7g2b8y9g5b3|-", ["0 w+4:r"]),
    "rules-md": ("r5b5w+4/g1g2 r1 >0 - y7g2b8y9g5b3y3y4y8|-", ["0 w+4:g", "1 challenge", "1 g1"]),
    "console": ("rSr5b1/g1g2 r1 >0 - y7g2b8y9g5b3y3y4y8|-", ["0 rS", "0 r5", "1 catch 0"]),
}


async def record(server: ArrangedServer, rules: str) -> dict[str, Any]:
    """Play a round, and return what the first player and a spectator were sent, and how their tables ended."""
    position, moves = ROUNDS[rules]
    server.arrange(rules, position)
    seats = position.split()[0].count("/") + 1
    accounts = [await Account.make(server.url, name) for name in ("Ann", "Ben", "Cyd")[:seats]]
    link = await accounts[0].create(rules=rules, seats=seats, pace="off")
    people = [await watched(account, link) for account in accounts]
    zoe = await watched(await Account.make(server.url, "Zoe"), link)
    for table, _ in people[1:]:
        await table.do(p.Sit)
    tables = [table for table, _ in people]
    await tables[0].do(p.Start)
    for move in moves:
        seat, _, action = move.partition(" ")
        await act(tables[int(seat)], action, max(table.v for table in tables))
    await extras(tables[0], tables[1])
    await finish(tables)
    await caught_up([*tables, zoe[0]])
    streams = {"player": stream(*people[0]), "spectator": stream(*zoe)}
    await close(*tables, zoe[0])
    return {"rules": rules, "streams": streams}


async def act(table: OnlineTable, action: str, v: int) -> None:
    """Make a move once everything before it is known, and once the time to catch has begun."""
    await soon(table, lambda: table.v >= v)
    while True:
        try:
            await table.act(action)
            return
        except Refused as error:
            if error.code != "too-early":
                raise
            await asyncio.sleep(0.01)


async def watched(account: Account, link: str) -> tuple[OnlineTable, list[Any]]:
    """Join a table, and keep what it sends from the first message on."""
    table, heard = OnlineTable(account, link, nonces=False), []
    table.watch = lambda way, message: heard.append(message) if way == "in" else None
    await table.open()
    return table, heard


async def finish(tables: list[OnlineTable]) -> None:
    """Play on as a careful player would: to the end of the round, but not for long."""
    for _ in range(MOST):
        v = await caught_up(tables)
        if tables[0].room["phase"] != "playing":
            return
        assert tables[0].game is not None
        mover = tables[tables[0].game["status"]["awaited"][0]]
        await act(mover, (await mover.ask(p.Hint))["action"], v)


async def caught_up(tables: list[OnlineTable]) -> int:
    """Wait until all tables show the same version, and return it."""
    last = max(table.v for table in tables)
    for table in tables:
        await soon(table, lambda table=table: table.v >= last)
    return last


async def extras(ann: OnlineTable, ben: OnlineTable) -> None:
    """Talk, ask, be refused, and lose the connection while something happens."""
    await ben.do(p.Say, text="Hello!")
    await ann.ask(p.Explain, action="draw")
    with suppress(Refused):
        await ann.do(p.Start)
    assert ann._socket is not None
    await ann._socket.close()
    await ben.do(p.React, mark="clap")
    await soon(ann, lambda: ann.v == ben.v)


def stream(table: OnlineTable, messages: list[Any]) -> dict[str, Any]:
    end = {"v": table.v, "room": table.room, "game": table.game, "clock": table.clock, "you": table.you}
    return {"messages": messages, "end": end}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for rules in ROUNDS:
        with tempfile.TemporaryDirectory() as folder, ArrangedServer(Path(folder), haste=0.02) as server:
            recorded = run(record(server, rules))
        file = FOLDER / f"{rules}.json"
        text = ",\n".join(
            f'"{who}": {{"messages": [\n'
            + ",\n".join(json.dumps(one, separators=(",", ":")) for one in part["messages"])
            + f'],\n"end": {json.dumps(part["end"], separators=(",", ":"))}}}'
            for who, part in recorded["streams"].items()
        )
        file.write_text(f'{{"rules": "{rules}", "streams": {{\n{text}\n}}}}\n')
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
