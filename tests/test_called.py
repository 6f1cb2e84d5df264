"""What people are told to type is right for how they started the program."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import lastcard
from lastcard._util import called

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src"


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which nothing is on the path, as after a start that named a whole file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv("LASTCARD_CALLED", raising=False)
    return tmp_path


def script(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "lastcard"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_an_installed_program_is_called_by_its_name(started: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [str(script(started / "bin"))])
    assert called.command("play", "--resume") == "lastcard play --resume"


def test_a_program_in_a_virtual_environment_is_called_by_its_path(
    started: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = script(started / ".venv" / "bin")
    monkeypatch.setattr(sys, "argv", [str(path)])
    assert called.command("play") == ".venv/bin/lastcard play"
    (started / "elsewhere").mkdir()
    monkeypatch.chdir(started / "elsewhere")
    assert called.command("play") == f"{path} play"


def test_a_path_is_quoted(started: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [str(script(started / "my games"))])
    assert called.command("play", "--resume", "a b") == "'my games/lastcard' play --resume 'a b'"


def test_a_module_is_called_by_python(started: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [str(SOURCES / "lastcard" / "__main__.py")])
    assert called.command("serve") == f"{sys.executable} -m lastcard serve"
    (started / "bin").mkdir()
    (started / "bin" / "python").symlink_to(sys.executable)
    assert called.command("serve") == f"{sys.executable} -m lastcard serve"  # a link may be of another environment
    monkeypatch.setattr(sys, "executable", str(started / "bin" / "python"))
    assert called.command("serve") == "python -m lastcard serve"


def test_whoever_starts_it_may_say_how_it_is_called(started: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASTCARD_CALLED", "podman run -it lastcard lastcard")
    assert called.command("play") == "podman run -it lastcard lastcard play"


def test_the_image_says_how_it_is_called() -> None:
    image = (ROOT / "deploy" / "Containerfile").read_text()
    told = re.search(r"^ENV LASTCARD_CALLED=(.+)$", image, re.MULTILINE)
    assert told is not None
    assert shlex.split(told[1])[0].endswith(" lastcard lastcard")


def test_another_program_that_uses_the_package_names_a_way_that_works(
    started: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [str(started / "chat-bot.py")])
    assert called.command("play") == f"{sys.executable} -m lastcard play"
    script(started / "bin")
    assert called.command("play") == "lastcard play"


def test_extras_are_installed_into_this_python(started: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(called, "checkout", lambda: None)
    assert called.install("serve") == f"{sys.executable} -m pip install 'lastcard[serve]'"
    monkeypatch.setattr(called, "checkout", lambda: Path("/games/last card"))
    assert called.install("serve") == f"{sys.executable} -m pip install -e '/games/last card[serve]'"


def test_this_checkout_is_noticed() -> None:
    assert called.checkout() == Path(lastcard.__file__).parents[2]


def test_what_is_printed_after_a_match_can_be_typed(tmp_path: Path) -> None:
    asked = {name: value for name, value in os.environ.items() if name != "LASTCARD_CALLED"}
    own = {**asked, "LASTCARD_HOME": str(tmp_path), "PYTHONPATH": str(SOURCES)}
    first = [sys.executable, "-m", "lastcard", "play", "--plain", "--seed", "1"]
    left = subprocess.run(first, input="quit\n", capture_output=True, text=True, env=own)
    again = left.stdout.rpartition("To continue: ")[2].strip()
    back = subprocess.run(shlex.split(again), input="", capture_output=True, text=True, env=own)
    assert back.returncode == 0
    assert "The match continues." in back.stdout


WRITTEN = re.compile(r"""["'( `]lastcard (?:play|serve|rules|replay|help|sim|verify|completion)\b|pip install""")
# The help goes through `called.here`; what is wrong with rules is told to the page of a server, too.
NOT_TYPED = {"cli/__init__.py", "cli/completion.py", "_util/called.py", "rules/ids.py"}


@pytest.mark.parametrize("path", sorted((SOURCES / "lastcard").rglob("*.py")), ids=lambda path: path.stem)
def test_no_message_writes_the_name_of_the_program_itself(path: Path) -> None:
    """Docstrings, comments and examples of the help may."""
    if str(path.relative_to(SOURCES / "lastcard")) in NOT_TYPED:
        return
    lines = [line for line in path.read_text().splitlines() if WRITTEN.search(line)]
    wrong = [line for line in lines if re.search("[\"']", line) and not line.strip().startswith(('"""', "#"))]
    assert not wrong, "use called.command or called.install"
