"""How to use a `Round`, by example."""

import json
import random

import pytest

from lastcard import (
    Action,
    ActionKind,
    Claims,
    IllegalAction,
    LastCardError,
    Move,
    NotationError,
    Phase,
    Round,
    Ruleset,
)
from lastcard.game.events import Called, Drew, ForgotCall, How, Laid, Left, Revealed, Won
from lastcard.game.status import NO_FOULS
from lastcard.game.values import values_of
from lastcard.rules.decks import Deck

TABLE = "b5r5/g5y1 r1 >0 - b1b2b3b4|- official"


# ---------------------------------------------------------------- dealing


def test_a_round_is_dealt_by_rules_and_seats() -> None:
    table = Round.deal("juno-seven0+jump-in", seats=3)
    assert (table.seats, table.dealer, table.ply, table.over) == (3, 0, 0, False)
    assert table.rules == Ruleset.from_id("juno-seven0+jump-in")


def test_without_a_seed_nobody_can_predict_the_cards() -> None:
    assert len({str(Round.deal("official")) for _ in range(5)}) == 5


def test_the_same_seed_deals_the_same_cards_and_goes_on_with_the_same() -> None:
    for seed in (0, 7, 2**62, bytes(range(32))):
        one, other = Round.deal("official", seed=seed), Round.deal("official", seed=seed)
        assert one == other
        while not one.over and one.ply < 300:  # the discards are shuffled again on the way
            move = str(one.legal(one.awaited[0])[-1])
            one.play(move)
            other.play(move)
        assert str(one) == str(other)


def test_the_seed_of_a_position_deals_unknown_cards_and_shuffles() -> None:
    rules = Ruleset.from_id("official")
    line = "?2/g5y1 r1 >0 - b1|b2b3b4b5b6b7b8b9"

    def drawn_by(seed: int) -> tuple[list[str], str]:
        table = Round.from_position(line, rules, seed=seed)
        hand = [card.text for card in table.view(0).hand]
        for move in ("0 draw", "0 pass", "1 draw", "1 pass"):
            table.play(move)
        return hand, str(table)

    assert drawn_by(1) == drawn_by(1)
    assert len({str(drawn_by(seed)[0]) for seed in range(9)}) > 1
    assert Round.from_position(line, rules) == Round.from_position(line, rules, seed=0)
    stocks = {drawn_by(seed)[1].split()[4] for seed in range(9)}
    assert len(stocks) > 1, "the discards are shuffled by the seed"


def test_a_deal_from_a_given_order_of_cards() -> None:
    deck = Ruleset.from_id("official").deck
    pack = [deck.text[code] for code in deck.pack()]
    random.Random(1).shuffle(pack)
    table = Round.deal("official", seats=2, stock="".join(pack), dealer=1)
    assert sorted(card.text for card in table.view(0).hand) == sorted(pack[0:14:2])
    assert table.status.top.text == pack[14]


@pytest.mark.parametrize("stock", ["", "r5", "x9", "r5" * 108])
def test_an_order_that_is_not_the_whole_pack_is_refused(stock: str) -> None:
    with pytest.raises(LastCardError):
        Round.deal("official", stock=stock)


@pytest.mark.parametrize("away", [[0, 1, 2, 3], [0, 1, 2], [7], [-1], [4], ["0"], [True]])
def test_seats_that_cannot_be_away_are_refused(away: list[int]) -> None:
    with pytest.raises(LastCardError):
        Round.deal("official", seats=4, away=away)


def test_unless_told_otherwise_four_play_and_seat_0_deals_and_is_the_youngest() -> None:
    table = Round.deal("official+first-seat=youngest", seed=2)
    assert (table.seats, table.dealer, table.turn) == (4, 0, 0)
    assert (table.view(0).scores, table.view(0).rounds) == (None, 0)


def test_absent_seats_get_no_cards() -> None:
    table = Round.deal("official", seats=4, seed=1, away=[1, 3])
    assert table.status.held == (7, 0, 7, 0) and table.status.out == (1, 3)


@pytest.mark.parametrize("given", [{"dealer": 4}, {"youngest": -1}, {"seats": 1}, {"seats": 11}, {"seed": b"short"}])
def test_a_table_that_cannot_be_is_refused(given: dict[str, int]) -> None:
    with pytest.raises(LastCardError):
        Round.deal("official", **{"seats": 4, **given})  # type: ignore[arg-type]  # wrong on purpose


# ---------------------------------------------------------------- asking


