"""Hints for people: what a bot would do in their place.

People have to notice themselves who forgot to call, so no hint may depend on it.
"""

from dataclasses import replace

from ..core.terms import CALLING, Phase
from ..notation import UNKNOWN, format_position
from ..round import Round
from ..status import NO_FOULS
from ..values import Action, ActionKind, values_of
from ..view import View
from .base import Bot, decided, own_seat

_HIDDEN = 2  # cards in the place of a hand whose size is hidden (D40)


def hint_view(view: View) -> View:
    """Return a view in which everyone who owes a call has called."""
    status, choices = view.status, view.choices
    called = tuple(sorted({*status.called, *status.catchable}))
    claims = replace(status.claims, call=(), catch=())
    says = tuple(word for word in choices.says if word != "call")
    return replace(
        view,
        status=replace(status, called=called, catchable=(), forgot=(), claims=claims),
        choices=replace(choices, catch=(), says=says),
        fouls=NO_FOULS,
    )


def imagined(view: View) -> Round:
    """Return a round that looks like a view; cards that cannot be seen are dealt at random."""
    position, unknown = view.position(), (UNKNOWN,) * _HIDDEN
    hands = (replace(hand, cards=unknown) if hand.cards is None else hand for hand in position.hands)
    return Round.from_position(format_position(replace(position, hands=tuple(hands)), view.rules), view.rules)


def hint(bot: Bot, view: View) -> Action:
    """Return what a bot would decide with a view; of a batch (D12), all cards."""
    first = decided(bot, hint_view(view))
    if first.kind is not ActionKind.LAY or first.closed:
        return first
    return values_of(view.rules).action(_whole_batch(bot, view, first))


def _whole_batch(bot: Bot, view: View, first: Action) -> tuple[int, ...]:
    table, seat, codes = imagined(hint_view(view)), own_seat(view), first.codes
    table.act(seat, first)
    while table.status.phase is Phase.BATCH:
        action = decided(bot, hint_view(table.view(seat)))
        if action.kind is ActionKind.LAY:
            codes = tuple(code & ~CALLING for code in codes)  # the call goes with the last card
        codes += action.codes
        table.act(seat, action)
    return codes
