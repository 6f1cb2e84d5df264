"""How to use a `Match`, by example."""

import copy
import pickle
import random
from collections.abc import Callable

import pytest

from lastcard import LastCardError, Left, Match, RecordedMatch, Replay, Round, Ruleset, ScoreSheet
from lastcard.errors import NotationError
from lastcard.game.sheet import MOST_ROUNDS


def play_round(match: Match, seed: int = 1) -> None:
    """Play the present round to its end by random moves."""
    rng = random.Random(seed)
    while not match.round.over:
        seat = match.round.awaited[0]
        match.round.act(seat, rng.choice(match.round.legal(seat)))


def test_a_match_deals_rounds_until_its_rule_ends_it() -> None:
    match = Match("official+target=100", seats=3, seed=1)
    rounds = 0
    while not match.over:
        play_round(match, rounds)
        match.next_round()
        rounds += 1
    assert match.rounds == rounds
    assert max(match.scores) >= 100
    assert [match.ranks[seat] for seat in match.winners] == [1] * len(match.winners)


def test_the_winner_of_a_round_starts_the_next_one() -> None:
    match = Match("official+first-seat=winner+start-action=redraw+start-wild=redraw", seats=3, seed=1)
    assert match.round.turn == (match.round.dealer + 1) % 3
    for number in range(4):
        play_round(match, number)
        (winner,) = match.round.winners
        match.next_round()
        assert match.round.turn == winner


def test_the_next_round_waits_for_the_end_of_this_one() -> None:
    match = Match("official", seats=2, seed=1)
    with pytest.raises(LastCardError, match="the round is not over yet"):
        match.next_round()


def test_after_the_end_there_is_no_next_round() -> None:
    match = Match("official+single-round", seats=2, seed=1)
    play_round(match)
    match.next_round()
    assert match.over
    with pytest.raises(LastCardError, match="the match is over"):
        match.next_round()


def test_the_same_seed_plays_the_same_match() -> None:
    one, other = (Match("juno-classic", seats=3, seed=7) for _ in range(2))
    for number in range(3):
        play_round(one, number)
        play_round(other, number)
        assert one == other
        one.next_round()
        other.next_round()
    assert one == other


def test_without_a_seed_nobody_can_predict_the_cards() -> None:
    assert len({str(Match("official").round) for _ in range(5)}) == 5


def test_a_match_goes_on_from_given_scores() -> None:
    match = Match("official", seats=3, seed=1, sheet=ScoreSheet(scores=(480, 120, 0), dealer=2, rounds=4))
    assert (match.scores, match.dealer, match.rounds) == ((480, 120, 0), 2, 4)
    assert match.round.dealer == 2
    assert match.round.view(0).scores == (480, 120, 0)


def test_eliminated_seats_stay_out() -> None:
    sheet = ScoreSheet(scores=(10, 500, 20, 30), dealer=0, rounds=6, eliminated=(1,))
    match = Match("official+elimination=500", seats=4, seed=1, sheet=sheet)
    assert match.round.status.out == (1,)
    assert match.eliminated == match.round.view(0).eliminated == (1,)


