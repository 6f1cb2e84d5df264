"""The simulator: same seed, same result, on every backend and any number of threads; honest statistics."""

import json
import math
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from itertools import repeat
from pathlib import Path

import pytest

from lastcard import Round, sim
from lastcard._util.called import install
from lastcard.backends.live import LiveState
from lastcard.cli import main
from lastcard.core.deal import seed
from lastcard.core.terms import Fact
from lastcard.errors import LastCardError
from lastcard.notation import parse_position
from lastcard.rules import PRESETS, Ruleset
from lastcard.sim import stretches
from lastcard.sim.knowledge import knowledge
from lastcard.sim.plan import MOVES, POINTS, POSITIONS, plan_of
from lastcard.sim.result import mean_of, quantile, share_of
from lastcard.sim.sampler import sample
from lastcard.sim.stretches import Setting, Stretches

HALF_KNOWN = "r5?2/?3/g7 r1 >1 - ?2b4|?g9 official"


def numbers(result: sim.Result) -> dict[str, object]:
    """Everything counted, without what depends on the clock."""
    return {name: getattr(result.totals, name) for name in result.totals._fields}  # type: ignore[attr-defined]  # every record has it


def test_same_seed_same_result_on_both_backends() -> None:
    for rules in ("official", "rules-site", "juno-serious"):
        plain = sim.play(rules, seats=3, games=40, seed=5, forget=0.3, backend="python", rows=True)
        compiled = sim.play(rules, seats=3, games=40, seed=5, forget=0.3, backend="c", rows=True)
        assert numbers(plain) == numbers(compiled)
        assert [list(row) for row in plain.rows] == [list(row) for row in compiled.rows]


def test_same_seed_same_result_on_any_number_of_threads() -> None:
    one = sim.play("official", games=20_000, seed=2, threads=1)
    three = sim.play("official", games=20_000, seed=2, threads=3)
    assert numbers(one) == numbers(three)


@pytest.mark.parametrize("backend", ["c", "python"])
def test_a_round_from_a_position_depends_on_its_number_alone(backend: str) -> None:
    """Whoever plays it: unknown cards must not be dealt from what an earlier round left of the pool."""
    setting = Setting(backend, *setting_of(HALF_KNOWN), rows=True)
    stretches = Stretches(POSITIONS, 3, 5, 40)
    whole, halves = (list(map(setting.worker().play, stretches.jobs(size), repeat(True))) for size in (40, 20))
    alone = [row for job in stretches.jobs(1) for row in setting.worker().play(job, True)]
    assert whole[0] == halves[0] + halves[1] == alone


def setting_of(line: str) -> tuple[object, ...]:
    position, ruleset = parse_position(line)
    return ruleset.core_rules, plan_of([0]), 3, *knowledge(position, ruleset)


def test_another_seed_is_another_result() -> None:
    first, second = (sim.play("official", games=50, seed=seed, backend="python") for seed in (1, 2))
    assert numbers(first) != numbers(second)


def test_a_round_depends_on_its_number_alone() -> None:
    few = sim.play("official", games=10, seed=4, backend="python", rows=True)
    more = sim.play("official", games=30, seed=4, backend="python", rows=True)
    assert few.rows == more.rows[:10]


@pytest.mark.parametrize("rules", PRESETS)
def test_random_players_finish_under_every_preset(rules: str) -> None:
    result = sim.play(rules, seats=4, games=20_000, seed=1)
    assert result.totals.unfinished == 0
    assert result.counted == 20_000
    assert sum(result.totals.wins) >= 20_000


def test_totals_agree_with_the_rows() -> None:
    result = sim.play("official", seats=3, games=200, seed=9, backend="python", rows=True)
    moves = [row[2] for row in result.rows]
    assert sum(moves) == result.totals.sums[MOVES] == result.totals.all_moves
    assert result.length("moves")["median"] == sorted(moves)[99]
    assert result.mean(MOVES).mean == pytest.approx(sum(moves) / 200)
    deviation = math.sqrt(sum((n - sum(moves) / 200) ** 2 for n in moves) / 199)
    assert result.mean(MOVES).error == pytest.approx(deviation / math.sqrt(200))
    assert sum(row[6] for row in result.rows) == result.totals.sums[POINTS]


def test_greedy_beats_random() -> None:
    result = sim.play("official", seats=2, games=20_000, seed=1, bots=("greedy", "random"))
    greedy = share_of(result.totals.seat_wins[0], result.counted)
    assert greedy.mean - 5 * greedy.error > 0.5


