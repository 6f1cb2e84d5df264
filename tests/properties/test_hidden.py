"""A seat knows everything it may know and nothing else, neither from its view nor from whom the table waits for.

The tests use twin tables: at one of them the cards that a seat cannot know are dealt again.  As long as the seat is
told the same things at both tables, they must look the same to it.
"""

from collections import Counter
from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastcard.backends.live import LiveState
from lastcard.core.layout import State
from lastcard.core.terms import (
    ACTIONS,
    CALLING,
    CARDS,
    CHALLENGE,
    CHOOSE,
    DONE,
    DRAW,
    DRAWN,
    OVER,
    PASS,
    SHOUT,
    VERBS,
    WILD,
    CountInfo,
)  # fmt: skip
from lastcard.errors import IllegalAction
from lastcard.explain import explain_all
from lastcard.explain.reasons import Reason
from lastcard.game.events import (
    Blocked,
    BluffProved,
    ChallengeFailed,
    Drew,
    DrewPenalty,
    Event,
    Holds,
    Revealed,
    Shown,
    Won,
    told_to,
)  # fmt: skip
from lastcard.game.round import Round
from lastcard.game.view import View
from lastcard.notation import UNKNOWN, format_position, parse_position, read_position
from lastcard.notation.cards import wild_face
from lastcard.rules import Card, Ruleset
from lastcard.sim.knowledge import knowledge
from lastcard.sim.sampler import sample
from strategies import rulesets, seat_counts
from walks import RULES, Walk, act, cards_in, deal_again, foul_actions, hand_of, legal_actions, odd_walks, raw, walks


def table(s: State, rules: Ruleset) -> Round:
    """Return a round in this state, without memories of how it got there."""
    state = LiveState()
    state.copy_from(s)
    return Round(rules, state)


# ---------------------------------------------------------------- what is known is true


def codes(cards: Counter[Card]) -> Counter[int]:
    """Return the cards as the core numbers them."""
    return Counter(card.code for card in cards.elements())


def check_view(view: View, s: State) -> None:
    """Check that everything in a view is true."""
    memory = view.memory
    held = Counter() if view.seat is None else Counter(hand_of(s, view.seat))
    assert Counter(card.code for card in view.hand) == codes(memory.hand) == held, "the own hand is not the true one"
    for seat in range(s.seats):
        if seat != view.seat:
            assert codes(memory.known[seat]) <= Counter(hand_of(s, seat)), f"seat {seat} does not hold what is known"
            assert min(memory.known[seat].values(), default=1) > 0
    truth = s.pile[CARDS - s.n_discards :]
    assert len(memory.discards) == len(truth), "the discards are miscounted"
    pairs = zip(memory.discards, truth, strict=True)
    assert all(card is None or card.code == true for card, true in pairs), "the discards differ"
    drawn = s.drawn if s.phase == DRAWN and s.turn == view.seat else UNKNOWN
    assert (UNKNOWN if view.drawn is None else view.drawn.code) == drawn


def check_line(view: View, rules: Ruleset) -> None:
    """Check that a view can be read as a position with unknown cards."""
    line = str(view)
    assert format_position(parse_position(line)[0], rules) == line
    if rules.count_info is not CountInfo.HIDDEN:
        guess, _ = read_position(line, seed=1)
        assert guess.held[: guess.seats] == list(view.status.held)
        sampled, unknown = knowledge(view.position(), rules)
        sample(sampled, rules.core_rules, unknown)
        assert sampled.held == guess.held
        assert cards_in(sampled) <= Counter(rules.deck.pack())
        for seat in range(sampled.seats):
            assert codes(view.memory.cards_of(seat)) <= Counter(hand_of(sampled, seat)), "the sample forgets cards"


