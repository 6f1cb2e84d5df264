"""The grounds of a hint: facts of the view that speak for what a careful player would do."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from lastcard import Round
from lastcard.bots import make_bot
from lastcard.bots.grounds import GROUNDS, MOST, Ground, grounds_of
from lastcard.bots.hints import hint, hint_view
from lastcard.explain.reasons.catalogue import KINDS
from lastcard.game.values import ActionKind, values_of

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
        ("b5b5y1/g5y1y3y4 r5 >0 - b6b8|- official", "b5", ["can-follow 1"]),  # two copies: neither is the only one
        ("r5r5r7w/g5y1y2y3 r1 >0 - b1b2b3|- official", "r5", ["can-follow 3", "saves-wild w"]),
        ("r7gSb2b9y3w/g1g2g4g6 y7 >0 - b1b3|- official", "r7", ["saves-wild w"]),  # a wild counts more
        ("r5r7b9/g5y1y2y3 r1 >0 - b1b2b3|- juno-serious", "r7", ["can-follow 1"]),  # cards do not count there (D44)
        ("wr7b9/g5y1y3y4 y2 >0 - b5b6b8|- official", "w:r", ["only-card"]),  # no colour is held most
        ("r8r7r9y1/b1y2y3y4/b6b7b8 r2 >0 - g5g6g8|- juno-seven0", "r7", []),  # the hand goes to somebody else (D21)
        ("r0r9w/b1y2y3y4/b6b7b8 r2 >0 - g5g6g8|- juno-seven0", "r0", []),
        ("r+2b+2y1y2/b6y3y4b2 y+2 >0 +2@1 g1g2g3|- official+stack", "r+2", ["makes-owe 1 4", "can-follow 1"]),
        ("rSyR/b6y3y4b2/r1r2r3r4 r+2 >0 +2@2 g1g2g3|- official+stack+deflect", "rS", ["makes-owe 1 2"]),
        ("rSr1/b6y3y4b2 r2 >0 - g1g2g3|- rules-site", "rS", ["can-follow 1", "most-points 20"]),  # it may be answered
        ("r8g2/b1y2/y5y6 w+4:g >1 +4?1<r5@0 b1b2b3b4b5b6|r5 official", "take", ["no-answer", "bluff-unlikely"]),
    ],
)  # fmt: skip
def test_a_ground_is_a_fact_of_the_table(position: str, action: str, expected: list[str]) -> None:
    seat = int(re.search(r" [<>](\d)", position)[1])  # type: ignore[index]
    assert told(position, action, seat) == expected


def test_after_drawing_a_card_is_not_called_the_only_one_that_fits() -> None:
    table = Round.from_position("g9g7b1/b1y2y3y4 g1 >0 - g2b3b4|- official")
    table.play("0 draw")
    (action,) = [one for one in table.view(0).legal if one.text == "g2"]
    assert [str(ground) for ground in grounds_of(table.view(0), action)] == [str(Ground("can-follow", {"count": 2}))]


def test_all_cards_of_a_batch_are_counted() -> None:
    view = Round.from_position("r+2b+2g+2y1/b6y3y4b2 y+2 >0 - g1g2g3|- juno-serious").view(0)
    whole = values_of(view.rules).read("r+2b+2g+2")
    assert grounds_of(view, whole)[0] == Ground("makes-owe", {"other": 1, "owed": 6})


def test_cards_of_a_batch_are_not_called_the_only_one_or_the_dearest() -> None:
    view = Round.from_position("r8b8y1/r2r3r4r5/b5b7b8b9 r6 >0 - b1b2b3b4|- official+batch=same-value:2").view(0)
    assert grounds_of(view, values_of(view.rules).read("r8b8")) == []


def test_D40_nobody_is_knocked_out_by_cards_that_are_only_guessed() -> None:
    rules = "official+count-info=hidden+hand-limit=12:aside"
    table = Round.deal(rules, seats=2, seed=3)
    view = replace(table.view(0), status=replace(table.view(0).status, stock=60))  # so that many must be in the hand
    for action in (one for one in view.legal if one.kind is ActionKind.LAY):
        assert Ground("wins") not in grounds_of(view, action)


def test_what_harms_the_partner_does_not_speak_for_a_card() -> None:
    view = Round.from_position("r+2y4r1/#1/y1y2y3/g1g2g3 r2 >0 - b1b2b3|- official+partners").view(0)
    (action,) = [one for one in view.legal if one.text == "r+2"]
    assert "makes-draw" not in {ground.id for ground in grounds_of(view, action)}


def test_a_bluff_is_not_said_to_make_anyone_draw() -> None:
    view = Round.from_position("w+4r4r1/g1g2g3g4 r2 >0 - b1b2b3|- official").view(0)
    (action,) = [one for one in view.legal if one.text == "w+4:r"]
    assert [ground.id for ground in grounds_of(view, action)] == ["good-colour"]


def test_a_hand_that_is_hidden_is_never_called_short() -> None:
    position = "r+2b9r1/g5y1/b1b2b3b4 r7 >0 - b5b6b7|- official+count-info=hidden"
    assert told(position, "r+2")[0] == "makes-draw 1 2"


@pytest.mark.parametrize(
    "rules",
    [
        "official", "juno-serious", "juno-seven0", "rules-site", "console-multi", "official+stack+deflect",
        "official+seven-zero+last-exchange=applies", "juno-serious+count-info=hidden",
    ],
)  # fmt: skip
def test_every_hint_of_a_round_has_grounds_that_can_be_told(rules: str) -> None:
    table, bot = Round.deal(rules, seats=3, seed=7), make_bot("careful", 1)
    for _ in range(300):
        if table.over:
            break
        seat = table.awaited[0]
        view = hint_view(table.view(seat))
        action = hint(bot, view)
        grounds = grounds_of(view, action)
        assert len(grounds) <= MOST
        for ground in grounds:
            assert set(ground.parts) <= set(KINDS) and "{" not in ground.say(("Ann", "Ben", "Cyd"))
        table.act(seat, action)


def test_a_ground_says_names_and_plurals() -> None:
    view = Round.from_position("r+2b9r1/g5/b1b2b3b4 r7 >0 - b5b6b7|- official").view(0)
    (action,) = [one for one in view.legal if one.text == "r+2"]
    assert [ground.say(("Ann", "Ben", "Cyd")) for ground in grounds_of(view, action)] == [
        "it hits Ben, who has only 1 card left", "Ben has to draw 2 cards",
    ]  # fmt: skip


def test_every_ground_is_described() -> None:
    described = re.findall(r"^\| `([a-z-]+)` \|", DOCS.partition("| ground |")[2].partition("\n\n")[0], re.MULTILINE)
    assert described == list(GROUNDS)


def test_D21_a_hand_is_not_kept_because_no_card_fits() -> None:
    table = Round.from_position("r7b1b2/g5y1/y2y3 r1 >0 - b3b4b5|- official+number-effects=7:may-swap")
    table.play("0 r7")
    view = table.view(0)
    (keep,) = [one for one in view.legal if one.kind is ActionKind.PASS]
    assert grounds_of(view, keep) == []
