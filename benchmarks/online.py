"""What the online table costs: an open-loop load against `lastcard serve`, beside the same server without rules.

    make bench-online                          everything (about ten minutes)
    python benchmarks/online.py --quick        a few seconds, to see that it runs
    python benchmarks/online.py --write        also into benchmarks/results.md

This process makes the load; the server is another.  Moves are sent by a timetable, whether earlier ones were answered
or not, and the time of a move counts from when it was due, so a server that stalls cannot hide it.
"""

import argparse
import asyncio
import gc
import itertools
import os
import resource
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import uvloop

from online_clients import Client, Guest, Http, Player, Times, bounded, open_table
from results import machine, write_part

HERE = Path(__file__).parent
RULES = "official"
MOVES = 40  # at which the memory of a table is taken
WINDOWS = "0.001"  # windows to claim in are over at once; they would only count as waiting
PAGE = os.sysconf("SC_PAGE_SIZE")
TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    tables: int = 250
    rate: int = 500  # moves a second
    large_tables: int = 50  # of ten seats
    large_rate: int = 100
    seconds: float = 8.0
    warm: float = 2.0
    turns: int = 3
    idle: int = 5_000
    copies: int = 5  # of the tables, for a restart with many
    wanted: int = 100  # tables that are asked for one by one after a restart
    settle: float = 7.0  # seconds; every socket has been pinged since


QUICK = Size(8, 40, 2, 20, 1.0, 0.2, 1, 40, 3, 5, 0.0)


class Server:
    """A server in a process of its own; `bare` is the one without rules."""

    def __init__(self, data: Path, *, bare: bool = False) -> None:
        self.data = data
        self.bare = bare
        self.metrics = _free_port()
        entry = [str(HERE / "online_bare.py")] if bare else ["-m", "lastcard"]
        self._command = [sys.executable, *entry, "serve", "--port", "0", "--data", str(data), "--haste", WINDOWS,
                         "--limits", "1000000", "--metrics", str(self.metrics), "--log", "error"]  # fmt: skip

    def __enter__(self) -> "Server":
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if "served at" not in line:
            raise RuntimeError("the server did not start")
        self.http = Http(int(line.rstrip("/\n").rpartition(":")[2]))
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.communicate()

    def cpu(self) -> float:
        """Return the seconds of processor time it has used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self) -> int:
        """Return the bytes it holds in memory."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * PAGE

    async def longest_pause(self) -> float:
        """Return the longest pause of its collector, in seconds."""
        page = (await Http(self.metrics).get("/metrics")).decode()
        (line,) = (line for line in page.splitlines() if line.startswith("lastcard_longest_gc_seconds "))
        return float(line.split()[1])


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


async def guests_of(server: Server, number: int) -> list[Guest]:
    """Make guests."""
    return await bounded(Guest.make(server.http, f"guest {place}") for place in range(number))


class Tables:
    """Tables that are being played, with the guests on their seats."""

    def __init__(self, times: Times, guests: list[Guest], links: list[str], players: list[Player]) -> None:
        self.times = times
        self.guests = guests
        self.links = links
        self.players = players

    @classmethod
    async def open(cls, server: Server, tables: int, seats: int) -> "Tables":
        """Make tables and begin to play at them."""
        times, guests = Times(), await guests_of(server, tables * seats)
        opened = await bounded(
            open_table(guests[place * seats : place * seats + seats], times, place, rules=RULES, bare=server.bare)
            for place in range(tables)
        )
        return cls(times, guests, [link for link, _ in opened], [player for _, player in opened])

    @property
    def clients(self) -> list[Client]:
        """All sockets."""
        return [client for player in self.players for client in player.clients]

    async def play(self, rate: int, seconds: float) -> None:
        """Send moves by a timetable, table after table."""
        began = time.perf_counter()
        for number, player in zip(range(int(rate * seconds)), itertools.cycle(self.players)):
            due = began + number / rate
            if (early := due - time.perf_counter()) > 0:
                await asyncio.sleep(early)
            player.plan(due)

    async def play_closed(self, seconds: float) -> None:
        """Make each move as soon as the one before is answered."""
        for player in self.players:
            player.run_closed(True)
        await asyncio.sleep(seconds)
        for player in self.players:
            player.run_closed(False)

    async def play_to(self, moves: int) -> None:
        """Play a number of moves at every table."""
        for player in self.players:
            player.most = player.moves + moves
            player.run_closed(True)
        while any(player.moves < player.most for player in self.players):
            await asyncio.sleep(0.05)


