"""I-72: when a turn is counted, and when the turn limit (I-54) ends a round.  Positions do not contain the number."""

import pytest

from lastcard.core.layout import Rules, State
from lastcard.core.records import assign
from lastcard.core.step import apply
from lastcard.core.terms import F_BLOCKED, OVER, REFUSED
from lastcard.notation import parse_move, read_position
from lastcard.rules import Ruleset


def play(line: str, *moves: str, limit: int = 100) -> State:
    """Return the table after these moves, with a limit on the turns."""
    s, ruleset = read_position(line)
    r = Rules()
    assign(r, ruleset.core_rules)
    r.turn_limit = limit
    for move in moves:
        seat, actions = parse_move(ruleset.deck, move)
        assert seat is not None
        for action in actions:
            assert apply(s, r, seat, action) != REFUSED, move
    return s


def ended(s: State) -> bool:
    return s.phase == OVER and s.tally[F_BLOCKED] == 1


JUMP_IN = "r5g1g2/b1b2b3/r5y1y2 r7 >0 - b4b5b6b7|- official+jump-in"


@pytest.mark.parametrize(
    ("line", "moves", "turns"),
    [
        pytest.param("r5g1g2/b1b2 r7 >0 - b3b4|- official", ["0 r5&"], 1, id="a lay"),
        pytest.param("g1g2/b1b2 r7 >0 - r3b4|- official", ["0 draw"], 1, id="a draw"),
        pytest.param("g1g2/b1b2 r7 >0 - r3b4|- official", ["0 draw", "0 r3&"], 1, id="laying the drawn card"),
        pytest.param("g1g2/b1b2 r7 >0 - r3b4|- official", ["0 draw", "0 pass"], 1, id="keeping it"),
        pytest.param("g1g2/b1b2 r7 >0 - -|- official", ["0 pass"], 1, id="a pass with nothing to draw"),
        pytest.param("g1g2/b1b2 r7 >0 - b3b4|- official+fines", ["0 g1&"], 1, id="a fined lay"),
        pytest.param("g1g2/b1b2 r7 >0 - b3b4|- official+fines", ["1 b1&"], 0, id="a fined lay out of turn"),
        pytest.param(JUMP_IN, ["0 r5&", "2 r5&"], 2, id="a jump-in"),
        pytest.param("r+2g1/b+2b1b2 r7 >0 - b3|- official+stack", ["0 r+2&", "1 b+2&"], 2, id="an answer"),
        pytest.param("r+2g1g2/b1b2 r7 >0 - b3b4|- official+stack", ["0 r+2&", "1 take"], 1, id="taking what is owed"),
        pytest.param("r5g1/b1b2 r7 >0 - b3b4|- official", ["0 r5&", "1 catch 0"], 1, id="an accusation"),
        pytest.param("r5g5g1/b1b2 r7 >0 - b3|- official+batch=same-value:2", ["0 r5&", "0 g5&"], 1, id="a batch"),
    ],
)
def test_a_turn_is_counted_when_it_starts(line: str, moves: list[str], turns: int) -> None:
    assert play(line, *moves).turns == turns


def test_the_last_turn_is_played_to_its_end() -> None:
    line = "g1g2/b1b2 r7 >0 - r3b4b5b6|- official"
    assert not ended(play(line, "0 draw", limit=1))
    assert ended(play(line, "0 draw", "0 pass", limit=1))
    assert not ended(play(line, "0 draw", "0 pass", limit=2))


def test_the_round_ends_before_a_waiting_effect_is_accepted() -> None:
    line = "r+2g1g2/b1b2 r7 >0 - b3b4b5|- official+stack"
    assert ended(play(line, "0 r+2&", limit=1))


def test_an_open_batch_is_closed_first() -> None:
    line = "r5g5g1g2/b1b2 r7 >0 - b3b4b5|- official+batch=same-value:3"
    assert not ended(play(line, "0 r5&", limit=1))
    assert ended(play(line, "0 r5&", "0 done", limit=1))


def test_the_limit_is_that_of_the_rules() -> None:
    assert Ruleset.from_id("official").core_rules.turn_limit == 10_000
