"""Train a net: proximal policy optimisation in self-play, with a share of the tables against `careful`.

    python training/train.py official --seats 2 --minutes 4 --out runs/official-2        one GPU
    python training/train.py official --minutes 15 --tables 512 --hidden 128 --layers 2 --minibatch 4096   a laptop

The net is written in the form the bot reads, with a log beside it.  The same options and seed deal the same cards, but
how far a run comes depends on the clock, so no two runs give the same weights.
"""

import argparse
import sys

import torch

from options import above_zero, not_negative, positive, share
from ppo import Learner
from rollouts import Task
from runs import Start, options_of, run


def parsed(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options."""
    gpu = torch.cuda.is_available()
    parser = options_of(__doc__, seats=2, careful=0.2)
    parser.add_argument("--steps", type=positive, default=64, help="at each table between two updates")
    parser.add_argument("--minibatch", type=positive, default=65536 if gpu else 8192, help="decisions learned at once")
    parser.add_argument("--rate", type=above_zero, default=5e-4, help="of learning, at the start")
    parser.add_argument(
        "--entropy", type=not_negative, default=0.01, help="how much playing at random is worth, at the start"
    )
    parser.add_argument("--trace", type=share, default=0.95, help="lambda")
    return parser.parse_args(arguments)


def begun(options: argparse.Namespace, task: Task) -> tuple[Start, Learner]:
    """Begin a run."""
    start = Start(options, task)
    return start, Learner(options, start)


if __name__ == "__main__":
    sys.exit(run(parsed(), begun))
