"""Why a careful player would do something: facts that the policy `careful` weighs, as ids with parts.

Everything is read from the view of one seat, so a ground never tells what the seat may not know.  A ground is a fact
about the table, true where it is given; the policy weighs more than the few facts that are told.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..core.layout import State
from ..core.seats import active_seats, seat_after
from ..reasons.english import Voice, formattable
from ..rules.decks import Card
from ..sim.careful import colours_held, followers, plays_on
from ..values import Action, ActionKind, values_of
from ..view import View
from .base import own_seat
from .policy import known_state

MOST = 2  # told at once
_SHORT = 3  # cards: a hand that may soon be empty
_WITHOUT_CARD = {ActionKind.DRAW: "nothing-fits", ActionKind.PASS: "nothing-fits", ActionKind.TAKE: "no-answer"}

# The id of each ground, and what it says in English; the parts are those of reasons.
GROUNDS: dict[str, str] = {
    "wins": "it is your last card",
    "only-choice": "you can do nothing else",
    "only-card": "it is your only card that fits",
    "stops-short-hand": "{other} has only {count:card} left and is hit by it",
    "makes-draw": "{other} has to draw {owed:card}",
    "makes-lose-turn": "{other} loses a turn",
    "plays-again": "you play again at once",
    "good-colour": "{colour} is the colour you hold most of",
    "can-follow": "{count:card} of yours can follow it",
    "most-points": "it counts {price}, the most of your cards that fit",
    "saves-wild": "your {held} stays in hand for later",
    "nothing-fits": "none of your cards fits",
    "no-answer": "none of your cards answers it",
    "bluff-unlikely": "a bluff is not likely enough to challenge it",
    "keeps-drawn": "the drawn card is worth more later",
    "keeps-cards": "the cards that fit are worth more later",
    "likely-bluff": "a bluff is likely enough to be worth the risk",
    "shortest-hand": "nobody has fewer cards than {other}",
}


class Ground(NamedTuple):
    """One fact that speaks for an action."""

    id: str
    parts: Mapping[str, str | int] = {}

    def say(self, names: Sequence[str], card: Callable[[str], str] = str) -> str:
        """Return the ground in English, without a capital and a full stop; `card` says how to write a card."""
        voice = Voice(names, None, card)
        words = {name: formattable(name, value, voice) for name, value in self.parts.items()}
        return GROUNDS[self.id].format_map(words)


def grounds_of(view: View, action: Action) -> list[Ground]:
    """Return up to two facts that speak for what a careful player would do now, the weightiest first."""
    return [ground for ground, _ in zip(_found(view, action), range(MOST), strict=False)]


def _found(view: View, action: Action) -> Iterator[Ground]:
    if len(view.legal) == 1:
        yield Ground("only-choice")
        return
    if not view.choices.lays and action.kind in _WITHOUT_CARD:
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
            yield from _for_colour(view, known_state(view), action)


def _is_shortest(view: View, other: int) -> bool:
    held = view.status.held[other]
    sizes = [view.status.held[seat] for seat in view.choices.choose]
    return held is not None and all(size is None or held <= size for size in sizes)


# ---------------------------------------------------------------- playing a card


def _for_lay(view: View, action: Action) -> Iterator[Ground]:
    if len(action.cards) == len(view.hand):
        yield Ground("wins")
        return
    cards = {lay.card for lay in view.choices.lays}
    if len(cards) == 1:
        yield Ground("only-card")
    state = known_state(view)
    yield from _for_effect(view, state, action.cards[-1])
    if action.cards[0].wild:
        yield from _for_colour(view, state, action)
    elif len(action.cards) == 1:
        code = action.cards[0].code
        if follow := followers(state, view.rules.core_rules, own_seat(view), code, code):
            yield Ground("can-follow", {"count": follow})
    yield from _against_others(action, cards)


def _for_effect(view: View, state: State, card: Card) -> Iterator[Ground]:
    rules, seat = view.rules.core_rules, own_seat(view)
    other = seat_after(state, seat, state.direction, 1)
    held, draws, skips = view.status.held[other], rules.draws[card.code], rules.skips[card.code]
    if (draws or skips) and held is not None and held <= _SHORT:
        yield Ground("stops-short-hand", {"other": other, "count": held})
    if draws:
        yield Ground("makes-draw", {"other": other, "owed": draws})
    elif plays_on(state, rules, card.code):
        yield Ground("plays-again")
    elif skips and active_seats(state) > 2:
        yield Ground("makes-lose-turn", {"other": other})


def _for_colour(view: View, state: State, action: Action) -> Iterator[Ground]:
    held = colours_held(state, view.rules.core_rules, own_seat(view))
    colours = values_of(view.rules).colours
    place = colours.index(action.colour or "")
    if held[place] == max(held) > 0:
        yield Ground("good-colour", {"colour": dict(view.rules.deck.colours)[action.colour or ""]})


def _against_others(action: Action, cards: set[Card]) -> Iterator[Ground]:
    if action.cards[0].wild:
        return
    others = [card for card in cards if card not in action.cards]
    coloured = [card.points for card in others if not card.wild]
    if coloured and action.cards[0].points > max(coloured):
        yield Ground("most-points", {"price": action.cards[0].points})
    wilds = sorted(card.text for card in others if card.wild)
    if wilds:
        yield Ground("saves-wild", {"held": wilds[0]})
