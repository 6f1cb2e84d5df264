"""How many decisions a second the adapters to other libraries make, with their observations and masks."""

import time
from collections.abc import Callable, Iterator

import gymnasium
import numpy as np

from lastcard.env.gymnasium import LastCardEnv, LastCardVectorEnv
from lastcard.env.pettingzoo.lastcard_v1 import raw_env
from lastcard.env.rlcard import make

TABLES = 1024
Play = Callable[[], int]  # returns how many decisions it made


def one_table(opponents: int) -> Play:
    """Step one table through `gymnasium.make`, with all its wrappers."""
    env = gymnasium.make("lastcard/official-v1", opponents=["random"] * opponents)
    assert isinstance(env.unwrapped, LastCardEnv)
    tables = env.unwrapped._table.tables
    env.reset(seed=1)

    def play() -> int:
        for _ in range(2000):
            *_, ended, _, _ = env.step(int(tables.sample()[0]))
            if ended:
                env.reset()
        return 2000

    return play


def many_tables() -> Play:
    """Step many tables together."""
    envs = LastCardVectorEnv(TABLES, opponents=["random"])
    envs.reset(seed=1)

    def play() -> int:
        for _ in range(20):
            envs.step(envs._tables.sample())
        return 20 * TABLES

    return play


def all_seats(seats: int) -> Play:
    """Step one table whose seats are agents of PettingZoo."""
    env = raw_env("official", seats=seats)
    env.reset(seed=1)

    def play() -> int:
        for _ in range(1000):
            env.last()
            env.step(int(env._table.tables.sample()[0]))
            if any(env.terminations.values()):
                env.reset()
        return 1000

    return play


def as_rlcard(players: int) -> Play:
    """Step one table through RLCard's interface."""
    env, dice = make("uno", {"seed": 1, "game_num_players": players}), np.random.default_rng(1)
    kept = [env.reset()[0]]

    def play() -> int:
        for _ in range(500):
            legal = list(kept[0]["legal_actions"])
            kept[0] = env.step(legal[dice.integers(len(legal))])[0]
            if env.is_over():
                kept[0] = env.reset()[0]
        return 500

    return play


ADAPTERS: tuple[tuple[str, int, int, Callable[[], Play]], ...] = (  # name, seats, wanted
    ("Gymnasium, one table", 2, 40_000, lambda: one_table(1)),
    ("Gymnasium, one table", 4, 40_000, lambda: one_table(3)),
    (f"Gymnasium, {TABLES:,} tables", 2, 0, many_tables),
    ("PettingZoo, one table", 4, 0, lambda: all_seats(4)),
    ("RLCard's interface, one table", 2, 0, lambda: as_rlcard(2)),
)


def adapters(seconds: float, repeats: int) -> Iterator[str]:
    """Measure each by processor time; the best of some runs counts."""
    yield "| adapter | seats | decisions / CPU s | wanted |"
    yield "|---|---|---|---|"
    for name, seats, wanted, prepare in ADAPTERS:
        play, best = prepare(), 0.0
        for _ in range(repeats + 1):  # the first one warms up
            count, start = 0, time.process_time()
            while time.process_time() < start + seconds:
                count += play()
            best = max(best, count / (time.process_time() - start))
        yield f"| {name} | {seats} | {best:,.0f} | {f'{wanted:,}' if wanted else ''} |"
