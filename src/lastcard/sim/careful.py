"""The policy `careful`: a heuristic player in the core's style.

Every possible lay gets a score, a weighted sum of its advantages and drawbacks, and the best one is laid.  The policy
reads its own hand and what everyone can see: hand sizes, the discards, the face on top.
"""

from ..core.layout import Rules, State
from ..core.legal import honest, legal
from ..core.machine import count_bits, lowest_bit
from ..core.seats import active_seats, partner, seat_after
from ..core.terms import (
    AGAIN, BY_CHALLENGE, CARDS, CHALLENGE, COLOUR, DRAWN, FIT, HALF, HEADS_UP_SKIP, MAY_KEEP, NAME, NO_PLAYABLE, NONE,
    OWED, OWN_HAND, PASS, RANKS, REVERSE_AGAIN, REVERSES, ROTATES, SEAT, SWAPS, TAKE, TYPES, VERBS, WILD, WINNER_TAKES,
)  # fmt: skip
from .plan import (
    W_ATTACK, W_BLUFF, W_COLOUR, W_DOUBT, W_DRAW, W_FOLLOW, W_GIVEN, W_GIVEN_ONE, W_HAND, W_KEEP, W_LAST, W_POINTS,
    W_RARE, W_SHED, W_SKIP, W_WILD, W_WILD_DRAW, Plan,
)  # fmt: skip
from .policies import TABLE_BITS, calls, colour_count, shorter_hand

FourCounts = tuple[int, int, int, int]  # one for each colour

_ODDS = 1 << 16  # stands for a probability of 1
CERTAIN = 1 << 20  # the score of the last card, negative if it makes an opponent win


def ally(s: State, r: Rules, a: int, b: int) -> bool:
    """Return whether two seats win together."""
    return a == b or partner(r, s.seats, a) == b


def colours_held(s: State, r: Rules, seat: int) -> FourCounts:
    """Return how many cards of each colour a hand holds."""
    return (
        colour_count(s, r, seat, 0), colour_count(s, r, seat, 1), colour_count(s, r, seat, 2),
        colour_count(s, r, seat, 3),
    )  # fmt: skip


def first_seen(s: State, r: Rules) -> int:
    """Return where in the pile the discards all have seen begin; none count once a hand was knocked out (D43)."""
    return CARDS if r.hand_limit != 0 and s.out != 0 else CARDS - s.n_discards


def colours_seen(s: State, r: Rules) -> FourCounts:
    """Return how many cards of each colour lie on the discards since the last refill."""
    row = r.row[s.top]
    a, b, c, d = int(row == 0), int(row == 1), int(row == 2), int(row == 3)
    for i in range(first_seen(s, r), CARDS):
        row = r.row[s.pile[i]]
        a += row == 0
        b += row == 1
        c += row == 2
        d += row == 3
    return a, b, c, d


def colours_unseen(r: Rules, held: FourCounts, seen: FourCounts) -> FourCounts:
    """Return how many cards of each colour are neither held nor seen."""
    return (
        r.suit_size[0] - held[0] - seen[0], r.suit_size[1] - held[1] - seen[1], r.suit_size[2] - held[2] - seen[2],
        r.suit_size[3] - held[3] - seen[3],
    )  # fmt: skip


def followers(s: State, r: Rules, seat: int, card: int, face: int) -> int:
    """Return how many kinds of coloured cards in the hand, without this one, could be laid on a face."""
    low = s.hand[seat][0] & r.allow[FIT][face][0]
    high = s.hand[seat][1] & r.allow[FIT][face][1] & (1 << WILD - HALF) - 1
    n = count_bits(low) + count_bits(high)
    if not r.wild[card] and s.count[seat][card] == 1:
        n -= 1
    return n


def threat(s: State, r: Rules, seat: int, other: int) -> int:
    """Return how dangerous another seat is: 3 with one card left, 0 with four or more; negative for a partner."""
    near = 4 - s.held[other]
    if near < 0:
        near = 0
    return -near if ally(s, r, seat, other) else near


def plays_on(s: State, r: Rules, card: int) -> bool:
    """Return whether laying this card gives its player the next turn, if nobody answers it (D17 to D19)."""
    if r.does[card] & AGAIN:
        return True
    heads_up = active_seats(s) == 2
    if r.does[card] & REVERSES:
        return r.reverse_heads_up == HEADS_UP_SKIP if heads_up else r.reverse_effect == REVERSE_AGAIN
    return heads_up and r.skips[card] == 1


def is_bluff(s: State, r: Rules, seat: int, card: int) -> bool:
    """Return whether a challenge of this card would succeed (D22)."""
    if not r.wild[card] or r.wd_policing != BY_CHALLENGE or not r.guarded >> card - HALF & 1:
        return False
    return not honest(s, r, seat)


