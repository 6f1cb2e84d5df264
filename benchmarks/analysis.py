"""Hold analyses against what happened: are chances right, and do the costs of decisions order players by strength?

python benchmarks/analysis.py                  both, in some minutes
python benchmarks/analysis.py --positions 500  fewer positions; --rounds 0 leaves out the players
"""

import argparse
import sys
from itertools import count, islice
from math import sqrt
from random import Random

from lastcard import Match, RecordedMatch
from lastcard.analysis import analyse
from lastcard.analysis.playouts import WHOLE, Players
from lastcard.analysis.questions import Question
from lastcard.bots import claims_in_order, decided, make_bot
from lastcard.core.deal import deal, seed
from lastcard.core.layout import State
from lastcard.core.terms import OVER
from lastcard.rules import Ruleset
from lastcard.sim.knowledge import knowledge_of_table
from lastcard.sim.plan import CAREFUL, plan_of
from lastcard.sim.rounds import lays_invite_claims, one_move

BINS = 10
MOVES = 60  # after at most so many a table is looked at
PLAYERS = ("search?playouts=20000", "careful", "greedy", "random")


class Lines:
    """Keeps nothing."""

    def append(self, lines: object) -> None:
        """Forget them."""


# ---------------------------------------------------------------- chances


def outcome(rules: Ruleset, seats: int, number: int) -> tuple[Question, int, bool] | None:
    """Play a round with careful players; return the table after some moves, one of its seats, and whether that won.

    How many moves is chosen before, so that nothing that happens later decides which tables are seen; return None if
    the round was over by then.
    """
    r, plan, s, rng = rules.core_rules, plan_of([CAREFUL]), State(), Random(number)
    seat, moves = rng.randrange(seats), rng.randrange(MOVES)
    seed(s, 77, number)
    deal(s, r, seats, number % seats, 0, 0)
    table = None
    while s.phase != OVER:
        if moves == 0:
            table = Question(*knowledge_of_table(s))
        moves -= 1
        one_move(s, r, plan, lays_invite_claims(r))
    return None if table is None else (table, seat, bool(s.winners >> seat & 1))


def calibration(rules: Ruleset, seats: int, positions: int, playouts: int) -> list[tuple[int, float, float]]:
    """Return for each tenth of chances: how many positions, their mean chance, and how often it came true."""
    players, bins = Players(rules, seats), [[0, 0.0, 0] for _ in range(BINS)]
    found = (one for number in count() if (one := outcome(rules, seats, number)) is not None)
    for number, (question, seat, won) in enumerate(islice(found, positions)):
        chance = players.worth(question, playouts, number)[0].parts[seat] / WHOLE
        row = bins[min(int(chance * BINS), BINS - 1)]
        row[0] += 1
        row[1] += chance
        row[2] += won
    return [(int(n), total / max(n, 1), won / max(n, 1)) for n, total, won in bins]


def off(n: int, chance: float, share: float) -> float:
    """Return how many standard errors lie between a chance and what happened."""
    return 0.0 if n == 0 else (share - chance) / max(sqrt(chance * (1 - chance) / n), 1e-9)


# ---------------------------------------------------------------- costs


def costs(rules: str, rounds: int) -> dict[str, list[float]]:
    """Return the costs of the decisions of each bot in rounds of one of each, the seats rotated."""
    found: dict[str, list[float]] = {name: [] for name in PLAYERS}
    for number in range(rounds):
        seated = [PLAYERS[(seat + number) % len(PLAYERS)] for seat in range(len(PLAYERS))]
        match = RecordedMatch(Match(rules, seats=len(PLAYERS), seed=number), Lines())
        bots = {seat: make_bot(name, number * 10 + seat) for seat, name in enumerate(seated)}
        while not match.round.over:
            claims = claims_in_order(match.round, bots)
            seat = claims[0].seat if claims else match.round.awaited[0]
            match.act(seat, claims[0].action if claims else decided(bots[seat], match.round.view(seat)))
        for _, one in analyse(match.record).judgements():
            found[seated[one.seat]].append(one.cost)
    return found


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="official")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--playouts", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=40)
    given = parser.parse_args()
    rules = Ruleset.from_id(given.rules)
    if given.positions:
        print(f"{rules.id}, {given.seats} seats: {given.positions:,} positions, {given.playouts:,} playouts each")
        print("positions  mean chance  came true  standard errors off")
        for n, chance, share in calibration(rules, given.seats, given.positions, given.playouts):
            print(f"{n:>9,}  {100 * chance:>9.1f} %  {100 * share:>7.1f} %  {off(n, chance, share):>+8.2f}", flush=True)
    if given.rounds:
        print(f"\n{rules.id}: costs of decisions in {given.rounds} rounds")
        for name, values in costs(given.rules, given.rounds).items():
            mean = sum(values) / len(values)
            error = sqrt(sum((value - mean) ** 2 for value in values)) / len(values)
            print(f"{name:<22} {100 * mean:.2f} % ± {100 * error:.2f} ({len(values):,} decisions)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
