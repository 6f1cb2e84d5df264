"""The grounds of a hint: facts of the view that speak for what a careful player would do."""

import re
from pathlib import Path

import pytest

from lastcard import Round
from lastcard.bots import decided, make_bot
from lastcard.bots.grounds import GROUNDS, MOST, grounds_of
from lastcard.reasons.catalogue import KINDS

DOCS = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")


def told(position: str, action: str, seat: int = 0) -> list[str]:
    """Return the grounds of an action in a position, with their parts."""
    view = Round.from_position(position).view(seat)
    (chosen,) = [one for one in view.legal if one.text == action]
    return [" ".join([ground.id, *map(str, ground.parts.values())]) for ground in grounds_of(view, chosen)]


@pytest.mark.parametrize(
    ("position", "action", "expected"),
    [
        ("r5/g5y1 r1 >0 - b1b2b3|- official", "r5", ["wins"]),
        ("r5g7/g5y1 r1 >0 - b1b2b3|- official", "r5", ["only-card"]),
        ("r5r7b9/g5y1y2y3 r1 >0 - b1b2b3|- official", "r7", ["can-follow 1", "most-points 7"]),
        ("r+2b9r1/g5y1/b1b2b3b4 r7 >0 - b5b6b7|- official", "r+2", ["stops-short-hand 1 2", "makes-draw 1 2"]),
        ("rSb9r1/g5y1y3y4/b1b2b3b4 r7 >0 - b5b6b7|- official", "rS", ["makes-lose-turn 1", "can-follow 1"]),
        ("rSb9r1/g5y1y3y4 r7 >0 - b5b6b7|- official", "rS", ["plays-again", "can-follow 1"]),
        ("wg9g1r2/g5y1y3y4 b7 >0 - b5b6b8|- official", "w:g", ["only-card", "good-colour green"]),
        ("wr2b9/g5y1y3y4 b7 >0 - b5b6b8|- official", "b9", ["saves-wild w"]),
        ("g9g1/g5y1y3y4 b7 >0 - b5b6b8|- official", "draw", ["only-choice"]),
        ("b9g1/g5y1y3y4 b7 >0 - b5b6b8|- official", "draw", ["keeps-cards"]),
        ("r8g2/b1y2/y5y6 w+4:g >1 +4?1<r5@0 b1b2b3b4b5b6|r5 official", "take", ["no-answer", "bluff-unlikely"]),
    ],
)  # fmt: skip
def test_a_ground_is_a_fact_of_the_table(position: str, action: str, expected: list[str]) -> None:
    seat = int(re.search(r" [<>](\d)", position)[1])  # type: ignore[index]
    assert told(position, action, seat) == expected


def test_a_hand_that_is_hidden_is_never_called_short() -> None:
    position = "r+2b9r1/g5y1/b1b2b3b4 r7 >0 - b5b6b7|- official+count-info=hidden"
    assert told(position, "r+2")[0] == "makes-draw 1 2"


@pytest.mark.parametrize("rules", ["official", "juno-serious", "juno-seven0", "rules-site", "console-multi"])
def test_every_hint_of_a_round_has_grounds_that_can_be_told(rules: str) -> None:
    table, bot = Round.deal(rules, seats=3, seed=7), make_bot("careful", 1)
    for _ in range(300):
        if table.over:
            break
        seat = table.awaited[0]
        view = table.view(seat)
        action = decided(bot, view)
        grounds = grounds_of(view, action)
        assert len(grounds) <= MOST
        for ground in grounds:
            assert set(ground.parts) <= set(KINDS) and "{" not in ground.say(("Ann", "Ben", "Cyd"))
        table.act(seat, action)


def test_a_ground_says_names_and_plurals() -> None:
    view = Round.from_position("r+2b9r1/g5/b1b2b3b4 r7 >0 - b5b6b7|- official").view(0)
    (action,) = [one for one in view.legal if one.text == "r+2"]
    assert [ground.say(("Ann", "Ben", "Cyd")) for ground in grounds_of(view, action)] == [
        "Ben has only 1 card left and is hit by it", "Ben has to draw 2 cards",
    ]  # fmt: skip


def test_every_ground_is_described() -> None:
    described = re.findall(r"^\| `([a-z-]+)` \|", DOCS.partition("| ground |")[2].partition("\n\n")[0], re.MULTILINE)
    assert described == list(GROUNDS)
