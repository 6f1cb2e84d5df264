"""How to use a `View`, by example."""

import json
import random
from dataclasses import FrozenInstanceError, replace

import pytest

from lastcard import LastCardError, Match, NotationError, Round, Ruleset, View
from lastcard.game.events import told_to

TABLE = "r5r7/g5y1/b5b6 r1 >0 - b1b2b3b4|- official"


def test_a_seat_sees_its_own_hand_and_how_many_the_others_hold() -> None:
    view = Round.from_position(TABLE).view(1)
    assert ([card.text for card in view.hand], view.status.held) == (["g5", "y1"], (2, 2, 2))
    assert str(view) == "?2/g5y1/?2 r1 >0 - 4|- official"


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_U_38_everyone_sees_how_many_cards_each_player_holds(seat: int | None) -> None:
    table = Round.from_position(TABLE.replace("official", "rules-site"))
    table.play("0 r5!")
    assert table.view(seat).status.held == (1, 2, 2)


def test_a_spectator_sees_no_hand() -> None:
    view = Round.from_position(TABLE).view()
    assert (view.seat, view.hand, view.legal) == (None, (), ())


def test_a_view_stays_what_it_was() -> None:
    table = Round.from_position(TABLE)
    view = table.view(0)
    text, data, memory = str(view), view.to_dict(), view.memory.copy()
    table.play("0 r5!")
    table.play("1 draw")
    table.undo()
    assert (str(view), view.to_dict(), view.memory, view.ply) == (text, data, memory, 0)
    assert table.view(0).ply == 1
    with pytest.raises(FrozenInstanceError):
        view.seat = 1  # type: ignore[misc]  # wrong on purpose


def test_views_remember_what_was_so_when_they_were_made() -> None:
    table = Round.from_position(TABLE)
    views = [table.view(0)]
    for move in ("0 r5!", "1 draw", "1 pass", "2 b5!"):
        table.play(move)
        views.append(table.view(0))
    late, early = [view.memory.copy() for view in reversed(views)], [view.memory.copy() for view in views]
    assert early == late[::-1]
    assert [len(memory.drew) for memory in early] == [0, 0, 1, 1, 1]


def test_a_memory_that_somebody_keeps_does_not_learn_what_comes_later() -> None:
    table = Round.from_position(TABLE)
    kept = table.view(0).memory
    before = repr(kept)
    table.play("0 draw")
    assert repr(table.view(0).memory) != before
    assert repr(kept) == before


def test_views_that_remember_other_things_are_not_equal() -> None:
    table = Round.from_position(TABLE)
    table.play("0 r5!")
    view = table.view(1)
    assert view != view.remembering(Round.from_position(TABLE).view(1).memory)


def test_views_that_show_and_remember_the_same_are_equal() -> None:
    one, other = Round.from_position(TABLE), Round.from_position(TABLE)
    assert one.view(1) == other.view(1) and hash(one.view(1)) == hash(other.view(1))
    one.play("0 draw")
    assert one.view(1) != other.view(1)
    other.play("0 draw")
    assert one.view(1) == other.view(1)


def test_legal_actions_are_grouped_as_a_person_would_be_asked() -> None:
    view = Round.from_position("w+4g1/g5y1/b5b6 r1 >0 - b1b2b3b4|- official").view(0)
    assert [str(action) for action in view.legal] == ["g1", "w+4:r", "w+4:g", "w+4:b", "w+4:y", "draw"]
    assert [lay.card.text for lay in view.choices.lays] == ["g1", "w+4"]
    assert (view.choices.colours, view.choices.says) == (("r", "g", "b", "y"), ("draw",))


def test_the_drawn_card_is_known_to_its_seat_only() -> None:
    table = Round.from_position(TABLE)
    events = table.play("0 draw")
    assert table.view(0).drawn is not None and table.view(0).drawn.text == "b1"  # type: ignore[union-attr]  # as said
    assert table.view(1).drawn is None
    assert [event.text for event in told_to(events, 0)] == ["drew 0 b1"]
    assert [event.text for event in told_to(events, 1)] == ["drew 0 ?"]


def test_a_bluff_is_known_to_whoever_made_it() -> None:
    table = Round.from_position("w+4r1g1/g5y1/b5b6 r5 >0 - b1b2b3b4|- official")
    table.play("0 w+4:g")
    assert [table.view(seat).bluffed for seat in (0, 1, None)] == [True, None, None]
    assert table.view(1).status.challengeable
    asked = [str(table.view(seat)).split()[3] for seat in (0, 1, None)]
    assert asked == ["+4?1<r5@0", "+4?<r5@0", "+4?<r5@0"]
    assert table.view(1).choices.says == ("take", "challenge")


