"""Carry out a move: its actions in turn, up to the first that is refused."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..core.layout import Rules, State
from ..core.terms import ACCEPTED, BATCH, CALLING, CATCH, CHOOSE, DONE, FINED_FOUL, LEAVE, REFUSED, VERBS
from .core import Core


class TriedAction(NamedTuple):
    """One action of a move, and the core's verdict on it."""

    action: int
    verdict: int
    apart: bool = False  # refused because the action does not belong in this move, whatever the table waits for
    place: int = 0  # the number of actions before it in the move


def steps(engine: Core, s: State, r: Rules, seat: int, actions: Sequence[int]) -> Iterator[TriedAction]:
    """Carry out the actions of one move in turn, and yield each one tried; the first refused is the last.

    A move is one action, LEAVE, or one lay with what belongs to it: more cards, DONE, seats to swap hands with (I-77).
    DONE is ignored where the core has already closed the lay.  After a foul that is fined, only actions that the table
    still waits for are carried out.  Where the lay makes somebody draw for a forgotten call who must then say ready
    (D39, D52), the rest is ignored: the batch stays open until the gate is passed.  Ignored actions change nothing, so
    between two steps the state is as the later one finds it.
    """
    fouled = False
    for place, action in enumerate(actions):
        is_lay = action & ~CALLING < VERBS
        if action == DONE and s.phase != BATCH and len(actions) > 1:
            continue
        if place > 0 and not (is_lay or action == DONE or CHOOSE <= action < CATCH):
            yield TriedAction(action, REFUSED, apart=True, place=place)
            return
        waits = place > 0 and s.phase == BATCH and s.ready != 0
        if waits or (fouled and (is_lay or not engine.is_legal(s, r, seat, action))):
            continue
        if place > 0 and is_lay and s.phase != BATCH:
            yield TriedAction(action, REFUSED, apart=True, place=place)
            return
        verdict = engine.leave_round(s, r, seat) if action == LEAVE else engine.apply(s, r, seat, action)
        yield TriedAction(action, verdict)
        if verdict == REFUSED:
            return
        fouled = fouled or verdict == FINED_FOUL


def carry_out(engine: Core, s: State, r: Rules, seat: int, actions: Sequence[int]) -> tuple[int, TriedAction | None]:
    """Carry out a move; return its verdict and the refused step, if any: steps before it have changed the state."""
    verdict = int(ACCEPTED)
    for step in steps(engine, s, r, seat, actions):
        if step.verdict == REFUSED:
            return REFUSED, step
        verdict = max(verdict, step.verdict)
    return verdict, None
