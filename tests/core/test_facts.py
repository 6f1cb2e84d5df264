"""The facts that are noted for each thing that happens: kind, seat, card and amount, as `Fact` describes them."""

import pytest

from lastcard.backends.live import LiveState, engine
from lastcard.backends.moves import carry_out
from lastcard.core.records import assign
from lastcard.core.terms import F_ANSWERED, F_JOINED, F_JUMPED, F_LAID, NONE, Fact
from lastcard.notation import format_card, format_face, parse_cards, parse_move, read_position
from lastcard.rules import Ruleset

FACES = (F_LAID, F_ANSWERED, F_JOINED, F_JUMPED)


def told(s: LiveState, rules: Ruleset) -> list[str]:
    """Return the facts since the last call: kind, seat, card or face, amount; - for none."""
    lines = []
    for kind, seat, card, amount in s.take_facts():
        text = "-" if card == NONE else (format_face if kind in FACES else format_card)(rules.deck, card)
        lines.append(f"{Fact(kind).name} {'-' if seat == NONE else seat} {text} {amount}")
    return lines


def after(line: str, moves: list[str]) -> list[str]:
    """Return the facts of moves from a position."""
    read, rules = read_position(line)
    s = LiveState()
    assign(s, read)
    engine.seed(s, 1, 1)
    for move in moves:
        seat, actions = parse_move(rules.deck, move)
        assert seat is not None
        assert carry_out(engine, s, rules.core_rules, seat, actions)[0], move
    return told(s, rules)


def table_with(stock: str, rules: Ruleset) -> LiveState:
    """Return a table with this stock, listed from the top."""
    s = LiveState()
    cards = parse_cards(rules.deck, stock)
    s.pile[: len(cards)] = reversed(cards)
    s.n_stock = len(cards)
    engine.seed(s, 1, 1)
    return s


