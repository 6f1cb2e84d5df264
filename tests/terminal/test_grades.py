"""What stands beside the name of a bot."""

import pytest

from lastcard.rules import Ruleset
from lastcard.terminal.grades import grade_at


@pytest.mark.parametrize(
    ("bot", "seats", "grade"),
    [
        ("learned", 2, "strong"),
        ("learned", 4, "strong"),
        ("learned", 3, "strong"),
        ("learned", 5, "hard"),
        ("learned?elsewhere=careful", 5, "medium"),
        ("learned?elsewhere=nobody", 5, "strong"),
        ("careful", 4, "medium"),
        ("search?playouts=16", 2, "hard"),
        ("mine", 2, "mine"),
        ("", 2, ""),
    ],
)
def test_a_bot_that_plays_as_another_is_called_as_strong_as_that(bot: str, seats: int, grade: str) -> None:
    assert grade_at(bot, Ruleset.from_id("official"), seats) == grade