def test_what_a_seat_may_do_now() -> None:
    table = Round.from_position(TABLE)
    assert [str(action) for action in table.legal(0)] == ["r5", "draw"]
    assert table.legal(1) == ()
    lay, draw = table.legal(0)
    assert (lay.kind, lay.cards[0].text, draw.kind) == (ActionKind.LAY, "r5", ActionKind.DRAW)


def test_what_a_seat_may_do_in_groups() -> None:
    choices = Round.from_position(TABLE).choices(0)
    assert [(lay.card.text, lay.how) for lay in choices.lays] == [("r5", How.TURN)]
    assert (choices.says, choices.call_with, choices.batch) == (("draw",), 1, 1)


def test_a_batch_says_what_may_join_and_when_the_call_goes_with_it() -> None:
    choices = Round.from_position("r7r7b7g1/g5y1 r1 >0 - b1b2b3b4|- juno-serious").choices(0)
    joins = {lay.card.text: [card.text for card in lay.joins] for lay in choices.lays}
    assert joins == {"r7": ["r7", "b7"], "g1": []}
    assert (choices.batch, choices.call_with) == (3, 3)


def test_a_jump_in_is_one_card() -> None:
    choices = Round.from_position("r7b7g1y1/g5y1 r7 >1 @1 b1b2b3b4|- juno-serious+jump-in").choices(0)
    assert [(lay.card.text, lay.how, lay.joins) for lay in choices.lays] == [("r7", How.JUMP_IN, ())]
    assert (choices.batch, choices.call_with) == (1, None)


def test_where_nobody_has_to_call_no_lay_carries_a_call() -> None:
    assert Round.from_position("r5y5/g2b2 r1 >0 - b1b2b3b4|- one").choices(0).call_with is None


def test_an_answer_is_told_from_a_jump_in() -> None:
    table = Round.from_position("r+2b1/g+2y1/r5r6 r+2 >1 +2@2 b1b2b3b4|- official+stack+jump-in")
    assert [(lay.card.text, lay.how) for lay in table.choices(1).lays] == [("g+2", How.ANSWER)]
    assert [(lay.card.text, lay.how) for lay in table.choices(0).lays] == [("r+2", How.JUMP_IN)]
    assert table.choices(1).says == ("take",)


def test_what_everybody_sees() -> None:
    status = Round.from_position(TABLE).status
    assert (status.turn, status.phase, status.awaited) == (0, Phase.TURN, (0,))
    assert (status.top.text, status.colour, status.held, status.stock) == ("r1", "r", (2, 2), 4)
    assert (status.laid_by, status.points, status.winners) == (None, None, ())


def test_nothing_is_scored_before_the_end() -> None:
    assert Round.from_position(TABLE).points == (0, 0)


@pytest.mark.parametrize("seat", [-1, 2, 12, True])
def test_a_seat_that_does_not_exist_is_an_error_of_ours(seat: int) -> None:
    table = Round.from_position(TABLE)
    for ask in (table.legal, table.fouls, table.choices, table.view):
        with pytest.raises(LastCardError, match="there is no seat"):
            ask(seat)


# ---------------------------------------------------------------- playing


def test_a_move_is_text_and_gives_events() -> None:
    table = Round.from_position(TABLE)
    events = table.play("0 r5!")
    laid, called = events
    assert isinstance(laid, Laid) and (laid.seat, laid.card.text, laid.colour, laid.called) == (0, "r5", None, True)
    assert called == Called(0)
    assert table.moves == (Move(0, Action.from_text("r5!", table.rules)),)
    assert (table.ply, table.events, table.turn) == (1, events, 1)


def test_without_a_seat_a_move_is_that_of_the_awaited_seat() -> None:
    table = Round.from_position(TABLE)
    (drew,) = table.play("draw")
    assert isinstance(drew, Drew) and (drew.seat, drew.card.text if drew.card else None) == (0, "b1")


def test_the_awaited_seat_may_be_another_than_the_one_on_turn() -> None:
    table = Round.from_position("w+4g1g2/b1b2/y1y2 r7 >0 - b3b4b5b6|- rules-site+wd-condition=none")
    table.play("0 w+4:g")
    table.play("1 take")
    assert (table.awaited, table.turn) == ((1,), 2)
    table.play("ready")
    assert (table.moves[-1].seat, table.awaited) == (1, (2,))


def test_after_the_end_every_move_is_refused() -> None:
    table = Round.from_position("r5/g5y1 r1 >0 - b1|- official")
    table.play("r5")
    with pytest.raises(IllegalAction):
        table.play("draw")


