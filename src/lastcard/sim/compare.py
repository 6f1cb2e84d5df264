"""The rule lab: play rounds by several rule sets and say what clearly differs.

Every figure has a standard error, and nothing is called a change below two of them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .._util.grammar import capital, listed
from ..core.terms import Fact
from ..errors import LastCardError
from ..rules import Ruleset
from .play import play
from .plan import ROW_ENDED, ROW_WINNERS, TURNS, UNFINISHED
from .result import Mean, Result, share_of
from .stretches import Progress

SECONDS_A_TURN = 4
FORGETFUL = 0.1  # how often people forget to call, where catches are counted
CLEAR = 2  # standard errors of a difference, below which it is no change
TRIAL = 100  # rounds that show whether rounds end at all
PLAYERS = ("careful", "random")  # who may play

# The figures, in the order in which they are told: what each is, by id.
FIGURES = {
    "minutes": "minutes a round, at 4 seconds a turn",
    "skill": "how often one careful player beats random ones",
    "deal": "luck of the deal: how much it decides who wins",
    "comebacks": "how often the first to hold one card does not win",
    "leads": "changes of lead a round",
    "first": "how often the seat after the dealer wins",
    "drawn": "cards drawn on turns",
    "penalties": "penalty cards",
    "swapped": "hands swapped or passed on",
    "turns_lost": "turns lost",
    "calls": "calls",
    "caught": "players caught, if 10 % of calls are forgotten",
    "challenges": "challenges",
    "upheld": "how many challenges succeed",
    "refills": "times the stock is refilled",
    "blocked": "rounds in which nobody can go on",
    "endless": "rounds that are cut off",
}
SHARES = ("skill", "deal", "comebacks", "first", "upheld", "blocked", "endless")  # told in per cent


@dataclass(frozen=True)
class Measured:
    """What playing by a rule set is like; without figures but `endless` where rounds hardly ever end."""

    rules: Ruleset
    seats: int
    rounds: int  # for each figure
    figures: dict[str, Mean]
    p95: float  # minutes within which 95 % of the rounds end

    @property
    def ends(self) -> bool:
        """Whether rounds by these rules end."""
        return "minutes" in self.figures


@dataclass(frozen=True)
class Change:
    """A figure by two rule sets."""

    figure: str
    before: Mean
    after: Mean

    @property
    def difference(self) -> float:
        """How much more it is by the second."""
        return self.after.mean - self.before.mean

    @property
    def error(self) -> float:
        """The standard error of the difference."""
        return math.hypot(self.before.error, self.after.error)

    @property
    def clear(self) -> bool:
        """Whether the difference is more than chance explains."""
        return abs(self.difference) > CLEAR * self.error


@dataclass(frozen=True)
class Comparison:
    """Several rule sets, measured alike; the others are compared with the first."""

    sides: tuple[Measured, ...]
    seed: int
    players: str

    def changes(self, place: int = 1) -> list[Change]:
        """Return the figures that the first rule set and another have both, in order."""
        before, after = self.sides[0].figures, self.sides[place].figures
        return [Change(id, before[id], after[id]) for id in FIGURES if id in before and id in after]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as data; figures that say nothing are null."""
        sides = [
            {
                "rules": side.rules.id,
                "p95": _number(side.p95),
                "figures": {id: [_number(one.mean), _number(one.error)] for id, one in side.figures.items()},
                "clear": [change.figure for change in self.changes(place) if change.clear] if place else [],
                "ends": side.ends,
            }
            for place, side in enumerate(self.sides)
        ]
        first = self.sides[0]
        return {
            "seats": first.seats,
            "rounds": first.rounds,
            "seed": self.seed,
            "players": self.players,
            "sides": sides,
        }


def _number(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 5)


def compare(
    *rules: Ruleset | str, seats: int = 4, rounds: int = 4_000, seed: int = 1, players: str = "careful",
    backend: str = "auto", threads: int | None = None, progress: Progress | None = None,
) -> Comparison:  # fmt: skip
    """Measure rule sets with the same seeds: so many rounds for each figure, played by `careful` or `random`."""
    if not rules:
        raise LastCardError("at least one rule set is needed")
    if players not in PLAYERS:
        raise LastCardError(f"players are {' or '.join(PLAYERS)}, not {players!r}")
    if rounds < TRIAL:
        raise LastCardError(f"{rounds} rounds: at least {TRIAL} are needed")
    rulesets = [Ruleset.from_id(one) if isinstance(one, str) else one for one in rules]
    for one in rulesets:
        one.check_table(seats)
    sides = []
    for done, one in enumerate(rulesets):
        sides.append(_Lab(one, seats, rounds, seed, players, backend, threads).measured())
        if progress is not None:
            progress(done + 1, len(rulesets))
    return Comparison(tuple(sides), seed, players)


