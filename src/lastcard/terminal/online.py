"""The plain game at an online table: what happens is told as it happens, and what is typed is sent.

Lines are read in a thread of their own, so that news is shown while nobody types.
"""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TextIO, get_args
from urllib.parse import urlsplit

from .._util.files import read_text, reason_of, write_over
from .._util.grammar import capital, listed
from .._util.names import name_key
from .._util.strict import read, read_json
from ..errors import LastCardError, NotationError, did_you_mean
from ..online import protocol as p
from ..online import shapes as d
from ..online.client import Account, HttpRefused, News, Refused, TableClosed
from ..session.journals import data_folder
from ..session.news import MatchOver, Scored
from ..session.online import OnlineSession, OutOfDate, RoomNews
from ..words.questions import only_choice
from ..words.speaker import Speaker
from .advice import advised, ruled
from .commands import help_lines, looked_up
from .paint import Paint, shows_colours
from .prompts import hand_line, table_lines, turn_prompt
from .screen import Screen
from .settings import Settings
from .telling import told
from .typed import Reader, TypedMove

Data = dict[str, Any]

_HELP = (
    "At an online table you can also type: start, bots (or bots greedy), sit, stand, next, rematch, pause, resume, "
    "leave (for good), say TEXT, who, quit.",
    "The host can also type: watchers, mute NAME, unmute NAME, expel NAME, and, where the rules ask, youngest NAME.",
)
_HINTS = ("hint", "?")
_QUESTIONS = (*_HINTS, "who", "table", "hand", "legal", "rules", "help", "score", "quit", "exit")
_LEVELS: tuple[p.Level, ...] = get_args(p.Level)
Fields = ParamSpec("Fields")  # of a command


# ---------------------------------------------------------------- which table, and who


def split_url(url: str) -> tuple[str, str]:
    """Split the address of a table into the server and the code or link of the table, which may be missing."""
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # no host or port can be read from it
        fine = False
    if not fine:
        raise LastCardError(f"{url[:80]!r} is not the address of a table; it looks like http://host:8000/t/BCDFGH")
    base, _, ref = parts.path.rstrip("/").rpartition("/")
    return f"{parts.scheme}://{parts.netloc}{base.removesuffix('/t')}", ref


def _tokens_path() -> Path:
    return data_folder() / "online.json"


def _tokens() -> dict[str, str]:
    """Return the tokens by which servers know this person."""
    with suppress(OSError, ValueError):
        return read(dict[str, str], read_json(read_text(_tokens_path()), "tokens"))
    return {}


def _keep_token(server: str, token: str) -> None:
    path = _tokens_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_over(path, json.dumps({**_tokens(), server: token}, indent=1))
        path.chmod(0o600)
    except OSError as error:
        raise LastCardError(f"{path} cannot be written: {reason_of(error)}") from error


async def _account(server: str, name: str) -> Account:
    """Return who this person is at a server: the guest of last time, or a new one."""
    account = Account(server, _tokens().get(server, ""))
    known = (await account.get("/api/me"))["name"] if account.token else None
    if known is None:
        account = await Account.make(server, name or "Guest")
    elif name and known != name:
        await account.post("/api/me", {"name": name})
    _keep_token(server, account.token)
    return account


# ---------------------------------------------------------------- the game


def run(url: str, name: str, wanted: Data, source: TextIO, target: TextIO, settings: Settings) -> int:
    """Play at an online table until the input ends, the table is closed or the person quits.

    An address without a table makes a new one with the wanted settings.
    """
    server, ref = split_url(url)
    if ref and wanted:
        given = listed([f"--{one}" for one in wanted])
        raise LastCardError(f"the host of an online table sets it up; leave out {given}")
    try:
        return asyncio.run(_play(server, ref, name or settings.name, wanted, source, target, settings))
    except (HttpRefused, TableClosed, ConnectionError) as error:
        raise LastCardError(str(error)) from error


