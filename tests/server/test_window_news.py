"""When the time to catch begins, everyone is told who forgot to call, unless hand sizes are hidden (D40)."""

from types import SimpleNamespace
from typing import Any

import pytest

from lastcard.game.round import Round
from lastcard.online.server.store import entries
from lastcard.online.server.table.pushes import news_of


def window_news(rules: str, hand: str) -> dict[str, Any]:
    """Return what a spectator is told after seat 0 plays red 5 without a call."""
    table = Round.from_position(f"{hand}/b5b6/y1y2 r1 >0 - b1b2b3b4|- {rules}")
    table.play("0 r5")
    state: Any = SimpleNamespace(round=table, hides_forgotten=lambda: False)
    return dict(news_of(state, entries.Opened(), 1, 0).told(None))


@pytest.mark.parametrize("hand", ["g1r5", "g1g2r5"])
def test_D40_a_hidden_size_is_not_told_when_the_time_to_catch_begins(hand: str) -> None:
    assert window_news("official+count-info=hidden", hand) == {"kind": "window"}


def test_who_forgot_is_told_when_the_time_to_catch_begins() -> None:
    assert window_news("official", "g1r5")["events"] == [{"event": "forgot-call", "seat": 0}]
