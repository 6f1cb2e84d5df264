"""Hints for people: what a bot would do in their place.

People have to notice themselves who forgot to call, so no hint may depend on it.  Nor does a hint tell them to wait.
"""

from collections.abc import Iterator
from dataclasses import replace

from ..core.terms import Phase
from ..game.events import told_to
from ..game.memory import Memory
from ..game.round import Round
from ..game.status import NO_FOULS
from ..game.values import Action, ActionKind, values_of
from ..game.view import View
from ..notation import UNKNOWN, format_position
from .base import Bot, decided, own_seat

HINTS = "learned?elsewhere=careful&waits=never"  # the bot that is asked


def hint_view(view: View) -> View:
    """Return a view in which everyone who owes a call for a last card has called."""
    status, choices = view.status, view.choices
    owing = {seat for seat in status.catchable if status.held[seat] == 1}
    called = tuple(sorted({*status.called, *owing}))
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
    position, sizes = view.position(), _hidden_sizes(view)
    hands = (replace(hand, cards=(UNKNOWN,) * next(sizes)) if hand.cards is None else hand for hand in position.hands)
    return Round.from_position(format_position(replace(position, hands=tuple(hands)), view.rules), view.rules)


def _hidden_sizes(view: View) -> Iterator[int]:
    """Yield a size for each hand whose size is hidden (D40): the same, as far as the cards and D43 allow."""
    status, limit = view.status, view.rules.core_rules.hand_limit
    hidden = [seat for seat, held in enumerate(status.held) if held is None and seat not in status.out]
    known = sum(held for held in status.held if held is not None)
    cards = len(view.rules.deck.pack()) - known - status.stock - status.discards - 1
    for place in range(len(hidden)):
        size = cards // len(hidden) + (place < cards % len(hidden))
        yield min(size, limit - 1) if limit else size


def hint(bot: Bot, view: View) -> Action:
    """Return what a bot would decide with a view; of a batch (D12), all cards."""
    first = decided(bot, hint_view(view))
    if first.kind is not ActionKind.LAY or first.closed:
        return first
    return values_of(view.rules).joined(_whole_batch(bot, view, first))


def _whole_batch(bot: Bot, view: View, first: Action) -> list[Action]:
    table, actions, memory = imagined(hint_view(view)), [first], view.memory.copy()
    view = _view_after(table, own_seat(view), first, memory)
    while table.status.phase is Phase.BATCH:
        action = decided(bot, view)
        actions.append(action)
        view = _view_after(table, own_seat(view), action, memory)
    return actions


def _view_after(table: Round, seat: int, action: Action, memory: Memory) -> View:
    """Carry out an action at an imagined table; return the view after it, with what is remembered of the real one."""
    events = told_to(table.act(seat, action), seat)
    view = hint_view(table.view(seat))
    memory.learn(events, view.status)
    return view.remembering(memory)
