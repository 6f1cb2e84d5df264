"""The arena: fair by rotation, honest about how sure it is, the same for the same seed, stable for programs."""

import json
import os
import pickle
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lastcard.arena import Result, pair_share, play, playing, processes, simulated, tables, wilson
from lastcard.arena.lots import Lot
from lastcard.arena.ratings import Ratings
from lastcard.arena.tables import Work, play_one
from lastcard.bots import make_bot
from lastcard.cli import main
from lastcard.cli.arena import report
from lastcard.core.layout import Rules
from lastcard.core.records import assign
from lastcard.errors import BotError, LastCardError
from lastcard.game.round import Round
from lastcard.rules import Ruleset

# ---------------------------------------------------------------- how sure one can be


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
        (1, 100, 0.0018, 0.0545),
    ],
)
def test_known_intervals(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_nothing_played_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("share", [0.05, 0.25, 0.5, 0.8])
def test_the_interval_holds_the_truth_in_95_of_100_cases(share: float) -> None:
    dice, trials = Random(1), 1500
    held = 0
    for _ in range(trials):
        low, high = wilson(sum(dice.random() < share for _ in range(200)), 200)
        held += low <= share <= high
    assert 0.93 < held / trials < 0.97


@pytest.mark.parametrize("bots", [["careful", "random"], ["greedy", "random", "careful"], ["random"] * 3 + ["careful"]])
def test_so_does_that_of_the_rotated_deals_of_an_arena(bots: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds of one deal are not independent: who wins one by the cards loses another.  So it holds rather more.

    Equal policies are left out: by rotation they come out equal to the last win, and their intervals always hold.
    """
    monkeypatch.setattr(Ratings, "RATED", 0)  # they take the most time
    truth = play("official+hand=3", bots, games=120_000, seed=99).tallies
    arenas = [play("official+hand=3", bots, games=90, seed=seed).tallies for seed in range(250)]
    for place, true in enumerate(truth):
        held = sum(low <= true.win_rate <= high for low, high in (tallies[place].interval for tallies in arenas))
        assert 0.92 <= held / len(arenas) < 1, f"{true.name} at {place}"


# ---------------------------------------------------------------- rotation


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_equal_bots_come_out_equal(seats: int) -> None:
    """Bots without chance of their own play every deal alike, so by rotation each of them wins it once."""
    result = play("official", ["greedy"] * seats, games=60 * seats, seed=3)
    assert [tally.wins for tally in result.tallies] == [60] * seats
    assert pair_share(result.beaten, 0, 1) == 0.5


def test_every_deal_is_played_from_each_rotation() -> None:
    rules = Ruleset.from_id("official")
    for deal in range(5):
        rounds = [play_one(Work(rules, ("greedy", "greedy", "greedy"), 7, deal, turn)) for turn in range(3)]
        assert len({played.moves for played in rounds}) == 1
        assert sorted(played.winners[0] for played in rounds) == [(0,), (1,), (2,)]
    lengths = {play_one(Work(rules, ("greedy", "greedy"), 7, deal, 0)).moves for deal in range(5)}
    assert len(lengths) > 1


def test_games_are_filled_up_to_whole_rotations() -> None:
    result = play("official", ["greedy", "random", "random"], games=10)
    assert result.games == 12
    assert [tally.games for tally in result.tallies] == [12] * 3


# ---------------------------------------------------------------- results


def told(result: Result) -> dict[str, Any]:
    """The result without what the clock said."""
    summary = result.summary()
    for key in ("seconds", "moves_per_second"):
        del summary[key]
    for bot in summary["bots"]:
        del bot["decision_ms"]
    return summary


def test_the_summary() -> None:
    summary = play("official", ["careful", "random"], games=400, seed=2).summary()
    assert list(summary) == [
        "rules", "seats", "games", "unfinished", "seed", "moves", "seconds", "moves_per_second", "bots", "pairs",
    ]  # fmt: skip
    assert [bot["name"] for bot in summary["bots"]] == ["careful", "random"]
    for bot in summary["bots"]:
        assert list(bot)[:6] == ["name", "games", "wins", "win_rate", "low", "high"]
        assert bot["games"] == 400
        assert bot["win_rate"] == bot["wins"] / 400
        assert bot["low"] < bot["win_rate"] < bot["high"]
    assert sum(bot["wins"] for bot in summary["bots"]) == 400


@pytest.mark.parametrize("bots", [["careful", "random", "greedy"], ["search?playouts=16", "random"]])
def test_the_same_seed_gives_the_same_result(bots: list[str]) -> None:
    first, again = (told(play("official+hand=4", bots, games=24, seed=5, processes=1)) for _ in range(2))
    assert first == again
    assert first != told(play("official+hand=4", bots, games=24, seed=6, processes=1))


def test_several_processes_change_nothing() -> None:
    bots = ["search?playouts=8", "greedy"]
    one, two = (told(play("official+hand=3", bots, games=8, seed=1, processes=number)) for number in (1, 2))
    assert one == two


def test_several_threads_change_nothing() -> None:
    bots = ["careful", "random", "greedy"]
    one, two, three = (told(play("one", bots, games=7_500, seed=1, processes=number)) for number in (1, 2, 3))
    assert one == two == three


def test_policies_play_on_as_many_threads_as_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each job waits until there is another at the same time."""
    play_stretch, meeting = simulated.play_stretch, threading.Barrier(2, timeout=60)

    def meet(work: simulated.Stretch) -> Lot:
        meeting.wait()
        return play_stretch(work)

    monkeypatch.setattr(simulated, "play_stretch", meet)
    assert play("official", ["greedy", "random"], games=4_000, processes=2).games == 4_000


def test_pair_shares() -> None:
    beaten = [[0.0, 30.0, 20.0], [10.0, 0.0, 0.0], [20.0, 0.0, 0.0]]
    assert pair_share(beaten, 0, 1) == 0.75
    assert pair_share(beaten, 1, 0) == 0.25
    assert pair_share(beaten, 0, 2) == 0.5
    assert pair_share(beaten, 1, 2) is None  # neither ever won from the other


def test_decisions_are_timed_where_bots_sit_at_a_table() -> None:
    summary = play("official+hand=3", ["search?playouts=8", "greedy"], games=4, processes=1).summary()
    assert all(bot["decision_ms"] > 0 for bot in summary["bots"])


def test_policies_alone_are_not_timed() -> None:
    summary = play("official", ["careful", "greedy"], games=10).summary()
    assert [bot["decision_ms"] for bot in summary["bots"]] == [None, None]


def test_interpreted_policies_play_in_several_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = told(play("official+hand=3", ["careful", "random"], games=200, seed=2))
    monkeypatch.setattr(simulated, "choose_backend", lambda name: "python")
    asked = []
    pool = processes.ProcessPoolExecutor
    monkeypatch.setattr(processes, "ProcessPoolExecutor", lambda n, **more: asked.append(n) or pool(n, **more))
    monkeypatch.setattr(processes, "start_method", lambda: "fork")
    assert told(play("official+hand=3", ["careful", "random"], games=200, seed=2, processes=2)) == compiled
    assert asked == [2]


# ---------------------------------------------------------------- bots of people's own

MODULE = """
import os, sys, time
from lastcard.bots import GreedyBot

class Right(GreedyBot):
    name = "a name of its own"

class Slow_to_claim(Right):
    def claim(self, view):
        action = super().claim(view)
        if action is not None:
            time.sleep(0.05)
        return action

class Raising(Right):
    def decide(self, view):
        raise RuntimeError("no idea\\nwhat to do")

class Raising_in_claim(Right):
    def claim(self, view):
        return {}["what"]

class Leaving(Right):
    def decide(self, view):
        sys.exit(3)

class Interrupted(Right):
    def decide(self, view):
        raise KeyboardInterrupt

class Gone(Right):
    def decide(self, view):
        os._exit(1)

class Saying(Right):
    def __init__(self, seed=0, *, what: str = "nothing"):
        super().__init__(seed)
        self.what = what
    def decide(self, view):
        things = {"none": None, "float": 3.0, "list": ["draw"], "negative": -5, "huge": 10**5000}
        return things.get(self.what, self.what)

class Fouling(Right):
    def claim(self, view):
        return "call"

class Preparing(Right):
    def prepare(self):
        with open("prepared", "a") as file:
            file.write("once ")
    def decide(self, view):
        assert os.path.exists("prepared")
        return super().decide(view)

class Ill_prepared(Right):
    def prepare(self):
        open("no such file")
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current directory with a module of bots in it."""
    (tmp_path / "bots_here.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "bots_here", raising=False)
    return tmp_path


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize(
    ("bot", "did"),
    [
        ("Raising", r"decide raised RuntimeError: no idea what to do \(bots_here.py, line 17\)"),
        ("Raising_in_claim", r"claim raised KeyError: 'what' \(bots_here.py, line 21\)"),
        ("Leaving", r"decide raised SystemExit: 3 \(bots_here.py, line 25\)"),
        ("Saying?what=none", "decide returned None: NoneType is not an action; give one of the legal actions"),
        ("Saying?what=float", r"decide returned 3\.0: float is not an action"),
        ("Saying?what=list", r"decide returned \['draw'\]: list is not an action"),
        ("Saying?what=negative", "decide returned -5: int is not an action"),
        ("Saying?what=huge", "decide returned a number: int is not an action"),
        ("Saying?what=lunch", "decide returned 'lunch': action 'lunch': .*; actions are"),
        ("Saying?what=ready", "'ready' is refused: "),
    ],
)
def test_what_a_bot_does_wrong_is_one_error_that_says_where(folder: Path, bot: str, did: str, processes: int) -> None:
    where = rf"bot 'bots_here:{re.escape(bot)}' at seat \d of official \(deal 0, rotation 0, seed 5\): "
    with pytest.raises(BotError, match=where + did) as caught:
        play("official", [f"bots_here:{bot}", "random"], games=4, seed=5, processes=processes)
    said = str(caught.value)
    assert "\n" not in said and len(said) < 450
    assert "|" not in said.replace("r|g|b|y", ""), "a position is told"
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again)) == (BotError, said)


@pytest.mark.parametrize("processes", [1, 2])
def test_the_keyboard_ends_the_arena(folder: Path, processes: int) -> None:
    with pytest.raises(KeyboardInterrupt):
        play("official", ["bots_here:Interrupted", "random"], games=4, processes=processes)


def test_a_process_that_a_bot_has_ended(folder: Path) -> None:
    with pytest.raises(LastCardError, match="a process of the arena ended before its rounds were played"):
        play("official", ["bots_here:Gone", "random"], games=4, processes=2)


def test_the_command_says_it_in_one_line(folder: Path) -> None:
    done = command("--bots", "random,bots_here:Raising", "--games", "4", "--processes", "2")
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert "lastcard: bot 'bots_here:Raising' at seat 1 of official (deal 0, rotation 0, seed 0): decide" in line


@pytest.mark.parametrize("processes", [1, 2])
def test_a_bot_may_prepare_once_for_all_processes(folder: Path, processes: int) -> None:
    play("official", ["bots_here:Preparing", "bots_here:Preparing"], games=4, processes=processes)
    assert (folder / "prepared").read_text() == "once "


def test_a_bot_that_cannot_prepare(folder: Path) -> None:
    with pytest.raises(LastCardError, match="bot 'bots_here:Ill_prepared' cannot prepare: FileNotFoundError: "):
        play("official", ["bots_here:Ill_prepared", "random"], games=4)


def test_claims_are_timed_too(folder: Path) -> None:
    result = play("official+jump-in+hand=3", ["bots_here:Slow_to_claim", "random"], games=20, processes=1)
    times = result.tallies[0].times
    assert 0 < sum(taken >= 0.05 for taken in times) < len(times) / 2


# ---------------------------------------------------------------- rounds without end


def test_a_round_without_end_is_broken_off_and_counted_apart(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot calls falsely again and again; the fine takes no turn."""
    monkeypatch.setattr(tables, "MOVES_AT_MOST", 300)
    result = play("rules-site+fines", ["random", "bots_here:Fouling"], games=4, seed=1, processes=1)
    assert (result.unfinished, result.summary()["unfinished"], result.moves) == (4, 4, 4 * 300)
    assert [tally.wins for tally in result.tallies] == [0, 0]
    assert "4 of these rounds did not end and were stopped: nobody won them" in report(result)


def bounded(turns: int) -> Ruleset:
    """Rules that end every round after so many turns (I-54)."""
    ruleset = Ruleset.from_id("official").replace()
    rules = Rules()
    assign(rules, ruleset.core_rules)
    rules.turn_limit = turns
    ruleset.__dict__["core_rules"] = rules
    return ruleset


@pytest.mark.parametrize("bots", [["greedy", "careful"], ["greedy", "bots_here:Right"]])
def test_so_is_one_that_the_bound_of_the_rules_ends(folder: Path, bots: list[str]) -> None:
    result = play(bounded(3), bots, games=4, processes=1)
    assert (result.games, result.unfinished, [tally.wins for tally in result.tallies]) == (4, 4, [0, 0])


def test_where_all_rounds_end_nothing_is_said_of_that() -> None:
    result = play("official", ["greedy", "careful"], games=4)
    assert result.unfinished == 0
    assert "were stopped" not in "\n".join(report(result))


# ---------------------------------------------------------------- processes

PROGRAM = """
from lastcard.arena import play
from lastcard.bots import GreedyBot, register
from lastcard.rules.decks import Deck, register_deck

class Mine(GreedyBot):
    name = "mine"

def prepare():
    register("mine", Mine)
    register_deck(Deck.from_toml('''
        name = "tiny"
        colours = { r = "red", g = "green" }
        [ranks]
        1 = { count = 9 }
        2 = { count = 9 }
        3 = { count = 9 }
    '''))

def arena():
    result = play("official+deck=tiny+hand=3", ["mine", "random"], games=6, processes=2)
    print(result.games, sum(tally.wins for tally in result.tallies))

"""
BARE = "prepare()\narena()\n"
GUARDED = 'if __name__ == "__main__":\n    prepare()\n    arena()\n'
GUARDED_CALL = 'prepare()\nif __name__ == "__main__":\n    arena()\n'
THREAD = "import threading\nthreading.Thread(target=threading.Event().wait, daemon=True).start()\n"
forks = pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="processes are not forked here")


def program(folder: Path, *parts: str) -> subprocess.CompletedProcess[str]:
    path = folder / "program.py"
    path.write_text("".join(parts))
    return subprocess.run([sys.executable, str(path)], capture_output=True, text=True, timeout=300)


@forks
@pytest.mark.parametrize("call", [BARE, GUARDED, GUARDED_CALL], ids=["bare", "guarded", "call guarded"])
def test_what_a_program_registers_is_known_in_all_processes(tmp_path: Path, call: str) -> None:
    done = program(tmp_path, PROGRAM, call)
    assert (done.returncode, done.stdout, done.stderr) == (0, "6 6.0\n", "")


@pytest.mark.parametrize("call", [BARE, GUARDED], ids=["bare", "guarded"])
def test_beside_other_threads_a_program_is_told_how_to_call(tmp_path: Path, call: str) -> None:
    """There nothing is forked, because a lock that another thread holds would never be free again."""
    done = program(tmp_path, THREAD, PROGRAM, call)
    assert done.returncode == 1
    assert 'below `if __name__ == "__main__":`' in done.stderr


def test_beside_other_threads_a_program_that_does_so_plays(tmp_path: Path) -> None:
    done = program(tmp_path, THREAD, PROGRAM, GUARDED_CALL)
    assert (done.returncode, done.stdout, done.stderr) == (0, "6 6.0\n", "")


@forks
def test_only_a_program_of_one_thread_forks(tmp_path: Path) -> None:
    say = "from lastcard.arena.processes import start_method\nprint(start_method())\n"
    assert program(tmp_path, say).stdout == "fork\n"
    assert program(tmp_path, THREAD, say).stdout == "spawn\n"


# ---------------------------------------------------------------- seeds


@pytest.mark.parametrize("seed", [0, 1 << 62, (1 << 63) - 1])
@pytest.mark.parametrize("bots", [["careful", "random"], ["greedy", "bots_here:Right"]])
def test_every_seed_is_played_and_none_out_of_range_is_handed_on(
    bots: list[str], seed: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[int] = []

    def noted(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: Any, seed: int = 0, **more: Any) -> Any:
            given.append(seed)
            return function(*words, seed=seed, **more)

        return call

    monkeypatch.setattr(Round, "deal", noted(Round.deal))
    for module in (playing, tables):
        monkeypatch.setattr(module, "make_bot", noted(make_bot))
    assert play("official+hand=3", bots, games=4, seed=seed, processes=1).summary()["seed"] == seed
    assert all(0 <= number < 1 << 63 for number in given)
    checked = prepared = 2
    assert len(given) == (checked if bots[0] == "careful" else checked + prepared + 4 * 3)


# ---------------------------------------------------------------- skill


def test_skill_shows() -> None:
    result = play("official", ["random", "careful", "greedy"], games=6_000, seed=4)
    rates = {tally.name: tally.win_rate for tally in result.tallies}
    assert rates["careful"] > rates["greedy"] > rates["random"]


def test_ratings_follow_skill() -> None:
    pytest.importorskip("openskill")
    result = play("official", ["random", "careful", "greedy"], games=6_000, seed=4)
    assert result.ratings is not None
    random, careful, greedy = (skill for skill, _ in result.ratings)
    assert careful > greedy > random


def test_ratings_where_nothing_was_won() -> None:
    pytest.importorskip("openskill")
    ratings = Ratings(2)
    before = ratings.found()
    ratings.add([()])
    assert ratings.found() == before


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("bots", "games", "said"),
    [
        (["careful", "radnom"], 10, r"no bot is called 'radnom' \(did you mean 'random'\?\)"),
        (["careful"], 10, "expected 2 to 10 bots, one name for each seat, not one bot"),
        (["careful"] * 11, 10, "11 bots"),
        (["careful", "random"], 0, "games must be at least 1, not 0"),
        (["search?playouts=x", "random"], 10, "expected a whole number"),
    ],
)
def test_what_cannot_be_played_is_said(bots: list[str], games: int, said: str) -> None:
    with pytest.raises(LastCardError, match=said):
        play("official", bots, games=games)


@pytest.mark.parametrize("bots", [["careful", "random"], ["search?playouts=4", "random"]])
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"seed": -1}, r"seed -1 is out of range; seeds go from 0 to 2\^63 - 1"),
        ({"seed": 1 << 63}, f"seed {1 << 63} is out of range"),
        ({"processes": 0}, "processes must be from 1 to 1024, not 0"),
        ({"processes": -1}, "processes must be from 1 to 1024, not -1"),
    ],
)
def test_numbers_out_of_range_are_refused(bots: list[str], given: dict[str, int], said: str) -> None:
    with pytest.raises(LastCardError, match=said):
        play("official", bots, games=4, **given)  # type: ignore[arg-type]  # wrong on purpose


# ---------------------------------------------------------------- the command


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "lastcard", "arena", *words], capture_output=True, text=True)


def test_the_command_prints_json_in_the_order_given() -> None:
    words = ("--rules", "juno-seven0", "--bots", "random,greedy,careful", "--games", "300", "--seed", "7", "--json")
    done = command(*words)
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert [bot["name"] for bot in found["bots"]] == ["random", "greedy", "careful"]
    assert (found["rules"], found["seats"], found["games"], found["seed"]) == ("juno-seven0", 3, 300, 7)
    again = json.loads(command(*words).stdout)
    assert [bot["wins"] for bot in again["bots"]] == [bot["wins"] for bot in found["bots"]]


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--bots", "careful,random", "--games", "100"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "official, 2 seats, 100 rounds, seed 0"
    assert any(line.startswith("0 careful") and "%" in line for line in lines)


def test_the_command_refuses_unknown_bots() -> None:
    done = command("--bots", "careful,radnom", "--games", "10")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "did you mean 'random'?" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", [("--processes", "0"), ("--processes", "-1"), ("--seed", "-1")])
def test_the_command_refuses_numbers_out_of_range(words: tuple[str, str]) -> None:
    done = command("--bots", "careful,random", "--games", "10", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "out of range" in done.stderr or "must be from 1 to 1024" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_command_shows_on_a_terminal_how_far_it_is() -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "lastcard", "arena", "--bots", "greedy,random", "--games", "4000", "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=theirs, text=True) as running:
        os.close(theirs)
        shown = read_all(ours)
        assert running.stdout is not None
        assert json.loads(running.stdout.read())["games"] == 4000
    bars = [line for line in shown.split("\r") if "#" in line]
    assert re.fullmatch(r"#+\.+ [123],000 of 4,000 rounds, \d+ s left ", bars[0])
    assert shown.endswith(" \r"), "the bar is not wiped at the end"


def read_all(terminal: int) -> str:
    """What was written to a terminal until its other side was closed."""
    shown = b""
    with suppress(OSError):  # so Linux says that nobody writes any more
        while part := os.read(terminal, 4096):
            shown += part
    os.close(terminal)
    return shown.decode()
