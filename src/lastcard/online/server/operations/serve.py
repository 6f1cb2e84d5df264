"""Run a server: open the store, start the loop, stop cleanly on a signal."""

import asyncio
import errno
import json
import logging
import os
import signal
import socket
import sys
import traceback
import webbrowser
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any

import uvicorn
from prometheus_client import start_http_server

from ....errors import LastCardError
from ...protocol import LARGEST_FRAME
from ..connections import Connections, descriptors, reserve
from ..identity import Identities
from ..limits import Limits
from ..marks import Marks
from ..metrics import Metrics
from ..net.gateway import Gateway
from ..net.health import Health, notify
from ..net.hosts import Hosts
from ..net.origins import Origins
from ..net.pages import is_built
from ..net.requests import HttpProtocol, Settings
from ..net.sockets import PING_INTERVAL, PING_TIMEOUT, SocketProtocol
from ..space import Space
from ..store.sqlite.store import SqliteStore
from ..store.store import Store
from ..table.around import Services
from ..table.clocks import JUMP, SET_BACK, Calendar, ServerClock, Timing
from ..table.hub import MOST_OPEN, Hub
from ..table.records import AT_ONCE
from ..table.thinkers import Thinkers, make_pool
from ..table.workers import Workers
from .collector import Collector
from .config import Config, proxies_of

DAY = 24 * 3_600_000  # milliseconds
TIDY, TIDY_REST = 3_600.0, 0.2  # seconds until old tables are looked for again, and between a few and the next
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # all addresses of this machine, and the one it always has
HEARTBEAT = 5.0  # seconds between notes that the server is alive

logger = logging.getLogger("lastcard.server")


def run(config: Config) -> int:
    """Run a server until it is told to stop; return the exit status."""
    _log_lines(config.log)
    try:
        from uvloop import new_event_loop
    except ImportError:
        return asyncio.run(_serve(config))
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(_serve(config))


async def _serve(config: Config) -> int:
    async with running(config) as gateway:
        limit = descriptors()
        connections = Connections(limit - reserve(limit), config.limits)
        server = _Server(_settings(config, gateway, connections))
        metrics = gateway.hub.services.metrics
        _measure(metrics, gateway.hub, connections)
        if config.metrics:
            _serve_metrics(config, metrics)
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(_note_error)
        tasks: set[asyncio.Task[None]] = set()  # kept, so that they are not collected

        def start(task: Coroutine[Any, Any, None]) -> None:
            tasks.add(asyncio.create_task(task))

        with suppress(NotImplementedError):  # Windows
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, lambda: start(_stop(server, gateway.hub)))
            backup = asyncio.Lock()
            loop.add_signal_handler(signal.SIGUSR1, lambda: start(_back_up(gateway.hub.services.store, config, backup)))
        bound = bind(config)
        host, port = bound.getsockname()[:2]
        url = url_of(reachable(host), port)
        print(f"Last Card is served at {url}", flush=True)
        if not is_built():
            logger.warning("the page for browsers was not built: programs and terminals can play, browsers cannot")
        if config.open:
            await asyncio.to_thread(webbrowser.open, url)
        notify("READY=1")
        await server.serve(sockets=[bound])
    return 0


def _measure(metrics: Metrics, hub: Hub, connections: Connections) -> None:
    """Let metrics ask, when they are read, for what changes all the time."""
    store = hub.services.store
    store.time_commits(metrics.commit_time.observe)
    metrics.connections.set_function(lambda: connections.open)
    metrics.waiting_writes.set_function(store.waiting)
    metrics.waiting_commands.set_function(lambda: sum(table.waiting for table in list(hub.tables.values())))


def _serve_metrics(config: Config, metrics: Metrics) -> None:
    try:
        start_http_server(config.metrics, config.metrics_host, metrics.registry)
    except OSError as error:
        where = f"{config.metrics_host} port {config.metrics}"
        raise LastCardError(f"cannot serve metrics on {where}: {error.strerror}") from error


