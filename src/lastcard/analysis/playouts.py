"""Answer questions by playouts: what a table is worth to every seat, and what each candidate is worth."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..backends.records import Numbers, Records, stored
from ..core.layout import Rules, Sheet, State
from ..core.records import assign
from ..core.terms import SEATS, SINGLE_ROUND
from ..rules import Ruleset
from ..sim.engines import choose_backend, compiled_rules
from ..sim.plan import ALONE, CAREFUL, CONTINUE, ONE, VALUES, Clue, Query, Unknown, plan_of
from ..sim.search import TABLES, playouts
from .questions import Question, Standing

WHOLE = 2_520_000  # parts of a win; shares of wins among up to ten seats are whole numbers of them
BLOCKS = 10  # into which the samples of a decision are split, to see how much candidates differ from one to the next


@dataclass(frozen=True)
class Worth:
    """What a table or a candidate is worth to each seat, in parts of WHOLE, with standard errors."""

    parts: tuple[int, ...]
    errors: tuple[int, ...]


class Players:
    """Plays questions out with careful players; calls may be made in several threads."""

    def __init__(self, rules: Ruleset, seats: int, backend: str = "auto") -> None:
        self.seats = seats
        self.compiled = choose_backend(backend) == "c"
        self.single_round = rules.core_rules.match_end == SINGLE_ROUND
        self._ruleset = rules

    def worth(self, question: Question, count: int, seed: int, standing: Standing | None = None) -> list[Worth]:
        """Return what each candidate is worth to every seat: the round, or with a standing the match."""
        return [self._worth(row, count) for row in self.rows(question, count, seed, standing)]

    def rows(self, question: Question, count: int, seed: int, standing: Standing | None = None) -> list[list[int]]:
        """Return the sums over all samples for each candidate: of every seat, then their squares."""
        return self._played(question, _query(question, count, seed, standing))

    def sums(self, question: Question, count: int, seed: int, only: Sequence[int]) -> list[int]:
        """Return the sums of what some candidates are worth to the seat that chooses, all on the same samples."""
        query = _query(question, count, seed, None)
        query.n_candidates = len(only)
        query.candidates[: len(only)] = [question.candidates[k] for k in only]
        return [row[question.seat] for row in self._played(question, query)]

    def _worth(self, row: Sequence[int], count: int) -> Worth:
        sums, squares = row[: self.seats], row[SEATS : SEATS + self.seats]
        parts = tuple(total * WHOLE // (count * ONE) for total in sums)
        errors = tuple(_error(*pair, count) for pair in zip(sums, squares, strict=True))
        return Worth(parts, errors)

    def _played(self, question: Question, query: Query) -> list[list[int]]:
        if self.compiled:
            return self._compiled(question, query)
        unknown, values = Unknown(), [[0] * VALUES for _ in range(query.n_candidates)]
        assign(unknown, question.unknown)
        states = [State() for _ in range(TABLES)]
        playouts([query], [self._ruleset.core_rules], [PLAN], states, [question.state], [unknown],
                 [*question.clues], [Sheet()], values)  # fmt: skip
        return values

    def _compiled(self, question: Question, query: Query) -> list[list[int]]:
        values = Numbers(query.n_candidates, VALUES)
        clues = stored(*question.clues) if question.clues else Records(Clue, 0)
        compiled_rules().call(
            "playouts", stored(query), stored_rules(self._ruleset), STORED_PLAN, Records(State, TABLES),
            stored(question.state), stored(question.unknown), clues, Records(Sheet, 1), values,
        )  # fmt: skip
        return values.rows()


PLAN = plan_of([CAREFUL])
STORED_PLAN = stored(PLAN)


@lru_cache(maxsize=8)
def stored_rules(ruleset: Ruleset) -> Records[Rules]:
    """Return a rule set as compiled code reads it."""
    return stored(ruleset.core_rules)


def _query(question: Question, count: int, seed: int, standing: Standing | None) -> Query:
    query = Query()
    query.seat, query.seed, query.count = question.seat, seed, count
    query.n_candidates = len(question.candidates)
    query.candidates[: query.n_candidates] = question.candidates
    query.in_match = ALONE if standing is None else CONTINUE
    if standing is not None:
        query.scores[: len(standing.scores)] = standing.scores
        query.rounds, query.dealer = standing.rounds, standing.dealer
        query.eliminated = sum(1 << seat for seat in standing.eliminated)
    return query


def _error(total: int, squares: int, count: int) -> int:
    """Return the standard error of a mean, in parts of WHOLE."""
    variance = (count * squares - total * total) / (count * count) / ONE / ONE
    return round(WHOLE * math.sqrt(max(variance, 0.0) / max(count - 1, 1)))