@pytest.mark.parametrize("seat", ["0", True, None, 0.0])
def test_only_a_number_is_a_seat_that_acts(seat: int) -> None:
    with pytest.raises(LastCardError, match="a seat must be a number"):
        Round.from_position(TABLE).act(seat, "r5")


def test_an_action_may_be_a_value() -> None:
    table = Round.from_position(TABLE)
    table.act(0, table.legal(0)[0])
    assert table.events[1] == ForgotCall(0)


def test_an_action_of_another_deck_is_read_by_its_text() -> None:
    odd = Deck.from_toml('name = "odd"\ncolours = { r = "red" }\n[ranks]\n5 = { count = 20 }\n1 = { count = 20 }\n')
    action = Action.from_text("r5", Ruleset(deck=odd, hand_size=3))
    table = Round.from_position(TABLE)
    assert action.codes != table.legal(0)[0].codes
    table.act(0, action)
    assert table.status.top.text == "r5"


def test_a_call_goes_with_the_last_card_of_a_batch() -> None:
    rules = Ruleset.from_id("juno-serious")
    batch, called = (Action.from_text(text, rules) for text in ("r7g7", "r7g7!"))
    values = values_of(rules)
    assert values.with_call(batch).codes == called.codes
    assert values.without_call(called).codes == batch.codes
    draw = Action.from_text("draw", rules)
    assert values.with_call(draw) == values.without_call(draw) == draw


def test_events_since_a_ply() -> None:
    table = Round.from_position(TABLE)
    first = table.play("0 r5!")
    later = table.play("1 draw")
    assert table.events_since(0) == (*first, *later)
    assert table.events_since(1) == later
    assert table.events_since(2) == ()


def test_what_is_refused_changes_nothing_and_tells_no_hand() -> None:
    table = Round.from_position(TABLE)
    with pytest.raises(IllegalAction) as caught:
        table.play("1 g5")
    assert str(table) == str(Round.from_position(TABLE)) and table.ply == 0
    assert "b5" not in str(caught.value) and "y1" not in str(caught.value)


@pytest.mark.parametrize("move", ["", " ", "0", "lunch", "0 lunch", "0 r5 r5", "r55", "0 draw!", "x" * 10_000])
def test_what_cannot_be_read_is_refused(move: str) -> None:
    with pytest.raises((NotationError, IllegalAction)):
        Round.from_position(TABLE).play(move)


def test_moves_are_taken_back() -> None:
    table = Round.deal("official", seats=3, seed=4)
    lines = []
    for _ in range(9):
        lines.append(str(table))
        table.act(table.awaited[0], table.legal(table.awaited[0])[0])
    table.undo()
    assert (str(table), table.ply) == (lines[8], 8)
    table.undo(5)
    assert (str(table), table.ply) == (lines[3], 3)
    with pytest.raises(LastCardError):
        table.undo(4)


def test_what_was_taken_back_is_not_remembered() -> None:
    table, other = Round.from_position(TABLE), Round.from_position(TABLE)
    table.play("0 r5!")
    assert table.view(1).memory.discards
    table.undo()
    for one in (table, other):
        one.play("0 draw")
    assert table.view(1).memory == other.view(1).memory


def drawn_on(table: Round, moves: int) -> Round:
    """The table after moves in which everybody only draws and passes."""
    for _ in range(moves):
        table.act(table.turn, "pass" if table.phase is Phase.DRAWN else "draw")
    return table


def test_taking_back_shuffles_the_stock_by_a_key_and_nothing_else() -> None:
    table = drawn_on(Round.deal("official", seats=3, seed=5), 6)
    stood = str(drawn_on(Round.deal("official", seats=3, seed=5), 2)).split()
    lines = []
    for key in (bytes(32), bytes(range(32))):
        twin = table.copy()
        twin.take_back(2, key)
        lines.append(str(twin).split())
        after = str(drawn_on(twin, 3))
        twin.play("draw" if twin.phase is not Phase.DRAWN else "pass")
        twin.undo()
        assert str(twin) == after, "undoing deals other cards"
    (stock, other), cards = (line[4].split("|")[0] for line in lines), stood[4].split("|")[0]
    assert [line[:4] for line in lines] == [stood[:4]] * 2
    assert len({stock, other, cards}) == 3 and len({"".join(sorted(order)) for order in (stock, other, cards)}) == 1