async def _stop(server: uvicorn.Server, hub: Hub) -> None:
    """Let what is being saved be saved and told, then close; a second signal does not wait."""
    if server.should_exit:
        server.force_exit = True
    server.should_exit = True
    notify("STOPPING=1")
    await hub.drain()


async def _back_up(store: Store, config: Config, one_at_a_time: asyncio.Lock) -> None:
    """Copy the data file into the folder for backups while tables go on; the name appears when the copy is whole."""
    async with one_at_a_time:
        target = config.backups / f"{config.data.stem}-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.db"
        try:
            config.backups.mkdir(parents=True, exist_ok=True)
            await store.backup(target)
        except (LastCardError, OSError) as error:
            logger.error("no backup was made: %s", error)
        else:
            logger.info("backup written: %s", target)


def _panic() -> None:
    """End at once, as in a crash: what is on disk is unclear until the file is read again."""
    logger.critical("nothing more can be saved; stopping at once")
    os._exit(1)


def _work_ended(task: asyncio.Task[None]) -> None:
    """End at once if what goes on in the background does not: nobody would notice that it is missing."""
    if not task.cancelled():
        logger.critical("work in the background has ended; stopping at once", exc_info=task.exception())
        os._exit(1)


class _Server(uvicorn.Server):
    """uvicorn's server, which leaves the signals to us."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def url_of(host: str, port: int) -> str:
    """Return the address of the page."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def reachable(host: str) -> str:
    """Return an address at which other devices reach a server that listens on all addresses of this machine."""
    if host not in EVERYWHERE:
        return host
    family, far = (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((far, 9))  # nothing is sent: this only asks which of its addresses the machine would use
        except OSError:
            return EVERYWHERE[host]
        return str(probe.getsockname()[0])


def bind(config: Config) -> socket.socket:
    """Listen; if the port is taken and the page is opened here anyway, listen on a free one."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        try:
            bound.bind((config.host, config.port))
        except OSError as error:
            if not config.open or error.errno != errno.EADDRINUSE:
                raise
            bound.bind((config.host, 0))
        bound.listen(4096)
    except OSError as error:
        bound.close()
        raise LastCardError(f"cannot listen on {config.host} port {config.port}: {error.strerror}") from error
    return bound


@asynccontextmanager
async def running(config: Config) -> AsyncIterator[Gateway]:
    """Open the store and everything that works on it, and close it again."""
    store = SqliteStore.open(config.data, _panic, accept_loss=config.accept_loss)
    try:
        meta = store.meta
        await store.keep_within(config.quota * 1_000_000)
        clock = ServerClock(meta.alive)
        last_alive = await _last_sign(store, meta.alive, clock.now())
        if last_alive > clock.now():  # by less than a day: entries that came after the last sign of life
            clock = ServerClock(last_alive)
        calendar = Calendar(clock, meta.lived)
        thinkers = Thinkers(partial(make_pool, config.thinkers), 2 * config.thinkers)
        timing = Timing.scaled(config.haste, config.patience)
        limits = Limits(config.limits)
        space = Space(store, config.limits)
        workers = Workers(AT_ONCE)
        marks = Marks(meta.key)
        services = Services(store, clock, timing, thinkers, workers, Metrics(), meta.epoch, marks, limits, space)
        hub = Hub(services, last_alive or clock.now(), MOST_OPEN * config.limits)
        await hub.start()
        health = Health(store, services.metrics)
        gateway = Gateway(hub, Identities(store, meta.key), limits, health,
                          hosts=Hosts(config.hosts, config.origins), origins=Origins(config.origins),
                          secure=config.secure)  # fmt: skip
        collector = Collector(services.metrics)
        collector.start()
        works = [hub.sweep(), _beat(hub, calendar), collector.run(), health.run()]
        if config.keep_days:
            works.append(_tidy(store, calendar, config.keep_days))
        tasks = [asyncio.create_task(work) for work in works]
        for task in tasks:
            task.add_done_callback(_work_ended)
        try:
            yield gateway
        finally:
            for task in tasks:
                task.cancel()
            await hub.drain()
            await _note_alive(store, clock, calendar)
            thinkers.close()
            workers.close()
            collector.stop()
    finally:
        await store.close()


async def _last_sign(store: Store, alive: int, now: int) -> int:
    """Return the last time that is known of the server before: its last note, or an entry of a running table.

    What is more than a day ahead comes from a clock that was wrong.
    """
    latest = now + round(SET_BACK * 1000)
    return max(alive if alive <= latest else 0, await store.last_at(latest))


async def _beat(hub: Hub, calendar: Calendar) -> None:
    """Note again and again that the server is alive, so that an outage can be added to all clocks."""
    services, jumped = hub.services, False
    while True:
        try:
            await _note_alive(services.store, services.clock, calendar)
            ahead = services.clock.follow()
            if (abs(ahead) >= JUMP) is not jumped:
                jumped = not jumped
                _note_jump(ahead)
            if services.clock.wrong:
                logger.warning("the server's time was wrong; it is set right now, and all tables are restored")
                before = services.clock.now()
                services.clock.set_right()
                await hub.start_over(before)
        except Exception as error:  # a fault of ours must not end this
            logger.error("no sign of life was noted: %s", type(error).__name__, exc_info=error)
        await asyncio.sleep(HEARTBEAT)


def _note_jump(ahead: float) -> None:
    if abs(ahead) < JUMP:
        logger.warning("the clock of the machine and the server's time agree again")
        return
    where = "behind" if ahead > 0 else "ahead of"
    logger.warning(
        "the clock of the machine is %.0f seconds %s the server's time: one of them was wrong.  Nothing is deleted by "
        "it; the server's time comes closer slowly", abs(ahead), where,
    )  # fmt: skip


async def _tidy(store: Store, calendar: Calendar, days: int) -> None:
    """Delete, a few at a time, the tables that ended long ago, with their matches, and old matches of others."""
    seen: int | None = 0
    while True:
        try:
            seen = await store.forget(calendar.now() - days * DAY, seen or 0)
        except Exception as error:  # tried again later
            logger.error("old tables were not deleted: %s", type(error).__name__)
            seen = None
        await asyncio.sleep(TIDY if seen is None else TIDY_REST)


async def _note_alive(store: Store, clock: ServerClock, calendar: Calendar) -> None:
    with suppress(LastCardError):
        await store.note_alive(clock.now(), calendar.now())


def _settings(config: Config, gateway: Gateway, connections: Connections) -> Settings:
    return Settings(
        gateway.app(),
        limits=gateway.limits,
        connections=connections,
        dropped=gateway.hub.services.metrics.dropped,
        proxies=proxies_of(config.proxy),
        host=config.host,
        port=config.port,
        ws=SocketProtocol,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_INTERVAL,
        ws_ping_timeout=PING_TIMEOUT,
        http=HttpProtocol,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(config.proxy),
        forwarded_allow_ips=list(config.proxy),
        timeout_graceful_shutdown=5,
        limit_concurrency=None,
        backlog=4096,
    )


# ---------------------------------------------------------------- log lines


class _Lines(logging.Formatter):
    """One JSON object a line.  Messages name tables by number, and never cards, guests, keys or tickets."""

    def format(self, record: logging.LogRecord) -> str:
        data: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
        }
        if record.exc_info:
            data["error"] = _trace(record.exc_info[1])
        return json.dumps(data)


def _trace(error: BaseException | None) -> str:
    """Return where an error happened, without its text, which might name cards or guests; the system's own may stay."""
    if error is None:
        return ""
    text = f": {error}" if isinstance(error, OSError) else ""
    return "".join(traceback.format_tb(error.__traceback__)) + type(error).__name__ + text


def _note_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Note an error that nobody handled, without the values that asyncio would write."""
    logger.error("an error in the event loop", exc_info=context.get("exception"))


def _log_lines(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # Its warnings are about requests that make no sense: whoever sends them must not fill the log.
    logging.getLogger("uvicorn.error").setLevel(max(logging.ERROR, logging.getLogger().level))
