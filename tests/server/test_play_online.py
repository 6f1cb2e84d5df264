"""`lastcard play --table URL`: the terminal game at an online table, as a person uses it."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import AsyncMock

import pytest

from lastcard.online import protocol as p
from lastcard.online.client import Account
from lastcard.session.online import OnlineSession
from lastcard.terminal.online import OnlineGame
from online import ServerProcess, play, run, soon


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory):
    with ServerProcess(tmp_path_factory.mktemp("server") / "tables.db") as server:
        yield server.url


class Person:
    """Someone at a terminal."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.said: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lastcard", "play", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, env={**os.environ, "LASTCARD_HOME": str(folder)},
        )  # fmt: skip

    def type(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def reads(self, *texts: str) -> str:
        """Read on until a line contains one of these texts; return that line."""
        assert self.process.stdout is not None
        while line := self.process.stdout.readline():
            self.said.append(line)
            if any(text in line for text in texts):
                return line
        raise AssertionError(f"{texts} was never said: {''.join(self.said)}")

    def quit(self) -> int:
        self.type("quit")
        out, _ = self.process.communicate(timeout=30)
        self.said.append(out)
        return self.process.returncode


HINT = re.compile(r"A careful player would (?:play |name |)(.+?)(?: and name (\w+))?(, and call)?(: .+)?\.\n")


def play_round(ann: Person) -> set[str | None]:
    """Make a table with a bot and play a round by hints; return the reasons that were told."""
    ann.reads("You host this table")
    ann.type("bots greedy", "start")
    reasons = set()
    while not _ends(ann):
        ann.type("?")
        while "ask again" in ann.reads("A careful player would ", "ask again"):
            ann.type("?")
        hint = HINT.fullmatch(ann.said[-1])
        assert hint is not None, ann.said[-1]
        what, colour, call, reason = hint.groups()
        reasons.add(reason)
        ann.type(f"{what.removesuffix(' the cards')} {colour or ''}{'!' if call else ''}")
    return reasons


def test_a_person_makes_a_table_and_plays_a_round_by_hints(url: str, tmp_path: Path) -> None:
    ann = Person(tmp_path, "--table", url, "--names", "Ann", "--seats", "2", "--rules", "official")
    reasons = play_round(ann)
    assert any("Totals: You" in line for line in ann.said)
    assert reasons - {None}
    assert ann.quit() == 0
    assert not any("one card left" in line for line in ann.said)


def test_a_last_card_is_announced_where_the_rules_have_it(url: str, tmp_path: Path) -> None:
    """D40 public-warn; nobody goes out without having had one card, as one card is played at a time."""
    rules = "official+hand=2+count-info=public-warn"
    ann = Person(tmp_path, "--table", url, "--names", "Ann", "--seats", "2", "--rules", rules)
    play_round(ann)
    assert any(re.fullmatch(r"(You have|\w+ has) one card left\.\n", line) for line in ann.said)
    assert ann.quit() == 0


@pytest.mark.parametrize("asked", ["why", "hint", "?"])
def test_a_person_asks_what_the_rules_say_about_a_card(asked: str, url: str, tmp_path: Path) -> None:
    ann = Person(tmp_path, "--table", url, "--names", "Ann", "--seats", "2", "--rules", "juno-serious")
    ann.reads("You host this table")
    ann.type("bots greedy", "start")
    assert not _ends(ann)
    for card, name in {"b3": "Blue 3", "w": "Wild"}.items():
        ann.type(f"{asked} {card}")
        told = ann.reads(f"{name} is ")
        assert re.fullmatch(rf"{name} is (allowed|refused): .+\.\n", told)
    ann.type("score", "help")
    assert re.search(r"Totals: You 0, \w+ 0\.", ann.reads("Totals"))
    assert ann.quit() == 0
    assert not any("undo" in line for line in ann.said)


def test_a_hint_that_is_out_of_date_is_not_told() -> None:
    """The table may change after the server answers; what was good advice is then misleading."""
    lines: list[str] = []
    table = SimpleNamespace(ask=AsyncMock(return_value={"action": "r5", "v": 7}), v=8)
    session = OnlineSession.__new__(OnlineSession)
    session.table = table  # type: ignore[assignment]
    game = OnlineGame(session, SimpleNamespace(say=lines.append))  # type: ignore[arg-type]
    asyncio.run(game._hint())
    assert lines == ["Something has happened meanwhile; ask again."]


def _ends(person: Person) -> bool:
    """Read on to the next question to this person, or to the end of the round."""
    assert person.process.stdout is not None
    while line := person.process.stdout.readline():
        person.said.append(line)
        if "Press Enter" in line:
            return True
        if line.rstrip().endswith(">"):
            return False
    raise AssertionError("".join(person.said))


def test_a_person_joins_by_code_and_comes_back_to_the_same_seat(url: str, tmp_path: Path) -> None:
    async def main() -> str:
        cyd = await Account.make(url, "Cyd")
        return (await cyd.post("/api/tables", {"seats": 3}))["code"]

    code = run(main())
    for _ in range(2):
        ben = Person(tmp_path, "--table", f"{url}/t/{code}", "--names", "Ben")
        assert re.fullmatch(r"Seat 1: Ben \(you\)\n", ben.reads("Seat 1"))
        assert ben.quit() == 0
    assert list(json.loads((tmp_path / "online.json").read_text())) == [url]


def test_people_see_each_other_speak(url: str, tmp_path: Path) -> None:
    async def main() -> None:
        cyd = await Account.make(url, "Cyd")
        table = await cyd.join(await cyd.create(seats=2))
        ben = Person(tmp_path, "--table", f"{url}/t/{table.ref}", "--names", "Ben")
        await soon(table, lambda: table.room["seats"][1]["name"] == "Ben")
        await table.do(p.Say, text="Hello Ben")
        await asyncio.to_thread(ben.reads, "Cyd: Hello Ben")
        await table.do(p.Start)
        await asyncio.to_thread(ben.reads, "The opening card is")
        await play(table, lambda table: table.seat not in table.game["status"]["awaited"])
        await table.close()
        assert await asyncio.to_thread(ben.quit) == 0

    run(main())


def test_the_host_moderates_and_says_who_is_youngest(url: str, tmp_path: Path) -> None:
    async def main() -> None:
        rules = "official+dealer-pick=youngest"
        ann = Person(tmp_path, "--table", url, "--names", "Ann", "--seats", "3", "--rules", rules)
        ref = (await asyncio.to_thread(ann.reads, "A new table")).split("/t/")[1].strip()
        ben = await (await Account.make(url, "Ben")).join(ref)
        eve = await (await Account.make(url, "Eve")).join(ref)
        await ben.do(p.Sit)
        await asyncio.to_thread(ann.reads, "Ben takes a seat.")
        for typed, told in {
            "watchers": "Watching: Eve.", "mute eve": "Eve is muted.", "mute Zoe": "Nobody called 'Zoe' watches.",
            "unmute Eve": "Eve is allowed to write again.", "expel Eve": "Eve is sent away.",
            "watchers ": "Watching: nobody.", "youngest ben": "Ben counts as the youngest, or deals first.",
            "youngest Zoe": "Nobody called 'Zoe' sits here.",
        }.items():  # fmt: skip
            ann.type(typed)
            assert await asyncio.to_thread(ann.reads, told)
        await soon(ben, lambda: ben.room["youngest"] == 1)
        assert await asyncio.to_thread(ann.quit) == 0
        await ben.close()
        await eve.close()

    run(main())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--table", "ftp://x/y"), "is not the address of a table"),
        (("--table", "http://[::1"), "is not the address of a table"),
        (("--table", "http://localhost:port/"), "is not the address of a table"),
        (("--table", "http://127.0.0.1:9/t/BCDFGH"), "cannot be reached"),
        (("--table", "{url}/t/ZZZZZZ"), "there is no such table"),
        (("--table", "{url}/t/ZZZZZZ", "--rules", "one"), "leave out --rules"),
        (("--table", "{url}", "--resume"), "leave out --resume"),
        (("--table", "{url}", "--names", "A,B"), "give one name"),
        (("--table", "{url}", "--rules", "offical"), "official"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(url: str, tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    person = Person(tmp_path, *(option.format(url=url) for option in options))
    out, _ = person.process.communicate(timeout=30)
    assert person.process.returncode == 2
    assert said in out and out.startswith("lastcard: ") and out.count("\n") == 1
