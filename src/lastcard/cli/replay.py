"""lastcard replay: show a match record as sentences, or act by act in notation."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .._util.grammar import listed
from .._util.names import printable
from ..archive.journal import load_record
from ..archive.record import Record
from ..archive.replay import Replay, record_for_seat
from ..errors import LastCardError
from ..terminal.paint import Paint, shows_colours
from ..terminal.stills import Still, seat_names, stills
from .parts import Subparsers, add_command, add_json, print_json, whole_number

_ABOUT = """\
Tell a match record in sentences, round by round. With --notation or --positions: act by act, as records write it; a
record with hidden cards is then printed as written, without positions.
"""
_EXAMPLES = """\
lastcard replay match.toml
lastcard replay match.toml --round 1 --positions
lastcard replay match.toml --json
"""


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = add_command(subparsers, "replay", run, about=_ABOUT, examples=_EXAMPLES)
    parser.add_argument("file", metavar="FILE", type=Path, help="a match record (TOML) or a journal of a running match")
    parser.add_argument("--round", metavar="N", type=whole_number, help="show only this round, counted from 1")
    parser.add_argument("--notation", action="store_true", help="print the acts in notation instead of sentences")
    parser.add_argument("--positions", action="store_true", help="print the acts, and the position after each move")
    parser.add_argument("--seat", metavar="N", type=whole_number, help="show only what this seat saw")
    add_json(parser, "print one JSON object instead: rules, seats, names, rounds, over, winners, scores")


def run(args: Namespace) -> int:
    """Print the record."""
    record = load_record(args.file)
    _check_number("round", args.round, 1, len(record.rounds))
    _check_number("seat", args.seat, 0, record.seats - 1)
    told = stills(record, args.seat) if args.json or not (args.notation or args.positions) else []
    if args.seat is not None:
        record = record_for_seat(record, args.seat)
    if args.json:
        print_json(_as_data(record, told, args.round))
        return 0
    if args.notation or args.positions:
        print(f"{record.rules.id}, {record.seats} seats")
        lines = _shown(record, args.round) if record.redacted else _replayed(record, args.round, args.positions)
    else:
        print(f"{record.rules.id}: {listed(list(seat_names(record)))}")
        lines = _told(record, told, args.round)
    paint = Paint(record.rules.deck, record.rules.skin if shows_colours(sys.stdout) else None)
    for line in lines:
        print(paint.painted(line))
    return 0


def _told(record: Record, told: list[Still], only: int | None) -> Iterator[str]:
    """Yield the rounds in sentences."""
    rounds = {still.round: still.lines for still in told}  # the last of each round has all its lines
    for number in range(1, len(record.rounds) + 1):
        if only in (None, number):
            yield f"Round {number}"
            yield from (f"  {line}" for line in rounds.get(number, ("Nothing has been played yet.",)))


def _as_data(record: Record, told: list[Still], only: int | None) -> dict[str, Any]:
    """Return the record for programs: every move in notation and in words."""
    rounds: list[dict[str, Any]] = [
        {"round": number, "dealer": one.dealer, "acts": [printable(act) for act in one.acts], "moves": []}
        for number, one in enumerate(record.rounds, 1)
    ]
    for still in told:
        rounds[still.round - 1]["moves"].append(still.told)
    data: dict[str, Any] = {"rules": record.rules.id, "seats": record.seats, "names": list(seat_names(record))}
    data["rounds"] = [one for one in rounds if only in (None, one["round"])]
    if not record.redacted:
        replay = Replay(record)
        replay.run()
        data |= outcome_data(replay)
    return data


def outcome_data(replay: Replay) -> dict[str, Any]:
    """Return how a match stands after its last act."""
    winners = list(replay.winners) if replay.over else []
    return {"over": replay.over, "winners": winners, "scores": list(replay.sheet.scores)}


def _check_number(what: str, number: int | None, first: int, last: int) -> None:
    """Raise LastCardError if the record has no such round or seat."""
    if number is None or first <= number <= last:
        return
    if last < first:
        raise LastCardError(f"there is no {what} {number}: the record has none")
    only = f"only {what} {first}" if first == last else f"{what}s {first} to {last}"
    raise LastCardError(f"there is no {what} {number}: the record has {only}")


def _shown(record: Record, only: int | None) -> Iterator[str]:
    """Yield the acts as they are written, for a record with hidden cards, which cannot be replayed."""
    for number, one in enumerate(record.rounds, 1):
        if only in (None, number):
            yield f"round {number}, seat {one.dealer} deals"
            yield from (f"  {printable(act)}" for act in one.acts)


def _replayed(record: Record, only: int | None, positions: bool) -> Iterator[str]:
    """Yield the acts as they are replayed."""
    replay, told = Replay(record), 0
    for step in replay.steps():
        if only not in (None, step.round):
            continue
        if step.round != told:
            told = step.round
            yield f"round {told}, seat {record.rounds[told - 1].dealer} deals, scores {list(step.scores)}"
        yield from (f"  {act}" for act in step.acts(None, whole=True))
        if positions and step.move is not None:
            yield f"    {step.table}"
    yield outcome(replay)


def outcome(replay: Replay) -> str:
    """Return the state of a match after its last act, in words."""
    scores = list(replay.sheet.scores)
    if not replay.over:
        return f"not over; scores {scores}"
    several = "s" * (len(replay.winners) > 1)
    winners = f"seat{several} {' and '.join(map(str, replay.winners))}" if replay.winners else "nobody"
    return f"over, won by {winners}; scores {scores}"
