"""A policy of the simulator at a table: the very text of it, run on what a view says."""

from typing import ClassVar

from ..core.deal import seed as seed_state
from ..core.layout import State
from ..core.legal import only_choosing
from ..core.terms import CALLS, LAY_CLAIMS, NONE
from ..notation import state_of
from ..sim.plan import plan_of
from ..sim.players import claim, decide
from ..view import View


def known_state(view: View) -> State:
    """What a view says, as a state from which all cards are missing that its seat does not know."""
    s = state_of(view.position())
    for seat, size in enumerate(view.status.held):
        # Where sizes are hidden (D40) every other hand counts as one just dealt, so that none looks shorter.
        s.held[seat] = view.ruleset.hand_size if size == NONE else size
    return s


class PolicyBot:
    """Plays by a policy, with a generator of its own."""

    name: ClassVar[str]
    policy: ClassVar[int]

    def __init__(self, seed: int = 0) -> None:
        self._plan = plan_of([self.policy])
        dice = State()
        seed_state(dice, seed, 0)
        self._rng = dice.rng

    def decide(self, view: View) -> int:
        """What the policy does on its turn."""
        s = known_state(view)
        s.rng = self._rng  # shared: what the policy draws from it is drawn from ours
        return decide(s, view.ruleset.core_rules, self._plan, view.seat)

    def claim(self, view: View) -> int | None:
        """The first right that the policy uses, if it has any."""
        if not view.legal:
            return None
        s = known_state(view)
        if s.ready != 0 or only_choosing(s):
            return None
        s.rng = self._rng
        first = CALLS if s.catchable != 0 else LAY_CLAIMS
        last = LAY_CLAIMS if s.laid_by != NONE else LAY_CLAIMS - 1
        for kind in range(first, last + 1):
            action = claim(s, view.ruleset.core_rules, self._plan, view.seat, kind)
            if action != NONE:
                return action
        return None
