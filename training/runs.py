"""What every run of training does: it plays and learns in turn, says how it goes, keeps its net, and is measured."""

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TextIO

import torch

from judge import play_off
from lastcard import Ruleset
from lastcard.bots.nets import check_sizes, read_net
from lastcard.errors import LastCardError
from nets import Actor, Critic, read_weights, scales, write_weights
from options import Help, above_zero, positive, seed, share
from rollouts import Rollouts, Setup, Task
from rounds import Score

NET, CRITIC, LOG = "net", "critic", "log.txt"  # the files of a run


def options_of(description: str | None, *, seats: int, careful: float) -> argparse.ArgumentParser:
    """Return the options that every run has, with these defaults."""
    gpu = torch.cuda.is_available()
    parser = argparse.ArgumentParser(description=description, formatter_class=Help)
    add = parser.add_argument
    add("rules", help="a rule set by its id")
    add("--seats", type=positive, default=seats, help="2 to 10")
    add("--minutes", type=above_zero, default=4, help="to learn, without what it takes to measure")
    add("--seed", type=seed, default=1, help="decides the deals and the first weights")
    add("--out", type=Path, default=Path("runs/net"), help="folder for the net, its critic and the log")
    add("--device", choices=("cuda", "cpu"), default="cuda" if gpu else "cpu", help="where the net learns")
    add("--tables", type=positive, default=16384 if gpu else 512, help="that are played together")
    add("--workers", type=positive, default=max(1, (os.cpu_count() or 2) - 2), help="processes that play them")
    add("--hidden", type=positive, default=512, help="width of the net's hidden layers")
    add("--layers", type=positive, default=3, help="number of hidden layers")
    add("--epochs", type=positive, default=2, help="times that all decisions of an update are learned from")
    add("--history", type=int, default=8, help="events that are shown, up to 32")
    add("--careful", type=share, default=careful, help="share of the tables with `careful` at all seats but one")
    add("--start", type=Path, help="a net to go on from, with the critic beside it if that fits")
    add("--against", type=Path, help="a net to exploit: it plays all seats but one of every table, and does not learn")
    add("--measure", type=above_zero, default=45, help="seconds between two measurements")
    add("--rounds", type=positive, default=20_000, help="of a measurement, about; five times that at the end")
    return parser


class Notes:
    """The log of a run, and the folder its net is kept in."""

    def __init__(self, task: Task, folder: Path, log: TextIO) -> None:
        self.task, self._folder, self._log = task, folder, log

    def begin(self, version: str, options: argparse.Namespace) -> None:
        """Say what is run."""
        self._version = version
        kept = {name: str(value) for name, value in vars(options).items() if name != "out"}
        self.say(f"{version}, torch {torch.__version__}, {json.dumps(kept)}")

    def say(self, text: str) -> None:
        """Print a line, and keep it."""
        print(text, flush=True)
        print(text, file=self._log, flush=True)

    def keep(self, learner: "Learner", measured: Score | None, *, with_critic: bool) -> None:
        """Write the net, what it was measured at, and the critic if it knows that net."""
        rules = Ruleset.from_id(self.task.rules)
        facts = {"rules": rules.id, "digest": rules.digest, "seats": self.task.seats, "version": self._version}
        measurement = {"measured": str(measured or "not measured"), "history": self.task.history}
        write_weights(learner.best, self._folder / NET, facts | measurement)
        if with_critic:
            write_weights(learner.critic, self._folder / CRITIC, facts)


class Learner(Protocol):
    """What learns at tables."""

    best: Actor  # the net that is measured and kept
    critic: Critic
    critic_alone: int  # updates in which only the critic learns
    opponent: Actor | None  # that it plays against; None is `careful`

    def play(self) -> None:
        """Play all tables for some steps, and keep what happened."""

    def learn(self, spent: float, updates: int) -> dict[str, float]:
        """Learn from that, after this share of the time and so many updates; return how it went."""


