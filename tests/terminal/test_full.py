"""The full-screen game, driven by keys alone through Textual's pilot."""

import re
import resource
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual import events
from textual.pilot import Pilot
from textual.widgets import Button, Checkbox, Input, OptionList, Select, Static

from full_screen import (
    drive,
    felt,
    next_keys,
    play_round,
    press,
    screen_text,
    settled,
    shown,
    table,
    until,
    until_holds,
    until_next_table,
    until_told,
)
from lastcard._util.names import BOTS
from lastcard.archive.journal import load_record, read_journal
from lastcard.archive.keeper import FileKeeper
from lastcard.archive.record import Record
from lastcard.archive.recorded import RecordedMatch
from lastcard.archive.replay import Replay, record_for_seat
from lastcard.bots import Bot, Fallible, Slips, claims_in_order, decided, make_bot
from lastcard.errors import LastCardError
from lastcard.game.match import Match
from lastcard.game.round import Round
from lastcard.game.values import ActionKind
from lastcard.game.view import View
from lastcard.rules import PRESETS, Ruleset
from lastcard.rules.values import Skin
from lastcard.session import thinking
from lastcard.session.results import load_results
from lastcard.session.sitting import Options, Resume, Sitting, sit_down
from lastcard.terminal.full import app as full_app
from lastcard.terminal.full import dialogs
from lastcard.terminal.full import says as full_says
from lastcard.terminal.full.app import LastCardApp
from lastcard.terminal.full.dialogs import Choice, Question, Reading, Writing
from lastcard.terminal.full.faces import SIZES, Faces
from lastcard.terminal.full.hand import HandView
from lastcard.terminal.full.play import PlayScreen
from lastcard.terminal.full.replay import ReplayScreen
from lastcard.terminal.full.setup import SetupScreen, switches
from lastcard.terminal.full.widgets import Log, TableView
from lastcard.terminal.pace import PACES, Pace
from lastcard.terminal.settings import Settings, load_settings
from lastcard.terminal.stills import seat_names, stills
from lastcard.words.speaker import Speaker
from walks import recorded


@pytest.mark.parametrize("preset", ["official", "juno-serious", "juno-seven0", "rules-site", "one"])
def test_a_round_is_played_by_keys_alone(preset: str, home: Path) -> None:
    async def script(pilot: Pilot[str]) -> None:
        await play_round(pilot)
        assert "is over" in screen_text(pilot)
        await press(pilot, "enter")
        if not table_or_question(pilot):
            assert table(pilot).session.match.rounds == 1

    drive(script, rules=preset, seats=3, seed=5)
    (path,) = home.iterdir()
    record = Record.load(path) if path.suffix == ".toml" else read_journal(path).record
    replay = Replay(record)
    replay.run()
    assert record.rounds[0].points is not None


def table_or_question(pilot: Pilot[str]) -> bool:
    """Whether the match is over and it is asked what comes next."""
    return isinstance(pilot.app.screen, Question)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20)])
def test_ten_seats_fit(size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[str]) -> None:
        text = screen_text(pilot)
        assert all(name in text for name in BOTS[:9])
        assert "turn" in text
        if size == (80, 24):
            await play_round(pilot)

    drive(script, size=size, seats=10, seed=2, rules="rules-site")


def test_resizing_keeps_everything_in_sight() -> None:
    async def script(pilot: Pilot[str]) -> None:
        for width, height in ((120, 50), (80, 24), (100, 30)):
            await pilot.resize_terminal(width, height)
            await settled(pilot)
            text = screen_text(pilot)
            assert "Cyd" in text
            assert "▐" in text
            assert " left" in text

    drive(script, seed=1)


def test_without_colour_shapes_and_letters_say_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(pilot: Pilot[str]) -> None:
        text = screen_text(pilot)
        assert "● r8" in text
        assert "■ b6" in text
        assert "★ y⇄" in text
        styles = [
            style
            for strip in pilot.app.screen._compositor.render_strips()
            for _, style, _ in strip.apply_filter(pilot.app._filters[-1], pilot.app.screen.background_colors[0])
            if style
        ]
        assert not [style for style in styles if style.color and not style.color.is_default]
        assert not [style for style in styles if style.bgcolor and not style.bgcolor.is_default]

    drive(script, seed=22)


# ---------------------------------------------------------------- a table as it is wanted


