"""Frames that no honest client sends, and a client that sends them and counts the answers.

`make hostile` sends a million of them to a server of its own, and lets one address flood another (floods.py).
"""

import argparse
import asyncio
import json
import random
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed

import floods
from lastcard.online.client import Account
from lastcard.online.protocol import LARGEST_FRAME
from online import PATIENCE, ServerProcess
from wire import Wire

TABLES = 32  # attacked at once
ACTIONS = [
    "r5", "r5!", "w:g", "draw", "pass", "take", "call", "catch 0", "catch 9", ">1", "ready", "done", ":r", "r7>1",
    "r5g5", "leave", "?", "draw draw", "challenge",
]  # fmt: skip
RARE = {"stand": 0.1, "pause": 0.1, "leave": 0.1, "settings": 0.1, "close": 0.05}  # few can follow these
KINDS: dict[str, dict[str, list[Any]]] = {
    "sit": {"seat": [0, 1, 9, None]},
    "stand": {},
    "bots": {"level": ["random", "careful"], "seat": [0, 3, None]},
    "remove": {"seat": [0, 1, 9]},
    "watchers": {},
    "mute": {"who": ["0" * 16, "f" * 16], "on": [True, False]},
    "expel": {"who": ["0" * 16]},
    "youngest": {"seat": [0, 1, 9]},
    "settings": {"rules": ["official", "one", "official+stack", "x" * 900], "seats": [2, 10], "pace": ["off", "quick"]},
    "lock": {"on": [True, False]},
    "host": {"seat": [0, 9]},
    "start": {},
    "nonce": {"nonce": ["0" * 32, "f" * 32]},
    "act": {"action": ACTIONS},
    "next": {},
    "rematch": {},
    "pause": {},
    "resume": {},
    "say": {"text": ["hello", "\u202e\u0007", "é" * 300, "<script>", "\U0001f600" * 100]},
    "react": {"mark": ["clap", "heart"]},
    "why": {"action": ACTIONS},
    "hint": {},
    "ping": {"n": [0, 2**52]},
    "leave": {},
    "close": {},
}
WEIGHTS = [RARE.get(kind, 8 if kind == "act" else 1) for kind in KINDS]
ODD: list[Any] = [
    None, True, False, 0, -1, 10**30, -(2**63), 1.5, 1e308, "", "x", "\x00", "\ud800", "\u202e", "r5" * 500, [], {},
    [[]], {"t": "say"}, ["r5"], "0" * 31, 2**53, "9" * 100,
]  # fmt: skip
RAW = [
    "", " ", "null", "[]", "{}", "1", '"x"', "{", "}", '{"t":', '{"t":"say"', "NaN", '{"t":NaN}', "\x00", "\ufeff{}",
    '{"t":"say","t":"close"}', '{"id":"x"}', '{"t":1}', '{"t":null,"id":"a"}',
    "[" * 2000, '{"a":' * 600 + "1" + "}" * 600,
    '{"t":"hello","protocol":1,"ticket":"x"}', '{"t":"ev","v":1}', '{"t":"say","id":"\\ud800","v":0,"text":"a"}',
    '{"t":"act","id":"' + "i" * 41 + '","v":0,"action":"draw"}', '{"t":"say","id":"a b","v":0,"text":"a"}',
]  # fmt: skip


def a_command(rng: Random, v: int) -> dict[str, Any]:
    """Return a command that can be read."""
    (kind,) = rng.choices(list(KINDS), WEIGHTS)
    fields = {name: rng.choice(values) for name, values in KINDS[kind].items() if rng.random() < 0.9}
    name = f"i{rng.randrange(10**6)}"
    version = v if rng.random() < 0.8 else rng.choice([0, v + 1, v + 10**6, 2**53 - 1])
    return {"t": kind, **({} if kind == "ping" else {"id": name, "v": version}), **fields}


def a_frame(rng: Random, v: int) -> str | bytes:
    """Return a frame: a command, a broken command, something else, or bytes."""
    dice = rng.random()
    if dice < 0.08:
        return rng.choice(RAW)
    if dice < 0.1:
        return rng.randbytes(rng.randrange(200))
    command = a_command(rng, v)
    if dice < 0.5:
        return json.dumps(command)
    if dice < 0.8:
        _break(command, rng)
        return json.dumps(command)[:LARGEST_FRAME]
    text = json.dumps(command)
    place = rng.randrange(len(text))
    added = rng.choice(["", "\x00", '"', "{", "9" * 30, "\u00e9", "\\"])
    return text[:place] + added + text[place + rng.randrange(3) :]


def _break(command: dict[str, Any], rng: Random) -> None:
    name = rng.choice(list(command))
    change = rng.randrange(4)
    if change == 0:
        del command[name]
    elif change == 1:
        command[rng.choice(["x", "guest", "seat", "by", ""])] = rng.choice(ODD)
    else:
        command[name] = rng.choice(ODD)