async def _play(
    server: str, ref: str, name: str, wanted: Data, source: TextIO, target: TextIO, settings: Settings
) -> int:
    account = await _account(server, name)
    if not ref:
        made = await account.post("/api/tables", wanted)
        ref = made["link"]
        target.write(f"A new table: others join it with the code {made['code']}, or at {server}/t/{ref}\n")
    async with await account.join(ref) as table:
        assert table.rules is not None
        look = settings.look_of(table.rules.skin) if shows_colours(target) else None
        screen = Screen(source, target, Paint(table.rules.deck, look))
        game = OnlineGame(OnlineSession(table), screen)
        await game.play(_typed(source))
    return 0


def _typed(source: TextIO) -> "asyncio.Queue[str | None]":
    """Return a queue of typed lines; None once there are no more."""
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read() -> None:
        for line in source:
            loop.call_soon_threadsafe(lines.put_nowait, line[:1000].strip())
        loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=_until_closed, args=(read,), daemon=True).start()
    return lines


def _until_closed(read: Callable[[], None]) -> None:
    with suppress(RuntimeError, ValueError, OSError):  # the loop or the stream is gone
        read()


def _next(news: AsyncIterator[News]) -> "asyncio.Future[News]":
    """Wait for the next piece of news."""

    async def one() -> News:
        try:
            return await anext(news)
        except StopAsyncIteration:
            raise TableClosed("the table is closed") from None

    return asyncio.ensure_future(one())


class Quit(Exception):
    """The person has had enough."""


