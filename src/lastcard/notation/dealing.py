"""Deal the unknown cards of a position at random from the rest of the deck."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace
from random import Random

from ..core.terms import DRAWN
from ..errors import PositionError
from ..rules.decks import Deck
from ..rules.ruleset import Ruleset
from .cards import UNKNOWN, format_cards
from .checks import known_cards, under_lay
from .positions import Hand, Position


class Rest:
    """The cards of a deck that a position does not name, in random order."""

    def __init__(self, deck: Deck, known: Iterable[int], random: Random) -> None:
        rest = Counter(deck.pack())
        rest.subtract(known)
        self.deck = deck
        self.cards = list(rest.elements())
        random.shuffle(self.cards)

    def take(self, fitting: Collection[int] | None = None) -> int:
        """Take the first card, or the first that fits."""
        for place, card in enumerate(self.cards):
            if fitting is None or card in fitting:
                return self.cards.pop(place)
        wanted = "card" if fitting is None else format_cards(self.deck, fitting)
        raise PositionError(f"no {wanted} is left in the deck {self.deck.name} for an unknown card")

    def fill(self, cards: Iterable[int]) -> tuple[int, ...]:
        """Return the cards, with the unknown ones replaced by cards taken from here."""
        return tuple(self.take() if card == UNKNOWN else card for card in cards)


def deal_unknown(position: Position, ruleset: Ruleset, random: Random) -> Position:
    """Return the position with every unknown card replaced."""
    rest = Rest(ruleset.deck, known_cards(position), random)

    # Deal the most restricted cards first: those under a lay that may go back, and the card just drawn.
    discards = list(position.discards)
    for place, fitting in enumerate(under_lay(position, ruleset)):
        if discards[place] == UNKNOWN:
            discards[place] = rest.take(fitting)
    position = _deal_drawn(position, rest, random)

    return replace(
        position,
        hands=tuple(replace(hand, cards=rest.fill(hand.cards or ())) for hand in position.hands),
        stock=rest.fill(position.stock),
        discards=rest.fill(discards),
    )


def _deal_drawn(position: Position, rest: Rest, random: Random) -> Position:
    """Choose the card just drawn from its player's hand, an unknown one if there is any."""
    asked = position.asked
    if asked.phase != DRAWN:
        return position
    hand = position.hands[position.turn]
    cards = list(hand.cards or ())
    if UNKNOWN in cards and asked.drawn not in set(cards) - {UNKNOWN}:
        cards[cards.index(UNKNOWN)] = drawn = rest.take(None if asked.drawn == UNKNOWN else (asked.drawn,))
    else:
        drawn = random.choice(cards) if asked.drawn == UNKNOWN else asked.drawn
    return replace(
        position,
        hands=_with_hand(position, replace(hand, cards=tuple(cards))),
        asked=replace(asked, drawn=drawn),
    )


def _with_hand(position: Position, hand: Hand) -> tuple[Hand, ...]:
    hands = list(position.hands)
    hands[position.turn] = hand
    return tuple(hands)