# ---------------------------------------------------------------- moves


@dataclass(frozen=True)
class Load:
    """What one run under load showed; times in seconds, processor time a move."""

    sockets: int
    sent: float  # moves a second that were answered
    middle: float
    slow: float  # 99 of 100 are faster
    cpu: float
    pause: float
    frame: float  # bytes
    refused: int
    closed: float = 0.0  # moves a second when nobody waits
    closed_cpu: float = 0.0


async def load(server: Server, size: Size, tables: int, seats: int, rate: int) -> Load:
    """Play at many tables by a timetable, then as fast as the server can."""
    playing = await Tables.open(server, tables, seats)
    times = playing.times
    gc.collect()
    gc.freeze()
    await playing.play(rate, size.warm)
    times.clear()
    cpu, began = server.cpu(), time.perf_counter()
    await playing.play(rate, size.seconds)
    cpu, took = server.cpu() - cpu, time.perf_counter() - began
    acked, refused = sorted(times.acked), times.refused
    pause = await server.longest_pause()
    await asyncio.sleep(0.2)

    times.clear()
    closed_cpu, began = server.cpu(), time.perf_counter()
    await playing.play_closed(size.seconds / 2)
    closed_cpu, closed_took = server.cpu() - closed_cpu, time.perf_counter() - began
    closed = len(times.acked)
    received = [(client.received, client.frames) for client in playing.clients]
    for client in playing.clients:
        client.close()
    frame = sum(size for size, _ in received) / max(1, sum(frames for _, frames in received))
    return Load(len(received), len(acked) / took, acked[len(acked) // 2], acked[int(len(acked) * 0.99)],
                cpu / len(acked), pause, frame, refused, closed / closed_took, closed_cpu / max(1, closed))  # fmt: skip


async def run_load(size: Size, seats: int, *, bare: bool) -> Load:
    """Measure a new server under load."""
    tables, rate = (size.tables, size.rate) if seats == 4 else (size.large_tables, size.large_rate)
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "tables.db", bare=bare) as server:
        return await load(server, size, tables, seats, rate)


