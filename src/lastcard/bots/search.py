"""`search`: deals the unknown cards at random in agreement with all it has seen, plays on, takes what came out best.

Every candidate is tried on the same samples, each played to the end of the round by `careful`; candidates that fall
behind for good are dropped, and the rest share what is left of the budget.
"""

import math
import time
from functools import cache
from typing import Any

from ..core.layout import State
from ..core.terms import CALLING, NO_DUTY, NONE, VERBS
from ..notation import parse_action
from ..rules import Ruleset
from ..sim.engines import choose_backend, compiled_playouts
from ..sim.knowledge import view_knowledge
from ..sim.plan import CANDIDATES, CAREFUL, ONE, Plan, Query, plan_of
from ..sim.search import playouts
from ..view import View
from .careful import CarefulBot

BATCH = 16  # samples between two looks at the clock
SURE = 3.0  # standard errors behind the best at which a candidate is dropped


class SearchBot:
    """Looks ahead by playing out samples: so many in all, or for so many milliseconds."""

    name = "search"

    def __init__(
        self, seed: int = 0, *, playouts: int = 2_000, milliseconds: float | None = None, policy: int = CAREFUL
    ) -> None:
        self._seed = seed
        self._budget = playouts
        self._milliseconds = milliseconds
        self._asked = 0
        self._plan = plan_of([policy])
        self._habits = CarefulBot(seed)
        self.compiled = choose_backend("auto") == "numba"

    def decide(self, view: View) -> int:
        """The best action of the seat the table waits for."""
        actions = candidates(view)
        if len(actions) < 2 or any(size == NONE for size in view.status.held):
            return self._habits.decide(view)
        return self._best(view, actions)

    def claim(self, view: View) -> int | None:
        """Calls and accusations at once; a jump-in or a doubt if it is better than to let it be."""
        habit = self._habits.claim(view)
        if habit is not None and habit >= VERBS:
            return habit
        lays = [action for action in candidates(view) if action & ~CALLING < VERBS]
        if not lays or view.status.turn == view.seat or any(size == NONE for size in view.status.held):
            return habit
        best = self._best(view, [NONE, *lays])
        return None if best == NONE else best

    def _best(self, view: View, actions: list[int]) -> int:
        query = self._query(view, actions)
        table = _Playouts(view, self._plan, query, compiled=self.compiled)
        began = time.perf_counter()
        spent = 0
        while True:
            tried = [k for k in range(query.n_candidates) if not query.dropped >> k & 1]
            if len(tried) == 1:
                break
            if self._milliseconds is not None:
                if (time.perf_counter() - began) * 1000 >= self._milliseconds:
                    break
            elif spent >= self._budget:
                break
            table.run(BATCH)
            spent += BATCH * len(tried)
            _drop_the_hopeless(query, tried)
        return query.candidates[max(tried, key=lambda k: query.sums[k])]

    def _query(self, view: View, actions: list[int]) -> Query:
        self._asked += 1
        query = Query()
        query.seat = view.seat
        query.seed = self._seed * 1_000_003 + self._asked
        query.n_candidates = min(len(actions), CANDIDATES)
        query.candidates[: query.n_candidates] = actions[:CANDIDATES]
        if view.scores is not None:
            query.in_match = 1
            query.scores[: len(view.scores)] = view.scores
        return query


def candidates(view: View) -> list[int]:
    """What a seat may do, the call made with a lay that owes one."""
    deck, rules = view.ruleset.deck, view.ruleset.compiled
    calls = CALLING if rules.uno_duty != NO_DUTY and view.hand.total() == 2 else 0
    actions = [parse_action(deck, text)[0] for text in view.legal]
    return [action | calls if action < VERBS else action for action in actions]


def _drop_the_hopeless(query: Query, tried: list[int]) -> None:
    """Candidates clearly behind the best are tried no more."""
    n = query.first
    best = max(tried, key=lambda k: query.sums[k])
    for k in tried:
        behind = (query.sums[best] - query.sums[k]) / n / ONE
        spread = math.sqrt((_variance(query, best, n) + _variance(query, k, n)) / n)
        if behind > SURE * spread and n >= 2 * BATCH:
            query.dropped |= 1 << k


def _variance(query: Query, k: int, n: int) -> float:
    mean = query.sums[k] / n / ONE
    return max(query.squares[k] / n / ONE - mean * mean, 1 / 64)


class _Playouts:
    """The samples of one question, interpreted or compiled."""

    def __init__(self, view: View, plan: Plan, query: Query, *, compiled: bool) -> None:
        template, unknown = view_knowledge(view)
        self._query = query
        self._compiled = compiled
        self._given: tuple[Any, ...]
        if compiled:
            from ..backends.records import stored, zeros

            self._stored = stored(query)
            rules = _stored_rules(view.ruleset)
            self._given = (rules, stored(plan), zeros(State, 1), stored(template), stored(unknown))
        else:
            self._given = ([view.ruleset.compiled], [plan], [State()], [template], [unknown])

    def run(self, count: int) -> None:
        """Play out so many more samples; what they come to is added to the query."""
        query = self._query
        query.count = count
        if self._compiled:
            for name in ("first", "count", "dropped"):
                self._stored[name] = getattr(query, name)
            compiled_playouts()(self._stored, *self._given)
            query.sums = self._stored["sums"][0].tolist()
            query.squares = self._stored["squares"][0].tolist()
        else:
            playouts([query], *self._given)
        query.first += count


@cache
def _stored_rules(ruleset: Ruleset) -> Any:
    from ..backends.records import stored

    return stored(ruleset.compiled)