def test_forgotten_calls_are_caught_only_when_they_are_forgotten() -> None:
    never = sim.play("official", games=5_000, seed=1)
    often = sim.play("official", games=5_000, seed=1, forget=0.5)
    assert never.totals.sums[Fact.FORGOT] == never.totals.sums[Fact.CAUGHT] == 0
    assert 0 < often.totals.sums[Fact.CAUGHT] < often.totals.sums[Fact.FORGOT]


def test_matches_are_played_to_their_end() -> None:
    result = sim.play("official", seats=3, matches=20, seed=1, backend="python")
    assert result.totals.matches == 20 and result.totals.unfinished_matches == 0
    assert sum(result.totals.match_wins) >= 20
    assert result.totals.match_rounds == result.totals.rounds
    summary = result.summary()["matches"]
    assert summary["rounds"]["mean"] == result.totals.rounds / 20


def test_json_has_the_documented_keys() -> None:
    summary = sim.play("one", seats=2, games=10, backend="python").summary()
    first = ["rules", "seats", "games", "seed", "backend", "threads", "moves", "seconds"]
    assert list(summary)[:10] == [*first, "moves_per_second", "rounds_per_second"]
    assert json.loads(json.dumps(summary)) == summary


def test_every_round_starts_where_it_is_told() -> None:
    over_at_once = "r5/?7 r1 >0 - 20|- official"
    result = sim.play("official", games=300, start=over_at_once, backend="python")
    assert result.seats == 2
    assert result.totals.seat_wins[0] > 250  # one lay away from the end


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "at least one round or match is needed"),
        ({"games": -3}, "at least one round or match is needed"),
        ({"games": 5, "matches": 5}, "rounds or matches, not both"),
        ({"games": 10**16}, "at most 10\\^15"),
        ({"matches": 10**30}, "at most 10\\^15"),
        ({"games": 10**9, "rows": True}, "rows of at most 1,000,000 rounds"),
        ({"games": 5, "seats": 11}, "11"),
        ({"games": 5, "bots": ("gredy",)}, "did you mean 'greedy'"),
        ({"games": 5, "bots": ()}, "at least one bot"),
        ({"games": 5, "bots": ["random"] * 5}, "5 bots were given for 4 seats"),
        ({"games": 5, "forget": 1.5}, "the chance of forgetting must be from 0 to 1, not 1.5"),
        ({"games": 5, "seed": -1}, "out of range"),
        ({"games": 5, "threads": 0}, "out of range"),
        ({"games": 5, "backend": "cuda"}, "there is no backend 'cuda'; it is one of auto, c, python, gpu"),
        ({"matches": 5, "rows": True}, "rows go with single rounds"),
        ({"games": 5, "cluster": "auto", "threads": 2}, "a cluster uses all its cores"),
        ({"games": 5, "cluster": "auto", "backend": "gpu"}, "a cluster uses all its cores"),
        ({"games": 5, "start": "r5/~ r1 >0 - 20|- official"}, "size"),
    ],
)
def test_bad_wishes_are_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(LastCardError, match=message):
        sim.play("official", **arguments)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("verb", ["sim", "arena"])
def test_a_cluster_needs_ray(verb: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)  # as if it were not installed
    assert main([verb, "--cluster", "auto"]) == 2
    assert capsys.readouterr().err.startswith(f"lastcard: a cluster needs Ray ({install('cluster')}): ")


