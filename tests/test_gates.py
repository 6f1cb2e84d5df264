"""Wrong arguments: a clear error of our own, and nothing half-applied."""

import pickle
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lastcard import (
    Action,
    Event,
    FileKeeper,
    Journal,
    LastCardError,
    Match,
    NotationError,
    Reason,
    Record,
    RecordedMatch,
    Replay,
    Round,
    Ruleset,
    ScoreSheet,
    Speaker,
    View,
    told_to,
)

POSITION = "b5r5/g5y1 r1 >0 - b1b2b3b4|- official"


def a_round() -> Round:
    table = Round.from_position(POSITION)
    table.play("draw")
    return table


@pytest.mark.parametrize(
    "wrong",
    [
        lambda table: table.play(None),
        lambda table: table.play(5),
        lambda table: table.play(b""),
        lambda table: table.act(0, None),
        lambda table: table.act("0", "draw"),
        lambda table: table.legal("0"),
        lambda table: table.view("a"),
        lambda table: table.undo("1"),
        lambda table: table.undo(1.0),
        lambda table: table.undo(10**5000),
        lambda table: table.events_since("1"),
        lambda table: table.events_since(-1),
        lambda table: table.take_back("0", bytes(32)),
        lambda table: table.take_back(0, b"x"),
        lambda table: table.take_back(0, "abc"),
        lambda table: table.publish(None),
    ],
)
def test_a_wrong_argument_leaves_the_round_as_it_was(wrong: Callable[[Any], object]) -> None:
    table = a_round()
    before = str(table), table.moves, table.view(0)
    with pytest.raises(LastCardError):
        wrong(table)
    assert (str(table), table.moves, table.view(0)) == before
    table.play("pass")


@pytest.mark.parametrize(
    "given",
    [
        {"rules": None},
        {"rules": 5},
        {"rules": {}},
        {"seats": "4"},
        {"seats": None},
        {"dealer": "0"},
        {"youngest": None},
        {"away": 5},
        {"away": None},
        {"away": "0"},
        {"away": ["0"]},
        {"stock": 5},
        {"stock": b"r5"},
        {"seed": 1.5},
        {"seed": "abc"},
        {"seed": True},
        {"seed": -1},
        {"seed": 1 << 64},
        {"seed": b"short"},
    ],
)
def test_a_deal_with_wrong_arguments_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(LastCardError):
        Round.deal(**{"rules": "official", "seats": 4, **given})


@pytest.mark.parametrize(
    "given",
    [
        {"rules": None},
        {"seats": "4"},
        {"youngest": "a"},
        {"youngest": None},
        {"sheet": {}},
        {"sheet": ScoreSheet(scores=(0, 0, 0), dealer=0, ranks="abc")},  # type: ignore[arg-type]  # wrong on purpose
        {"sheet": ScoreSheet(scores=(0, 0, 0), dealer=0, ranks=(1, 2))},
        {"sheet": ScoreSheet(scores=(0, 0, 0), dealer=0, ranks=(1, 2, 99))},
        {"sheet": ScoreSheet(scores="abc", dealer=0)},  # type: ignore[arg-type]  # as above
        {"sheet": ScoreSheet(scores=(0, 0, 0), dealer="a")},  # type: ignore[arg-type]  # as above
        {"sheet": ScoreSheet(scores=(0, 0, 0), dealer=0, rounds="a")},  # type: ignore[arg-type]  # as above
        {"sheet": ScoreSheet(scores=(0, 0, 0), dealer=0, eliminated=5)},  # type: ignore[arg-type]  # as above
        {"sheet": ScoreSheet(scores=(0, 0, 0), dealer=0, winners=(1,))},
        {"seed": 2**20000},
        {"seed": "abc"},
        {"seed": -1},
        {"key": "abc"},
        {"key": 5},
    ],
)
def test_a_match_with_wrong_arguments_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(LastCardError):
        Match(**{"rules": "official", "seats": 3, **given})


def test_D47_two_partners_alone_cannot_continue_a_match() -> None:
    sheet = ScoreSheet(scores=(0, 0, 0, 0), dealer=0, eliminated=(1, 3))
    with pytest.raises(LastCardError, match="two sides"):
        Match("official+teams=partners", seats=4, sheet=sheet)
    with pytest.raises(LastCardError, match="two sides"):
        Round.deal("official+teams=partners", seats=4, away=[1, 3])


