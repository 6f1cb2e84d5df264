"""Playing together: whole matches by keys alone, several people at one screen, coming back to a match."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Select

from full_screen import game, next_keys, play_match, press, run, screen_text, settled, shown, table
from lastcard.archive.record import Record
from lastcard.archive.replay import Replay
from lastcard.cli import play as play_verb
from lastcard.game.round import Round
from lastcard.session.local import LocalSession
from lastcard.session.sitting import Options, Resume, Sitting, sit_down
from lastcard.terminal.full import app as full_app
from lastcard.terminal.full.app import LastCardApp
from lastcard.terminal.full.dialogs import Question, Reading, Writing
from lastcard.terminal.full.hand import HandView
from lastcard.terminal.full.happenings import FRAMES, happening, has_motion
from lastcard.terminal.full.play import PlayScreen
from lastcard.terminal.full.replay import ReplayScreen
from lastcard.terminal.full.setup import SetupScreen
from lastcard.terminal.full.widgets import TableView, chance_text
from lastcard.terminal.settings import Settings, keep_settings, load_settings
from lastcard.terminal.unfinished import unfinished_matches
from walks import recorded

RECORDS = Path(__file__).parents[1] / "records"
SHORT = "official+hand=3+target=40"


def check_record(home: Path) -> Record:
    """The record of the only match, which must replay."""
    (path,) = home.glob("*.toml")
    record = Record.load(path)
    replay = Replay(record)
    replay.run()
    assert replay.over
    return record


# ---------------------------------------------------------------- whole matches


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 50)])
def test_a_whole_match_is_played_by_keys_alone(size: tuple[int, int], home: Path) -> None:
    async def script(pilot: Pilot[str]) -> None:
        assert await play_match(pilot) >= 1
        assert "What next?" in screen_text(pilot)

    run(script, game(rules=SHORT, seats=3, seed=5), size)
    check_record(home)


def test_three_people_play_a_match_at_one_screen_and_see_no_other_hand(home: Path) -> None:
    async def script(pilot: Pilot[str]) -> None:
        screen = table(pilot)
        for _ in range(2000):
            now = pilot.app.screen
            if screen.session.match.over and isinstance(now, Question):
                return
            if now is screen and not screen.session.table.over:
                check_hidden(screen)
            await press(pilot, *next_keys(now) if isinstance(now, PlayScreen) else ["enter"])
        raise AssertionError("the match does not end")

    run(script, game(rules=SHORT, seats=3, people=3, names=("Ann", "Ben", "Cyd"), seed=5))
    record = check_record(home)
    assert record.names == ("Ann", "Ben", "Cyd")
    assert not any(record.bots)


def check_hidden(screen: PlayScreen) -> None:
    """The hand on the screen is that of the person who has the screen; between turns there is none."""
    session, tiles = screen.session, screen.query_one(HandView).tiles
    if session.present is None:
        assert tiles == []
        assert session.waits_for is not None
    else:
        assert session.present in session.table.awaited
        assert [tile.card for tile in tiles] == [card.code for card in session.table.view(session.present).hand]
    tellings = screen.drawing.tellings.items()
    others = [line for seat, telling in tellings if seat != session.present for line in telling.lines]
    private = {line for line in others if line.startswith("You draw ")}
    assert not private & {line for line in screen.drawing.told.lines if not line.startswith("You ")}


# ---------------------------------------------------------------- a table of people as it is wanted


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes the next game begin at a position, with people at every seat."""

    def set_position(position: str, people: int = 10) -> None:
        standing = Round.from_position(position)
        names = ("Ann", "Ben", "Cyd", "Dot")[: standing.seats]
        bots: dict[int, object] = {}
        sitting = Sitting(recorded(standing), names, bots, Path("nowhere"))  # type: ignore[arg-type]
        monkeypatch.setattr(full_app, "sit_down", lambda _: _Seated(sitting))

    return set_position


class _Seated:
    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting

    def __enter__(self) -> Sitting:
        return self.sitting

    def __exit__(self, *_: object) -> None:
        pass


def test_a_claim_is_made_with_the_number_of_the_person(at: Callable[[str], None]) -> None:
    at("r3g4g5/r5*/g1g2g3 r1 >2 @1 b1b2b3b4b5b6b7b8|- official")

    async def script(pilot: Pilot[str]) -> None:
        assert "press your number: 1 Ann, 2 Ben, 3 Cyd" in shown(pilot, "#notice")
        await press(pilot, "1")
        assert "Ann says" in screen_text(pilot)
        assert "2  Catch Ben" in screen_text(pilot)  # by the number with which Ben would speak
        await press(pilot, "2")
        assert "Ann catches Ben!" in table(pilot).drawing.tellings[None].lines
        assert table(pilot).session.present is None

    run(script, game())


@pytest.mark.parametrize("calls", ["!", "*"])
def test_what_can_be_claimed_does_not_tell_who_forgot(at: Callable[[str], None], calls: str) -> None:
    at(f"r3g4g5/r5{calls}/g1g2g3 r1 >2 @1 b1b2b3b4b5b6b7b8|- official")
    offered = []

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "1")
        offered.extend(re.findall("(?:Call|Catch) (?:UNO|Ben|Cyd)", screen_text(pilot)))

    run(script, game())
    assert offered == ["Call UNO", "Catch Ben", "Catch Cyd"]


