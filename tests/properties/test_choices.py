"""Everything that the choices of a seat offer is accepted: each lay, each pair of cards in a batch, each call."""

import pytest

from lastcard.backends.core import bind_core
from lastcard.backends.moves import carry_out
from lastcard.core.layout import State
from lastcard.core.legal import legal
from lastcard.core.terms import ACCEPTED, BATCH, CALLING, DONE, F_FINED, NO_DUTY, RANKS, WILD
from lastcard.game.status import Choices, choices_of
from lastcard.game.values import values_of
from lastcard.notation import format_actions, read_position
from lastcard.rules import Ruleset
from walks import RULES, Walk, copied, odd_walks, walks

CORE = bind_core()
BATCHES = (
    "official+deflect+batch=same-value:2",
    "official+stack+batch=same-value:4+exit-ban=skip,draw,number",
    "official+jump-in+deflect+batch=identical:3",
)


def choices(s: State, rules: Ruleset, seat: int) -> Choices:
    r = rules.core_rules
    return choices_of(s, r, seat, values_of(rules), legal(s, r, seat))


def offered(found: Choices, rules: Ruleset, colour: int) -> list[list[int]]:
    """Return the moves that the choices promise: single lays, pairs, and the same with a call where it may be made."""
    moves: list[list[int]] = []
    for lay in found.lays:
        cards = [[lay.card.code], *([lay.card.code, other.code] for other in lay.joins if found.batch > 1)]
        for codes in cards:
            faces = [code + colour * RANKS if code >= WILD else code for code in codes]
            moves.append([*faces, DONE])
            if found.call_with == len(faces):
                moves.append([*faces[:-1], faces[-1] | CALLING, DONE])
    return moves + [list(action.codes) for action in found.actions(values_of(rules)) if not action.cards]


def check_choices(walk: Walk) -> None:
    rules, r = walk.rules, walk.rules.core_rules
    with walk.told():
        for _ in walk.steps(60):
            for seat in range(walk.state.seats):
                found = choices(walk.state, rules, seat)
                for move in offered(found, rules, walk.rng.randrange(len(rules.deck.colours))):
                    check_accepted(walk, seat, move)
                assert (found.call_with is None) or (r.uno_duty != NO_DUTY and found.call_with <= found.batch)


def check_accepted(walk: Walk, seat: int, move: list[int]) -> None:
    table = copied(walk.state)
    fines = table.tally[F_FINED]
    verdict, refused = carry_out(CORE, table, walk.rules.core_rules, seat, move)
    text = format_actions(walk.rules.deck, move)
    assert refused is None, f"seat {seat} is offered {text}, which is refused"
    if walk.state.phase != BATCH:  # closing a batch may reveal that the call made with it was false
        assert verdict == ACCEPTED and table.tally[F_FINED] == fines, f"seat {seat} is offered {text}, which is fined"


@pytest.mark.parametrize("rules", [*RULES, *BATCHES])
def test_presets(rules: str) -> None:
    for walk in walks(rules, range(12)):
        check_choices(walk)


@pytest.mark.parametrize("first", range(0, 240, 80))
def test_random_rules(first: int) -> None:
    for walk in odd_walks(range(first, first + 80)):
        check_choices(walk)


@pytest.mark.parametrize(
    ("line", "batch", "joins"),
    [
        ("y1y2/rSgSb5 r+2 >1 +2@0 b1b2b3b4|r5 official+deflect+batch=same-value:2", 1, ""),  # I-80
        ("y1y2/rSgS r5 >1 - b1b2b3b4|r5 official+batch=same-value:4+exit-ban=skip", 1, ""),  # D42
        ("y1y2/rSgSbS r5 >1 - b1b2b3b4|r5 official+batch=same-value:4+exit-ban=skip", 2, "gSbS"),
        ("y1y2/rSgSbS r5 >1 - b1b2b3b4|r5 official+batch=same-value:4", 3, "gSbS"),
    ],
)
def test_a_batch_is_offered_only_where_it_is_accepted(line: str, batch: int, joins: str) -> None:
    s, rules = read_position(line)
    found = choices(s, rules, 1)
    assert (found.batch, "".join(card.text for card in found.lays[0].joins)) == (batch, joins)
