"""Whether the terminal is light or dark: as its environment says, or as it answers."""

import os
import pty
import threading
from collections.abc import Iterator

import pytest

from full_screen import game
from lastcard.terminal.full import ground
from lastcard.terminal.settings import Settings, load_settings


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, int]]:
    """Both ends of a terminal of which nothing is known."""
    for name in ("COLORFGBG", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    master, slave = pty.openpty()
    yield master, slave
    os.close(master)
    os.close(slave)


def answers(master: int, answer: bytes) -> None:
    """Answer the question, as a terminal does."""

    def wait() -> None:
        asked = b""
        while not asked.endswith(b"\x1b[c"):
            asked += os.read(master, 100)
        os.write(master, answer + b"\x1b[?1;2c")

    threading.Thread(target=wait, daemon=True).start()


@pytest.mark.parametrize(
    ("answer", "shade"),
    [
        (b"\x1b]11;rgb:ffff/ffff/f0f0\x07", "light"),
        (b"\x1b]11;rgb:fa/fa/fa\x1b\\", "light"),
        (b"\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\", "dark"),
        (b"", "dark"),
        (b"\x1b]11;?\x07", "dark"),
    ],
)
def test_a_terminal_says_how_light_it_is(terminal: tuple[int, int], answer: bytes, shade: str) -> None:
    master, slave = terminal
    answers(master, answer)
    assert ground.shade(slave) == shade


@pytest.mark.parametrize(
    ("colours", "shade"), [("0;15", "light"), ("0;default;7", "light"), ("15;0", "dark"), ("12;8", "dark")]
)
def test_the_environment_says_it_first(
    colours: str, shade: str, terminal: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORFGBG", colours)
    assert ground.shade(terminal[1]) == shade


@pytest.mark.parametrize(("name", "value"), [("SSH_CONNECTION", "there 1 here 2"), ("TERM", "linux")])
def test_who_might_not_answer_in_time_is_not_asked(
    name: str, value: str, terminal: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    assert ground.shade(terminal[1]) == "dark"
    os.set_blocking(terminal[0], False)
    with pytest.raises(BlockingIOError):
        os.read(terminal[0], 1)


def test_keys_typed_before_are_not_taken(terminal: tuple[int, int]) -> None:
    master, slave = terminal
    os.write(master, b"d\n")
    assert ground.shade(slave) == "dark"
    assert os.read(slave, 10) == b"d\n"


def test_a_choice_of_ones_own_is_kept(home: object) -> None:
    assert load_settings().shade == "auto"
    assert game(Settings(shade="light"), seed=1).settings.shade == "light"