@pytest.mark.parametrize(
    "sheet",
    [
        ScoreSheet(scores=(0, 0), dealer=0),
        ScoreSheet(scores=(0, 0, 0), dealer=3),
        ScoreSheet(scores=(0, 0, 10**10), dealer=0),
        ScoreSheet(scores=(0, 0, 0), dealer=0, eliminated=(0, 1)),
        ScoreSheet(scores=(0, 0, 0), dealer=0, eliminated=(5,)),
        ScoreSheet(scores=(0, 0, 0), dealer=1, eliminated=(1,)),
        ScoreSheet(scores=(0, 0, 0), dealer=0, over=True),
        ScoreSheet(scores=(0, 0, 0), dealer=0, rounds=-1),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(sheet: ScoreSheet) -> None:
    with pytest.raises(LastCardError):
        Match("official", seats=3, sheet=sheet)


def test_a_seat_that_is_out_of_the_match_does_not_deal() -> None:
    with pytest.raises(LastCardError, match="seat 1 cannot deal: it is not in the match"):
        Match("official", seats=3, sheet=ScoreSheet(scores=(0, 0, 0), dealer=1, eliminated=(1,)))


def test_a_match_does_not_go_on_with_one_player() -> None:
    with pytest.raises(LastCardError, match="at least two sides of the table must still be in the match"):
        Match("official", seats=3, sheet=ScoreSheet(scores=(0, 0, 0), dealer=2, eliminated=(0, 1)))


def test_a_sheet_goes_through_json() -> None:
    match = Match("official", seats=3, seed=1)
    play_round(match)
    match.next_round()
    rules = Ruleset.from_id("official")
    assert ScoreSheet.from_dict(match.sheet.to_dict(), rules) == match.sheet
    with pytest.raises(NotationError):
        ScoreSheet.from_dict({"scores": "many"}, rules)


def test_a_match_may_begin_with_a_round_that_was_set_up() -> None:
    table = Round.from_position("r5/g5y1 r1 >0 - b1b2b3b4|- official")
    match = Match.from_round(table)
    assert (match.youngest, match.rounds, match.opening_events) == (0, 0, ())
    match.play("0 r5")
    match.next_round()
    assert match.scores == (6, 0)


def test_a_round_that_a_match_begins_with_is_copied() -> None:
    table = Round.deal("official", seats=3, seed=1)
    match = Match.from_round(table)
    assert match.round == table and table.scores is None
    match.round.act(match.round.turn, "draw")
    assert table.ply == 0


def test_seats_that_a_round_was_dealt_without_are_out_of_its_match() -> None:
    match = Match.from_round(Round.deal("official", seats=3, seed=1, dealer=1, away=(2,)))
    assert (match.eliminated, match.ranks, match.over) == ((2,), (0, 0, 3), False)
    played = RecordedMatch(match)
    play_round(match := played.match.copy())
    match.next_round()
    assert match.eliminated == match.round.status.out == (2,)
    assert Replay(played.record).run().status == played.round.status


@pytest.mark.parametrize(
    ("rules", "sheet"),
    [
        ("official", ScoreSheet(scores=(600, 0, 0), dealer=0)),
        ("official", ScoreSheet(scores=(0, 500, 0), dealer=0, rounds=4)),
        ("official+rounds=3", ScoreSheet(scores=(0, 5, 0), dealer=0, rounds=3)),
        ("official+single-round", ScoreSheet(scores=(0, 5, 0), dealer=0, rounds=1)),
        ("rules-site+survival=100", ScoreSheet(scores=(0, 50, 60), dealer=1)),
        ("official", ScoreSheet(scores=(0, 0, 0), dealer=0, ranks=(3, 3, 3))),
        ("official", ScoreSheet(scores=(0, 0, 0), dealer=0, ranks=(1, 0, 3), eliminated=(2,))),
    ],
)
def test_a_match_that_is_decided_is_not_continued(rules: str, sheet: ScoreSheet) -> None:
    with pytest.raises(LastCardError, match="already decided|has no rank yet"):
        Match(rules, seats=3, sheet=sheet)


@pytest.mark.parametrize("ranks", [(0, 0, 4), (0, 0, -1), (0, 0), (0, 0, 0, 3), (0, 0, "3")])
def test_a_sheet_has_one_possible_rank_for_each_seat(ranks: tuple[int, ...]) -> None:
    sheet = ScoreSheet(scores=(0, 0, 0), dealer=0, ranks=ranks, eliminated=(2,))
    with pytest.raises(LastCardError, match="3 ranks from 0 to 3, one for each seat, or none"):
        Match("official", seats=3, sheet=sheet)


@pytest.mark.parametrize("seat", [3, 4, -1, "0"])
def test_only_seats_of_the_table_can_be_eliminated(seat: int) -> None:
    sheet = ScoreSheet(scores=(0, 0, 0), dealer=0, eliminated=(seat,))
    with pytest.raises(LastCardError, match="eliminated seats must be numbers from 0 to 2"):
        Match("official", seats=3, sheet=sheet)


def test_a_sheet_without_ranks_has_none_for_any_seat() -> None:
    sheet = ScoreSheet(scores=(10,) * 10, dealer=0)
    assert Match("official", seats=10, sheet=sheet).sheet.ranks == (0,) * 10


def play_out(match: Match) -> Match:
    while not match.round.over:
        match.round.act(match.round.turn, match.round.legal(match.round.turn)[0])
    return match


def test_every_round_has_a_key_of_its_own() -> None:
    match, keys = Match("official+rounds=3", seats=2, seed=bytes(32)), []
    for _ in range(3):
        keys.append(match.key)
        play_out(match).next_round()
    assert len(set(keys)) == 3


def test_a_round_has_the_same_key_when_the_match_is_begun_from_its_sheet() -> None:
    match = Match("official", seats=2, seed=bytes(32))
    play_out(match).next_round()
    again = Match("official", seats=2, seed=bytes(32), sheet=match.sheet)
    assert again.key == match.key


@pytest.mark.parametrize("change", [3, None, "draw"])
def test_only_what_was_prepared_is_published(change: object) -> None:
    with pytest.raises(LastCardError, match="publish expects a prepared move or deal, not"):
        Match("official", seats=2).publish(change)  # type: ignore[arg-type]  # wrong on purpose


def in_the_last_possible_round(rules: str) -> Match:
    sheet = ScoreSheet(scores=(0, 0), dealer=0, rounds=MOST_ROUNDS - 1)
    return play_out(Match(rules, seats=2, seed=1, sheet=sheet))


def test_the_last_possible_round_may_end_a_match() -> None:
    match = in_the_last_possible_round(f"official+rounds={MOST_ROUNDS}")
    match.next_round()
    assert match.over and match.rounds == MOST_ROUNDS


def test_no_round_follows_the_last_possible_one() -> None:
    match = in_the_last_possible_round("official")
    with pytest.raises(LastCardError, match="at most 30,000 rounds"):
        match.next_round()


def test_a_match_just_before_its_end_is_continued() -> None:
    for rules, sheet in (
        ("official", ScoreSheet(scores=(499, 0, 0), dealer=0, rounds=4)),
        ("official", ScoreSheet(scores=(600, 0, 0), dealer=1, ranks=(3, 0, 0), eliminated=(0,))),
        ("official+rounds=3", ScoreSheet(scores=(0, 5, 0), dealer=0, rounds=2)),
        ("official+single-round", ScoreSheet(scores=(0, 0, 0), dealer=0)),
    ):
        assert not Match(rules, seats=3, sheet=sheet).over


def test_the_next_deal_is_prepared_before_it_shows() -> None:
    match = Match("official", seats=2, seed=1)
    play_round(match)
    before, standing = str(match.round), match.copy()
    deal = match.prepare_round()
    assert (str(match.round), match.scores, match.rounds) == (before, (0, 0), 0)
    assert match == standing
    match.publish(deal)
    assert match.round is deal.round and match.sheet == deal.sheet
    with pytest.raises(LastCardError, match="prepared for another round"):
        match.publish(deal)


def test_a_deal_prepared_for_a_round_that_was_changed_is_refused() -> None:
    match = Match.from_round(Round.from_position("r5/g5y1 r1 >0 - b1b2b3b4|- official"))
    match.play("0 r5")
    deal = match.prepare_round()
    match.round.undo()
    match.play("0 r5")
    with pytest.raises(LastCardError, match="prepared for another round"):
        match.publish(deal)
    match.next_round()
    assert match.scores == (6, 0)


def test_a_key_deals_a_round_that_anybody_can_deal_again() -> None:
    match = Match("official", seats=3, seed=1)
    play_round(match)
    deal = match.prepare_round(key=bytes(range(32)))
    assert deal.round is not None
    again = Round.deal("official", seats=3, seed=bytes(range(32)), dealer=deal.sheet.dealer)
    assert str(again) == str(deal.round)


@pytest.mark.parametrize(
    "given", [{"youngest": 3}, {"youngest": -1}, {"seats": 1}, {"seed": b"short"}, {"key": b"short"}]
)
def test_a_match_that_cannot_be_is_refused(given: dict[str, int]) -> None:
    with pytest.raises(LastCardError):
        Match("official", **{"seats": 3, **given})  # type: ignore[arg-type]  # wrong on purpose


def test_I_89_a_seat_that_left_is_out_of_the_match() -> None:
    match = Match("official", seats=3, seed=1)
    match.round.leave(1)
    assert (match.eliminated, match.ranks, match.over) == ((1,), (0, 3, 0), False)
    play_round(match)
    match.next_round()
    assert match.sheet.eliminated == match.round.status.out == (1,)
    assert match.scores[1] == 0 and match.dealer != 1


def test_I_89_the_last_who_stays_wins_the_match_and_the_round_is_still_written() -> None:
    match = Match("official", seats=3, seed=1)
    match.play("1 leave")
    match.play("0 leave")
    assert match.round.over and match.over
    assert (match.winners, match.ranks, match.rounds) == ((2,), (2, 3, 1), 0)
    match.next_round()
    assert (match.winners, match.ranks, match.rounds) == ((2,), (2, 3, 1), 1)
    assert match.scores[2] == match.round.points[2] > 0
    with pytest.raises(LastCardError, match="the match is over"):
        match.next_round()


def test_who_comes_back_by_undo_is_in_the_match_again() -> None:
    match = Match("official", seats=2, seed=1)
    before = match.copy()
    match.round.leave(0)
    assert match.over
    match.round.undo()
    assert match == before and not match.over


# ---------------------------------------------------------------- leaving between rounds


def test_I_89_a_seat_may_leave_when_the_round_is_over_and_its_points_count() -> None:
    match = Match("official", seats=3, seed=1)
    play_round(match)
    (winner,), points = match.round.winners, match.round.points
    assert match.round.leave(winner) == (Left(winner, 0),)
    assert match.round.leavers == (winner,) and not match.over
    match.next_round()
    assert match.scores == points
    assert match.eliminated == match.round.status.out == (winner,)
    assert match.ranks[winner] == 3 and match.dealer != winner


def test_I_89_when_all_but_one_leave_between_rounds_the_next_round_is_not_dealt() -> None:
    match = Match("official", seats=3, seed=1)
    play_round(match)
    match.play("2 leave")
    match.play("0 leave")
    match.next_round()
    assert (match.over, match.winners, match.ranks) == (True, (1,), (2, 1, 3))
    assert match.rounds == 1 and match.round.over


def test_I_89_who_won_the_match_with_the_round_may_leave_and_has_won() -> None:
    table = Round.from_position("r5/g5y1 r1 >0 - b1b2b3b4|- official+target=5")
    match = Match.from_round(table)
    match.play("0 r5")
    match.play("0 leave")
    match.next_round()
    assert (match.over, match.winners, match.ranks) == (True, (0,), (1, 2))


def test_I_89_a_seat_that_is_knocked_out_may_leave_at_once() -> None:
    table = Round.from_position("#90/r5r6/b5b6 r1 >1 - b1b2b3b4|- official+hand-limit=25:aside")
    match = Match.from_round(table)
    match.play("0 leave")
    assert (match.eliminated, match.ranks, match.over) == ((0,), (3, 0, 0), False)
    play_round(match)
    match.next_round()
    assert match.round.status.out == (0,)


@pytest.mark.parametrize("again", ["1 leave", "2 leave", "3 leave"])
def test_who_is_out_of_the_match_cannot_leave_it(again: str) -> None:
    sheet = ScoreSheet(scores=(10, 500, 20, 30), dealer=0, rounds=6, eliminated=(1,))
    match = Match("official+elimination=500", seats=4, seed=1, sheet=sheet)
    match.play("3 leave")
    play_round(match)
    match.play("2 leave")
    with pytest.raises(LastCardError, match="is refused"):
        match.play(again)


def test_nobody_leaves_a_match_that_is_over_nor_a_round_without_a_match() -> None:
    match = Match("official+single-round", seats=2, seed=1)
    play_round(match)
    match.next_round()
    alone = Round.from_position("-/g5y1 r1 >0 $0 b1b2b3b4|- official")
    for table in (match.round, alone):
        with pytest.raises(LastCardError, match="is refused"):
            table.leave(1)
    assert match.over


def test_a_leave_between_rounds_is_undone_like_any_move() -> None:
    match = Match("official", seats=2, seed=1)
    play_round(match)
    before = match.copy()
    match.play("0 leave")
    match.round.undo()
    assert match == before and match.round.leavers == ()
    match.next_round()
    assert not match.over


# ---------------------------------------------------------------- after the end


def test_undo_after_the_end_takes_the_match_back_too() -> None:
    match = Match("official+single-round", seats=2, seed=1)
    play_round(match)
    match.next_round()
    ended, twin = match.sheet, match.copy()
    last = match.round.moves[-1]
    match.round.undo()
    assert (match.over, match.winners, match.rounds, match.scores) == (False, (), 0, (0, 0))
    assert twin.over and twin.sheet == ended
    match.round.act(last.seat, last.action)
    assert not match.over
    match.next_round()
    assert match == twin and match.sheet == ended


# ---------------------------------------------------------------- copies


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, Match.copy, lambda match: pickle.loads(pickle.dumps(match))])
def test_a_copy_deals_the_same_later_rounds(how: Callable[[Match], Match]) -> None:
    match = Match("official", seats=2, seed=1)
    twin = how(match)
    assert twin == match and repr(twin) == repr(match)
    assert twin.round is not match.round
    for one in (match, twin):
        play_round(one)
        one.next_round()
    assert twin == match
    twin.round.leave(0)
    assert twin != match


def test_a_match_that_is_over_is_over_in_its_copies() -> None:
    match = Match("official+single-round", seats=2, seed=1)
    play_round(match)
    match.next_round()
    for twin in (match.copy(), pickle.loads(pickle.dumps(match))):
        assert twin == match and twin.over
        twin.round.undo()
        assert not twin.over
    assert match.over


def test_copies_go_their_own_way() -> None:
    match = Match("official", seats=2, seed=1)
    twin = match.copy()
    play_round(twin)
    twin.next_round()
    assert match.rounds == 0 and match.round.ply == 0 and twin != match


def test_a_move_prepared_before_the_match_ended_is_not_published() -> None:
    match = Match("one", seats=3, seed=1)
    while not match.over:
        while not match.round.over:
            seat = match.round.awaited[0]
            match.round.act(seat, match.round.legal(seat)[0])
        change = match.round.prepare(2, "leave")
        match.next_round()
    with pytest.raises(LastCardError, match="prepare it again"):
        match.publish(change)
    assert match.round.leavers == ()