class Start:
    """The tables of a run, played by worker processes, and the actor that begins to learn at them."""

    def __init__(self, options: argparse.Namespace, task: Task, *, ahead: float = 0) -> None:
        if options.device == "cuda" and not torch.cuda.is_available():
            raise LastCardError("PyTorch finds no GPU here: use --device cpu")
        setup = Setup(task, options.tables, options.workers, options.careful, bool(options.against), ahead)
        if setup.each < 1:
            raise LastCardError(f"{options.tables} tables are too few for {options.workers} workers: each needs two")
        check_sizes([1, *[options.hidden] * options.layers, 1])
        self.rollouts = Rollouts(setup)  # before the GPU is touched, since it forks
        self.device = torch.device(options.device)
        torch.manual_seed(options.seed)
        if options.device == "cpu":
            torch.set_num_threads(1)
        self._options = options
        self.remarks: list[str] = []  # for the log
        self.actor = self._actor(options.hidden, options.layers)
        if options.start:
            read_weights(read_net(options.start), self.actor, options.start, self.rollouts.version)
        self.opponent = self._opponent(options.against) if options.against else None

    def _actor(self, hidden: int, layers: int) -> Actor:
        scale = torch.tensor(scales(self.rollouts.layout, self.rollouts.features))
        kind = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        return Actor(scale, self.rollouts.actions, hidden, layers, kind).to(self.device)

    def _opponent(self, path: Path) -> Actor:
        file = read_net(path)
        actor = self._actor(file.sizes[1], len(file.sizes) - 2)
        read_weights(file, actor, path, self.rollouts.version)
        return actor

    def critic(self, hidden: int, values: int, alone: int) -> tuple[Critic, int]:
        """Return a critic, and in how many updates it learns alone: `alone`, unless it knows its net.

        Beside a net that is given there may be its critic. That does not know an opponent that is given, though.
        """
        options, actor = self._options, self.actor
        critic = Critic(actor.scale, self.rollouts.truths, hidden, options.layers, actor.net.kind, values)
        check_sizes(critic.net.sizes)
        if options.start is None:
            return critic.to(self.device), 0
        path, knows = options.start.with_name(CRITIC), not options.against
        try:
            read_weights(read_net(path), critic, path, self.rollouts.version)
            self.remarks.append(f"the critic is {path}")
        except (LastCardError, OSError) as error:
            self.remarks.append(f"the critic is new ({error})")
            knows = False
        return critic.to(self.device), 0 if knows else alone


class Run:
    """One run: what is learned, and how long it took."""

    def __init__(self, options: argparse.Namespace, notes: Notes, start: Start, learner: Learner) -> None:
        self.options, self.notes, self.rollouts, self.learner = options, notes, start.rollouts, learner
        self.decisions = self.updates = 0
        self.playing = self.measuring = 0.0
        shown, weights = self.rollouts, sum(part.numel() for part in learner.best.parameters())
        notes.begin(shown.version, options)
        notes.say(
            f"{shown.features} features, {shown.truths} more for the critic, "
            f"{shown.actions} actions, {weights:,} weights"
        )
        for remark in start.remarks:
            notes.say(remark)
        if learner.critic_alone:
            notes.say(f"the critic learns alone for {learner.critic_alone} updates")

    def train(self) -> None:
        """Play and learn in turn until the time is up."""
        options, began, measured = self.options, time.monotonic(), 0.0
        while (spent := time.monotonic() - began - self.measuring) < 60 * options.minutes:
            self.learner.play()
            self.playing += time.monotonic() - began - self.measuring - spent
            went = self.learner.learn(spent / 60 / options.minutes, self.updates)
            if not all(map(math.isfinite, went.values())):
                raise LastCardError("what was learned is no number: use a smaller --rate, or more --tables and --steps")
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
        words = ", ".join(f"{name} {value:.4f}" for name, value in went.items())
        self.notes.say(
            f"{seconds:5.0f} s, {self.updates} updates, {self.decisions / 1e6:.1f} M decisions, "
            f"{self.decisions / seconds / 1e6:.2f} M/s ({100 * self.playing / seconds:.0f} % of the time to play), "
            f"{self.rollouts.rounds.sum() / 1e6:.2f} M rounds; {words}; {score}"
        )
        self.keep(score)

    def keep(self, score: Score | None) -> None:
        """Keep the net, and the critic once it knows the net."""
        self.notes.keep(self.learner, score, with_critic=self.updates >= max(1, self.learner.critic_alone))

    def measured(self, rounds: int, seed: int) -> Score:
        """Measure the net: against `careful`, or against the net that it exploits."""
        tables, workers = 256 if self.options.device == "cpu" else 4096, self.options.workers
        return play_off(self.notes.task, self.learner.best, self.learner.opponent, tables, rounds, seed, workers)

    @property
    def kept(self) -> str:
        """What is left of a run that was not finished."""
        return "the net is as last measured" if self.measuring else "there is no net yet"

    def finish(self) -> None:
        """Measure the net at length, and keep it."""
        score = self.measured(5 * self.options.rounds, seed=self.options.seed + 2)
        self.notes.say(f"at the end: {score}")
        self.keep(score)


def run(options: argparse.Namespace, begin: Callable[[argparse.Namespace, Task], tuple[Start, Learner]]) -> int:
    """Train and measure; return the status of the program."""
    task = Task(options.rules, options.seats, options.seed, options.history)
    if options.against:
        options.careful = 0.0
    try:
        if any((options.out / name).exists() for name in (NET, LOG)):
            raise LastCardError(f"there is a run in {options.out} already: choose another folder with --out")
        start, learner = begin(options, task)
        options.out.mkdir(parents=True, exist_ok=True)
        log = (options.out / LOG).open("x")
    except (LastCardError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    with log:
        begun = Run(options, Notes(task, options.out, log), start, learner)
        try:
            begun.train()
            begun.finish()
        except KeyboardInterrupt:
            begun.keep(None)
            begun.notes.say(f"interrupted after {begun.decisions / 1e6:.1f} M decisions; the net is kept as it is now")
            return 130
        except LastCardError as error:
            begun.notes.say(f"stopped after {begun.decisions / 1e6:.1f} M decisions: {error}; {begun.kept}")
            return 1
    start.rollouts.close()
    return 0