class Scripted:
    """A bot that does what a test says, and draws, passes or takes otherwise."""

    name = "scripted"

    def __init__(self, *actions: str, claims: tuple[str, ...] = ()) -> None:
        self.actions = list(actions)
        self.claims = list(claims)

    def decide(self, view: View) -> str:
        legal = list(map(str, view.legal))
        if self.actions and self.actions[0].rstrip("!").partition(">")[0] in legal:
            return self.actions.pop(0)
        return next(action for action in ("pass", "take", "draw", legal[0]) if action in legal)

    def claim(self, view: View) -> str | None:
        return self.claims.pop(0) if self.claims and self.claims[0] in map(str, view.legal) else None


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Makes the next game begin at a position."""

    def set_position(position: str, **bots: Bot) -> None:
        standing = Round.from_position(position)
        match = recorded(standing)
        seats = range(1, standing.seats)
        names = ("You", *(f"Bot {seat}" for seat in seats))
        sitting = Sitting(match, names, {seat: bots.get(f"bot{seat}", Scripted()) for seat in seats}, Path("nowhere"))

        @contextmanager
        def seated(_: Options) -> Iterator[Sitting]:
            yield sitting

        monkeypatch.setattr(full_app, "sit_down", seated)

    return set_position


def test_a_refused_card_says_why_and_changes_nothing(at: Callable[..., None]) -> None:
    at("g2r5r7/g5y1 r1 >0 - b1b2b3b4|- official")

    async def script(pilot: Pilot[str]) -> None:
        before = str(table(pilot).session.table)
        await press(pilot, "3", "p", "t", "c", "e", "r")
        assert "nobody has to say “ready”" in shown(pilot, "#notice").lower()
        await press(pilot, "2")  # in the order of the deck: r5 r7 g2
        assert str(table(pilot).session.table) != before

    drive(script)


def test_arrows_enter_and_clicks_lay(at: Callable[..., None]) -> None:
    at("r3r4r5r6/g5y1 r1 >0 - b1b2b3b4b5b6b7|- official")

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "right", "right", "enter")
        assert str(table(pilot).session.own_view.status.top) == "r5"
        await pilot.click(HandView, offset=(50, 5))
        await settled(pilot)
        assert str(table(pilot).session.own_view.status.top) == "r4"
        await pilot.click("#do-draw")
        await settled(pilot)
        assert len(table(pilot).session.hand) == 3
        await pilot.click("#keys", offset=(screen_text(pilot).splitlines()[-1].index("Esc"), 0))
        await settled(pilot)
        assert isinstance(pilot.app.screen, Question)

    drive(script, size=(100, 30))


def test_a_wild_asks_for_its_colour(at: Callable[..., None]) -> None:
    at("r3g4w/g5y1 r1 >0 - b1b2b3b4b5b6b7|- official")

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "3")
        assert isinstance(pilot.app.screen, Question)
        text = screen_text(pilot)
        assert all(colour in text for colour in ("● red", "▲ green", "■ blue", "★ yellow"))
        await press(pilot, "escape")
        assert len(table(pilot).session.hand) == 3
        await press(pilot, "3", "b")
        assert "■ blue" in felt(pilot)

    drive(script)


def test_a_seven_asks_for_a_seat_by_itself(at: Callable[..., None]) -> None:
    at("r7r3r4/g5y1y2y3/g1 r1 >0 - b1b2b3b4b5b6b7|- official+seven-zero")

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "3")
        assert isinstance(pilot.app.screen, Question)
        await press(pilot, "escape", "enter")  # it can be put off, not avoided
        assert isinstance(pilot.app.screen, Question)
        await press(pilot, "question_mark")
        assert "A careful player would swap hands with Bot 2: " in re.sub(r"\W*\n\W*", " ", screen_text(pilot))
        await press(pilot, "2")
        assert "You swap hands with Bot 2." in table(pilot).drawing.told.lines

    drive(script)


def test_the_call_goes_with_the_lay(at: Callable[..., None]) -> None:
    at("r3g4/g5y1 r1 >0 - b1b2b3b4b5b6b7|- official")

    async def script(pilot: Pilot[str]) -> None:
        assert "press u first" in shown(pilot, "#notice")
        await press(pilot, "u")
        assert "You will call UNO with your next card" in shown(pilot, "#notice")
        await press(pilot, "1")
        assert "You call: last card!" in table(pilot).drawing.told.lines
        assert "UNO!" in felt(pilot)

    drive(script)


SLOW = Pace(0.05, 60.0)


WAITED = " Now:  "


def test_a_chance_to_catch_is_shown_and_waited_for(at: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACES, "normal", SLOW)
    at("r3g4g5/r5y1/g1g2g3 r1 >1 - b1b2b3b4b5b6b7b8|- official", bot1=Scripted("r5"))

    async def script(pilot: Pilot[str]) -> None:
        await until(pilot, f"{WAITED}catch Bot 1 (k) ")
        assert pilot.app.screen.query_one("#do-catch", Button).display
        await press(pilot, "k")
        assert "You catch Bot 1!" in table(pilot).drawing.told.lines

    drive(script, pace="normal")


def test_a_chance_can_be_let_pass(at: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACES, "normal", SLOW)
    at("g3g4g5/r5y1/g1g2g3 r1 >1 - b1b2b3b4b5b6b7b8|- official", bot1=Scripted("r5"))

    async def script(pilot: Pilot[str]) -> None:
        await until(pilot, WAITED)
        await press(pilot, "space")
        await until(pilot, "Your turn")
        assert not any(line.startswith("You catch") for line in table(pilot).drawing.told.lines)

    drive(script, pace="normal")


TWINS = {  # a position, and who lays
    "a bot lays": ("g3g4g5/r5y1/g1g2g6 r1 >1 - b1b2b3b4b5b6b7b8|- official", 1),
    "the person lays": ("r5g4/g1g2y1/g7g8g6 r1 >0 - b1b2b3b4b5b6b7b8|- official", 0),
    "the person is next": ("g3g4g5/g1g2g6/r5y1 r1 >2 - b1b2b3b4b5b6b7b8|- official", 2),
}


@pytest.mark.parametrize("bots_notice", [False, True])
@pytest.mark.parametrize("twin", TWINS)
def test_nothing_shown_tells_who_forgot_to_call(
    twin: str, bots_notice: bool, at: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for the call itself, which everybody hears, the table looks the same and waits as long."""
    monkeypatch.setitem(PACES, "normal", SLOW)
    position, layer = TWINS[twin]
    claims = (f"catch {layer}",) if bots_notice else ()
    looks = []

    async def script(pilot: Pilot[str]) -> None:
        if layer == 0:
            await press(pilot, *(["u"] if call else []), "1")
        await until(pilot, WAITED)
        screen = table(pilot)
        screen.clock.left = screen.clock.whole
        screen.drawing.land()
        screen.drawing.show()
        await settled(pilot)
        assert screen.clock.whole == SLOW.chance
        look = re.sub(r"UNO!|1 card", "", screen_text(pilot))
        looks.append([" ".join(line.split()) for line in look.split("\n") if "calls" not in line])
        await press(pilot, "space")
        looks[-1].append(str(any(re.search("catch(es)? .*!$", line) is not None for line in screen.drawing.told.lines)))

    for call in ("!", ""):
        bots = {f"bot{seat}": Scripted(claims=claims if seat != layer else ()) for seat in (1, 2)}
        if layer:
            bots[f"bot{layer}"] = Scripted(f"r5{call}")
        at(position, **bots)
        drive(script, pace="normal", size=(60, 24))
    called, forgotten = looks
    assert called[:-1] == forgotten[:-1]
    assert (called[-1], forgotten[-1]) == ("False", str(bots_notice))


def test_jumping_in_and_pausing_under_a_dialog(at: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACES, "normal", SLOW)
    at("r5g4g5/r5y1y2/g1g2g3 r1 >1 - b1b2b3b4b5b6b7b8|- official+jump-in", bot1=Scripted("r5"))

    async def script(pilot: Pilot[str]) -> None:
        await until(pilot, "jump in")
        asked = table(pilot)
        await press(pilot, "f1")
        left = asked.clock.left
        await pilot.pause(0.3)
        assert asked.clock.left == left
        await press(pilot, "escape", "1")
        assert "You jump in with red 5." in table(pilot).drawing.told.lines

    drive(script, pace="normal")


def test_a_foul_is_asked_about_first(at: Callable[..., None]) -> None:
    at("g2r5r7/g5y1 r1 >0 - b1b2b3b4b5b6|- rules-site+fines")

    async def script(pilot: Pilot[str]) -> None:
        before = str(table(pilot).session.table)
        await press(pilot, "3")
        assert isinstance(pilot.app.screen, Question)
        await press(pilot, "n")
        assert str(table(pilot).session.table) == before
        await press(pilot, "3", "y")
        assert any("fined" in line for line in table(pilot).drawing.told.lines)

    drive(script)


