"""Decks in files: every command that takes rules reads them, and their cards are called by the names they give."""

import subprocess
import sys
from pathlib import Path

import pytest

from lastcard.cli import COMMANDS, _parser
from lastcard.errors import RulesetError
from lastcard.rules import Deck
from lastcard.words.speaker import card_name

MAU_MAU = Path(__file__).parents[1] / "examples" / "mau-mau.toml"
RULES = "official+deck=mau-mau+hand=5"
POSITION = "sQwJ/s7h7 sA >0 - d8d9|- official+deck=mau-mau"
ONE = 'name = "one"\ncolours = {{ r = "red" }}\n[ranks]\n1 = {{ count = 20 }}\nA = {{ count = 1, name = {} }}\n'


def lastcard(*words: str, given: str = "") -> str:
    done = subprocess.run([sys.executable, "-m", "lastcard", *words], input=given, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("rules", RULES),
        ("position", "--rules", RULES),
        ("legal", POSITION),
        ("apply", POSITION, "0 sQ"),
        ("explain", POSITION, "0 sQ"),
        ("sim", "--rules", RULES, "--games", "5", "--backend", "python"),
        ("lab", RULES, f"{RULES}+stack", "--rounds", "100"),
        ("arena", "--rules", RULES, "--games", "4", "--bots", "random,random"),
    ],
    ids=lambda words: words[0],
)
def test_a_command_reads_a_deck(words: tuple[str, ...]) -> None:
    assert lastcard(*words, "--deck", str(MAU_MAU))


def test_every_command_with_rules_takes_a_deck() -> None:
    for command in COMMANDS:
        parser = _parser(command).command_parser(command)
        words = {action.dest for action in parser._actions}
        takes_rules = "rules" in words or "position" in words or command == "rules"
        assert takes_rules is ("--deck" in parser.options), command


def test_cards_are_read_and_typed_by_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASTCARD_HOME", str(tmp_path))
    options = ("--plain", "--seed", "3", "--seats", "3", "--deck", str(MAU_MAU), "--rules", f"{RULES}+stack")
    shown = lastcard("play", *options, given="hearts 10\nclubs queen\nquit\n")
    assert "You hold 5 cards: clubs 8, clubs Queen, spades 9, hearts 10, diamonds Queen." in shown
    assert "clubs queen" not in shown and "Queen" in shown.partition("You play hearts 10.")[2]


def test_a_rank_without_a_name_keeps_its_sign_and_its_digest() -> None:
    plain = Deck.from_toml('name = "a"\ncolours = { r = "red" }\n[ranks]\nA = { count = 20 }\n')
    named = Deck.from_toml('name = "a"\ncolours = { r = "red" }\n[ranks]\nA = { count = 20, name = "Ace" }\n')
    assert [card_name(deck, deck.card("rA")) for deck in (plain, named)] == ["red A", "red Ace"]
    assert "name" not in plain.to_dict()["ranks"][0] and plain != named and plain.digest != named.digest
    assert Deck.from_dict(named.to_dict()) == named


@pytest.mark.parametrize("name", ['""', "1", '"7"', '" Ace"', '"A\\nB"', '"' + "a" * 21 + '"'])
def test_a_name_of_a_rank_is_letters(name: str) -> None:
    with pytest.raises(RulesetError, match="expected letters"):
        Deck.from_toml(ONE.format(name))


def test_two_ranks_cannot_have_one_name() -> None:
    with pytest.raises(RulesetError, match="two ranks have the same name"):
        Deck.from_toml(ONE.format('"Ace"') + 'B = { count = 1, name = "Ace" }\n')
