"""Card games of pgx, many at once in XLA on one core of the CPU, with observations and masks; processor time."""

import os
import time
from collections.abc import Callable
from importlib.metadata import version

from measure import Batch, arguments, report

GAMES = {"leduc_holdem": 2, "sparrow_mahjong": 3}  # and their seats
TABLES, STEPS = 1024, 64
LEAVES_OUT = ["UNO: there is no game of its kind", "house rules"]


def use_one_core() -> None:
    """Keep XLA, which is not loaded yet, to one core of the CPU."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def random_play(game: str) -> Callable[[], Batch]:
    """Return a function that plays at random at many tables for some steps."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    environment = pgx.make(game)
    step = jax.vmap(auto_reset(environment.step, environment.init))

    def one(state, key):
        choose, again = jax.random.split(key)
        actions = jax.random.categorical(choose, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=1)
        state = step(state, actions, jax.random.split(again, TABLES))
        return state, state.observation.sum()  # so that observations are made

    run = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, STEPS)))
    begun = jax.vmap(environment.init)(jax.random.split(jax.random.PRNGKey(0), TABLES))
    jax.block_until_ready(run(begun, jax.random.PRNGKey(1)))

    def batch() -> Batch:
        start = time.process_time()
        jax.block_until_ready(run(begun, jax.random.PRNGKey(2)))
        return Batch(0, TABLES * STEPS, time.process_time() - start)

    return batch


def main() -> None:
    options = arguments()
    use_one_core()
    for game, seats in GAMES.items():
        if (options.seats == 2) == (seats == 2):
            title = f"pgx {game} ({seats} seats, {TABLES:,} tables)"
            report(title, version("pgx"), LEAVES_OUT, options, random_play(game))


if __name__ == "__main__":
    main()