@dataclass(frozen=True)
class _Lab:
    """Measures one rule set."""

    rules: Ruleset
    seats: int
    rounds: int
    seed: int
    players: str
    backend: str
    threads: int | None

    def measured(self) -> Measured:
        """Return all figures, or only that rounds hardly ever end."""
        trial = self._play([self.players], rounds=TRIAL).totals
        endless = share_of(trial.unfinished, trial.rounds)
        if 2 * trial.unfinished > trial.rounds:
            return Measured(self.rules, self.seats, TRIAL, {"endless": endless}, math.nan)
        plain = self._play([self.players], watch=True)
        found = _of_rounds(plain)
        found["skill"] = self._skill()
        found["deal"] = self._luck_of_the_deal()
        forgetful = self._play([self.players], forget=FORGETFUL)
        found["caught"] = forgetful.mean(Fact.CAUGHT)
        p95 = plain.length("turns")["p95"] * SECONDS_A_TURN / 60
        ordered = {id: found[id] for id in FIGURES if not math.isnan(found[id].mean)}
        return Measured(self.rules, self.seats, self.rounds, ordered, p95)

    def _play(self, bots: Sequence[str], *, rounds: int | None = None, seed: int = 0, **more: Any) -> Result:
        return play(
            self.rules, seats=self.seats, games=rounds or self.rounds, seed=self.seed + seed, bots=bots,
            backend=self.backend, threads=self.threads, **more,
        )  # fmt: skip

    def _skill(self) -> Mean:
        """Return how often a careful player beats random ones, each seat in turn; partners share a win."""
        won = wins = 0
        for seat in range(self.seats):
            bots = ["careful" if other == seat else "random" for other in range(self.seats)]
            result = self._play(bots, rounds=max(self.rounds // self.seats, 1), seed=1)
            won += result.totals.seat_wins[seat]
            wins += sum(result.totals.seat_wins)
        return share_of(won, wins)

    def _luck_of_the_deal(self) -> Mean:
        """Return how much the winners of the same deals agree if careful and greedy players change seats.

        It is the correlation of who wins: 0 if the deal decides nothing, 1 if it decides all.
        """
        first, second = (self._play(bots, rows=True).rows for bots in (("careful", "greedy"), ("greedy", "careful")))
        pairs = [
            (one[ROW_WINNERS], other[ROW_WINNERS])
            for one, other in zip(first, second, strict=True)
            if UNFINISHED not in (one[ROW_ENDED], other[ROW_ENDED])
        ]
        return _agreement(pairs, self.seats)


def _agreement(pairs: Sequence[tuple[int, int]], seats: int) -> Mean:
    """Return the correlation of two sets of winners, over all seats, and its standard error."""
    n = len(pairs)
    if n == 0:
        return Mean(math.nan, math.nan)
    shares = [[sum(pair[side] >> seat & 1 for pair in pairs) / n for seat in range(seats)] for side in (0, 1)]
    spread = sum(share * (1 - share) for side in shares for share in side) / 2
    if spread == 0:
        return Mean(math.nan, math.nan)
    products = [
        sum(((one >> seat & 1) - shares[0][seat]) * ((other >> seat & 1) - shares[1][seat]) for seat in range(seats))
        for one, other in pairs
    ]
    mean = sum(products) / n
    variance = sum((product - mean) ** 2 for product in products) / n
    return Mean(mean / spread, math.sqrt(variance / n) / spread)


def _of_rounds(result: Result) -> dict[str, Mean]:
    """Return the figures that rounds of equal players give."""
    t = result.totals
    turns = result.mean(TURNS)
    scale = SECONDS_A_TURN / 60
    challenges = t.sums[Fact.CHALLENGED]
    return {
        "minutes": Mean(turns.mean * scale, turns.error * scale),
        "comebacks": result.comebacks,
        "leads": result.leads,
        "first": share_of(t.wins[0], sum(t.wins)),
        "drawn": result.mean(Fact.DREW),
        "penalties": result.mean(Fact.SERVED),
        "swapped": _sum(result, Fact.SWAPPED, Fact.ROTATED),
        "turns_lost": result.mean(Fact.LOST),
        "calls": result.mean(Fact.CALLED),
        "challenges": result.mean(Fact.CHALLENGED),
        "upheld": share_of(t.sums[Fact.UPHELD], challenges),
        "refills": result.mean(Fact.REFILLED),
        "blocked": share_of(t.blocked, result.counted),
        "endless": share_of(t.unfinished, t.rounds),
    }


def _sum(result: Result, *facts: Fact) -> Mean:
    """Return the mean of a sum of facts; its error as if they had nothing to do with each other."""
    means = [result.mean(fact) for fact in facts]
    return Mean(sum(one.mean for one in means), math.hypot(*(one.error for one in means)))


# ---------------------------------------------------------------- in words

MOST_TOLD = 3
HARDLY = 0.03  # of luck

_MORE_OR_LESS: dict[str, tuple[str, str]] = {
    "skill": ("skill matters more", "skill matters less"),
    "deal": ("the deal matters more", "the deal matters less"),
    "comebacks": ("the first to hold one card loses more often", "the first to hold one card wins more often"),
    "leads": ("the lead changes more often", "the lead changes less often"),
    "first": ("the seat after the dealer wins more often", "the seat after the dealer wins less often"),
    "swapped": ("more hands are swapped", "fewer hands are swapped"),
    "drawn": ("more cards are drawn", "fewer cards are drawn"),
    "turns_lost": ("more turns are lost", "fewer turns are lost"),
    "caught": ("more players are caught without a call", "fewer players are caught without a call"),
    "challenges": ("there are more challenges", "there are fewer challenges"),
}


def say_changes(changes: Sequence[Change]) -> str:
    """Return what clearly changes, at most three things, in one sentence."""
    told = [_told(change) for change in changes if change.clear and change.figure in ("minutes", *_MORE_OR_LESS)]
    if not told:
        return "Nothing changes clearly."
    return capital(listed(told[:MOST_TOLD])) + "."


def _told(change: Change) -> str:
    if change.figure == "minutes":
        percent = round(100 * abs(change.difference) / change.before.mean)
        return f"rounds get {max(percent, 1)} % {'longer' if change.difference > 0 else 'shorter'}"
    if change.figure == "deal" and change.difference < 0 and change.after.mean < HARDLY:
        return "the deal hardly matters any more"
    return _MORE_OR_LESS[change.figure][change.difference < 0]