@pytest.mark.parametrize("threads", [1, 2])
def test_jobs_are_made_only_as_they_are_played(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    job = stretches._job
    monkeypatch.setattr(stretches, "_job", lambda *given: made.append(given) or job(*given))

    def stop(done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sim.play("official", games=10**12, threads=threads, progress=stop)
    assert len(made) < 20


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize(
    "words",
    [
        ["sim", "--games", str(10**12)],
        ["sim", "--games", str(10**12), "--threads", "1"],
        ["sim", "--matches", str(10**12)],
        ["sim", "--games", str(10**12), "--backend", "python"],
        ["arena", "--bots", "greedy,random", "--games", str(10**12)],
        ["arena", "--bots", "lastcard.bots:GreedyBot,random", "--games", str(10**12), "--processes", "2"],
    ],
    ids=" ".join,
)
def test_one_ctrl_c_ends_it(words: list[str]) -> None:
    command = [sys.executable, "-m", "lastcard", *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        time.sleep(6)
        assert running.poll() is None, running.communicate()
        pages = Path(f"/proc/{running.pid}/statm")
        resident = int(pages.read_text().split()[1]) if pages.exists() else 0
        began = time.monotonic()
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does
        out, err = running.communicate(timeout=60)
        assert time.monotonic() - began < 5
        assert running.returncode == 130
        assert out == ""
        assert re.search(r"^lastcard: interrupted after [\d,]+ of 1,000,0[\d,]+ \w+\n\Z", err, re.MULTILINE)
        assert "Traceback" not in err
        assert resident * os.sysconf("SC_PAGE_SIZE") < 600 << 20


@pytest.mark.parametrize("verb", ["sim", "arena"])
def test_no_games_is_an_error(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    for number in ("0", "-1"):
        assert main([verb, "--games", number]) == 2
        assert "at least" in capsys.readouterr().err


def test_games_and_matches_at_once_are_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--games", "5", "--matches", "5"]) == 2
    assert "give only one of them" in capsys.readouterr().err
    assert main(["sim", "--matches", "0"]) == 2


# ---------------------------------------------------------------- statistics


def test_means_and_quantiles() -> None:
    values = [1, 2, 3, 4, 10]
    mean = mean_of(sum(values), sum(v * v for v in values), len(values))
    assert mean.mean == 4 and mean.error == pytest.approx(math.sqrt(12.5 / 5))
    histogram = [0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1]
    assert quantile(histogram, 0.5) == 3 and quantile(histogram, 0.95) == 10
    assert math.isnan(mean_of(0, 0, 0).mean)


# ---------------------------------------------------------------- the sampler


def samples(line: str, n: int) -> list[Round]:
    """Tables that agree with a line."""
    position, ruleset = parse_position(line)
    tables = []
    for number in range(n):
        state, unknown = knowledge(position, ruleset)
        table = LiveState()
        table.copy_from(state)
        seed(table, number, 0)
        sample(table, ruleset.core_rules, unknown)
        tables.append(Round(ruleset, table))
    return tables


def test_samples_agree_with_what_is_known() -> None:
    for table in samples(HALF_KNOWN, 50):
        hands, top, turn, pending, piles, _ = str(table).split()
        assert (top, turn, pending) == ("r1", ">1", "-")
        first, second, third = hands.split("/")
        assert "r5" in first and third == "g7"
        stock, discards = piles.split("|")
        assert stock.endswith("b4") and discards.endswith("g9")
        cards = Counter(Ruleset.from_id("official").deck.pack())
        state = table.live_state()
        held = Counter({card: sum(state.count[seat][card] for seat in range(3)) for card in range(120)})
        assert all(n <= cards[card] for card, n in held.items())


def test_every_unknown_card_is_as_likely_as_another() -> None:
    deck = Ruleset.from_id("official").deck
    seen = Counter(str(table).split("/")[1].split()[0] for table in samples("r5/? r1 >0 - 2|- official", 4_000))
    pack = Counter(deck.text[card] for card in deck.pack())
    pack.subtract({"r5": 1, "r1": 1})
    for card, n in pack.items():
        expected = 4_000 * n / 106
        assert abs(seen[card] - expected) < 5 * math.sqrt(expected), card


def test_guilt_goes_by_the_hand_that_was_dealt() -> None:
    verdicts = set()
    for table in samples("?3/b1 w+4:g >1 +4?<r5@0 9|r5 official", 100):
        state = table.live_state()
        has_red = any(state.count[0][card] for card in range(24))
        assert state.bluff == int(has_red)
        verdicts.add(state.bluff)
    assert verdicts == {0, 1}


# ---------------------------------------------------------------- the command


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lastcard", "sim", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=300)


def test_command_prints_a_table_and_no_bar_in_a_pipe(tmp_path: Path) -> None:
    done = run("--games", "50", "--backend", "python", "--seats", "3", cwd=tmp_path)
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.startswith("official, 3 seats, random, random, random; 50 rounds, seed 0")
    assert "moves/s" in done.stdout and "±" in done.stdout


def test_command_prints_json_and_writes_rows(tmp_path: Path) -> None:
    done = run("--games", "20", "--backend", "python", "--json", "--rows", "rows.csv", cwd=tmp_path)
    summary = json.loads(done.stdout)
    lines = (tmp_path / "rows.csv").read_text().splitlines()
    assert summary["games"] == 20 and len(lines) == 21
    assert lines[0].startswith("round,dealer,moves,turns,ended,winners,points,")


def test_command_refuses_in_one_line(tmp_path: Path) -> None:
    done = run("--games", "5", "--rules", "offical", cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "did you mean 'official'" in done.stderr