@pytest.mark.parametrize("key", ["abc", 5, b"x"])
def test_a_wrong_key_deals_no_round(key: Any) -> None:
    match = Match.from_round(Round.from_position("r5/g5y1 r1 >0 - b1b2b3b4|- official"))
    match.play("0 r5")
    with pytest.raises(LastCardError, match="a key"):
        match.prepare_round(key)


def test_seeds_up_to_64_bits_differ() -> None:
    assert len({str(Round.deal("official", seed=seed)) for seed in (0, 1, (1 << 64) - 1, (1 << 63) - 1)}) == 4


@pytest.mark.parametrize(
    "make",
    [
        lambda: Journal([1]),
        lambda: Journal(None),
        lambda: Journal("path"),
        lambda: Record.from_text(b""),
        lambda: Record.from_text(None),
        lambda: Record.from_bytes(""),
        lambda: Replay(None),
        lambda: RecordedMatch(None),
        lambda: RecordedMatch(Match("one", seats=2), "file"),
        lambda: RecordedMatch.resume("path"),
        lambda: RecordedMatch.resume("path", []),
        lambda: FileKeeper.create(None),
        lambda: FileKeeper.reopen(3),
        lambda: Match.from_round(3),
    ],
)
def test_what_is_of_a_wrong_type_is_refused_by_its_name(make: Callable[[], object]) -> None:
    with pytest.raises(LastCardError, match=" not | has none"):
        make()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Round.from_position(POSITION, seed=[1]),
        lambda: Round.from_position("?7/?7 r1 >0 - ?9|- official", seed=[1]),
        lambda: Match("official", seats=2, sheet=ScoreSheet(scores=(0, 0), dealer=10**5000)),
        lambda: Record.load(5),
        lambda: Record.load(None),
        lambda: RecordedMatch(Match("one", seats=2)).record.save(None),
        lambda: Ruleset.from_id("official").deck.count(5),
    ],
)
def test_what_cannot_be_is_an_error_of_ours(wrong: Callable[[], object]) -> None:
    with pytest.raises(LastCardError):
        wrong()


def test_any_refused_action_can_be_told() -> None:
    with pytest.raises(LastCardError) as caught:
        a_round().act(10**5000, "draw")
    assert "a number of" in str(caught.value) and len(str(caught.value)) < 200


@pytest.mark.parametrize("parts", [{}, {"turn": 1, "card": "r5"}])
def test_a_reason_has_the_parts_of_its_sentence(parts: dict[str, Any]) -> None:
    with pytest.raises(LastCardError, match="the parts of not-your-turn are turn"):
        Reason("not-your-turn", parts=parts)


def test_a_reason_from_another_deck_is_not_told_in_words() -> None:
    reason = Reason("not-held", parts={"seat": 0, "card": "w:q"})
    with pytest.raises(LastCardError, match="w:q"):
        Speaker(Ruleset.from_id("official").deck, ["Ann", "Ben"]).why(reason)


@pytest.mark.parametrize(
    "wrong",
    [
        {"action": "r5", "calls": 0},
        {"action": "r5", "closed": 1},
        {"action": "catch 1", "seats": [True]},
        {"action": "catch 1", "seats": 1},
    ],
)
def test_a_field_of_an_action_must_be_of_its_type(wrong: dict[str, Any]) -> None:
    with pytest.raises(NotationError, match="must be"):
        Action.from_dict(wrong, "official")


def test_the_format_of_a_view_is_a_number() -> None:
    data = a_round().view(0).to_dict()
    with pytest.raises(NotationError, match="of format 1"):
        View.from_dict(data | {"format": True}, "official")


def test_scores_fit_into_the_core() -> None:
    for score in (2 * 10**9 + 1, -(2 * 10**9) - 1):
        with pytest.raises(LastCardError, match="scores"):
            Match("official", seats=2, sheet=ScoreSheet(scores=(score, 0), dealer=0))


# ---------------------------------------------------------------- keepers


@pytest.mark.parametrize("open_it", [FileKeeper.create, FileKeeper.reopen])
def test_a_name_with_a_nul_is_no_file(open_it: Callable[[str], object]) -> None:
    with pytest.raises(LastCardError, match="null"):
        open_it("a\0b")


def test_a_closed_keeper_says_so(tmp_path: Path) -> None:
    keeper = FileKeeper.create(tmp_path / "journal")
    keeper.close()
    for use in (keeper.lines, lambda: keeper.append(["x"])):
        with pytest.raises(LastCardError, match="is closed"):
            use()
    keeper.close()


