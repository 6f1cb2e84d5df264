"""Measure an actor at tables, with the best action always, and every table the same number of rounds."""

from typing import NamedTuple

import numpy as np
import torch

from lastcard.arena import wilson
from lastcard.env import Tables
from nets import Actor
from rollouts import Game, alone_with_careful

MOST_STEPS = 500  # for each round of a table: nets that have learned nothing may draw for ever


class Score(NamedTuple):
    """A share of wins."""

    who: str
    rounds: int
    share: float

    def __str__(self) -> str:
        low, high = wilson(self.share * self.rounds, self.rounds)
        within = f"{100 * low:.2f} to {100 * high:.2f} %"
        return f"{100 * self.share:.2f} % ({within}) of {self.rounds:,} rounds against {self.who}"


@torch.no_grad()
def play_off(
    game: Game, actor: Actor, opponent: Actor | None, tables: int, rounds: int, seed: int, threads: int
) -> Score:
    """Play one seat of each table, all seats in turn; `careful` or another actor plays the others.

    Counting the same number of rounds at each table, long rounds weigh as much as short ones.
    """
    mine = np.arange(tables) % game.seats
    seated = [{} if opponent else alone_with_careful(game.seats, own) for own in mine.tolist()]
    batch = Tables(
        game.rules, seats=game.seats, tables=tables, seed=(1 << 40) + seed, opponents=seated, claims="auto",
        threads=min(threads, 8), history=game.history,
    )  # fmt: skip
    features = len(actor.scale)
    each = max(1, rounds // tables)
    ended, won = np.zeros(tables, int), 0.0
    device = actor.scale.device
    for _ in range(MOST_STEPS * each):
        if ended.min() >= each:
            break
        obs = torch.from_numpy(batch.obs[:, :features].copy()).to(device)
        mask = torch.from_numpy(batch.mask).to(device)
        best = actor(obs, mask).argmax(1)
        if opponent is not None:
            learns = torch.from_numpy(batch.seat == mine).to(device)
            best = torch.where(learns, best, opponent(obs, mask).argmax(1))
        batch.step(best.to(torch.int32).cpu().numpy())
        counted = batch.ended & (ended < each)
        won += np.maximum(batch.rewards[np.arange(tables), mine], 0)[counted].sum()
        ended += batch.ended
    return Score("that net" if opponent else "careful", each * tables, float(won) / (each * tables))
