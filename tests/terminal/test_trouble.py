"""What goes wrong is said in one sentence, names the file, shows no hidden hand, and loses nothing."""

import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Select

import lastcard
from full_screen import drive, wanted
from lastcard.archive.journal import read_journal
from lastcard.archive.keeper import FileKeeper
from lastcard.cli import main
from lastcard.cli import play as play_verb
from lastcard.errors import LastCardError
from lastcard.session.journals import resume_command
from lastcard.session.sitting import Options, Resume, sit_down
from lastcard.terminal import plain
from lastcard.terminal.copies import save_copy
from lastcard.terminal.full.app import LastCardApp
from lastcard.terminal.full.dialogs import Reading
from lastcard.terminal.full.play import PlayScreen
from lastcard.terminal.full.setup import SetupScreen
from lastcard.terminal.settings import keep_settings, load_settings

SOURCES = Path(lastcard.__file__).parents[1]
COMMAND = [sys.executable, "-m", "lastcard", "play", "--plain"]


def played(typed: str = "", **given: object) -> str:
    """What the plain game shows for these lines."""
    target = io.StringIO()
    plain.run(wanted(given), io.StringIO(typed), target)
    return target.getvalue()


def begun(home: Path, **given: object) -> Path:
    """The journal of a match that was begun and left."""
    before = set(home.glob("*")) if home.exists() else set()
    played(**given)
    (path,) = set(home.glob("*")) - before
    return path


# ---------------------------------------------------------------- who sits in the journal


