"""Events say who did what to whom, and tell each seat what it may know."""

import pytest

from lastcard import LastCardError, NotationError, Round, Ruleset
from lastcard.game.events import Event, Revealed, Rotated, told_to

DOUBT = "w+4{}g1/g5y1/b5b6 r5 >0 - b1b2b3b4b6b7b8b9|- official"


@pytest.mark.parametrize(
    ("line", "moves", "expected"),
    [
        ("wr1/g2b2/y5y6 g3 >0 - g1y1|g9 official", ["0 w:b!"],
         ["Laid(seat=0, card=Card('w'), colour='b', called=True, how=<How.TURN: 0>)", "Called(seat=0)"]),
        ("wr1/g2b2/y5y6 g3 >0 - g1y1|g9 official", ["0 w:y", "2 catch 0"],
         ["ForgotCall(seat=0)", "Caught(seat=0, by=2)", "DrewPenalty(seat=0, card=Card('g1'))"]),
        ("wr1/g2b2/y5y6 g3 >0 - g1y1y2y3|g9 rules-site+fines", ["2 catch 0", "0 r1"],
         ["AccusedInVain(seat=2, target=0)", "Fined(seat=2, cards=2)",
          "Returned(seat=0, card=Card('r1'), off_discards=False)"]),
        (DOUBT.format("r1"), ["0 w+4:g", "1 challenge"],
         ["Challenged(seat=1, target=0)", "Shown(seat=1, card=Card('r1'), target=0)", "BluffProved(seat=0)"]),
        (DOUBT.format("b1"), ["0 w+4:g", "1 challenge"],
         ["ChallengeFailed(seat=1, target=0)", "Took(seat=1, cards=6)"]),
        (DOUBT.format("r1") + "+challenge=4,2,returns,target", ["0 w+4:g", "1 challenge"],
         ["Returned(seat=0, card=Card('w+4'), off_discards=True)"]),
        ("g7r1/g2b2/y5y6 g3 >0 - g1y1|g9 official+seven-zero", ["0 g7>1"],
         ["Swapped(seat=0, target=1)", "Holds(seat=0, card=Card('g2'), count=1)"]),
        ("gRg0y1/g2b2/y5y6 g3 >0 - g1y1|g9 official+seven-zero",
         ["0 gR", "2 draw", "2 pass", "1 draw", "1 pass", "0 g0"],
         ["Rotated(seat=0, direction=-1)"]),
        ("r5/g5y1/y5y6 r1 >0 - b1|- official", ["0 r5"],
         ["Won(seat=0, points=17)", "Revealed(seat=1, cards=(Card('g5'), Card('y1')))"]),
        ("rSr2/g5y1/y5y6 r1 >0 - b1|- official", ["0 rS!"], ["LostTurns(seat=1, turns=1)"]),
    ],
)  # fmt: skip
def test_events_say_who_did_what(line: str, moves: list[str], expected: list[str]) -> None:
    table = Round.from_position(line)
    for move in moves:
        table.play(move)
    told = [repr(event) for event in table.events]
    assert [event for event in expected if event not in told] == []


@pytest.mark.parametrize("viewer", [-1, 10, 10**30, "0", True, 1.0])
def test_events_are_told_to_seats_and_spectators_only(viewer: object) -> None:
    with pytest.raises(LastCardError, match="events are told to a seat from 0 to 9, or to None"):
        told_to((), viewer)  # type: ignore[arg-type]  # wrong on purpose


def test_a_hand_after_an_exchange_is_told_to_its_own_seat_only() -> None:
    table = Round.from_position("g7r1/g2b2/y5y6 g3 >0 - g1y1|g9 official+seven-zero")
    events = table.play("0 g7>1")
    held = {seat: [event.text for event in told_to(events, seat) if event.private] for seat in (0, 1, 2, None)}
    assert held == {0: ["holds 0 g2 1", "holds 0 b2 1"], 1: ["holds 1 r1 1"], 2: [], None: []}


@pytest.mark.parametrize(
    ("line", "moves", "texts"),
    [
        ("wr1g1/g2b2 g3 >0 - g1y1|g9 official", ["0 w:r"], ["laid 0 w:r"]),
        ("gSg1g4/g2b2 g3 >0 - g1y1|g9 official", ["0 gS"], ["laid 0 gS", "lost-turns 1 1"]),
        ("g+2g1g4/y+2b1b2 g3 >0 - g1y1|g9 official+stack", ["0 g+2", "1 y+2"], ["laid 0 g+2", "answered 1 y+2"]),
        ("g7g1g4/b1b2b3/g7y1y2 g3 >0 - g1y1|g9 official+jump-in", ["0 g7", "2 g7"], ["laid 0 g7", "jumped 2 g7"]),
        ("r5/g5y1 r1 >0 - b1|- official", ["0 r5"], ["laid 0 r5", "won 0 6", "revealed 1 g5y1"]),
    ],
)
def test_an_event_is_one_line_of_text(line: str, moves: list[str], texts: list[str]) -> None:
    table = Round.from_position(line)
    for move in moves:
        table.play(move)
    assert [event.text for event in table.events] == texts


def test_a_hand_without_cards_is_a_dash() -> None:
    assert Revealed(2, ()).text == "revealed 2 -"


@pytest.mark.parametrize(("card", "colour"), [("w", None), ("w", "k"), ("r5", "r")])
def test_a_wild_has_a_colour_of_the_pack_and_no_other_card_has_one(card: str, colour: str | None) -> None:
    laid = {"event": "laid", "seat": 0, "card": card, "colour": colour, "called": False, "how": "turn"}
    right = laid | {"colour": "g" if card == "w" else None}
    assert Event.from_dict(right, "official").to_dict() == right
    with pytest.raises(NotationError, match="laid: a wild has one of the colours r, g, b, y, and no other card has"):
        Event.from_dict(laid, "official")


@pytest.mark.parametrize("direction", [1, -1])
def test_hands_passed_on_either_way_go_through_json(direction: int) -> None:
    event = Rotated(0, direction)
    assert Event.from_dict(event.to_dict(), Ruleset.from_id("official")) == event
