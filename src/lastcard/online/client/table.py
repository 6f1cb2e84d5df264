"""A table at a server, as one client sees it: always up to date, across cuts and restarts."""

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Concatenate, NotRequired, ParamSpec, cast
from urllib.parse import quote

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from ...archive.fair import NONCE_SIZE
from ...errors import LastCardError
from ...game.view import FORMAT, View
from ...rules import Ruleset
from .. import protocol as p
from .. import shapes as d
from .errors import HttpRefused, Refused, TableClosed
from .memory import RoundMemory

if TYPE_CHECKING:
    from .account import Account

FIRST_WAIT, LONGEST_WAIT = 0.3, 8.0  # seconds until the next attempt to connect
PING_INTERVAL, PING_TIMEOUT = 5.0, 5.0  # seconds between pings, and until a connection without a pong counts as dead
KEPT_NEWS = 1000  # until somebody reads them
FINAL = (4002, 4005, 4009, 4010)  # closed with one of these, there is no point in trying again

Data = dict[str, Any]
Done = d.Push | d.Ack | d.Answer
Fields = ParamSpec("Fields")  # of a command, besides its id and version


class News(d.Missed):
    """Something that happened, with the parts of the snapshot that changed; of what was missed, only the status."""

    room: NotRequired[d.RoomData]
    game: NotRequired[d.GameData | None]
    clock: NotRequired[d.ClockData]
    you: NotRequired[d.YouData]