# fmt: off
CASES = [
    (
        "r5g1g2/b1b2 r7 >0 - b3b4|- official",
        ["0 r5"],
        ["LAID 0 r5 0"],
    ),
    (
        "b1b2/w+4g1g2 r7 >1 - b3b4b5b6|- official+wd-condition=none",
        ["1 w+4:b"],
        ["LAID 1 w+4:b 0", "TOOK 0 - 4", "SERVED 0 b3 1", "SERVED 0 b4 1", "SERVED 0 b5 1", "SERVED 0 b6 1"],
    ),
    (
        "b1b2/r5g1 r7 >1 - b3b4|- official",
        ["1 r5!"],
        ["LAID 1 r5 1", "CALLED 1 - 0"],
    ),
    (
        "b1b2/r5g1/y1y2 r7 >1 - b3b4|- official",
        ["1 r5", "2 catch 1"],
        ["LAID 1 r5 0", "FORGOT 1 - 0", "CAUGHT 1 - 2", "SERVED 1 b3 1", "SERVED 1 b4 1"],
    ),
    (
        "b1b2/r5g1 r7 >1 - b3b4b5|- official+uno-unnoticed=fined",
        ["1 r5", "0 draw"],
        ["LAID 1 r5 0", "FORGOT 1 - 0", "OVERDUE 1 - 0", "SERVED 1 b3 1", "SERVED 1 b4 1", "DREW 0 b5 1"],
    ),
    (
        "b1b2/r5g1 r7 >1 - b3b4|- official",
        ["1 r5", "1 call"],
        ["LAID 1 r5 0", "FORGOT 1 - 0", "CALLED 1 - 0"],
    ),
    (
        "b1b2/g1g2 r7 >1 - b3b4|- official",
        ["1 draw", "1 pass"],
        ["DREW 1 b3 1", "PASSED 1 - 0"],
    ),
    (
        "r+2g1g2/b+2b1b2/y1y2 r7 >0 - b3b4b5b6|- official+stack",
        ["0 r+2", "1 b+2", "2 take"],
        [
            "LAID 0 r+2 0", "ANSWERED 1 b+2 0", "TOOK 2 - 4", "SERVED 2 b3 1", "SERVED 2 b4 1", "SERVED 2 b5 1",
            "SERVED 2 b6 1",
        ],
    ),
    (
        "r+2g1g2/b1b2/r+2y1 r7 >0 - b3b4b5b6|- official+jump-in",
        ["0 r+2", "2 r+2!"],
        ["LAID 0 r+2 0", "JUMPED 2 r+2 1", "CALLED 2 - 0"],
    ),
    (
        "rSg1g2/bSb1b2/y1y2/g3g4 r7 >0 - b3b4|- official+stack-skips",
        ["0 rS", "1 bS", "2 take"],
        ["LAID 0 rS 0", "ANSWERED 1 bS 0", "LOST 2 - 2"],
    ),
    (
        "b3b4/r7g7b1b2 r8 >1 - b5b6|- official+batch=same-value:3",
        ["1 r7g7"],
        ["LAID 1 r7 0", "JOINED 1 g7 0"],
    ),
    (
        "y5y6/b1y3/r8r8y1 w+4:g >0 +4?1<r5@2 b1b2b3b4b5|r5 rules-site",
        ["0 challenge", "2 ready"],
        [
            "CHALLENGED 0 - 2", "SHOWN 0 r8 2", "SHOWN 0 r8 2", "SHOWN 0 y1 2", "UPHELD 2 - 0", "RETURNED 2 w+4 1",
            "SERVED 2 b1 1", "SERVED 2 b2 1", "SERVED 2 b3 1", "SERVED 2 b4 1", "READY 2 - 0",
        ],
    ),
    (
        "y5y6/b1y3/g1w w+4:b >0 +4?0<r5@2 b1b2b3b4b5b6b7|r5 official",
        ["0 challenge"],
        [
            "CHALLENGED 0 - 2", "SHOWN 0 g1 2", "SHOWN 0 w 2", "FAILED 0 - 2", "TOOK 0 - 6", "SERVED 0 b1 1",
            "SERVED 0 b2 1", "SERVED 0 b3 1", "SERVED 0 b4 1", "SERVED 0 b5 1", "SERVED 0 b6 1",
        ],
    ),
    (
        "y5y6/b1y3/g1g2 w+4:b >0 +4?0<r5@2 b1b2b3|r5 official+challenge=4,2,stays,any",
        ["1 challenge"],
        ["CHALLENGED 1 - 2", "SHOWN 1 g1 2", "SHOWN 1 g2 2", "FAILED 1 - 2", "SERVED 1 b1 1", "SERVED 1 b2 1"],
    ),
    (
        "y5/r7g1g1w/b1b2 r8 >1 - b5b6|- official+seven-zero",
        ["1 r7>2"],
        ["LAID 1 r7 0", "SWAPPED 1 - 2", "HELD 1 b1 1", "HELD 1 b2 1", "HELD 2 g1 2", "HELD 2 w 1"],
    ),
    (
        "y5/g0r0b+2b+2/b1b2 g8 <1 - b5b6|- official+seven-zero",
        ["1 g0"],
        ["LAID 1 g0 0", "ROTATED 1 - -1", "HELD 0 r0 1", "HELD 0 b+2 2", "HELD 1 b1 1", "HELD 1 b2 1", "HELD 2 y5 1"],
    ),
    (
        "b1b2/r5g5g1/y1y2 r7 >1 - b3b4b5|- official+fines",
        ["1 g5"],
        ["RETURNED 1 g5 0", "FINED 1 - 2", "SERVED 1 b3 1", "SERVED 1 b4 1"],
    ),
    (
        "b1b2/r5g5g1/y1y2 r7 >0 - b3b4b5|- official+fines",
        ["1 call"],
        ["FINED 1 - 2", "SERVED 1 b3 1", "SERVED 1 b4 1"],
    ),
    (
        "b1b2/r5g5g1/y1y2 r7 >0 - b3b4b5|- official+fines",
        ["2 catch 1"],
        ["WRONG 2 - 1", "FINED 2 - 2", "SERVED 2 b3 1", "SERVED 2 b4 1"],
    ),
    (
        "b1b2/r5g5g1/y1y2 r7 >1 - b3b4b5|- official+fines",
        ["1 r5!"],
        ["LAID 1 r5 1", "FINED 1 - 2", "SERVED 1 b3 1", "SERVED 1 b4 1"],
    ),
    (
        "r5y9/r7g7b1b2 r8 >1 - b3b4b6|- official+batch=same-value:3+fines",
        ["1 r7&", "1 b1"],
        ["LAID 1 r7 0", "RETURNED 1 b1 0", "RETURNED 1 r7 1", "FINED 1 - 2", "SERVED 1 b3 1", "SERVED 1 b4 1"],
    ),
    (
        "b1b2/g1g2 r7 >1 - -|b5b5 official",
        ["1 draw"],
        ["REFILLED - - 2", "DREW 1 b5 1"],
    ),
    (
        "b1b2/g1g2g3/y1y2 r7 >1 - b3b4|- official+hand=2+hand-limit=4:aside",
        ["1 draw"],
        ["DREW 1 b3 1", "OUT 1 - 4"],
    ),
    (
        "g1g2g3/b1b2 r7 >0 - b3b4|- official+hand=2+hand-limit=4:aside",
        ["0 draw"],
        ["DREW 0 b3 1", "OUT 0 - 4", "WON 1 - 9"],
    ),
    (
        "b1b2/g1g2g3 r7 >1 =1 -|- official",
        ["1 pass"],
        ["PASSED 1 - 0", "BLOCKED - - 0", "WON 0 - 6"],
    ),
    (
        "b1b2/g1r+2/y9y9 r7 >1 - b3|- official+pile-out=end-round",
        ["1 r+2!"],
        ["LAID 1 r+2 1", "CALLED 1 - 0", "TOOK 2 - 2", "SERVED 2 b3 1", "BLOCKED - - 0", "WON 1 - 24"],
    ),
    (
        "b1/g1g2 r7 >1 - -|- official+pile-out=end-round",
        ["1 draw"],
        ["BLOCKED - - 0", "WON 0 - 3"],
    ),
    (
        "b1b2/y9/r5 r7 >2 - b3b4|- official",
        ["2 r5"],
        ["LAID 2 r5 0", "WON 2 - 12"],
    ),
    (
        "b1b2/y9/r5 r7 >2 - b3b4|- official+low-score",
        ["2 r5"],
        ["LAID 2 r5 0", "WON 2 - 0"],
    ),
    (
        "r+2/b1b2/y9/w r7 >0 - b3b4b5|- official+partners",
        ["0 r+2"],
        ["LAID 0 r+2 0", "SERVED 1 b3 1", "SERVED 1 b4 1", "WON 0 - 60", "WON 2 - 60"],
    ),
    (
        "g1g2/b1b2 w >1 : b3|- official",
        ["1 :y"],
        ["NAMED 1 w 3"],
    ),
]
# fmt: on


