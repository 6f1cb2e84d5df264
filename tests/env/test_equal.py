"""Tables are the same interpreted and compiled, byte by byte."""

from random import Random

import pytest

from lastcard.backends.records import stored
from lastcard.core.terms import NO_SCORE
from lastcard.env import Tables
from lastcard.rules import PRESETS, Ruleset
from strategies import seat_counts
from walks import odd_ruleset

ARRAYS = ("obs", "truth", "mask", "seat", "rewards", "ended")


def compare(rules: Ruleset, seats: int, seed: int, steps: int) -> None:
    rng = Random(seed)
    options = {
        "seats": seats, "tables": 2, "seed": seed, "truth": True, "claims": rng.choice(["ask", "auto"]),
        "episode": rng.choice(["round", "match"]), "forced": rng.choice(["skip", "ask"]),
        "colours": rng.choice(["canonical", "as-is"]), "history": rng.choice([0, 8, 32]),
        "opponents": rng.choice([None, [{}, {0: rng.choice(["random", "greedy", "careful"])}]]),
        "reward": rng.choice(["win", "points"]) if rules.core_rules.round_score != NO_SCORE else "win",
    }  # fmt: skip
    one, other = (Tables(rules, backend=backend, **options) for backend in ("c", "python"))
    for number in range(steps):
        for name in ARRAYS:
            assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), (rules.id, options, number, name)
        for bot in ("random", "careful"):
            assert (one.advise(bot) == other.advise(bot)).all()
        if options["episode"] == "round" and options["reward"] == "win" and number % 5 == 0:
            assert (one.outcomes("careful") == other.outcomes("careful")).all()
        actions = one.sample()
        assert (actions == other.sample()).all()
        one.step(actions)
        other.step(actions)
    for table in range(2):
        games = [stored(tables._runner.game(table)).bytes(0) for tables in (one, other)]
        assert games[0] == games[1]


@pytest.mark.parametrize("rules", PRESETS)
def test_presets(rules: str) -> None:
    ruleset = Ruleset.from_id(rules)
    counts = seat_counts(ruleset)
    for seed in range(3):
        compare(ruleset, counts[seed * 3 % len(counts)], seed, 30)


@pytest.mark.parametrize("seed", range(16))
def test_random_rules(seed: int) -> None:
    rng = Random(seed)
    rules = odd_ruleset(rng)
    compare(rules, rng.choice(seat_counts(rules)), seed, 30)
