"""`search`: deals the unknown cards at random, consistent with all it has seen, plays on, and picks the best action.

Every candidate is tried on the same samples, and a policy of the simulator plays each to the end of the round.  The
budget is spent in equal parts.  After each part, the worse half of the candidates is dropped.
"""

import math
import time
from functools import lru_cache
from typing import Any, TypeVar

from ..backends.records import Numbers, Records, stored
from ..core.layout import Rules, Sheet, State
from ..core.records import assign
from ..core.terms import CALLING, NONE, VERBS
from ..errors import LastCardError, did_you_mean
from ..game.round import Round
from ..game.values import Action
from ..game.view import View
from ..rules import Ruleset
from ..sim.engines import choose_backend, compiled_rules
from ..sim.knowledge import view_knowledge
from ..sim.plan import CANDIDATES, LEAD, ONE, POLICIES, VALUES, Clue, Plan, Query, plan_of
from ..sim.search import TABLES, playouts
from .base import own_seat
from .careful import CarefulBot
from .policy import action_of

Number = TypeVar("Number", int, float)

_SEEDS = 1 << 62  # of samples
BATCH = 16  # samples between two checks of the clock
STEADY = 1 / 16  # of the greatest variance: the least variance that is assumed for any candidate
TRUST = 0.5  # standard errors by which a candidate must beat the habit to be chosen over it
# Playouts per decision; benchmarks/results.md says how long they take.
COMPILED_PLAYOUTS = 6_000
INTERPRETED_PLAYOUTS = 300
MOST_PLAYOUTS = 1_000_000
LEAST_MS, MOST_MS = 0.001, 60_000

_TWO_LAYS = "r1r2r3/b1b2 r4 >0 - b3b4b5|- official"  # a position with a choice to search


