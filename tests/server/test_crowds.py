"""Many clients at one table: what one of them makes the server send to all has a price."""

from contextlib import nullcontext
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from hubs import asked, with_hub
from lastcard.online import protocol as p
from lastcard.online.client import Account
from lastcard.online.server.identity import Guest
from lastcard.online.server.limits import MATCHES, MOST_WATCHING_OF_ONE, Buckets, Limits, Rate
from lastcard.online.server.net.sockets import Client, Sockets
from lastcard.online.server.net.sockets import _TurnedAway as TurnedAway
from lastcard.online.server.store.entries import Settings
from lastcard.online.server.table.hub import Hub
from lastcard.online.server.table.table import Table
from lastcard.rules import Ruleset
from online import ServerProcess, a_table, close, give, run
from wire import Wire


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory):
    with ServerProcess(tmp_path_factory.mktemp("server") / "tables.db") as server:
        yield server


def test_what_changes_nothing_is_acknowledged_and_told_to_nobody(server: ServerProcess) -> None:
    async def main() -> None:
        ann, ben = await a_table(server.url, "Ann", "Ben")
        for kind, fields in (("nonce", {"nonce": "0" * 32}), ("lock", {"on": True}), ("settings", {"pace": "quick"})):
            first, again = await give(ann, kind, **fields), await give(ann, kind, **fields)
            assert (first["t"], again["t"], again["v"]) == ("ev", "ack", first["v"])
        assert (await ann.do(p.HandOver, seat=0))["t"] == "ack"
        assert (await ben.do(p.Nonce, nonce="1" * 32))["v"] == first["v"] + 1
        await close(ann, ben)

    run(main())


class Pipe:
    """The far end of a client: counts what is sent."""

    last_ping_rtt = 0.0

    def __init__(self) -> None:
        self.sent = 0
        self.frames: list[bytes] = []

    def push(self, frame: bytes) -> bool:
        self.sent += len(frame)
        self.frames.append(frame)
        return True


class Crowd:
    """A table of Ann's with people who watch it; all have one address but Zoe."""

    def __init__(self, table: Table, limits: Limits, watching: int) -> None:
        self.table, self.pipes = table, []
        self.clients = [
            self._client(name, "192.0.2.9" if name == "Zoe" else "192.0.2.1", limits)
            for name in ("Ann", "Zoe", *(f"W{n}" for n in range(watching)))
        ]

    def _client(self, name: str, address: str, limits: Limits) -> Client:
        self.pipes.append(Pipe())
        client = Client(self.pipes[-1], Guest(name, name), address, limits)  # type: ignore[arg-type]
        self.table.join(client, p.Hello(p.PROTOCOL, ""))
        return client

    def sent(self) -> int:
        return sum(pipe.sent for pipe in self.pipes)

    async def say(self, hub: Hub, place: int) -> bool:
        """Let somebody write; return whether everyone was told."""
        before = self.table.v
        self.table.submit(self.clients[place], p.Say(f"{self.sent()}", before, "hello"))
        await asked(hub.services.store, "SELECT 1")  # everything before it is saved
        return self.table.v > before


async def a_crowd(hub: Hub, limits: Limits, watching: int = 50) -> Crowd:
    settings = Settings.of(Ruleset.from_id("official"), 2, "normal", False)
    return Crowd(await hub.create(settings, Guest("Ann", "Ann")), limits, watching)


@pytest.mark.parametrize("scope", ["guest", "address"])
def test_who_makes_the_server_send_too_much_has_to_wait(tmp_path: Path, scope: str) -> None:
    async def main(hub: Hub) -> None:
        limits, most = Limits(), 1_000_000
        setattr(limits, f"sent_by_{scope}", Buckets(Rate(most, 0)))
        crowd = await a_crowd(hub, limits)
        joined = crowd.sent()
        assert joined < most
        while await crowd.say(hub, 0):
            assert crowd.sent() < 2 * most
        told = crowd.sent() - joined
        assert b'"busy"' in crowd.pipes[0].frames[-1]
        assert told > most / 2 and crowd.sent() < most + 52 * 1_000
        assert await crowd.say(hub, 2) == (scope == "guest")  # of the same address
        assert await crowd.say(hub, 1)  # nobody else pays for it

    with_hub(tmp_path / "tables.db", main)


def test_who_comes_and_goes_pays_for_the_news_of_it(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        limits, most = Limits(), 1_000_000
        limits.sent_by_guest = Buckets(Rate(most, 0))
        crowd = await a_crowd(hub, limits)
        ann, joined = crowd.clients[0], crowd.sent()
        while not ann.in_debt:
            assert crowd.sent() < joined + 2 * most
            before = crowd.table.v
            crowd.table.part(ann)
            hub.services.clock._offset += 60
            crowd.table.wake()
            await asked(hub.services.store, "SELECT 1")
            crowd.table.join(ann, p.Hello(p.PROTOCOL, ""))
            await asked(hub.services.store, "SELECT 1")
            assert crowd.table.v == before + 2 and ann.guest == "Ann"
        assert crowd.sent() > joined + most / 2

    with_hub(tmp_path / "tables.db", main)


def test_an_address_has_only_so_many_sockets_that_watch_a_table(tmp_path: Path) -> None:
    async def code_of(account: Account, link: str) -> int:
        """Return the code with which one more socket is closed, or 0."""
        try:
            wires.append(await Wire.join(account, link))
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd is not None else 1006
        return 0

    async def main(url: str) -> None:
        ann, *others = [await Account.make(url, f"A{n}") for n in range(9)]
        link = await ann.create(seats=2)
        codes = [await code_of(account, link) for account in others for _ in range(7)]
        assert codes == [0] * MOST_WATCHING_OF_ONE + [4006] * (len(codes) - MOST_WATCHING_OF_ONE)
        assert await code_of(ann, link) == 0  # who has a seat always gets in
        await wires[0].command("sit")
        assert await code_of(others[-1], link) == 0  # there is room again
        for wire in wires:
            await wire.close()

    wires: list[Wire] = []
    with ServerProcess(tmp_path / "tables.db", limits=1) as server:
        run(main(server.url))


def test_those_who_watch_use_up_nothing_that_players_need(tmp_path: Path) -> None:
    async def main(url: str) -> None:
        ann, ben = await a_table(url, "Ann", "Ben")
        accounts = [await Account.make(url, f"W{number}") for number in range(4)]
        wires = [await Wire.join(account, ann.ref) for account in accounts]
        for wire in wires:
            for _ in range(int(MATCHES.guest.burst)):
                assert (await wire.command("start"))["t"] == "nack"
        await ann.do(p.Start)
        assert ann.room["phase"] == "playing"
        await close(ann, ben)
        for wire in wires:
            await wire.close()

    with ServerProcess(tmp_path / "tables.db", limits=1) as server:
        run(main(server.url))


def test_a_table_has_only_so_many_who_watch(tmp_path: Path) -> None:
    async def main(hub: Hub) -> None:
        limits = Limits()
        limits.most_watching = 6
        crowd, sockets = await a_crowd(hub, limits, watching=5), Sockets(hub, None, limits)  # type: ignore[arg-type]
        for name, fits in (("Eve", False), ("Ann", True)):
            client = Client(Pipe(), Guest(name, name), "192.0.2.200", limits)  # type: ignore[arg-type]
            with nullcontext() if fits else pytest.raises(TurnedAway):
                sockets._check_room(client, crowd.table)

    with_hub(tmp_path / "tables.db", main)
