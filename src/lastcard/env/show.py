"""Show a game to the seat that decides: the observation, the legal actions and, apart, the truth; in the core's style.

Nothing here reads what the seat may not know, except `show_truth`.  Runs of `RANKS` items are copied although only the
first may count, because a fixed number is faster: what is too much is written over by what follows.
"""

from ..core.cards import colour_of
from ..core.layout import Rules, Sheet
from ..core.machine import count_bits, lowest_bit
from ..core.seats import partner
from ..core.terms import (
    CALLING, CATCH, CHOOSE, COLOUR_FACE, DRAWN, FLAT_SCORE, HALF, NAME, NO_SCORE, NONE, OVER, RANKS, ROUNDS, VERBS,
    WILD,
)  # fmt: skip
from .ask import calling_of
from .game import EVENT_OTHER, EVENT_WILD, FULL, HISTORY, INDEX_CALLING, SIZES, WAIT, Bytes, Game, Spec

# ---------------------------------------------------------------- colours and seats


def colour_rank(s: Game, r: Rules, colour: int, first: int) -> int:
    """Return a number by which colours are ordered, the greatest first; no two are equal."""
    if colour >= r.colours:
        return -colour
    low, high = s.hand[s.seat][0] & r.suit[colour][0], s.hand[s.seat][1] & r.suit[colour][1]
    return (count_bits(low) + count_bits(high) + (RANKS if colour == first else 0)) * 4 + 4 - colour


def order_colours(s: Game, r: Rules, e: Spec) -> None:
    """Choose the order in which colours are shown: that of the face, then by how many kinds the seat holds of them."""
    if not e.canonical:
        for colour in range(4):
            s.shown_as[colour] = colour
            s.stands_for[colour] = colour
        return
    first = NONE if s.face == NONE else colour_of(s.face)
    a, b = colour_rank(s, r, 0, first), colour_rank(s, r, 1, first)
    c, d = colour_rank(s, r, 2, first), colour_rank(s, r, 3, first)
    s.shown_as[0] = int(b > a) + int(c > a) + int(d > a)
    s.shown_as[1] = int(a > b) + int(c > b) + int(d > b)
    s.shown_as[2] = int(a > c) + int(b > c) + int(d > c)
    s.shown_as[3] = int(a > d) + int(b > d) + int(c > d)
    for colour in range(4):
        s.stands_for[s.shown_as[colour]] = colour


def shown_face(s: Game, face: int) -> int:
    """Return a coloured card, or a wild with its colour, as it is shown."""
    row = face // RANKS
    if row < 4:
        return s.shown_as[row] * RANKS + face % RANKS
    return WILD + s.shown_as[row - 4] * RANKS + face % RANKS


def real_face(s: Game, face: int) -> int:
    """Return the face that is shown as this one."""
    row = face // RANKS
    if row < 4:
        return s.stands_for[row] * RANKS + face % RANKS
    return WILD + s.stands_for[row - 4] * RANKS + face % RANKS


def seat_at(s: Game, place: int) -> int:
    """Return the seat that many places on from the one that decides, in the direction of play."""
    seat = s.seat + place * s.direction
    if seat < 0:
        return seat + s.seats
    return seat - s.seats if seat >= s.seats else seat


def order_seats(s: Game) -> None:
    """Find out how many places on each seat is, counted from the one that decides in the direction of play."""
    for place in range(s.seats):
        s.place[seat_at(s, place)] = place


# ---------------------------------------------------------------- what may be answered


def shown_verb(s: Game, action: int) -> int:
    """Return the number that an action other than a lay has in the universal index."""
    if action < NAME:
        return action
    if action < CHOOSE:
        return NAME + s.shown_as[action - NAME]
    if action < CATCH:
        return CHOOSE + s.place[action - CHOOSE]
    return CATCH + s.place[action - CATCH]


def index_of(s: Game, e: Spec, action: int) -> int:
    """Return the index of an action of the core; NONE, which claims nothing, has one too."""
    if action == NONE:
        return e.index[WAIT]
    if action >= CALLING:
        return e.index[INDEX_CALLING + shown_face(s, action - CALLING)]
    return e.index[shown_face(s, action) if action < VERBS else shown_verb(s, action)]


def action_of(s: Game, e: Spec, index: int) -> int:
    """Return the action of the core that an index stands for, or NONE to claim nothing."""
    number = e.universal[index]
    if number < VERBS:
        return real_face(s, number)
    if number == WAIT:
        return NONE
    if number >= INDEX_CALLING:
        return CALLING + real_face(s, number - INDEX_CALLING)
    if number < NAME:
        return number
    if number < CHOOSE:
        return NAME + s.stands_for[number - NAME]
    if number < CATCH:
        return CHOOSE + seat_at(s, number - CHOOSE)
    return CATCH + seat_at(s, number - CATCH)


