"""lastcard verify: check that a match record follows its rules, and that its deals were fair."""

from argparse import Namespace
from pathlib import Path

from .._util.grammar import counted
from ..archive.fair import check_deals, commitment_of
from ..archive.journal import load_record
from ..archive.record import Record
from ..archive.replay import Replay
from .parts import Subparsers, add_command, add_json, print_json
from .replay import outcome, outcome_data

_ABOUT = (
    "Replay a match record and check every act against the rules. The exit status is 2 if one does not match. "
    "A record of a server is also dealt again, from the secrets of the server and the nonces of the players."
)
_EXAMPLES = """\
lastcard verify match.toml
lastcard verify match.toml --json
"""


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = add_command(subparsers, "verify", run, about=_ABOUT, examples=_EXAMPLES)
    parser.add_argument("file", metavar="FILE", type=Path, help="a match record (TOML) or a journal of a running match")
    add_json(parser, "print one JSON object instead: ok, rounds, acts, over, winners, scores, table, commitments")


def run(args: Namespace) -> int:
    """Replay the record; raise LastCardError at the first act that does not match."""
    replay = Replay(load_record(args.file))
    acts = sum(len(step.acts(None, whole=True)) for step in replay.steps())
    record = replay.record
    if record.table:
        check_deals(record)
    if args.json:
        data = {"ok": True, "rounds": len(record.rounds), "acts": acts, **outcome_data(replay)}
        print_json({**data, "table": record.table, "commitments": _commitments(record) if record.table else []})
        return 0
    print(f"ok: {counted(len(record.rounds), 'round')}, {counted(acts, 'act')}, {outcome(replay)}")
    if record.table:
        _print_commitments(record)
    return 0


def _commitments(record: Record) -> list[str]:
    return [commitment_of(one.proof, record.table) for one in record.rounds if one.proof is not None]


def _print_commitments(record: Record) -> None:
    print(f"table {record.table}: the cards are those that the secrets and nonces give")
    print("compare these commitments with those you were shown before each deal:")
    for number, one in enumerate(record.rounds, 1):
        assert one.proof is not None
        seats = [str(seat) for seat, nonce in enumerate(one.proof.nonces) if nonce]
        added = f"nonces of seat{'s' * (len(seats) != 1)} {', '.join(seats)}" if seats else "no nonces"
        print(f"  round {number}, deal {one.proof.number}: {commitment_of(one.proof, record.table)} ({added})")