@pytest.mark.parametrize("roomy", [True, False])
def test_a_hint_says_what_to_do_and_why_and_what_the_rules_say(at: Callable[..., None], roomy: bool) -> None:
    at("g2r5r7/g5y1 r1 >0 - b1b2b3b4b5b6|- official")

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "end", "question_mark")
        advice = re.sub(r"\s+", " ", shown(pilot, "#notice"))
        assert re.match("A careful player would play . red 5: .+[.]", advice)
        await press(pilot, *[] if roomy else ["question_mark"])
        both = re.sub(r"\s+", " ", shown(pilot, "#notice"))
        assert re.search("Green 2 is refused: .+red 1", both)
        assert (advice == both) == roomy

    drive(script, size=(140, 40) if roomy else (60, 20))


# ---------------------------------------------------------------- leaving, coming back, taking back


def test_quit_and_resume(home: Path) -> None:
    hands = []

    async def first(pilot: Pilot[str]) -> None:
        await press(pilot, *next_keys(table(pilot)))
        while isinstance(pilot.app.screen, Question):
            await press(pilot, "enter")
        hands.append(table(pilot).session.hand)
        await press(pilot, "q")

    app = drive(first, seed=1)
    assert "lastcard play --resume" in (app.return_value or "")

    async def second(pilot: Pilot[str]) -> None:
        log = table(pilot).drawing.told.lines
        assert "The match continues." in log
        assert any(line.startswith("You ") for line in log[: log.index("The match continues.")])
        assert table(pilot).session.hand == hands[0]
        with pytest.raises(LastCardError, match="is in use by another program"), sit_down(Resume()):
            pass

    drive(second, resume=True)
    assert len(list(home.iterdir())) == 1


def test_a_move_is_taken_back(home: Path) -> None:
    async def script(pilot: Pilot[str]) -> None:
        (journal,) = home.iterdir()
        assert not any(act.startswith("0 ") for act in read_journal(journal).record.rounds[0].acts)
        await press(pilot, "z")
        assert "no move to undo" in shown(pilot, "#notice")
        before, hand = read_journal(journal).record, table(pilot).session.hand
        await press(pilot, "d")
        assert read_journal(journal).record != before
        await press(pilot, "z")
        assert read_journal(journal).record == before
        assert table(pilot).session.hand == hand
        await press(pilot, "d")
        assert len(table(pilot).session.hand) != len(hand)
        Replay(read_journal(journal).record).run()

    drive(script, seed=1)


@pytest.mark.parametrize("preset", ["official", "juno-serious", "juno-seven0", "rules-site"])
def test_taking_back_leads_to_before_the_move(preset: str, tmp_path: Path) -> None:
    match = RecordedMatch(Match(preset, seats=3, seed=1), FileKeeper.create(tmp_path / "journal"))
    bots = {seat: make_bot("random", seat) for seat in range(3)}
    before = None
    for _ in range(60):
        if match.round.over:
            break
        claims = claims_in_order(match.round, bots)
        seat = claims[0].seat if claims else match.round.awaited[0]
        action = claims[0].action if claims else decided(bots[seat], match.round.view(seat))
        if seat == 0 and not str(action).startswith(("done", ">")):
            before = match.record.text
        match.act(seat, action)
    assert before is not None
    assert match.take_back(0)
    assert match.record.text == before
    assert read_journal(tmp_path / "journal").record.text == before
    while match.take_back(0):
        pass
    assert match.record.rounds[0].points is None


def test_a_bot_that_thinks_long_does_not_stop_the_screen(
    at: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PACES, "normal", Pace(0.01, 0.01))
    monkeypatch.setattr(full_says, "_LONG", 0.1)
    thought = threading.Event()

    class Slow(Scripted):
        def decide(self, view: View) -> str:
            thought.wait(60)
            return super().decide(view)

    at("r3g4g5/r5r6y1/g1g2g3 r1 >1 - b1b2b3b4b5b6b7b8|- official", bot1=Slow("r5"))

    async def script(pilot: Pilot[str]) -> None:
        await until(pilot, "still thinking")
        await press(pilot, "f1")
        assert "How to play" in screen_text(pilot)
        await press(pilot, "escape")
        assert "Bot 1's turn … still thinking" in shown(pilot, "#asked")
        thought.set()
        await until(pilot, "Your turn")
        assert "Bot 1 plays red 5." in table(pilot).drawing.told.lines

    drive(script, pace="normal")


@pytest.mark.parametrize("jumps", [True, False])
def test_a_bot_that_thinks_long_about_a_claim_does_not_stop_the_screen(
    at: Callable[..., None], monkeypatch: pytest.MonkeyPatch, jumps: bool
) -> None:
    monkeypatch.setitem(PACES, "normal", Pace(0.01, 0.01))
    thought = threading.Event()

    class Slow(Scripted):
        def claim(self, view: View) -> str | None:
            thought.wait(60)
            return "r1" if jumps and "r1" in map(str, view.legal) else None

    at("r3g4g5/r1r6y1/g1g2g3 r1 >0 @2 b1b2b3b4b5b6b7b8|- official+jump-in", bot1=Slow())

    async def script(pilot: Pilot[str]) -> None:
        assert "Your turn" in shown(pilot, "#asked")
        await press(pilot, "f1")
        assert "How to play" in screen_text(pilot)
        await press(pilot, "escape")
        if not jumps:
            await press(pilot, "1")
            assert "You play red 3." in table(pilot).drawing.told.lines
        thought.set()
        await until_told(pilot, "Bot 1 jumps in with red 1." if jumps else "Bot 1 draws")

    drive(script, pace="normal")


class Ponderer(Scripted):
    """A bot that answers only when the test lets it."""

    def __init__(self, *actions: str) -> None:
        super().__init__(*actions)
        self.thought = threading.Event()

    def decide(self, view: View) -> str:
        self.thought.wait(60)
        return super().decide(view)

    def claim(self, view: View) -> str | None:
        self.thought.wait(60)
        return None


