"""The checker of histories finds every kind of fault it promises to find."""

import asyncio
import copy
from collections.abc import Callable
from typing import Any

import pytest

from history import History, Line, StoredRow, faults, prove, stored
from lastcard.online import protocol as p
from lastcard.online.client import Account, OnlineTable
from lastcard.online.server.store import entries as log
from online import ServerProcess, close, play, run, soon

Run = tuple[History, list[StoredRow]]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A short history of two players and a spectator, with a restart of the server and a player who reconnects."""
    data = tmp_path_factory.mktemp("history") / "tables.db"
    history = History()
    server = ServerProcess(data).start()

    async def main() -> None:
        accounts = [await Account.make(server.url, name) for name in ("Ann", "Ben", "Cyd")]
        history.link = await accounts[0].create(seats=2, rules="official")
        ann, ben, cyd = [await history.join(account, name) for account, name in zip(accounts, "abc", strict=True)]
        await ben.do(p.Sit)
        await ann.do(p.Start)
        await play_to(3, ann, ben)
        server.kill()
        server.start()
        await cyd.do(p.Say, text="again")
        await play_to(8, ann, ben)
        v = await ann.do(p.Say, text="done")
        for table in (ann, ben, cyd):
            await soon(table, lambda table=table: table.v >= v["v"])
        await close(ann, ben, cyd)

    run(main())
    server.kill()
    rows = stored(data)[history.link]
    prove(history, rows, settled=False)
    return history, rows


async def play_to(ply: int, *tables: OnlineTable) -> None:
    for table in tables:
        await soon(table, lambda table=table: table.room["phase"] == "playing")
    await asyncio.gather(*(play(table, lambda table: table.game["ply"] >= ply) for table in tables))


def find(history: History, test: Callable[[Line], Any]) -> int:
    return next(place for place, line in enumerate(history.lines) if test(line))


def is_push(line: Line) -> bool:
    return line.message["t"] == "ev" and line.message["what"]["kind"] == "move"


def acked_move(history: History) -> Line:
    return history.lines[find(history, lambda line: is_push(line) and "ack" in line.message)]


def last_welcome(history: History) -> Line:
    """Return the welcome with the highest version: the others were told of that version, too."""
    welcomes = [line for line in history.lines if line.message.get("tail") is not None]
    return max(welcomes, key=lambda line: line.message["v"])


# ---------------------------------------------------------------- planted faults


def skips_a_version(history: History, rows: list[StoredRow]) -> None:
    del history.lines[find(history, is_push)]


def repeats_a_version(history: History, rows: list[StoredRow]) -> None:
    place = find(history, lambda line: is_push(line) and "ack" not in line.message)
    history.lines.insert(place, history.lines[place])


def tail_with_a_gap(history: History, rows: list[StoredRow]) -> None:
    place = find(history, lambda line: len(line.message.get("tail") or ()) > 0)
    del history.lines[place].message["tail"][0]


def thrown_back(history: History, rows: list[StoredRow]) -> None:
    place = find(history, lambda line: line.message.get("tail") is not None)
    message = history.lines[place].message
    message["v"], message["tail"] = 2, None


def forgets_what_it_saw(history: History, rows: list[StoredRow]) -> None:
    place = find(history, lambda line: line.message["t"] == "hello" and line.message["v"])
    history.lines[place].message["v"] -= 1


def sees_something_else(history: History, rows: list[StoredRow]) -> None:
    history.lines[find(history, is_push)].message["game"]["status"]["turn"] = 9


def sees_another_room(history: History, rows: list[StoredRow]) -> None:
    last_welcome(history).message["snapshot"]["room"]["locked"] = True


def sees_another_clock(history: History, rows: list[StoredRow]) -> None:
    last_welcome(history).message["snapshot"]["clock"]["bank"] = [1, 2]


def tail_tells_something_else(history: History, rows: list[StoredRow]) -> None:
    place = find(history, lambda line: len(line.message.get("tail") or ()) > 0)
    history.lines[place].message["tail"][-1]["at"] += 1


def loses_an_acknowledged_command(history: History, rows: list[StoredRow]) -> None:
    place = acked_move(history).message["v"] - 1
    rows[place] = rows[place]._replace(guest="", cmd="")


def does_a_command_twice(history: History, rows: list[StoredRow]) -> None:
    first = rows[acked_move(history).message["v"] - 1]
    rows[-1] = rows[-1]._replace(guest=first.guest, cmd=first.cmd)


def does_what_it_refused(history: History, rows: list[StoredRow]) -> None:
    line = acked_move(history)
    nack = {"t": "nack", "nack": line.message.pop("ack"), "code": "stale", "v": line.message["v"]}
    history.lines.append(Line(line.client, "in", nack))


def does_what_nobody_sent(history: History, rows: list[StoredRow]) -> None:
    rows[-1] = rows[-1]._replace(guest="x", cmd="x")


def does_something_else(history: History, rows: list[StoredRow]) -> None:
    place = acked_move(history).message["v"] - 1
    rows[place] = rows[place]._replace(entry=log.Said(0, "Ann", "hello"))


def answers_twice(history: History, rows: list[StoredRow]) -> None:
    line = acked_move(history)
    history.lines.append(Line(line.client, "in", {"t": "ack", "ack": line.message["ack"], "v": 1}))


def answers_what_nobody_asked(history: History, rows: list[StoredRow]) -> None:
    history.lines.append(Line("a", "in", {"t": "nack", "nack": "x", "code": "stale", "v": 1}))


def acknowledges_the_wrong_version(history: History, rows: list[StoredRow]) -> None:
    place = find(history, lambda line: line.message.get("text") == "done" and line.way == "out")
    name = history.lines[place].message["id"]
    at = find(history, lambda line: line.message.get("ack") == name)
    del history.lines[at].message["ack"]
    history.lines.insert(at, Line(history.lines[at].client, "in", {"t": "ack", "ack": name, "v": 3}))


def log_with_a_gap(history: History, rows: list[StoredRow]) -> None:
    del rows[-1]
    rows[-1] = rows[-1]._replace(v=rows[-1].v + 1)


def acts_for_another(history: History, rows: list[StoredRow]) -> None:
    place = acked_move(history).message["v"] - 1
    rows[place] = rows[place]._replace(guest="someone")


def comes_before_what_was_acknowledged(history: History, rows: list[StoredRow]) -> None:
    last = find(history, lambda line: line.message.get("text") == "done" and line.way == "out")
    first = acked_move(history).message["ack"]
    earlier = find(history, lambda line: line.message.get("id") == first)
    line = history.lines.pop(earlier)
    history.lines.append(line)
    assert last > earlier


def draws_another_card(history: History, rows: list[StoredRow]) -> None:
    place = find(history, lambda line: is_push(line) and (line.message.get("you") or {}).get("hand"))
    hand = history.lines[place].message["you"]["hand"]
    hand[0] = "w" if hand[0] != "w" else "w+4"


def sees_another_card(history: History, rows: list[StoredRow]) -> None:
    for line in history.lines:
        if is_push(line):
            line.message["what"]["events"] = []
            (line.message.get("you") or {}).pop("events", None)


def deals_from_another_secret(history: History, rows: list[StoredRow]) -> None:
    place = next(place for place, row in enumerate(rows) if isinstance(row.entry, log.Dealt))
    entry = rows[place].entry
    assert isinstance(entry, log.Dealt)
    entry.number += 1


PLANTED = [
    (skips_a_version, "gets version"),
    (repeats_a_version, "gets version"),
    (tail_with_a_gap, "the tail does not lead"),
    (thrown_back, "is thrown back"),
    (forgets_what_it_saw, "says hello with version"),
    (sees_something_else, "the public part of version"),
    (sees_another_room, "the room, game or clock of version"),
    (sees_another_clock, "the room, game or clock of version"),
    (tail_tells_something_else, "of version"),
    (loses_an_acknowledged_command, "but the log has it at None"),
    (does_a_command_twice, "happened twice"),
    (does_what_it_refused, "was refused, but happened"),
    (does_what_nobody_sent, "was sent by nobody"),
    (does_something_else, "is not what was sent"),
    (answers_twice, "two answers"),
    (answers_what_nobody_asked, "which it did not send"),
    (acknowledges_the_wrong_version, "was acknowledged at version"),
    (log_with_a_gap, "the log skips"),
    (acts_for_another, "in the name of another guest"),
    (comes_before_what_was_acknowledged, "but comes before it"),
    (draws_another_card, "the twin"),
    (sees_another_card, "the twin"),
    (deals_from_another_secret, "the twin"),
]


@pytest.mark.parametrize(("plant", "says"), PLANTED, ids=[plant.__name__ for plant, _ in PLANTED])
def test_a_planted_fault_is_found(sound: Run, plant: Callable[[History, list[StoredRow]], None], says: str) -> None:
    history, rows = copy.deepcopy(sound)
    plant(history, rows)
    assert any(says in fault for fault in faults(history, rows))


def test_a_client_that_has_not_seen_everything_is_found(sound: Run) -> None:
    history, rows = copy.deepcopy(sound)
    rows.append(StoredRow(len(rows) + 1, "", "", log.Said(None, "Cyd", "more")))
    with pytest.raises(AssertionError, match="ends at version"):
        prove(history, rows)


def test_a_sound_history_has_no_faults(sound: Run) -> None:
    history, rows = sound
    assert list(faults(history, rows)) == []


def test_the_run_that_is_checked_has_something_of_everything(sound: Run) -> None:
    history, _ = sound
    kinds = {line.message["t"] for line in history.lines}
    assert kinds >= {"hello", "welcome", "ev", "act", "say", "sit", "start"}
    assert any(line.message.get("tail") for line in history.lines)
