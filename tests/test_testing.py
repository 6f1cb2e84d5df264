"""`lastcard.testing.check_bot` passes what is right and finds each fault, and says which."""

import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from lastcard.bots import Action, bot_names, make_bot, with_call
from lastcard.round import Round
from lastcard.testing import BotFault, check_bot, check_honesty
from lastcard.view import View


class Plain:
    """Does the first thing it may: a right bot that others here spoil."""

    name = "plain"

    def __init__(self, seed: int = 0) -> None:
        self.dice = Random(seed)

    def decide(self, view: View) -> Action:
        return with_call(view, view.legal[0])

    def claim(self, view: View) -> Action | None:
        return None


@pytest.mark.parametrize("name", [name for name in bot_names() if name != "search"])
def test_our_own_bots_pass(name: str) -> None:
    check_bot(lambda seed: make_bot(name, seed), rules=("official", "juno-serious", "one"), seats=(2, 4), seconds=30)


def test_search_passes() -> None:
    factory = lambda seed: make_bot("search?playouts=12", seed)  # noqa: E731
    check_bot(factory, rules=("official", "juno-seven0", "rules-site"), seats=(2, 3), seconds=30)


def test_the_plain_bot_passes_everywhere() -> None:
    check_bot(Plain, seats=(2, 5), seconds=30)


class Illegal(Plain):
    def decide(self, view: View) -> Action:
        return "pass" if len(view.discards) > 3 else super().decide(view)


class Unreadable(Plain):
    def decide(self, view: View) -> Action:
        return "purple 7"


class Fined(Plain):
    def decide(self, view: View) -> Action:
        return view.legal[0] + "!" if view.legal[0] not in ("draw", "pass", "take") else view.legal[0]


class Slow(Plain):
    def decide(self, view: View) -> Action:
        time.sleep(0.3)
        return super().decide(view)


class Moody(Plain):
    def decide(self, view: View) -> Action:
        return with_call(view, Random().choice([action for action in view.legal if not action.startswith("c")]))


class Peeping(Plain):
    """Looks at the table it is called from, which no view leads to."""

    def decide(self, view: View) -> Action:
        frame: Any = sys._getframe()
        while not isinstance(frame.f_locals.get("table"), Round):
            frame = frame.f_back
        hidden = str(frame.f_locals["table"])
        lays = [action for action in view.legal if action[0] in "rgbyw"]
        return with_call(view, Random(hidden).choice(lays or view.legal))


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        (Illegal, r"'pass' of seat \d is refused in '?[^ ]*/.*: "),
        (Unreadable, "cannot be read: .*purple 7"),
        (Slow, r"took 0\.\d+ s in .*; 0\.2 s are allowed"),
        (Moody, "seed 0 is played in two ways: move"),
        (Peeping, "goes by cards that its seat cannot know"),
    ],
)
def test_a_fault_is_found(bot: Callable[[int], Plain], fault: str) -> None:
    with pytest.raises(BotFault, match=fault):
        check_bot(bot, rules=("official",), seats=(2, 3), seconds=0.2 if bot is Slow else 30)


def test_a_foul_is_found() -> None:
    with pytest.raises(BotFault, match="is fined as a foul in"):
        check_bot(Fined, rules=("rules-site+fines",), seats=(3,), seconds=30)


def test_a_bot_that_peeps_is_found_without_the_other_checks() -> None:
    with pytest.raises(BotFault, match="cannot know"):
        check_honesty(Peeping, "juno-classic", seats=4)


def test_hidden_sizes_are_no_obstacle() -> None:
    check_bot(Plain, rules=("official+count_info=hidden",), seats=(3,), seconds=30)