class OnlineTable:
    """A table as one client sees it.

    `room`, `game`, `clock` and `you` are the parts of a snapshot (docs/server.md) and always belong to version `v`.
    A command is sent again, under the same id, until it is answered, so it is carried out once.  With `nonces`, a
    random nonce goes into every deal while one has a seat, so that the server cannot choose the cards alone.
    """

    def __init__(self, account: "Account", ref: str, *, nonces: bool = True) -> None:
        self.account = account
        self.ref = ref
        self.nonces = nonces
        self.epoch = ""
        self.v = 0
        self._mark = ""  # shows the server that this client has seen version `v`
        self.room: d.RoomData
        self.game: d.GameData | None = None
        self.clock: d.ClockData
        self.you: d.YouData | None = None
        self.rules: Ruleset | None = None
        self.watch: Callable[[str, Data], None] | None = None  # told of every message "in" and "out"
        self._memory = RoundMemory()
        self._socket: ClientConnection | None = None
        self._pending: dict[str, tuple[p.Command, asyncio.Future[Done]]] = {}
        self._news: asyncio.Queue[News | None] = asyncio.Queue()
        self._read = False  # whether somebody reads the news
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._opened: asyncio.Future[None] | None = None
        self._closed: LastCardError | None = None
        self._adding: asyncio.Task[None] | None = None  # a nonce
        self._welcomed = False  # on the present connection

    # ------------------------------------------------------------ being there

    async def open(self) -> None:
        """Connect, and stay connected until `close`."""
        self._opened = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._stay())
        await self._opened

    async def close(self) -> None:
        """Leave the table as it is; the seat is kept."""
        tasks = [task for task in (self._task, self._adding) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    async def __aenter__(self) -> "OnlineTable":
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    @property
    def seat(self) -> int | None:
        """The seat of this client, or None for a spectator."""
        return None if self.you is None else self.you["seat"]

    # ------------------------------------------------------------ seeing

    async def news(self) -> AsyncIterator[News]:
        """Yield what happens, version by version, until the table is closed.

        Of what happened before this is first used, only the newest is kept; from then on, nothing is left out.
        """
        self._read = True
        while (one := await self._news.get()) is not None:
            yield one

    @property
    def caught_up(self) -> bool:
        """Whether all news so far has been taken from `news`."""
        return self._news.empty()

    def _tell(self, news: News) -> None:
        """Keep news for whoever reads them; if nobody does, they must not fill the memory."""
        if not self._read and self._news.qsize() >= KEPT_NEWS:
            self._news.get_nowait()
        self._news.put_nowait(news)

    async def changed(self) -> None:
        """Wait until something has happened since the last time."""
        await self._changed.wait()
        self._changed.clear()
        if self._closed is not None:
            raise self._closed

    def look_again(self) -> None:
        """Let `changed` return once although nothing has happened."""
        self._changed.set()

    async def until(self, test: Callable[[], bool]) -> None:
        """Wait until something is true of the table."""
        while not test():
            await self.changed()

    def view(self) -> View:
        """Return the view of this client's seat, as bots get it.

        It remembers the round as far as this client has followed it.
        """
        if self.rules is None or self.game is None or self.you is None or "hand" not in self.you:
            raise LastCardError("there is nothing to see yet: no round is being played, or you have no seat")
        you, sheet = self.you, self.game["sheet"]
        data = {
            "format": FORMAT, "rules": self.rules.id, "seat": you["seat"], "ply": self.game["ply"],
            "status": self.game["status"], "hand": you["hand"], "drawn": you["drawn"], "bluffed": you["bluffed"],
            "choices": you["choices"], "fouls": you["fouls"], "scores": sheet["scores"], "rounds": sheet["rounds"],
            "eliminated": sheet["eliminated"],
        }  # fmt: skip
        view = View.from_dict(data, self.rules)
        memory = self._memory.of(view)
        return view if memory is None else view.remembering(memory)

    # ------------------------------------------------------------ doing

    async def do(
        self, kind: Callable[Concatenate[str, int, Fields], p.Command], *args: Fields.args, **fields: Fields.kwargs
    ) -> Done:
        """Give a command of a kind and return its answer once it is carried out; raise Refused if it is refused.

        `do(AddBots, level="greedy")`: the kinds, with their fields, are those of `lastcard.online.protocol`.
        """
        return await self._give(kind(secrets.token_hex(8), self.v, *args, **fields))

    async def ask(
        self, kind: Callable[Concatenate[str, int, Fields], p.Question], *args: Fields.args, **fields: Fields.kwargs
    ) -> d.Answer:
        """Ask a question of a kind and return the answer; raise Refused if it is refused."""
        return cast(d.Answer, await self._give(kind(secrets.token_hex(8), self.v, *args, **fields)))

    async def act(self, action: str) -> Done:
        """Make a move."""
        return await self.do(p.Act, action=action)

    async def _give(self, command: p.Command) -> Done:
        if self._closed is not None:
            raise self._closed
        answered: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._pending[command.id] = (command, answered)
        if self._socket is not None:  # else it is sent once the connection is back
            with suppress(ConnectionClosed):  # it is sent again once the connection is back
                await self._send(self._socket, command)
        return await answered

    async def _send(self, socket: ClientConnection, message: p.Hello | p.Command) -> None:
        if self.watch is not None:
            self.watch("out", msgspec.to_builtins(message))
        await socket.send(p.encode(message), text=True)

    # ------------------------------------------------------------ staying connected

    async def _stay(self) -> None:
        wait = FIRST_WAIT
        try:
            while True:
                self._welcomed = False
                try:
                    await self._visit()
                except ConnectionClosed as error:
                    code = error.rcvd.code if error.rcvd is not None else 0
                    if code in FINAL:
                        raise TableClosed(error.rcvd.reason if error.rcvd else "closed") from error
                except HttpRefused as error:
                    if not error.passing:
                        raise
                except (OSError, InvalidHandshake, InvalidStatus, TimeoutError):
                    pass
                if self._welcomed:
                    wait = FIRST_WAIT
                await asyncio.sleep(wait * random.uniform(0.5, 1.0))
                wait = min(2 * wait, LONGEST_WAIT)
        except LastCardError as error:
            self._end(error if isinstance(error, TableClosed) else TableClosed(str(error)))
        except asyncio.CancelledError:
            self._end(TableClosed("this client has left"))
            raise
        except Exception as error:  # a fault of this client: nobody may wait for it forever
            self._end(TableClosed(f"this client has failed: {type(error).__name__}: {error}"))

    async def _visit(self) -> None:
        """Connect once, and read until the connection is lost."""
        ticket: d.TicketAnswer = await self.account.post(f"/api/tables/{quote(self.ref, safe='')}/ticket", {})
        self.ref = ticket["link"]  # after the first time: nobody else's guesses at codes keep this client out
        url = "ws" + self.account.url.removeprefix("http") + "/api/socket"
        async with connect(url, compression=None, ping_interval=PING_INTERVAL, ping_timeout=PING_TIMEOUT,
                           max_size=2**20, open_timeout=10, close_timeout=1) as socket:  # fmt: skip
            await self._send(socket, p.Hello(p.PROTOCOL, ticket["ticket"], self.epoch, self.v, self._mark))
            try:
                while True:
                    await self._take(socket, msgspec.json.decode(await socket.recv()))
            finally:
                self._socket = None

    async def _take(self, socket: ClientConnection, message: d.FromServer) -> None:
        if message["t"] == "welcome":
            await self._know_rules(message["snapshot"]["room"])
        elif message["t"] == "ev" and "room" in message:
            await self._know_rules(message["room"])
        if self.watch is not None:
            self.watch("in", cast(Data, message))
        if message["t"] == "welcome":
            await self._welcome(socket, message)
        elif message["t"] == "ev":
            if message["v"] != self.v + 1:
                raise ConnectionError("a version is missing")  # connect again, and be told what it was
            self._happened(message)
        elif message["t"] == "ack" or message["t"] == "answer":
            self._answer(message["ack"], message)
        elif message["t"] == "nack":
            self._answer(message["nack"], Refused(message["code"], message.get("text", ""), message.get("reason")))

    async def _welcome(self, socket: ClientConnection, message: d.Welcome) -> None:
        snapshot = message["snapshot"]
        if self.epoch not in ("", message["epoch"]):
            self._forget_commands()
        self.epoch, self.v, self._mark = message["epoch"], message["v"], message["mark"]
        self.room, self.game, self.clock = snapshot["room"], snapshot["game"], snapshot["clock"]
        self.you = snapshot["you"]
        self._welcomed = True
        self.account.seen.see(self.epoch, self.room)
        if "tail" not in message:
            self._memory.lose()
        for one in message.get("tail", ()):
            self._memory.note(one["what"], one.get("status"), None)
            self._tell(cast(News, one))
        self._changed.set()
        if self._opened is not None and not self._opened.done():
            self._opened.set_result(None)
        self._socket = socket
        for command, _ in list(self._pending.values()):
            with suppress(ConnectionClosed):
                await self._send(socket, command)
        self._add_nonce()

    # ------------------------------------------------------------ fair deals

    def _add_nonce(self) -> None:
        """Add a nonce to the next deal, unless there is one of this seat."""
        ready = self.nonces and self.seat is not None and self.room["phase"] in ("waiting", "between", "over")
        if ready and str(self.seat) not in self.room["deal"]["nonces"] and self._adding is None:
            self._adding = asyncio.create_task(self._send_nonce())

    async def _send_nonce(self) -> None:
        nonce, deal, seat = secrets.token_hex(NONCE_SIZE), self.room["deal"], self.seat
        assert seat is not None
        self.account.seen.sent(deal["table"], deal["commitment"], seat, nonce)
        try:
            await self.do(p.Nonce, nonce=nonce)
        except LastCardError:
            pass  # the round was dealt meanwhile, or the table is closed
        finally:
            self._adding = None

    async def _know_rules(self, room: d.RoomData) -> None:
        """Fetch the rules of a room.  If this fails, the message that has them does not count as received."""
        if self.rules is None or self.rules.digest != room["digest"]:
            self.rules = await self.account.ruleset(self.ref)

    def _happened(self, message: d.Push) -> None:
        self.v, self._mark = message["v"], message["mark"]
        what = message["what"]
        self.room = message.get("room", self.room)
        self.game = message.get("game", self.game)
        self.clock = message.get("clock", self.clock)
        self.you = message.get("you", None if "room" in message else self.you)
        if "room" in message:
            self.account.seen.see(self.epoch, self.room, self.you if what["kind"] == "dealt" else None)
        status = self.game["status"] if self.game is not None and "game" in message else None
        self._memory.note(what, status, self.you)
        self._tell(cast(News, message))
        self._add_nonce()  # before whoever waits can agree to the deal
        self._changed.set()
        if "ack" in message:
            self._answer(message["ack"], message)

    def _answer(self, name: str, answer: Done | Refused) -> None:
        _, future = self._pending.pop(name, (None, None))
        if future is None or future.done():
            return
        if isinstance(answer, Refused):
            future.set_exception(answer)
        else:
            future.set_result(answer)

    def _forget_commands(self) -> None:
        """Refuse what is not answered: the server has lost what this client saw, so it was meant for another table."""
        for name in list(self._pending):
            self._answer(name, Refused("stale", "the server has lost the last moves; look again", None))

    def _end(self, error: TableClosed) -> None:
        self._closed = error
        for _, future in self._pending.values():
            if not future.done():
                future.set_exception(error)
                future.exception()  # whoever waits gets it; nobody else has to
        self._pending.clear()
        if self._opened is not None and not self._opened.done():
            self._opened.set_exception(error)
        self._news.put_nowait(None)
        self._changed.set()
