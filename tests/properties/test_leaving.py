"""I-88, I-89: a seat may leave a running round at any time; cards are kept, play goes on, and every reading agrees."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from lastcard.archive.journal import Journal
from lastcard.archive.record import Record
from lastcard.archive.recorded import RecordedMatch
from lastcard.archive.replay import Replay
from lastcard.backends.live import LiveState, engine
from lastcard.backends.records import first_difference
from lastcard.backends.stepping import CompiledCore
from lastcard.core.layout import Sheet, State
from lastcard.core.leave import leave_round
from lastcard.core.match import leave_match
from lastcard.core.records import assign
from lastcard.core.terms import ACCEPTED, CARDS, F_LEFT, OVER, REFUSED
from lastcard.game.match import Match
from lastcard.game.round import Round
from lastcard.notation import read_position, write_position
from lastcard.rules import Ruleset
from lastcard.sim.engines import compiled_rules
from properties.test_cards import check_state
from strategies import seat_counts
from walks import RULES, Walk, awaited, cards_in, hand_of, legal_actions, odd_ruleset, odd_walks, walks


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


# ---------------------------------------------------------------- at a table


class Lines:
    """Keeps the lines of a journal in memory."""

    def __init__(self) -> None:
        self.kept: list[str] = []

    def append(self, lines: Sequence[str]) -> None:
        self.kept += lines


def some_move(table: Round, rng: Random) -> tuple[int, str]:
    """A seat and what it does: mostly what the table waits for, and now and then it leaves."""
    seat = rng.choice(table.awaited) if rng.random() < 0.8 else rng.randrange(table.seats)
    if rng.random() < 0.05 and seat not in table.status.out:
        return seat, "leave"
    actions = table.legal(seat) or table.legal(seat := rng.choice(table.awaited))
    return seat, str(rng.choice(actions))


def check_views(table: Round) -> None:
    """Everybody remembers what they hold and what lies open, and knows nothing that is not so."""
    s = table.live_state()
    for seat in (*range(table.seats), None):
        view = table.view(seat)
        assert len(view.discards) == s.n_discards
        for card, pile in zip(view.discards, s.pile[CARDS - s.n_discards :], strict=True):
            assert card is None or card.code == pile
        for other in range(table.seats):
            known = Counter(card.code for card in view.known(other))
            assert known == Counter(hand_of(s, other)) if other == seat else known <= Counter(hand_of(s, other))


def check_kept(match: RecordedMatch, keeper: Lines) -> None:
    """The journal and the record say how the match went."""
    assert Journal(keeper.kept).match() == match.match
    replay = Replay(Record.from_text(match.record.text))
    table = replay.run()
    assert (table.status, table.events, table.leavers) == (match.round.status, match.round.events, match.round.leavers)
    assert [table.view(seat).hand for seat in range(table.seats)] == [
        match.round.view(seat).hand for seat in range(table.seats)
    ]
    assert (replay.over, replay.winners) == (match.match.over, match.match.winners)


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_matches_in_which_seats_leave_are_kept_and_replayed(first: int) -> None:
    for number in range(first, first + 20):
        rng = Random(number)
        rules = odd_ruleset(rng)
        keeper = Lines()
        match = RecordedMatch(Match(rules, seats=max(seat_counts(rules)), seed=number), keeper)
        for _ in range(60):
            if match.match.over:
                break
            table = match.round
            cards, out = cards_in(table.live_state()), match.match.eliminated
            seat, move = some_move(table, rng)
            match.act(seat, move)
            assert cards_in(table.live_state()) == cards, "a card was made or lost"
            assert match.match.eliminated == (tuple(sorted({*out, seat})) if move == "leave" else out)
            check_views(table)
            if table.over:
                match.next_round()
        check_kept(match, keeper)


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_interpreted_and_compiled_leave_alike(first: int) -> None:
    compiled = CompiledCore(compiled_rules())
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
            assert first_difference(walk.state, other, State) is None


# ---------------------------------------------------------------- the sheet


def sheet_of(seats: int, scores: list[int], dealer: int = 0) -> Sheet:
    sheet = Sheet()
    sheet.seats, sheet.dealer = seats, dealer
    sheet.scores[:seats] = scores
    return sheet


def test_I_89_who_leaves_is_ranked_behind_those_who_stay() -> None:
    r = Ruleset.from_id("official").core_rules
    sheet = sheet_of(4, [400, 10, 20, 30])
    leave_match(sheet, r, 0)
    leave_match(sheet, r, 3)
    assert (sheet.ranks[:4], sheet.over, sheet.eliminated) == ([4, 0, 0, 3], 0, 0b1001)
    leave_match(sheet, r, 1)
    assert (sheet.ranks[:4], sheet.over, sheet.winners) == ([4, 2, 1, 3], 1, 0b0100)


def test_I_89_a_side_of_which_one_partner_left_plays_on() -> None:
    r = Ruleset.from_id("official+partners").core_rules
    sheet = sheet_of(4, [100, 50, 100, 50])
    leave_match(sheet, r, 0)
    leave_match(sheet, r, 1)
    assert not sheet.over
    leave_match(sheet, r, 2)
    assert (sheet.over, sheet.winners, sheet.ranks[:4]) == (1, 0b1000, [4, 3, 2, 1])


def test_I_89_the_present_round_keeps_its_dealer() -> None:
    sheet = sheet_of(3, [0, 0, 0], dealer=1)
    leave_match(sheet, Ruleset.from_id("official").core_rules, 1)
    assert sheet.dealer == 1
