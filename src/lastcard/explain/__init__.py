"""Why an action is allowed, refused or fined: a sentence for people that names the rule by its dimension.

Nothing is decided here.  The core is asked, on the state or on a copy of it, and what it looked at is put into words.
A text may name cards of the seat that acts; of other hands it tells nothing that is not open to all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..core.layout import State
from ..core.legal import is_legal
from ..core.records import assign
from ..core.step import apply
from ..core.terms import BATCH, CALLING, DONE, FINED_FOUL, REFUSED, VERBS
from ..rules.ruleset import Ruleset
from .accepted import Allowed, Fined
from .refused import Refused

__all__ = ["Explanation", "explain", "explain_all", "reason"]


@dataclass(frozen=True, slots=True)
class Explanation:
    """What the rules say to an action, and why."""

    verdict: Literal["allowed", "refused", "fined"]
    why: str

    def __str__(self) -> str:
        return f"{self.verdict}: {self.why}"


def reason(s: State, ruleset: Ruleset, seat: int, action: int) -> str:
    """Why an action that the core refuses is refused."""
    return Refused(s, ruleset, seat).why(action)


def explain(s: State, ruleset: Ruleset, seat: int, action: int) -> Explanation:
    """Whether an action is allowed, refused or fined, and why; nothing is changed."""
    verdict = apply(_copy(s), ruleset.core_rules, seat, action)
    return _explanation(s, ruleset, seat, action, verdict)


def explain_all(s: State, ruleset: Ruleset, seat: int, actions: Sequence[int]) -> list[tuple[int, Explanation]]:
    """The same for the actions of one text one after the other, each with its explanation, as far as they are done.

    The first that is refused is the last.  As at a table, a DONE is passed over when the lay before it is closed, and
    after a foul all that the table does not wait for; a second card must join the first.
    """
    r = ruleset.core_rules
    table = _copy(s)
    explained: list[tuple[int, Explanation]] = []
    fouled = False
    for place, action in enumerate(actions):
        is_lay = action & ~CALLING < VERBS
        if action == DONE and table.phase != BATCH and len(actions) > 1:
            continue
        if fouled and (is_lay or not is_legal(table, r, seat, action)):
            continue
        if is_lay and place > 0 and table.phase != BATCH:
            explained.append((action, Explanation("refused", Refused(table, ruleset, seat).no_second_lay(action))))
            break
        before = _copy(table)
        verdict = apply(table, r, seat, action)
        fouled = fouled or verdict == FINED_FOUL
        explained.append((action, _explanation(before, ruleset, seat, action, verdict)))
        if verdict == REFUSED:
            break
    return explained


def _explanation(s: State, ruleset: Ruleset, seat: int, action: int, verdict: int) -> Explanation:
    if verdict == REFUSED:
        return Explanation("refused", Refused(s, ruleset, seat).why(action))
    if verdict == FINED_FOUL:
        return Explanation("fined", Fined(s, ruleset, seat).why(action))
    return Explanation("allowed", Allowed(s, ruleset, seat).why(action))


def _copy(s: State) -> State:
    twin = State()
    assign(twin, s)
    return twin
