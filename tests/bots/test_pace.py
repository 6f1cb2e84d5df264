"""How `learned` keeps rounds short: it waits seldom, and never for who only draws; no hint tells anybody to wait."""

import pytest

from lastcard import Round
from lastcard.bots import LearnedBot, make_bot, move
from lastcard.bots.base import Answer
from lastcard.bots.hints import HINTS, hint
from lastcard.bots.nets import read_facts, shipped
from lastcard.bots.pace import MARGIN, MOVES, Pace
from lastcard.env import Observer
from lastcard.errors import LastCardError
from lastcard.game.values import Action, ActionKind
from lastcard.game.view import View

NETS = [(facts["rules"], facts["seats"]) for facts in map(read_facts, shipped())]
PASSIVE = (ActionKind.DRAW, ActionKind.PASS)
SOON = 1_000  # moves; a round of which nobody wants an end has 10,000 turns (I-54)


class Drawer:
    """Somebody who only draws: plays what must be played, and calls nothing."""

    name = "drawer"

    def decide(self, view: View) -> Answer:
        wanted = (*PASSIVE, ActionKind.TAKE)
        return next((action for kind in wanted for action in view.legal if action.kind is kind), view.legal[0])

    def claim(self, view: View) -> Answer | None:
        return None


def waits(view: View, action: Action) -> bool:
    """Return whether this is to draw, or to keep a drawn card, although a card could be played."""
    return action.kind in PASSIVE and bool(view.choices.lays)


@pytest.mark.parametrize(("rules", "seats"), NETS)
@pytest.mark.parametrize("seed", range(2))
def test_a_round_against_somebody_who_only_draws_ends_soon(rules: str, seats: int, seed: int) -> None:
    table = Round.deal(rules, seats=seats, seed=seed)
    bots = {seat: LearnedBot(seat) for seat in range(seats - 1)} | {seats - 1: Drawer()}
    while not table.over and table.ply < SOON:
        move(table, bots)
    assert table.over


@pytest.mark.parametrize(("rules", "seats"), NETS)
def test_no_hint_tells_anybody_to_wait(rules: str, seats: int) -> None:
    """Asked at every turn of rounds in which the net waits as it likes."""
    adviser, bots = make_bot(HINTS), {seat: LearnedBot(seat, waits="freely") for seat in range(seats)}
    waited = 0
    for seed in range(2):
        table = Round.deal(rules, seats=seats, seed=seed)
        while not table.over and table.ply < 120:
            view = table.view(table.awaited[0])
            assert not waits(view, hint(adviser, view))
            waited += waits(view, move(table, bots).action)
    assert waited


# ---------------------------------------------------------------- what is chosen, given what it is worth


def chosen(position: str, worth: dict[str, float], *, ply: int = 0, waits: str = "seldom") -> str:
    """Return what is chosen at a position by a net to which these actions are worth so much, and all others nothing."""
    view = Round.from_position(position).view(0)
    observer = Observer(view.rules, seats=view.status.seats, claims="auto")
    legal = observer.legal(view, claim=False)
    texts = {choice: str(observer.action(view, choice)) for choice in legal}
    values = [worth.get(texts.get(choice, ""), 0) for choice in range(len(observer.setting.universal))]
    return texts[Pace(observer.setting, waits).best(values, observer.observe(view, claim=False), legal, ply)]


TURN = "r5b2/y1y2 r7 >0 - b1b4|- official"  # only the 5 fits
HOARDED = "r5r6b5/y1y1y2y2y3y3y4y4y6y6 r7 >0 - {}|- official"
STOCK = "b1b4b6b7"


@pytest.mark.parametrize(
    ("waits", "ply", "worth", "does"),
    [
        ("seldom", 0, MARGIN + 0.1, "draw"),
        ("seldom", 0, MARGIN - 0.1, "r5!"),
        ("seldom", 2 * MOVES - 1, 9, "draw"),
        ("seldom", 2 * MOVES, 9, "r5!"),
        ("never", 0, 9, "r5!"),
        ("freely", 2 * MOVES, 0.1, "draw"),
    ],
)
def test_it_waits_only_for_much_and_early(waits: str, ply: int, worth: float, does: str) -> None:
    assert chosen(TURN, {"draw": worth}, ply=ply, waits=waits) == does


def test_where_no_card_fits_drawing_is_no_wait() -> None:
    assert chosen("b2b3/y1y2 r7 >0 - b1b4|- official", {}, waits="never") == "draw"


def test_while_all_others_hoard_cards_it_plays_so_that_most_can_follow() -> None:
    """After the 6, both fives can follow; after the 5, one of the two."""
    worth = {"draw": 9.0, "r5": 2.0}
    assert chosen(HOARDED.format(STOCK), worth) == "r6"
    assert chosen(HOARDED.format(STOCK), worth, waits="freely") == "draw"


def test_with_hardly_a_card_left_to_draw_it_waits_until_all_its_cards_can_follow() -> None:
    """Who only draws must play then, and gets those cards back if they are played on."""
    assert chosen(HOARDED.format("b1"), {}) == "r6"
    assert chosen(HOARDED.format("b1").replace("b5/", "y9/"), {}) == "draw"


def test_how_often_it_waits_is_one_of_three() -> None:
    with pytest.raises(LastCardError, match="waits=often: expected never, seldom or freely"):
        make_bot("learned?waits=often")