@pytest.mark.parametrize(("answers_after", "acts_after"), [(0, 5), (3, 5), (7, 10)])
@pytest.mark.parametrize("skips_the_wait", [False, True])
def test_a_bot_that_takes_time_acts_on_a_beat(
    at: Callable[..., None], monkeypatch: pytest.MonkeyPatch, answers_after: int, acts_after: int, skips_the_wait: bool
) -> None:
    """How many ticks it thinks about claims and its turn does not show, up to a beat of five ticks."""
    monkeypatch.setitem(PACES, "normal", Pace(5.0 if skips_the_wait else 0.01, 0.01))
    tick = PlayScreen._tick
    monkeypatch.setattr(PlayScreen, "_tick", lambda _: None)  # the test lets time go by
    bot = Ponderer("r5")
    fallible = Fallible(bot, Slips(beat=0.5))
    at("r3g4g5/r5r6y1/g1g2g3 r1 >1 - b1b2b3b4b5b6b7b8|- official", bot1=fallible)

    async def script(pilot: Pilot[str]) -> None:
        screen = table(pilot)
        ticks = 0
        if skips_the_wait:
            screen.clock.left = screen.clock.whole = 3.0
            await press(pilot, "space")
        while "Bot 1 plays red 5." not in screen.drawing.told.lines:
            if ticks == answers_after:
                bot.thought.set()
                await answered(pilot, screen)
            tick(screen)
            ticks += 1
            assert ticks <= acts_after
        assert ticks == acts_after

    drive(script, pace="normal")


async def answered(pilot: Pilot[str], screen: PlayScreen) -> None:
    """Wait until bots have answered."""
    for _ in range(100):
        pending = screen.session.pending()
        if pending is not None and not pending.thinking:
            return
        await pilot.pause(0.05)
    raise AssertionError("no bot has answered")


def test_the_screen_does_not_stand_still_for_a_bot_that_takes_time(at: Callable[..., None]) -> None:
    bot = Ponderer()
    at("r3g4g5/r1r6y1/g1g2g3 r1 >0 @2 b1b2b3b4b5b6b7b8|- official+jump-in", bot1=Fallible(bot, Slips(beat=0.5)))

    async def script(pilot: Pilot[str]) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(thinking, "wait", lambda *_: pytest.fail("the screen waits for a bot"))
            table(pilot).session._asked = None  # the table has changed, say
            assert table(pilot).session.pending() is None
        bot.thought.set()

    drive(script, pace="normal")


def test_what_cannot_be_kept_ends_the_game_with_a_sentence(home: Path) -> None:
    async def script(pilot: Pilot[str]) -> None:
        (journal,) = home.iterdir()
        kept.append(journal.read_bytes())
        limit = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(kept[0]) + 2, limit[1]))
        try:
            await press(pilot, "d")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)

    kept: list[bytes] = []
    app = drive(script, seed=1)
    assert app.return_code == 2
    (journal,) = home.iterdir()
    assert journal.read_bytes() == kept[0]


# ---------------------------------------------------------------- the other screens


def test_the_menu_leads_everywhere(tmp_path: Path) -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "escape", "r", "h", "h")
        assert "Each player is dealt 7 cards." in screen_text(pilot)
        await press(pilot, "escape", "escape", "k")
        assert "choose a card and play it" in screen_text(pilot)
        await press(pilot, "enter", "escape", "p")
        assert "No finished matches yet." in screen_text(pilot)
        await press(pilot, "enter", "escape", "w")
        assert isinstance(pilot.app.screen, Writing)
        await press(pilot, "enter")
        assert "Your copy of the record is in" in shown(pilot, "#notice")
        await press(pilot, "escape", "t")
        assert "No finished matches yet." in screen_text(pilot)
        shade = pilot.app.theme
        await press(pilot, "enter", "escape", "l")
        assert pilot.app.theme != shade
        first = table(pilot)
        await press(pilot, "escape", "n", "n")
        assert table(pilot) is first
        await press(pilot, "escape", "n", "y")
        assert table(pilot) is not first
        log = table(pilot).drawing.told.lines
        assert any(line.startswith("To resume the match you left: lastcard play --resume ") for line in log)
        await press(pilot, "v")
        assert "speed slow" in shown(pilot, "#title")

    drive(script, seed=1)
    assert load_settings() == Settings(speed="slow", shade="light")
    assert Record.load(tmp_path / "lastcard-match.toml").redacted


def test_the_setup_puts_a_match_together(home: Path) -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "escape", "s")
        setup = pilot.app.screen
        assert isinstance(setup, SetupScreen)
        assert setup.rules_id == "official+jump-in+hand=6"
        setup.query_one("#preset", Select).value = "rules-site"
        setup.query_one("#bots", Select).value = 5
        await settled(pilot)
        setup.query_one("#level-4", Select).value = "random"
        assert "▐ ▌ stack " in screen_text(pilot)
        setup.query_one("#option-stack", Checkbox).value = True
        await settled(pilot)
        assert "▐✓▌ stack " in screen_text(pilot)
        setup.query_one("#name-0", Input).value = "Bot 1"
        await settled(pilot)
        assert "is a name for bots" in shown(pilot, "#wanted")
        await press(pilot, "f5")
        assert pilot.app.screen is setup
        setup.query_one("#name-0", Input).value = "Ann"
        setup.query_one("#look", Select).value = "black"
        await settled(pilot)
        await press(pilot, "f5")
        assert "Leave this match?" in screen_text(pilot)
        await press(pilot, "y")
        assert len(table(pilot).session.hand) >= 6
        assert len(table(pilot).session.names) == 6
        assert table(pilot).session.names[0] == "Ann"
        assert table(pilot).session.sitting.levels[-1] == "random"

    drive(script, rules="official+jump-in+hand=6", seed=1, size=(100, 50))
    kept = load_settings()
    assert (kept.name, kept.look, kept.speed) == ("Ann", "black", "instant")
    assert kept.rules == "rules-site+jump-in+stack+hand=6"
    assert kept.bots == "careful,careful,careful,careful,random"
    assert len(list(home.iterdir())) == 2


def test_the_setup_says_in_words_what_is_played_and_what_is_wrong() -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "escape", "s")
        setup = pilot.app.screen
        assert shown(pilot, "#wanted") == "✓ Seven-0 + stack · You and 3 bots (medium)"
        assert screen_text(pilot).count("a 7 swaps two hands") == 1  # the closed list shows the title alone
        setup.query_one("#people", Select).value = 3
        await settled(pilot)
        setup.query_one("#name-1", Input).value = "Ben"
        setup.query_one("#level-2", Select).value = "greedy"
        await settled(pilot)
        assert shown(pilot, "#wanted").endswith("Player A, Ben, Player C and 3 bots (medium, medium, easy)")
        setup.query_one("#bots", Select).value = 9
        await settled(pilot)
        assert shown(pilot, "#wanted") == "✗ 12 players cannot play by these rules: they are for 2 to 10."

    drive(script, rules="juno-seven0+stack", seed=1)


def test_every_switch_of_the_setup_makes_a_rule_set() -> None:
    names = [name for name, _ in switches()]
    assert {"stack", "jump-in", "seven-zero", "draw-until"} <= set(names)
    for name in names:
        Ruleset.from_id(f"official+{name}")


