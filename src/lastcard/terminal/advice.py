"""Advice for a person: what a careful player would do, and what the rules say about a card."""

from .._util.grammar import capital, counted
from ..bots import make_bot, read_answer
from ..bots.grounds import grounds_of
from ..bots.hints import HINTS, hint, hint_view
from ..core.terms import Phase
from ..explain import explain
from ..explain.reasons import Reason
from ..game.round import Round
from ..game.values import Action, ActionKind, values_of
from ..game.view import View
from ..words.questions import has_calls
from ..words.speaker import Speaker, colour_name

_ATTENTIVE = ", and mind whether everyone with one card has called"
_DO = {
    ActionKind.DRAW: "draw",
    ActionKind.PASS: "pass",
    ActionKind.TAKE: "take the cards",
    ActionKind.CHALLENGE: "challenge",
}


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


class Adviser:
    """Advises one seat, based on what that seat can see."""

    def __init__(self, speaker: Speaker, seat: int) -> None:
        self._speaker = speaker
        self._seat = seat
        self._bot = make_bot(HINTS)

    def advice(self, table: Round, *, with_reason: bool = True) -> str:
        """Return what a careful player would do in the person's place, and why; who forgot to call is not told."""
        view = hint_view(table.view(self._seat))
        if self._seat in table.awaited:
            return advised(self._speaker, view, hint(self._bot, view), with_reason=with_reason)
        claimed = self._bot.claim(view)
        claim = None if claimed is None else read_answer(view, claimed)
        if claim is None:
            attentive = has_calls(view.rules) and not values_of(view.rules).sizes_hidden
            return f"A careful player would wait now{_ATTENTIVE if attentive else ''}."
        return advised(self._speaker, view, claim, with_reason=False)

    def why(self, table: Round, card: int) -> str:
        """Return why the person may or may not play a card now."""
        reason = explain(table.live_state(), table.rules, self._seat, card)
        return ruled(self._speaker, values_of(table.rules).one_card(card), reason)

    def is_bluff(self, table: Round, card: int) -> bool:
        """Return whether playing a card now would be a bluff, which only a challenge can punish."""
        reason: Reason | None = explain(table.live_state(), table.rules, self._seat, card)
        while reason is not None and reason.id != "bluff":
            reason = reason.cause
        return reason is not None

    def fined(self, table: Round, action: Action) -> str:
        """Return why an action would be fined as a foul, or an empty text."""
        reason = explain(table.live_state(), table.rules, self._seat, action.codes[0])
        return f"{capital(self._speaker.why(reason))}." if reason.verdict == "fined" else ""
