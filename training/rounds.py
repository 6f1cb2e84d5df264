"""Play as many rounds at every table, and count those that one seat wins; this needs no PyTorch."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lastcard.arena import wilson
from lastcard.env import Tables

MOST_STEPS = 500  # for each round of a table: nets that have learned nothing may draw for ever
Choice = Callable[[Tables, NDArray[np.bool_]], NDArray[np.int64]]  # for those tables that still play; else anything


class Score(NamedTuple):
    """A share of wins."""

    who: str
    rounds: int
    won: float

    def __str__(self) -> str:
        low, high = wilson(self.won, self.rounds)
        within = f"{100 * low:.2f} to {100 * high:.2f} %"
        return f"{100 * self.won / self.rounds:.2f} % ({within}) of {self.rounds:,} rounds against {self.who}"


def alone_with(bot: str, seats: int, alone: int) -> dict[int, str]:
    """Return the opponents of one seat: this bot everywhere else."""
    return {seat: bot for seat in range(seats) if seat != alone}


def score(who: str, tables: Tables, mine: NDArray[np.int64], each: int, choose: Choice) -> Score:
    """Return how many rounds the own seat of each table wins against `who`, of this many at each.

    So long rounds count as much as short ones.  A table whose rounds take too long is left: the round that it is in
    counts as not won, and what it would have played after that does not count.
    """
    ended, won = np.zeros(tables.tables, int), 0.0
    for _ in range(MOST_STEPS * each):
        playing = ended < each
        if not playing.any():
            break
        chosen = np.where(playing, choose(tables, playing), tables.mask.argmax(1))
        tables.step(chosen)
        counted = tables.ended & playing
        won += float(np.maximum(tables.rewards[np.arange(len(mine)), mine], 0)[counted].sum())
        ended += tables.ended
    begun = np.minimum(ended + ~tables.ended, each)
    return Score(who, int(begun.sum()), won)
