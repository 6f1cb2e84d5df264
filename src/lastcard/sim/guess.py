"""Guess hidden hands from what was laid from them, in the core's style.

A lay is a choice from a hand.  Of several guesses at a hand, one is picked with a probability in proportion to how well
it explains the choices seen, if players lay either what `careful` would lay or any legal card.
"""

from ..core.cards import give
from ..core.layout import Rules, State
from ..core.legal import lays
from ..core.machine import lowest_bit, random_below
from ..core.terms import HALF, RANKS, TURN, TYPES
from .careful import FourCounts, colours_held, colours_unseen, lay_score
from .plan import CHANCE, ONE, Clue, Plan, Unknown
from .sampler import believe, give_hand, guess_hand

GUESSES = 8  # at each hand
CARE = 0.5  # the probability that a player chooses as `careful` does
HALVING = 10  # a lay that scores this much less is half as likely
LEAST = 1 / 256  # the probability of a choice that the guessed hand does not allow


def set_back(past: State, clue: Clue) -> None:
    """Set the table back to when the lay was chosen, except for the hand."""
    past.phase = TURN
    past.turn = clue.seat
    past.direction = clue.direction
    past.face = clue.under
    for seat in range(past.seats):
        past.held[seat] = clue.held[seat]


def set_hand(past: State, u: Unknown, clue: Clue, dealt: int) -> None:
    """Set the hand the lay was chosen from, if it now holds these cards of the pool besides those known."""
    seat = clue.seat
    size = past.held[seat]
    for card in range(TYPES):
        past.count[seat][card] = 0
    past.hand[seat][0] = 0
    past.hand[seat][1] = 0
    past.held[seat] = 0
    for i in range(clue.n_since):
        give(past, seat, clue.since[i])
    for place in range(u.missing[seat] - clue.young):
        give(past, seat, u.pool[dealt + place])
    past.held[seat] = size


def how_likely(past: State, r: Rules, p: Plan, clue: Clue) -> tuple[float, float]:
    """Return the probability of this lay, first if chosen with care, then if chosen at random."""
    seat = clue.seat
    low, high = lays(past, r, seat)
    held = colours_held(past, r, seat)
    unseen = colours_unseen(r, held, (clue.seen[0], clue.seen[1], clue.seen[2], clue.seen[3]))
    chosen = lay_score(past, r, p, seat, clue.face, held, unseen)
    allowed, choices, rivals = False, 0, 0
    for half in range(2):
        cards = high if half else low
        while cards != 0:
            card = half * HALF + lowest_bit(cards)
            cards &= cards - 1
            allowed = allowed or card == r.face_card[clue.face]
            for colour in range(r.colours if r.wild[card] else 1):
                choices += 1
                rivals += preference(past, r, p, seat, card + colour * RANKS, chosen, held, unseen)
    return (ONE / rivals, 1 / choices) if allowed else (LEAST, LEAST)


def preference(
    past: State, r: Rules, p: Plan, seat: int, face: int, chosen: int, held: FourCounts, unseen: FourCounts
) -> int:
    """Return how much likelier a lay is than one with the score of the chosen lay, in parts of ONE."""
    better = (lay_score(past, r, p, seat, face, held, unseen) - chosen) // HALVING
    return ONE << min(better, 16) if better >= 0 else ONE >> min(-better, 16)


def weight_of_hand(past: State, r: Rules, p: Plan, u: Unknown, clues: list[Clue], seat: int, dealt: int) -> float:
    """Return how likely all the lays seen from a hand are."""
    careful, random = CARE, 1 - CARE
    for i in range(len(clues)):
        if clues[i].seat == seat:
            set_back(past, clues[i])
            set_hand(past, u, clues[i], dealt)
            with_care, at_random = how_likely(past, r, p, clues[i])
            careful *= with_care
            random *= at_random
    return careful + random


def keep(u: Unknown, seat: int, dealt: int) -> None:
    """Remember the current guess at a hand."""
    for place in range(u.missing[seat]):
        u.kept[place] = u.pool[dealt + place]


def take_kept(u: Unknown, seat: int, dealt: int) -> None:
    """Make the remembered guess the next cards of the pool."""
    for place in range(u.missing[seat]):
        other = dealt + place
        while u.pool[other] != u.kept[place]:
            other += 1
        u.pool[other] = u.pool[dealt + place]
        u.pool[dealt + place] = u.kept[place]


def likely_hand(s: State, past: State, r: Rules, p: Plan, u: Unknown, clues: list[Clue], seat: int, dealt: int) -> None:
    """Guess a hand's missing cards several times, and make one guess, drawn by weight, the next of the pool."""
    total = 0.0
    for _ in range(GUESSES):
        guess_hand(s, u, seat, dealt)
        weight = weight_of_hand(past, r, p, u, clues, seat, dealt)
        total += weight
        if random_below(s, CHANCE) * total < weight * CHANCE:
            keep(u, seat, dealt)
    take_kept(u, seat, dealt)


def tells(clues: list[Clue], seat: int) -> bool:
    """Return whether any lay was seen from a hand."""
    for i in range(len(clues)):
        if clues[i].seat == seat:
            return True
    return False


def likely_hands(s: State, past: State, r: Rules, p: Plan, u: Unknown, clues: list[Clue]) -> int:
    """Fill all hands in which cards are missing; return how many cards of the pool were dealt.

    `past` is another state of the same table, used to reconstruct earlier moments.
    """
    dealt = 0
    for seat in range(s.seats):
        believe(s, u, seat)
        if u.missing[seat] > 0 and tells(clues, seat):
            likely_hand(s, past, r, p, u, clues, seat, dealt)
        else:
            guess_hand(s, u, seat, dealt)
        dealt = give_hand(s, u, seat, dealt)
    return dealt
