"""What would have happened: another action at some step of a finished match, and a table to play on from there."""

from dataclasses import replace

from ..archive.record import Record
from ..archive.replay import Replay
from ..errors import LastCardError
from ..game.round import Round
from ..game.values import Action, values_of
from ..notation import UNKNOWN, format_position, parse_position
from .playouts import Players, Worth
from .questions import RUNNING, open_question
from .study import CHANCES, FINE, seed_of


def table_after(record: Record, step: int) -> Round:
    """Return the table after a step of a finished match, counted from 0, the first deal; raise LastCardError."""
    if not record.rounds or any(one.points is None for one in record.rounds):
        raise LastCardError(RUNNING)
    for number, one in enumerate(Replay(record).steps()):
        if number == step:
            return one.table.copy()
    raise LastCardError(f"there is no step {step} in this record")


def what_if(
    record: Record, step: int, seat: int, action: Action | str, *, playouts: int = FINE.chances, backend: str = "auto"
) -> Worth:
    """Return everyone's chance to win the round if, after a step, a seat had taken this action.

    All hands are known, as for the chances after each step.  Of several cards laid together, the first is taken.
    """
    table = table_after(record, step)
    if table.over:
        raise LastCardError("the round is over after this step")
    wanted = values_of(record.rules).read(action)
    if wanted not in table.legal(seat):
        raise LastCardError(f"seat {seat} may not do {wanted} after step {step}: {table.explain(seat, wanted)}")
    question = replace(open_question(table), candidates=(wanted.codes[0],), seat=seat)
    return Players(record.rules, record.seats, backend).worth(question, playouts, seed_of(step, CHANCES))[0]


def play_on(record: Record, step: int, *, seed: int = 0) -> Round:
    """Return a round that goes on from a step of a finished match, with the stock shuffled anew."""
    table = table_after(record, step)
    if table.over:
        raise LastCardError("the round is over after this step")
    position, rules = parse_position(str(table), record.rules)
    hidden = replace(position, stock=(UNKNOWN,) * len(position.stock))
    return Round.from_position(format_position(hidden, rules), rules, seed=seed)
