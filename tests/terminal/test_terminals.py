"""The full-screen program in a terminal of its own: played to the end, killed, resumed, and with bots that search."""

import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import lastcard
from lastcard.archive.journal import read_journal
from lastcard.archive.record import Record
from lastcard.archive.replay import Replay
from lastcard.session.results import load_results

fcntl, pty, termios = map(pytest.importorskip, ("fcntl", "pty", "termios"))  # not on Windows

SOURCES = Path(lastcard.__file__).parents[1]
PATIENCE = 120  # seconds; the rules may have to be compiled for a bot that searches


@pytest.fixture(autouse=True)
def kind_of_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")


class Terminal:
    """A program in a pseudo-terminal of 80 by 24."""

    def __init__(self, *words: str, stderr: int | None = None) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        command = [sys.executable, "-m", "lastcard", "play", *words]
        errors = slave if stderr is None else stderr
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=errors,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(slave, termios.TIOCSCTTY, 0),  # it is told when the terminal is closed
        )
        os.close(slave)
        self.seen = ""

    def read(self, seconds: float) -> None:
        """Take in what is shown for so long, or until nothing comes."""
        while select.select([self.master], [], [], seconds)[0]:
            try:
                data = os.read(self.master, 65536)
            except OSError:  # the program has ended
                return
            if not data:
                return
            self.seen += data.decode(errors="replace")

    def press(self, keys: str) -> None:
        """Press keys, and take in what they do."""
        with suppress(OSError):
            os.write(self.master, keys.encode())
        self.read(0.05)

    def wait(self, done: Callable[[], object]) -> None:
        """Until something has come about."""
        deadline = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < deadline, self.seen[-2000:]
            self.read(0.1)

    def end(self) -> int:
        """Wait for the end; the exit status."""
        self.wait(lambda: self.process.poll() is not None)
        self.read(0.1)
        return self.process.returncode

    def close(self) -> None:
        """Leave nothing open or running."""
        self.process.kill()
        self.process.wait()
        with suppress(OSError):  # the test may have closed it
            os.close(self.master)


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """Starts programs and leaves none running."""
    started: list[Terminal] = []

    def start(*words: str, stderr: int | None = None) -> Terminal:
        started.append(Terminal(*words, stderr=stderr))
        return started[-1]

    yield start
    for one in started:
        one.close()


def journals(home: Path) -> list[Path]:
    """The journals of matches whose first round is dealt."""
    return [path for path in home.glob("*.journal") if '\n{"round"' in path.read_text()] if home.exists() else []


# Enter lays what is marked, answers what is asked and goes on; what it does not do, the other keys do.
ANYTHING = ("\r", "u\r", "d", "p", "t", "e", "r", "\r")


def play_on(game: Terminal, until: Callable[[], object]) -> None:
    """Press whatever may do something, as somebody would who does not read."""
    deadline = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < deadline, game.seen[-2000:]
        assert game.process.poll() is None, game.seen[-2000:]
        for keys in ANYTHING:
            game.press(keys)


@pytest.mark.parametrize("rules", ["official+single-round+hand=4", "juno-seven0+single-round+hand=4", "one+hand=4"])
def test_a_match_is_played_to_its_end(rules: str, home: Path, terminal: Callable[..., Terminal]) -> None:
    game = terminal("--rules", rules, "--seats", "2", "--seed", "3", "--speed", "instant", "--bots", "random")
    game.wait(lambda: journals(home))
    play_on(game, lambda: list(home.glob("*.toml")))
    for _ in range(40):
        if game.process.poll() is None:
            for key in ("\x1b", "q", "q"):  # through what stands before the question what next
                game.press(key)
                game.read(0.3)
    assert game.end() == 0
    assert "Traceback" not in game.seen
    (path,) = home.glob("*.toml")
    replay = Replay(Record.load(path))
    replay.run()
    assert replay.over
    assert len(load_results().results) == 1