def test_a_shuffle_goes_with_the_moves_it_belonged_to() -> None:
    table = drawn_on(Round.deal("official", seats=3, seed=5), 6)
    table.take_back(4, bytes(32))
    table.undo(2)
    after = str(drawn_on(table, 4))
    drawn_on(table, 1).undo()
    assert str(table) == after == str(drawn_on(Round.deal("official", seats=3, seed=5), 6))


@pytest.mark.parametrize("ply", [-1, 7])
def test_what_was_not_played_cannot_be_taken_back(ply: int) -> None:
    table = drawn_on(Round.deal("official", seats=3, seed=5), 6)
    before = str(table)
    with pytest.raises(LastCardError, match="cannot go back to move .* of 6"):
        table.take_back(ply, bytes(32))
    for moves in (0, -1, 7):
        with pytest.raises(LastCardError, match="cannot take back .* of 6 moves"):
            table.undo(moves)
    assert str(table) == before


def test_all_moves_can_be_taken_back() -> None:
    for back in (lambda table: table.take_back(0, bytes(32)), lambda table: table.undo(6)):
        table = drawn_on(Round.deal("official", seats=3, seed=5), 6)
        back(table)
        assert table.ply == 0 and len(table.view(0).hand) == 7


def test_a_move_made_again_tells_the_same() -> None:
    table = Round.from_position(TABLE)
    table.play("0 r5!")
    first = table.play("1 draw")
    table.undo()
    assert table.play("1 draw") == first


def test_undo_stops_at_the_stock_of_a_take_back() -> None:
    table = drawn_on(Round.deal("official", seats=3, seed=5), 6)
    table.take_back(3, bytes(32))
    line = str(table)
    drawn_on(table, 3)
    table.undo(3)
    assert str(table) == line


def test_taking_back_twice_to_the_same_place_keeps_cards_that_were_drawn_since() -> None:
    table = drawn_on(Round.deal("official", seats=3, seed=5), 6)
    for key in (bytes(32), bytes(range(32))):
        table.take_back(3, key)
        drawn_on(table, 3)
    line = str(table)
    drawn_on(table, 2).undo(2)
    assert str(table) == line


def test_taking_back_nothing_still_shuffles_the_stock() -> None:
    table = drawn_on(Round.deal("official", seats=3, seed=5), 6)
    before, moves = str(table), table.moves
    table.take_back(6, bytes(32))
    assert table.moves == moves
    assert str(table).split("|")[0] != before.split("|")[0]


def test_a_copy_goes_its_own_way_and_knows_all_its_moves() -> None:
    table = Round.from_position(TABLE)
    table.play("0 r5!")
    twin = table.copy()
    assert twin == table and twin.moves == table.moves
    twin.play("1 draw")
    assert twin != table and table.ply == 1
    twin.undo(2)
    assert str(twin) == str(Round.from_position(TABLE))


def test_rounds_that_stand_alike_are_equal() -> None:
    played = Round.from_position(TABLE)
    played.play("0 r5!")
    assert played == Round.from_position("b5!/g5y1 r5 >1 @0 b1b2b3b4|r1 official")
    assert Round.from_position(TABLE) == Round.from_position(TABLE, seed=9)
    assert Round.from_position(TABLE) != Round.from_position(TABLE.replace("official", "juno-classic"))


@pytest.mark.parametrize("rules", ["official", "rules-site+low-score", "one", "official+teams=partners"])
def test_a_round_set_up_from_its_position_is_equal_and_scores_the_same(rules: str) -> None:
    for seed in range(3):
        table = Round.deal(rules, seats=4, seed=seed)
        while not table.over:
            table.act(seat := table.awaited[0], table.legal(seat)[0])
            assert Round.from_position(str(table)) == table
        assert Round.from_position(str(table)).points == table.points


def test_other_cards_in_the_piles_make_another_round() -> None:
    for line in (TABLE.replace("b1b2b3b4", "b1b2b4b3"), TABLE.replace("|-", "|r9")):
        assert Round.from_position(line) != Round.from_position(TABLE)
    one, other = (Round.from_position(TABLE.replace("|-", f"|{discards}")) for discards in ("r9g9", "g9r9"))
    assert one != other


def test_a_position_is_read_with_rules_given_by_their_id() -> None:
    line = TABLE.removesuffix(" official")
    assert Round.from_position(line, "official") == Round.from_position(TABLE)
    with pytest.raises(LastCardError, match="must be a Ruleset or its id"):
        Round.from_position(line, 5)  # type: ignore[arg-type]  # wrong on purpose