@pytest.mark.parametrize("people", [0, 1, 2])
def test_bots_alone_are_resumed_line_by_line(people: int, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(home, seats=3, people=2) if people == 2 else begun(home, seats=3)
    if people == 0:
        (path,) = home.iterdir()
        path.write_text(path.read_text().replace('"bots":["",', '"bots":["careful",'))
    went: list[str] = []
    monkeypatch.setattr(play_verb, "_can_be_drawn_on", lambda args: True)
    monkeypatch.setattr("lastcard.terminal.full.app.run", lambda *_, **__: went.append("full") or 0)
    monkeypatch.setattr(plain, "run", lambda *_, **__: went.append("plain") or 0)
    assert main(["play", "--resume"]) == 0
    assert went == ["full" if people else "plain"]


# ---------------------------------------------------------------- names of files


@pytest.mark.parametrize("name", ["~nosuch/x", "a\0b", "x" * 300, "no/such/folder", "/", "\udc80x/y"])
def test_a_copy_that_cannot_be_saved_is_one_sentence(name: str, home: Path) -> None:
    saved, said = save_copy(read_journal(begun(home, seed=1)).record, 0, name)
    assert not saved
    assert "\n" not in said
    assert "cannot be written" in said or "already exists" in said
    assert len(said) < 250


def test_the_game_goes_on_after_a_name_that_cannot_be() -> None:
    said = played(f"save ~nosuch/x\nsave {'x' * 300}\nsave a\0b\nhand\n", seed=1)
    assert said.count("cannot be written") == 3
    assert "You hold 7 cards" in said.rpartition("cannot be written")[2]


# ---------------------------------------------------------------- broken journals


def broken(path: Path, change: Callable[[list[str]], list[str]]) -> None:
    path.write_text("".join(f"{line}\n" for line in change(path.read_text().splitlines())))


def changed(old: str, new: str) -> Callable[[list[str]], list[str]]:
    """Another text in place of one that must be there."""

    def change(lines: list[str]) -> list[str]:
        assert any(old in line for line in lines)
        return [line.replace(old, new) for line in lines]

    return change


def added(line: str) -> Callable[[list[str]], list[str]]:
    """One more line."""
    return lambda lines: [*lines, line]


BREAKS: dict[str, tuple[Callable[[list[str]], list[str]], str]] = {
    "too many seats": (changed('"seats":4', '"seats":40'), r", line 1: .*seats"),
    "seats in words": (changed('"seats":4', '"seats":"x"'), r", line 1: "),
    "other rules": (changed(r"hand\":\"7", r"hand\":\"5"), r", line 1: "),
    "another digest": (changed('"digest":"', '"digest":"0'), r", line 1: "),
    "another format": (changed('"journal":2', '"journal":1'), r", line 1: .*format"),
    "a seat that is not there": (changed('"dealer":', '"dealer":1'), r", line 2: "),
    "another round": (changed('"round":1', '"round":7'), r", line 2: "),
    "another key of the match": (changed('"key":"', '"key":"zz'), r", line 1: "),
    "another key of the round": (changed('},"key":"', '},"key":"zz'), r", line 2: "),
    "a card that does not fit": (added('{"move":"0 r8"}'), r", line \d+: .*refused"),
    "a turn of somebody else": (added('{"move":"2 r9"}'), r", line \d+: .*refused"),
    "no card": (added('{"move":"0 zz"}'), r", line \d+: "),
    "another card drawn": (added('{"move":"0 draw","acts":["d give 0 r4"]}'), r", line \d+: "),
    "no move": (added('{"points":[1,2]}'), r", line \d+: "),
    "nonsense": (added("nonsense"), r", line \d+: "),
    "deep": (added("[" * 5000), r", line \d+: "),
    "no deal": (lambda lines: lines[:1], r" ends before the first round"),
    "no head": (lambda lines: lines[1:], r", line 1: "),
    "no line": (lambda lines: [], r" is empty"),
    "something else": (lambda lines: ["something else"], r", line 1: not a line of a journal"),
}


@pytest.mark.parametrize(("change", "why"), BREAKS.values(), ids=BREAKS)
def test_a_broken_journal_is_named_with_the_line(
    change: Callable[[list[str]], list[str]], why: str, home: Path
) -> None:
    journal = begun(home, seed=22)  # red 8 is in the hand and does not fit
    broken(journal, change)
    with pytest.raises(LastCardError, match=f"^[^\n]*{journal}{why}") as error:
        played(resume=True, journal=journal)
    assert "\n" not in str(error.value)
    assert "/" not in str(error.value).replace(str(journal), "")  # the hands of a position stand between strokes


def test_an_older_match_is_named_when_the_newest_is_broken(home: Path) -> None:
    older, newest = begun(home, seed=1), begun(home, seed=2)
    os.utime(older, ns=(1, 1))
    broken(newest, lambda lines: [*lines, "nonsense"])
    with pytest.raises(LastCardError, match=f"{newest}.*older match can be resumed: lastcard play --resume {older}"):
        played(resume=True)
    assert "The match continues." in played(resume=True, journal=older)


def test_a_record_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("nonsense")
    for name in ("bad.toml", "none.toml"):
        with pytest.raises(LastCardError, match=name):
            LastCardApp(Options(), replay=tmp_path / name)


# ---------------------------------------------------------------- going on


def test_the_last_words_name_the_match_if_another_would_be_resumed(home: Path) -> None:
    older, newest = begun(home, seed=1), begun(home, seed=2)
    os.utime(older, ns=(1, 1))
    assert resume_command(newest) == "lastcard play --resume"
    assert resume_command(older) == f"lastcard play --resume {older}"
    assert played(resume=True, journal=older).endswith(f"To continue: lastcard play --resume {older}\n")
    assert played(resume=True).endswith("To continue: lastcard play --resume\n")


def test_a_match_that_is_played_elsewhere_is_not_said_to_be_missing(home: Path) -> None:
    journal = begun(home, seed=1)
    keeper = FileKeeper.reopen(journal)
    with pytest.raises(LastCardError, match=f"{journal} is in use by another program"):
        played(resume=True)
    keeper.close()


# ---------------------------------------------------------------- names of people


@pytest.mark.parametrize("name", ["Bot 2", "bot", "BOT  17", "Ann (careful)", "7"])
def test_a_bad_name_in_the_settings_says_where_it_stands(name: str) -> None:
    keep_settings(name=name)
    with pytest.raises(LastCardError, match=r"settings\.toml: .*; correct the line or delete it"):
        load_settings()


def test_a_name_of_a_bot_is_refused_in_the_set_up() -> None:
    async def script(pilot: Pilot[str]) -> None:
        await pilot.press("escape")
        await pilot.press("s")
        setup = pilot.app.screen
        assert isinstance(setup, SetupScreen)
        setup.query_one("#name-0").value = "Bot 7"  # type: ignore[attr-defined]  # this one has it
        await pilot.pause()
        await pilot.press("f5")
        assert pilot.app.screen is setup

    drive(script, seed=1)
    assert load_settings().name == ""


# ---------------------------------------------------------------- bots that fail


BOTS = """
class Mine:
    name = "own"
    def __init__(self, seed=0): pass
    def claim(self, view): return None
    def decide(self, view): return view.legal[0]
class Raising(Mine):
    def decide(self, view): raise RuntimeError(f"oh dear, I hold {view.hand}")
class Nonsense(Mine):
    def decide(self, view): return ["r7"]
class Unknown(Mine):
    def decide(self, view): return "qqq"
class Illegal(Mine):
    def decide(self, view): return "ready"
class Claiming(Mine):
    def claim(self, view): raise RuntimeError("oh dear")
class Claims(Mine):
    def claim(self, view): return "nonsense"
class WrongClaim(Mine):
    def claim(self, view): return "catch 0"
class Slow(Mine):
    def decide(self, view):
        import time
        time.sleep(60)
"""
FAILING = ["Raising", "Nonsense", "Unknown", "Illegal", "Claiming", "Claims", "WrongClaim"]


@pytest.fixture
def own_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_bots.py").write_text(BOTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    sys.modules.pop("own_bots", None)


def check_failure(error: str, home: Path, *trusted: str) -> None:
    """One line that says which bot it was and shows no position, and the match is still there."""
    assert "bot 'own' at seat " in error
    assert "\n" not in error
    assert " >" not in error  # as in a position
    assert "r7" not in error and "oh dear" not in error  # as a bot may tell its cards
    (journal,) = home.iterdir()
    with sit_down(Resume(journal=journal, trusted=trusted)) as sitting:
        assert not sitting.match.match.over


@pytest.mark.usefixtures("own_bots")
@pytest.mark.parametrize("kind", FAILING)
def test_a_bot_that_fails_ends_the_plain_game_with_a_sentence(kind: str, home: Path) -> None:
    typed = "draw\npass\n" * 30
    words = ["--bots", f"own_bots:{kind}", "--seed", "1"]
    done = subprocess.run([*COMMAND, *words], input=typed, capture_output=True, text=True, cwd=home.parents[1])
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "lastcard play --resume" in done.stdout
    check_failure(done.stderr.strip(), home, f"own_bots:{kind}")


@pytest.mark.usefixtures("own_bots")
@pytest.mark.parametrize("kind", FAILING)
def test_a_bot_that_fails_ends_the_full_screen_game_with_a_sentence(kind: str, home: Path) -> None:
    async def script(pilot: Pilot[str]) -> None:
        for _ in range(20):
            if pilot.app.return_code is None:
                await pilot.press("d")
                await pilot.press("p")

    app = drive(script, bots=(f"own_bots:{kind}",), seed=1)
    assert app.return_code == 2
    assert "lastcard play --resume" in app.last_words
    check_failure(str(app.failure), home, f"own_bots:{kind}")


@pytest.mark.usefixtures("own_bots")
def test_the_same_again_is_played_by_the_same_bots() -> None:
    levels = ("own_bots:Mine", "search?playouts=8", "greedy")

    async def script(pilot: Pilot[str]) -> None:
        await pilot.press("escape")
        await pilot.press("n", "y")
        for _ in range(4):
            await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, PlayScreen)
        assert table.session.sitting.levels == levels
        await pilot.press("escape")
        await pilot.press("s")
        setup = pilot.app.screen
        assert isinstance(setup, SetupScreen)
        assert setup.options.bots == levels

    drive(script, pace="slow", bots=levels, seed=2)


