"""lastcard verify: check that a match record follows its rules, and that its deals were fair."""

from argparse import Namespace
from pathlib import Path

from ..fair import check_deals, commitment_of
from ..journal import load_record
from ..record import Record
from ..replay import Replay
from .parts import Subparsers, add_command
from .replay import outcome

_ABOUT = (
    "Replay a match record and check every act against the rules. The exit status is 2 if one does not match. "
    "A record of a server is also dealt again, from the secrets of the server and the nonces of the players."
)
_EXAMPLES = """\
lastcard verify match.toml
"""


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = add_command(subparsers, "verify", run, about=_ABOUT, examples=_EXAMPLES)
    parser.add_argument("file", metavar="FILE", type=Path, help="a match record (TOML) or a journal of a running match")


def run(args: Namespace) -> int:
    """Replay the record; raise LastCardError at the first act that does not match."""
    replay = Replay(load_record(args.file))
    acts = sum(len(step.acts(None, whole=True)) for step in replay.steps())
    rounds = len(replay.record.rounds)
    print(f"ok: {rounds} round{'s' * (rounds != 1)}, {acts} act{'s' * (acts != 1)}, {outcome(replay)}")
    if replay.record.table:
        check_deals(replay.record)
        _print_commitments(replay.record)
    return 0


def _print_commitments(record: Record) -> None:
    print(f"table {record.table}: the cards are those that the secrets and nonces give")
    print("compare these commitments with those you were shown before each deal:")
    for number, one in enumerate(record.rounds, 1):
        assert one.proof is not None
        seats = [str(seat) for seat, nonce in enumerate(one.proof.nonces) if nonce]
        added = f"nonces of seat{'s' * (len(seats) != 1)} {', '.join(seats)}" if seats else "no nonces"
        print(f"  round {number}, deal {one.proof.number}: {commitment_of(one.proof, record.table)} ({added})")
