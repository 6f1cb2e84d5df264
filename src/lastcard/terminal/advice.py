"""Advice for a person: what a careful player would do, and what the rules say to a card."""

from ..bots import actions_of, make_bot
from ..core.cards import card_of
from ..core.terms import CALLING, CHALLENGE, DRAW, NAME, PASS, TAKE, VERBS, WILD
from ..explain import explain
from ..notation import parse_action
from ..round import Round
from .prompts import has_calls
from .words import Speaker, capital, card_names, colour_name

_LEVEL = "careful"
_DO = {DRAW: "draw", PASS: "pass", TAKE: "take what is owed", CHALLENGE: "challenge"}
_ATTENTIVE = ", and mind whether everyone with one card has called"


def _is_lay_or_challenge(action: int) -> bool:
    return action & ~CALLING < VERBS or action == CHALLENGE


class Adviser:
    """Speaks to one seat, of what that seat can see."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self._deck = speaker.deck
        self._seat = speaker.voice
        self._bot = make_bot(_LEVEL)

    def advice(self, table: Round) -> str:
        """Return what a careful player would do in the person's place; who forgot to call is not told."""
        view = table.view(self._seat)
        if self._seat in table.awaited:
            decided = self._bot.decide(view)
        else:
            claimed = self._bot.claim(view)
            if claimed is None or not _is_lay_or_challenge(actions_of(self._deck, claimed)[0]):
                return f"A careful player would wait now{_ATTENTIVE if has_calls(view.ruleset) else ''}."
            decided = claimed
        action = actions_of(self._deck, decided)[0]
        return f"A careful player would {self._action_words(action, view.legal)}."

    def _action_words(self, action: int, legal: tuple[str, ...]) -> str:
        """An action as it stands behind 'would'."""
        face = action & ~CALLING
        if face < VERBS:
            words = f"lay {card_names(self._deck)[card_of(face)]}"
            words += f" and name {colour_name(self._deck, face)}" if face >= WILD else ""
            return f"{words}, and call" if action & CALLING else words
        if NAME <= action < NAME + len(self._deck.colours):
            return f"name {self._deck.colours[action - NAME][1]}"
        text = next(text for text in legal if parse_action(self._deck, text)[0] == action)
        if text.startswith(">"):
            return f"swap hands with {self._speaker.names[int(text[1:])]}"
        return _DO.get(action, f"say {text}")

    def why(self, table: Round, card: int) -> str:
        """Why the person may or may not lay a card now."""
        told = explain(table.live_state(), table.rules, self._seat, card)
        name = capital(card_names(self._deck)[card_of(card)])
        return f"{name} is {told.verdict}: {self._speaker.personal(told.why)}."

    def fined(self, table: Round, actions: list[int]) -> str:
        """Why these actions would be a foul that is fined, if they would."""
        told = explain(table.live_state(), table.rules, self._seat, actions[0])
        return f"{capital(self._speaker.personal(told.why))}." if told.verdict == "fined" else ""