def attack(s: State, r: Rules, p: Plan, seat: int, card: int) -> int:
    """Score what a card does to the next seat."""
    target = seat_after(s, seat, s.direction, 1)
    score = 0
    if r.draws[card] > 0:
        gain = r.draws[card] * p.weights[seat][W_DRAW]
        score += -gain if ally(s, r, seat, target) else gain
        score += threat(s, r, seat, target) * p.weights[seat][W_ATTACK]
    elif r.skips[card] > 0 or plays_on(s, r, card):
        score += p.weights[seat][W_SKIP] + threat(s, r, seat, target) * p.weights[seat][W_ATTACK]
        if r.teams:  # the seat that plays instead may be the partner
            score -= threat(s, r, seat, seat_after(s, target, s.direction, 1)) * p.weights[seat][W_ATTACK]
    elif r.does[card] & REVERSES:
        other = seat_after(s, seat, -s.direction, 1)
        score += (threat(s, r, seat, target) - threat(s, r, seat, other)) * p.weights[seat][W_ATTACK]
    return score


def exchange(s: State, r: Rules, p: Plan, seat: int, card: int) -> int:
    """Score an exchange of hands by the cards got rid of or taken on."""
    if r.does[card] & SWAPS:
        gain = s.held[seat] - 1 - s.held[best_swap(s, r, seat, s.held[seat] - 1)]
        if r.does[card] & MAY_KEEP and gain < 0:
            gain = 0
        return gain * p.weights[seat][W_HAND]
    if r.does[card] & ROTATES:
        return (s.held[seat] - 1 - s.held[seat_after(s, seat, -s.direction, 1)]) * p.weights[seat][W_HAND]
    return 0


def best_swap(s: State, r: Rules, seat: int, cards: int) -> int:
    """Return the seat to swap this many cards with: the shortest opponent, or the partner if all hold more."""
    best, most = NONE, 0
    for other in range(s.seats):
        if other != seat and not s.out >> other & 1:
            gain = 0 if ally(s, r, seat, other) else cards - s.held[other]
            if best == NONE or gain > most:
                best, most = other, gain
    return best


def points_weight(s: State, r: Rules) -> int:
    """Return the weight of a card's points, by who scores them if the card stays in a hand (D44)."""
    if r.round_score == OWN_HAND:
        return W_SHED
    if r.round_score != WINNER_TAKES:
        return W_POINTS
    return W_GIVEN if active_seats(s) > 2 else W_GIVEN_ONE


def gives_away(s: State, r: Rules, seat: int, card: int) -> bool:
    """Return whether this card, laid as the last one, makes an opponent win (D54)."""
    if not r.last_exchange:
        return False
    if r.does[card] & SWAPS:
        other = partner(r, s.seats, seat)
        return other == seat or s.out >> other & 1 != 0
    return r.does[card] & ROTATES != 0 and not ally(s, r, seat, seat_after(s, seat, s.direction, 1))


def lay_score(s: State, r: Rules, p: Plan, seat: int, face: int, held: FourCounts, unseen: FourCounts) -> int:
    """Score the lay that leaves this face, for a hand with these counts of held and unseen cards by colour."""
    card = r.face_card[face]
    if s.held[seat] == 1:
        return -CERTAIN if gives_away(s, r, seat, card) else CERTAIN
    colour = r.face_colour[face]
    left = s.held[seat] - 1
    w = p.weights[seat]
    score = attack(s, r, p, seat, card) + exchange(s, r, p, seat, card)
    score += r.points[card] * w[points_weight(s, r)]
    score += held[colour] * w[W_COLOUR] * 8 // left
    score -= unseen[colour] * w[W_RARE]
    follow = followers(s, r, seat, card, face)
    score += (follow if follow < 4 else 4) * w[W_FOLLOW]
    if r.wild[card]:
        score -= w[W_WILD_DRAW] if r.draws[card] > 0 else w[W_WILD]
        if is_bluff(s, r, seat, card):
            score -= w[W_BLUFF]
    if left == 1:
        score += finish_score(s, r, p, seat, card, face)
    return score


def finish_score(s: State, r: Rules, p: Plan, seat: int, card: int, face: int) -> int:
    """Score the last card left after this one: whether it may be laid and wins, and at once, and whom it hits (D41)."""
    last = card_left(s, seat, card)
    half = last // HALF
    if r.banned[half] >> last % HALF & 1 or gives_away(s, r, seat, last):
        return -p.weights[seat][W_LAST]
    if not r.allow[FIT][face][half] >> last % HALF & 1:
        return 0
    if plays_on(s, r, card):
        return CERTAIN // 2
    return p.weights[seat][W_LAST] + (r.draws[last] * p.weights[seat][W_DRAW] if r.last_card else 0)