class OnlineGame:
    """A seat at an online table, asked about and told on a screen."""

    def __init__(self, session: OnlineSession, screen: Screen) -> None:
        self.session = session
        self.table = session.table
        self.screen = screen
        self._commands: dict[str, Callable[[str], Awaitable[None]]] = {
            "start": lambda rest: self._do(p.Start),
            "bots": self._add_bots,
            "sit": lambda rest: self._do(p.Sit),
            "stand": lambda rest: self._do(p.Stand),
            "next": lambda rest: self._do(p.Next),
            "rematch": lambda rest: self._do(p.Rematch),
            "pause": lambda rest: self._do(p.Pause),
            "resume": lambda rest: self._do(p.Resume),
            "leave": lambda rest: self._do(p.Leave),
            "say": lambda rest: self._do(p.Say, text=rest),
            "watchers": self._tell_watchers,
            "mute": lambda rest: self._mute(rest, on=True),
            "unmute": lambda rest: self._mute(rest, on=False),
            "expel": self._expel,
            "youngest": self._say_youngest,
            "why": self._why,
        }

    # ------------------------------------------------------------ the course of it

    async def play(self, typed: "asyncio.Queue[str | None]") -> None:
        """Tell news and carry out what is typed."""
        await self._greet()
        table = self.table
        news = aiter(table.news())
        told, line = _next(news), asyncio.ensure_future(typed.get())
        try:
            while True:
                if table.caught_up and not told.done():
                    self._ask()
                await asyncio.wait((told, line), return_when=asyncio.FIRST_COMPLETED)
                if told.done():
                    self._tell(told.result())
                    told = _next(news)
                elif line.done():
                    await self._take_line(line.result())
                    line = asyncio.ensure_future(typed.get())
        except Quit:
            self.screen.say("Your seat is kept; come back with the same command.")
        except TableClosed:
            self.screen.say("The table is closed.")
        finally:
            told.cancel()
            line.cancel()

    async def _greet(self) -> None:
        table, room = self.table, self.table.room
        self.screen.say(f"Last Card online, rules {room['rules']}. Type 'help' to see what you can type.")
        if table.seat is None and room["phase"] in ("waiting", "between", "over"):
            await self._do(p.Sit)
        self.screen.say(*self._who())
        if table.seat is None:
            self.screen.say("You are watching.")
        elif room["phase"] == "waiting" and room["host"] == table.seat:
            self.screen.say("You host this table: type 'bots' to fill the empty seats, and 'start' to begin.")

    # ------------------------------------------------------------ telling

    @property
    def speaker(self) -> Speaker:
        """Who tells what happens, as the own seat is told."""
        return Speaker(self.session.rules.deck, self.session.names, self.session.present)

    def _who(self) -> list[str]:
        lines = []
        for place, seat in enumerate(self.table.room["seats"]):
            kind = {"empty": "empty", "person": "", "bot": f"a bot ({seat['level']})"}[seat["kind"]]
            away = "away" if seat["away"] is not None else ""
            you = "you" if place == self.table.seat else ""
            about = ", ".join(filter(None, (kind, away, you)))
            lines.append(f"Seat {place}: {seat['name']}{f' ({about})' if about and seat['name'] else about}")
        return lines

    def _tell(self, message: News) -> None:
        for news in self.session.note(message):
            if isinstance(news, RoomNews):
                self.screen.say(*room_news(news, self.speaker))
            else:
                self.screen.say(*told(news, self.session.rules, self.speaker))
                self.screen.say(*_WHAT_NEXT.get(type(news), ()))

    def _ask(self) -> None:
        """Show the table and ask, once for each time it is the person's turn."""
        if self.session.is_asked():
            view = self.session.own_view
            self.screen.say(*table_lines(view, self.speaker), hand_line(view), f"{turn_prompt(view, self.speaker)}>")

    # ------------------------------------------------------------ what is typed

    async def _take_line(self, line: str | None) -> None:
        if line is None:
            raise Quit
        try:
            await self._carry_out(line)
        except NotationError as error:
            self.screen.say(capital(f"{error}."))

    async def _carry_out(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        room = self.table.room
        if word.casefold() in self._commands:
            await self._commands[word.casefold()](rest.strip())
        elif word.casefold() in _HINTS and rest.strip():
            await self._why(rest.strip())
        elif word.casefold() in _QUESTIONS:
            await self._answer(word.casefold())
        elif room["phase"] == "between":
            await self._do(p.Next)
        elif room["phase"] == "over" and not line:
            await self._do(p.Rematch)
        elif room["phase"] != "playing":
            raise NotationError(f"{line[:40]!r} is not understood{did_you_mean(word, [*self._commands])}")
        else:
            await self._move(line)

    async def _move(self, line: str) -> None:
        if not self.session.takes_part:
            raise NotationError(_NOT_PLAYING)
        view = self.session.own_view
        line = line or only_choice(view) or ""
        if not line:
            return
        read = self._reader.read(line, view)
        if not isinstance(read, TypedMove):
            raise NotationError(f"{line[:40]!r} is not possible at an online table")
        if read.needs_colour:
            raise NotationError("choose a colour with the wild, as in w:g")
        with self._refusals():
            await self.session.act(read.action)

    @property
    def _reader(self) -> Reader:
        return Reader(self.session.rules, self.session.names)

    async def _answer(self, word: str) -> None:
        if word in ("quit", "exit"):
            raise Quit
        if word == "who":
            self.screen.say(*self._who())
        elif word == "help":
            self.screen.say(*help_lines(self.session.rules, _HELP))
        elif word != "rules" and not self.session.takes_part:
            raise NotationError(_NOT_PLAYING)
        elif word in _HINTS:
            await self._hint()
        else:
            self.screen.say(*looked_up(self.session, word, self.speaker) or ())

    async def _hint(self) -> None:
        with self._refusals():
            action = await self.session.hint()
            self.screen.say(advised(self.speaker, self.session.own_view, action))

    async def _why(self, card: str) -> None:
        lay = self._reader.lay(card)
        with self._refusals():
            self.screen.say(ruled(self.speaker, lay, await self.session.why(lay)))

    async def _tell_watchers(self, _rest: str) -> None:
        found = await self._watchers()
        names = [f"{one['name']}{' (muted)' if one['muted'] else ''}" for one in found or []]
        if found is not None:
            self.screen.say(f"Watching: {listed(names) or 'nobody'}.")

    async def _watchers(self) -> list[d.Watcher] | None:
        """Return who watches; None if the server refuses to say."""
        with self._refusals():
            return (await self.table.ask(p.Watchers)).get("watchers", [])
        return None

    async def _mute(self, name: str, *, on: bool) -> None:
        for who in await self._called(name):
            await self._do(p.Mute, who=who, on=on)

    async def _expel(self, name: str) -> None:
        for who in await self._called(name):
            await self._do(p.Expel, who=who)

    async def _called(self, name: str) -> list[str]:
        """Return the handles of everybody of a name who watches."""
        found = await self._watchers()
        meant = [one["who"] for one in found or [] if name_key(one["name"]) == name_key(name)]
        if found is not None and not meant:
            raise NotationError(f"nobody called {name[:40]!r} watches")
        return meant

    async def _say_youngest(self, name: str) -> None:
        seats = {name_key(one): seat for seat, one in enumerate(self.session.names)}
        if name_key(name) not in seats:
            raise NotationError(f"nobody called {name[:40]!r} sits here")
        await self._do(p.Youngest, seat=seats[name_key(name)])

    async def _add_bots(self, level: str) -> None:
        wanted = next((one for one in _LEVELS if one == (level or "careful")), None)
        if wanted is None:
            raise NotationError(f"there is no bot {level!r}; choose {listed(_LEVELS, 'or')}")
        await self._do(p.AddBots, level=wanted)

    async def _do(
        self, kind: Callable[Concatenate[str, int, Fields], p.Command], *args: Fields.args, **fields: Fields.kwargs
    ) -> None:
        """Send a command; say so if it is refused."""
        with self._refusals():
            await self.table.do(kind, *args, **fields)

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        """Say so if the server refuses something."""
        try:
            yield
        except Refused as refusal:
            why = self.speaker.why(refusal.reason) if refusal.reason is not None else str(refusal)
            self.screen.say(capital(f"{why}."))
        except OutOfDate as late:
            self.screen.say(capital(f"{late}."))


def room_news(news: RoomNews, speaker: Speaker) -> list[str]:
    """Return what happened to a table, in words."""
    what = news.what
    if what["kind"] == "said":
        return [f"{what['name']}: {what['text']}" if what["text"] else f"{what['name']} reacts: {what['mark']}"]
    if what["kind"] == "expelled":
        return [f"{what['name']} is sent away."]
    if what["kind"] == "muted":
        return [f"{what['name']} is {'muted' if what['on'] else 'allowed to write again'}."]
    if what["kind"] not in _ROOM_NEWS:
        return []
    does, rest = _ROOM_NEWS[what["kind"]]
    seat = what.get("seat")
    return [capital(f"{speaker.does(seat, does)} {rest}") if isinstance(seat, int) else rest]


_NOT_PLAYING = "no round is being played, or you are watching"
_WHAT_NEXT: dict[type, tuple[str, ...]] = {
    Scored: ("Press Enter when you are ready for the next round.",),
    MatchOver: ("Type 'rematch' to play again.",),
}
_ROOM_NEWS = {
    "sat": ("takes", "a seat."),
    "stood": ("gives", "up the seat."),
    "nonce": ("adds", "to the shuffle."),
    "agreed": ("is", "ready."),
    "away": ("is", "not connected; a bot takes over soon."),
    "stood-in": ("is", "away: a bot plays meanwhile."),
    "back": ("is", "back."),
    "resumed": ("goes", "on: the pause is over."),
    "pausing": ("wants", "a pause."),
    "youngest": ("counts", "as the youngest, or deals first."),
    "bots": ("", "Bots take seats."),
    "settings": ("", "The host has changed the settings."),
    "host": ("", "The table has another host."),
    "locked": ("", "The host has opened or closed the table for new players."),
    "ended": ("", "The table is closed."),
}