class SearchBot:
    """A bot that looks ahead by playing out samples: `playouts` of them per decision, or for `ms` milliseconds.

    `policy` plays the samples: careful playouts are slower than greedy ones, but proved stronger.  With few samples,
    chance decides much, so the bot does what `careful` would do unless something else is clearly better.
    """

    name = "search"

    def __init__(
        self, seed: int = 0, *, playouts: int | None = None, ms: float | None = None, policy: str = "careful",
        backend: str = "auto",
    ) -> None:  # fmt: skip
        if playouts is not None and ms is not None:
            raise LastCardError("search takes playouts or ms, not both")
        self.compiled = choose_backend(backend) == "c"
        default = COMPILED_PLAYOUTS if self.compiled else INTERPRETED_PLAYOUTS
        self._budget = _within("playouts", default if playouts is None else playouts, 1, MOST_PLAYOUTS)
        self._ms = None if ms is None else _within("ms", ms, LEAST_MS, MOST_MS)
        self._plan = plan_of([_policy(policy)])
        self._habits = CarefulBot(seed)
        self._seed = seed
        self._asked = 0

    def prepare(self) -> None:
        """Decide once, so that nothing is left to load when a table waits."""
        if self.compiled:
            SearchBot(playouts=1).decide(Round.from_position(_TWO_LAYS).view(0))

    def decide(self, view: View) -> Action:
        """Return the best action found for the seat."""
        return action_of(view, self._decided(view))

    def _decided(self, view: View) -> int:
        actions = candidates(view)
        habit = self._habits.decided(view)
        if len(actions) < 2 or any(size is None for size in view.status.held):
            return habit
        return self._best(view, actions, habit)

    def claim(self, view: View) -> Action | None:
        """Call, catch and challenge as `careful` does; jump in if that is better than not to."""
        code = self._claimed(view)
        return None if code == NONE else action_of(view, code)

    def _claimed(self, view: View) -> int:
        claimed = self._habits.claimed(view)
        habit = NONE if claimed is None else claimed
        if habit >= VERBS:
            return habit
        lays = [action for action in candidates(view) if action & ~CALLING < VERBS]
        if not lays or view.status.turn == view.seat or any(size is None for size in view.status.held):
            return habit
        return self._best(view, [NONE, *lays], habit)

    def _best(self, view: View, actions: list[int], habit: int) -> int:
        query = self._query(view, actions)
        table = _Playouts(view, self._plan, query, compiled=self.compiled)
        began = time.perf_counter()
        spent = 0
        tried = list(range(query.n_candidates))
        halvings, done = math.ceil(math.log2(len(tried))), 1
        while len(tried) > 1 and (samples := self._samples(spent, began, len(tried))) > 0:
            table.run(samples)
            spent += samples * len(tried)
            if self._used(spent, began) * halvings >= done:
                tried = _better_half(query, tried, habit)
                done += 1
        return _chosen(query, tried, habit)

    def _samples(self, spent: int, began: float, tried: int) -> int:
        """Return the number of samples to take before the next check of the budget; at least one is taken in all."""
        if self._ms is None:
            return max(min(BATCH, (self._budget - spent) // tried), int(spent == 0))
        return (BATCH if self.compiled else 1) if self._used(spent, began) < 1 else 0

    def _used(self, spent: int, began: float) -> float:
        """Return the used share of the budget."""
        if self._ms is None:
            return spent / self._budget
        return (time.perf_counter() - began) * 1000 / self._ms if spent else 0.0

    def _query(self, view: View, actions: list[int]) -> Query:
        self._asked += 1
        query = Query()
        query.seat = own_seat(view)
        query.seed = (self._seed * 1_000_003 + self._asked) % _SEEDS
        query.n_candidates = min(len(actions), CANDIDATES)
        query.candidates[: query.n_candidates] = actions[:CANDIDATES]
        if view.scores is not None:
            query.in_match = LEAD
            query.scores[: len(view.scores)] = view.scores
            query.rounds = view.rounds
            query.eliminated = sum(1 << seat for seat in view.eliminated)
        return query


def _within(name: str, value: Number, least: float, most: int) -> Number:
    """Return a setting; raise LastCardError if it is out of bounds or not a number."""
    if not least <= value <= most:
        raise LastCardError(f"{name}={value}: expected a number from {least} to {most:,}")
    return value


def _policy(name: str) -> int:
    if name not in POLICIES:
        raise LastCardError(f"no policy is called {name!r}{did_you_mean(name, POLICIES)}; use {', '.join(POLICIES)}")
    return POLICIES.index(name)


def candidates(view: View) -> list[int]:
    """Return the legal actions of a seat, with the call added to lays that need one."""
    calls = CALLING if view.choices.call_with == 1 else 0
    actions = [action.codes[0] for action in view.legal]
    return [action | calls if action < VERBS else action for action in actions]


def _better_half(query: Query, tried: list[int], habit: int) -> list[int]:
    """Return the better half of the candidates, and the habit; drop the others."""
    ranked = sorted(tried, key=lambda k: -query.sums[k])
    better = ranked[: (len(ranked) + 1) // 2]
    kept = [k for k in tried if k in better or query.candidates[k] == habit]
    for k in set(tried) - set(kept):
        query.dropped |= 1 << k
    return kept


def _chosen(query: Query, tried: list[int], habit: int) -> int:
    """Return the best candidate, or the habit unless the best beats it by more than chance explains."""
    best = max(tried, key=lambda k: query.sums[k])
    for k in tried:
        if query.candidates[k] == habit and _behind(query, k, best) <= TRUST * _spread(query, tried, k, best):
            return habit
    return query.candidates[best]


def _behind(query: Query, k: int, best: int) -> float:
    return (query.sums[best] - query.sums[k]) / query.first / ONE


def _spread(query: Query, tried: list[int], k: int, best: int) -> float:
    """Return the standard error of the difference between two candidates, as if their samples were independent.

    A candidate with the same result in all samples so far may differ in the next, so some variance is assumed for it.
    """
    if query.first < 2:
        return math.inf
    least = max(_variance(query, other) for other in tried) * STEADY
    return math.sqrt((max(_variance(query, best), least) + max(_variance(query, k), least)) / query.first)


def _variance(query: Query, k: int) -> float:
    mean = query.sums[k] / query.first / ONE
    return max(query.squares[k] / query.first / ONE / ONE - mean * mean, 0.0)


class _Playouts:
    """The playouts for one decision, interpreted or compiled."""

    def __init__(self, view: View, plan: Plan, query: Query, *, compiled: bool) -> None:
        template, unknown, clues = view_knowledge(view)
        self._query = query
        self._play = self._compiled if compiled else self._interpreted
        self._given: tuple[Any, ...]
        if compiled:
            told = stored(*clues) if clues else Records(Clue, 0)
            tables, sheets = Records(State, TABLES), Records(Sheet, 1)
            rules = _stored_rules(view.rules)
            none = Numbers(0, VALUES)
            self._given = (rules, stored(plan), tables, stored(template), stored(unknown), told, sheets, none)
        else:
            states = [State() for _ in range(TABLES)]
            self._given = ([view.rules.core_rules], [plan], states, [template], [unknown], clues, [Sheet()], [])

    def run(self, count: int) -> None:
        """Play out `count` more samples and add their results to the query."""
        self._query.count = count
        self._play()
        self._query.first += count

    def _interpreted(self) -> None:
        playouts([self._query], *self._given)

    def _compiled(self) -> None:
        query = stored(self._query)
        compiled_rules().call("playouts", query, *self._given)
        assign(self._query, query.get(0))


@lru_cache(maxsize=64)  # people choose the rules of a server's tables
def _stored_rules(ruleset: Ruleset) -> Records[Rules]:
    return stored(ruleset.core_rules)
