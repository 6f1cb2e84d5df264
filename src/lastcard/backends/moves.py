"""One move carried out: which of its actions are done, which are passed over, and where it is refused."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..core.layout import Rules, State
from ..core.terms import ACCEPTED, BATCH, CALLING, CATCH, CHOOSE, DONE, FINED_FOUL, LEAVE, REFUSED, VERBS
from .core import Core


class Step(NamedTuple):
    """One action of a move, and what the core says to it."""

    action: int
    verdict: int
    apart: bool = False  # refused because it would be a move of its own, whatever the table waits for


def steps(engine: Core, s: State, r: Rules, seat: int, actions: Sequence[int]) -> Iterator[Step]:
    """Carry out the actions of one move in turn, and yield each one that is tried; the first refused is the last.

    A move is one action, LEAVE, or one lay with what belongs to it: more cards, DONE, seats to swap hands with (I-77).
    A DONE is passed over where the core has closed the lay by itself.  After a foul that is fined, only what the table
    still waits for is done.  Passing over changes nothing, so between two steps the state stands as the later one finds
    it.
    """
    fouled = False
    for place, action in enumerate(actions):
        is_lay = action & ~CALLING < VERBS
        if action == DONE and s.phase != BATCH and len(actions) > 1:
            continue
        if place > 0 and not (is_lay or action == DONE or CHOOSE <= action < CATCH):
            yield Step(action, REFUSED, apart=True)
            return
        if fouled and (is_lay or not engine.is_legal(s, r, seat, action)):
            continue
        if place > 0 and is_lay and s.phase != BATCH:
            yield Step(action, REFUSED, apart=True)
            return
        verdict = engine.leave_round(s, r, seat) if action == LEAVE else engine.apply(s, r, seat, action)
        yield Step(action, verdict)
        if verdict == REFUSED:
            return
        fouled = fouled or verdict == FINED_FOUL


def carry_out(engine: Core, s: State, r: Rules, seat: int, actions: Sequence[int]) -> tuple[int, Step | None]:
    """Carry out a move: the verdict on the whole, and the step that was refused, up to which the state has changed."""
    verdict = int(ACCEPTED)
    for step in steps(engine, s, r, seat, actions):
        if step.verdict == REFUSED:
            return REFUSED, step
        verdict = max(verdict, step.verdict)
    return verdict, None