def test_a_game_that_is_killed_goes_on_where_it_stood(home: Path, terminal: Callable[..., Terminal]) -> None:
    game = terminal("--seats", "3", "--seed", "3", "--speed", "instant")
    game.wait(lambda: journals(home))
    (journal,) = journals(home)

    def acted() -> int:
        return sum(act.startswith("0 ") for act in read_journal(journal).record.rounds[-1].acts)

    play_on(game, lambda: acted() >= 3 or len(read_journal(journal).record.rounds) > 1)
    os.kill(game.process.pid, signal.SIGKILL)
    assert game.end() == -signal.SIGKILL
    kept = journal.read_bytes()
    assert read_journal(journal).match().round

    again = terminal("--resume", "--speed", "instant")
    again.wait(lambda: "The match continues." in again.seen or "goes" in again.seen and "on." in again.seen)
    assert journal.read_bytes().startswith(kept[: kept.rfind(b"\n") + 1])
    again.press("q")
    assert again.end() == 0
    assert "lastcard play --resume" in again.seen


# ---------------------------------------------------------------- terminals that cannot be drawn on


def is_played_line_by_line(game: Terminal) -> bool:
    """Whether a game in which nothing was pressed goes line by line; it is left."""
    game.wait(lambda: "Type 'help' to see what you can type." in game.seen.replace("\r\n    ", " "))
    game.press("quit\n" * 3)
    return game.end() == 0 and "\x1b[?1049h" not in game.seen


def test_errors_that_are_not_shown_are_no_place_to_draw_on(terminal: Callable[..., Terminal]) -> None:
    assert is_played_line_by_line(terminal("--seed", "1", stderr=subprocess.DEVNULL))


