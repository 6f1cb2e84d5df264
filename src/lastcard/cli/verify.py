"""lastcard verify: whether a record is a match by its rules."""

from argparse import Namespace
from pathlib import Path

from ..journal import load_record
from ..replay import Replay
from .parts import Subparsers, add_verb
from .replay import outcome

_ABOUT = "Carry a record out again, strictly: every act must come out as it is written. The exit status is 2 if not."
_EXAMPLES = """\
lastcard verify match.toml
"""


def add(subparsers: Subparsers) -> None:
    """How it is called."""
    parser = add_verb(subparsers, "verify", run, about=_ABOUT, examples=_EXAMPLES)
    parser.add_argument("file", metavar="FILE", type=Path, help="a record (TOML) or the journal of a running match")


def run(args: Namespace) -> int:
    """Verify."""
    replay = Replay(load_record(args.file))
    acts = sum(len(step.acts(None, whole=True)) for step in replay.steps())
    rounds = len(replay.record.rounds)
    print(f"ok: {rounds} round{'s' * (rounds != 1)}, {acts} act{'s' * (acts != 1)}, {outcome(replay)}")
    return 0
