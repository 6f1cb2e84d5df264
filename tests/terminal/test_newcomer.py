"""What a newcomer meets in the terminal: it says what is true, loses nothing, and can be read."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console
from textual.pilot import Pilot
from textual.widgets import Select

from full_screen import drive, game, press, run, screen_text, shown, table
from lastcard.bots import make_bot, move
from lastcard.errors import LastCardError
from lastcard.game.round import Round
from lastcard.rules import Ruleset
from lastcard.rules.options import OPTIONS
from lastcard.rules.values import Skin
from lastcard.session.local import LocalSession
from lastcard.session.sitting import Options, Sitting
from lastcard.terminal.full import app as full_app
from lastcard.terminal.full.faces import Faces
from lastcard.terminal.full.setup import SetupScreen
from lastcard.terminal.paint import Paint
from lastcard.terminal.plain import PlainGame
from lastcard.terminal.plain import run as run_plain
from lastcard.terminal.screen import Screen
from walks import recorded

FAMILY = ("Dad", "Mum", "Kim")


@pytest.fixture
def family_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes the next full-screen game begin at a position, with people at every seat."""

    def set_position(position: str) -> None:
        sitting = Sitting(recorded(Round.from_position(position)), FAMILY, {}, Path("nowhere"))

        class Seated:
            def __enter__(self) -> Sitting:
                return sitting

            def __exit__(self, *_: object) -> None:
                pass

        monkeypatch.setattr(full_app, "sit_down", lambda _: Seated())

    return set_position


def family_types(position: str, *typed: str) -> list[str]:
    """What a plain game of the family says to these lines."""
    standing = Round.from_position(position)
    sitting = Sitting(recorded(standing), FAMILY[: standing.seats], {}, Path("nowhere"), resumed=True)
    target = io.StringIO()
    screen = Screen(io.StringIO("".join(f"{line}\n" for line in typed)), target, Paint(standing.rules.deck, None))
    with pytest.raises(EOFError):
        PlainGame(LocalSession(sitting, patient=True), screen).play()
    return target.getvalue().splitlines()


# ---------------------------------------------------------------- what is said


def test_the_question_with_whom_to_swap_names_no_other_numbers_than_the_list(
    family_at: Callable[[str], None],
) -> None:
    family_at("r7r3r4/g5y1y2y3/g1g2 r1 >0 - b1b2b3b4b5b6b7|- official+seven-zero")

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "enter", "3")
        assert "2  Mum" in screen_text(pilot) and "3  Kim" in screen_text(pilot)
        await press(pilot, "escape")
        assert "Swap hands with Mum or Kim?" in shown(pilot, "#asked")

    run(script, game())


def test_a_refusal_cites_no_clause() -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "p")
        assert shown(pilot, "#notice").endswith("play a card or draw.")

    drive(script, seed=22)
    target = io.StringIO()
    run_plain(Options(seed=22), io.StringIO("r8\nhint r8\npass\nuno\n"), target)
    assert "matches neither the colour nor the number of green 5." in target.getvalue()
    assert "(D" not in target.getvalue()


def test_no_house_rule_refers_to_one_that_is_not_in_the_list() -> None:
    for option in OPTIONS.values():
        _, refers, other = option.summary.partition("; see ")
        assert not refers or other.rstrip(".") in OPTIONS, option.name


def test_bots_that_are_not_given_by_seat_are_refused_with_a_sentence() -> None:
    bots = [make_bot("careful"), make_bot("careful")]
    with pytest.raises(LastCardError, match=r"^give the bots by seat, as in \{0: bot, 1: bot\}, not as list$"):
        move(Round.deal("official", seats=2, seed=1), bots)  # type: ignore[arg-type]  # what a newcomer tries


# ---------------------------------------------------------------- what is lost


def test_a_set_up_is_there_again_when_the_match_is_not_left() -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "escape", "s")
        pilot.app.screen.query_one("#bots", Select).value = 5
        await press(pilot, "f5")
        assert "Leave this match?" in screen_text(pilot)
        await press(pilot, "n")
        assert isinstance(pilot.app.screen, SetupScreen)
        assert pilot.app.screen.query_one("#bots", Select).value == 5
        await press(pilot, "f5", "escape")
        assert isinstance(pilot.app.screen, SetupScreen)
        await press(pilot, "escape")
        assert len(table(pilot).session.names) == 4

    drive(script, seed=1)


def test_several_people_undo_a_move_in_the_plain_game() -> None:
    position = "r3r4g5/g5g6/g1g2g3 r1 >0 - b1b2b3b4b5b6b7b8|- official"
    asked = "Undo Dad's last move? The stock is shuffled. All must agree: yes or no (Enter)>"
    lines = family_types(position, "", "r3", "undo", "", "undo", "yes")
    assert lines.count(asked) == 2
    assert lines[-2:] == [
        "Dad's last move is undone; the stock is shuffled.",
        "Dad's turn. Press Enter when only Dad can see the screen>",
    ]


def test_who_asks_to_undo_shows_no_hand_meanwhile() -> None:
    position = "r3r4g5/g5g6/g1g2g3 b1 >0 - y3b2b3b4b5b6b7b8|- official"
    lines = family_types(position, "", "draw", "undo", "no")
    asked = next(place for place, line in enumerate(lines) if line.startswith("Undo Dad's last move?"))
    assert lines[asked + 1 :] == ["Dad's turn. Press Enter when only Dad can see the screen>"]


def test_there_may_be_nothing_to_undo_for_several_people() -> None:
    lines = family_types("r3r4g5/g5g6/g1g2g3 r1 >0 - b1b2b3b4b5b6b7b8|- official", "undo")
    assert "There is no move to undo in this round." in lines


# ---------------------------------------------------------------- what is seen


@pytest.mark.parametrize("look", Skin)
def test_a_card_does_not_colour_what_stands_beside_it(look: Skin) -> None:
    deck = Ruleset().deck
    line = Faces(deck, look).card(deck.card("r7").code).append(" stock 40")
    styles = {character.text: character.style for character in line.render(Console())}
    assert styles[" stock 40"] is None or styles[" stock 40"].bgcolor is None


def test_the_set_up_can_come_first(home: Path) -> None:
    async def script(pilot: Pilot[str]) -> None:
        assert isinstance(pilot.app.screen, SetupScreen)
        await press(pilot, "f5")
        assert table(pilot).session.table.ply == 0

    run(script, full_app.LastCardApp(Options(), sets_up=True))
    assert len(list(home.iterdir())) == 1


def test_who_goes_back_from_the_first_set_up_leaves(home: Path) -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "escape")

    app = run(script, full_app.LastCardApp(Options(), sets_up=True))
    assert app.return_code == 0
    assert not home.exists()