def test_jumping_in_hands_the_screen_over(at: Callable[[str], None]) -> None:
    at("r3g4g5/r1y1y2/g1g2g3 r1 >2 @0 b1b2b3b4b5b6b7b8|- official+jump-in")

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "2", "j")
        assert table(pilot).session.present == 1
        await press(pilot, "1")
        assert "Ben jumps in with red 1." in table(pilot).drawing.tellings[None].lines
        assert table(pilot).session.present is None

    run(script, game())


def test_undo_among_several_is_asked_of_all(at: Callable[[str], None]) -> None:
    at("r3g4g5/r5r6/g1g2g3 r1 >0 - b1b2b3b4b5b6b7b8|- official")

    async def script(pilot: Pilot[str]) -> None:
        session = table(pilot).session
        await press(pilot, "enter", "1")
        assert session.table.status.turn == 1
        await press(pilot, "z")
        assert "Undo Ann's last move?" in screen_text(pilot)
        await press(pilot, "enter")  # no
        assert session.table.status.turn == 1
        await press(pilot, "z", "y")
        assert session.table.status.turn == 0
        assert session.present is None
        assert "Ann's last move is undone; the stock is shuffled." in table(pilot).drawing.tellings[None].lines

    run(script, game())


# ---------------------------------------------------------------- coming back


def left(**given: object) -> None:
    """Begin a match and leave it."""
    with sit_down(Options(**given)):  # type: ignore[arg-type]  # as a test asks
        pass


def test_an_unfinished_match_is_offered_first(home: Path) -> None:
    left(seed=1)

    async def script(pilot: Pilot[str]) -> None:
        assert "Continue against Ada, Ben and Cyd, round 1?" in screen_text(pilot)
        await press(pilot, "enter")
        assert "The match continues." in table(pilot).drawing.told.lines

    run(script, LastCardApp(Options(), Settings(speed="instant"), offer=True))
    assert len(list(home.iterdir())) == 1


def test_a_new_match_leaves_the_old_one_and_the_menu_finds_it(home: Path) -> None:
    left(seed=1, names=("You", "Uli"))

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "n")
        assert "Uli" not in table(pilot).session.names
        await press(pilot, "escape", "u")
        assert "against Uli" in screen_text(pilot)
        await press(pilot, "1")
        assert "Uli" in table(pilot).session.names

    run(script, LastCardApp(Options(), Settings(speed="instant"), offer=True))
    assert len(list(home.iterdir())) == 2


def test_matches_that_can_be_continued_are_told_apart(home: Path) -> None:
    left(seed=1, people=2, names=("Ann", "Ben"))
    left(seed=2, seats=8)
    (home / "broken.journal").write_text("{}\n")
    titles = {match.title for match in unfinished_matches()}
    assert titles == {"Ann and Ben against Ada and Cyd, round 1", "against 7 bots, round 1"}


def test_the_last_set_up_is_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_settings(rules="official+stack", people="Ann,Ben", bots="random")
    began = []
    monkeypatch.setattr(play_verb, "_can_be_drawn_on", lambda args: True)
    monkeypatch.setattr(full_app, "run", lambda options, *_, **more: began.append((options, more)) or 0)
    assert play_verb_main() == 0
    ((options, more),) = began
    assert (options.rules, options.people, options.seats) == ("official+stack", 2, 3)
    assert options.bots == ("random",)
    assert more["offer"]
    keep_settings(rules="no-such-rules")
    assert play_verb_main() == 0
    assert began[-1][0].rules == "official"


def play_verb_main() -> int:
    from lastcard.cli import main

    return main(["play"])


def test_starting_a_set_up_match_asks_before_the_current_one_is_left() -> None:
    async def script(pilot: Pilot[str]) -> None:
        first = table(pilot)
        await press(pilot, "escape", "s")
        assert isinstance(pilot.app.screen, SetupScreen)
        pilot.app.screen.query_one("#people", Select).value = 2
        pilot.app.screen.query_one("#name-0", Input).value = "Ann"
        await settled(pilot)
        await press(pilot, "f5", "n", "escape")
        assert table(pilot) is first
        assert load_settings().name == ""
        await press(pilot, "escape", "s", "f5", "y")
        assert table(pilot) is not first

    run(script, game(seed=1))


# ---------------------------------------------------------------- small things


