"""Why a careful player would do something: facts that the policy `careful` weighs, as ids with parts.

Everything is read from the view of one seat, so a ground never tells what the seat may not know.  A ground is a fact
about the table, true where it is given; the policy weighs more than the few facts that are told.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from ..core.legal import answer_stance, playable
from ..core.terms import OWN_HAND, SINGLE_ROUND, WINNER_TAKES, Phase
from ..explain.reasons.voice import Voice
from ..game.events import LostTurns, Rotated, Took
from ..game.values import Action, ActionKind, values_of
from ..game.view import View
from ..rules.decks import Card
from ..sim.careful import colours_held
from ..words.catalogue import Words, words
from ..words.questions import partner_of
from .base import own_seat
from .hints import hint_view, imagined
from .policy import known_state

MOST = 2  # told at once
_DECIDING = (Phase.DRAWN, Phase.SEAT)  # to keep the drawn card, or the hand, is not to have no card
_SHORT = 3  # cards: a hand that may soon be empty
_WITHOUT_CARD = {ActionKind.DRAW: "nothing-fits", ActionKind.PASS: "nothing-fits", ActionKind.TAKE: "no-answer"}

# The parts of each ground, which are those of reasons.  What it says is `ground.ID` in the catalogue of words.
GROUNDS: dict[str, tuple[str, ...]] = {
    "wins": (),
    "only-choice": (),
    "only-card": (),
    "stops-short-hand": ("other", "count"),
    "makes-draw": ("other", "owed"),
    "makes-owe": ("other", "owed"),
    "makes-lose-turn": ("other",),
    "plays-again": (),
    "good-colour": ("colour",),
    "can-follow": ("count",),
    "most-points": ("price",),
    "saves-wild": ("held",),
    "nothing-fits": (),
    "no-answer": (),
    "bluff-unlikely": (),
    "keeps-drawn": (),
    "keeps-cards": (),
    "likely-bluff": (),
    "shortest-hand": ("other",),
}


class Ground(NamedTuple):
    """One fact that speaks for an action."""

    id: str
    parts: Mapping[str, str | int] = {}

    def say(self, names: Sequence[str], card: Callable[[str], str] = str, language: Words | None = None) -> str:
        """Return the ground in words, without a capital and a full stop; `card` says how to write a card."""
        voice = Voice(language or words(), names, None, card)
        return voice.words.fill(f"ground.{self.id}", voice.parts(self.parts))


def grounds_of(view: View, action: Action) -> list[Ground]:
    """Return up to two facts that speak for what a careful player would do now, the weightiest first.

    They do not depend on who forgot to call.
    """
    return list(islice(_found(hint_view(view), action), MOST))


def _found(view: View, action: Action) -> Iterator[Ground]:
    if len(view.legal) == 1:
        yield Ground("only-choice")
        return
    if not view.choices.lays and action.kind in _WITHOUT_CARD and view.status.phase not in _DECIDING:
        yield Ground(_WITHOUT_CARD[action.kind])
    match action.kind:
        case ActionKind.LAY:
            yield from _for_lay(view, action)
        case ActionKind.TAKE if "challenge" in view.choices.says:
            yield Ground("bluff-unlikely")
        case ActionKind.PASS if view.choices.lays:
            yield Ground("keeps-drawn")
        case ActionKind.DRAW if view.choices.lays:
            yield Ground("keeps-cards")
        case ActionKind.CHALLENGE:
            yield Ground("likely-bluff")
        case ActionKind.CHOOSE if _is_shortest(view, action.seats[0]):
            yield Ground("shortest-hand", {"other": action.seats[0]})
        case ActionKind.NAME:
            yield from _for_colour(view, action)


def _is_shortest(view: View, other: int) -> bool:
    held = view.status.held[other]
    sizes = [view.status.held[seat] for seat in view.choices.choose]
    return held is not None and all(size is None or held <= size for size in sizes)


# ---------------------------------------------------------------- playing a card


def _for_lay(view: View, action: Action) -> Iterator[Ground]:
    after = _After(view, action)
    if after.table.over:
        goes_out = len(action.cards) == len(view.hand)  # the others may be knocked out, but not by invented cards
        if own_seat(view) in after.table.winners and (goes_out or None not in view.status.held):
            yield Ground("wins")
        return
    fitting = [card for card in view.hand if card in {lay.card for lay in view.choices.lays}]
    # Otherwise cards that fit may be refused, as after drawing, or join the card.
    alone = view.status.phase is Phase.TURN and len(action.cards) == 1
    if alone and len(fitting) == 1:
        yield Ground("only-card")
    yield from _for_effect(view, after)
    if action.cards[0].wild:
        yield from _for_colour(view, action)
    elif follow := after.followers:
        yield Ground("can-follow", {"count": follow})
    others = [card for card in fitting if card not in action.cards]
    if alone and not action.cards[0].wild:
        yield from _for_points(view, action, others)
    yield from _for_later(action, others, after)


class _After:
    """A table after a lay, of which only what its player would know is told.

    Cards that the player cannot see are dealt at random: nothing that happens automatically depends on them.
    """

    def __init__(self, view: View, action: Action) -> None:
        self.seat = own_seat(view)
        self.table = imagined(view)
        self.events = self.table.act(self.seat, action)
        if self.table.status.phase is Phase.BATCH:
            self.events += self.table.act(self.seat, "done")
        self.took = next((event for event in self.events if isinstance(event, Took)), None)
        self.lost = next((event for event in self.events if isinstance(event, LostTurns)), None)

    @property
    def hit(self) -> int | None:
        """The seat that has to draw or loses a turn, if any."""
        if self.table.status.phase in (Phase.OWED, Phase.SKIPPED):
            return self.table.status.turn
        effect = self.took or self.lost
        return None if effect is None else effect.seat

    @property
    def bluffs(self) -> bool:
        """Whether a challenge would succeed, so that its player would have to draw instead (D22)."""
        return self.table.view(self.seat).bluffed is True

    @property
    def keeps_hand(self) -> bool:
        """Whether the rest of the hand stays with its player (D21)."""
        rotated = any(isinstance(event, Rotated) for event in self.events)
        return not rotated and self.table.status.phase is not Phase.SEAT

    @cached_property
    def followers(self) -> int:
        """How many cards of the hand could be played next; 0 if no coloured one could, since wilds always can."""
        if not self.keeps_hand:
            return 0
        state, rules = self.table.live_state(), self.table.rules.core_rules
        fitting = [card for card in self.table.view(self.seat).hand if playable(state, rules, self.seat, card.code)]
        return 0 if all(card.wild for card in fitting) else len(fitting)

    @property
    def may_be_answered(self) -> bool:
        """Whether there are cards that pass on what is owed (D25 to D27)."""
        state, rules = self.table.live_state(), self.table.rules.core_rules
        face = self.table.status.face
        return face is not None and face.card is not None and any(rules.allow[answer_stance(state, rules)][face.code])


def _for_effect(view: View, after: _After) -> Iterator[Ground]:
    status, other, took, lost = after.table.status, after.hit, after.took, after.lost
    if after.bluffs or (other is not None and other == partner_of(view.rules, status.seats, after.seat)):
        return
    if other is not None and (held := view.status.held[other]) is not None and held <= _SHORT:
        yield Ground("stops-short-hand", {"other": other, "count": held})
    if status.phase is Phase.OWED:
        id = "makes-owe" if after.may_be_answered else "makes-draw"
        yield Ground(id, {"other": status.turn, "owed": status.owed})
    elif took is not None:
        yield Ground("makes-draw", {"other": took.seat, "owed": took.cards})
    elif status.awaited == (after.seat,) and status.phase is Phase.TURN:
        yield Ground("plays-again")
    elif lost is not None and lost.turns == 1:
        yield Ground("makes-lose-turn", {"other": lost.seat})


def _for_colour(view: View, action: Action) -> Iterator[Ground]:
    held = colours_held(known_state(view), view.rules.core_rules, own_seat(view))
    colours = values_of(view.rules).colours
    place = colours.index(action.colour or "")
    if held[place] == max(held) > 0 and held.count(max(held)) == 1:
        yield Ground("good-colour", {"colour": dict(view.rules.deck.colours)[action.colour or ""]})


def _for_points(view: View, action: Action, others: list[Card]) -> Iterator[Ground]:
    """Tell that a card counts most, where the cards left in hand are scored (D44) and another round follows (D46)."""
    rules = view.rules.core_rules
    price = rules.points[action.cards[0].code]
    scored = rules.round_score in (WINNER_TAKES, OWN_HAND) and rules.match_end != SINGLE_ROUND
    if scored and others and price > max(rules.points[card.code] for card in others):
        yield Ground("most-points", {"price": price})


def _for_later(action: Action, others: list[Card], after: _After) -> Iterator[Ground]:
    wilds = sorted(card.text for card in others if card.wild)
    if wilds and after.keeps_hand and not action.cards[0].wild:
        yield Ground("saves-wild", {"held": wilds[0]})