def test_a_match_ends_with_its_record_and_can_be_replayed(home: Path) -> None:
    async def script(pilot: Pilot[str]) -> None:
        await play_round(pilot)
        text = screen_text(pilot)
        assert "the match!" in text
        assert len(load_results().results) == 1
        await press(pilot, "enter", "p")
        assert isinstance(pilot.app.screen, Question)
        assert pilot.app.screen.query_one(OptionList).option_count == 1
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ReplayScreen)
        await press(pilot, "right", "left", "end")
        assert "$" not in screen_text(pilot)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, Question)
        await press(pilot, "q")

    app = drive(script, rules="official+single-round", seats=2, seed=1)
    assert app.return_value == ""


def test_J_classic_03_cards_have_a_white_or_a_black_edge() -> None:
    deck = Ruleset.from_id("official").deck
    white, black = (Faces(deck, look) for look in Skin)
    for card in deck.text:
        assert str(white.card(card)) == str(black.card(card))
        assert len(white.card(card)) == 7
        assert white.card(card).spans != black.card(card).spans
        for size in SIZES:
            assert [line.cell_len for line in white.picture(card, size)] == [size.width] * size.height


@pytest.mark.parametrize("preset", ["official", "juno-serious", "console"])
def test_golden_records_are_shown_step_by_step(preset: str) -> None:
    path = Path(__file__).parents[1] / "records" / f"{preset}-4.toml"
    record = Record.load(path)

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "right", "end")
        assert f"step {len(stills(record))} of" in shown(pilot, "#title")
        assert "Seat 3 " in shown(pilot, "#cards")
        await press(pilot, "escape")

    drive(script, replay=path)


def test_a_replay_of_a_running_round_shows_no_hands() -> None:
    match = RecordedMatch(Match("official", seats=2, seed=1))
    match.play("draw")
    assert all(still.hands == () for still in stills(match.record))
    redacted = record_for_seat(match.record, 0)
    assert all(still.status is None for still in stills(redacted))


def test_a_copy_does_not_call_an_accusation_wrong_that_costs_nothing() -> None:
    match = RecordedMatch(Match("juno-classic+uno-penalty=0+hand=2", seats=3, seed=1), None, ("Ann", "Ben", "Cyd"))
    while not (catches := [action for action in match.round.legal(0) if action.kind is ActionKind.CATCH]):
        match.act(match.round.awaited[0], match.round.legal(match.round.awaited[0])[0])
    match.act(0, catches[0])
    assert "Ann catches Cyd!" in stills(match.record)[-1].lines
    assert stills(record_for_seat(match.record, 0))[-1].told == "You accuse Cyd of not calling UNO."


def test_where_wrong_cards_are_fined_copies_and_seats_are_told_in_sentences() -> None:
    match = RecordedMatch(Match("rules-site+fines", seats=2, seed=2), None, ("Ann", "Ben"))
    while match.round.awaited != (1,) or not (wrong := [f for f in match.round.fouls(1) if f.kind is ActionKind.LAY]):
        match.act(match.round.awaited[0], match.round.legal(match.round.awaited[0])[0])
    match.act(1, wrong[0])
    card = Speaker(match.match.rules.deck, ("Ann", "Ben"), 0).card(wrong[0].cards[0])
    assert stills(record_for_seat(match.record, 0))[-1].told.startswith(f"Ben puts down {card}")
    told = stills(match.record, 0)[-1].told
    assert told.startswith(f"{card[0].upper()}{card[1:]} goes back to Ben. Ben is fined ")
    assert " goes back to your hand. You are fined " in stills(match.record, 1)[-1].told


# ---------------------------------------------------------------- the program


def test_bots_alone_are_sent_to_the_plain_game() -> None:
    with pytest.raises(LastCardError, match="--plain"):
        LastCardApp(Options(people=0))


def test_playing_line_by_line_loads_nothing_of_it() -> None:
    code = "import sys, lastcard.cli, lastcard.terminal.plain; print('textual' in sys.modules, 'rich' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "False"]


def test_every_preset_can_be_chosen() -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "escape", "s")
        setup = pilot.app.screen
        assert isinstance(setup, SetupScreen)
        for preset in PRESETS:
            setup.query_one("#preset", Select).value = preset
            await settled(pilot)
            assert shown(pilot, "#wanted").startswith("✓")

    drive(script, seats=4, seed=1)


# ---------------------------------------------------------------- what a stranger stumbled over


def test_a_chooser_that_was_left_says_how_it_comes_back(at: Callable[..., None]) -> None:
    at("r7r3r4/g5y1y2y3/g1 r1 >0 - b1b2b3b4b5b6b7|- official+seven-zero")

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "3", "escape")
        assert "Swap hands with Bot 1 or Bot 2? (Enter: choose)" in shown(pilot, "#asked")
        for key in ("enter", "1", "d"):
            await press(pilot, key)
            assert isinstance(pilot.app.screen, Question), key
            await press(pilot, "escape")
            assert ">1" not in screen_text(pilot)

    drive(script)


def test_a_chooser_with_one_answer_names_no_notation(at: Callable[..., None]) -> None:
    at("r7r3r4/g5y1y2y3 r1 >0 - b1b2b3b4b5b6b7|- official+seven-zero")

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "3", "escape")
        assert "(Enter: choose)" in shown(pilot, "#asked")
        assert ">1" not in screen_text(pilot)

    drive(script)


def test_what_is_asked_names_keys_not_words_to_type(at: Callable[..., None]) -> None:
    at("b5b6/r5y1 w+4:g >0 +4?<b1@1 g3b4|b1 official")

    async def script(pilot: Pilot[str]) -> None:
        assert "Draw 4 cards: take (t) or challenge (c)" in shown(pilot, "#asked")

    drive(script)


def test_verbs_may_be_capitals_where_no_card_has_that_key(at: Callable[..., None]) -> None:
    at("g2r5r7/g5y1y3y4 r1 >0 - b1b2b3b4b5b6|- official")

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "D")
        assert len(table(pilot).session.hand) == 4
        await press(pilot, "H")
        assert isinstance(pilot.app.screen, Reading)

    drive(script)


def test_capitals_are_cards_in_a_large_hand(at: Callable[..., None]) -> None:
    at("r1r2r3r4r5r6r7r8r9g1g2g3g4g5/g5y1y3y4 r1 >0 - b1b2b3b4b5b6|- official")

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "D")
        assert "matches neither the colour nor the number" in shown(pilot, "#notice")
        assert len(table(pilot).session.hand) == 14

    drive(script)