def load_lines(size: Size) -> list[str]:
    """Measure servers with and without rules in turns, and return the table."""
    lines = [
        "| server | sockets | tables | moves/s | p50 | p99 | CPU a move | collector's pause | closed loop, moves/s "
        "| its CPU a move | bytes a frame | refused | load |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for _ in range(size.turns):
        for seats, bare in ((4, True), (4, False), (10, True), (10, False)):
            one = uvloop.run(run_load(size, seats, bare=bare))
            name = f"{'without' if bare else 'with'} rules, {seats} seats"
            lines.append(
                f"| {name} | {one.sockets:,} | {one.sockets // seats} | {one.sent:.0f} | {one.middle * 1e3:.1f} ms "
                f"| {one.slow * 1e3:.1f} ms | {one.cpu * 1e6:.0f} µs | {one.pause * 1e3:.1f} ms | {one.closed:,.0f} "
                f"| {one.closed_cpu * 1e6:.0f} µs | {one.frame:.0f} | {one.refused} | {os.getloadavg()[0]:.1f} |"
            )
            print(lines[-1], flush=True)
    return lines


# ---------------------------------------------------------------- memory


async def socket_memory(size: Size, folder: Path) -> float:
    """Return the bytes that a socket holds which watches a table and does nothing."""
    with Server(folder / "idle.db") as server:
        few = await Tables.open(server, 5, 2)
        guests = await guests_of(server, size.idle // 5)
        await bounded(guest.connect(few.links[0]) for guest in guests[:20])
        before = server.memory()
        jobs = [guest.connect(link) for link in few.links for guest in guests]
        clients = await bounded(jobs)
        await asyncio.sleep(size.settle)
        held = server.memory() - before
        for client in clients:
            client.close()
    return held / len(clients)


async def table_memory(server: Server, size: Size, socket_size: float) -> tuple[float, Tables]:
    """Return the bytes a table of four holds after some moves, without its sockets; the tables stay open."""
    warm = await Tables.open(server, 5, 4)
    await warm.play_to(MOVES)
    before = server.memory()
    tables = await Tables.open(server, size.tables, 4)
    await tables.play_to(MOVES)
    held = server.memory() - before
    return held / size.tables - 4 * socket_size, tables


# ---------------------------------------------------------------- restart


def copy_tables(data: Path, copies: int) -> None:
    """Make further tables in a log, each with the entries and the guests of one that is there."""
    with sqlite3.connect(data) as log:
        (top,) = log.execute("SELECT max(number) FROM tables").fetchone()
        for copy in range(1, copies):
            shift = copy * top
            log.execute(
                "INSERT INTO tables (number, link, code, public, checkpoint, ended)"
                " SELECT number + ?, link || ?, code || ?, public, checkpoint, ended FROM tables WHERE number <= ?",
                (shift, f"-{copy}", copy, top),
            )
            log.execute(
                "INSERT INTO entries (tab, v, at, guest, cmd, kind, format, data)"
                " SELECT tab + ?, v, at, guest, cmd, kind, format, data FROM entries WHERE tab <= ?",
                (shift, top),
            )
    log.close()


async def restart(data: Path, size: Size, tables: Tables) -> list[str]:
    """Start a server on a log with many running tables; ask for some one by one, then let everyone come back."""
    copy_tables(data, size.copies)
    links = [link if copy == 0 else f"{link}-{copy}" for copy in range(size.copies) for link in tables.links]
    began = time.perf_counter()
    with Server(data) as server:
        started = time.perf_counter() - began
        for guest in tables.guests:
            guest.http = server.http
        places = [(link, tables.guests[place % size.tables * 4 + seat])
                  for place, link in enumerate(links) for seat in range(4)]  # fmt: skip
        waits = [await _time_of(guest.connect(link)) for link, guest in places[-4 * size.wanted :: 4]]
        began = time.perf_counter()
        clients = await bounded((guest.come_back(link) for link, guest in places), len(places))
        back = time.perf_counter() - began
        for client, _ in clients:
            client.close()
    return [
        f"start with {len(links):,} running tables in the log: {started:.2f} s (wanted: 2 with 1,000)",
        f"a table is restored from the log after {median(waits) * 1e3:.0f} ms in the median and "
        f"{max(waits) * 1e3:.0f} ms at most, of {len(waits)} (wanted: 100 ms)",
        f"{len(clients):,} players back at {len(links):,} tables at once after a kill -9: {back:.1f} s, "
        f"{sum(failed for _, failed in clients):,} attempts failed (wanted: 30 s)",
    ]


async def _time_of(job: object) -> float:
    began = time.perf_counter()
    await job  # type: ignore[misc]
    return time.perf_counter() - began


async def other_lines(size: Size) -> list[str]:
    """Measure memory and restarts."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        idle = await socket_memory(size, folder)
        lines = [f"an idle socket: {idle / 1024:.1f} KiB, by {size.idle:,} of them (wanted: at most 30)"]
        with Server(folder / "tables.db") as server:
            held, tables = await table_memory(server, size, idle)
        lines.append(f"a table of four after {MOVES} moves: {held / 1024:.0f} KiB, without its sockets "
                     f"(wanted: at most 100)")  # fmt: skip
        for client in tables.clients:
            client.close()
        return lines + await restart(folder / "tables.db", size, tables)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a few seconds, to see that it runs")
    parser.add_argument("--write", action="store_true", help="also write into benchmarks/results.md")
    args = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    size = QUICK if args.quick else Size()
    lines = [f"`make bench-online` on: {machine()}, shared by the server and the load", ""]
    print(lines[0], flush=True)
    lines += load_lines(size)
    others = uvloop.run(other_lines(size))
    print("\n".join(others))
    lines += ["", *(f"- {line}" for line in others)]
    if args.write:
        write_part("Online", lines)


if __name__ == "__main__":
    main()
