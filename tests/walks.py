"""Rounds played at random for tests: every legal action and every foul can occur, from many kinds of positions.

A walk is determined by a rule set, a number of seats and a seed.  A failure inside `with walk.told():` says how to
repeat the walk.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from random import Random

from lastcard.archive.record import RoundRecord
from lastcard.archive.recorded import RecordedMatch
from lastcard.core.cards import give, take
from lastcard.core.deal import deal_stock, seed
from lastcard.core.layout import State
from lastcard.core.legal import fouls, legal
from lastcard.core.records import assign
from lastcard.core.step import apply
from lastcard.core.terms import (
    CALLING,
    CARDS,
    DRAWN,
    NO_DUTY,
    NONE,
    OVER,
    RANKS,
    REFUSED,
    SHOUT,
    TYPES,
    VERBS,
    WILD,
    PileOut,
    SkipChain,
)
from lastcard.game.events import Event
from lastcard.game.match import Match
from lastcard.game.round import Round
from lastcard.game.values import Action, ActionKind, listed_codes, values_of
from lastcard.notation import format_action, write_position
from lastcard.rules import PRESETS, Ruleset
from lastcard.rules.decks import Deck, find_deck, register_deck
from lastcard.rules.values import CardFate, Challenger, HandLimit, SkipTotal
from strategies import random_ruleset, seat_counts

# The presets, their documented options, and house rules that they rarely combine.
RULES = (
    *PRESETS,
    "rules-site+low-score",
    "rules-site+fines",
    "rules-md+draw-until",
    "official+partners",
    "official+stack+seven-zero+jump-in",
)

# Every effect that a card can have, on coloured cards and on wilds; few ranks, so that cards often match.
MOTLEY = """
name = "motley"
colours = { r = "red", g = "green", b = "blue", y = "yellow" }
[ranks]
0 = { count = 2 }
3 = { count = 2 }
7 = { count = 3 }
S = { count = 2, skip = 1 }
SS = { count = 1, skip = 2 }
R = { count = 2, reverse = true }
RS = { count = 1, reverse = true, skip = 1 }
"R+2" = { count = 1, reverse = true, draw = 2 }
"+1" = { count = 2, draw = 1 }
"+4" = { count = 1, draw = 4 }
A = { count = 1, again = true }
X = { count = 1, swap = true }
O = { count = 1, rotate = true }
[wilds]
"" = { count = 4 }
"+4" = { count = 4, draw = 4 }
"R+4" = { count = 3, reverse = true, draw = 4 }
"+6" = { count = 2, draw = 6 }
S = { count = 2, skip = 1 }
R = { count = 2, reverse = true }
A = { count = 2, again = true }
X = { count = 2, swap = true }
O = { count = 2, rotate = true }
"""
TWO_COLOURS = """
name = "two-colours"
colours = { r = "red", k = "black" }
[ranks]
1 = { count = 6 }
2 = { count = 6 }
3 = { count = { k = 4 } }
S = { count = 3, skip = 1 }
R = { count = 3, reverse = true }
"+2" = { count = 3, draw = 2 }
[wilds]
"" = { count = 5 }
"+4" = { count = 5, draw = 4 }
"""
for _text in (MOTLEY, TWO_COLOURS):
    register_deck(Deck.from_toml(_text))


def odd_ruleset(rng: Random) -> Ruleset:
    """Return a random rule set; extremes are likely: unusual decks, small hands and limits, empty piles."""
    while True:
        rules = random_ruleset(rng)
        changes: dict[str, object] = {}
        if rng.random() < 0.3:
            changes["deck"] = find_deck(rng.choice(["motley", "two-colours"]))
        if rng.random() < 0.3:
            size = rng.randint(1, 5)
            changes |= {"hand_size": size, "hand_limit": HandLimit(n=size + rng.randint(1, 5))}
        if rng.random() < 0.3:
            terms = rules.challenge_terms
            changes["challenge_terms"] = replace(terms, card=CardFate.RETURNS, by=rng.choice(list(Challenger)))
        if rng.random() < 0.3:
            changes |= {"fine_illegal": rng.randint(1, 3), "fine_false_call": rng.randint(1, 3)}
        if rng.random() < 0.3:
            changes["pile_out"] = rng.choice(list(PileOut))
        if rng.random() < 0.2:
            changes["skip_total"] = SkipTotal(total=SkipChain.SUM)
        try:
            rules = rules.replace(**changes)
        except ValueError:
            continue  # these values cannot be combined
        if seat_counts(rules):
            return rules


# ---------------------------------------------------------------- possible actions


def copied(s: State) -> State:
    """Return an independent copy of a state."""
    twin = State.__new__(State)
    assign(twin, s)
    return twin


def legal_actions(s: State, rules: Ruleset, seat: int) -> list[int]:
    """Return every legal action of a seat, including lays with a call."""
    actions = listed_codes(*legal(s, rules.core_rules, seat), len(rules.deck.colours))
    if rules.core_rules.uno_duty != NO_DUTY and s.held[seat] == 2:
        actions += [action | CALLING for action in actions if action < VERBS]
    return actions


def foul_actions(s: State, rules: Ruleset, seat: int) -> list[int]:
    """Return every foul of a seat that is accepted: bad lays with and without a call, false calls and accusations."""
    colours = len(rules.deck.colours)
    low, high, verbs = fouls(s, rules.core_rules, seat)
    actions = listed_codes(low, high, verbs, colours)
    actions += [action | CALLING for action in actions if action < VERBS]
    if verbs >> SHOUT - VERBS & 1:
        lays = listed_codes(*legal(s, rules.core_rules, seat)[:2], 0, colours)
        actions += [action | CALLING for action in lays]
    return actions


def awaited(s: State) -> list[int]:
    """Return the seats that the table waits for."""
    if s.phase == OVER:
        return []
    return [seat for seat in range(s.seats) if s.ready >> seat & 1] or [s.turn]


def cards_in(s: State) -> Counter[int]:
    """Return all cards of a round, wherever they are."""
    cards = Counter([s.top, *s.pile[: s.n_stock], *s.pile[CARDS - s.n_discards :]])
    for seat in range(s.seats):
        cards.update({card: n for card, n in enumerate(s.count[seat]) if n})
    return cards


def hand_of(s: State, seat: int) -> list[int]:
    """Return the cards of a hand."""
    return [card for card in range(TYPES) for _ in range(s.count[seat][card])]


# ---------------------------------------------------------------- starting positions


def start(rules: Ruleset, seats: int, rng: Random) -> State:
    """Deal a round from the whole pack, or from a part with few ranks; the stock may be short."""
    s = State()
    seed(s, rng.getrandbits(64), rng.getrandbits(32))
    pack = rules.deck.pack()
    rng.shuffle(pack)
    if rng.random() < 0.6:
        kept = {rank for rank in range(RANKS) if rng.random() < 0.35}
        kept_wilds = rng.random() < 0.6
        part = [card for card in pack if (kept_wilds if card >= WILD else card % RANKS in kept)]
        pack = part if len(part) > seats * rules.hand_size + 1 else pack
    s.n_stock = len(pack)
    s.pile[: len(pack)] = pack
    dealer, youngest = rng.randrange(seats), rng.randrange(seats)
    deal_stock(s, rules.core_rules, seats, dealer, youngest, _away(rules, seats, rng))
    if s.phase != OVER:
        _shorten(s, rng)
    return s


def _away(rules: Ruleset, seats: int, rng: Random) -> int:
    """Return the seats that are out of the match: usually none, sometimes one."""
    return 1 << rng.randrange(seats) if seats > 2 and not rules.teams and rng.random() < 0.1 else 0


def _shorten(s: State, rng: Random) -> None:
    """Sometimes move much of the stock under the discards or out of the round, and do the same with hands."""
    if rng.random() < 0.5:
        keep = rng.choice([0, 1, 2, 3, 5, 8, 13])
        while s.n_stock > keep:
            s.n_stock -= 1
            if rng.random() < 0.5:
                s.n_discards += 1
                s.pile[CARDS - s.n_discards] = s.pile[s.n_stock]
        if rng.random() < 0.3:
            s.n_discards = 0
    if rng.random() < 0.4:
        for seat in range(s.seats):
            most = rng.randint(1, 4)
            while s.held[seat] > most:
                take(s, seat, rng.choice(hand_of(s, seat)))


# ---------------------------------------------------------------- what a seat cannot know


def deal_again(s: State, seat: int, rng: Random) -> None:
    """Deal the cards again that a seat cannot know; other hands and the stock keep only their sizes."""
    others = [other for other in range(s.seats) if other != seat]
    light = rng.random() < 0.6  # swap only two cards, so that the same actions stay possible for longer
    places: list[tuple[int, int]] = [(other, card) for other in others for card in hand_of(s, other)]
    if rng.random() < 0.5:
        places += [(NONE, place) for place in range(s.n_stock)]
    if light and len(places) > 2:
        places = rng.sample(places, 2)
    cards = [s.pile[what] if where == NONE else what for where, what in places]
    for where, what in places:
        if where != NONE:
            take(s, where, what)
    rng.shuffle(cards)
    for (where, what), card in zip(places, cards, strict=True):
        if where == NONE:
            s.pile[what] = card
        else:
            give(s, where, card)
    if s.phase == DRAWN and s.turn != seat:
        s.drawn = rng.choice(hand_of(s, s.turn))
    if s.bluff != NONE and s.laid_by != seat and rng.random() < 0.5:
        s.bluff = 1 - s.bluff


# ---------------------------------------------------------------- the walk


class Walk:
    """A round, its rules, and a random walk through it."""

    def __init__(self, rules: Ruleset | str, seats: int, seed: int) -> None:
        self.rules = Ruleset.from_id(rules) if isinstance(rules, str) else rules
        self.seed = seed
        self.rng = Random(f"{self.rules.id} {seats} {seed}")
        self.state = start(self.rules, seats, self.rng)
        self.begun = copied(self.state)
        self.moves: list[tuple[int, int]] = []

    def choose(self) -> tuple[int, int]:
        """Return a seat and its next action: usually a seat the table waits for, and usually a lay."""
        s, rng = self.state, self.rng
        if rng.random() < 0.3:
            seat = rng.randrange(s.seats)
            actions = foul_actions(s, self.rules, seat) if rng.random() < 0.3 else legal_actions(s, self.rules, seat)
            if actions:
                return seat, rng.choice(actions)
        seat = rng.choice(awaited(s))
        actions = legal_actions(s, self.rules, seat)
        lays = [action for action in actions if action & ~CALLING < VERBS]
        return seat, rng.choice(lays if lays and rng.random() < 0.8 else actions)

    def step(self) -> tuple[int, int]:
        """Take the next step and return it."""
        seat, action = self.choose()
        self.moves.append((seat, action))
        verdict = apply(self.state, self.rules.core_rules, seat, action)
        assert verdict != REFUSED, "a listed action is refused"
        return seat, action

    def steps(self, most: int = 200) -> Iterator[tuple[int, int]]:
        """Walk until the round is over or the steps are used up, yielding each step after it is taken."""
        for _ in range(most):
            if self.state.phase == OVER:
                return
            yield self.step()

    @contextmanager
    def told(self) -> Iterator["Walk"]:
        """Add to any error inside the block where the walk was and how to repeat it."""
        try:
            yield self
        except BaseException as error:
            error.add_note(self.story())
            raise

    def story(self) -> str:
        """Return a description of the walk in a few lines."""
        rules, deck = self.rules, self.rules.deck
        moves = [f"{seat} {format_action(deck, action)}" for seat, action in self.moves]
        return "\n".join(
            [
                f"walk again: Walk({rules.id!r}, {self.state.seats}, {self.seed})",
                f"  from: {write_position(self.begun, rules)}",
                f"  {len(moves)} moves, the last: {', '.join(moves[-8:])}",
                f"  now: {write_position(self.state, rules, with_rules=False)}",
            ]
        )


def walks(rules: Ruleset | str, seeds: range) -> Iterator[Walk]:
    """Yield a walk for each seed, with each number of seats that the rules allow in turn."""
    ruleset = Ruleset.from_id(rules) if isinstance(rules, str) else rules
    counts = seat_counts(ruleset)
    for number in seeds:
        yield Walk(ruleset, counts[number % len(counts)], number)


def odd_walks(seeds: range) -> Iterator[Walk]:
    """Yield a walk for each seed, each with different rules."""
    for number in seeds:
        rng = Random(number)
        rules = odd_ruleset(rng)
        yield Walk(rules, rng.choice(seat_counts(rules)), number)


def act(table: Round, seat: int, code: int) -> tuple[Event, ...]:
    """Carry out one action of the core at a table; a lay leaves its batch open."""
    return table.act(seat, values_of(table.rules).one_card(code))


def raw(codes: Sequence[int]) -> Action:
    """Return any numbers as a move, even if they cannot be written as text."""
    return Action("raw", ActionKind.LAY, codes=tuple(codes))


def recorded(table: Round) -> RecordedMatch:
    """Return a recorded match whose round was set up from a position; only tests need one, its record cannot replay."""
    played = RecordedMatch(Match(table.rules, seats=table.seats, seed=0))
    played.match = Match.from_round(table)
    played.record.rounds[-1] = RoundRecord(played.match.dealer, played.match.eliminated)
    played._saved = played.match.revision
    return played