def card_left(s: State, seat: int, card: int) -> int:
    """Return the other card of a hand of two."""
    if s.count[seat][card] == 2:
        return card
    low = s.hand[seat][0] & ~(1 << card if card < HALF else 0)
    high = s.hand[seat][1] & ~(1 << card - HALF if card >= HALF else 0)
    return lowest_bit(low) if low != 0 else HALF + lowest_bit(high)


def best_lay(s: State, r: Rules, p: Plan, seat: int, low: int, high: int) -> tuple[int, int]:
    """Return the best of these lays and its score; NONE if there is none."""
    best, most = NONE, 0
    if low | high == 0:
        return best, most
    held = colours_held(s, r, seat)
    unseen = colours_unseen(r, held, colours_seen(s, r))
    for half in range(2):
        cards = high if half else low
        while cards != 0:
            card = half * HALF + lowest_bit(cards)
            cards &= cards - 1
            for colour in range(r.colours if r.wild[card] else 1):
                face = card + colour * RANKS
                score = lay_score(s, r, p, seat, face, held, unseen)
                if best == NONE or score > most:
                    best, most = face, score
    return best, most


def among(low: int, high: int, card: int) -> int:
    """Return 1 if a card is in a set of cards, else 0."""
    return (low >> card if card < HALF else high >> card - HALF) & 1


def chance_of(s: State, r: Rules, seat: int, other: int, low: int, high: int) -> int:
    """Return the chance that another hand holds one of these cards, judged by the cards not seen, in parts of _ODDS."""
    wanted = 0
    for i in range(r.n_pack):
        wanted += among(low, high, r.pack[i])
    first = first_seen(s, r)
    for i in range(first, CARDS):
        wanted -= among(low, high, s.pile[i])
    wanted -= among(low, high, s.top)
    for card in range(TYPES):
        wanted -= s.count[seat][card] * among(low, high, card)
    unseen = r.n_pack - (CARDS - first) - 1 - s.held[seat]
    none = _ODDS
    for i in range(s.held[other]):
        if unseen - i <= wanted:
            return _ODDS
        none = min(max(none * (unseen - wanted - i) // (unseen - i), 0), _ODDS)
    return _ODDS - none


def doubts(s: State, r: Rules, p: Plan, seat: int) -> bool:
    """Return whether a challenge is worth its price, by the odds that the lay was a bluff.

    A player with another card to lay bluffs rarely (W_DOUBT, in per cent); a player without one always lays the wild.
    """
    if s.bluff == NONE or s.under == NONE or s.laid_by == NONE or ally(s, r, seat, s.laid_by):
        return False
    if r.wd_condition == NO_PLAYABLE:
        low, high = r.allow[FIT][s.under]
    else:
        low, high = r.suit[r.face_colour[s.under]]
    held = chance_of(s, r, seat, s.laid_by, low, high & ~r.guarded)
    bluff, honest_lay = held * p.weights[seat][W_DOUBT] // 100, _ODDS - held
    spared = s.pending if seat == s.turn else 0
    rivals = active_seats(s) - 1
    return bluff * (spared * rivals + r.guilty_draws) > honest_lay * r.challenge_extra * rivals


def favourite(s: State, r: Rules, seat: int) -> int:
    """Return the colour to name for an opening wild."""
    best, most = 0, 0
    held = colours_held(s, r, seat)
    unseen = colours_unseen(r, held, colours_seen(s, r))
    for colour in range(r.colours):
        score = held[colour] * 100 - unseen[colour]
        if colour == 0 or score > most:
            best, most = colour, score
    return best


def careful_decision(s: State, r: Rules, p: Plan, seat: int) -> int:
    """Return the action of the seat the table waits for."""
    low, high, verbs = legal(s, r, seat)
    verbs &= TABLE_BITS
    phase = s.phase
    if phase == SEAT:
        return shorter_hand(s, r, seat, best_swap(s, r, seat, s.held[seat]))
    if phase == COLOUR:
        return NAME + favourite(s, r, seat)
    face, score = best_lay(s, r, p, seat, low, high)
    if phase == OWED and verbs >> CHALLENGE - VERBS & 1 and doubts(s, r, p, seat):
        return CHALLENGE
    if face == NONE:
        return TAKE if verbs >> TAKE - VERBS & 1 else VERBS + lowest_bit(verbs)
    if score == -CERTAIN and verbs != 0:
        return VERBS + lowest_bit(verbs)
    if phase == DRAWN and verbs >> PASS - VERBS & 1 and score < p.weights[seat][W_KEEP]:
        return PASS
    return face + calls(s, r, p, seat)


def careful_jump(s: State, r: Rules, p: Plan, seat: int, low: int, high: int) -> int:
    """Return a lay out of turn that is worth it, or NONE."""
    face, score = best_lay(s, r, p, seat, low, high)
    return NONE if score < p.weights[seat][W_KEEP] else face + calls(s, r, p, seat)
