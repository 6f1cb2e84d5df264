"""A policy of the simulator at a table: the very text of it, run on what a view says."""

from typing import ClassVar

from ..core.deal import seed as seed_state
from ..core.layout import State
from ..core.legal import only_choosing
from ..core.terms import CALLS, LAY_CLAIMS, NONE
from ..notation import state_of
from ..sim.plan import plan_of
from ..sim.players import claim, decide
from ..status import NOTHING
from ..values import Action, values_of
from ..view import View
from .base import own_seat


def known_state(view: View) -> State:
    """What a view says, as a state from which all cards are missing that its seat does not know."""
    s = state_of(view.position())
    for seat, size in enumerate(view.status.held):
        # Where sizes are hidden (D40) every other hand counts as one just dealt, so that none looks shorter.
        s.held[seat] = view.rules.hand_size if size is None else size
    return s


def action_of(view: View, code: int) -> Action:
    """Return an action of the core as a value: as `view.legal` lists it, but open where cards may join a lay (D12)."""
    values = values_of(view.rules)
    return values.one_card(code) if view.rules.core_rules.batch > 1 else values.single(code)


class PolicyBot:
    """Plays by a policy, with a generator of its own."""

    name: ClassVar[str]
    policy: ClassVar[int]

    def __init__(self, seed: int = 0) -> None:
        self._plan = plan_of([self.policy])
        dice = State()
        seed_state(dice, seed, 0)
        self._rng = dice.rng

    def decide(self, view: View) -> Action:
        """Return what the policy does on its turn."""
        return action_of(view, self.decided(view))

    def claim(self, view: View) -> Action | None:
        """Return the first right that the policy uses, if it has any."""
        code = self.claimed(view)
        return None if code is None else action_of(view, code)

    def decided(self, view: View) -> int:
        """Return the same as the core numbers it."""
        s = known_state(view)
        s.rng = self._rng  # shared: what the policy draws from it is drawn from ours
        return decide(s, view.rules.core_rules, self._plan, own_seat(view))

    def claimed(self, view: View) -> int | None:
        """Return the same as the core numbers it."""
        if view.choices == NOTHING:
            return None
        s = known_state(view)
        if s.ready != 0 or only_choosing(s):
            return None
        s.rng = self._rng
        first = CALLS if s.catchable != 0 else LAY_CLAIMS
        last = LAY_CLAIMS if s.laid_by != NONE else LAY_CLAIMS - 1
        for kind in range(first, last + 1):
            action = claim(s, view.rules.core_rules, self._plan, own_seat(view), kind)
            if action != NONE:
                return action
        return None
