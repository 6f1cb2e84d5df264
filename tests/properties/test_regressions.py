"""Faults found by random walks that no case of the conformance suite can show: unusual decks, views."""

import pytest

import walks  # registers the unusual decks
from lastcard.game.round import Round

assert walks.MOTLEY


@pytest.mark.parametrize(
    ("move", "then"),
    [
        ("0 rR", "r0r7/b0b7/y3y7 rR >0 @0 g0g3g7b3y0|r3"),
        ("0 wR+4:g", "r0r7/b0b7/y3y7 wR+4:g >1 +4?1<r3@0 g0g3g7b3y0|r3"),
        ("0 rR+2", "r0r7/g0g3b0b7/y3y7 rR+2 >2 @0 g7b3y0|r3"),
        ("0 rRS", "r0r7/b0b7/y3y7 rRS >2 @0 g0g3g7b3y0|r3"),
    ],
)
def test_a_reverse_that_does_more_leaves_that_owed(move: str, then: str) -> None:
    """Under D18 play_again a plain Reverse gives another turn, but a Reverse that also draws or skips does not."""
    card = move[2:].partition(":")[0]
    given = f"r0r7{card}/b0b7/y3y7 r3 >0 - g0g3g7b3y0|- official+deck=motley+reverse-effect=play-again"
    table = Round.from_position(given)
    table.play(move)
    assert str(table).rsplit(" ", 1)[0] == then


def test_a_new_round_can_be_looked_at() -> None:
    table = Round.deal("official", seats=3, seed=1)
    for seat in range(3):
        assert len(table.view(seat).hand) == 7
    assert str(table.view(0)).count("?7") == 2