@pytest.mark.parametrize(("line", "moves", "facts"), CASES)
def test_facts(line: str, moves: list[str], facts: list[str]) -> None:
    assert after(line, moves) == facts


def test_the_deal() -> None:
    rules = Ruleset.from_id("official+hand=2")
    s = table_with("g1g2b1r2r3b2w+4r5r6", rules)
    engine.deal_stock(s, rules.core_rules, 3, 1, 0, 0)
    dealt = ["DEALT 2 g1 1", "DEALT 0 g2 1", "DEALT 1 b1 1", "DEALT 2 r2 1", "DEALT 0 r3 1", "DEALT 1 b2 1"]
    assert told(s, rules) == [*dealt, "REFUSED - w+4 0", "TURNED - r5 2"]


def test_an_opening_wild() -> None:
    rules = Ruleset.from_id("official+hand=1")
    s = table_with("g1g2wr5r6", rules)
    engine.deal_stock(s, rules.core_rules, 2, 0, 0, 0)
    assert told(s, rules) == ["DEALT 1 g1 1", "DEALT 0 g2 1", "TURNED - w 1"]


def test_drawing_for_the_dealer() -> None:
    rules = Ruleset.from_id("official")
    s = table_with("r3gSr3b1b2", rules)
    assert engine.draw_for_dealer(s, rules.core_rules, 0b111) == 2
    assert told(s, rules) == ["PICKED 0 r3 0", "PICKED 1 gS 0", "PICKED 2 r3 0", "PICKED 0 b1 0", "PICKED 2 b2 0"]
