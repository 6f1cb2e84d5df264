"""Train a net: proximal policy optimisation in self-play, with a share of the tables against `careful`.

    python training/train.py official --seats 2 --minutes 4 --out runs/official-2        one GPU
    python training/train.py official --minutes 30 --tables 512 --hidden 128 --layers 2  a laptop, slower and weaker

The net is written in the form the bot reads, with a log beside it.  The same options and seed deal the same cards, but
how far a run comes depends on the clock, so no two runs give the same weights.
"""

import argparse
import os
import sys
import time
from pathlib import Path

import torch

from judge import Score, play_off
from nets import read_actor
from ppo import Learner, Options, Pace
from rollouts import Plan, Rollouts
from runs import Notes, run

SLOWEST = 0.03  # of the first learning rate, and
LEAST_ENTROPY = 0.1  # of the first weight of the entropy, at the end
WARMING = 10  # updates until the learning rate is reached
CRITIC_FIRST = 20  # updates in which only the critic learns, when the actor was given


def parsed(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options."""
    gpu = torch.cuda.is_available()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", help="a rule set by its id")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=4, help="to learn, without what it takes to measure")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("runs/net"), help="folder for the net and the log")
    parser.add_argument("--device", default="cuda" if gpu else "cpu")
    parser.add_argument("--tables", type=int, default=16384 if gpu else 512)
    parser.add_argument("--steps", type=int, default=64, help="at each table between two updates")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 2))
    parser.add_argument("--hidden", type=int, default=512)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--minibatch", type=int, default=65536 if gpu else 8192)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--rate", type=float, default=5e-4, help="of learning, at the start")
    parser.add_argument("--entropy", type=float, default=0.01, help="how much playing at random is worth, at the start")
    parser.add_argument("--trace", type=float, default=0.95, help="lambda")
    parser.add_argument("--careful", type=float, default=0.2, help="share of the tables with `careful` at other seats")
    parser.add_argument("--history", type=int, default=8, help="events that are shown, up to 32")
    parser.add_argument("--start", type=Path, help="a net to go on from")
    parser.add_argument("--against", type=Path, help="a net to exploit: it plays all other seats, and does not learn")
    parser.add_argument("--measure", type=float, default=45, help="seconds between measurements against `careful`")
    parser.add_argument("--rounds", type=int, default=20_000, help="of each measurement; five times as many at the end")
    return parser.parse_args(arguments)


class Run:
    """One run: what is learned, and how long it took."""

    def __init__(self, options: argparse.Namespace, notes: Notes) -> None:
        self.options, self.notes = options, notes
        careful = 0.0 if options.against else options.careful
        plan = Plan(notes.game, options.tables, options.workers, careful)
        began = time.monotonic()
        self.rollouts = Rollouts(plan)  # before the GPU is touched, since it forks
        torch.manual_seed(options.seed)
        if options.device == "cpu":
            torch.set_num_threads(1)
        sizes = (options.steps, options.hidden, options.layers, options.minibatch, options.epochs, options.trace)
        self.learner = Learner(self.rollouts, Options(*sizes), torch.device(options.device))
        if options.start:
            read_actor(options.start, self.learner.actor, self.rollouts.version)
        self.opponent = None
        if options.against:
            self.opponent = type(self.learner.actor)(
                self.learner.actor.scale, self.rollouts.actions, options.hidden, options.layers, self.learner.actor.kind
            ).to(options.device)
            read_actor(options.against, self.opponent, self.rollouts.version)
            self.learner.opponent = self.opponent
        self.decisions = self.updates = 0
        self.playing = self.measuring = 0.0
        notes.begin(self.rollouts.version, options)
        notes.say(
            f"{self.rollouts.features} features, {self.rollouts.truths} more for the critic, {self.rollouts.actions} "
            f"actions, {sum(part.numel() for part in self.learner.actor.parameters()):,} weights; ready after "
            f"{time.monotonic() - began:.0f} s"
        )

    def pace(self, spent: float) -> Pace:
        """Return how to learn after this share of the time."""
        options = self.options
        slow = max(SLOWEST, 1 - spent) * min(1, (self.updates + 1) / WARMING)
        policy = not (options.start and self.updates < CRITIC_FIRST)
        entropy = options.entropy * max(LEAST_ENTROPY, 1 - spent)
        return Pace(options.rate * slow, entropy, float(policy))

    def train(self) -> None:
        """Play and learn in turn until the time is up."""
        options, began, measured = self.options, time.monotonic(), 0.0
        while (spent := time.monotonic() - began - self.measuring) < 60 * options.minutes:
            pace = self.pace(spent / 60 / options.minutes)
            self.learner.play()
            self.playing += time.monotonic() - began - self.measuring - spent
            went = self.learner.learn(pace)
            self.updates += 1
            self.decisions += self.rollouts.tables * options.steps
            if spent - measured > options.measure:
                measured = spent
                self.report(time.monotonic() - began - self.measuring, went)
        rounds = self.rollouts.rounds.sum()
        self.notes.say(f"trained: {self.decisions / 1e6:.1f} M decisions, {rounds / 1e6:.2f} M rounds")

    def report(self, seconds: float, went: dict[str, float]) -> None:
        """Say how far it has come, and keep the net."""
        began = time.monotonic()
        score = self.measured(self.options.rounds, seed=self.options.seed + 1)
        self.measuring += time.monotonic() - began
        words = ", ".join(f"{name} {value:.3f}" for name, value in went.items())
        self.notes.say(
            f"{seconds:5.0f} s, {self.updates} updates, {self.decisions / 1e6:.0f} M decisions, "
            f"{self.decisions / seconds / 1e6:.2f} M/s ({100 * self.playing / seconds:.0f} % of the time to play), "
            f"{self.rollouts.rounds.sum() / 1e6:.2f} M rounds; {words}; {score}"
        )
        self.notes.keep(self.learner.actor, score)

    def measured(self, rounds: int, seed: int) -> Score:
        """Measure the net: against `careful`, or against the net that it exploits."""
        tables, workers = 4096 if self.learner.fast else 256, self.options.workers
        return play_off(self.notes.game, self.learner.actor, self.opponent, tables, rounds, seed, workers)

    def finish(self) -> None:
        """Measure the net at length, and keep it."""
        score = self.measured(5 * self.options.rounds, seed=self.options.seed + 2)
        self.notes.say(f"at the end: {score}")
        self.notes.keep(self.learner.actor, score)
        self.rollouts.close()


if __name__ == "__main__":
    sys.exit(run(parsed(), Run))
