"""Two real servers whose tables differ only in what one seat cannot know send that seat the same bytes."""

import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from lastcard.core.terms import OVER
from lastcard.game.events import told_to
from lastcard.game.round import Round
from lastcard.notation import write_position
from lastcard.online.client import Account
from lastcard.rules import Ruleset
from online import ServerProcess, run
from strategies import seat_counts
from twins import HOUSES, NAMES, agreed_move, attempts, outcome, twin_rounds
from walks import Walk
from wire import Wire

SERVER = str(Path(__file__).parent.parent / "arranged_server.py")
# Times and the names that a server draws at random: of a fixed size, and different at any two tables.
RANDOM = re.compile(
    rb'"(at|now|next|opens|hold|turn|until)":\d{13}|"(epoch|match|table|commitment)":"[0-9a-f]{16,64}"'
    rb'|"mark":"[0-9a-f]{11}-[0-9a-f]{24}"'
)


class Scene(NamedTuple):
    """Twin positions, the seat that cannot tell them apart, and what happens: a command, a seat and an action each."""

    rules: str
    seats: int
    viewer: int
    positions: tuple[str, str]
    acts: list[tuple[str, int, str]]


def scenes(rules: str, seed: int) -> list[Scene]:
    """Return a scene for each seat of a small table."""
    ruleset = Ruleset.from_id(rules)
    seats = seat_counts(ruleset)[0]
    return [_scene(ruleset, seats, viewer, seed + viewer) for viewer in range(seats)]


def _scene(rules: Ruleset, seats: int, viewer: int, seed: int) -> Scene:
    while True:
        walk = Walk(rules, seats, seed)
        for _ in walk.steps(walk.rng.randint(0, 10)):
            pass
        seed += 1000
        if walk.state.phase == OVER:
            continue
        pair = tuple(write_position(round_.live_state(), rules) for round_ in twin_rounds(walk, viewer))
        acts = _acts(*(Round.from_position(line) for line in pair), walk, viewer)
        if acts and pair[0] != pair[1]:
            return Scene(rules.id, seats, viewer, pair, acts)


def _acts(one: Round, other: Round, walk: Walk, viewer: int) -> list[tuple[str, int, str]]:
    """Return what everybody does: moves that tell the viewer the same at both tables, and what the viewer tries."""
    found: list[tuple[str, int, str]] = []
    for _ in range(5):
        for text in attempts(one.view(viewer), walk.rng, 1):
            kind = "act" if outcome(one, viewer, text) == outcome(other, viewer, text) == "refused" else "why"
            found.append((kind, viewer, text))
        move = agreed_move(one, other, viewer, walk.rng)
        if move is None or any(round_.prepare(*move).played.status.over for round_ in (one, other)):
            break
        told = [told_to(round_.act(*move), viewer) for round_ in (one, other)]
        assert told[0] == told[1]
        found.append(("act", *move))
    return found


async def watched(accounts: list[Account], scene: Scene) -> tuple[list[bytes], list[bytes]]:
    """Play a scene at a server; return what the viewer and a spectator were sent."""
    link = await accounts[0].create(rules=scene.rules, seats=scene.seats, pace="off")
    wires = [await Wire.join(account, link) for account in accounts[: scene.seats]]
    watcher = await Wire.join(accounts[-1], link)
    everyone = [*wires, watcher]
    for wire in wires[1:]:
        await wire.command("sit")
    await wires[0].reach(wires[-1].v)
    await wires[0].command("start")
    opened = None
    for kind, seat, text in scene.acts:
        for wire in everyone:
            await wire.reach(max(one.v for one in everyone))
        answer = await wires[seat].command(kind, action=text)
        opens = answer.get("clock", {}).get("opens")
        if opens is not None and opens != opened:
            opened = opens
            await wires[seat].reach(answer["v"] + 1)  # the window opens by itself
    for wire in everyone:
        await wire.reach(max(one.v for one in everyone))
        await wire.close()
    return wires[scene.viewer].frames, watcher.frames


async def everything(url: str, played: list[Scene]) -> list[tuple[list[bytes], list[bytes]]]:
    accounts = [await Account.make(url, name) for name in (*NAMES[:4], "Zoe")]
    return [await watched(accounts, scene) for scene in played]


@pytest.mark.parametrize("part", range(2))
def test_twin_servers_send_a_seat_and_a_spectator_equal_bytes(tmp_path: Path, part: int) -> None:
    played = [scene for rules in HOUSES[part::2] for scene in scenes(rules, 1)]
    streams = []
    for side in range(2):
        positions: dict[str, list[str]] = {}
        for scene in played:
            positions.setdefault(scene.rules, []).append(scene.positions[side])
        file = tmp_path / f"{side}.json"
        file.write_text(json.dumps(positions))
        data = tmp_path / f"{side}.db"
        with ServerProcess(data, haste=0.001, env={"POSITIONS": str(file)}, program=(SERVER,)) as server:
            streams.append(run(everything(server.url, played)))
            status, logged = server.stop()
            assert (status, logged) == (0, ""), "the log of a server without faults is empty"
    for scene, *sides in zip(played, *streams, strict=True):
        for here, there in zip(*sides, strict=True):
            assert [len(frame) for frame in here] == [len(frame) for frame in there], scene
            assert [RANDOM.sub(b"", frame) for frame in here] == [RANDOM.sub(b"", frame) for frame in there], scene
    assert sum(len(scene.acts) for scene in played) > 5 * len(played)