def test_a_keeper_is_not_pickled(tmp_path: Path) -> None:
    with pytest.raises(LastCardError, match="open file"):
        pickle.dumps(FileKeeper.create(tmp_path / "journal"))


# ---------------------------------------------------------------- who sees what


@pytest.mark.parametrize("seat", [-1, 2, 9, "0", None, True])
def test_a_view_knows_no_hand_of_a_seat_that_is_not_there(seat: Any) -> None:
    with pytest.raises(LastCardError, match="there is no seat"):
        a_round().view(0).known(seat)


@pytest.mark.parametrize("viewer", [-1, 10, 99, "x", "0", True, 0.0])
def test_events_are_told_to_nobody_who_is_not_there(viewer: Any) -> None:
    events = Round.deal("official", seats=2, seed=1).opening_events
    for tell in (lambda: told_to((), viewer), *(partial(event.seen_by, viewer) for event in events)):
        with pytest.raises(LastCardError, match="events are told to a seat"):
            tell()


# ---------------------------------------------------------------- data


def test_the_id_of_a_rule_set_does_for_reading() -> None:
    table = a_round()
    view = table.view(0)
    assert View.from_dict(view.to_dict(), "official").hand == view.hand
    assert Action.from_dict({"action": "r5!"}, "official") == Action.from_text("r5!", "official")
    assert Event.from_dict(table.events[0].to_dict(), "official") == table.events[0]


def test_an_action_is_read_from_its_data() -> None:
    for text in ("r5!", "w:g", "catch 2", "r7>1", "draw"):
        action = Action.from_text(text, "official+seven-zero")
        assert Action.from_dict(action.to_dict(), "official+seven-zero") == action


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"kind": "draw"}, "the field 'kind' of the action 'r5' must be 'lay'"),
        ({"calls": True}, "the field 'calls' of the action 'r5' must be False"),
        ({"zzz": 1}, "the action 'r5' has no field 'zzz'"),
        ({"colour": "r"}, "the action 'r5' has no field 'colour'"),
    ],
)
def test_data_that_contradicts_the_text_of_an_action_is_refused(fields: dict[str, Any], says: str) -> None:
    with pytest.raises(NotationError, match=says):
        Action.from_dict({"action": "r5", **fields}, "official")


@pytest.mark.parametrize("rules", [None, 5, {}])
def test_what_is_no_rule_set_is_said_to_be_none(rules: Any) -> None:
    view = a_round().view(0).to_dict()
    readers: tuple[Callable[[], object], ...] = (
        lambda: View.from_dict(view, rules),
        lambda: Action.from_dict({"action": "draw"}, rules),
        lambda: Event.from_dict({"event": "passed", "seat": 0}, rules),
        lambda: ScoreSheet.from_dict({"scores": [0, 0], "dealer": 0}, rules),
    )
    for read in readers:
        with pytest.raises(LastCardError, match="must be a Ruleset or its id"):
            read()


@pytest.mark.parametrize("named", ["one", "official+stack", None, 5])
def test_a_view_of_other_rules_is_refused(named: object) -> None:
    data = a_round().view(0).to_dict() | {"rules": named}
    with pytest.raises(NotationError, match="is of the rules"):
        View.from_dict(data, Ruleset.from_id("official"))


@pytest.mark.parametrize(
    "data",
    [
        {"event": "passed", "seat": -1},
        {"event": "passed", "seat": 10},
        {"event": "caught", "seat": 0, "by": 99},
        {"event": "challenged", "seat": 0, "target": -5},
        {"event": "turned", "card": "r5", "first": 10},
        {"event": "laid", "seat": 0, "card": "w", "colour": "z", "called": False, "how": "turn"},
        {"event": "laid", "seat": 0, "card": "w", "colour": None, "called": False, "how": "turn"},
        {"event": "laid", "seat": 0, "card": "r5", "colour": "g", "called": False, "how": "turn"},
        {"event": "named", "seat": 0, "card": "w", "colour": "purple"},
        {"event": "named", "seat": 0, "card": "r5", "colour": "r"},
        {"event": "rotated", "seat": 0, "direction": 0},
        {"event": "took", "seat": 0, "cards": -1},
        {"event": "holds", "seat": 0, "card": "r5", "count": -1},
        {"event": "lost-turns", "seat": 0, "turns": -1},
    ],
)
def test_an_event_that_cannot_happen_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(NotationError):
        Event.from_dict(data, "official")