class Assault:
    """Sends frames over one socket and counts what comes back: every frame is answered, or the socket is closed."""

    def __init__(self, wire: Wire, rng: Random) -> None:
        self.wire = wire
        self.rng = rng
        self.sent = self.answered = 0
        self.code: int | None = None  # with which the server closed the socket
        self.closed = False  # whether the host has closed the table
        self.heard: set[str] = set()
        self._past: list[str | bytes] = []

    async def run(self, many: int, at_once: int = 50) -> None:
        """Send frames until enough are sent or the socket is closed."""
        while self.sent < many and self.code is None:
            frames = self._batch(min(at_once, many - self.sent))
            try:
                for frame in frames:
                    await self.wire.send(frame)
                    self.sent += 1
                await self._hear()
            except ConnectionClosed as error:
                self.code = error.rcvd.code if error.rcvd is not None else 1006
                with suppress(ConnectionClosed):  # what came before the end
                    while True:
                        await self._take()

    def _batch(self, many: int) -> list[str | bytes]:
        """Return frames, some of which were sent and answered before."""
        again = self.rng.sample(self._past, min(2, many - 1, len(self._past)))
        self._past = [a_frame(self.rng, self.wire.v) for _ in range(many - len(again))]
        return self._past + again

    async def _hear(self) -> None:
        while self.answered < self.sent:
            await self._take()

    async def _take(self) -> None:
        async with asyncio.timeout(PATIENCE):
            message = json.loads(await self.wire.socket.recv(decode=False))
        self.wire.v = max(self.wire.v, message.get("v", 0))
        self.answered += "ack" in message or "nack" in message or message["t"] == "pong"
        self.closed = self.closed or message.get("what", {}).get("kind") == "ended"
        if "nack" in message:
            self.heard.add(message["code"])


def check(done: list[Assault]) -> None:
    """Check that every frame was answered; a socket is closed only if its table was, and says so first."""
    for one in done:
        assert one.answered == one.sent if one.code is None else (one.code, one.closed) == (4005, True), vars(one)
    assert "fault" not in set().union(*(one.heard for one in done))


async def begin(wires: list[Wire]) -> None:
    """Start a match of a host, a player, a program and a bot; the last but one only watches."""
    for wire in (wires[1], wires[3]):
        await wire.command("sit")
    await wires[0].reach(wires[3].v)
    await wires[0].command("bots", level="greedy")
    await wires[0].command("start")


async def attack(url: str, many: int, seed: int, tables: int = 1) -> list[Assault]:
    """Attack tables, so many at once, until enough frames are sent."""
    done = await asyncio.gather(*(_attack(url, many // tables, seed + place) for place in range(tables)))
    return [assault for part in done for assault in part]


async def _attack(url: str, many: int, seed: int) -> list[Assault]:
    """Let a host, a player, a visitor and a program attack tables, one after another."""
    rng, done, sent = Random(seed), [], 0
    while sent < many:
        accounts = [await Account.make(url, name, program=name == "Prog") for name in ("Ann", "Ben", "Cyd", "Prog")]
        link = await accounts[0].create(seats=4, pace="off", public=True)
        wires = [await Wire.join(account, link) for account in accounts]
        if rng.random() < 0.8:
            await begin(wires)
        assaults = [Assault(wire, Random(rng.random())) for wire in wires]
        each = min(2_000, (many - sent + len(wires) - 1) // len(wires))
        await asyncio.gather(*(assault.run(each) for assault in assaults))
        sent += sum(assault.sent for assault in assaults)
        done += assaults
        for wire in wires:
            await wire.close()
    return done


def main() -> None:
    """Send many frames to a server, and tell how it answered."""
    parser = argparse.ArgumentParser(description="Attack a server of its own with frames that no honest client sends.")
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--commands", type=int, default=250, help="of a table beside each flood (30 seconds)")
    parser.add_argument("--connections", type=int, default=1_200, help="of each flood at once")
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "tables.db", limits=1) as server:
        asyncio.run(floods.measure(server.url, args.commands, args.connections))
        assert (stopped := server.stop()) == (0, ""), stopped
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder) / "tables.db", haste=0.001, limits=1e6) as server,
    ):
        done = asyncio.run(attack(server.url, args.frames, args.seed, TABLES))
        status, logged = server.stop()
    codes = sorted({assault.code for assault in done if assault.code is not None})
    print(f"{sum(one.sent for one in done):,} frames, {sum(one.answered for one in done):,} answers, closed: {codes}")
    print(f"refusals: {sorted(set().union(*(one.heard for one in done)))}")
    assert status == 0 and not logged, logged
    check(done)


if __name__ == "__main__":
    main()
