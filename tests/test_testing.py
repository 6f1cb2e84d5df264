"""`lastcard.testing.check_bot` passes what is right and finds each fault, and says which."""

import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from lastcard import testing
from lastcard.bots import Answer, bot_names, make_bot, with_call
from lastcard.core.terms import CountInfo
from lastcard.game.round import Round
from lastcard.game.values import Action, ActionKind
from lastcard.game.view import View
from lastcard.rules import Ruleset
from lastcard.testing import BotFault, Twin, check_bot, check_honesty


class Plain:
    """Does the first thing it may: a right bot that others here spoil."""

    name = "plain"

    def __init__(self, seed: int = 0) -> None:
        self.dice = Random(seed)

    def decide(self, view: View) -> Answer:
        return with_call(view, view.legal[0])

    def claim(self, view: View) -> Answer | None:
        return None


def lays(view: View) -> list[Action]:
    """What the seat may lay."""
    return [action for action in view.legal if action.kind is ActionKind.LAY]


@pytest.mark.parametrize("name", [name for name in bot_names() if name not in ("search", "learned")])
def test_our_own_bots_pass(name: str) -> None:
    check_bot(lambda seed: make_bot(name, seed), rules=("official", "juno-serious", "one"), seats=(2, 4), seconds=30)


def test_search_passes() -> None:
    factory = lambda seed: make_bot("search?playouts=12", seed)  # noqa: E731
    check_bot(factory, rules=("official", "juno-seven0", "rules-site"), seats=(2, 3), seconds=300)  # it may compile


def test_learned_passes() -> None:
    """With nets, and where there are none."""
    factory = lambda seed: make_bot("learned?elsewhere=careful", seed)  # noqa: E731
    check_bot(factory, rules=("official", "juno-serious", "juno-seven0", "rules-site"), seats=(2, 3), seconds=300)


def test_the_plain_bot_passes_everywhere() -> None:
    check_bot(Plain, seats=(2, 5), seconds=30)


class Illegal(Plain):
    def decide(self, view: View) -> Answer:
        return "pass" if len(view.discards) > 3 else super().decide(view)


class Unreadable(Plain):
    def decide(self, view: View) -> Answer:
        return "purple 7"


class Fined(Plain):
    def decide(self, view: View) -> Answer:
        return f"{lays(view)[0]}!" if lays(view) else view.legal[0]


class Slow(Plain):
    def decide(self, view: View) -> Answer:
        time.sleep(0.3)
        return super().decide(view)


class Moody(Plain):
    def decide(self, view: View) -> Answer:
        return with_call(view, Random().choice([action for action in view.legal if not action.text.startswith("c")]))


class Raising(Plain):
    def claim(self, view: View) -> Answer | None:
        raise LookupError("nowhere")


class Leaving(Plain):
    def decide(self, view: View) -> Answer:
        sys.exit("enough")


class Interrupted(Plain):
    def decide(self, view: View) -> Answer:
        raise KeyboardInterrupt


class Silent(Plain):
    def decide(self, view: View) -> Answer:
        return None  # type: ignore[return-value]  # wrong on purpose


class Slow_to_claim_nothing(Plain):
    def claim(self, view: View) -> Answer | None:
        time.sleep(0.3)
        return None


class Never_made(Plain):
    def __init__(self, seed: int = 0) -> None:
        raise OSError("no weights")


def other_hands() -> str:
    """Looks at the table it is called from, which no view leads to."""
    frame: Any = sys._getframe()
    while not isinstance(frame.f_locals.get("table"), Round):
        frame = frame.f_back
    return str(frame.f_locals["table"])


class Meddling(Plain):
    def claim(self, view: View) -> Answer | None:
        view.memory.discards.reverse()
        return None


class Peeping(Plain):
    def decide(self, view: View) -> Answer:
        return with_call(view, Random(other_hands()).choice(lays(view) or view.legal))


class Peeping_out_of_turn(Plain):
    """On its turn it is right; beside the turn it jumps in, or not, by what others hold."""

    def claim(self, view: View) -> Answer | None:
        beside = lays(view) and view.status.turn != view.seat
        return with_call(view, lays(view)[0]) if beside and Random(other_hands()).random() < 0.5 else None


class Peeping_late(Peeping):
    """Peeps only once its view remembers who drew."""

    def decide(self, view: View) -> Answer:
        return super().decide(view) if view.memory.drew else Plain.decide(self, view)


