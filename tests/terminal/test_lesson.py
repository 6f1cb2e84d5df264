"""The lesson: a first match that explains each kind of moment when it comes, in both games."""

import io
from pathlib import Path

import pytest
from textual.pilot import Pilot

from full_screen import next_keys, press, run, screen_text, shown, table
from lastcard.game.round import Round
from lastcard.session.local import LocalSession
from lastcard.session.sitting import Options, Sitting, sit_down
from lastcard.terminal.full.app import LastCardApp
from lastcard.terminal.full.dialogs import Question, Reading
from lastcard.terminal.full.says import LESSON
from lastcard.terminal.lesson import Lesson
from lastcard.terminal.plain import run as run_plain
from lastcard.terminal.settings import Settings
from walks import recorded


@pytest.mark.parametrize(
    ("position", "explains"),
    [
        ("r5r7g2/g5y1 r1 >0 - b1b2b3b4|- official", "Cards with ✓ fit"),
        ("r5g2/g5y1 r1 >0 - b1b2b3b4|- official", "press u, then play one of them"),
        ("b5g2/g5y1 r1 >0 - b3b4b6b7|- official", "press d to draw"),
        ("r5g2/g5y1 r1 >0 r5 b1b2b3b4|- official", "The card you drew fits"),
        ("b5g2/g5y1 r1 >0 b5 b1b2b3b4|- official", "does not fit"),
        ("b5b6/r5y1 w+4:g >0 +4?<b1@1 g3b4|b1 official", "may be a bluff"),
        ("b5b6/r5y1y2 w >0 : g3b4|- official", "Name the colour"),
        ("b5*/r5y1y2 r1 >1 @0 g3b4|- official", "press u to call before you are caught"),
    ],
)
def test_each_kind_of_moment_is_explained(position: str, explains: str) -> None:
    standing = Round.from_position(position)
    sitting = Sitting(recorded(standing), ("You", "Ada"), {1: NOBODY}, Path("nowhere"), resumed=True)
    assert explains in Lesson(LocalSession(sitting), LESSON).tip()


class _Nobody:
    name = "nobody"

    def decide(self, view: object) -> str:
        return "draw"

    def claim(self, view: object) -> None:
        return None


NOBODY = _Nobody()


def test_the_same_is_explained_twice_and_no_more(home: Path) -> None:
    with sit_down(Options(seats=2, seed=4, bots=("greedy",))) as sitting:
        session = LocalSession(sitting, patient=True)
        lesson = Lesson(session, LESSON)
        tips = []
        while not session.table.over:
            tips.append(lesson.tip())
            if session.my_turn and session.pending() is None:
                session.act(0, session.own_view.legal[0])
            else:
                session.let_bot_act()
    assert max(map(tips.count, filter(None, tips))) <= 2


def test_a_newcomer_is_offered_a_lesson(home: Path) -> None:
    async def script(pilot: Pilot[str]) -> None:
        assert isinstance(pilot.app.screen, Question)
        assert "First time here?" in screen_text(pilot)
        await press(pilot, "l")
        assert isinstance(pilot.app.screen, Reading)
        assert "Be the first to play all your cards" in screen_text(pilot)
        await press(pilot, "enter")
        screen = table(pilot)
        assert len(screen.session.names) == 3
        while not screen.session.my_turn:
            await press(pilot, "space")
        assert "✓" in shown(pilot, "#notice") or "press d" in shown(pilot, "#notice")
        await press(pilot, *next_keys(screen))

    run(script, LastCardApp(Options(), Settings(speed="instant"), offer=True))


def test_who_wants_no_lesson_plays_at_once_and_is_not_asked_again(home: Path) -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "n")
        assert len(table(pilot).session.names) == 4

    async def again(pilot: Pilot[str]) -> None:
        assert "First time here?" not in screen_text(pilot)

    run(script, LastCardApp(Options(), Settings(speed="instant"), offer=True))
    run(again, LastCardApp(Options(), Settings(speed="instant"), offer=True))


def test_a_lesson_line_by_line(home: Path) -> None:
    target = io.StringIO()
    run_plain(Options(seats=3, seed=22), io.StringIO("quit\n"), target, teaches=True)
    assert "Be the first to play all your cards." in target.getvalue()
    assert "These cards fit (" in target.getvalue() or "type 'draw'" in target.getvalue()