def test_the_call_is_refused_at_once_with_more_than_two_cards(at: Callable[..., None]) -> None:
    at("g2r5r7/g5y1y3y4 r1 >0 - b1b2b3b4b5b6|- official")

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "u")
        assert "leaves you one; you hold 3 cards" in shown(pilot, "#notice")
        assert not table(pilot).drawing.calling
        await press(pilot, "k")
        assert "Nobody else holds just one card." in shown(pilot, "#notice")

    drive(script)


def test_whoever_holds_one_card_is_accused_whether_it_was_called_or_not(at: Callable[..., None]) -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "k")
        assert "Bot 1" in shown(pilot, "#notice")

    at("g2r5r7/g5!/y1y2 r1 >0 - b1b2b3b4b5b6|- official")
    drive(script)


def test_of_several_with_one_card_it_is_asked_who_is_meant(at: Callable[..., None]) -> None:
    at("g2r5r7/g5!/y1* r1 >0 @2 b1b2b3b4b5b6|- official")

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "k")
        assert isinstance(pilot.app.screen, Question)
        await press(pilot, "2")
        assert "You catch Bot 2!" in table(pilot).drawing.told.lines

    drive(script)


def test_where_nobody_calls_there_is_nothing_to_call_with(at: Callable[..., None]) -> None:
    at("r3r4/g5y1y3y4 r1 >0 - b1b2b3b4b5b6|- official+uno-duty=none")

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "u", "k")
        text = screen_text(pilot)
        assert "UNO" not in text
        assert "Catch" not in text
        await press(pilot, "escape", "k")
        assert "call UNO" not in screen_text(pilot)
        assert "catch a player" not in screen_text(pilot)

    drive(script)


def test_an_old_refusal_goes_when_the_turn_comes(at: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACES, "normal", Pace(2.0, 60.0))
    at("g2g5r7/r5y1y3y4 r1 >1 - b1b2b3b4b5b6|- official", bot1=Scripted("r5"))

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "d")
        assert "✗" in shown(pilot, "#notice")
        await until(pilot, "Your turn")
        assert "✗" not in shown(pilot, "#notice")

    drive(script, pace="normal")


def test_every_speed_is_reached_by_its_key() -> None:
    async def script(pilot: Pilot[str]) -> None:
        seen = []
        for _ in PACES:
            await press(pilot, "v")
            seen.append(table(pilot).clock.pace)
        assert sorted(seen) == sorted(PACES)
        assert seen[-1] == "instant"
        assert "Bots do not wait for you" in shown(pilot, "#notice")

    drive(script, seed=1)


@pytest.mark.parametrize("size", [(80, 24), (80, 20), (60, 20), (120, 40)])
def test_the_hand_is_in_sight(size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[str]) -> None:
        text = screen_text(pilot)
        shapes = ("● 8", "▲ 1", "▲ 4", "▲ 7", "■ 6", "★ ⇄", "✱") if size[0] < 96 else ("8     ●", "⇄     ★", "✱     ✱")
        assert all(card in text for card in shapes)
        assert "Last Card" in text
        assert "Your turn" in text
        assert "q quit" in text or size[0] < 80

    drive(script, size=size, seed=22)


def test_too_small_a_terminal_is_told_so() -> None:
    async def script(pilot: Pilot[str]) -> None:
        assert "Please enlarge the window to 60 × 20." in screen_text(pilot)
        await pilot.resize_terminal(30, 8)
        await settled(pilot)
        assert screen_text(pilot).startswith("Enlarge to 60 × 20 ")
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        assert "enlarge" not in screen_text(pilot)

    drive(script, size=(40, 15), seed=1)


def test_what_has_not_changed_is_not_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = []
    update = Static.update
    monkeypatch.setattr(Static, "update", lambda part, *what, **how: (sent.append(part.id), update(part, *what, **how)))

    async def script(pilot: Pilot[str]) -> None:
        sent.clear()
        for _ in range(5):
            table(pilot).drawing.show_asked()
        assert sent == []

    drive(script, seed=1)


def test_a_list_without_keys_speaks_of_none() -> None:
    async def script(pilot: Pilot[str]) -> None:
        for keys, how in (("", "Arrows and Enter, or the mouse."), ("ab", "Arrows and Enter, the key, or the mouse.")):
            pilot.app.push_screen(Question("Which?", [Choice(key, "This", 1) for key in (keys or [""])]))
            await settled(pilot)
            assert how in screen_text(pilot)

    drive(script, seed=1)


def test_the_keys_of_a_replay_are_those_that_do_something() -> None:
    record = Path(__file__).parents[1] / "records" / "official-4.toml"

    async def script(pilot: Pilot[str]) -> None:
        assert len(load_record(record).rounds) == 1
        keys = shown(pilot, "#keys")
        assert "speed: instant" in keys
        assert "round" not in keys
        assert "PgDn" not in keys
        await pilot.resize_terminal(60, 7)
        await settled(pilot)
        assert "PgDn" in shown(pilot, "#keys")

    drive(script, replay=record)


def test_the_log_is_as_high_as_there_is_room() -> None:
    async def script(pilot: Pilot[str]) -> None:
        assert table(pilot).query_one(Log).size.height >= 24

    drive(script, size=(120, 40), seed=1)


def test_the_partner_is_named() -> None:
    async def script(pilot: Pilot[str]) -> None:
        assert "Ben  partner" in felt(pilot)

    drive(script, rules="official+partners", seed=1)


def reversed_text(pilot: Pilot[str]) -> str:
    """What stands out on the screen without any colour."""
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join(part.text for strip in strips for part in strip if part.style and part.style.reverse)


def test_what_has_the_focus_is_marked_without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "escape")
        assert "▶    Continue" in screen_text(pilot)
        await press(pilot, "down")
        assert "▶ n  Rematch" in screen_text(pilot)
        await press(pilot, "s")
        for title in ("Rules", "How many", "Name 1", "How many", "Bot 1", "Bot 2", "Bot 3", "Speed", "Cards"):
            assert title in reversed_text(pilot)
            await press(pilot, "tab")
        await press(pilot, "tab", "tab")
        assert switches()[0][1].split()[0] in reversed_text(pilot)

    drive(script, seed=1)


def test_control_c_quits_and_says_how_to_go_on() -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "ctrl+c")

    assert "lastcard play --resume" in (drive(script, seed=1).return_value or "")


def type_ahead(pilot: Pilot[str], *keys: str) -> None:
    """Press keys faster than anything can be shown."""
    for key in keys:
        pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))


def test_the_game_can_be_left_while_a_match_opens() -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "m", "n")
        type_ahead(pilot, "y", "q", "q")
        await until_holds(pilot, lambda: pilot.app.return_code is not None, lambda: "the end of the program")

    assert "lastcard play --resume" in (drive(script, seed=1).return_value or "")


