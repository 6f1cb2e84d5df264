"""Train a net by playing every action out: it learns what each would be paid if `careful` then played every seat.

    python training/outcomes.py official --seats 4 --minutes 8 --out runs/official-4     one GPU, or a CPU
    python training/train.py official --seats 4 --start runs/official-4/net ...          goes on from there by PPO

A decision teaches what all its legal actions lead to, with the same hidden cards and the same stock.  So there is far
less chance in it than in whether a round was won.  The best action by these values is a step better than `careful`, as
that of `search` is.
"""

import argparse
import copy
import math
import os
import sys
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from judge import Score, play_off
from labels import BLOCK, Block, Labels, make_tables
from nets import Actor, in_kind, read_actor, scales
from runs import Notes, run

SHARPNESS = 10  # logits are learned as this many times what an action is paid
VALUE_WEIGHT = 0.5  # of learning what the decision is worth as a whole, which the same layers see
MOST_GRADIENT = 1.0
SLOWEST = 0.02  # of the first learning rate, at the end
WARMING = 200  # steps until the learning rate is reached
SMOOTH = 2000  # steps over which the weights that are kept are averaged
FIRST = 20  # blocks before it learns
REFRESH = 20  # steps after which the workers play with the new weights


def parsed(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options."""
    gpu = torch.cuda.is_available()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", help="a rule set by its id")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=8, help="to learn, without what it takes to measure")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("runs/net"), help="folder for the net and the log")
    parser.add_argument("--device", default="cuda" if gpu else "cpu")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    parser.add_argument("--hidden", type=int, default=512 if gpu else 256)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--minibatch", type=int, default=8192 if gpu else 2048)
    parser.add_argument("--kept", type=int, default=40_000_000 if gpu else 4_000_000, help="decisions to learn from")
    parser.add_argument("--uses", type=float, default=3 if gpu else 1.5, help="how often each decision is learned from")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning, at the start")
    parser.add_argument("--history", type=int, default=8, help="events that are shown, up to 32")
    parser.add_argument("--start", type=Path, help="a net to go on from")
    parser.add_argument("--measure", type=float, default=60, help="seconds between measurements against `careful`")
    parser.add_argument("--rounds", type=int, default=20_000, help="of each measurement; five times as many at the end")
    return parser.parse_args(arguments)


class Valued(nn.Module):
    """An actor, and beside it what the decision as a whole is worth."""

    def __init__(self, actor: Actor) -> None:
        super().__init__()
        self.actor, self.value = actor, nn.Linear(actor.head.in_features, 1)

    def forward(self, obs: Tensor) -> tuple[Tensor, Tensor]:
        """Return what each action is worth, legal or not, and the decision."""
        kind = self.actor.kind
        with in_kind(obs.device, kind):
            deep = self.actor.body(obs.to(kind) * self.actor.scale.to(kind)).float()
        return F.linear(deep, self.actor.head.weight, self.actor.head.bias), self.value(deep).squeeze(1)


class Kept:
    """The latest decisions, on the device that learns from them."""

    def __init__(self, most: int, features: int, actions: int, device: torch.device) -> None:
        self._obs = torch.zeros((most, features), dtype=torch.int8, device=device)
        self._outcomes = torch.zeros((most, actions), dtype=torch.float16, device=device)
        self.made = 0

    def add(self, block: Block) -> None:
        """Keep a block in place of the oldest one."""
        rows = slice(self.made % len(self._obs), self.made % len(self._obs) + BLOCK)
        self._obs[rows].copy_(torch.from_numpy(block.obs))
        self._outcomes[rows].copy_(torch.from_numpy(block.outcomes))
        self.made += BLOCK

    def some(self, count: int) -> tuple[Tensor, Tensor]:
        """Return decisions at random."""
        which = torch.randint(min(self.made, len(self._obs)), (count,), device=self._obs.device)
        return self._obs[which], self._outcomes[which].float()


def loss_of(net: Valued, obs: Tensor, outcomes: Tensor) -> tuple[Tensor, Tensor]:
    """Return how wrong the net is about what sets actions apart, and about the decision as a whole."""
    mask = ~outcomes.isnan()
    count, paid = mask.sum(1), outcomes.nan_to_num(0.0)
    mean = paid.sum(1) / count
    worth, value = net(obs)
    worth = worth.masked_fill(~mask, 0) / SHARPNESS
    apart = (worth - paid) - ((worth - paid).sum(1) / count)[:, None]
    return apart.masked_fill(~mask, 0).pow(2).sum(1).mean(), (value - mean).pow(2).mean()


class Run:
    """One run: what is learned, and how long it took."""

    def __init__(self, options: argparse.Namespace, notes: Notes) -> None:
        self.options, self.notes = options, notes
        tables = make_tables(notes.game, 0, options.seats)  # compiles, if need be
        features, actions = tables.layout["rules"].start, len(tables.actions)
        torch.manual_seed(options.seed)
        torch.set_num_threads(1)
        scale = torch.tensor(scales(tables.layout, features))
        self.smooth = Actor(scale, actions, options.hidden, options.layers, torch.bfloat16)  # is measured and kept
        if options.start:
            read_actor(options.start, self.smooth, tables.version)
        self.labels = Labels(notes.game, copy.deepcopy(self.smooth), options.workers)
        device = torch.device(options.device)
        self.smooth.to(device)
        self.net = Valued(copy.deepcopy(self.smooth)).to(device)
        self.kept = Kept(options.kept // BLOCK * BLOCK, features, actions, device)
        self._adam = torch.optim.Adam(self.net.parameters())
        self.steps, self.measuring = 0, 0.0
        notes.begin(tables.version, options)
        notes.say(f"{features} features, {sum(part.numel() for part in self.smooth.parameters()):,} weights")

    def train(self) -> None:
        """Learn until the time is up."""
        options, began, measured = self.options, time.monotonic(), 0.0
        wrong = torch.zeros(2, device=options.device)
        while (spent := time.monotonic() - began - self.measuring) < 60 * options.minutes:
            for block in self.labels.take():
                self.kept.add(block)
            ahead = self.steps * options.minibatch > self.kept.made * options.uses
            if ahead or self.kept.made < FIRST * BLOCK:
                time.sleep(0.005)
                continue
            wrong += (self.improve(spent / 60 / options.minutes) - wrong) / min(self.steps, 200)
            if spent - measured > options.measure:
                measured = spent
                self.report(spent, *wrong.tolist())
        self.notes.say(f"trained: {self.kept.made / 1e6:.1f} M decisions, {self.steps:,} steps")

    def improve(self, spent: float) -> Tensor:
        """Learn from some decisions, after this share of the time; return how wrong the net was."""
        share = max(SLOWEST, (1 + math.cos(math.pi * spent)) / 2) * min(1, (self.steps + 1) / WARMING)
        for group in self._adam.param_groups:
            group["lr"] = self.options.rate * share
        apart, whole = loss_of(self.net, *self.kept.some(self.options.minibatch))
        self._adam.zero_grad(set_to_none=True)
        (apart + VALUE_WEIGHT * whole).backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), MOST_GRADIENT)
        self._adam.step()
        self.steps += 1
        with torch.no_grad():
            for mine, given in zip(self.smooth.parameters(), self.net.actor.parameters(), strict=True):
                mine.lerp_(given, 1 / min(self.steps / 10 + 1, SMOOTH))
        if self.steps % REFRESH == 0:
            self.labels.refresh(self.net.actor)
        return torch.stack([apart.detach(), whole.detach()])

    def report(self, seconds: float, apart: float, whole: float) -> None:
        """Say how far it has come, and keep the net."""
        began = time.monotonic()
        score = self.measured(self.options.rounds, seed=self.options.seed + 1)
        self.measuring += time.monotonic() - began
        self.notes.say(
            f"{seconds:5.0f} s, {self.kept.made / 1e6:.1f} M decisions, {self.steps:,} steps; wrong by {apart:.4f} and "
            f"{whole:.4f}; {score}"
        )
        self.notes.keep(self.smooth, score)

    def measured(self, rounds: int, seed: int) -> Score:
        """Measure the net against `careful`."""
        tables, workers = 1024, self.options.workers
        return play_off(self.notes.game, self.smooth, None, tables, rounds, seed, workers)

    def finish(self) -> None:
        """Measure the net at length, and keep it."""
        score = self.measured(5 * self.options.rounds, seed=self.options.seed + 2)
        self.notes.say(f"at the end: {score}")
        self.notes.keep(self.smooth, score)


if __name__ == "__main__":
    sys.exit(run(parsed(), Run))
