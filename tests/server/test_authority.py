"""Who may do what when: every command, in every phase, by every role, at a real server."""

import asyncio

import pytest

from lastcard.bots import make_bot
from lastcard.online import protocol as p
from lastcard.online.client import Account, HttpRefused, OnlineTable, Refused, TableClosed
from lastcard.online.protocol import COMMANDS
from online import ServerProcess, close, give, play, run, soon, step

# h: the host, p: another player, v: a visitor.
TABLE = """
command   waiting  playing  between  over
sit       hpv      -        v        v
stand     hp       hp       hp       hp
bots      h        -        -        h
remove    h        h        h        h
watchers  h        h        h        h
mute      h        h        h        h
expel     h        h        h        h
settings  h        -        -        h
lock      h        h        h        h
host      h        h        h        h
youngest  h        -        -        h
start     h        -        -        -
nonce     hp       -        hp       hp
act       -        hp       -        -
next      -        -        hp       -
rematch   -        -        -        hp
pause     -        hp       -        -
resume    -        hp       -        -
leave     -        hp       -        -
say       hpv      hpv      hpv      hpv
react     hpv      hpv      hpv      hpv
close     h        h        h        h
why       -        hp       -        -
hint      -        hp       -        -
"""
HEAD, *ROWS = (line.split() for line in TABLE.strip().splitlines())
PHASES = HEAD[1:]
ALLOWED = {(row[0], phase): set(cell) - {"-"} for row in ROWS for phase, cell in zip(PHASES, row[1:], strict=True)}
KINDS = [row[0] for row in ROWS]
FIELDS = {
    "bots": {"level": "random", "seat": 1}, "remove": {"seat": 1}, "settings": {"pace": "relaxed"},
    "lock": {"on": True}, "host": {"seat": 1}, "nonce": {"nonce": "0" * 32}, "act": {"action": "draw"},
    "mute": {"who": "0" * 16, "on": True}, "expel": {"who": "0" * 16}, "youngest": {"seat": 1},
    "say": {"text": "hello"}, "react": {"mark": "clap"}, "why": {"action": "draw"},
}  # fmt: skip
SHORT = "official+hand=1"  # a round is soon over


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory):
    with ServerProcess(tmp_path_factory.mktemp("server") / "tables.db", haste=0.001) as server:
        yield server.url


class Cast:
    """A host, a player and a visitor, who make one table after another."""

    def __init__(self, accounts: list[Account]) -> None:
        self.accounts = accounts

    @classmethod
    async def make(cls, url: str) -> "Cast":
        return cls([await Account.make(url, name) for name in ("Ann", "Ben", "Cyd")])

    async def table(self, phase: str) -> dict[str, OnlineTable]:
        """Return a table in a phase, as each role sees it."""
        link = await self.accounts[0].create(rules=SHORT if phase == "between" else "official", seats=2, pace="off")
        host, player, visitor = [await account.join(link, nonces=False) for account in self.accounts]
        await player.do(p.Sit)
        for table in (host, visitor):
            await soon(table, lambda table=table: table.room["seats"][1]["kind"] == "person")
        if phase != "waiting":
            await host.do(p.Start)
            await soon(player, lambda: player.room["phase"] == "playing")
        if phase == "between":
            done = lambda table: table.room["phase"] != "playing"  # noqa: E731
            await asyncio.gather(play(host, done), play(player, done))
        if phase == "over":
            await player.do(p.Leave)
        for table in (host, player, visitor):
            await soon(table, lambda table=table: table.room["phase"] == phase)
        return {"h": host, "p": player, "v": visitor}


async def answer(table: OnlineTable, kind: str) -> str:
    """Give a command and return the code of the refusal, or nothing."""
    try:
        await give(table, kind, **FIELDS.get(kind, {}))
    except Refused as error:
        return error.code
    except TableClosed:
        return "ended"
    return ""


def seen(table: OnlineTable) -> tuple[object, ...]:
    """Return everything a client sees."""
    return table.v, table.room, table.game, table.you


async def prepare(tables: dict[str, OnlineTable], kind: str, role: str) -> None:
    """Bring about what a command needs besides the phase: a pause to end, or the turn."""
    host, player = tables["h"], tables["p"]
    if kind == "resume":
        await host.do(p.Pause)
        await player.do(p.Pause)
    if kind == "hint":
        own, other = (host, player) if role == "h" else (player, host)
        while own.seat not in own.game["status"]["awaited"]:
            await step(other, make_bot("random", 1))
            await own.until(lambda: own.v >= other.v)


def test_every_command_stands_in_the_table() -> None:
    assert sorted(KINDS) == sorted(kind.__struct_config__.tag for kind in COMMANDS)


@pytest.mark.parametrize("phase", PHASES)
def test_what_is_not_allowed_is_refused_and_changes_nothing(url: str, phase: str) -> None:
    async def main() -> None:
        tables = await (await Cast.make(url)).table(phase)
        before = [seen(table) for table in tables.values()]
        for kind in KINDS:
            for role in set("hpv") - ALLOWED[kind, phase]:
                code = await answer(tables[role], kind)
                assert code == ("not-you" if ALLOWED[kind, phase] else "not-now"), (kind, role)
        assert [seen(table) for table in tables.values()] == before
        await close(*tables.values())

    run(main())


@pytest.mark.parametrize("phase", PHASES)
def test_what_is_allowed_is_not_refused_for_who_or_when(url: str, phase: str) -> None:
    async def main() -> None:
        cast = await Cast.make(url)
        for kind in KINDS:
            for role in sorted(ALLOWED[kind, phase]):
                tables = await cast.table(phase)
                await prepare(tables, kind, role)
                code = await answer(tables[role], kind)
                assert code not in ("not-now", "not-you", "bad", "stale"), (kind, role, code)
                await close(*tables.values())

    run(main())


def test_a_closed_table_takes_nothing_and_nobody(url: str) -> None:
    async def main() -> None:
        tables = await (await Cast.make(url)).table("playing")
        await tables["h"].do(p.Close)
        for table in tables.values():
            for kind in KINDS:
                assert await answer(table, kind) == "ended"
            with pytest.raises(HttpRefused):
                await table.account.post(f"/api/tables/{table.ref}/ticket", {})
        await close(*tables.values())

    run(main())
