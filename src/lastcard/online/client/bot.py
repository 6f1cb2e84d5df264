"""Let a bot of your own play at an online table."""

import asyncio

from ...bots.base import Bot, claimed, decided
from ..protocol import Next, Rematch, Sit
from .account import Account
from .errors import Refused, TableClosed
from .table import OnlineTable

RETRY = 1.0  # seconds until a move is tried again that the server could not take


async def play_bot(url: str, ref: str, bot: Bot, *, token: str = "") -> None:
    """Take a seat at a table and play there with a bot until the table is closed.

    The bot gets the same views and no earlier word of anything than people do.
    """
    account = Account(url, token, program=True)
    if not token:
        account = await Account.make(url, bot.name.capitalize(), program=True)
    async with await account.join(ref) as table:
        if table.seat is None:
            await table.do(Sit)
        try:
            while True:
                await step(table, bot)
                await table.changed()
        except TableClosed:
            return


async def step(table: OnlineTable, bot: Bot) -> None:
    """Do what the bot wants to do now, if anything; what the table refuses is left."""
    room = table.room
    if table.seat is None:
        return
    try:
        if room["phase"] in ("between", "over") and table.seat not in room["agreed"]:
            await table.do(Next if room["phase"] == "between" else Rematch)
        elif room["phase"] == "playing" and room["paused"] is None:
            view = table.view()
            action = claimed(bot, view)
            if action is None and table.seat in view.status.awaited:
                action = decided(bot, view)
            if action is not None:
                await table.act(action.text)
    except Refused as error:
        if error.code in ("busy", "storage"):  # nothing has changed, so nothing would wake the bot
            await asyncio.sleep(RETRY)
            table.look_again()
