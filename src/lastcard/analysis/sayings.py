"""What an analysis found, in English sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..bots.grounds import Ground
from ..game.values import Action, ActionKind, values_of
from ..rules import Ruleset
from ..words.speaker import card_name, colour_name
from .result import Judgement, StepAnalysis

ASSUMED = "All figures assume that everyone plays carefully from there on."
SOURCE_NAMES = {
    "deal": "the deal",
    "draws": "own draws",
    "draws_of_others": "draws of others",
    "decisions": "own decisions",
    "decisions_of_others": "decisions of others",
}
_DOES = {
    ActionKind.DRAW: "drawing a card",
    ActionKind.PASS: "passing",
    ActionKind.TAKE: "taking what is owed",
    ActionKind.CHALLENGE: "challenging",
    ActionKind.DONE: "playing no more cards",
    ActionKind.READY: "being ready",
    ActionKind.CALL: "calling",
}


def say_action(rules: Ruleset, names: tuple[str, ...], text: str) -> str:
    """Return an action in notation in words, as something that is done: 'red Draw Two', 'drawing a card'."""
    if text == "-":
        return "waiting"
    action = values_of(rules).read(text)
    if action.kind is ActionKind.LAY:
        return _cards(rules, action)
    if action.kind is ActionKind.NAME:
        return f"naming {colour_name(rules.deck, action.colour or '')}"
    if action.kind is ActionKind.CHOOSE:
        return f"swapping with {names[action.seats[0]]}"
    if action.kind is ActionKind.CATCH:
        return f"catching {names[action.seats[0]]}"
    return _DOES.get(action.kind, text)


def _cards(rules: Ruleset, action: Action) -> str:
    said = " and ".join(card_name(rules.deck, card) for card in action.cards)
    if action.colour and action.cards[-1].wild:
        said += f" for {colour_name(rules.deck, action.colour)}"
    return said


def say_cost(rules: Ruleset, names: tuple[str, ...], step: StepAnalysis, one: Judgement) -> str:
    """Return a costly decision in one sentence."""
    played, best = (say_action(rules, names, one.actions[k]) for k in (one.played, one.best))
    if one.actions[one.best] == f"{one.actions[one.played]}!":
        return f"Round {step.round}: forgetting to call with {played} cost {_percent(one)}."
    said = f"Round {step.round}: {played} cost {_percent(one)}; {best} was better"
    grounds = say_grounds(rules, names, [{"id": ground.id, **ground.parts} for ground in one.grounds])
    return f"{said}: {grounds}." if grounds else f"{said}."


def say_grounds(rules: Ruleset, names: tuple[str, ...], grounds: Sequence[Mapping[str, Any]]) -> str:
    """Return what speaks for an action, from its data."""
    found = (Ground(one["id"], {name: part for name, part in one.items() if name != "id"}) for one in grounds)
    return " and ".join(ground.say(names, lambda text: _card(rules, text)) for ground in found)


def _percent(one: Judgement) -> str:
    return f"{100 * one.cost:.0f} % (± {100 * one.error:.0f})"


def _card(rules: Ruleset, text: str) -> str:
    return card_name(rules.deck, rules.card(text))