def test_pages_of_a_list_that_is_not_laid_out_yet_are_not_turned() -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "m", "s")
        with pilot.app.batch_update():  # nothing is laid out meanwhile
            await press(pilot, "enter", "pagedown", "pageup")
        assert isinstance(pilot.app.focused, OptionList)

    drive(script, seed=1)


def test_a_notice_that_does_not_fit_ends_with_an_ellipsis() -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "question_mark", "question_mark")
        notice = shown(pilot, "#notice")
        assert len(notice.splitlines()) == 2
        assert notice.endswith(" …")
        assert max(map(cell_len, notice.splitlines())) <= 58

    drive(script, seed=8, rules="official+stack", size=(60, 20))


def test_the_speed_can_be_changed_while_a_match_opens() -> None:
    async def script(pilot: Pilot[str]) -> None:
        left = table(pilot)
        await press(pilot, "m", "n")
        type_ahead(pilot, "y", "v", "v")
        opened = await until_next_table(pilot, left)
        await until_holds(
            pilot, lambda: opened.clock.pace == "normal", lambda: f"the speed after next, but {opened.clock.pace}"
        )

    drive(script, seed=1)


def test_control_z_is_heeded_in_a_dialog_too() -> None:
    stopped = []

    async def script(pilot: Pilot[str]) -> None:
        pilot.app.action_suspend_process = lambda: stopped.append(pilot.app.screen)  # type: ignore[method-assign]  # stops nothing here
        await press(pilot, "ctrl+z", "escape", "ctrl+z")
        assert len(set(stopped)) == 2

    drive(script, seed=1)


def test_a_copy_that_cannot_be_saved_is_told() -> None:
    async def script(pilot: Pilot[str]) -> None:
        for name in ("~nosuch/x", "x" * 300):
            await press(pilot, "escape", "w")
            pilot.app.screen.query_one(Input).value = name
            await press(pilot, "enter")
            assert "cannot be written" in " ".join(shown(pilot, "#why").split())
            await press(pilot, "escape")

    drive(script, seed=1)


# ---------------------------------------------------------------- what another stranger stumbled over


@pytest.mark.parametrize(("size", "n"), [((60, 20), 15), ((63, 20), 15), ((80, 24), 30), ((80, 24), 16)])
def test_a_large_hand_has_whole_rows_and_no_bar_below(at: Callable[..., None], size: tuple[int, int], n: int) -> None:
    cards = [f"{colour}{rank}" for colour in "rgby" for rank in range(1, 10)][:n]
    at(f"{''.join(cards)}/g5y1 r1 >0 - {'b0y9y0'}|- official")

    async def script(pilot: Pilot[str]) -> None:
        for key in ("home", "end"):
            await press(pilot, key)
            hand = table(pilot).query_one(HandView)
            assert not hand.show_horizontal_scrollbar
            assert hand.size.height % 2 == 0
            assert hand.cursor == (0 if key == "home" else n - 1)
            lines = [hand.render_line(y).text for y in range(hand.size.height)]
            (marked,) = [line for line in lines if "▐" in line]
            assert cards[hand.cursor][1:] in marked
            assert "▌" in marked

    drive(script, size=size)


def test_how_a_round_ended_is_in_the_log_and_in_the_menu() -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "escape", "o")
        assert "No round has ended here yet." in screen_text(pilot)
        await press(pilot, "enter")
        await play_round(pilot)
        await press(pilot, "enter")
        log = table(pilot).drawing.told.lines
        assert any(line.endswith(("win the round.", "wins the round.")) for line in log)
        assert any(line.startswith("Totals: You ") for line in log)
        await press(pilot, "escape", "o")
        assert "Round 1 is over" in screen_text(pilot)

    drive(script, rules="official+hand=3", seats=2, seed=1)


def test_a_summary_is_not_sent_away_before_it_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(pilot: Pilot[str]) -> None:
        await play_round(pilot)
        monkeypatch.setattr(dialogs, "UNREAD", 60.0)
        await press(pilot, "space", "enter")
        assert "Round 1 is over" in screen_text(pilot)
        monkeypatch.setattr(dialogs, "UNREAD", 0.0)
        await press(pilot, "space")
        assert "Round 1 is over" not in screen_text(pilot)

    drive(script, rules="official+hand=3", seats=2, seed=1)


def test_the_table_shows_how_the_match_ended_and_escape_does_not_quit() -> None:
    async def script(pilot: Pilot[str]) -> None:
        screen = table(pilot)
        await play_round(pilot)
        scores = screen.session.match.scores
        assert any(scores)
        assert str(max(scores)) in str(screen.query_one(TableView).render())
        assert str(screen.query_one("#asked", Static).visual) == "The match is over."
        assert "round 1 " in str(screen.query_one("#title", Static).visual)
        assert any(line.endswith(("win the match.", "wins the match.")) for line in screen.drawing.told.lines)
        await press(pilot, "enter", "escape")
        assert "The match is over" in screen_text(pilot)
        await press(pilot, "escape")
        assert "What next?" in screen_text(pilot)

    drive(script, rules="official+single-round", seats=2, seed=1)


def test_the_setup_shows_what_the_preset_plays() -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "escape", "s")
        setup = pilot.app.screen
        assert isinstance(setup, SetupScreen)
        box = setup.query_one("#option-seven-zero", Checkbox)
        assert (box.value, box.disabled) == (True, True)
        assert "Part of the preset." in shown(pilot, "#about-seven-zero")
        assert setup.rules_id == "juno-seven0"
        setup.query_one("#preset", Select).value = "official"
        await settled(pilot)
        assert (box.value, box.disabled) == (False, False)
        assert "Part of the preset." not in shown(pilot, "#about-seven-zero")

    drive(script, rules="juno-seven0", seed=1)


def test_house_rules_about_the_same_take_the_place_of_each_other() -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "escape", "s")
        setup = pilot.app.screen
        assert isinstance(setup, SetupScreen)
        for name in ("stack", "jump-in", "stack-up", "stack-any"):
            setup.query_one(f"#option-{name}", Checkbox).value = True
            await settled(pilot)
            assert shown(pilot, "#wanted").startswith("✓")
        assert setup.rules_id == "official+jump-in+stack-any"
        assert not setup.query_one("#option-stack", Checkbox).value
        setup.query_one("#option-stack-any", Checkbox).value = False
        await settled(pilot)
        assert setup.rules_id == "official+jump-in"

    drive(script, seed=1)


