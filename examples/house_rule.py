"""What does a house rule do?  A study of stacking: `python examples/house_rule.py [FILE.png]`.

With the name of a picture it also draws how long rounds are, which needs matplotlib.
"""

import sys
from itertools import accumulate

from lastcard import sim

ROUNDS = 100_000
RULES = {"official": "official", "with stacking": "official+stack", "draw until it fits": "official+draw-until"}


def study() -> dict[str, sim.Result]:
    """Play each rule set with the same bots and the same seed."""
    return {name: sim.play(rules, seats=4, games=ROUNDS, seed=1, bots=["careful"]) for name, rules in RULES.items()}


def told(results: dict[str, sim.Result]) -> None:
    """Print what differs, with 95 % intervals."""
    for name, result in results.items():
        length, row = result.summary()["length"]["turns"], result.summary()["per_round"]
        print(
            f"{name:20} {length['mean']:6.2f} ± {1.96 * length['error']:.2f} turns, median {length['median']}, "
            f"{row['cards_served']['mean']:5.2f} penalty cards, {row['points']['mean']:6.1f} points"
        )


def drawn(results: dict[str, sim.Result], file: str) -> None:
    """Draw the share of rounds that are over after so many turns."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    for name, result in results.items():
        over = [count / result.counted for count in accumulate(result.totals.turns[:150])]
        pyplot.plot(over, label=name)
    pyplot.xlabel("turns")
    pyplot.ylabel("share of rounds that are over")
    pyplot.legend()
    pyplot.savefig(file)


if __name__ == "__main__":
    found = study()
    told(found)
    if len(sys.argv) > 1:
        drawn(found, sys.argv[1])
