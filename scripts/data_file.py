"""Write a data file of the present format, to be kept in tests/server/files and opened by every later version.

python scripts/data_file.py tests/server/files/format-6.db      # before the format changes
"""

import argparse
import asyncio
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from lastcard.online import protocol as p
from lastcard.online.client import Account, OnlineTable
from online import ServerProcess, close, play, run

NONCE = "0123456789abcdef" * 2


async def people(url: str, *names: str, rules: str, bots: int = 0) -> list[OnlineTable]:
    """Seat people, and bots beside them, at a new table."""
    accounts = [await Account.make(url, name) for name in names]
    link = await accounts[0].create(rules=rules, seats=max(2, len(names) + bots))
    tables = [await account.join(link, nonces=False) for account in accounts]
    for table in tables[1:]:
        await table.do(p.Sit)
    if bots:
        await tables[0].do(p.AddBots, level="greedy")
    return tables


async def play_on(*tables: OnlineTable, moves: int) -> None:
    """Play so many moves of a round that has just been dealt."""
    for table in tables:
        await _dealt(table)
    await asyncio.gather(*(play(table, lambda table: table.game["ply"] >= moves) for table in tables))


async def _dealt(table: OnlineTable) -> None:
    await table.until(lambda: table.room["phase"] == "playing")


async def fill(url: str) -> None:
    """Ann is in her second match, Ben and Cyd in their first round, Dan waits, Eva and Fin are in a later round."""
    (ann,) = await people(url, "Ann", rules="one", bots=1)
    await ann.do(p.Start)
    await play(ann, lambda table: table.room["phase"] == "over")
    await ann.do(p.Say, text="well played")
    await ann.do(p.Rematch)
    await play_on(ann, moves=2)

    ben, cyd = await people(url, "Ben", "Cyd", rules="official")
    await ben.do(p.Nonce, nonce=NONCE)
    await ben.do(p.Start)
    await play_on(ben, cyd, moves=1)

    (dan,) = await people(url, "Dan", rules="official")
    await dan.do(p.Nonce, nonce=NONCE)
    await dan.do(p.Say, text="anybody?")

    eva, fin = await people(url, "Eva", "Fin", rules="official+stack", bots=1)
    await eva.do(p.Start)
    both = (eva, fin)
    await asyncio.gather(*(play(table, lambda table: table.room["phase"] == "between") for table in both))
    await asyncio.gather(*(table.do(p.Next) for table in both))
    await play_on(*both, moves=2)
    await fin.do(p.Leave)
    await close(ann, ben, cyd, dan, eva, fin)


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a data file of the present format.")
    parser.add_argument("path", type=Path)
    path = parser.parse_args().path
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "tables.db"
        with ServerProcess(data) as server:
            run(fill(server.url))
            server.stop()
        shutil.copy(data, path)


if __name__ == "__main__":
    main()