def test_what_was_told_of_a_card_goes_when_the_cursor_moves(at: Callable[..., None]) -> None:
    at("g2r5r7/g5y1 r1 >0 - b1b2b3b4b5b6|- official")

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "3")
        assert "✗" in shown(pilot, "#notice")
        await press(pilot, "left")
        assert shown(pilot, "#notice").endswith(" red 7")
        await press(pilot, "question_mark")
        assert "A careful player" in shown(pilot, "#notice")
        await press(pilot, "home")
        assert shown(pilot, "#notice").endswith(" red 5")

    drive(script)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (80, 22)])
def test_the_end_of_a_long_text_can_be_reached(size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "f1", "f1", "end")
        assert "claims something out" in screen_text(pilot)
        await press(pilot, "h", "end")
        assert "Everyone plays alone." in screen_text(pilot)
        assert "Enter: back." in screen_text(pilot)

    drive(script, size=size, seed=1)


def test_wide_and_combining_letters_keep_their_columns() -> None:
    names = ("名前", "ボットボットボット", "Wwwwwwwwwwwwwwwwwwww", "Zoe\u0308")

    async def script(pilot: Pilot[str]) -> None:
        table_view = pilot.app.screen.query_one(TableView)
        lines = felt(pilot).splitlines()
        assert {cell_len(line) for line in lines} == {table_view.size.width}
        assert "Zo\u00eb" in felt(pilot)
        log = table(pilot).query_one(Log)
        assert all(cell_len(line) <= log.content_size.width for line in str(log.render()).splitlines())

    drive(script, names=names, seed=1)


def test_the_same_again_keeps_the_names() -> None:
    async def script(pilot: Pilot[str]) -> None:
        for keys in (("escape", "n", "y"), ("escape", "s", "f5", "y")):
            before = table(pilot)
            await press(pilot, *keys)
            assert (await until_next_table(pilot, before)).session.names == ("Ann", "Ben", "Cleo")

    drive(script, names=("Ann", "Ben", "Cleo"), seats=3, seed=1)


def test_a_resumed_match_tells_how_its_round_began() -> None:
    logs = []

    async def first(pilot: Pilot[str]) -> None:
        await press(pilot, "d")
        logs.append(list(table(pilot).drawing.told.lines))

    async def second(pilot: Pilot[str]) -> None:
        log = table(pilot).drawing.told.lines
        assert any(" round 1." in line for line in log)
        assert any(line.startswith("The opening card is ") for line in log)
        assert log[: log.index("The match continues.")] == [
            line for line in logs[0] if "to decide the dealer" not in line
        ]

    drive(first, rules="juno-classic", seed=4)
    drive(second, resume=True)


def test_the_colour_held_most_is_suggested(at: Callable[..., None]) -> None:
    at("r3b4b5w/g5y1 r1 >0 - b1b2b3b6b7|- official")

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "4", "enter")
        assert "■ blue" in felt(pilot)

    drive(script)


def test_with_a_partner_the_direction_is_still_shown() -> None:
    async def script(pilot: Pilot[str]) -> None:
        assert "╌▶╮" in felt(pilot)

    drive(script, rules="official+partners", seed=1)


# ---------------------------------------------------------------- replays


def test_a_copy_with_cards_left_out_says_so(tmp_path: Path) -> None:
    match = RecordedMatch(Match("official", seats=2, seed=1))
    match.play("draw")
    record_for_seat(match.record, 0).save(tmp_path / "copy.toml")

    async def script(pilot: Pilot[str]) -> None:
        assert "Seat 1" in felt(pilot)
        assert "Cards are left out of this copy" in felt(pilot)

    drive(script, replay=tmp_path / "copy.toml")


@pytest.mark.parametrize("preset", ["official", "juno-serious", "juno-seven0", "console", "one"])
def test_a_copy_tells_what_was_done(preset: str) -> None:
    """A copy tells nothing but what the whole record tells its owner, though every lay may be a lay there."""
    whole = Record.load(Path(__file__).parents[1] / "records" / f"{preset}-4.toml")
    speaker = Speaker(whole.rules.deck, seat_names(whole), 2)
    events = [event for step in Replay(whole).steps() for event in (*step.table.opening_events, *step.events)]
    told = {plain_lay(line) for line in speaker.sentences(events)}
    lines = {plain_lay(line) for still in stills(record_for_seat(whole, 2)) for line in still.lines}
    assert any(line.startswith("You play ") for line in lines)
    assert not {line for line in lines - told if not line.endswith(" to decide the dealer.")}


@pytest.mark.parametrize("act", ["d give x ?", "d give", "9 r5", "0 zz", "r5", "d show 0"])
def test_a_copy_that_cannot_be_read_is_refused_with_a_sentence(act: str) -> None:
    match = RecordedMatch(Match("official", seats=2, seed=1))
    copy = record_for_seat(match.record, 0)
    copy.rounds[0].acts.append(act)
    with pytest.raises(LastCardError, match="is not an act"):
        stills(copy)


def plain_lay(line: str) -> str:
    """A sentence that does not tell an answer, a jump-in or a further card from a lay."""
    return re.sub(r"\b(?:answer|jump|add|stack)(s?)\b(?: in)?(?: with)?", r"play\1", line)


def test_all_ten_hands_of_a_replay_can_be_seen() -> None:
    path = Path(__file__).parents[1] / "records" / "official-10.toml"

    async def script(pilot: Pilot[str]) -> None:
        await press(pilot, "right")
        seen = screen_text(pilot)
        for _ in range(6):
            await press(pilot, "pagedown")
            seen += screen_text(pilot)
        assert all(f"Seat {seat} " in seen for seat in range(10))

    drive(script, replay=path)


def test_a_replay_says_you_properly_and_how_it_ended() -> None:
    match = RecordedMatch(Match("one", seats=2, seed=3), names=("You", "Bot 1"), bots=("", "random"))
    bots = {seat: make_bot("random", seat) for seat in range(2)}
    while not match.round.over:
        seat = match.round.awaited[0]
        match.act(seat, decided(bots[seat], match.round.view(seat)))
    last = stills(match.record)[-1]
    assert not any(line.startswith(("You plays", "You draws", "You is")) for line in last.lines)
    assert any(line.startswith("You play ") for line in last.lines)
    assert any(line.endswith(("win the round.", "wins the round.")) for line in last.lines)
    assert any(line.endswith(("win the match.", "wins the match.")) for line in last.lines)
    assert last.lines[-1].startswith("Totals: You ")


def test_the_matches_to_replay_are_told_apart() -> None:
    async def script(pilot: Pilot[str]) -> None:
        await play_round(pilot)
        await press(pilot, "enter", "p")
        text = " ".join(screen_text(pilot).split())
        assert "official+single-round: won by" in text
        assert "Ada" in text
        await press(pilot, "escape", "q")

    drive(script, rules="official+single-round", seats=2, seed=1)
