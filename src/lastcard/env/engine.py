"""Run `play_tables` compiled or interpreted."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace

from ..backends.bind import bind
from ..backends.c.compiler import Target
from ..backends.c.library import FURTHER, Library, build
from ..backends.core import CORE
from ..core import layout, records, terms
from ..sim import careful, plan, players, policies, rounds, sampler
from ..sim.engines import load_once
from . import ask, batch, game, net, recall, show

# All modules whose text the compiled environments depend on, and the functions that Python calls.
STACK = (*CORE, policies, careful, players, sampler, rounds, recall, ask, show, batch, net)
MODULES = (terms, records, layout, plan, game, *STACK)
ENTRIES = ("play_tables", "ask_net")
FLAGS = ("-O3", "-ftree-vectorize")  # much of an observation is copied from rows of cards


def compiled_tables() -> Library:
    """Return the compiled environments; raise LastCardError if there are none and they cannot be compiled."""
    return load_once(MODULES, ENTRIES, FLAGS)


@cache
def interpreted_tables() -> SimpleNamespace:
    """Return the same functions, interpreted."""
    return bind(STACK, note=recall.remember, restore=sampler.restore)


def build_tables(folder: Path, command: Sequence[str], target: Target) -> None:
    """Compile the environments into a part of this folder: done when the package is built."""
    build(MODULES, ENTRIES, folder / FURTHER, command, target, FLAGS)