@pytest.mark.parametrize("passing", ["ask", "auto"])
def test_the_game_passes_when_nothing_else_is_left(passing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    standing = Round.from_position("g2g3/g5y1y2 r1 >0 - b2b3b4b5b6b7b8|- official")
    sitting = Sitting(recorded(standing), ("Ann", "Ben"), {1: _Waits()}, Path("nowhere"))
    monkeypatch.setattr(full_app, "sit_down", lambda _: _Seated(sitting))

    async def script(pilot: Pilot[str]) -> None:
        screen = table(pilot)
        await press(pilot, "d")
        screen.clock.left = 0.0
        screen._tick()
        assert ("You pass." in screen.drawing.told.lines) == (passing == "auto")

    run(script, game(Settings(speed="slow", passing=passing)))


class _Waits:
    name = "waits"

    def decide(self, view: object) -> str:
        return "draw"

    def claim(self, view: object) -> None:
        return None


def test_a_bluff_is_marked_apart(at: Callable[[str], None]) -> None:
    at("r3g4w+4/r5r6 r1 >0 - b1b2b3b4b5b6b7b8|- official")

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "enter")
        tiles = table(pilot).query_one(HandView).tiles
        assert [(tile.mark, tile.bluff) for tile in tiles] == [("✓", False), ("·", False), ("?", True)]
        await press(pilot, "end")
        assert "a bluff" in shown(pilot, "#notice")

    run(script, game())


def test_the_cursor_goes_round_and_a_chooser_leaves_its_card(at: Callable[[str], None]) -> None:
    at("r3g4w/r5r6 r1 >0 - b1b2b3b4b5b6b7b8|- official")

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "enter", "left")
        hand = table(pilot).query_one(HandView)
        assert hand.cursor == 2
        await press(pilot, "right")
        assert hand.cursor == 0
        await press(pilot, "3", "escape")
        assert hand.cursor == 2
        assert "Wild" in shown(pilot, "#notice")

    run(script, game())


@pytest.mark.parametrize("width", [58, 78, 120])
def test_the_time_to_speak_is_never_cut_off(width: int) -> None:
    rights = ["call UNO (u)", "catch Maximiliane (k)", "jump in"]
    assert chance_text(rights, 4.0, 5.0, on_turn=True, width=width).cell_len <= width


def test_a_name_that_exists_is_asked_for_again(tmp_path: Path) -> None:
    (tmp_path / "lastcard-match.toml").write_text("mine")

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "escape", "w", "enter")
        assert isinstance(pilot.app.screen, Writing)
        assert "already exists" in shown(pilot, "#why")
        pilot.app.screen.query_one(Input).value = "other.toml"
        await press(pilot, "enter")
        assert "is in other.toml" in shown(pilot, "#notice")

    run(script, game(seed=1))
    assert (tmp_path / "lastcard-match.toml").read_text() == "mine"


def test_a_hint_does_not_move_the_table() -> None:
    async def script(pilot: Pilot[str]) -> None:
        before = table(pilot).query_one(TableView).region
        await press(pilot, "question_mark")
        assert table(pilot).query_one(TableView).region == before

    run(script, game(seed=1))


def test_a_card_flies_unless_nothing_may_move() -> None:
    table = Round.from_position("r3g4g5/r5r6 r1 >0 - b1b2b3b4b5b6b7b8|- official")
    events = table.play("0 r3")
    assert happening(events, moves=True).flies
    still = happening(events, moves=False)
    assert (still.flies, still.frame) == (False, FRAMES)
    assert still.laid is not None
    assert not has_motion(Settings(motion="off"), slow_line=False)
    assert not has_motion(Settings(motion="auto"), slow_line=True)
    assert has_motion(Settings(motion="on"), slow_line=True)


def test_what_happens_to_a_player_is_shown_beside_the_name() -> None:
    table = Round.from_position("r+2g4/r5r6/b1b2 r1 >0 - b1b2b3b4b5b6b7b8|- official")
    badges = happening(table.play("0 r+2!"), moves=False).badges
    assert badges[0].text == "UNO!"
    assert badges[1].text.endswith("+2") or badges[1].text == "⊘ skipped"


# ---------------------------------------------------------------- replays


def test_a_replay_plays_by_itself_and_jumps_to_a_round() -> None:
    async def script(pilot: Pilot[str]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        await press(pilot, "space")
        for _ in range(200):
            await pilot.pause(0.05)
            if screen._place >= 2:
                break
        assert screen._place >= 2
        await press(pilot, "space")
        place = screen._place
        await press(pilot, "v")
        assert screen._place == place
        await press(pilot, "end", "r", "1")
        assert screen._place == 0
        assert "Seat 2 " in shown(pilot, "#cards")

    app = LastCardApp(Options(), Settings(speed="instant"), replay=RECORDS / "juno-seven0-4.toml")
    run(script, app)


def test_resumed_people_share_the_screen_again(home: Path) -> None:
    left(seed=1, people=2, seats=2, names=("Ann", "Ben"))
    with sit_down(Resume()) as sitting:
        session = LocalSession(sitting)
        assert session.present is None
        assert session.waits_for in (0, 1)


def test_help_turns_its_pages() -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "h")
        assert isinstance(pilot.app.screen, Reading)
        assert "Seven-0 differs from the official rules" in screen_text(pilot)
        await press(pilot, "h")
        assert "choose a card and play it" in screen_text(pilot)
        await press(pilot, "h")
        assert "What differs from the official rules" in screen_text(pilot)

    run(script, game(rules="juno-seven0", seed=1), (100, 40))
