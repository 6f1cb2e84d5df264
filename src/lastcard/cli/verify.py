"""lastcard verify: check that a match record follows its rules."""

from argparse import Namespace
from pathlib import Path

from ..journal import load_record
from ..replay import Replay
from .parts import Subparsers, add_verb
from .replay import outcome

_ABOUT = "Replay a match record and check every act against the rules. The exit status is 2 if one does not match."
_EXAMPLES = """\
lastcard verify match.toml
"""


def add(subparsers: Subparsers) -> None:
    """Add the verb."""
    parser = add_verb(subparsers, "verify", run, about=_ABOUT, examples=_EXAMPLES)
    parser.add_argument("file", metavar="FILE", type=Path, help="a match record (TOML) or a journal of a running match")


def run(args: Namespace) -> int:
    """Replay the record; raise LastCardError at the first act that does not match."""
    replay = Replay(load_record(args.file))
    acts = sum(len(step.acts(None, whole=True)) for step in replay.steps())
    rounds = len(replay.record.rounds)
    print(f"ok: {rounds} round{'s' * (rounds != 1)}, {acts} act{'s' * (acts != 1)}, {outcome(replay)}")
    return 0
