"""What every run of training does: it says how it goes, keeps its net, and is measured at the end."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TextIO

import torch

from judge import Score
from lastcard import Ruleset
from lastcard.errors import LastCardError
from nets import Actor, write_actor
from rollouts import Game


class Notes:
    """The log of a run, and the folder its net is kept in."""

    def __init__(self, game: Game, folder: Path, log: TextIO) -> None:
        self.game, self._folder, self._log = game, folder, log

    def begin(self, version: str, options: argparse.Namespace) -> None:
        """Say what is run."""
        self._version = version
        kept = {name: str(value) for name, value in vars(options).items() if name != "out"}
        self.say(f"{version}, torch {torch.__version__}, {json.dumps(kept)}")

    def say(self, text: str) -> None:
        """Print a line, and keep it."""
        print(text, flush=True)
        print(text, file=self._log, flush=True)

    def keep(self, actor: Actor, measured: Score) -> None:
        """Write the net."""
        rules = Ruleset.from_id(self.game.rules)
        facts = {
            "rules": rules.id, "digest": rules.digest, "seats": self.game.seats, "version": self._version,
            "measured": str(measured), "history": self.game.history,
        }  # fmt: skip
        write_actor(actor, self._folder / "net", facts)


class Run(Protocol):
    """What can be run."""

    def train(self) -> None:
        """Learn until the time is up."""

    def finish(self) -> None:
        """Measure the net at length, and keep it."""


def run(options: argparse.Namespace, begin: Callable[[argparse.Namespace, Notes], Run]) -> int:
    """Train and measure; return the status of the program."""
    options.out.mkdir(parents=True, exist_ok=True)
    game = Game(options.rules, options.seats, options.seed, options.history)
    with (options.out / "log.txt").open("a") as log:
        try:
            begun = begin(options, Notes(game, options.out, log))
        except (LastCardError, OSError) as error:
            print(error, file=sys.stderr)
            return 2
        begun.train()
        begun.finish()
    return 0
