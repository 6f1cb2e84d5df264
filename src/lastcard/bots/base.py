"""What a bot is, and in which order the rights of bots beside the turn are used."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol

from ..core.terms import CALL, CATCH, NO_DUTY, NONE, SEATS, VERBS
from ..events import Status
from ..notation import parse_action
from ..round import Round
from ..rules import Deck
from ..sim.players import CALLS, CATCHES, LAY_CLAIMS
from ..view import View

Action = int | str  # as the core numbers it, or as notation writes it


class Bot(Protocol):
    """A player that is a program."""

    @property
    def name(self) -> str:
        """What the bot is called, as `make_bot` knows it."""

    def decide(self, view: View) -> Action:
        """What the seat of the view does, now that the table waits for it."""

    def claim(self, view: View) -> Action | None:
        """The right beside the turn that the seat uses now: to call, accuse, doubt or jump in; None for none."""


# ---------------------------------------------------------------- at a table


def actions_of(deck: Deck, action: Action) -> list[int]:
    """What a bot said as actions of the core."""
    return [action] if isinstance(action, int) else parse_action(deck, action)


def with_call(view: View, action: str) -> str:
    """A legal action of a view as text, with the call if it is a lay that owes one."""
    owes = view.hand.total() == 2 and view.ruleset.compiled.uno_duty != NO_DUTY
    return f"{action}!" if owes and parse_action(view.ruleset.deck, action)[0] < VERBS else action


class Claim(NamedTuple):
    """A right beside the turn that a bot uses; they sort as they come first (RULES A.5)."""

    kind: int  # CALLS, CATCHES or LAY_CLAIMS
    place: int  # how far from the player who laid, in the direction of play
    seat: int
    actions: list[int]


def claims_in_order(table: Round, bots: Mapping[int, Bot]) -> list[Claim]:
    """What bots, by seat, claim now: calls, then accusations, then jump-ins and doubts (RULES A.5).

    Only the first can be carried out; what the others want has to be asked again afterwards.
    """
    if not bots or table.over:
        return []
    claims = []
    status = table.view(next(iter(bots))).status
    for place, seat in enumerate(_seats_in_order(status)):
        if seat not in bots:
            continue
        action = bots[seat].claim(table.view(seat))
        if action is not None:
            actions = actions_of(table.rules.deck, action)
            claims.append(Claim(_kind(actions[0]), place, seat, actions))
    return sorted(claims)


def _seats_in_order(status: Status) -> Iterator[int]:
    """Every seat once, from the one after the player who laid, in the direction of play."""
    first = status.turn if status.laid == NONE else status.laid
    return ((first + status.way * step) % status.seats for step in range(1, status.seats + 1))


def _kind(action: int) -> int:
    if action == CALL:
        return CALLS
    return CATCHES if CATCH <= action < CATCH + SEATS else LAY_CLAIMS
