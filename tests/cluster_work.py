"""Work for the machines of a cluster that leaves a trace; they import it."""

import os
import time
from contextlib import suppress
from pathlib import Path

from lastcard.bots import GreedyBot
from lastcard.bots.base import Answer
from lastcard.game.view import View

HELD = "held"  # the file with the process whose work does not end


def traced(folder: Path, doomed: str, number: int) -> int:
    """Note who begins a piece of work, and return its square.

    From the tenth on, the first piece on the doomed machine never ends, and all others wait until it has begun.
    """
    import ray

    node, held = ray.get_runtime_context().get_node_id(), folder / HELD
    with (folder / f"{number}").open("a") as file:
        file.write(f"{node}\n")
    while number >= 10 and not held.exists():
        if node == doomed:
            with suppress(FileExistsError), held.open("x") as file:
                file.write(f"{os.getpid()}\n")
                file.flush()
                time.sleep(600)
        time.sleep(0.05)
    return number * number


class Failing(GreedyBot):
    """A bot that fails."""

    def decide(self, view: View) -> Answer:
        raise ZeroDivisionError("no idea")


class Deadly(GreedyBot):
    """A bot that ends its process."""

    def decide(self, view: View) -> Answer:
        os._exit(3)
