"""lastcard replay: a record told act by act."""

from argparse import Namespace
from pathlib import Path

from ..journal import load_record
from ..replay import Replay, record_for_seat
from .parts import Subparsers, add_verb

_ABOUT = "Tell a record act by act; with --positions, the position after each. A record with cards left out is shown."
_EXAMPLES = """\
lastcard replay match.toml
lastcard replay match.toml --round 2 --positions
"""


def add(subparsers: Subparsers) -> None:
    """How it is called."""
    parser = add_verb(subparsers, "replay", run, about=_ABOUT, examples=_EXAMPLES)
    parser.add_argument("file", metavar="FILE", type=Path, help="a record (TOML) or the journal of a running match")
    parser.add_argument("--round", metavar="N", type=int, help="only this round, from 1")
    parser.add_argument("--positions", action="store_true", help="the position after each act")
    parser.add_argument("--seat", metavar="N", type=int, help="only what this seat saw")


def run(args: Namespace) -> int:
    """Tell it."""
    record = load_record(args.file)
    if args.seat is not None:
        record = record_for_seat(record, args.seat)
    print(f"{record.rules.id}, {record.seats} seats")
    if record.redacted:
        for number, one in enumerate(record.rounds, 1):
            if args.round in (None, number):
                print(f"round {number}, seat {one.dealer} deals", *one.acts, sep="\n  ")
        return 0
    replay, told = Replay(record), 0
    for step in replay.steps():
        if args.round not in (None, step.round):
            continue
        if step.round != told:
            told = step.round
            print(f"round {told}, seat {record.rounds[told - 1].dealer} deals, scores {list(step.scores)}")
        for act in step.acts(None, whole=True):
            print(f"  {act}")
        if args.positions and step.move is not None:
            print(f"    {step.table}")
    print(outcome(replay))
    return 0


def outcome(replay: Replay) -> str:
    """How a match stands after its last act."""
    scores = list(replay.sheet.scores[: replay.record.seats])
    if not replay.over:
        return f"not over; scores {scores}"
    winners = "seat " + " and ".join(str(seat) for seat in replay.winners) if replay.winners else "nobody"
    return f"over, won by {winners}; scores {scores}"
