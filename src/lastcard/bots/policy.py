"""The policies of the simulator as bots: the same code, run on what a view shows."""

from typing import ClassVar

from ..core.deal import seed as seed_state
from ..core.layout import State
from ..core.terms import CALLS, CARDS, CATCHES, LAY_CLAIMS, NONE
from ..game.status import NOTHING
from ..game.values import Action, values_of
from ..game.view import View
from ..notation import UNKNOWN, state_of
from ..sim.plan import plan_of
from ..sim.players import claim, decide
from .base import deciding_seat, own_seat


def known_state(view: View) -> State:
    """Return what a view shows as a state, without the cards that its seat does not know."""
    s = state_of(view.position())
    _forget_unknown_discards(s)
    for seat, size in enumerate(view.status.held):
        # Where hand sizes are hidden (D40), every other hand counts as just dealt, so that none looks shorter.
        s.held[seat] = view.rules.hand_size if size is None else size
    return s


def _forget_unknown_discards(s: State) -> None:
    """Leave out discards that the seat never saw: to a policy they are cards that may be anywhere."""
    known = [card for card in s.pile[CARDS - s.n_discards :] if card != UNKNOWN]
    s.n_discards = len(known)
    s.pile[CARDS - len(known) :] = known


def action_of(view: View, code: int) -> Action:
    """Return a core action as `view.legal` lists it, except that a lay stays open where cards may join it (D12)."""
    values = values_of(view.rules)
    return values.one_card(code) if view.rules.core_rules.batch > 1 else values.single(code)


class PolicyBot:
    """A bot that plays by a policy, with its own random generator."""

    name: ClassVar[str]
    policy: ClassVar[int]

    def __init__(self, seed: int = 0) -> None:
        self._plan = plan_of([self.policy])
        dice = State()
        seed_state(dice, seed, 0)
        self._rng = dice.rng

    def decide(self, view: View) -> Action:
        """Return what the policy does when the table waits for it."""
        return action_of(view, self.decided(view))

    def claim(self, view: View) -> Action | None:
        """Return the first claim that the policy makes, or None."""
        code = self.claimed(view)
        return None if code is None else action_of(view, code)

    def decided(self, view: View) -> int:
        """Return the decision as a core action number."""
        seat = deciding_seat(view)
        s = known_state(view)
        s.rng = self._rng  # shared, so that the policy advances our generator
        return decide(s, view.rules.core_rules, self._plan, seat)

    def claimed(self, view: View) -> int | None:
        """Return the claim as a core action number, or None."""
        if view.choices == NOTHING:
            return None
        s = known_state(view)
        s.rng = self._rng
        for kind in _open_kinds(view):
            action = claim(s, view.rules.core_rules, self._plan, own_seat(view), kind)
            if action != NONE:
                return action
        return None


def _open_kinds(view: View) -> list[int]:
    """Return the kinds of claims that are open to the seat of a view, in the order in which they are heard."""
    claims, seat = view.status.claims, view.seat
    return (
        [CALLS] * (seat in claims.call)
        + [CATCHES] * (seat in claims.catch)
        + [LAY_CLAIMS] * (seat in claims.challenge or seat in claims.jump_in)
    )
