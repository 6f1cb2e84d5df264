"""Train a net by looking one decision ahead: it learns what each action leads to, by a critic that sees all cards.

    python training/lookahead.py official --seats 4 --minutes 9 --out runs/official-4        one GPU
    python training/lookahead.py juno-serious --seats 2 --careful 0.2 --out runs/juno-serious-2        mostly self-play

At every decision each legal action is tried out at a copy of the table, up to the next decision or the end of the
round.  The critic learns from how rounds go on, and the net from the critic: what sets the actions of a decision apart.
So nothing has to be done at random to be learned.  The critic values the table for every seat, since the next decision
may be another seat's.
"""

import argparse
import copy
import math
import sys
from typing import NamedTuple

import torch
from torch import Tensor, nn

from feed import Feed, chance_noise
from options import above_zero, positive, share
from rollouts import HALVES, Task
from runs import Start, options_of, run

SHARPNESS = 10  # logits are learned as this many times what sets actions apart
MOST_GRADIENT = 1.0
SLOWEST = 0.02  # of the first learning rate, at the end
WARMING = 500  # steps until the learning rate is reached
SMOOTH = 1000  # steps over which the weights that are kept are averaged
CRITIC_FIRST = 60  # updates in which only the critic learns, when the net was given


def parsed(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options."""
    gpu = torch.cuda.is_available()
    parser = options_of(__doc__, seats=4, careful=1)
    parser.add_argument("--steps", type=positive, default=32, help="at each table between two updates")
    parser.add_argument("--room", type=above_zero, default=6, help="actions to try out at a table, on average at most")
    parser.add_argument("--critic", type=positive, default=1024 if gpu else 256, help="width of the critic's layers")
    parser.add_argument("--minibatch", type=positive, default=16384 if gpu else 2048, help="decisions learned at once")
    parser.add_argument("--rate", type=above_zero, default=1e-3, help="of learning, at the start")
    parser.add_argument("--trace", type=share, default=0.8, help="lambda, for the critic")
    parser.add_argument(
        "--later", type=share, default=1, help="what a win is worth a decision later: below 1, rounds do not drag on"
    )
    parser.add_argument("--warmth", type=above_zero, default=0.02, help="how often actions that seem worse are taken")
    parser.add_argument("--random", type=share, default=0.03, help="share of the actions taken at random")
    return parser.parse_args(arguments)


class Kept(NamedTuple):
    """What was played at all tables, step by step; of what is shown there is one step more."""

    obs: Tensor
    truth: Tensor
    seat: Tensor
    worth: Tensor  # of every action that was tried out; else NaN
    paid: Tensor
    ended: Tensor


class Tried(NamedTuple):
    """Actions that were tried out, and where each leads to."""

    tried_at: Tensor
    tried: Tensor
    next_obs: Tensor
    next_truth: Tensor
    next_seat: Tensor
    next_paid: Tensor
    next_ended: Tensor


def by_seat(values: Tensor, seat: Tensor, clockwise: Tensor) -> Tensor:
    """Return the values of seats by their numbers; given are those of the deciding seat and of who plays after it."""
    numbers = torch.arange(values.shape[1], device=values.device)
    way = 2 * clockwise.long()[:, None] - 1
    return values.gather(1, (numbers - seat.long()[:, None]) * way % values.shape[1])


def wrong_by(logits: Tensor, worth: Tensor) -> Tensor:
    """Return how wrong logits are about what sets actions apart; NaN is the worth of those that were not tried out."""
    tried = ~worth.isnan()
    wrong = (logits / SHARPNESS - worth).masked_fill(~tried, 0)
    mean = wrong.sum(1) / tried.sum(1).clamp(min=1)
    return (wrong - mean[:, None]).masked_fill(~tried, 0).pow(2).sum() / tried.any(1).sum().clamp(min=1)


def traced(values: Tensor, paid: Tensor, ended: Tensor, trace: float, later: float) -> Tensor:
    """Return what each decision led to, for every seat: what was paid, or the values that followed, mixed by lambda."""
    found, after = torch.zeros_like(values[:-1]), values[-1]
    for i in reversed(range(len(found))):
        after = later * ((1 - trace) * values[i + 1] + trace * after)
        after = torch.where(ended[i][:, None], paid[i], after)
        found[i] = after
    return found


class Learner:
    """A net, a critic, and the tables they learn at."""

    def __init__(self, options: argparse.Namespace, start: Start) -> None:
        self.options, self._rollouts, self.device = options, start.rollouts, start.device
        self.best = start.actor  # the average of what the net was like of late
        self.opponent = start.opponent
        self._net = copy.deepcopy(self.best)
        self._seats, self._clockwise = start.rollouts.setup.task.seats, start.rollouts.layout["clockwise"].start
        self.critic, self.critic_alone = start.critic(options.critic, self._seats, CRITIC_FIRST)
        self._feed = Feed(start.rollouts, self.device)
        weights = [*self._net.parameters(), *self.critic.parameters()]
        self._adam = torch.optim.Adam(weights, fused=self._feed.fast)
        self._kept = self._room()
        self._steps = 0

    def _room(self) -> Kept:
        t, n, r, zeros = self.options.steps, self._rollouts.tables, self._rollouts, self._feed.zeros
        return Kept(
            zeros(t + 1, n, r.features), zeros(t + 1, n, r.truths), zeros(t + 1, n),
            zeros(t, n, r.actions, dtype=torch.float16), zeros(t, n, self._seats, dtype=torch.float32),
            zeros(t, n, dtype=torch.bool),
        )  # fmt: skip

    # ---------------------------------------------------------------- playing

    @torch.no_grad()
    def play(self) -> None:
        """Play all tables, and keep what happened: while the workers play one half, look ahead at the other."""
        for step in range(self.options.steps + 1):
            for half in range(HALVES):
                self._feed.wait(half)
                columns = self._feed.columns(half)
                obs, truth, seat, mask = self._feed.fetch(half, "obs", "truth", "seat", "mask")
                self._kept.obs[step, columns], self._kept.truth[step, columns] = obs, truth
                self._kept.seat[step, columns] = seat
                if step:
                    rewards, ended = self._feed.fetch(half, "rewards", "ended")
                    self._kept.paid[step - 1, columns], self._kept.ended[step - 1, columns] = rewards, ended
                if step < self.options.steps:
                    tried = Tried(*self._feed.fetch(half, *Tried._fields))
                    self._feed.play(half, self._choice(obs, mask, self._feed.learns(seat, columns.start)))
                    self._kept.worth[step, columns] = self._worth(seat, tried)
        self._feed.finish()

    def _choice(self, obs: Tensor, mask: Tensor, learns: Tensor) -> Tensor:
        """Choose for every table: mostly what seems best, and what seems worse the less often the worse it seems.

        An opponent, which decides for seats that do not learn, always takes what seems best to it.
        """
        logits = self._net(obs, mask) / (SHARPNESS * self.options.warmth)
        any_legal = torch.rand(len(obs), 1, device=self.device) < self.options.random
        logits = torch.where(any_legal, logits.masked_fill(mask, 0), logits)
        logits += chance_noise(logits)
        if self.opponent is not None:
            logits = torch.where(learns[:, None], logits, self.opponent(obs, mask))
        return logits.argmax(1)

    def _values(self, obs: Tensor, truth: Tensor, seat: Tensor) -> Tensor:
        """Return what tables are worth to every seat, by their numbers."""
        return by_seat(self.critic(obs, truth), seat, obs[:, self._clockwise])

    def _worth(self, seat: Tensor, tried: Tried) -> Tensor:
        """Return what every action that was tried out is worth to who decides, for all tables of a half."""
        shape = (len(seat) + 1, self._rollouts.actions)
        found = torch.full(shape, math.nan, dtype=torch.float16, device=self.device)
        where = tried.tried_at.long()  # -1, one table more, where there was nothing left to try out
        values = self._values(tried.next_obs, tried.next_truth, tried.next_seat)
        values = values.gather(1, seat.long()[where.clamp(min=0), None]).squeeze(1)
        worth = torch.where(tried.next_ended, tried.next_paid, self.options.later * values)
        found[where, tried.tried.long()] = worth.to(found.dtype)
        return found[:-1]

    # ---------------------------------------------------------------- learning

    @torch.no_grad()
    def _targets(self) -> tuple[Tensor, Tensor]:
        """Return what the critic should have said of each decision, for every seat, and what it said."""
        kept = self._kept
        shown = zip(kept.obs, kept.truth, kept.seat, strict=True)
        values = torch.stack([self._values(*step) for step in shown])
        return traced(values, kept.paid, kept.ended, self.options.trace, self.options.later), values[:-1]

    def learn(self, spent: float, updates: int) -> dict[str, float]:
        """Improve net and critic by what was played; return how that went."""
        rate = self.options.rate * max(SLOWEST, (1 + math.cos(math.pi * spent)) / 2)
        net_learns = float(updates >= self.critic_alone)
        targets, values = (part.flatten(0, 1) for part in self._targets())
        sums, count, size = torch.zeros(2, device=self.device), 0, self.options.minibatch
        for _ in range(self.options.epochs):
            order = torch.randperm(len(targets), device=self.device)
            for start in range(0, max(1, len(order) - size // 2), size):
                sums += self._improve(order[start : start + size], targets, rate, net_learns)
                count += 1
        explained = 1 - (targets - values).var() / targets.var()
        apart, value = (sums / count).tolist()
        return {"apart": apart, "value": value, "explained": explained.item()}

    def _improve(self, which: Tensor, targets: Tensor, rate: float, net_learns: float) -> Tensor:
        for group in self._adam.param_groups:
            group["lr"] = rate * min(1, (self._steps + 1) / WARMING)
        kept = (self._kept.obs, self._kept.truth, self._kept.seat, self._kept.worth)
        obs, truth, seat, worth = (part[: self.options.steps].flatten(0, 1)[which] for part in kept)
        apart = wrong_by(self._net(obs, ~worth.isnan()), worth.float())
        value = (self._values(obs, truth, seat) - targets[which]).pow(2).mean()
        self._adam.zero_grad(set_to_none=True)
        (net_learns * apart + value).backward()
        for part in (self._net, self.critic):
            nn.utils.clip_grad_norm_(part.parameters(), MOST_GRADIENT, foreach=True)
        self._adam.step()
        self._steps += 1
        with torch.no_grad():
            for mine, given in zip(self.best.parameters(), self._net.parameters(), strict=True):
                mine.lerp_(given, 1 / min(self._steps / 10 + 1, SMOOTH))
        return torch.stack([apart.detach(), value.detach()])


def begun(options: argparse.Namespace, task: Task) -> tuple[Start, Learner]:
    """Begin a run."""
    start = Start(options, task, ahead=options.room)
    return start, Learner(options, start)


if __name__ == "__main__":
    sys.exit(run(parsed(), begun))
