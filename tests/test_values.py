"""Actions are built from cards, colours and seats, without the core's numbers."""

import pytest

from lastcard import NotationError, Round
from lastcard.core.rights import claim_place
from lastcard.core.terms import NONE
from lastcard.game.values import Action, ActionKind, Values, values_of

VALUES = values_of("juno-serious")


@pytest.mark.parametrize(
    ("built", "text"),
    [
        (VALUES.lay(VALUES.deck.card("r7")), "r7"),
        (VALUES.lay(VALUES.deck.card("r7"), call=True), "r7!"),
        (VALUES.lay(VALUES.deck.card("r7"), closed=False), "r7&"),
        (VALUES.lay(VALUES.deck.card("r7"), "g"), "r7"),
        (VALUES.lay(VALUES.deck.card("w"), "g"), "w:g"),
        (VALUES.lay(VALUES.deck.card("w+4"), "y", call=True), "w+4:y!"),
        (VALUES.lay(VALUES.deck.card("r7"), seats=[2]), "r7>2"),
        (VALUES.lay([VALUES.deck.card("r7"), VALUES.deck.card("g7")], call=True), "r7g7!"),
        (VALUES.lay([VALUES.deck.card("w"), VALUES.deck.card("w")], "b"), "ww:b"),
        (VALUES.say(ActionKind.DRAW), "draw"),
        (VALUES.say(ActionKind.CALL), "call"),
        (VALUES.name("b"), ":b"),
        (VALUES.choose(2), ">2"),
        (VALUES.catch(3), "catch 3"),
        (VALUES.with_colour(VALUES.read("ww:g!"), "r"), "ww:r!"),
    ],
    ids=str,
)
def test_a_builder_gives_what_the_text_means(built: Action, text: str) -> None:
    assert built == VALUES.read(text) and built.codes == VALUES.read(text).codes


@pytest.mark.parametrize("colour", [None, "w", "x", ""])
def test_a_wild_needs_a_colour_of_the_deck(colour: str | None) -> None:
    with pytest.raises(NotationError, match="is not a colour of this deck; it has r, "):
        VALUES.lay(VALUES.deck.card("w"), colour)


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        (["r7&", "g7&", "done"], "r7g7"),
        (["r7&", "g7!"], "r7g7!"),
        (["r7&", "g7&"], "r7g7&"),
        (["w:g&", "w:b!"], "ww:b!"),
        (["r7"], "r7"),
    ],
)
def test_D12_the_parts_of_a_batch_are_joined(parts: list[str], whole: str) -> None:
    joined = VALUES.joined([VALUES.read(part) for part in parts])
    assert joined.text == whole and joined.codes == VALUES.read(whole).codes


def test_claims_are_heard_in_their_order() -> None:
    said = [VALUES.read(text) for text in ("challenge", "catch 1", "call", "r7")]
    assert [action.text for action in sorted(said, key=lambda action: action.heard)] == [
        "call", "catch 1", "challenge", "r7",
    ]  # fmt: skip


@pytest.mark.parametrize("line", ["r5r6/g5g6/b5b6 g7 >1 - b1|r1", "r5r6/g5g6/b5b6 g+2 <0 +2@1 b1|r1 official+stack"])
def test_the_status_knows_whose_claim_is_heard_first(line: str) -> None:
    table = Round.from_position(line)
    s, status = table.live_state(), table.status
    laid_by = NONE if status.laid_by is None else status.laid_by
    for seat in range(3):
        assert status.claim_place(seat) == claim_place(s.seats, s.direction, s.turn, laid_by, seat)


def test_a_move_may_be_made_if_it_is_listed() -> None:
    table = Round.from_position("r5w/g5y1 r1 >0 - b1b2b3b4|- official")
    values: Values = values_of(table.rules)
    assert all(table.may(0, action) for action in table.legal(0))
    assert not table.may(0, values.read("g5")) and not table.may(1, values.read("g5"))