def check_views(walk: Walk, most: int) -> None:
    """Check that all views along a walk are true at each step, and that a view created late is the same."""
    with walk.told():
        round_ = table(walk.state, walk.rules)
        seats = range(walk.state.seats)
        watchers = [*walk.rng.sample(seats, min(3, len(seats))), None]
        for watcher in watchers:
            assert round_.view(watcher).memory is not None
        for number, (seat, action) in enumerate(walk.steps(most)):
            act(round_, seat, action)
            for watcher in watchers:
                check_view(round_.view(watcher), walk.state)
                if number % 5 == walk.seed % 5:
                    check_line(round_.view(watcher), walk.rules)
        late = round_.copy()
        assert all(late.view(watcher) == round_.view(watcher) for watcher in watchers)


# ---------------------------------------------------------------- what is hidden does not show


SHOWN = (Shown, BluffProved, ChallengeFailed, Holds, Won, Blocked, Revealed)


def revealed(
    events: tuple[Event, ...], others: tuple[Event, ...], seat: int, rules: Ruleset, action: int
) -> bool:  # fmt: skip
    """Return whether what a seat is told may differ, because it depends on a card that was hidden before."""
    kinds = [event.kind for event in events]
    if action & ~CALLING == DRAW and rules.draw_size != 1:
        return True  # the number of cards drawn until one fits may differ
    if kinds == [event.kind for event in others]:
        return all(
            one == other or isinstance(one, SHOWN) or (isinstance(one, Drew | DrewPenalty) and one.seat == seat)
            for one, other in zip(events, others, strict=True)
        )
    return action == CHALLENGE or any(isinstance(event, SHOWN) for event in events)


def sight(view: View) -> tuple[object, ...]:
    """Return everything that a view shows and remembers."""
    shown = (getattr(view, field.name) for field in fields(view) if field.name != "_told")
    return (str(view), view.memory, view.legal, view.to_dict(), *shown)


def twins(walk: Walk, seat: int) -> tuple[Round, Round]:
    """Return the table of a walk, and one that differs from it only in what a seat cannot know."""
    one = table(walk.state, walk.rules)
    other_state = one.live_state()
    deal_again(other_state, seat, walk.rng)
    return one, table(other_state, walk.rules)


def check_twins(walk: Walk, seat: int, most: int) -> int:
    """Walk at two tables that look the same to a seat; return how far it went."""
    one, other = twins(walk, seat)
    assert sight(one.view(seat)) == sight(other.view(seat)), "the view shows cards its seat cannot know"
    steps = 0
    for _ in range(most):
        if walk.state.phase == OVER:
            break
        actor, action = walk.choose()
        if answer(one, actor, action) != answer(other, actor, action):
            assert actor != seat, f"seat {seat} may do at one table what it may not at the other"
            break
        walk.moves.append((actor, action))
        here, there = (told_to(act(round_, actor, action), seat) for round_ in (one, other))
        walk.state = one.live_state()
        if here != there:
            assert revealed(here, there, seat, walk.rules, action), f"seat {seat} is told {here}, or else {there}"
            break
        if one.over:
            assert other.over
            break  # now the hands are counted in public
        assert one.awaited == other.awaited, "a hidden card decides whom the table waits for"
        assert sight(one.view(seat)) == sight(other.view(seat)), "a hidden card shows"
        steps += 1
    return steps


def answer(round_: Round, seat: int, action: int) -> str:
    """Return what a table would say to this move."""
    s = round_.live_state()
    legal = legal_actions(s, round_.rules, seat)
    if action in legal:
        return "legal"
    if action not in foul_actions(s, round_.rules, seat):
        return "refused"
    return "a wrong call" if action & ~CALLING in legal else "foul"


