"""Check the documents: docs/rules.md is what its script writes, and every example in every document works.

In a document these fenced blocks are examples:

    ```console   `$ lastcard ...` lines, also after a pipe, with what each prints; other commands are not run
    ```python    a doctest session; all those of one document form one session
    ```toml      a file for the examples after it, if its first line is a comment with its name: `# deck.toml`

Examples of one document are run in order in one folder.  In what is printed `...` stands for anything.  A block with a
path behind its kind (```python src/...) shows lines of that file, and they must be there.
"""

import doctest
import os
import re
import runpy
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from lastcard.conformance.suite import clauses
from lastcard.rules import PRESETS
from lastcard.rules.dimensions import DIMENSIONS
from lastcard.rules.options import OPTIONS

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
QUOTE = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE_NAME = re.compile(r"# ([\w.-]+\.toml)\n")
LINK = re.compile(r"\[[^\]\n]+\]\(([^)\s]+)\)")
PATIENCE = 300  # seconds; the compiled core may have to be compiled first


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def blocks(path: Path) -> list[tuple[str, str]]:
    """Return the kind and text of each fenced block of a document."""
    return FENCE.findall(path.read_text(encoding="utf-8"))


# ---------------------------------------------------------------- the rules


@pytest.fixture(scope="module")
def script() -> dict[str, object]:
    return runpy.run_path(str(ROOT / "scripts" / "rules_doc.py"))


def test_the_rules_are_what_the_script_writes(script: dict[str, object]) -> None:
    written = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert written == script["text"](), "docs/rules.md is out of date: run `make docs`"  # type: ignore[operator]  # a function of the script


def test_the_rulebook_has_every_clause_once(script: dict[str, object]) -> None:
    book = script["rulebook"]()  # type: ignore[operator]  # a function of the script
    listed = [clause for entries in book["documents"].values() for clause in entries]
    listed += [*book["interpretations"], *book["dimensions"]]
    assert sorted(listed) == sorted(clauses())


def test_everything_the_rulebook_refers_to_exists(script: dict[str, object]) -> None:
    book = script["rulebook"]()  # type: ignore[operator]  # a function of the script
    for entry in book["interpretations"].values():
        assert clauses().keys() >= set(entry["about"].split()), entry
    for preset, entries in book["documents"].items():
        assert preset in PRESETS
        for entry in entries.values():
            if entry["by"].startswith("+"):
                assert entry["by"][1:] in OPTIONS
            elif entry["by"].startswith("D"):
                assert clauses().keys() >= set(entry["by"].split()), entry


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_clauses_named_in_a_document_exist(path: Path) -> None:
    words = re.findall(r"\b(?:J-\w+|[UORTI])-\d\d\b|\bD\d\d\b", path.read_text(encoding="utf-8"))
    last = max(int(dimension.id[1:]) for dimension in DIMENSIONS.values())
    known = clauses().keys() | {f"D{last + 1}"}  # the next one, in the guide to adding it
    assert sorted(set(words) - known) == []


# ---------------------------------------------------------------- the examples


@dataclass(frozen=True)
class Command:
    """A command line and what it prints."""

    line: str
    printed: str


def commands(block: str) -> list[Command]:
    """Return the commands of a block, in order."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)
    assert not parts[0].strip(), f"a console block begins with a command: {parts[0]!r}"
    lines = [part.partition("\n") for part in parts[1:]]
    return [Command(line, printed) for line, _, printed in lines]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which `lastcard` is the package under test."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "lastcard"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m lastcard "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    path = os.pathsep.join([str(folder), os.environ.get("PATH", "")])
    home = {"XDG_STATE_HOME": str(tmp_path / "state"), "XDG_DATA_HOME": str(tmp_path / "data")}
    return {**os.environ, **home, "PATH": path, "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"}


def run_command(command: Command, folder: Path, environment: dict[str, str]) -> str | None:
    """Return what is wrong with a command of a document; if it fails, its error output is compared too."""
    done = subprocess.run(
        command.line, shell=True, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
        encoding="utf-8", timeout=PATIENCE,
    )  # fmt: skip
    printed = done.stdout + (done.stderr if done.returncode else "")
    if doctest.OutputChecker().check_output(command.printed, printed, doctest.ELLIPSIS):
        return None
    return f"$ {command.line}\nprints\n{printed}\nnot\n{command.printed}"


def run_session(text: str, folder: Path, environment: dict[str, str]) -> str | None:
    """Return what is wrong with a Python session of a document, which runs in its own process."""
    file = folder / "session.txt"
    file.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "doctest", "-o", "ELLIPSIS", file.name], cwd=folder, env=environment,
        capture_output=True, encoding="utf-8", timeout=PATIENCE,
    )  # fmt: skip
    return None if done.returncode == 0 else done.stdout + done.stderr


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_examples(path: Path, tmp_path: Path, environment: dict[str, str]) -> None:
    folder = tmp_path / "examples"
    folder.mkdir()
    problems: list[str | None] = []
    for kind, text in blocks(path):
        if kind == "toml" and (file := FILE_NAME.match(text)):
            (folder / file[1]).write_text(text, encoding="utf-8")
        elif kind == "console":
            chosen = [command for command in commands(text) if re.match(r"(.* \| )?lastcard ", command.line)]
            problems += [run_command(command, folder, environment) for command in chosen]
    if session := "\n\n".join(text for kind, text in blocks(path) if kind == "python"):
        problems.append(run_session(session, folder, environment))
    wrong = [problem for problem in problems if problem is not None]
    assert not wrong, "\n\n".join(wrong)


def test_a_wrong_example_is_found(tmp_path: Path, environment: dict[str, str]) -> None:
    line = "lastcard rules official+hand=5 --diff official"
    right = "D03 hand_size\n  official+hand=5: Each ... 5 cards.\n  official: Each player is dealt 7 cards.\n"
    assert run_command(Command(line, right), tmp_path, environment) is None
    assert run_command(Command(line, right.replace("7", "8")), tmp_path, environment) is not None
    refused = Command("lastcard rules no-such", "lastcard: no preset 'no-such' ...\n")
    assert run_command(refused, tmp_path, environment) is None
    assert run_session(">>> 1 + 1\n2\n", tmp_path, environment) is None
    assert run_session(">>> 1 + 1\n3\n", tmp_path, environment) is not None


# ---------------------------------------------------------------- lines of files


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_quoted_lines_are_in_their_files_in_this_order(path: Path) -> None:
    missing = []
    for file, text in QUOTE.findall(path.read_text(encoding="utf-8")):
        lines = iter((ROOT / file).read_text(encoding="utf-8").splitlines())
        missing += [f"{file}: {line}" for line in text.splitlines() if line not in lines]
    assert not missing


# ---------------------------------------------------------------- links


def anchors(path: Path) -> set[str]:
    """Return the anchors of a document's headings, as Markdown viewers name them."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_links_lead_somewhere(path: Path) -> None:
    wrong = []
    for link in LINK.findall(path.read_text(encoding="utf-8")):
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        if "://" not in link and (not target.exists() or (anchor and anchor not in anchors(target))):
            wrong.append(link)
    assert not wrong
