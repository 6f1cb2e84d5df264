"""The programs in examples/, which docs/cookbook.md explains: each runs, and does what it is there for."""

import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def printed(name: str, *words: str) -> str:
    """Run an example and return what it printed."""
    done = subprocess.run([sys.executable, EXAMPLES / name, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_four_people_play_in_a_chat() -> None:
    lines = printed("chat_bot.py").splitlines()
    assert any(line.startswith(" all | ") and "plays" in line for line in lines)
    assert any(re.match(r" Ben \| You hold .*", line) for line in lines)


def test_the_chat_tells_nobody_what_only_another_may_know() -> None:
    chat = runpy.run_path(str(EXAMPLES / "chat_bot.py"))["Chat"]
    assert public_part(chat, "g1") == public_part(chat, "b2")


def public_part(chat: Callable[..., Any], drawn: str) -> list[tuple[str | None, str]]:
    """Return what all but Ann read while she draws a card."""
    from lastcard import Match, Round

    sent: list[tuple[str | None, str]] = []
    game = chat(["Ann", "Ben"], lambda to, text: sent.append((to, text)), seed=1)
    game.match = Match.from_round(Round.from_position(f"y5y6/r1r2 r7 >0 - {drawn}y1y2y3|- official"))
    sent.clear()
    game.said("Ann", "draw")
    game.said("Ann", "pass")
    assert any(to == "Ann" and "You draw" in text for to, text in sent)
    return [(to, text) for to, text in sent if to != "Ann"]


def test_a_mistake_is_told_to_whoever_made_it() -> None:
    sent: list[tuple[str | None, str]] = []
    chat = runpy.run_path(str(EXAMPLES / "chat_bot.py"))["Chat"]
    game = chat(["Ann", "Ben"], lambda to, text: sent.append((to, text)), seed=1)
    sent.clear()
    game.said("Ann", "nonsense")
    assert [to for to, _ in sent] == ["Ann"]


def test_the_bot_beats_random() -> None:
    found = re.search(r"thrifty wins (\d+) %", printed("own_bot.py"))
    assert found and int(found[1]) > 50


def test_a_page_is_drawn_from_json() -> None:
    shown = printed("page_from_json.py")
    assert shown.count('class="card') == 8 and "Seat 1 holds 7 cards" in shown


def test_a_house_rule_is_studied_and_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="draws a plot")
    assert "with stacking" in printed("house_rule.py", str(tmp_path / "lengths.png"))
    assert (tmp_path / "lengths.png").read_bytes().startswith(b"\x89PNG")
