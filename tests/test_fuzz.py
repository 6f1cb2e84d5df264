"""Any text from outside is read, or refused with one of our own errors, in bounded time and memory."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzz import NUMBERS, ODD, Gate, TookTooLong, check, fuzz
from lastcard.archive.journal import Journal
from lastcard.archive.keeper import split_lines
from lastcard.archive.record import Record
from lastcard.archive.recorded import RecordedMatch
from lastcard.archive.replay import Replay
from lastcard.conformance.perft import Entry
from lastcard.conformance.protocol import ANSWER_LENGTH, Server
from lastcard.conformance.runner import run_case
from lastcard.conformance.suite import PositionCase, SuiteError, load, read_cases, shipped_files
from lastcard.core.layout import State
from lastcard.core.legal import legal
from lastcard.core.records import assign
from lastcard.core.step import apply
from lastcard.core.terms import REFUSED
from lastcard.errors import NotationError
from lastcard.explain import explain
from lastcard.game.events import Event
from lastcard.game.match import Match
from lastcard.game.round import Round
from lastcard.game.values import listed_codes
from lastcard.game.view import View
from lastcard.notation import matches, parse_action, parse_cards, parse_move, read_position, write_position
from lastcard.rules import PRESETS, Ruleset

CASES = load()
POSITIONS = [case.given for case in CASES if isinstance(case, PositionCase)]
MOVES = sorted({move for case in CASES if isinstance(case, PositionCase) for step in case.steps for move in step.does})
IDS = sorted({*PRESETS, *(line.split()[-1] for line in POSITIONS)})
DECK = Ruleset.from_id("official").deck
STANDS, RULES = read_position("r5gSw+4/b1b2?5/b1! w+4:g >0 - 71|12 official+stack")


def play_on(line: str) -> str:
    """Read a position and try every action of every seat: listed actions are accepted and lead to valid positions."""
    s, ruleset = read_position(line)
    colours = len(ruleset.deck.colours)
    for seat in range(s.seats):
        for action in listed_codes(*legal(s, ruleset.core_rules, seat), colours):
            child = State()
            assign(child, s)
            assert apply(child, ruleset.core_rules, seat, action) != REFUSED
            read_position(write_position(child, ruleset))
    return write_position(s, ruleset)


def explain_any(text: str) -> str:
    """Read a move and explain it."""
    _, actions = parse_move(DECK, text)
    return str([explain(STANDS, RULES, 0, action) for action in actions])


def play_move(text: str) -> str:
    table = Round.from_position("r5g5w+4/b5w/y1 r1 >0 - b1b2b3b4b5b6|- official+jump-in+fines")
    table.play(text)
    return str(table)


def read_rules(text: str) -> Ruleset:
    ruleset = Ruleset.from_id(text)
    assert Ruleset.from_id(ruleset.id) == ruleset
    assert ruleset.core_rules.n_pack == ruleset.deck.size
    return ruleset


def run_file(text: str) -> object:
    cases = read_cases(text.encode("utf-8", "surrogateescape"), Path("fuzz.toml"))
    for case in cases[:20]:
        run_case(case, SERVER)
    return cases


def ask(line: str) -> str | None:
    answer = SERVER.ask(line)
    assert answer and answer.isprintable() and answer.isascii() and len(answer) <= ANSWER_LENGTH
    return None if answer.startswith("no ") else answer


SERVER = Server()
LINES = [
    *(f"position {line}" for line in POSITIONS[::7]),
    *(f"do {move}" for move in MOVES),
    *(f"rules {text}" for text in IDS[::5]),
    *(f"legal {seat}" for seat in range(4)),
    *("version", "show", "points", "facts", "score 0", "score 1"),
    *("deal official 2 0 0 - r1g1b1", "deal official+hand=2 3 1 2 0 r1g1b1r2", "deal juno-serious 10 9 3 12 -"),
    *("sheet official 2 1 0 - 10,20", "sheet official+teams=partners 4 1 0 1 1,2,3,4", "pick official 3 r3g9w"),
    "position r5/b7w r1 >0 - b1|- official",
    "do 0 r5",
]
FILES = [path.read_text(encoding="utf-8") for path in shipped_files()]
SNIPPETS = ["[[" + "[[".join(part) for text in FILES for part in zip(*[iter(text.split("[[")[1:])] * 3, strict=False)]


def kept(rules: str, seats: int, moves: int) -> tuple[str, str]:
    """Return the record and the journal of a match."""
    lines: list[str] = []
    keeper = SimpleNamespace(append=lines.extend)
    match = RecordedMatch(Match(rules, seats=seats, seed=moves), keeper, tuple("ABCD"[:seats]))
    rng = Random(moves)
    for _ in range(moves):
        if match.round.over:
            match.next_round()
        seat = match.round.awaited[0]
        match.act(seat, rng.choice(match.round.legal(seat)))
    match.take_back(seat)
    return match.record.text, "\n".join(lines) + "\n"


def replay_record(text: str) -> object:
    record = Record.from_text(text)
    return record if record.redacted else Replay(record).run()


def without_check(text: str) -> str:
    """Return a record without digests, as a person might write it, so that damage gets past the digest checks."""
    head = text.partition("[ruleset]")[0]
    return "\n".join(line for line in head.splitlines() if not line.startswith("check")) + "\n"


def resume_journal(text: str) -> object:
    return Journal(split_lines(text.encode("utf-8", "surrogateescape"))).match()


def read_view(text: str) -> View:
    return View.from_dict(json_of(text), RULES)


def read_event(text: str) -> Event:
    return Event.from_dict(json_of(text), RULES)


def json_of(text: str) -> object:
    """Read JSON data as a server would."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError("not JSON") from error


