"""I-88, I-89: a seat may leave a running round at any time; cards are kept, play goes on, and every reading agrees."""

import pytest

from lastcard.backends.live import LiveState, engine
from lastcard.core.layout import Sheet, State
from lastcard.core.leave import leave_round
from lastcard.core.match import leave_match
from lastcard.core.records import assign
from lastcard.core.terms import ACCEPTED, F_LEFT, OVER, REFUSED, Fact
from lastcard.events import SPECTATOR, Event
from lastcard.notation import read_position, write_position
from lastcard.round import Round
from lastcard.rules import Ruleset
from properties.test_cards import check_state
from walks import RULES, Walk, awaited, cards_in, legal_actions, odd_walks, walks


def leave_somewhere(walk: Walk) -> None:
    """A random seat that is in leaves, mostly the one the table waits for; all that must hold then, holds."""
    s, r = walk.state, walk.rules.core_rules
    inside = [seat for seat in range(s.seats) if not s.out >> seat & 1]
    seat = s.turn if walk.rng.random() < 0.6 else walk.rng.choice(inside)
    cards = cards_in(s)
    assert leave_round(s, r, seat) == ACCEPTED
    assert cards_in(s) == cards, "a card was made or lost"
    assert s.phase == OVER or s.out >> seat & 1
    check_state(s, r)
    if s.phase != OVER:
        assert all(legal_actions(s, walk.rules, waiting) for waiting in awaited(s)), "the table waits for nothing"
        assert not legal_actions(s, walk.rules, seat)
        again, _ = read_position(write_position(s, walk.rules))
        assert again.phase == s.phase and again.points == s.points


def check_leaving(walk: Walk) -> None:
    with walk.told():
        for _ in range(12):
            for _ in walk.steps(walk.rng.randint(0, 9)):
                check_state(walk.state, walk.rules.core_rules)
            if walk.state.phase == OVER:
                return
            leave_somewhere(walk)


@pytest.mark.parametrize("rules", RULES)
def test_presets(rules: str) -> None:
    for walk in walks(rules, range(12)):
        check_leaving(walk)


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_random_rules(first: int) -> None:
    for walk in odd_walks(range(first, first + 100)):
        check_leaving(walk)


def test_who_is_not_in_cannot_leave_and_nothing_changes() -> None:
    for line in ("r5/b1/# r7 >0 - b2|- official", "-/b1/g1 r7 >0 $0 b2|- official"):
        s, rules = read_position(line)
        before = State()
        assign(before, s)
        for seat in (-1, 2, 3) if s.phase != OVER else range(3):
            assert leave_round(s, rules.core_rules, seat) == REFUSED
        assert all(getattr(s, name) == getattr(before, name) for name in s._fields)  # type: ignore[attr-defined]


def test_the_fact_tells_how_many_cards_went_under_the_discards() -> None:
    read, rules = read_position("r5g1g2/b1/y1y2 r7 >0 - b2|- official")
    s = LiveState()
    s.copy_from(read)
    engine.leave_round(s, rules.core_rules, 0)
    assert s.take_facts() == [(F_LEFT, 0, -1, 3)]


def test_views_follow() -> None:
    """To the others the cards of who left lie unknown under the discards."""
    for walk in odd_walks(range(40)):
        for _ in walk.steps(walk.rng.randint(0, 20)):
            pass
        if walk.state.phase == OVER:
            continue
        s = LiveState()
        s.copy_from(walk.state)
        table = Round(walk.rules, s)
        view = table.view(SPECTATOR).copy()
        engine.leave_round(s, walk.rules.core_rules, s.turn)
        for kind, seat, card, amount in s.take_facts():
            if kind == Fact.LEFT:
                before = len(view.discards)
                view.fold(Event(Fact(kind), seat, card, amount))
                assert len(view.discards) == before + amount


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_interpreted_and_compiled_leave_alike(first: int) -> None:
    records = pytest.importorskip("lastcard.backends.records")
    stepping = pytest.importorskip("lastcard.backends.stepping")
    compiled = stepping.CompiledCore()
    for walk in odd_walks(range(first, first + 20)):
        with walk.told():
            for _ in walk.steps(walk.rng.randint(0, 20)):
                pass
            if walk.state.phase == OVER:
                continue
            other = State()
            assign(other, walk.state)
            r, seat = walk.rules.core_rules, walk.state.turn
            assert leave_round(walk.state, r, seat) == compiled.leave_round(other, r, seat)
            assert records.first_difference(walk.state, other, State) is None


# ---------------------------------------------------------------- the sheet


def sheet_of(seats: int, scores: list[int], dealer: int = 0) -> Sheet:
    sheet = Sheet()
    sheet.seats, sheet.dealer = seats, dealer
    sheet.scores[:seats] = scores
    return sheet


def test_I_89_who_leaves_is_ranked_behind_those_who_stay() -> None:
    r = Ruleset.from_id("official").core_rules
    sheet = sheet_of(4, [400, 10, 20, 30])
    leave_match(sheet, r, 0, 1)
    leave_match(sheet, r, 3, 1)
    assert (sheet.ranks[:4], sheet.over, sheet.eliminated) == ([4, 0, 0, 3], 0, 0b1001)
    leave_match(sheet, r, 1, 1)
    assert (sheet.ranks[:4], sheet.over, sheet.winners) == ([4, 2, 1, 3], 1, 0b0100)


def test_I_89_a_side_of_which_one_partner_left_plays_on() -> None:
    r = Ruleset.from_id("official+partners").core_rules
    sheet = sheet_of(4, [100, 50, 100, 50])
    leave_match(sheet, r, 0, 1)
    leave_match(sheet, r, 1, 1)
    assert not sheet.over
    leave_match(sheet, r, 2, 1)
    assert (sheet.over, sheet.winners, sheet.ranks[:4]) == (1, 0b1000, [4, 3, 2, 1])


@pytest.mark.parametrize(("running", "dealer"), [(0, 2), (1, 1)])
def test_I_89_the_coming_deal_passes_on_between_rounds_only(running: int, dealer: int) -> None:
    sheet = sheet_of(3, [0, 0, 0], dealer=1)
    leave_match(sheet, Ruleset.from_id("official").core_rules, 1, running)
    assert sheet.dealer == dealer
