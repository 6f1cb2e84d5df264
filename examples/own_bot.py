"""A bot of one's own, measured against the bots that come with the game: `python examples/own_bot.py`.

lastcard arena --bots own_bot:Thrifty,careful --games 200      in the folder of this file
"""

from lastcard import Action, View, arena
from lastcard.bots import register, with_call
from lastcard.testing import check_bot


class Thrifty:
    """Keeps wilds for later, plays the card worth most points, and catches whoever forgets to call."""

    name = "thrifty"

    def __init__(self, seed: int = 0) -> None:
        """Take a seed, as all bots do; this one leaves nothing to chance."""

    def decide(self, view: View) -> Action:
        """Return what to do when the table waits for this seat."""
        lays = [action for action in view.legal if action.kind == "lay"]
        if not lays:
            return view.legal[0]
        best = max(lays, key=lambda action: (not action.cards[0].wild, action.cards[0].points))
        return with_call(view, best)

    def claim(self, view: View) -> Action | None:
        """Return what to do out of turn."""
        return next((action for action in view.legal if action.kind == "catch"), None)


def main() -> None:
    """Check the bot, then let it play."""
    check_bot(Thrifty, rules=["official"], seats=[2])
    register("thrifty", Thrifty)
    result = arena.play("official", ["thrifty", "random"], games=200, seed=1, processes=1)
    for tally in result.tallies:
        low, high = (100 * end for end in tally.interval)
        print(f"{tally.name} wins {100 * tally.win_rate:.0f} % of {tally.games} rounds ({low:.0f} to {high:.0f} %)")


if __name__ == "__main__":
    main()
