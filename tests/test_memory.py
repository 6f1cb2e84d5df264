"""A seat's memory contains what it was told, and nothing else."""

from lastcard.game.memory import RECENT, Did
from lastcard.game.round import Round
from lastcard.game.view import View


def play(line: str, *moves: str) -> Round:
    """Return a table after some moves."""
    table = Round.from_position(line)
    for move in moves:
        table.play(move)
    return table


def known(view: View, seat: int) -> list[str]:
    """Return the cards that a seat is known to hold."""
    return [card.text for card in view.known(seat)]


# ---------------------------------------------------------------- cards a hand seems not to hold


def test_what_is_known_about_a_hand_moves_with_the_hand() -> None:
    table = Round.from_position("r7r1r2/b1b2b4/y5y6g7 g3 >1 - g1y1y2y3y4y8|g9 official+seven-zero+draw-voluntary=no")
    table.play("1 draw")
    table.play("1 pass")
    table.play("2 g7>1")
    assert [lack.cards for lack in table.view(0).memory.lacks[2]] == [3]
    assert table.view(0).memory.lacks[1] == []


def test_a_lack_is_sure_if_the_player_had_to_play_unless_a_last_card_may_be_banned() -> None:
    for hand, sure in (("b1b2", True), ("b1", False)):
        table = play(f"r7r1r2/{hand}/y5y6g7 g3 >1 - g1y1y2y3|g9 official+draw-voluntary=no", "1 draw")
        (lack,) = table.view(0).memory.lacks[1]
        assert (lack.sure, lack.cards) == (sure, len(hand) // 2)


def test_drawing_until_something_fits_is_remembered_once() -> None:
    table = Round.from_position("r7r1r2/b1b2b3/y5y6g7 g3 >1 - g1y1y2y4r4r8|g9 rules-md+draw-until")
    table.play("1 draw")
    assert len(table.view(0).memory.lacks[1]) == 1


def test_a_lack_is_forgotten_when_the_hand_lays_such_a_card() -> None:
    table = Round.from_position("r7g1g2/r1r2b3/y5y6 r9 >1 - b1y1y2y3y4y8|r3 official")
    table.play("1 draw")
    table.play("1 pass")
    table.play("2 draw")
    table.play("2 pass")
    table.play("0 r7")
    assert [(str(lack.face), lack.cards) for lack in table.view(0).memory.lacks[1]] == [("r9", 3)]
    table.play("1 r1")  # this may be the card just drawn
    assert [(str(lack.face), lack.cards) for lack in table.view(0).memory.lacks[1]] == [("r9", 3)]
    table.play("2 draw")
    table.play("2 pass")
    table.play("0 draw")
    table.play("0 pass")
    table.play("1 r2")  # this is not
    assert table.view(0).memory.lacks[1] == []


# ---------------------------------------------------------------- colours a hand probably holds


def test_a_colour_named_for_a_wild_is_probably_held() -> None:
    table = play("r1r2r3/wg1g2/y5y6 b3 >1 - b1b2b4|b9 official", "1 w:g")
    assert table.view(0).memory.holds == [[], ["g"], []]
    assert table.view(1).memory.holds == [[], [], []], "nobody guesses at their own hand"
    table.play("2 draw")
    table.play("2 pass")
    table.play("0 draw")
    table.play("0 pass")
    table.play("1 g1!")
    assert table.view(0).memory.holds[1] == [], "it may have been the only one"


def test_a_wild_as_the_last_card_says_nothing_about_the_hand() -> None:
    table = play("r1r2r3/w/y5y6 b3 >1 - b1b2b4|b9 official", "1 w:g")
    assert table.view(0).memory.holds[1] == [] and table.view(0).memory.lacks[1] == []


def test_U_32_a_proven_bluff_shows_that_the_colour_is_held() -> None:
    line = "r8g2b7/b1y3/y5y6 w+4:g >1 +4?1<r5@0 b1b2b3b4b5b6b7b8b9|r5 official"
    table = play(line, "1 challenge")
    assert [table.view(seat).memory.holds[0] for seat in (0, 1, 2, None)] == [[], ["r"], ["r"], ["r"]]
    assert [(one.seat, one.guilty) for one in table.view(2).memory.doubted] == [(0, True)]


# ---------------------------------------------------------------- what lays say about a hand


def test_a_lay_is_remembered_with_the_situation() -> None:
    table = Round.from_position("r1r2r3/r9g5y1y4/b3b6 r5 >1 - 60|g2 official")
    table.play("1 g5")
    table.play("2 draw")
    table.play("2 pass")
    choices = table.view(0).memory.choices
    (choice,) = choices[1]
    assert (str(choice.under), str(choice.face)) == ("r5", "g5")
    assert choice.held == (3, 4, 2)
    assert choice.seen == (1, 1, 0, 0)  # r5 and g2
    assert choices[2] == []


def test_later_lays_show_what_a_lay_was_chosen_from_and_drawn_cards_do_not() -> None:
    table = Round.from_position("r1r2r3r6b1/r9r4y1y4y8 r5 >1 - b2r7b3b4|g2 official")
    for text in ("1 r9", "0 r1", "1 r4", "0 r2", "1 draw", "1 pass", "0 r3"):
        table.play(text)
    first, second = table.view(0).memory.choices[1]
    assert list(map(str, first.since)) == ["r9", "r4"]
    assert list(map(str, second.since)) == ["r4"]
    assert (first.young, second.young) == (1, 1)


def test_a_card_drawn_and_laid_was_not_among_those_chosen_from() -> None:
    table = Round.from_position("r1r2r3r5/r9y1y4 r5 >1 - r7b1b2b3|g2 official")
    for text in ("1 r9", "0 r1", "1 draw", "1 r7"):
        table.play(text)
    (choice,) = table.view(0).memory.choices[1]
    assert (list(map(str, choice.since)), choice.young) == (["r9"], 0)


def test_only_the_last_lays_are_remembered() -> None:
    table = play("r1r2r3r4r5r6r7r8r9/g1g2 r1 >0 - b1b2b3b4b5b6b7b8b9g3g4|- official")
    for card in "23456789":
        for move in (f"0 r{card}", "1 draw", "1 pass"):
            table.play(move)
    assert [str(choice.face) for choice in table.view(1).memory.choices[0]] == [f"r{n}" for n in range(4, 10)]


def test_lays_are_forgotten_when_the_hand_changes() -> None:
    table = Round.from_position("r7r1r2/r3b1b2/r4y5y6 r9 >1 - 60|g9 official+seven-zero")
    for text in ("1 r3", "2 r4", "0 r7>1"):
        table.play(text)
    assert [len(choices) for choices in table.view(2).memory.choices] == [0, 0, 0]
    assert [len(choices) for choices in table.view(0).memory.choices] == [0, 0, 1]


# ---------------------------------------------------------------- known cards


SWAP = "g7r1b1b1/g2b2/y5y6y8 g3 >0 - g1y1y2y3y4|g9 official+seven-zero"


def test_a_hand_given_away_is_known_until_it_is_played() -> None:
    table = play(SWAP, "0 g7>1")
    assert [known(table.view(seat), 1) for seat in (0, 2, None)] == [["r1", "b1", "b1"], [], []]
    assert known(table.view(0), 0) == ["g2", "b2"]
    for move in ("1 draw", "1 g1", "2 draw", "2 y1", "0 draw", "0 pass", "1 b1"):
        table.play(move)
    assert known(table.view(0), 1) == ["r1", "b1"]


def test_cards_of_a_seat_that_is_out_are_forgotten() -> None:
    line = "g7r1r2b1b3/g2b4/y5y6 g3 >0 - g+2y1y2y3y4|g9 official+seven-zero+hand=5+hand-limit=6:discard"
    view = play(line, "0 g7>1", "1 draw", "1 pass", "2 draw", "2 pass", "0 draw", "0 pass", "1 draw").view(0)
    assert view.status.out == (1,) and known(view, 1) == []
    assert (view.memory.lacks[1], view.memory.holds[1], view.memory.choices[1]) == ([], [], [])
    assert [card and card.text for card in view.discards] == ["g3", "g9", *[None] * 6]


def test_cards_shown_in_a_challenge_are_known_once() -> None:
    line = "g7w+4b1g5/g2b2/y5y6y8 g3 >0 - g1y1y2y3y4b5b6b7b8b9|g9 official+seven-zero+challenge=4,2,stays,any"
    table = play(line, "0 g7>1", "1 w+4:b")
    assert known(table.view(0), 1) == ["g5", "b1"]
    table.play("0 challenge")
    assert known(table.view(0), 1) == ["g5", "b1"]
    assert known(table.view(2), 1) == []


def test_a_refill_leaves_the_discards_under_a_card_that_may_go_back() -> None:
    line = "w+4r1/g5y1/b5b6 r5 >0 - -|b2b3b7b8g2 official+challenge=4,2,returns,target"
    table = play(line, "0 w+4:g", "2 catch 0")
    assert [card and card.text for card in table.view(1).discards] == ["r5"]


# ---------------------------------------------------------------- a copy


def test_a_copy_of_a_memory_shares_nothing_that_changes() -> None:
    table = play(SWAP, "0 g7>1", "1 draw", "1 g1", "2 draw", "2 y1", "0 draw", "0 pass", "1 b1")
    memory = table.view(0).memory
    assert memory.known[1] and memory.lacks[2] and memory.choices[1] and memory.drew
    before, twin = repr(memory), memory.copy()
    assert twin == memory
    for move in ("2 draw", "2 pass", "0 draw", "0 pass", "1 b1"):
        table.play(move)
        played = table._history[-1]
        twin.learn(played.events, played.status)
    assert repr(memory) == before
    assert twin != memory


# ---------------------------------------------------------------- the last events, and signs


def test_the_last_events_are_remembered_in_order_and_draws_in_a_row_once() -> None:
    table = play("r7r1r2/b1b2b3/y5y6g7 g3 >1 - g1y1y2y4r4r8|g9 rules-md+draw-until", "1 draw")
    drew = [(event.seat, event.did) for event in table.view(0).memory.recent]
    assert drew == [(1, Did.DREW)]
    table = play("r7r1r2/b1r3/y5y6 r9 >0 - g1y1y2y3y4y8|g9 official", "0 r7", "1 r3!", "2 draw")
    recent = [(event.seat, event.did, event.face and event.face.text) for event in table.view(1).memory.recent]
    assert recent == [(0, Did.LAID, "r7"), (1, Did.LAID, "r3"), (2, Did.DREW, None)]


def test_only_so_many_events_are_remembered() -> None:
    table = Round.deal("official", seats=2, seed=1)
    while not table.over and table.ply < 3 * RECENT:
        table.act(table.awaited[0], table.legal(table.awaited[0])[-1])
    assert len(table.view(0).memory.recent) == RECENT


def test_a_draw_is_a_sign_that_a_hand_lacks_the_colour_until_it_lays_one() -> None:
    table = play("r7g1g2/r1b2b3/y5y6 r9 >1 - b1y1y2y3y4y8|r3 official", "1 draw")
    viewers = (0, 2, None)
    assert [table.view(viewer).memory.without[1]["r"] for viewer in viewers] == [2, 2, 2]
    table.play("1 pass")
    assert [table.view(viewer).memory.without[1]["r"] for viewer in viewers] == [1, 1, 1]
    table.play("2 draw")
    table.play("2 pass")
    table.play("0 r7")
    table.play("1 r1")
    assert table.view(0).memory.without[1] == {"r": 0, "g": 0, "b": 0, "y": 0}
    assert table.view(0).memory.without[2]["r"] == 1


def test_signs_move_with_the_hand() -> None:
    table = play("r7r1r2/b1b2b4/y5y6g7 g3 >1 - g1y1y2y3y4y8|g9 official+seven-zero", "1 draw", "1 pass", "2 g7>1")
    assert [signs["g"] for signs in table.view(0).memory.without] == [0, 0, 1]


def test_signs_that_a_hand_lacks_a_colour_go_with_the_hand() -> None:
    table = Round.from_position("g1g0y1/r2b2/g5y5y6 g3 >0 - y1y2y3y4|g9 official+seven-zero")
    for move in ("0 g1", "1 draw", "1 pass", "2 g5"):
        table.play(move)
    one, two = (dict(table.view(0).memory.without[seat]) for seat in (1, 2))
    assert one != two and any(one.values())
    table.play("0 g0")
    after = table.view(0).memory.without
    assert after[2] == one, "the hand of seat 1 is now held by seat 2"
    assert after[0] == two
