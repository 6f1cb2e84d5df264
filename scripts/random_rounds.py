"""Rounds at random that must keep what always holds: a short run, the same every time."""

from collections import Counter
from random import Random

from lastcard.core.cards import shuffle
from lastcard.core.deal import deal, seed
from lastcard.core.layout import State
from lastcard.core.legal import fouls, legal
from lastcard.core.step import apply
from lastcard.core.terms import ACTIONS, CALLING, CARDS, HALF, OVER, RANKS, REFUSED, SHOUT, TYPES, VERBS, WILD
from lastcard.notation import read_position, write_position
from lastcard.rules import Ruleset

RULES = (
    "official",
    "juno-classic",
    "juno-seven0",
    "juno-serious+fines",
    "rules-site+fines",
    "one",
    "rules-md+draw-until",
    "console",
    "official+stack-any+jump-in+seven-zero+hand=3+hand-limit=12:aside",
    "official+partners+stack+jump-in+pairs+stack-skips",
)
ROUNDS = 8
MOVES = 150  # enough for most rounds; one that lasts longer is left
_NOT_SAID = ("dealer", "turns", "rng", "tally", "points", "pile")  # what a position does not say, or not alone


def shuffle_evenly() -> str | None:
    """Three cards lie in each of the six orders about as often as in any other."""
    orders: Counter[tuple[int, ...]] = Counter()
    s = State()
    seed(s, 1, 2)
    for _ in range(600):
        s.pile[:3] = [0, 1, 2]
        s.n_stock = 3
        shuffle(s)
        orders[tuple(s.pile[:3])] += 1
    fair = len(orders) == 6 and all(70 <= n <= 130 for n in orders.values())
    return None if fair else f"the orders of three cards: {dict(orders)}"


def play_round(rules: str) -> str | None:
    """What goes wrong in rounds of two to six seats."""
    ruleset = Ruleset.from_id(rules)
    for number in range(ROUNDS):
        seats = 4 + 2 * (number % 2) if "partners" in rules else 2 + number % 4
        problem = _play(ruleset, seats, Random(number))
        if problem is not None:
            return f"round {number} of {rules}: {problem}"
    return None


def _play(ruleset: Ruleset, seats: int, random: Random) -> str | None:
    s, r = State(), ruleset.compiled
    seed(s, random.getrandbits(64), random.getrandbits(64))
    deal(s, r, seats, random.randrange(seats), 0, 0)
    for _ in range(MOVES):
        problem = _what_is_wrong(s, ruleset)
        if problem is not None or s.phase == OVER:
            return problem
        moves = _moves(s, ruleset, random.random() < 0.05) or _moves(s, ruleset, False)
        if not moves:
            return f"nobody may act: {write_position(s, ruleset)}"
        lays = [move for move in moves if move[1] < VERBS]
        seat, action = random.choice(lays if lays and random.random() < 0.8 else moves)
        if action < VERBS and s.held[seat] == 2 and r.uno_duty and random.random() < 0.5:
            action += CALLING
        before = write_position(s, ruleset)
        if apply(s, r, seat, action) == REFUSED:
            return f"{before}: action {action} of seat {seat} is listed and refused"
    return None


def _moves(s: State, ruleset: Ruleset, foul: bool) -> list[tuple[int, int]]:
    """All that anybody may do, or all fouls."""
    moves = []
    for seat in range(s.seats):
        low, high, verbs = (fouls if foul else legal)(s, ruleset.compiled, seat)
        for card in range(TYPES):
            if (low >> card if card < HALF else high >> card - HALF) & 1:
                moves += [(seat, card + RANKS * colour) for colour in range(4 if card >= WILD else 1)]
        moves += [(seat, verb) for verb in range(VERBS, ACTIONS) if verbs >> verb - VERBS & 1 and verb != SHOUT]
    return moves


def _what_is_wrong(s: State, ruleset: Ruleset) -> str | None:
    """Cards are neither lost nor made, the position is a possible one and says all there is."""
    cards = Counter(s.pile[: s.n_stock]) + Counter(s.pile[CARDS - s.n_discards :]) + Counter([s.top])
    for seat in range(s.seats):
        counts = s.count[seat]
        cards += Counter({card: n for card, n in enumerate(counts) if n})
        held = sum(1 << card for card, n in enumerate(counts) if n)
        if sum(counts) != s.held[seat] or s.hand[seat] != [held & (1 << HALF) - 1, held >> HALF]:
            return f"the hand of seat {seat} is counted wrongly"
    if cards != Counter(ruleset.deck.pack()):
        return "cards were lost or made"
    if (s.phase == OVER) != (s.winners != 0):
        return "a round is over when it is won, and only then"
    line = write_position(s, ruleset)
    again = read_position(line)[0]
    for field in State._fields:  # type: ignore[attr-defined]
        if field not in _NOT_SAID and getattr(s, field) != getattr(again, field):
            return f"{line}: {field} is {getattr(s, field)}, read again {getattr(again, field)}"
    return None