@pytest.mark.usefixtures("own_bots")
def test_nobody_waits_for_a_bot_when_the_program_ends(home: Path) -> None:
    code = (
        "import asyncio, threading\n"
        "from lastcard.terminal.full.app import LastCardApp\n"
        "from lastcard.terminal.settings import Settings\n"
        "from lastcard.session.sitting import Options\n"
        "app = LastCardApp(Options(bots=('own_bots:Slow',), seed=1), Settings(speed='fast'))\n"
        "async def run():\n"
        "    async with app.run_test() as pilot:\n"
        "        while not any(thread.name == 'bots' for thread in threading.enumerate()):\n"
        "            await pilot.pause(0.01)\n"
        "        await pilot.press('q')\n"
        "asyncio.run(run())\n"
    )
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", code], check=True, cwd=home.parents[1], timeout=50)
    assert time.monotonic() - began < 40


def test_a_match_that_cannot_begin_leaves_the_one_that_is_played(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(pilot: Pilot[str]) -> None:
        table = pilot.app.screen
        (home.parent / "elsewhere").write_text("a file")
        monkeypatch.setenv("LASTCARD_HOME", str(home.parent / "elsewhere"))
        await pilot.press("escape")
        await pilot.press("n", "y")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Reading)
        await pilot.press("enter")
        await pilot.pause()
        assert pilot.app.screen is table
        await pilot.press("d")

    assert drive(script, seed=1).return_code in (None, 0)