def test_where_signs_cannot_be_shown_none_are_drawn(
    terminal: Callable[..., Terminal], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    assert is_played_line_by_line(terminal("--seed", "1"))


def test_a_record_is_not_stepped_through_line_by_line(terminal: Callable[..., Terminal]) -> None:
    game = terminal("--replay", "x.toml", "--plain")
    assert game.end() == 2
    assert "--replay needs a full screen; to print the record: lastcard replay x.toml" in game.seen


# ---------------------------------------------------------------- unfinished matches, line by line


def test_an_unfinished_match_is_offered_line_by_line(home: Path, terminal: Callable[..., Terminal]) -> None:
    for offered, answer, matches in [(False, "", 1), (True, "no\n", 2), (True, "\n", 2)]:
        game = terminal("--plain")
        game.press(f"what\n{answer}" if offered else "")
        assert is_played_line_by_line(game)
        assert ("Continue the match against Ada, Ben and Cyd, round 1?" in game.seen) == offered
        assert ("The match continues." in game.seen) == (answer == "\n")
        assert len(journals(home)) == matches


def test_in_a_pipe_an_unfinished_match_is_only_mentioned(home: Path) -> None:
    for mentioned in (False, True):
        done = subprocess.run(
            [sys.executable, "-m", "lastcard", "play"], input="quit\n", capture_output=True, text=True, timeout=PATIENCE
        )
        told = "A match against Ada, Ben and Cyd, round 1 is unfinished. To continue it: lastcard play --resume\n"
        assert done.stdout.startswith(told) == mentioned
    assert len(journals(home)) == 2


# ---------------------------------------------------------------- bots that search, without a seed


def test_searching_bots_play_full_screen(home: Path, terminal: Callable[..., Terminal]) -> None:
    game = terminal("--seats", "2", "--bots", "search?playouts=8", "--speed", "fast")
    game.wait(lambda: journals(home))
    (journal,) = journals(home)
    play_on(game, lambda: any(act.startswith("1 ") for act in read_journal(journal).record.rounds[0].acts))
    game.press("\x1b")
    game.read(0.5)
    game.press("q")
    game.press("\x11")  # Ctrl+Q, wherever it stands
    assert game.end() == 0
    assert "Traceback" not in game.seen
    assert read_journal(journal).record.bots[1] == "search?playouts=8"


def test_searching_bots_play_line_by_line(home: Path) -> None:
    command = [sys.executable, "-m", "lastcard", "play", "--plain", "--seats", "3", "--bots", "search?playouts=8"]
    whatever_comes = "draw\npass\ntake\nred\n" * 6  # one of them does something, whatever was dealt
    done = subprocess.run(command, input=whatever_comes, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^(Ada|Ben) (plays|draws|passes|stacks)", done.stdout, re.MULTILINE)


# ---------------------------------------------------------------- odd bytes, crashes, signals


def test_bytes_that_are_no_text_do_not_end_the_full_screen_game(home: Path, terminal: Callable[..., Terminal]) -> None:
    game = terminal("--seed", "1", "--speed", "instant")
    game.wait(lambda: journals(home) and "Cyd" in game.seen)
    for data in (b"\xff", b"\xc3\x28", b"\xe2\x82", b"d\xfe"):
        os.write(game.master, data)
        game.read(0.3)
    assert game.process.poll() is None, game.seen
    (journal,) = journals(home)
    before = journal.read_bytes()
    game.press("d")
    game.wait(lambda: journal.read_bytes() != before)
    game.press("q")
    assert game.end() == 0
    assert "Traceback" not in game.seen


def test_a_crash_of_the_full_screen_game_is_no_success(home: Path, terminal: Callable[..., Terminal]) -> None:
    (home.parents[1] / "sitecustomize.py").write_text(
        "import os\n"
        "from lastcard.terminal.full.play import PlayScreen\n"
        "def crash(self): raise RuntimeError('oh dear')\n"
        "PlayScreen.action_advise = crash\n"
    )
    os.environ["PYTHONPATH"] += os.pathsep + str(home.parents[1])  # the fixture puts it back
    game = terminal("--seed", "1", "--speed", "instant")
    game.wait(lambda: journals(home) and "Cyd" in game.seen)
    game.press("?")
    assert game.end() == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_the_terminal_of_the_plain_game_as_it_was(
    number: signal.Signals, home: Path, terminal: Callable[..., Terminal]
) -> None:
    game = terminal("--seed", "1", "--plain")
    before = termios.tcgetattr(game.master)
    game.wait(lambda: "Your turn>" in game.seen)
    game.wait(lambda: termios.tcgetattr(game.master) != before)  # lines are edited now, without echo
    time.sleep(0.2)
    os.kill(game.process.pid, number)
    assert game.end() == 128 + number
    assert termios.tcgetattr(game.master) == before
    assert "lastcard play --resume" in game.seen


ALTERNATE, USUAL = "\x1b[?1049h", "\x1b[?1049l"  # the screen of the game, and the one before it
LIGHT_OR_DARK = "\x14"  # Ctrl+T draws everything anew


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("shown", [ALTERNATE, "Cyd"], ids=["while it starts", "while it is played"])
def test_a_signal_leaves_the_terminal_of_the_full_screen_game_as_it_was(
    number: signal.Signals, shown: str, terminal: Callable[..., Terminal]
) -> None:
    game = terminal("--seed", "1")
    before = termios.tcgetattr(game.master)
    game.wait(lambda: shown in game.seen)
    os.kill(game.process.pid, number)
    assert game.end() == 128 + number
    assert termios.tcgetattr(game.master) == before
    assert game.seen.rindex(USUAL) > game.seen.rindex(ALTERNATE)
    assert "Traceback" not in game.seen
    assert "lastcard play --resume" in game.seen


def test_a_signal_ends_a_game_whose_terminal_takes_no_more_output(terminal: Callable[..., Terminal]) -> None:
    game = terminal("--seed", "1")
    before = termios.tcgetattr(game.master)
    game.wait(lambda: "Cyd" in game.seen)
    for _ in range(60):  # unread from now on
        os.write(game.master, LIGHT_OR_DARK.encode())
        time.sleep(0.02)
    os.kill(game.process.pid, signal.SIGTERM)
    assert game.process.wait(30) == 128 + signal.SIGTERM
    assert termios.tcgetattr(game.master) == before


def test_a_game_whose_terminal_is_closed_ends_and_can_be_resumed(home: Path, terminal: Callable[..., Terminal]) -> None:
    game = terminal("--seed", "1", "--speed", "fast")
    game.wait(lambda: journals(home) and "Cyd" in game.seen)
    os.write(game.master, (LIGHT_OR_DARK * 40 + "d").encode())  # it draws while the terminal is closed
    time.sleep(0.2)
    os.close(game.master)
    game.process.wait(30)
    assert is_played_line_by_line(terminal("--resume", "--plain"))