def test_a_position_is_read_with_a_deck_that_only_its_rules_have() -> None:
    deck = Deck.from_toml('name = "own"\ncolours = { r = "red" }\n[ranks]\n5 = { count = 20 }\n1 = { count = 20 }\n')
    rules = Ruleset.from_id("official").replace(deck=deck, hand_size=3)
    table = Round.deal(rules, seats=2, seed=1)
    assert Round.from_position(str(table), rules) == table
    with pytest.raises(LastCardError, match="no deck"):
        Round.from_position(str(table))


def test_the_repr_makes_it_again() -> None:
    table = Round.from_position(TABLE)
    assert eval(repr(table)) == table


# ---------------------------------------------------------------- prepare and publish


def test_a_prepared_move_does_not_show_before_it_is_published() -> None:
    table = Round.from_position(TABLE)
    before, view = str(table), table.view(1)
    change = table.prepare(0, "r5!")
    assert (str(table), table.ply, table.view(1)) == (before, 0, view)
    assert change.played.events[1] == Called(0)
    assert table.publish(change) == change.played.events
    assert table.ply == 1


# ---------------------------------------------------------------- leaving


def test_I_88_a_seat_leaves_for_good() -> None:
    table = Round.from_position("b5r5/g5y1/y5y6y7 r1 >1 - b1b2b3b4|- official")
    assert table.leave(1) == (Left(1, 2),)
    assert (table.turn, table.leavers, table.status.out, table.status.discards) == (2, (1,), (1,), 2)
    assert table.legal(1) == () and table.view(1).hand == () and table.view(1).known(1) == ()
    with pytest.raises(IllegalAction, match="seat 1 is out of the round"):
        table.leave(1)


def test_leaving_is_a_move_that_nobody_is_offered() -> None:
    table = Round.from_position("b5r5/g5y1/y5y6y7 r1 >1 - b1b2b3b4|- official")
    before = str(table)
    assert all(action.kind is not ActionKind.LEAVE for seat in range(3) for action in table.legal(seat))
    change = table.prepare(0, "leave")
    assert str(table) == before
    table.publish(change)
    assert str(table.moves[0]) == "0 leave"
    assert Action.from_dict(table.moves[0].action.to_dict(), table.rules) == table.moves[0].action
    assert table.moves[0].action.kind is ActionKind.LEAVE
    table.undo()
    assert (str(table), table.leavers) == (before, ())


def test_I_88_the_last_side_left_wins() -> None:
    table = Round.from_position("b5r5/g5y1/y5y6y7 r1 >1 - b1b2b3b4|- official")
    table.play("0 leave")
    events = table.play("2 leave")
    assert table.over and table.winners == (1,)
    assert Won(1, 5 + 5 + 5 + 6 + 7) in events
    with pytest.raises(IllegalAction, match="the round is over"):
        table.leave(1)


def test_a_seat_may_leave_whatever_the_table_waits_for() -> None:
    table = Round.from_position("b5r5^/g5y1/y5y6y7 r1 >1 - b1b2b3b4|- rules-site")
    table.leave(2)
    assert table.awaited == (0,)
    table.leave(0)
    assert table.over and table.winners == (1,)


@pytest.mark.parametrize("seat", [-1, 3, 10**9])
def test_a_seat_that_is_not_there_cannot_leave(seat: int) -> None:
    with pytest.raises(IllegalAction, match="there is no such seat"):
        Round.deal("official", seats=3).leave(seat)


# ---------------------------------------------------------------- claims


@pytest.mark.parametrize("mark", ["!", "*"])
def test_the_time_to_catch_does_not_tell_whether_somebody_forgot(mark: str) -> None:
    table = Round.from_position(f"g1{mark}/b1b2/y1y2 r5 >1 @0 g3g4|- official")
    assert table.status.claims.catch == (1, 2)


def test_who_forgot_may_still_call_and_the_others_may_catch() -> None:
    table = Round.from_position("g1*/b1b2/y1y2 r7 >1 @0 b3b4|- official")
    assert table.status.claims == Claims(call=(0,), catch=(1, 2))


def test_claims_are_open_by_what_everybody_sees() -> None:
    table = Round.from_position("g1g2/b1b2/y1y2 w+4:g >1 +4?1<r5@0 g3g4|r5 official+jump-in")
    assert table.status.claims == Claims(challenge=(1,), jump_in=(0, 1, 2))
    assert table.view().status.claims == table.view(0).status.claims == table.status.claims
    table.play("1 take")
    assert table.status.claims == Claims()


