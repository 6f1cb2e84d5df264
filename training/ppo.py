"""Proximal policy optimisation at many tables: play, judge every decision by what followed for its seat, learn."""

from dataclasses import dataclass
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from nets import Actor, Critic, scales
from rollouts import HALVES, Rollouts


@dataclass(frozen=True)
class Options:
    """What the learner is told once."""

    steps: int  # decisions at each table between two updates
    hidden: int
    layers: int
    minibatch: int
    epochs: int
    trace: float  # lambda: how far rewards are traced back, against trust in the critic
    clip: float = 0.2
    value_weight: float = 0.5
    most_gradient: float = 0.5


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

    def __init__(self, rollouts: Rollouts, options: Options, device: torch.device) -> None:
        self.rollouts, self.options, self.device = rollouts, options, device
        self.fast = device.type == "cuda"
        kind = torch.bfloat16 if self.fast else torch.float32
        scale = torch.tensor(scales(rollouts.layout, rollouts.features))
        self.actor = Actor(scale, rollouts.actions, options.hidden, options.layers, kind).to(device)
        self.critic = Critic(scale, rollouts.truths, options.hidden, options.layers, kind).to(device)
        self.opponent: Actor | None = None  # if set, it plays all seats but one of every table, and does not learn
        self._weights = [*self.actor.parameters(), *self.critic.parameters()]
        self._adam = torch.optim.Adam(self._weights, eps=1e-5, fused=self.fast)
        halves = (half._asdict() for half in rollouts.halves)
        self._shown = [{name: self._pinned(array) for name, array in half.items()} for half in halves]
        self._kept = self._room()

    def _pinned(self, array: object) -> Tensor:
        """Return shared memory as a tensor that the GPU can fetch by itself."""
        tensor = torch.from_numpy(array)
        if self.fast and tensor.nbytes:
            size = -(-tensor.nbytes // 4096) * 4096
            if int(torch.cuda.cudart().cudaHostRegister(tensor.data_ptr(), size, 0)) != 0:
                raise RuntimeError("the memory of the tables cannot be shared with the GPU")
        return tensor

    def _room(self) -> Kept:
        t, n, r = self.options.steps, self.rollouts.tables, self.rollouts

        def zeros(*shape: int, dtype: torch.dtype = torch.int8) -> Tensor:
            return torch.zeros(shape, dtype=dtype, device=self.device)

        return Kept(
            zeros(t + 1, n, r.features), zeros(t + 1, n, r.truths), zeros(t + 1, n),
            zeros(t, n, r.actions, dtype=torch.bool), zeros(t, n, dtype=torch.int64), zeros(t, n, dtype=torch.float32),
            zeros(t, n, r.plan.game.seats, dtype=torch.float32), zeros(t, n, dtype=torch.bool),
        )  # fmt: skip

    def _learns(self, seat: Tensor, first: int = 0) -> Tensor:
        """Return at which tables, from the first of these on, the seat that decides is one that learns."""
        if self.opponent is None:
            return torch.ones_like(seat, dtype=torch.bool)
        return seat == (first + torch.arange(len(seat), device=self.device)) % self.rollouts.plan.game.seats

    # ---------------------------------------------------------------- playing

    @torch.no_grad()
    def play(self) -> None:
        """Play all tables, and keep what happened: while the workers play one half, choose for the other."""
        for step in range(self.options.steps + 1):
            for half in range(HALVES):
                self.rollouts.wait(half)
                if step:
                    self._keep(half, step - 1, "rewards", "ended")
                self._keep(half, step, "obs", "truth", "seat")
                if step < self.options.steps:
                    self._keep(half, step, "mask")
                    self._choose(half, step)
                    self._finish()
                    self.rollouts.step(half)
        self._finish()

    def _columns(self, half: int) -> slice:
        size = self.rollouts.tables // HALVES
        return slice(half * size, (half + 1) * size)

    def _keep(self, half: int, step: int, *names: str) -> None:
        for name in names:
            getattr(self._kept, name)[step, self._columns(half)].copy_(self._shown[half][name], non_blocking=True)

    def _choose(self, half: int, step: int) -> None:
        columns = self._columns(half)
        obs, mask = self._kept.obs[step, columns], self._kept.mask[step, columns]
        logits = self.actor(obs, mask)
        noise = -torch.log(-torch.log(torch.rand_like(logits).clamp_(1e-9, 1 - 1e-7)))
        if self.opponent is not None:  # it always takes its best action
            learns = self._learns(self._kept.seat[step, columns], columns.start)[:, None]
            logits = torch.where(learns, logits, self.opponent(obs, mask))
            noise = noise.masked_fill(~learns, 0)
        action = (logits + noise).argmax(1)
        self._shown[half]["chosen"].copy_(action.to(torch.int32), non_blocking=self.fast)
        self._kept.action[step, columns] = action
        self._kept.chance[step, columns] = F.log_softmax(logits, 1).gather(1, action[:, None]).squeeze(1)

    def _finish(self) -> None:
        if self.fast:
            torch.cuda.current_stream().synchronize()

    # ---------------------------------------------------------------- judging

    @torch.no_grad()
    def _judge(self) -> tuple[Tensor, Tensor, Tensor]:
        """Return the advantage of each decision, the value before it, and whether its seat's next value is known.

        For each seat, what follows a decision is the value at its next decision, or the reward at the end of the round.
        """
        kept, steps, n = self._kept, self.options.steps, self.rollouts.tables
        values = torch.stack([self.critic(kept.obs[i], kept.truth[i]) for i in range(steps + 1)])
        rows, seats = torch.arange(n, device=self.device), kept.seat.long()
        shape = (n, self.rollouts.plan.game.seats)
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
            usable[i] = known[rows, mine] & self._learns(kept.seat[i])
            worth[rows, mine], traced[rows, mine], known[rows, mine] = values[i], advantage[i], True
        return advantage, values[:steps], usable

    # ---------------------------------------------------------------- learning

    def learn(self, pace: Pace) -> dict[str, float]:
        """Improve actor and critic by what was played; return how that went."""
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
        kept, clip = self._kept, self.options.clip
        obs, truth, mask, action, chance = (
            part[: self.options.steps].flatten(0, 1)[which]
            for part in (kept.obs, kept.truth, kept.mask, kept.action, kept.chance)
        )
        advantage, target = (part[which] for part in judged)
        logits = self.actor(obs, mask)
        chances = F.log_softmax(logits, 1)
        ratio = (chances.gather(1, action[:, None]).squeeze(1) - chance).exp()
        policy = -torch.min(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()
        entropy = -(chances.exp() * chances.masked_fill(~mask, 0)).sum(1).mean()
        value = (self.critic(obs, truth) - target).pow(2).mean()
        loss = pace.policy * (policy - pace.entropy * entropy) + self.options.value_weight * value
        self._adam.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self._weights, self.options.most_gradient, foreach=True)
        self._adam.step()
        clipped = ((ratio - 1).abs() > clip).float().mean()
        return torch.stack([policy.detach(), value.detach(), entropy.detach(), clipped])
