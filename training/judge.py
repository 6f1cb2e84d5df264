"""Measure an actor at tables, with the best action always."""

import numpy as np
import torch
from numpy.typing import NDArray

from lastcard.env import Tables
from nets import Actor
from rollouts import Task
from rounds import Score, alone_with, score


@torch.no_grad()
def play_off(
    task: Task, actor: Actor, opponent: Actor | None, tables: int, rounds: int, seed: int, threads: int
) -> Score:
    """Play one seat of each table, all seats in turn; `careful` or another actor plays the others."""
    mine = np.arange(tables) % task.seats
    seated = [{} if opponent else alone_with("careful", task.seats, own) for own in mine.tolist()]
    batch = Tables(
        task.rules, seats=task.seats, tables=tables, seed=(1 << 40) + seed, opponents=seated, claims="auto",
        threads=min(threads, 8), history=task.history,
    )  # fmt: skip
    features, device = len(actor.scale), actor.scale.device

    def best(shown: Tables, _: NDArray[np.bool_]) -> NDArray[np.int64]:
        obs = torch.from_numpy(shown.obs[:, :features].copy()).to(device)
        mask = torch.from_numpy(shown.mask).to(device)
        found = actor(obs, mask).argmax(1)
        if opponent is not None:
            learns = torch.from_numpy(shown.seat == mine).to(device)
            found = torch.where(learns, found, opponent(obs, mask).argmax(1))
        return found.cpu().numpy()

    return score("that net" if opponent else "careful", batch, mine, max(1, rounds // tables), best)
