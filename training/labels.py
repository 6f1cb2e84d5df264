"""Decisions with what each legal action led to, made by worker processes from `lastcard.env.Tables.outcomes`.

At every table the net, as it is then, plays one seat, with some actions at random; `careful` plays the others.
"""

import os
import time
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from lastcard.env import Tables
from nets import Actor
from rollouts import Game, alone_with_careful, shared

BLOCK = 512  # decisions that a worker hands over at once, one of each of its tables
SLOTS = 4  # blocks of a worker that may wait
RANDOM = 0.1  # share of the actions chosen at random, so that more kinds of tables are seen


class Block(NamedTuple):
    """Decisions: what was shown, and what each action was paid once all were played out; NaN if it was not legal."""

    obs: NDArray[np.int8]
    outcomes: NDArray[np.float16]


def make_tables(game: Game, worker: int, tables: int = BLOCK) -> Tables:
    """Return the tables of a worker."""
    others = [alone_with_careful(game.seats, i % game.seats) for i in range(tables)]
    return Tables(
        game.rules, seats=game.seats, tables=tables, seed=game.seed * 4096 + worker, opponents=others, claims="auto",
        history=game.history,
    )  # fmt: skip


class Labels:
    """Worker processes that make decisions.  Make them before anything touches the GPU, since they are forked."""

    def __init__(self, game: Game, actor: Actor, workers: int) -> None:
        self._game, self._actor, self._features = game, actor.share_memory(), len(actor.scale)
        shape = (workers, SLOTS, BLOCK)
        self._blocks = Block(
            shared((*shape, self._features), np.int8), shared((*shape, actor.head.out_features), np.float16)
        )
        self._made = shared((workers,), np.int64)  # blocks
        self._taken = shared((workers,), np.int64)
        context = get_context("fork")
        for worker in range(workers):
            context.Process(target=self._work, args=(worker,), daemon=True).start()

    def take(self) -> list[Block]:
        """Return copies of the blocks that are ready, which may be none."""
        found = []
        for worker in range(len(self._made)):
            while self._taken[worker] < self._made[worker]:
                slot = self._taken[worker] % SLOTS
                found.append(Block(*(part[worker, slot].copy() for part in self._blocks)))
                self._taken[worker] += 1
        return found

    def refresh(self, actor: Actor) -> None:
        """Let the workers play as this actor does from now on."""
        with torch.no_grad():
            for mine, given in zip(self._actor.parameters(), actor.parameters(), strict=True):
                mine.copy_(given)

    def _work(self, worker: int) -> None:
        """Make decisions until the parent ends."""
        torch.set_num_threads(1)
        tables, parent = make_tables(self._game, worker), os.getppid()
        random = np.random.default_rng((self._game.seed, worker))
        while os.getppid() == parent:
            if self._made[worker] - self._taken[worker] == SLOTS:
                time.sleep(1e-3)
                continue
            slot = self._made[worker] % SLOTS
            obs = self._blocks.obs[worker, slot]
            obs[:] = tables.obs[:, : self._features]
            self._blocks.outcomes[worker, slot] = np.where(tables.mask, tables.outcomes("careful"), np.nan)
            self._made[worker] += 1
            tables.step(self._chosen(obs, tables.mask, random))

    @torch.no_grad()
    def _chosen(self, obs: NDArray[np.int8], mask: NDArray[np.bool_], random: np.random.Generator) -> NDArray[np.int32]:
        worth = self._actor(torch.from_numpy(obs), torch.from_numpy(mask)).numpy()
        any_legal = random.random(mask.shape) * mask
        return np.where(random.random(len(obs)) < RANDOM, any_legal.argmax(1), worth.argmax(1)).astype(np.int32)
