"""Explain why an action is allowed, refused or fined.

This package makes no decisions: it asks the core, on the state or a copy of it, and turns what the core looked at into
a `Reason`.  A reason may name cards of the acting seat, but reveals nothing about other hands that is not public.
"""

from collections.abc import Sequence

from ..backends.core import bind_core
from ..backends.moves import TriedAction, steps
from ..core.layout import State
from ..core.records import assign
from ..core.terms import FINED_FOUL, REFUSED
from ..rules.ruleset import Ruleset
from .accepted import AllowedCase, FinedCase
from .reasons import Reason
from .refused import RefusedCase

__all__ = ["explain", "explain_all", "refusal"]

_CORE = bind_core()


def explain(s: State, ruleset: Ruleset, seat: int, action: int) -> Reason:
    """Return why one action of a seat is allowed, refused or fined; the state does not change."""
    return explain_all(s, ruleset, seat, [action])[0][1]


def explain_all(s: State, ruleset: Ruleset, seat: int, actions: Sequence[int]) -> list[tuple[int, Reason]]:
    """Return the reason for each action of a move, up to the first that is refused; the state does not change."""
    table = _copy(s)
    before = _copy(s)
    explained: list[tuple[int, Reason]] = []
    for step in steps(_CORE, table, ruleset.core_rules, seat, actions):
        explained.append((step.action, _reason(before, ruleset, seat, step)))
        assign(before, table)
    return explained


def refusal(s: State, ruleset: Ruleset, seat: int, step: TriedAction) -> Reason:
    """Return why a step of a move is refused, given the state in which it was refused."""
    refused = RefusedCase(s, ruleset, seat)
    return refused.apart(step.action, step.place) if step.apart else refused.why(step.action)


def _reason(s: State, ruleset: Ruleset, seat: int, step: TriedAction) -> Reason:
    if step.verdict == REFUSED:
        return refusal(s, ruleset, seat, step)
    if step.verdict == FINED_FOUL:
        return FinedCase(s, ruleset, seat).why(step.action)
    return AllowedCase(s, ruleset, seat).why(step.action)


def _copy(s: State) -> State:
    twin = State()
    assign(twin, s)
    return twin