# ---------------------------------------------------------------- options that do not go together


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--resume", "--seed", "4"], "--resume continues a match as it was set up; leave out --seed"),
        (["--replay", "x.toml", "--rules", "one"], "--replay shows a match as it was played; leave out --rules"),
        (["--replay", "x.toml", "--seed", "4", "--resume"], "leave out --seed and --resume"),
        (["--seats", "3", "--bots", "random,greedy,careful,search"], "4 bots given for 2 empty seats; leave some out"),
        (["--look", "pink"], "is not one of"),
    ],
)
def test_options_that_cannot_hold_are_refused(
    words: list[str], why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play_verb, "_can_be_drawn_on", lambda args: "--replay" in words)
    assert main(["play", *words]) == 2
    error = capsys.readouterr().err
    assert why in error
    assert "Skin" not in error


def test_a_data_folder_that_is_a_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data").write_text("a file")
    assert main(["play", "--plain"]) == 2
    assert f"nothing can be saved in {tmp_path / 'data'}: Not a directory; LASTCARD_HOME" in capsys.readouterr().err


# ---------------------------------------------------------------- bots that a journal names


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    """A module in the current folder that leaves a trace when it is imported."""
    (tmp_path / "evilbot.py").write_text(f"open('trace', 'w').close()\n{BOTS}")
    return tmp_path / "trace"


