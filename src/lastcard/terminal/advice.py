"""Advice for a person: what a careful player would do, and what the rules say about a card."""

from dataclasses import replace

from ..bots import make_bot, read_answer
from ..bots.grounds import grounds_of
from ..explain import explain
from ..grammar import capital, listed
from ..questions import has_calls
from ..reasons import Reason
from ..round import Round
from ..values import Action, ActionKind, values_of
from ..view import View
from ..words import Speaker, colour_name

_LEVEL = "learned?elsewhere=careful"
_ATTENTIVE = ", and mind whether everyone with one card has called"
_DO = {
    ActionKind.DRAW: "draw",
    ActionKind.PASS: "pass",
    ActionKind.TAKE: "take the cards",
    ActionKind.CHALLENGE: "challenge",
}


class Adviser:
    """Advises one seat, based on what that seat can see."""

    def __init__(self, speaker: Speaker, seat: int) -> None:
        self._speaker = speaker
        self._deck = speaker.deck
        self._seat = seat
        self._bot = make_bot(_LEVEL)

    def advice(self, table: Round, *, with_reason: bool = True) -> str:
        """Return what a careful player would do in the person's place, and why; who forgot to call is not told."""
        view = _without_catches(table.view(self._seat))
        if self._seat in table.awaited:
            action = read_answer(view, self._bot.decide(view))
            because = self._because(view, action) if with_reason else ""
            return f"A careful player would {self._action_words(action)}{because}."
        claimed = self._bot.claim(view)
        claim = None if claimed is None else read_answer(view, claimed)
        if claim is None or claim.kind is ActionKind.CALL:
            return f"A careful player would wait now{_ATTENTIVE if has_calls(view.rules) else ''}."
        return f"A careful player would {self._action_words(claim)}."

    def _because(self, view: View, action: Action) -> str:
        """Return what speaks most for an action, to follow it, or an empty text."""
        grounds, speaker = grounds_of(view, action), self._speaker
        return f": {grounds[0].say(speaker.names, speaker.card_words)}" if grounds else ""

    def _action_words(self, action: Action) -> str:
        """Return an action in words, to follow 'would'."""
        if action.kind is ActionKind.LAY:
            words = f"play {listed([self._speaker.card(card) for card in action.cards])}"
            words += f" and name {colour_name(self._deck, action.colour)}" if action.colour else ""
            return f"{words}, and call" if action.calls else words
        if action.kind is ActionKind.NAME and action.colour:
            return f"name {colour_name(self._deck, action.colour)}"
        if action.kind is ActionKind.CHOOSE:
            return f"swap hands with {self._speaker.names[action.seats[0]]}"
        return _DO.get(action.kind, f"say {action.text}")

    def why(self, table: Round, card: int) -> str:
        """Return why the person may or may not play a card now."""
        reason = explain(table.live_state(), table.rules, self._seat, card)
        name = capital(listed([self._speaker.card(one) for one in values_of(table.rules).one_card(card).cards]))
        return f"{name} is {reason.verdict}: {self._speaker.why(reason)}."

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


def _without_catches(view: View) -> View:
    """Return a view that does not know who can be caught, so that no advice depends on it."""
    claims = replace(view.status.claims, catch=())
    return replace(view, choices=replace(view.choices, catch=()), status=replace(view.status, claims=claims))
