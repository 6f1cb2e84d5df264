"""Work for the machines of a cluster that leaves a trace; they import it."""

import os
import time
from pathlib import Path

from lastcard.bots import GreedyBot
from lastcard.bots.base import Answer
from lastcard.view import View


def traced(folder: Path, number: int) -> int:
    """Note who begins a piece of work, take a while, and return its square."""
    import ray

    node = ray.get_runtime_context().get_node_id()
    with (folder / f"{number}").open("a") as file:
        file.write(f"{os.getpid()} {node}\n")
    time.sleep(0.5)
    return number * number


class Failing(GreedyBot):
    """A bot that fails."""

    def decide(self, view: View) -> Answer:
        raise ZeroDivisionError("no idea")


class Deadly(GreedyBot):
    """A bot that ends its process."""

    def decide(self, view: View) -> Answer:
        os._exit(3)