def test_a_journal_does_not_run_code(home: Path, evil: Path) -> None:
    journal = begun(home, seed=1)
    journal.write_text(journal.read_text().replace('["","careful","careful",', '["","careful","evilbot:Mine",'))
    for words, command in (
        ([], "lastcard play --resume --bots evilbot:Mine"),
        ([str(journal)], f"lastcard play --resume {journal} --bots evilbot:Mine"),
    ):
        done = subprocess.run([*COMMAND, "--resume", *words], input="", capture_output=True, text=True)
        assert done.returncode == 2
        assert done.stderr == (
            f"lastcard: {journal} names 'evilbot:Mine', which would run code that is not installed; if you trust it: "
            f"{command}\n"
        )
        assert not evil.exists()
    done = subprocess.run([*COMMAND, "--resume", "--bots", "evilbot:Mine"], input="", capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ben (evilbot:Mine)" in done.stdout
    assert evil.exists()


def test_only_bots_of_the_match_are_named_when_it_is_resumed(home: Path, evil: Path) -> None:
    begun(home, seed=1)
    with pytest.raises(LastCardError, match="evilbot:Mine does not play in .*; careful does"):
        played(resume=True, trusted=("evilbot:Mine",))
    assert not evil.exists()
    assert "The match continues." in played(resume=True, trusted=("careful",))


@pytest.mark.parametrize("name", ["\x1b[31mAnn", "Ann\u2028b", "Ann (careful)", "Ada", "x" * 50])
def test_a_journal_with_a_name_that_nobody_may_have_is_not_resumed(name: str, home: Path) -> None:
    journal = begun(home, seed=1)
    journal.write_text(journal.read_text().replace('["You",', json.dumps([name])[:-1] + ","))
    with pytest.raises(LastCardError) as error:
        played(resume=True, journal=journal)
    assert str(error.value).isprintable()


# ---------------------------------------------------------------- who is youngest

ASKS = "official+dealer-pick=youngest"


@pytest.mark.parametrize(("said", "seat"), [("", 0), ("2", 2), ("Ada", 2), ("ben", 1), ("BEN", 1)])
def test_the_youngest_is_named(said: str, seat: int, home: Path) -> None:
    journal = begun(home, rules=ASKS, seats=3, people=2, names=("Ann", "Ben"), youngest=said, seed=1)
    record = read_journal(journal).record
    assert record.youngest == seat
    assert record.rounds[0].dealer == seat


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"rules": ASKS, "youngest": "Zoe"}, "nobody here is called 'Zoe'; the youngest is one of 0 .You."),
        ({"rules": ASKS, "youngest": "4"}, "nobody here is called '4'"),
        ({"youngest": "1"}, "the rule set 'official' does not use --youngest"),
    ],
)
def test_a_youngest_who_cannot_be_is_refused(given: dict[str, object], why: str, home: Path) -> None:
    with pytest.raises(LastCardError, match=why):
        played(**given)
    assert not home.exists()


def test_the_command_takes_the_youngest(home: Path) -> None:
    words = ["--rules", ASKS, "--youngest", "Cyd"]
    subprocess.run([*COMMAND, *words], input="", capture_output=True, check=True)
    (journal,) = home.iterdir()
    assert read_journal(journal).record.youngest == 3


def test_the_youngest_is_asked_for_in_the_set_up_where_it_matters() -> None:
    async def script(pilot: Pilot[str]) -> None:
        await pilot.press("escape")
        await pilot.press("s")
        setup = pilot.app.screen
        assert isinstance(setup, SetupScreen)
        field = setup.query_one("#youngest", Select)
        row = next(row for row in setup.query(".row") if row in field.ancestors)
        assert not row.display
        assert setup.options.youngest == ""
        setup._values = {"dealer-pick": "youngest"}
        setup.query_one("#bots", Select).value = 2
        await pilot.pause()
        assert row.display
        field.value = "2"
        await pilot.pause()
        assert setup.options.youngest == "2"
        setup.query_one("#bots", Select).value = 1
        await pilot.pause()
        assert setup.options.youngest == "0"
        field.value = "1"
        await pilot.pause()
        assert setup.options.youngest == "1"
        await pilot.press("f5", "y")
        for _ in range(200):
            await pilot.pause(0.05)
            if isinstance(pilot.app.screen, PlayScreen):
                break
        table = pilot.app.screen
        assert isinstance(table, PlayScreen)
        assert table.session.match.youngest == 1
        await pilot.press("escape")
        await pilot.press("s")
        assert isinstance(pilot.app.screen, SetupScreen)
        assert pilot.app.screen.options.youngest == "1"

    drive(script, pace="slow", seed=1)