def test_a_card_that_cannot_be_challenged_is_neither_a_bluff_nor_honest() -> None:
    table = Round.from_position(TABLE)
    table.play("0 r5!")
    assert [table.view(seat).bluffed for seat in (0, 1, None)] == [None, None, None]


def test_cards_that_were_shown_are_remembered() -> None:
    table = Round.from_position("w+4r1g1/g5y1/b5b6 r5 >0 - b1b2b3b4b7b8|- official")
    table.play("0 w+4:g")
    table.play("1 challenge")
    assert {card.text for card in table.view(1).known(0)} >= {"r1", "g1"}
    assert table.view(2).known(0) == ()


@pytest.mark.parametrize("seat", [-1, 3, "0", True])
def test_nothing_is_known_of_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(LastCardError, match="there is no seat .*: seats go from 0 to 2"):
        Round.from_position(TABLE).view(2).known(seat)


def test_discards_are_known_from_the_newest_on() -> None:
    table = Round.from_position(TABLE)
    table.play("0 r5!")
    table.play("1 g5!")
    assert [card.text if card else "?" for card in table.view(2).discards] == ["r5", "r1"]


def test_fouls_that_would_be_fined_stand_apart() -> None:
    table = Round.from_position("r5r7/g5y1/b5b6 r1 >0 - b1b2b3b4|- rules-site+fines")
    view = table.view(1)
    assert view.legal == ()
    assert [card.text for card in view.fouls.lays] == ["g5", "y1"]
    assert (view.fouls.call, view.fouls.false_call, view.fouls.catch) == (True, False, (0, 2))
    longer = Round.from_position("r5r7b1/g5y1/b5b6 r1 >0 - b2b3b4|- rules-site+fines")
    assert [longer.view(seat).fouls.false_call for seat in (0, 1, 2)] == [True, False, False]


def test_where_hand_sizes_are_hidden_others_have_none() -> None:
    view = Round.from_position(TABLE.replace("official", "official+count-info=hidden")).view(1)
    assert view.status.held == (None, 2, None)
    assert str(view).split()[0] == "~/g5y1/~"
    assert view.fouls.catch == (0, 2), "anybody may be accused"


def test_where_hand_sizes_are_hidden_only_the_own_duty_to_call_shows() -> None:
    table = Round.from_position(TABLE.replace("official", "official+count-info=hidden"))
    table.play("0 r5")
    seen = [table.view(seat).status for seat in (0, 1, None)]
    assert [(status.catchable, status.forgot) for status in seen] == [((0,), (0,)), ((), ()), ((), ())]
    table.play("0 call")
    assert [table.view(seat).status.called for seat in (0, 1, None)] == [(0,), (), ()]


def test_hidden_hand_sizes_are_not_remembered_either() -> None:
    table = Round.from_position(TABLE.replace("official", "official+count-info=hidden"))
    table.play("0 r5!")
    table.play("1 g5!")
    memory = table.view(2).memory
    assert memory.status.held == (None, None, 2)
    assert [choice.held for choices in memory.choices for choice in choices] == [(None, None, 2)] * 2


@pytest.mark.parametrize("rules", ["official+stack+seven-zero+jump-in", "juno-serious", "rules-site+fines", "one"])
def test_a_view_goes_through_json(rules: str) -> None:
    table = Round.deal(rules, seats=4, seed=3)
    rng = random.Random(1)
    while not table.over and table.ply < 60:
        for seat in (None, *range(4)):
            view = table.view(seat)
            again = View.from_dict(json.loads(json.dumps(view.to_dict())), table.rules)
            assert again.to_dict() == view.to_dict() and again.legal == view.legal
        table.act(table.awaited[0], rng.choice(table.legal(table.awaited[0])))


@pytest.mark.parametrize(
    "change",
    [{"format": 9}, {"hand": "r5"}, {"hand": [5]}, {"status": None}, {"status": {}}, {"seat": "0"}, {"ply": 1.5},
     {"choices": {"lays": [{"card": "r5", "how": "sideways"}]}}, {"more": 1}, {"drawn": "r99"},
     {"scores": [0, 0, 10**50]}, {"scores": [0, 0, -(10**50)]}],
)  # fmt: skip
def test_what_is_no_view_is_refused(change: dict[str, object]) -> None:
    data = Round.from_position(TABLE).view(0).to_dict()
    with pytest.raises(NotationError):
        View.from_dict(data | change, Ruleset.from_id("official"))


@pytest.mark.parametrize(
    ("field", "value"),
    [("stock", 999_999), ("stock", -1), ("seats", 99), ("turn", 3), ("held", [1]), ("awaited", [9]), ("direction", 5),
     ("points", [1]), ("laid_by", -1), ("claims", {"catch": [7]}), ("discards", 2**31 - 1)],
)  # fmt: skip
def test_a_status_no_table_could_show_is_refused(field: str, value: object) -> None:
    data = Round.from_position(TABLE).view(0).to_dict()
    data["status"][field] = value
    with pytest.raises(NotationError):
        View.from_dict(data, Ruleset.from_id("official"))


