"""Matches that are played quickly, by a bot in someone's place."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from playwright.sync_api import BrowserContext

from lastcard.online import protocol as p
from lastcard.online.client import Account, OnlineTable
from lastcard.online.server.identity import COOKIE
from online import close, play, run


def finish_a_match(context: BrowserContext, url: str, rules: str = "one") -> str:
    """Let a bot play a whole match in place of the person of a browser; return its id."""

    async def main(table: OnlineTable) -> str:
        while True:
            await play(table, lambda table: table.room["phase"] in ("between", "over"))
            if table.room["phase"] == "over":
                match: str = table.room["match"]
                return match
            await table.do(p.Next)
            await table.until(lambda: table.room["phase"] == "playing")

    return str(_play(context, url, rules, main))


def finish_a_round(context: BrowserContext, url: str, rules: str) -> str:
    """Let a bot play a round in place of the person of a browser; return the link of the table."""

    async def main(table: OnlineTable) -> str:
        await play(table, lambda table: table.room["phase"] in ("between", "over"))
        return ""

    return str(_play(context, url, rules, main))


def _play(context: BrowserContext, url: str, rules: str, main: Callable[[OnlineTable], Any]) -> Any:
    (token,) = [one["value"] for one in context.cookies() if one["name"] == COOKIE]

    async def whole() -> Any:
        account = Account(url, token)
        link = await account.create(rules=rules, seats=2, pace="off")
        table = await account.join(link)
        await table.do(p.AddBots, level="greedy")
        await table.do(p.Start)
        found = await main(table)
        await close(table)
        return found or link

    with ThreadPoolExecutor(1) as thread:  # this one has the loop of the browser
        return thread.submit(run, whole()).result()
