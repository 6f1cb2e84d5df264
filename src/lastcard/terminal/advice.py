"""Advice for a person in words: what a careful player would do, and what the rules say about a card."""

from .._util.grammar import capital, counted
from ..bots.grounds import grounds_of
from ..core.terms import Phase
from ..explain.reasons import Reason
from ..game.status import NO_FOULS
from ..game.values import Action, ActionKind, values_of
from ..game.view import View
from ..session.local import LocalSession
from ..words.questions import has_calls
from ..words.speaker import Speaker, colour_name

_ATTENTIVE = ", and mind whether everyone with one card has called"
_DO = {
    ActionKind.DRAW: "draw",
    ActionKind.PASS: "pass",
    ActionKind.TAKE: "take the cards",
    ActionKind.CHALLENGE: "challenge",
}


def advice(session: LocalSession, seat: int, speaker: Speaker, *, with_reason: bool = True) -> str:
    """Return what a careful player would do in a person's place, and why."""
    view, action = session.hint_view(seat), session.hint(seat)
    if action is None:
        attentive = has_calls(view.rules) and not values_of(view.rules).sizes_hidden
        return f"A careful player would wait now{_ATTENTIVE if attentive else ''}."
    return advised(speaker, view, action, with_reason=with_reason and seat in view.status.awaited)


def advised(speaker: Speaker, view: View, action: Action, *, with_reason: bool = True) -> str:
    """Return what a careful player would decide, as a sentence, with what speaks most for it."""
    grounds = grounds_of(view, action) if with_reason else []
    because = f": {grounds[0].say(speaker.names, speaker.card_words)}" if grounds else ""
    return f"A careful player would {_action_words(speaker, view, action)}{because}."


def _action_words(speaker: Speaker, view: View, action: Action) -> str:
    """Return an action in words, to follow 'would'."""
    if action.kind is ActionKind.LAY:
        words = f"play {speaker.cards(action.cards)}"
        words += f" and name {colour_name(speaker.deck, action.colour)}" if action.colour else ""
        return f"{words}, and call" if action.calls else words
    if action.kind is ActionKind.NAME and action.colour:
        return f"name {colour_name(speaker.deck, action.colour)}"
    if action.kind is ActionKind.CHOOSE:
        return f"swap hands with {speaker.names[action.seats[0]]}"
    if action.kind is ActionKind.TAKE and view.status.phase is Phase.SKIPPED:
        return "lose the turn" if view.status.owed == 1 else f"lose {counted(view.status.owed, 'turn')}"
    return _DO.get(action.kind, f"say {action.text}")


def ruled(speaker: Speaker, lay: Action, reason: Reason) -> str:
    """Return what the rules say about playing a card, as a sentence."""
    return f"{capital(speaker.cards(lay.cards))} is {reason.verdict}: {speaker.why(reason)}."


def why_fined(session: LocalSession, seat: int, action: Action, speaker: Speaker) -> str:
    """Return why an action would be fined as a foul, or an empty text."""
    if session.view(seat).fouls == NO_FOULS:
        return ""
    reason = session.why(seat, values_of(session.rules).action(action.codes[:1]))
    return f"{capital(speaker.why(reason))}." if reason.verdict == "fined" else ""