@pytest.mark.parametrize("choices", [{"says": ["dance"]}, {"colours": ["z"]}, {"name": ["z"]}, {"catch": [5]}])
def test_choices_that_do_not_exist_are_refused(choices: dict[str, object]) -> None:
    data = Round.from_position(TABLE).view(0).to_dict()
    with pytest.raises(NotationError):
        View.from_dict(data | {"choices": choices}, Ruleset.from_id("official"))


def test_a_view_that_is_not_an_object_is_refused() -> None:
    for data in (None, [], 5, "view"):
        with pytest.raises(NotationError):
            View.from_dict(data, Ruleset.from_id("official"))


def test_what_is_remembered_late_is_what_was_remembered_at_once() -> None:
    table, other = Round.from_position(TABLE), Round.from_position(TABLE)
    at_once, views = [], []
    for move in ("0 draw", "0 pass", "1 draw", "1 pass", "2 draw"):
        table.play(move)
        other.play(move)
        at_once.append(table.view(0).memory.copy())
        views.append(other.view(0))
    assert [view.memory for view in reversed(views)] == at_once[::-1]


def test_views_that_show_other_things_are_not_equal() -> None:
    view = Round.from_position(TABLE).view(1)
    assert view != replace(view, scores=(0, 0, 100))


def test_the_text_of_a_view_shows_the_drawn_card_to_its_seat_only() -> None:
    table = Round.from_position(TABLE)
    table.play("0 draw")
    assert str(table.view(0)) == "r5r7b1/?2/?2 r1 >0 b1 3|- official"
    assert str(table.view(1)) == "?3/g5y1/?2 r1 >0 ? 3|- official"


@pytest.mark.parametrize(
    ("line", "hands"),
    [
        ("g1!/b1b2 r7 >1 @0 b3b4|- official", "?!/b1b2"),
        ("g1*/b1b2 r7 >1 @0 b3b4|- official", "?*/b1b2"),
        ("g1**/b1b2 r7 >1 - b3b4|- rules-md+uno-duty=on-hold", "?**/b1b2"),
        ("g1*%^/b1b2 r7 >1 @0 b3b4|- rules-site+fines", "?*%^/b1b2"),
    ],
)
def test_the_text_of_a_view_shows_who_called_and_who_owes_a_call(line: str, hands: str) -> None:
    assert str(Round.from_position(line).view(1)).split()[0] == hands


def test_a_view_read_from_json_remembers_its_own_hand_only() -> None:
    table = Round.from_position(TABLE)
    table.play("0 r5!")
    table.play("1 g5")
    view = View.from_dict(table.view(1).to_dict(), table.rules)
    assert [[card.text for card in view.known(seat)] for seat in range(3)] == [[], ["y1"], []]
    assert view.discards == (None, None)
    assert str(view) == "?!/y1*/?2 g5 >2 @1 4|2 official"


@pytest.mark.parametrize("seats", [2, 10])
def test_a_view_of_the_smallest_and_the_largest_table_goes_through_json(seats: int) -> None:
    match = Match("official", seats=seats, seed=1)
    view = match.round.view(0)
    assert view.scores == (0,) * seats
    assert View.from_dict(view.to_dict(), match.rules).to_dict() == view.to_dict()


@pytest.mark.parametrize("seats", [1, 11])
def test_a_table_of_so_many_seats_is_refused(seats: int) -> None:
    data = Round.from_position(TABLE).view(0).to_dict()
    data["status"] |= {"seats": seats, "held": [2] * seats, "turn": 0, "dealer": 0, "awaited": [0]}
    with pytest.raises(NotationError, match="a table has 2 to 10 seats"):
        View.from_dict(data, Ruleset.from_id("official"))


def test_hand_sizes_go_through_json_hidden_or_not_but_within_the_pack() -> None:
    table = Round.from_position(TABLE.replace("official", "official+count-info=hidden"))
    data = table.view(1).to_dict()
    assert View.from_dict(data, table.rules).status.held == (None, 2, None)
    data["status"]["held"] = [None, 2, 109]
    with pytest.raises(NotationError, match="the pack has 108 cards"):
        View.from_dict(data, table.rules)


def test_private_is_what_a_view_adds_for_its_seat() -> None:
    table = Round.deal("rules-site", seats=3, seed=4)
    for _ in range(12):
        for seat in range(3):
            view = table.view(seat)
            assert table.private(seat) == (view.hand, view.drawn, view.bluffed, view.choices, view.fouls)
        table.act(table.awaited[0], table.legal(table.awaited[0])[-1])