def test_a_prepared_move_fits_only_the_table_it_was_prepared_for() -> None:
    one, other = Round.from_position(TABLE), Round.from_position(TABLE)
    change = one.prepare(0, "r5!")
    for table in (other, one.copy()):
        with pytest.raises(LastCardError, match="prepared for another state"):
            table.publish(change)
    one.play("0 r5!")
    later = one.prepare(1, "g5")
    one.undo()
    one.play("0 draw")
    with pytest.raises(LastCardError, match="prepared for another state"):
        one.publish(later)


# ---------------------------------------------------------------- the end


def test_at_the_end_hands_are_laid_open_where_they_are_counted() -> None:
    table = Round.from_position("r5/g5y1/- r1 >0 - b1b2b3b4|- official".replace("/-", "/b9w"))
    events = table.play("0 r5")
    opened = {event.seat: "".join(card.text for card in event.cards) for event in events if isinstance(event, Revealed)}
    assert opened == {1: "g5y1", 2: "b9w"}
    assert Won(0, 65) in events and table.winners == (0,) and table.points == (65, 0, 0)


@pytest.mark.parametrize("rules", ["official+round-score=none+single-round", "official+round-score=flat:1000"])
def test_where_hands_are_not_counted_they_stay_closed(rules: str) -> None:
    table = Round.from_position(f"r5/g5y1 r1 >0 - b1b2b3b4|- {rules}")
    assert not any(isinstance(event, Revealed) for event in table.play("0 r5"))


@pytest.mark.parametrize("fine", ["fine-illegal=1", "fine-false-call=1"])
def test_a_view_lists_fouls_where_one_kind_is_fined(fine: str) -> None:
    table = Round.from_position(f"b5r5g1/g5y1 r1 >0 - b1b2b3b4|- official+{fine}")
    assert table.fouls(0) != () and table.view(0).fouls != NO_FOULS


# ---------------------------------------------------------------- as JSON


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("draw", {"kind": "draw"}),
        (":g", {"kind": "name", "colour": "g"}),
        (">2", {"kind": "choose", "seats": [2]}),
        ("catch 1", {"kind": "catch", "seats": [1]}),
        ("w:b!", {"kind": "lay", "cards": ["w"], "colour": "b", "calls": True, "closed": True}),
        ("r7g7>2>1", {"kind": "lay", "cards": ["r7", "g7"], "seats": [2, 1], "calls": False, "closed": True}),
        ("r7&", {"kind": "lay", "cards": ["r7"], "calls": False, "closed": False}),
    ],
)
def test_an_action_as_data_has_its_parts(text: str, data: dict[str, object]) -> None:
    assert Action.from_text(text, Ruleset.from_id("juno-serious")).to_dict() == {"action": text, **data}


def test_everything_goes_through_json_and_comes_back() -> None:
    table = Round.deal("rules-site+fines", seats=3, seed=5)
    rng = random.Random(1)
    seen = set()
    while not table.over and table.ply < 400:
        seat = table.awaited[0]
        action = rng.choice(table.legal(seat))
        assert Action.from_dict(json.loads(json.dumps(action.to_dict())), table.rules) == action
        for event in table.act(seat, action):
            seen.add(type(event))
            assert type(event).from_dict(json.loads(json.dumps(event.to_dict())), table.rules) == event
    assert len(seen) > 6


@pytest.mark.parametrize(
    "data",
    [None, 5, [], {}, {"event": "laid"}, {"event": "lunch"}, {"event": ["called"]}, {"event": "called", "seat": "0"},
     {"event": "called", "seat": 0, "more": 1}, {"event": "called", "seat": True}, {"event": "called", "seat": 10**40},
     {"event": "won", "seat": 0, "points": -(10**40)},
     {"event": "drew", "seat": 0, "card": "r99"}, {"event": "revealed", "seat": 0, "cards": ["r5"] * 5000}],
)  # fmt: skip
def test_what_is_no_event_is_refused(data: object) -> None:
    from lastcard.game.events import Event

    with pytest.raises(NotationError):
        Event.from_dict(data, Ruleset.from_id("official"))


@pytest.mark.parametrize("data", [None, 5, [], {}, {"action": 5}, {"action": None}, {"action": "r99"}])
def test_what_is_no_action_is_refused(data: object) -> None:
    with pytest.raises(NotationError):
        Action.from_dict(data, Ruleset.from_id("official"))