KEPT = [kept("official", 2, 30), kept("rules-site+fines", 3, 25), kept("juno-serious", 3, 40), kept("one", 4, 12)]
WATCHED = Round.from_position("r5gSw+4/b1b2b3/b1! w+4:g >0 - 71|12 official+stack")
VIEWS = [json.dumps(WATCHED.view(seat).to_dict()) for seat in (None, 0, 1, 2)]
TOLD = [json.dumps(event.to_dict()) for move in ("0 draw", "0 pass", "1 draw") for event in WATCHED.play(move)]

PERFT = ["b5r5/g5y1 r1 >0 - b1b2|- | D1 4 | D2 14 | 5be5bcf29a2a8c9a", "r5/g5 r1 >0 - b1|- | D3"]

GATES = {
    "positions": Gate(play_on, POSITIONS),
    "patterns": Gate(lambda text: matches(text, STANDS, RULES) or "the same", [*POSITIONS[::5], "* * >* */* *|*"]),
    "cards": Gate(lambda text: parse_cards(DECK, text, unknown=True) or "none", ["r5gSw+4", "?7", "-", "r5?w+4?12"]),
    "actions": Gate(lambda text: parse_action(DECK, text), [move[2:] for move in MOVES]),
    "explained moves": Gate(explain_any, MOVES),
    "moves": Gate(play_move, [*MOVES, "0 r5", "0 r5!", "0 w+4:g", "1 catch 0", "2 call", "0 draw", "1 b5"]),
    "lines of the protocol": Gate(ask, LINES),
    "rule sets": Gate(read_rules, IDS),
    "files of cases": Gate(run_file, SNIPPETS),
    "lines of perft files": Gate(Entry.read, PERFT),
    "records": Gate(replay_record, [text for record, _ in KEPT for text in (record, without_check(record))]),
    "journals": Gate(resume_journal, [journal for _, journal in KEPT]),
    "views": Gate(read_view, VIEWS),
    "events": Gate(read_event, TOLD),
}
SLOW = {"files of cases": 150, "records": 250, "journals": 250}  # texts to try


@pytest.mark.parametrize("name", GATES)
def test_good_texts_pass(name: str) -> None:
    gate = GATES[name]
    accepted = sum(check(gate, text) is not None for text in gate.seeds[:300])
    assert accepted > 0


@pytest.mark.parametrize("name", GATES)
def test_damaged_texts(name: str) -> None:
    fuzz(GATES[name], SLOW.get(name, 1_000), 1)


@pytest.mark.parametrize("name", GATES)
def test_any_text(name: str) -> None:
    @settings(max_examples=60, deadline=None, database=None)
    @given(st.text(max_size=200) | st.text(alphabet="r5gw+4:/|?*>!&@ -=$#[]\"'0123456789\u0661", max_size=400))
    def any_text(text: str) -> None:
        check(GATES[name], text.encode("utf-8", "replace").decode())

    any_text()


TOKENS = [*NUMBERS, *(json.dumps(odd) for odd in ODD), "[]", "{}", "true", "-1.5", '["x"]', "[{}]", "0x" + "f" * 5_000]


def test_any_value_at_any_key_of_a_record() -> None:
    for text in {without_check(record) for record, _ in KEPT[:2]}:
        lines = text.splitlines()
        keys = [place for place, line in enumerate(lines) if " = " in line and not line.endswith("[")]
        for place in keys:
            for token in TOKENS:
                line = lines[place].partition(" = ")[0] + f" = {token}"
                check(GATES["records"], "\n".join([*lines[:place], line, *lines[place + 1 :]]))


def test_any_value_at_any_key_of_a_journal() -> None:
    lines = KEPT[0][1].splitlines()
    for place in (0, 1, 2, len(lines) - 1):
        data = json.loads(lines[place])
        for key in data:
            for token in TOKENS:
                mark = json.dumps(data | {key: "@@"}).replace('"@@"', token)
                check(GATES["journals"], "\n".join([*lines[:place], mark, *lines[place + 1 :], ""]))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
@pytest.mark.parametrize("name", GATES)
def test_damaged_texts_for_long(name: str, seed: int) -> None:
    fuzz(GATES[name], 10 * SLOW.get(name, 1_000), seed)


# ---------------------------------------------------------------- the fuzzer itself


@pytest.mark.parametrize(
    ("read", "error"),
    [
        (lambda text: int(text), ValueError),
        (lambda text: [0] * 10**10, MemoryError),
        (lambda text: all(True for _ in iter(int, 1)), TookTooLong),
    ],
)
def test_faults_are_found(read: Callable[[str], object], error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        check(Gate(read, []), "x", seconds=0.3)
    assert "by the text 'x'" in caught.value.__notes__


def test_our_own_refusals_are_not_faults() -> None:
    def refuse(text: str) -> object:
        raise SuiteError("no")

    assert check(Gate(refuse, []), "x") is None
