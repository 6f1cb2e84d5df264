"""Prepare what a position or a view says about a table for the sampler."""

from collections import Counter
from math import comb

from ..core.layout import State
from ..core.terms import DRAWN, HALF, NONE, OVER
from ..errors import PositionError
from ..notation import UNKNOWN, UNSURE, Position, state_of
from ..rules import Ruleset
from ..game.memory import ChosenLay, Lack, Lacking, Memory
from ..game.values import values_of
from ..game.view import View
from .plan import CHANCE, HOLDS, TIERS, Clue, Unknown

HELD_BACK = 0.005  # the probability of drawing with a playable card in hand
BLUFFS = 0.02  # the probability of laying a wild when something else fits ...
BLUFFS_AGAIN = 0.3  # ... for a player who was caught at it before


def knowledge(position: Position, ruleset: Ruleset) -> tuple[State, Unknown]:
    """Return a state without the unknown cards, and the cards these may be; `sample` completes it."""
    s, u = state_of(position), Unknown()
    if any(hand.cards is None for hand in position.hands):
        raise PositionError("to deal the unknown cards the size of every hand must be known")
    hands = [hand.cards or () for hand in position.hands]
    for seat, cards in enumerate(hands):
        u.missing[seat] = cards.count(UNKNOWN)
    if position.asked.drawn == UNKNOWN and s.phase == DRAWN:
        u.drawn = int(u.missing[s.turn] > 0)
        s.drawn = NONE if u.drawn else hands[s.turn][-1]
    u.guilt = int(position.asked.bluff == UNSURE)

    piles = (position.stock, position.discards)
    named = Counter(card for cards in (*hands, *piles, (s.top,)) for card in cards)
    missing = named.pop(UNKNOWN, 0)
    pool = sorted((Counter(ruleset.deck.pack()) - named).elements())
    if len(pool) < missing:
        raise PositionError(f"{missing} cards are unknown, but the deck has only {len(pool)} left")
    u.n_pool = len(pool)
    u.pool[: len(pool)] = pool
    return s, u


def knowledge_of_table(table: State) -> tuple[State, Unknown]:
    """Return a table whose hands are all known and kept, without the order of its stock; of a round that is over, all.

    What chance and the facts came to so far is left out.
    """
    s, u = State(), Unknown()
    State._copy_to(table, s)  # type: ignore[attr-defined]  # every record has it; the table may be a longer one
    s.count = [list(row) for row in s.count]
    s.rng, s.tally = [0] * len(s.rng), [0] * len(s.tally)
    if s.phase != OVER:
        u.n_pool = s.n_stock
        u.pool[: s.n_stock] = sorted(s.pile[: s.n_stock])
        s.pile[: s.n_stock] = [NONE] * s.n_stock
    return s, u


def view_knowledge(view: View) -> tuple[State, Unknown, list[Clue]]:
    """Return what a view says, what its hands were seen to hold or lack, and what was laid from them."""
    s, u = knowledge(view.position(), view.rules)
    rules, values, memory = view.rules.core_rules, values_of(view.rules), view.memory
    for seat, lacks in enumerate(memory.lacks):
        for tier, lack in enumerate(sorted(lacks, key=lambda lack: lack.sure)[-TIERS:]):
            u.barred[seat][tier] = list(lack.among(rules))
            known = memory.known[seat].total()  # older than what was drawn since, or irrelevant
            u.old[seat][tier] = min(max(lack.cards - known, 0), u.missing[seat])
            u.trust[seat][tier] = CHANCE if lack.sure else round(CHANCE * _trust(memory, seat, lack, u, tier))
        shown = {card.colour for card in memory.known[seat]}
        hidden = [colour for colour in memory.holds[seat] if colour not in shown]
        for place, colour in enumerate(hidden[-HOLDS:]):
            u.held[seat][place] = rules.suit[values.colours.index(colour)]
    return s, u, [_clue(seat, choice) for seat, choices in enumerate(memory.choices) for choice in choices]


def _trust(memory: Memory, seat: int, lack: Lack, u: Unknown, tier: int) -> float:
    """Return how likely it is that a hand which did not lay certain cards held none of them.

    This is Bayes' rule: the more cards the hand had, the more likely it held one back.
    """
    low, high = u.barred[seat][tier]
    others = sum(not (low | high << HALF) >> card & 1 for card in u.pool[: u.n_pool])
    none = comb(others, u.old[seat][tier]) / comb(u.n_pool, u.old[seat][tier])
    held_back = HELD_BACK if lack.what is Lacking.ALL else _bluffs(memory, seat)
    return none / (none + (1 - none) * held_back)


def _bluffs(memory: Memory, seat: int) -> float:
    """Return how often a seat lays a wild although something else fits."""
    return BLUFFS_AGAIN if any(doubt.seat == seat and doubt.guilty for doubt in memory.doubted) else BLUFFS


def _clue(seat: int, choice: ChosenLay) -> Clue:
    clue = Clue()
    clue.seat, clue.face, clue.under = seat, choice.face.code, NONE if choice.under is None else choice.under.code
    clue.direction, clue.young, clue.n_since = choice.direction, choice.young, len(choice.since)
    clue.seen = list(choice.seen)
    clue.held[: len(choice.held)] = [NONE if size is None else size for size in choice.held]
    clue.since[: len(choice.since)] = [card.code for card in choice.since]
    return clue