def offer(s: Game, e: Spec, mask: Bytes, number: int) -> None:
    """Add an action of the universal index to what may be answered."""
    index = e.index[number]
    mask[index] = 1
    s.choices[s.n_choices] = index
    s.n_choices += 1


def offer_lay(s: Game, e: Spec, mask: Bytes, face: int, calling: int) -> None:
    """Offer a lay, as it is shown, and the same with a call where that is possible."""
    offer(s, e, mask, face)
    if calling:
        offer(s, e, mask, INDEX_CALLING + face)


def show_legal(s: Game, r: Rules, e: Spec, mask: Bytes) -> None:
    """Show what the seat may answer."""
    for i in range(e.n_actions):
        mask[i] = 0
    s.n_choices = 0
    calling = calling_of(s, r, e)
    for half in range(2):
        cards = s.high if half else s.low
        while cards != 0:
            card = half * HALF + lowest_bit(cards)
            cards &= cards - 1
            if card < WILD:
                offer_lay(s, e, mask, shown_face(s, card), calling)
            else:
                for colour in range(r.colours):
                    offer_lay(s, e, mask, card + colour * RANKS, calling)
    s.n_lays = s.n_choices
    verbs = s.verbs
    while verbs != 0:
        offer(s, e, mask, shown_verb(s, VERBS + lowest_bit(verbs)))
        verbs &= verbs - 1
    if s.asking:
        offer(s, e, mask, WAIT)


def may_answer(s: Game, index: int) -> bool:
    """Return whether an index is one of those offered."""
    for i in range(s.n_choices):
        if s.choices[i] == index:
            return True
    return False


# ---------------------------------------------------------------- the observation


def show_cards(s: Game, r: Rules, e: Spec, row: Bytes) -> None:
    """Show the hand of the seat, and how many cards of each kind are neither in it nor in the discards it has seen."""
    count = s.count[s.seat]
    seen = s.seen
    pack = e.pack
    at = 0
    for place in range(r.colours):
        of = s.stands_for[place] * RANKS
        for j in range(RANKS):
            row[at + j] = count[of + j]
        at += e.n_suit
    for j in range(RANKS):
        row[at + j] = count[WILD + j]
    at = e.at_unseen
    for place in range(r.colours):
        of = s.stands_for[place] * RANKS
        for j in range(RANKS):
            row[at + j] = pack[of + j] - seen[of + j] - count[of + j]
        at += e.n_suit
    for j in range(RANKS):
        row[at + j] = pack[WILD + j] - seen[WILD + j] - count[WILD + j]


