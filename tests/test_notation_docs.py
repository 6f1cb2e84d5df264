"""Run the positions, actions, cases, conversations and Python examples of docs/notation.md."""

import doctest
import re
from pathlib import Path

import pytest

from lastcard.conformance.protocol import Server
from lastcard.conformance.runner import run_case
from lastcard.conformance.suite import load_file
from lastcard.notation import format_actions, format_position, parse_action, parse_position, read_position
from lastcard.rules import Ruleset

PAGE = Path(__file__).parents[1] / "docs" / "notation.md"
TEXT = PAGE.read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    """Return the fenced blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def examples(kind: str) -> list[str]:
    """Return the lines of these blocks without their comments."""
    lines = [line.partition(" ;")[0].strip() for block in blocks(kind) for line in block.splitlines()]
    return [line for line in lines if line]


def test_there_is_something_to_check() -> None:
    assert len(examples("position")) > 15
    assert len(examples("action")) > 15
    assert len(blocks("toml")) == 5
    assert len(blocks("protocol")) == 1


@pytest.mark.parametrize("line", examples("position"))
def test_positions(line: str) -> None:
    read_position(line)
    position, ruleset = parse_position(line)
    assert format_position(position, ruleset) == " ".join(line.split())


@pytest.mark.parametrize("text", examples("action"))
def test_actions(text: str) -> None:
    deck = Ruleset.from_id("official").deck
    assert format_actions(deck, parse_action(deck, text)) == text


@pytest.mark.parametrize("number", range(5))
def test_cases(number: int, tmp_path: Path) -> None:
    path = tmp_path / "page.toml"
    path.write_text(blocks("toml")[number], encoding="utf-8")
    cases = load_file(path)
    assert cases
    assert [run_case(case, Server()) for case in cases] == [[]] * len(cases)


def test_the_conversation() -> None:
    engine = Server()
    lines = blocks("protocol")[0].splitlines()
    for asked, answered in zip(lines[::2], lines[1::2], strict=True):
        assert asked.startswith("> ")
        assert f"< {engine.ask(asked[2:])}" == answered


def test_python() -> None:
    session = doctest.DocTestParser().get_doctest(blocks("python")[0], {}, PAGE.name, str(PAGE), 0)
    assert len(session.examples) > 3
    assert doctest.DocTestRunner().run(session).failed == 0
