"""Proximal policy optimisation at many tables: play, judge every decision by what followed for its seat, learn."""

import argparse
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from feed import Feed, chance_noise
from rollouts import HALVES
from runs import Start

CLIP = 0.2
VALUE_WEIGHT = 0.5
MOST_GRADIENT = 0.5
SLOWEST = 0.03  # of the first learning rate, at the end
LEAST_ENTROPY = 0.1  # of the first weight of the entropy, at the end
WARMING = 10  # updates until the learning rate is reached
CRITIC_FIRST = 20  # updates in which only the critic learns, when the actor was given


class Pace(NamedTuple):
    """What changes while it learns."""

    rate: float
    entropy: float
    policy: float  # weight of what is learned from winning and losing


class Kept(NamedTuple):
    """What was played at all tables, step by step; of what is shown there is one step more."""

    obs: Tensor
    truth: Tensor
    seat: Tensor
    mask: Tensor
    action: Tensor
    chance: Tensor  # the logarithm of the probability it was chosen with
    rewards: Tensor
    ended: Tensor


class Learner:
    """An actor, a critic, and the tables they learn at."""

    def __init__(self, options: argparse.Namespace, start: Start) -> None:
        self.rollouts, self.options, self.device = start.rollouts, options, start.device
        self.best = start.actor
        self.critic, self.critic_alone = start.critic(options.hidden, 1, CRITIC_FIRST)
        self.opponent = start.opponent
        self._weights = [*self.best.parameters(), *self.critic.parameters()]
        self._feed = Feed(start.rollouts, self.device)
        self._adam = torch.optim.Adam(self._weights, eps=1e-5, fused=self._feed.fast)
        self._kept = self._room()

    def _room(self) -> Kept:
        t, n, r, zeros = self.options.steps, self.rollouts.tables, self.rollouts, self._feed.zeros
        return Kept(
            zeros(t + 1, n, r.features), zeros(t + 1, n, r.truths), zeros(t + 1, n),
            zeros(t, n, r.actions, dtype=torch.bool), zeros(t, n, dtype=torch.int64), zeros(t, n, dtype=torch.float32),
            zeros(t, n, r.setup.task.seats, dtype=torch.float32), zeros(t, n, dtype=torch.bool),
        )  # fmt: skip

    # ---------------------------------------------------------------- playing

    @torch.no_grad()
    def play(self) -> None:
        """Play all tables, and keep what happened: while the workers play one half, choose for the other."""
        for step in range(self.options.steps + 1):
            for half in range(HALVES):
                self._feed.wait(half)
                if step:
                    self._keep(half, step - 1, "rewards", "ended")
                self._keep(half, step, "obs", "truth", "seat")
                if step < self.options.steps:
                    self._keep(half, step, "mask")
                    self._feed.play(half, self._choice(half, step))
        self._feed.finish()

    def _keep(self, half: int, step: int, *names: str) -> None:
        for name, shown in zip(names, self._feed.fetch(half, *names), strict=True):
            getattr(self._kept, name)[step, self._feed.columns(half)] = shown

    def _choice(self, half: int, step: int) -> Tensor:
        """Choose for every table of a half, and keep what was chosen."""
        columns = self._feed.columns(half)
        obs, mask = self._kept.obs[step, columns], self._kept.mask[step, columns]
        logits = self.best(obs, mask)
        noise = chance_noise(logits)
        if self.opponent is not None:  # it always takes its best action
            learns = self._feed.learns(self._kept.seat[step, columns], columns.start)[:, None]
            logits = torch.where(learns, logits, self.opponent(obs, mask))
            noise = noise.masked_fill(~learns, 0)
        action = (logits + noise).argmax(1)
        self._kept.action[step, columns] = action
        self._kept.chance[step, columns] = F.log_softmax(logits, 1).gather(1, action[:, None]).squeeze(1)
        return action

    # ---------------------------------------------------------------- judging

    @torch.no_grad()
    def _judge(self) -> tuple[Tensor, Tensor, Tensor]:
        """Return the advantage of each decision, the value before it, and whether its seat's next value is known.

        For each seat, what follows a decision is the value at its next decision, or the reward at the end of the round.
        """
        kept, steps, n = self._kept, self.options.steps, self.rollouts.tables
        values = torch.stack([self.critic(kept.obs[i], kept.truth[i])[:, 0] for i in range(steps + 1)])
        rows, seats = torch.arange(n, device=self.device), kept.seat.long()
        shape = (n, self.rollouts.setup.task.seats)
        worth, traced = torch.zeros(shape, device=self.device), torch.zeros(shape, device=self.device)
        known = torch.zeros(shape, dtype=torch.bool, device=self.device)
        worth[rows, seats[steps]], known[rows, seats[steps]] = values[steps], True
        advantage, usable = torch.zeros_like(values[:steps]), torch.zeros_like(values[:steps], dtype=torch.bool)
        for i in reversed(range(steps)):
            over = kept.ended[i][:, None]
            worth = torch.where(over, kept.rewards[i], worth)
            traced = traced.masked_fill(over, 0)
            known |= over
            mine = seats[i]
            advantage[i] = worth[rows, mine] - values[i] + self.options.trace * traced[rows, mine]
            usable[i] = known[rows, mine] & self._feed.learns(kept.seat[i])
            worth[rows, mine], traced[rows, mine], known[rows, mine] = values[i], advantage[i], True
        return advantage, values[:steps], usable

    # ---------------------------------------------------------------- learning

    def _pace(self, spent: float, updates: int) -> Pace:
        """Return how to learn after this share of the time and so many updates."""
        options = self.options
        slow = max(SLOWEST, 1 - spent) * min(1, (updates + 1) / WARMING)
        policy = updates >= self.critic_alone
        return Pace(options.rate * slow, options.entropy * max(LEAST_ENTROPY, 1 - spent), float(policy))

    def learn(self, spent: float, updates: int) -> dict[str, float]:
        """Improve actor and critic by what was played; return how that went."""
        pace = self._pace(spent, updates)
        for group in self._adam.param_groups:
            group["lr"] = pace.rate
        advantage, values, usable = (part.flatten() for part in self._judge())
        which = usable.nonzero().squeeze(1)
        target = advantage + values
        spread, centre = torch.std_mean(advantage[which])
        judged = ((advantage - centre) / (spread + 1e-8), target)
        sums, count = torch.zeros(4, device=self.device), 0
        size = self.options.minibatch
        for _ in range(self.options.epochs):
            order = which[torch.randperm(len(which), device=self.device)]
            for start in range(0, max(1, len(order) - size // 2), size):
                sums += self._improve(order[start : start + size], judged, pace)
                count += 1
        explained = 1 - (target - values)[which].var() / target[which].var()
        policy, value, entropy, clipped = (sums / count).tolist()
        return {
            "policy": policy, "value": value, "entropy": entropy, "clipped": clipped, "explained": explained.item(),
        }  # fmt: skip

    def _improve(self, which: Tensor, judged: tuple[Tensor, Tensor], pace: Pace) -> Tensor:
        kept = self._kept
        obs, truth, mask, action, chance = (
            part[: self.options.steps].flatten(0, 1)[which]
            for part in (kept.obs, kept.truth, kept.mask, kept.action, kept.chance)
        )
        advantage, target = (part[which] for part in judged)
        logits = self.best(obs, mask)
        chances = F.log_softmax(logits, 1)
        ratio = (chances.gather(1, action[:, None]).squeeze(1) - chance).exp()
        policy = -torch.min(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
        entropy = -(chances.exp() * chances.masked_fill(~mask, 0)).sum(1).mean()
        value = (self.critic(obs, truth)[:, 0] - target).pow(2).mean()
        loss = pace.policy * (policy - pace.entropy * entropy) + VALUE_WEIGHT * value
        self._adam.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self._weights, MOST_GRADIENT, foreach=True)
        self._adam.step()
        clipped = ((ratio - 1).abs() > CLIP).float().mean()
        return torch.stack([policy.detach(), value.detach(), entropy.detach(), clipped])