def tried_moves(walk: Walk, seat: int, many: int) -> list[list[int]]:
    """Return moves of a seat, most of them wrong: cards alone and in batches, with calls and choices, and words."""
    rng, deck = walk.rng, walk.rules.deck
    cards = [*hand_of(walk.state, seat)] * 3 + [*deck.text]
    verbs = [action for action in range(VERBS, ACTIONS) if action != SHOUT]
    moves = [[action] for action in rng.choices(verbs, k=many)]
    for _ in range(many):
        faces = [card if card < WILD else wild_face(card, 0) for card in rng.choices(cards, k=rng.choice([1, 1, 2]))]
        choices = [CHOOSE + rng.randrange(walk.state.seats) for _ in range(rng.choice([0, 0, 1, 2]))]
        moves.append([*faces[:-1], faces[-1] | rng.choice([0, CALLING]), DONE, *choices])
    return [*moves, [DRAW, PASS], [DRAW, *moves[-1]]]


def said_to(round_: Round, seat: int, move: list[int]) -> list[Reason]:
    """Return the reason for each step of a move; for a refusal, check that the error has the same reason."""
    reasons = [reason for _, reason in explain_all(round_.live_state(), round_.rules, seat, move)]
    try:
        round_._prepare(seat, raw(move))
    except IllegalAction as error:
        assert error.reason == reasons[-1], "a table refuses by another reason than it explains"
        return [error.reason]
    return reasons[:1]  # later steps may depend on cards that the first one revealed


def check_reasons(walk: Walk) -> None:
    """Check along a walk that reasons are the same at tables that look the same to a seat."""
    with walk.told():
        for _ in walk.steps(60):
            seat = walk.rng.choice([walk.state.turn, walk.rng.randrange(walk.state.seats)])
            one, other = twins(walk, seat)
            for move in tried_moves(walk, seat, 4):
                assert said_to(one, seat, move) == said_to(other, seat, move), (seat, move)


def check_hidden(walk: Walk) -> None:
    """Split the table again and again along a walk, for one seat after another."""
    with walk.told():
        for _ in range(12):
            for _ in walk.steps(walk.rng.randint(0, 12)):
                pass
            if walk.state.phase == OVER:
                return
            check_twins(walk, walk.rng.randrange(walk.state.seats), 12)


@pytest.mark.parametrize("rules", RULES)
def test_views_of_presets(rules: str) -> None:
    for walk in walks(rules, range(5)):
        check_views(walk, 100)


@pytest.mark.parametrize("first", range(0, 80, 20))
def test_views_of_random_rules(first: int) -> None:
    for walk in odd_walks(range(first, first + 20)):
        check_views(walk, 100)


@pytest.mark.parametrize("rules", RULES)
def test_hidden_cards_of_presets(rules: str) -> None:
    for walk in walks(rules, range(9)):
        check_hidden(walk)


@pytest.mark.parametrize("first", range(0, 240, 40))
def test_hidden_cards_of_random_rules(first: int) -> None:
    for walk in odd_walks(range(first, first + 40)):
        check_hidden(walk)


@pytest.mark.parametrize("rules", RULES)
def test_reasons_of_presets(rules: str) -> None:
    for walk in walks(rules, range(2)):
        check_reasons(walk)


@pytest.mark.parametrize("first", range(0, 40, 20))
def test_reasons_of_random_rules(first: int) -> None:
    for walk in odd_walks(range(first, first + 20)):
        check_reasons(walk)


@settings(max_examples=25, deadline=None)
@given(rulesets(), st.integers(0, 8), st.integers(0, 1 << 32))
def test_any_rules(rules: Ruleset, seats: int, seed: int) -> None:
    counts = seat_counts(rules)
    check_hidden(Walk(rules, counts[seats % len(counts)], seed))


@pytest.mark.soak
@pytest.mark.parametrize("rules", RULES)
def test_presets_for_long(rules: str) -> None:
    for walk in walks(rules, range(1000, 1027)):
        check_hidden(walk)
        check_views(Walk(walk.rules, walk.begun.seats, walk.seed), 200)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(10_000, 10_480, 60))
def test_random_rules_for_long(first: int) -> None:
    for walk in odd_walks(range(first, first + 60)):
        check_hidden(walk)
        check_views(Walk(walk.rules, walk.begun.seats, walk.seed), 200)