def kind_of(s: Game, r: Rules, e: Spec, card: int) -> int:
    """Return the number of a kind of cards, as it is shown."""
    if card >= WILD:
        return r.colours * e.n_suit + card - WILD
    return s.shown_as[card // RANKS] * e.n_suit + card % RANKS


def show_known(s: Game, r: Rules, e: Spec, row: Bytes) -> None:
    """Show the cards that the seat knows in other hands."""
    for i in range(s.n_known):
        if s.known_to[i] >> s.seat & 1:
            row[e.at_known + (s.place[s.known_in[i]] - 1) * e.n_kinds + kind_of(s, r, e, s.known[i])] += 1


def show_face(s: Game, e: Spec, row: Bytes, at: int, face: int) -> None:
    """Show a face: its colour in four places and, unless only the colour counts, its rank."""
    row[at + s.shown_as[colour_of(face)]] = 1
    if face < WILD:
        row[at + 4 + face % RANKS] = 1
    elif face < COLOUR_FACE:
        row[at + 4 + e.n_suit + face % RANKS] = 1


def show_card(s: Game, e: Spec, row: Bytes, at: int, card: int) -> None:
    """Show a card: its colour in four places, unless it is wild, and its rank."""
    if card < WILD:
        show_face(s, e, row, at, card)
    else:
        row[at + 4 + e.n_suit + card - WILD] = 1


def show_table(s: Game, e: Spec, row: Bytes) -> None:
    """Show what the table waits for."""
    width = 4 + e.n_suit + e.n_wild
    at = e.at_face
    if s.face != NONE:
        show_face(s, e, row, at, s.face)
    else:
        show_card(s, e, row, at, s.top)
    if s.phase == DRAWN and s.turn == s.seat:
        show_card(s, e, row, at + width, s.drawn)
    if s.under != NONE:
        show_face(s, e, row, at + 2 * width, s.under)
    at = e.at_table
    row[at + s.phase] = 1
    at += OVER
    row[at] = s.asking
    row[at + 1] = min(s.pending, FULL)
    row[at + 2] = min(s.n_stock, FULL)
    row[at + 3] = min(s.n_discards, FULL)
    row[at + 4] = s.batch
    row[at + 5] = s.calling
    row[at + 6] = s.direction == 1
    row[at + 7] = s.bluff != NONE
    row[at + 8] = s.bluff == 1 and s.laid_by == s.seat
    row[at + 9] = s.passes


def show_seats(s: Game, r: Rules, e: Spec, row: Bytes) -> None:
    """Show what everyone can see of the seats, in the direction of play; hand sizes may be hidden (D40)."""
    at = e.at_seats
    seat = s.seat
    for place in range(s.seats):
        if place == 0 or not r.blind_accusation:
            held = s.held[seat]
            row[at + min(held, SIZES - 1)] = 1
            row[at + SIZES] = min(held, FULL)
            row[at + SIZES + 1] = s.called >> seat & 1
            row[at + SIZES + 2] = s.catchable >> seat & 1
            row[at + SIZES + 3] = (s.catchable & s.one_left) >> seat & 1
        row[at + SIZES + 4] = s.accused >> seat & 1
        row[at + SIZES + 5] = s.ready >> seat & 1
        row[at + SIZES + 6] = s.out >> seat & 1
        row[at + SIZES + 7] = s.turn == seat
        row[at + SIZES + 8] = s.laid_by == seat
        row[at + SIZES + 9] = s.dealer == seat
        row[at + SIZES + 10] = partner(r, s.seats, s.seat) == seat
        for colour in range(4):
            row[at + SIZES + 11 + s.shown_as[colour]] = s.without[seat][colour]
        at += e.seat_width
        seat = seat_at(s, place + 1) if place + 1 < s.seats else seat


def full_score(r: Rules) -> int:
    """Return the score that is shown as 100: the target or, where a number of rounds ends the match, what winning all
    of them scores; where that depends on the cards, a hundred points for each.
    """
    if r.match_end != ROUNDS:
        return max(r.target, 1)
    if r.round_score == NO_SCORE:
        return r.target
    return r.target * (r.flat if r.round_score == FLAT_SCORE else 100)


def show_match(s: Game, sheet: Sheet, r: Rules, e: Spec, row: Bytes) -> None:
    """Show the scores of the match, and how many of its rounds have been played if their number ends it."""
    if r.match_end == ROUNDS:
        row[e.at_seats - 1] = min(sheet.rounds * 100 // r.target, FULL)
    at = e.at_seats + e.seat_width - 1
    full = full_score(r)
    for place in range(s.seats):
        share = sheet.scores[seat_at(s, place)] * 100 // full
        row[at] = max(min(share, FULL), -FULL)
        at += e.seat_width


def show_history(s: Game, e: Spec, row: Bytes) -> None:
    """Show the last events, the newest first."""
    at = e.at_history
    for back in range(1, min(s.n_events, e.history) + 1):
        i = s.n_events - back & HISTORY - 1
        what = s.events[i]
        kind = what // EVENT_WILD
        row[at + s.place[s.actors[i]]] = 1
        row[at + e.seats + s.shown_as[s.tints[i]]] = what < EVENT_OTHER
        row[at + e.seats + 4 + int(kind > 0) * e.n_suit + int(kind > 1) * e.n_wild + what % EVENT_WILD] = 1
        at += e.event_width


def show_game(s: Game, sheet: Sheet, r: Rules, e: Spec, row: Bytes) -> None:
    """Write the observation of the seat that decides; what says which rules are in force was written once."""
    show_cards(s, r, e, row)
    for i in range(e.at_known, e.at_rules):
        row[i] = 0
    show_known(s, r, e, row)
    show_table(s, e, row)
    show_seats(s, r, e, row)
    if e.match:
        show_match(s, sheet, r, e, row)
    show_history(s, e, row)


# ---------------------------------------------------------------- the truth


def show_truth(s: Game, r: Rules, e: Spec, row: Bytes) -> None:
    """Write what the seat may not know: the other hands, the next cards of the stock, whether a lay is a bluff."""
    at = 0
    for place in range(1, s.seats):
        count = s.count[seat_at(s, place)]
        for colour in range(r.colours):
            of = s.stands_for[colour] * RANKS
            for j in range(RANKS):
                row[at + j] = count[of + j]
            at += e.n_suit
        for j in range(RANKS):
            row[at + j] = count[WILD + j]
        at += e.n_wild
    width = 4 + e.n_suit + e.n_wild
    for i in range(e.ahead * width + 1):
        row[at + i] = 0
    for i in range(min(e.ahead, s.n_stock)):
        show_card(s, e, row, at + i * width, s.pile[s.n_stock - 1 - i])
    row[at + e.ahead * width] = s.bluff == 1
