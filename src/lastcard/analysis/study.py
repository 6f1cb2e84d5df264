"""Analyse a finished match: chances by step, decisions judged by what the seat knew, luck by seat and source."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .._util.names import printable
from ..archive.record import Record
from ..bots.grounds import grounds_of
from ..sim.engines import cores
from ..sim.plan import ONE
from ..sim.pool import in_order, thread_pool
from .playouts import BLOCKS, WHOLE, Players, Worth
from .questions import Decision, Moment, moments
from .result import SOURCES, Analysis, Judgement, Luck, StepAnalysis, turning_points

Progress = Callable[[int, int], None]  # done, total


@dataclass(frozen=True)
class Effort:
    """How many playouts are made."""

    chances: int  # for the chances after a step
    match: int  # for those to win the match, each to the end of the match
    first: int  # for each candidate of a decision
    second: int  # for the best and the one that was played, where the first seem to differ


QUICK = Effort(400, 60, 100, 400)
FINE = Effort(2_500, 400, 150, 1_500)
SUSPICIOUS = 0.02  # of a round: from which difference on a decision is judged again

# Each kind of question of a step has seeds of its own; the same for a table and its veiled twin.
CHANCES, MATCH, FIRST, SECOND = range(4)
SEEDS = 64  # of a step


def seed_of(step: int, kind: int) -> int:
    """Return the seed of a question."""
    return (step + 1) * SEEDS + kind * BLOCKS


def analyse(
    record: Record, *, quick: bool = False, threads: int | None = None, backend: str = "auto",
    progress: Progress | None = None,
) -> Analysis:  # fmt: skip
    """Analyse a finished match; raise LastCardError for one that is still running, or has hidden cards.

    `quick` makes fewer playouts.  The same record gives the same analysis, with any number of threads.
    """
    effort = QUICK if quick else FINE
    players = Players(record.rules, record.seats, backend)
    asked = list(enumerate(moments(record)))
    workers = (threads or cores()) if players.compiled else 1

    def answer(numbered: tuple[int, Moment]) -> "Answered":
        return answered(players, *numbered, effort)

    done: list[Answered] = []
    with thread_pool(workers) as pool:
        for one in in_order(pool, answer, asked, workers):
            done.append(one)
            if progress is not None:
                progress(len(done), len(asked))
    steps = tuple(one.step for one in done)
    names = tuple(printable(name) for name in record.names) or tuple(f"seat {seat}" for seat in range(record.seats))
    return Analysis(
        rules=record.rules.id,
        seats=record.seats,
        names=names,
        playouts=effort.chances,
        steps=steps,
        luck=luck_by_seat([moment for _, moment in asked], done, record.seats),
        turning_points=turning_points(steps),
    )


@dataclass(frozen=True)
class Answered:
    """A step with its figures, and what the table was worth before the cards just drawn were seen."""

    step: StepAnalysis
    veiled: Worth | None


def answered(players: Players, number: int, moment: Moment, effort: Effort) -> Answered:
    """Answer all questions of a step."""
    seed = seed_of(number, CHANCES)
    veiled = None if moment.veiled is None else players.worth(moment.veiled, effort.chances, seed)[0]
    step = StepAnalysis(
        round=moment.round,
        move=None if moment.move is None else str(moment.move),
        chances=chances(players, moment, effort.chances, seed),
        match=match_chances(players, moment, effort.match, seed_of(number, MATCH)),
        judgement=None if moment.decision is None else judge(players, moment.decision, effort, number),
    )
    return Answered(step, veiled)


def chances(players: Players, moment: Moment, playouts: int, seed: int) -> Worth:
    """Return everyone's chance to win the round; of a round that is over, who has won it."""
    if moment.winners is None:
        return players.worth(moment.open, playouts, seed)[0]
    shares = [WHOLE // len(moment.winners) * (seat in moment.winners) for seat in range(players.seats)]
    return Worth(tuple(shares), (0,) * players.seats)


def match_chances(players: Players, moment: Moment, playouts: int, seed: int) -> Worth | None:
    """Return everyone's chance to win the match, or None where a match is a single round."""
    if players.single_round:
        return None
    return players.worth(moment.open, playouts, seed, moment.standing)[0]


# ---------------------------------------------------------------- decisions


def judge(players: Players, decision: Decision, effort: Effort, number: int) -> Judgement:
    """Judge a decision by what its seat knew.

    Every candidate is tried a little; where the best seems better than what was played, these two are tried again, on
    other samples, so that what looked best by chance does not count.
    """
    everything = range(len(decision.actions))
    worth, errors, best = compared(players, decision, everything, effort.first, seed_of(number, FIRST))
    played = decision.played
    if best != played and worth[best] - worth[played] >= SUSPICIOUS:
        pair = (played, best)
        again, spread, _ = compared(players, decision, pair, effort.second, seed_of(number, SECOND), best)
        for k in pair:
            worth[k], errors[k] = again[k], spread[k]
    cost = max(worth[best] - worth[played], 0.0)
    best_action = decision.actions[best]
    told = best_action is not None and best != played and cost > 2 * errors[played]
    return Judgement(
        seat=decision.seat,
        actions=tuple("-" if action is None else str(action) for action in decision.actions),
        worth=tuple(worth[k] for k in everything),
        errors=tuple(errors[k] for k in everything),
        best=best,
        played=played,
        cost=cost,
        error=errors[played],
        grounds=tuple(grounds_of(decision.view, best_action)) if told and best_action is not None else (),
    )


def compared(
    players: Players, decision: Decision, tried: Sequence[int], playouts: int, seed: int, best: int | None = None
) -> tuple[dict[int, float], dict[int, float], int]:
    """Return what candidates are worth, the standard errors of their differences to the best, and the best.

    All are tried on the same samples, so a difference is surer than what it is the difference of.
    """
    each = max(playouts // BLOCKS, 1)
    blocks = [players.sums(decision.question, each, seed + block, tried) for block in range(BLOCKS)]
    scale = each * ONE
    rows = {k: [block[place] / scale for block in blocks] for place, k in enumerate(tried)}
    worth = {k: sum(row) / BLOCKS for k, row in rows.items()}
    if best is None:
        best = max(tried, key=lambda k: (worth[k], k == decision.played))
    errors = {k: _error([one - other for one, other in zip(rows[best], row, strict=True)]) for k, row in rows.items()}
    return worth, errors, best


def _error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of values."""
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / len(values) / (len(values) - 1))


# ---------------------------------------------------------------- luck


def luck_by_seat(asked: Sequence[Moment], done: Sequence[Answered], seats: int) -> tuple[Luck, ...]:
    """Return where the chances of each seat came from.

    Each step changes everyone's chance, and the changes of a round add up to its result less a fair share.  The change
    that drawn cards made is luck; the rest of a step is the doing of who made the move.
    """
    totals = [dict.fromkeys(SOURCES, 0) for _ in range(seats)]
    before = [0] * seats
    for moment, one in zip(asked, done, strict=True):
        after = one.step.chances.parts
        if moment.move is None:
            playing = [seat not in moment.standing.eliminated for seat in range(seats)]
            before = [WHOLE // sum(playing) * plays for plays in playing]
        seen = one.veiled.parts if one.veiled is not None else after
        for seat, total in enumerate(totals):
            total["draws" if seat in moment.drawers else "draws_of_others"] += after[seat] - seen[seat]
            total[_source(moment, seat)] += seen[seat] - before[seat]
        before = list(after)
    return tuple(Luck(total) for total in totals)


def _source(moment: Moment, seat: int) -> str:
    if moment.move is None:
        return "deal"
    return "decisions" if moment.move.seat == seat else "decisions_of_others"