class Peeping_by_habit(Peeping):
    """Peeps only from its own third decision on."""

    asked = 0

    def decide(self, view: View) -> Answer:
        self.asked += 1
        return super().decide(view) if self.asked > 2 else Plain.decide(self, view)


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        (Illegal, r"bot 'plain' at seat \d of official \(seed 0\): 'pass' is refused: .*; in \S+/\S+ \S+ >\d "),
        (Unreadable, r"bot 'plain' at seat \d of official \(seed 0\): decide returned 'purple 7': .*; in \S+/"),
        (Silent, r"bot 'plain' at seat \d of official \(seed 0\): decide returned None: .*; in \S+/"),
        (Raising, r"at seat \d of official \(seed 0\): claim raised LookupError: nowhere \(test_testing.py, line"),
        (Leaving, r"at seat \d of official \(seed 0\): decide raised SystemExit: enough"),
        (Never_made, "bot 'Never_made' cannot be made from a seed: OSError: no weights"),
        (lambda seed: object(), "does not make a bot: it has no name or decide or claim"),
        (Slow, r"the bot at seat \d took 0\.\d+ s in .*; 0\.2 s are allowed"),
        (Slow_to_claim_nothing, r"took 0\.\d+ s in .*; 0\.2 s are allowed"),
        (Moody, "seed 0 was played in two ways: move"),
        (Meddling, r"the bot changes the memory of its seat when asked to claim in .* a copy \(view.memory.copy\(\)\)"),
        (Peeping, "uses cards that its seat cannot know: asked to decide in"),
    ],
)
def test_a_fault_is_found(bot: Callable[[int], Any], fault: str) -> None:
    slow = bot in (Slow, Slow_to_claim_nothing)
    with pytest.raises(BotFault, match=fault):
        check_bot(bot, rules=("official",), seats=(2, 3), seconds=0.2 if slow else 30)


def test_the_keyboard_is_nobodys_fault() -> None:
    with pytest.raises(KeyboardInterrupt):
        check_bot(Interrupted, rules=("official",), seats=(2,))


def test_a_round_without_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "MOVES_AT_MOST", 20)
    with pytest.raises(BotFault, match="a round of 3 seats of official, seed 0, is not over after 20 moves"):
        check_bot(Plain, rules=("official",), seats=(3,), seconds=30)


@pytest.mark.parametrize(
    ("bot", "rules", "asked"),
    [
        (Peeping_out_of_turn, "official+jump-in", "claim"),
        (Peeping_late, "official", "decide"),
        (Peeping_late, "official+count_info=hidden", "decide"),
        (Peeping_by_habit, "juno-classic", "decide"),
    ],
)
def test_one_who_peeps_seldom_is_found_too(bot: Callable[[int], Plain], rules: str, asked: str) -> None:
    with pytest.raises(BotFault, match=f"uses cards that its seat cannot know: asked to {asked} in"):
        check_bot(bot, rules=(rules,), seats=(4,), seconds=30)


@pytest.mark.parametrize("rules", ["official", "rules-site", "official+count_info=hidden"])
def test_twins_look_the_same_to_the_seat_and_hide_other_cards(rules: str) -> None:
    table = Round.deal(rules, seats=3, seed=4)
    for _ in range(12):
        table.act(table.awaited[0], table.legal(table.awaited[0])[0])
    view = table.view(1)
    memory = view.memory
    assert memory.drew or memory.lacks[0] or memory.lacks[2], "nothing is remembered here"
    twins = [Twin(table, 1, seed) for seed in range(2)]
    assert all(twin.view(1) == view and twin.view(1) is not view for twin in twins)
    assert all(twin.legal(1) == table.legal(1) and twin.awaited == table.awaited for twin in twins)
    hands = [[twin.view(seat).hand for seat in range(3)] for twin in (table, *twins)]
    assert hands[0][1] == hands[1][1] == hands[2][1]
    for other in (0, 2):
        assert len({hand[other] for hand in hands}) == 3
        assert len({len(hand[other]) for hand in hands}) == 1
    hidden = Ruleset.from_id(rules).count_info is CountInfo.HIDDEN
    assert (None in view.status.held) == hidden


def test_a_foul_is_found() -> None:
    with pytest.raises(BotFault, match="is fined as a foul in"):
        check_bot(Fined, rules=("rules-site+fines",), seats=(3,), seconds=30)


def test_a_bot_that_peeps_is_found_without_the_other_checks() -> None:
    with pytest.raises(BotFault, match="cannot know"):
        check_honesty(Peeping, "juno-classic", seats=4)


def test_hidden_sizes_are_no_obstacle() -> None:
    check_bot(Plain, rules=("official+count_info=hidden",), seats=(3,), seconds=30)
