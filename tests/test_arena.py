"""The arena: fair by rotation, honest about how sure it is, the same for the same seed, stable for programs."""

import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from lastcard.arena import Ratings, Result, pair_share, play, play_one, wilson
from lastcard.cli import main
from lastcard.errors import LastCardError

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


# ---------------------------------------------------------------- rotation


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_equal_bots_come_out_equal(seats: int) -> None:
    """Bots without chance of their own play every deal alike, so by rotation each of them wins it once."""
    result = play("official", ["greedy"] * seats, games=60 * seats, seed=3)
    assert [tally.wins for tally in result.tallies] == [60] * seats
    assert pair_share(result.beaten, 0, 1) == 0.5


def test_every_deal_is_played_from_each_rotation() -> None:
    for deal in range(5):
        rounds = [play_one(("official", ("greedy", "greedy", "greedy"), 7, deal, turn)) for turn in range(3)]
        assert len({played.moves for played in rounds}) == 1
        assert sorted(played.winners[0] for played in rounds) == [0, 1, 2]
    lengths = {play_one(("official", ("greedy", "greedy"), 7, deal, 0)).moves for deal in range(5)}
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
        "rules", "seats", "games", "seed", "moves", "seconds", "moves_per_second", "bots", "pairs",
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


def test_pair_shares() -> None:
    beaten = [[0.0, 30.0, 20.0], [10.0, 0.0, 0.0], [20.0, 0.0, 0.0]]
    assert pair_share(beaten, 0, 1) == 0.75
    assert pair_share(beaten, 1, 0) == 0.25
    assert pair_share(beaten, 0, 2) == 0.5
    assert pair_share(beaten, 1, 2) == 0.5  # neither ever won from the other


def test_decisions_are_timed_where_bots_sit_at_a_table() -> None:
    summary = play("official+hand=3", ["search?playouts=8", "greedy"], games=4, processes=1).summary()
    assert all(bot["decision_ms"] > 0 for bot in summary["bots"])


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
    ratings.add(())
    assert ratings.found() == before


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("bots", "games", "said"),
    [
        (["careful", "radnom"], 10, r"no bot is called 'radnom' \(did you mean 'random'\?\)"),
        (["careful"], 10, "1 bots: a table has 2 to 10"),
        (["careful"] * 11, 10, "11 bots"),
        (["careful", "random"], 0, "0 games: at least one"),
        (["search?playouts=x", "random"], 10, "a whole number is wanted"),
    ],
)
def test_what_cannot_be_played_is_said(bots: list[str], games: int, said: str) -> None:
    with pytest.raises(LastCardError, match=said):
        play("official", bots, games=games)


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
