"""How strong the bots are, by rounds in the arena with 95 % intervals.

    python benchmarks/strength.py                      the table of claims
    python benchmarks/strength.py --games 200          quicker, less sure
    python benchmarks/strength.py --only official      the claims whose names contain this
    python benchmarks/strength.py --write              also into benchmarks/results.md

Each claim says which bot wins at least which share, and how much less a weaker claim would say: that of the level
below, or an even share.  It holds if the share is reached and the whole interval lies above the weaker claim, fails if
the whole interval lies below the share, and is open if more rounds are needed to tell.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from lastcard.arena import play, wilson
from results import machine, write_part

LEVELS = ("random", "greedy", "careful", "search")
HEAD = (
    "| claim | rounds | wins | 95 % interval | claimed | more than | | a decision, median |",
    "|---|---|---|---|---|---|---|---|",
)
PAIRED = ("juno-serious", "juno-seven0", "rules-site")


@dataclass(frozen=True)
class Claim:
    """The kind of bot at the first seat wins this share of the rounds, and surely more than a weaker claim says."""

    rules: str
    bots: tuple[str, ...]
    share: float
    weaker: float
    games: int

    @property
    def name(self) -> str:
        """The claim in words."""
        first, other = dict.fromkeys(self.bots)
        sides = [name if (n := self.bots.count(name)) == 1 else f"{n} {name}" for name in (first, other)]
        return f"{self.rules}, {len(self.bots)} seats: {' against '.join(sides)}"

    def interval(self, wins: float, games: int) -> tuple[float, float]:
        """The 95 % interval of a share; rotations that seat the kinds alike count as one, for they tell no more."""
        rotations = [(*self.bots[turn:], *self.bots[:turn]) for turn in range(len(self.bots))]
        alike = rotations.count(self.bots)
        return wilson(wins / alike, games // alike)


@dataclass(frozen=True)
class Finding:
    """What was measured of a claim."""

    claim: str
    games: int
    win_rate: float
    low: float
    high: float
    share: float
    weaker: float
    verdict: str
    seconds: float
    decision_ms: float | None


def claims(search: str, games: int | None) -> Iterator[Claim]:
    """All claims; where policies of the simulator play alone, rounds cost next to nothing."""
    quick, slow = games or 100_000, games or 400
    yield Claim("official", ("careful", "random"), 0.65, 0.50, quick)
    yield Claim("official", (search, "random"), 0.74, 0.65, slow)
    yield Claim("official", (search, "careful"), 0.58, 0.50, slow)
    yield Claim("official", (search, *["careful"] * 3), 0.28, 0.25, games or 2_000)
    yield Claim("official", ("learned", "careful"), 0.64, 0.50, games or 2_000)
    yield Claim("official", ("learned", search), 0.50, 0.50, games or 1_000)
    yield Claim("official", ("learned", *["careful"] * 3), 0.28, 0.25, games or 2_000)
    for rules in PAIRED:
        yield Claim(rules, ("learned", "careful"), 0.50, 0.50, games or 2_000)
    hard = games or 3_000  # where most moves leave no choice, so that it takes long to tell who plays better
    for rules in PAIRED:
        for weak, strong in zip(LEVELS, LEVELS[1:], strict=False):
            better = search if strong == "search" else strong
            # Two of each, in turn: so both kinds have the same neighbours, and a kind's share is that of its two seats.
            thinking = hard if rules == "rules-site" else slow
            yield Claim(rules, (better, weak) * 2, 0.50, 0.50, thinking if better == search else quick)


def verdict(claim: Claim, win_rate: float, low: float, high: float) -> str:
    """Whether a claim holds."""
    if win_rate >= claim.share and low > claim.weaker:
        return "holds"
    return "fails" if high < claim.share else "open"


def measured(claim: Claim, seed: int, processes: int | None) -> Finding:
    """Play for a claim."""
    began = time.perf_counter()
    result = play(claim.rules, claim.bots, games=claim.games, seed=seed, processes=processes)
    wins = sum(tally.wins for tally in result.tallies if tally.name == claim.bots[0])
    low, high = claim.interval(wins, result.games)
    return Finding(
        claim=claim.name,
        games=result.games,
        win_rate=wins / result.games,
        low=low,
        high=high,
        share=claim.share,
        weaker=claim.weaker,
        verdict=verdict(claim, wins / result.games, low, high),
        seconds=time.perf_counter() - began,
        decision_ms=result.summary()["bots"][0]["decision_ms"],
    )


def row(finding: Finding) -> str:
    """A line of the table."""
    between = f"{100 * finding.low:.1f} to {100 * finding.high:.1f} %"
    thought = "" if finding.decision_ms is None else f"{finding.decision_ms:.1f} ms"
    return (
        f"| {finding.claim} | {finding.games:,} | {100 * finding.win_rate:.1f} % | {between} "
        f"| {100 * finding.share:.0f} % | {100 * finding.weaker:.0f} % | {finding.verdict} | {thought} |"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 if a claim fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, help="rounds for each claim (100,000; 400 to 3,000 with search)")
    parser.add_argument("--search", default="search", help="search with other settings, such as 'search?playouts=500'")
    parser.add_argument("--only", default="", help="the claims whose names contain this")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, help="how many at once (all cores)")
    parser.add_argument("--json", action="store_true", help="one object a line instead of a table")
    parser.add_argument("--write", action="store_true", help="also write the table into benchmarks/results.md")
    options = parser.parse_args(arguments)
    lines = [f"`python benchmarks/strength.py` on: {machine()}", "", *HEAD]
    if not options.json:
        print(*HEAD, sep="\n", flush=True)
    failed = False
    for claim in claims(options.search, options.games):
        if options.only in claim.name:
            finding = measured(claim, options.seed, options.processes)
            failed |= finding.verdict == "fails"
            lines.append(row(finding))
            print(json.dumps(asdict(finding)) if options.json else lines[-1], flush=True)
    if options.write:
        write_part("Strength", lines)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
