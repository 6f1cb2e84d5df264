"""The runner notices everything an engine can do wrong, and the protocol answers every line."""

import io
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lastcard.conformance.__main__ import main
from lastcard.conformance.engines import EngineError, Program, program
from lastcard.conformance.protocol import LINE_LENGTH, Server
from lastcard.conformance.runner import run_case
from lastcard.conformance.suite import SuiteError, load, load_file
from lastcard.rules import Deck, register_deck

SERVE = f"{sys.executable} -m lastcard.conformance --serve"

GOOD = """
[[case]]
id      = "deceit"
proves  = ["U-32", "I-25", "I-32"]
note    = "deceit proven"
given   = "r8g2/b1y3/y5y6 w+4:g >1 +4?1<r5@0 b1b2b3b4b5|r5 rules-site"
does    = ["1 challenge"]
gives   = "r8g2b1b2b3b4w+4^/b1y3/y5y6 r5 >1 - b5|-"
legal   = { "0" = ["ready"], "1" = [] }
refuses = ["1 draw", "0 r8"]
facts   = ["CHALLENGED 1", "SHOWN 1", "UPHELD 0"]

[[case]]
proves = ["J-classic-36"]
given  = "r5/b7w r1 >0 - b1|- official"
does   = ["0 r5"]
gives  = "-/b7w r5 >0 $0 b1|r1"
points = [57, 0]

[[case]]
proves = ["U-39"]
given  = "r5g5b5/b7w r1 >0 - b1b2b3|- rules-site+fines"
legal  = { "0" = ["r5"] }
fines  = ["0 g5", "0 call", "1 catch 0"]

[[case]]
proves  = ["D34"]
note    = "in steps, with parts of the positions left open"
given   = "r5g5/b5b6/y1y2 r1 >0 - b1b2b3b4|- official"
does    = ["0 r5"]
gives   = "g5*/*/* r5 >1 @0 *"
facts   = ["LAID 0", "FORGOT 0"]
[[case.then]]
legal   = { "2" = ["catch 0"] }
fines   = []
[[case.then]]
does    = ["2 catch 0"]
gives   = "?3/b5b6/* * >* * 2|*"
facts   = ["CAUGHT 0"]
refuses = ["1 catch 0"]

[[case]]
proves  = ["D22"]
given   = "r5/g5 r1 >0 +2 b1|- official"
refused = "position"

[[case]]
proves  = ["D22"]
given   = "r5/g5 r1 >0 - b1 official"
refused = "notation"

[[deal]]
proves  = ["D02"]
rules   = "official"
seats   = 2
away    = [0, 1]
stock   = "-"
refused = "table"

[[rules]]
proves  = ["D03"]
rules   = "official+hand=0"
refused = "rules"

[[rules]]
proves  = ["D03"]
rules   = "official+hand=5"

[[deal]]
proves = ["J-classic-09"]
rules  = "official+hand=2"
seats  = 3
dealer = 1
away   = []
stock  = "r1 g1 b1 r2 g2 b2 y5"
gives  = "g1g2/b1b2/r1r2 y5 >2 - 101|-"
does   = []

[[match]]
proves = ["J-classic-38"]
rules  = "official"
seats  = 2
scores = [450, 0]
given  = "r5/b7w r1 >0 - b1|- official"
does   = ["0 r5"]
gives  = { scores = [507, 0], over = true, winners = [0], ranks = [1, 2], left = [] }

[[pick]]
proves = ["J-classic-04"]
rules  = "official"
seats  = 3
stock  = "r3g9w"
gives  = { dealer = 1 }
"""

TWO_COLOURS = """
name = "runner-two"
colours = { r = "red", g = "green" }
[ranks]
5 = { count = 20 }
6 = { count = 20 }
[wilds]
"" = { count = 4 }
"""


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.toml"
    path.write_text(GOOD)
    return path


def test_good_cases_pass(good: Path) -> None:
    engine = Server()
    cases = load_file(good)
    assert [run_case(case, engine) for case in cases] == [[]] * len(cases) == [[]] * 12
    assert [case.id for case in cases][:3] == ["good:deceit", "good:case-2", "good:case-3"]


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("- b5|-", "- b4|-", "piles: expected b4|-, got b5|-"),
        ('"1 challenge"', '"1 draw"', "'1 draw': the answer is 'no draw-owed-first "),
        ('"1 challenge"', '"challenge"', "must begin with the seat"),
        ('"0" = ["ready"]', '"0" = []', "expected legal actions of seat 0: -, got ready"),
        ('"1 draw", "0 r8"', '"0 ready"', "'0 ready' must be refused, but the answer is 'ok'"),
        ('"UPHELD 0"', '"FAILED 1"', "expected the facts CHALLENGED 1, SHOWN 1, FAILED 1"),
        ('"SHOWN 1", "UPHELD 0"', '"UPHELD 0", "SHOWN 1"', "the facts"),
        ("[57, 0]", "[0, 57]", "expected points 0 57, got 57 0"),
        ('"0 g5", "0 call"', '"0 r5"', "'0 r5' must be fined, but the answer is 'ok'"),
        ("y5 >2", "y5 >0", "direction and turn: expected >0, got >2"),
        ("+4?1<r5@0", "+4?1<r5@9", "no position pending: there is no seat 9 that laid"),
        ("scores = [507, 0]", "scores = [507, 1]", "expected scores 507,1"),
        ("winners = [0]", "winners = [0, 1]", "expected winners 01"),
        ("over = true", "over = false", "expected over 0"),
        ("left = []", "left = [1]", "expected left 1"),
        ('"0 r5"]\ngives  = { sc', "]\ngives  = { sc", "did not score the round: 'no protocol the round is not over"),
        ("{ dealer = 1 }", "{ dealer = 2 }", "expected seat 2 as the dealer, got '1'"),
        ('"r3g9w"', '"r3g9ww www"', "more copies of w than the deck has"),
        ("r5 >1 - b5|-", "r5 >1 - b5", "has no '|'"),
        ("g5*/*/* r5 >1", "g5!/*/* r5 >1", "step 1, BAD:26: hands: expected g5!/*/*, got g5*/b5b6/y1y2"),
        ('{ "2" = ["catch 0"] }', '{ "2" = [] }', "step 2, BAD:33: expected legal actions of seat 2: -, got catch 0"),
        ('["2 catch 0"]\ng', '["2 draw"]\ng', "step 3, BAD:36: '2 draw': the answer is \"no not-your-turn it"),
        ('["CAUGHT 0"]', '["LAID 0"]', "step 3, BAD:36: expected the facts LAID 0, got CAUGHT 0"),
        ("?3/b5b6/*", "?2/b5b6/*", "step 3, BAD:36: hands: expected ?2/b5b6/*"),
        ('refused = "position"', 'refused = "notation"', 'as notation, but the answer is "no position'),
        ("r1 >0 +2 b1|-", "r1 >0 - b1|-", "must be refused, but the answer is 'ok'"),
        ("away    = [0, 1]", "away    = []", "must be refused, but the answer is 'ok'"),
        ("official+hand=0", "official+hand=4", "must be refused, but the answer is 'ok'"),
        ('"official+hand=5"', '"official+hand=500"', ': the answer is "no rules '),
    ],
)
def test_faults_are_noticed(tmp_path: Path, right: str, wrong: str, says: str) -> None:
    assert right in GOOD
    path = tmp_path / "bad.toml"
    path.write_text(GOOD.replace(right, wrong, 1))
    engine = Server()
    problems = [problem for case in load_file(path) for problem in run_case(case, engine)]
    assert problems
    assert says.replace("BAD", str(path)) in problems[0]


class Careless:
    """An engine that changes the table when it refuses, and keeps no facts."""

    def __init__(self) -> None:
        self.engine = Server()

    def ask(self, line: str) -> str:
        answer = self.engine.ask(line)
        if line.startswith("do") and answer.startswith("no"):
            self.engine.ask("position r1/r2 r3 >0 - b1|- console")
        if line == "facts":
            return "no facts are kept"
        return answer


def test_a_refusal_must_change_nothing(good: Path) -> None:
    engine = Careless()
    problems = run_case(load_file(good)[0], engine)
    assert "'1 draw' is refused, but it changes the position" in problems[0]


# ---------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[case]\n", "not TOML"),
        ("[[cases]]\nproves = []\n", "'cases' is not a kind of case"),
        ("case = 3\n", "'case' is not a kind of case"),
        ('[[case]]\nproves = ["I-01"]\n', "bad.toml:1: given is missing"),
        ('[[case]]\nproves = ["I-01"]\ngiven = ""\nrefuse = []\n', "unknown key 'refuse' (did you mean 'refuses'?)"),
        ('[[case]]\nproves = "I-01"\ngiven = ""\n', "bad.toml:1: proves = 'I-01': expected a list of strings"),
        ('[[case]]\nproves = []\ngiven = ""\npoints = ["1"]\n', "points 1 = '1': expected a number"),
        ("[[case]]\nproves = []\ngiven = 3\n", "given = 3: expected a text"),
        ('[[case]]\nproves = []\ngiven = ""\nlegal = { x = [] }\n', "legal key = 'x': expected a seat"),
        ('[[case]]\nproves = []\ngiven = ""\nlegal = ["draw"]\n', "legal = "),
        ('[[case]]\nproves = []\ngiven = ""\ngives = 3\n', "expected a position"),
        ('[[pick]]\nproves = []\nrules = ""\nseats = 2\nstock = ""\ngives = 3\n', "gives = 3: expected a table"),
        (
            '[[match]]\nproves = []\nrules = ""\nseats = 2\nscores = []\ngiven = ""\ngives = { winner = [0] }\n',
            "gives: unknown key 'winner' (did you mean 'winners'?); expected one of scores, over, winners",
        ),
        (
            '[[match]]\nproves = []\nrules = ""\nseats = 2\nscores = []\ngiven = ""\ngives = { over = 1 }\n',
            "gives: over = 1: expected true or false",
        ),
        (
            '[[match]]\nproves = []\nrules = ""\nseats = 2\nscores = []\ngiven = ""\ngives = {}\n',
            "gives = {}: expected a table such as { over = true, winners = [0] }",
        ),
        ('[[case]]\nid = "A b"\nproves = []\ngiven = ""\n', "id = 'A b': expected an id of lower-case letters"),
        (
            '[[case]]\nproves = []\ngiven = ""\nrefused = true\n',
            "refused = True: expected one of 'notation', 'position'",
        ),
        ('[[case]]\nproves = []\ngiven = ""\nrefused = "rules"\ndoes = []\n', "has no moves and no expectations"),
        ('[[case]]\nproves = []\ngiven = ""\nthen = 3\n', "then = 3: expected a list of tables"),
        ('\n[[case]]\nproves = []\ngiven = ""\n[[case.then]]\n\n[[case.then]]\nx = 1\n', "bad.toml:7: unknown key"),
        ('case = [{ proves = [], given = "", then = [{ does = 1 }] }]', "bad.toml: does = 1: expected a list"),
        ("case = [1]\n", "'case' is not a kind of case"),
        ("[[deal]]\nseats = 0x" + "f" * 5000, "seats = "),
        ("[[deal]]\nseats = " + "9" * 5000, "not TOML"),
        ("[[deal]]\naway = " + "[" * 40 + "]" * 40, "away 1 = [[[[...]]]]: expected a number"),
        ("[[deal]]\naway = " + "[" * 200 + "]" * 200, "nested too deeply; at most 50 levels"),
        ("x = " + "[" * 9000, "nested too deeply"),
        ('[[case]]\nid = "a"\nproves = []\ngiven = ""\n' * 2, "bad.toml:5: the id bad:a is taken by the case at"),
        ('note = """\n[[case]]\n"""\n', "'note' is not a kind of case"),
        ('[[case]]\nproves = []\nnote = """\n[[case]]\n"""\n', "bad.toml: given is missing"),
    ],
)
def test_bad_files(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(SuiteError) as error:
        load([path])
    assert says in str(error.value)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="No such file"):
        load([tmp_path / "none.toml"])


# ---------------------------------------------------------------- the protocol


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("hello", "no protocol 'hello' is not a command; the commands are version, rules, position, deal, do"),
        ("", "no protocol '' is not a command"),
        ("show", "no protocol there is no position yet"),
        ("rules nonsense", "no rules no preset 'nonsense'"),
        ("position r5", "no notation a position has five fields"),
        ("position r5/g5 r1 >0 +2 b1|-", "no position pending: cards are owed"),
        ("deal official 3", "no protocol 'official 3': expected RULES SEATS DEALER YOUNGEST AWAY STOCK"),
        ("deal official 1 0 0 - -", "no protocol '1': expected a number from 2 to 10"),
        ("deal official 3 3 0 - -", "no protocol '3': expected a number from 0 to 2"),
        ("deal official 3 0 0 x -", "no protocol 'x': expected digits of seats, 0 to 2, or"),
        ("deal official 3 0 0 7 -", "no protocol '7': expected digits of seats, 0 to 2, or"),
        ("deal official 2 0 0 01 -", "no table seats 01 of 2 are not in the round; at least two sides must be left"),
        ("deal official 4 0 0 012 -", "no table seats 012 of 4 are not in the round"),
        ("deal official+teams=partners 4 0 0 02 -", "no table seats 02 of 4 are not in the round"),
        ("deal official 3 0 0 - ?3", "no notation unknown cards"),
        ("deal official+seats=2-2 3 0 0 - -", "no table a table with 3 seats"),
        ("deal nonsense 3 0 0 - -", "no rules no preset 'nonsense'"),
        ("sheet official 2 0 0 - 1", "no protocol '1': expected 2 scores"),
        ("sheet official 2 0 0 - 1,x", "no protocol 'x': expected a number"),
        ("sheet official 2 0 0 01 1,2", "no table seats 01 of 2 are not in the round"),
        (f"sheet official 2 0 0 - 1,{'9' * 5000}", "no protocol '99999"),
        ("score 0", "no protocol there is no position yet"),
        ("pick official 3", "no protocol 'official 3': expected RULES SEATS STOCK"),
        ("pick official 11 -", "no protocol '11': expected a number from 2 to 10"),
        ("legal \u0660", "no notation a line of the protocol is one line of plain characters"),
        ("position " + "r5" * LINE_LENGTH, "no notation a line of the protocol may have at most"),
    ],
)
def test_refusals(line: str, answer: str) -> None:
    assert Server().ask(line).startswith(answer)


def test_cards_that_all_count_the_same_cannot_decide_the_dealer() -> None:
    register_deck(Deck.from_toml('name = "runner-same"\ncolours = { r = "red" }\n[ranks]\n5 = { count = 40 }\n'))
    answer = Server().ask("pick official+deck=runner-same+dealer-pick=random 3 -")
    assert answer.startswith("no table all cards of the deck runner-same count the same")


def test_the_sheet_keeps_its_own_rules_and_takes_a_round_once() -> None:
    engine = Server()
    assert engine.ask("position r5/b7w r1 >0 - b1|- official") == "ok"
    assert engine.ask("sheet juno-classic 2 0 0 - 0,0") == "ok"
    assert engine.ask("show") == "r5/b7w r1 >0 - b1|- official"
    assert engine.ask("do 0 r5") == "ok"
    assert engine.ask("score 0").startswith("no protocol there is no score sheet for this table")
    assert engine.ask("sheet official 2 0 30000 - 0,0") == "ok"
    assert engine.ask("score 0") == "no protocol the score sheet is full"
    assert engine.ask("sheet official 2 0 0 - 0,0") == "ok"
    assert engine.ask("score 0").startswith("scores 57,0 ")
    assert engine.ask("score 0") == "no protocol this round has already been scored"


def test_facts_are_kept_as_long_as_they_fit_into_an_answer() -> None:
    engine = Server()
    engine.ask("position r5g5/b5w r1 >0 - -|- official+fine-false-call=1")
    for _ in range(6000):
        engine.ask("do 1 call")
    assert engine.ask("facts") == "no protocol too many facts; at most 5,000 are kept"
    assert len(engine.facts) < 6000


def test_a_conversation() -> None:
    engine = Server()
    assert engine.ask("position r5g5/b5w r1 >0 - b1b2b3|- official") == "ok"
    assert engine.ask("legal 0") == "r5, draw"
    assert engine.ask("legal 1") == "-"
    assert engine.ask("legal 2") == "no protocol '2': expected a number from 0 to 1"
    assert engine.ask("score 0") == "no protocol there is no score sheet for this table; send 'sheet ...' first"
    assert engine.ask("do 0 g5") == "no no-match g5 matches neither the colour nor the number of r1 (D11)"
    assert engine.ask("do 0 r5") == "ok"
    assert engine.ask("facts") == "LAID 0, FORGOT 0"
    assert engine.ask("show") == "g5*/b5w r5 >1 @0 b1b2b3|r1 official"
    assert engine.ask("legal 1") == "b5, w:r, w:g, w:b, w:y, draw, catch 0"
    assert engine.ask("do 1 catch 0") == "ok"
    assert engine.ask("show") == "g5b1b2/b5w r5 >1 @0 b3|r1 official"


def test_a_text_is_applied_whole_or_not_at_all() -> None:
    engine = Server()
    line = "r7g7b1/b5w/y5 r1 >0 - b1b2b3|- official+batch=same-value:3+seven-zero"
    engine.ask(f"position {line}")
    shown = engine.ask("show")
    assert engine.ask("do 0 r7b1").startswith("no")
    assert engine.ask("do 0 r7g7>0").startswith("no")
    assert (engine.ask("show"), engine.ask("facts")) == (shown, "-")
    assert engine.ask("do 0 r7g7>1>2!") == "ok"
    assert engine.ask("show").startswith("y5/b1/b5w g7 >1 @0 b1b2b3|r7r1 ")


def test_after_a_foul_only_what_the_table_still_waits_for_is_done() -> None:
    engine = Server()
    rules = "official+batch=same-value:3+seven-zero+fines"
    engine.ask(f"position r7g8b1/b5w/y5 r1 >0 - b2b3b4|- {rules}")
    assert engine.ask("do 0 r7g8>1") == "fined"
    assert engine.ask("show").startswith("r7g8b1b2b3/b5w/y5 r1 >1 - b4|- ")
    engine.ask(f"position r7g8b1/b5w/y5 r1 >0 - b2b3b4|- {rules}")
    assert engine.ask("do 0 r7>1!") == "fined"
    assert engine.ask("show").startswith("b5w/g8b1b2b3/y5 r7 >1 @0 b4|r1 ")


def test_only_colours_of_the_deck_are_listed() -> None:
    register_deck(Deck.from_toml(TWO_COLOURS))
    engine = Server()
    rules = "official+deck=runner-two"
    assert engine.ask(f"position r5w/g5 w >0 : g6|- {rules}") == "ok"
    assert engine.ask("legal 0") == ":r, :g"
    assert engine.ask("do 0 :g") == "ok"
    assert engine.ask("legal 0") == "w:r, w:g, draw"


def test_serving_line_by_line() -> None:
    target = io.StringIO()
    Server().serve(io.StringIO("position r5/g5 r1 >0 - b1|- one\nshow\n"), target)
    assert target.getvalue() == "ok\nr5/g5 r1 >0 - b1|- one\n"


def test_an_endless_line_is_refused_and_the_next_one_answered() -> None:
    target = io.StringIO()
    Server().serve(io.StringIO("x" * 10 * LINE_LENGTH + "\nversion\n" + "y" * 10 * LINE_LENGTH), target)
    first, second, third = target.getvalue().splitlines()
    assert (first[:20], second, third[:20]) == ("no notation a line o", "2", "no notation a line o")


def test_invalid_bytes_do_not_end_the_server() -> None:
    asked = b"legal \xff\xfe\nversion\n"
    command = [sys.executable, "-m", "lastcard.conformance", "--serve"]
    answers = subprocess.run(command, input=asked, capture_output=True, check=True).stdout.splitlines()
    assert (answers[0][:30], answers[1]) == (b"no notation a line of the prot", b"2")


# ---------------------------------------------------------------- other programs, and the command


def test_our_engine_as_a_program(good: Path) -> None:
    with program(SERVE) as engine:
        assert [run_case(case, engine) for case in load_file(good)] == [[]] * 12


def test_a_missing_program() -> None:
    with pytest.raises(EngineError, match="cannot be started"):
        Program("no-such-program-anywhere")


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("pass", "ended with status 0 before it answered 'show'"),
        ("import sys; sys.exit(3)", "ended with status 3 before it answered 'show'"),
        ("import time; time.sleep(60)", "did not answer 'show' within 0.5 seconds"),
        ("input(); print('x' * 10**6)", "sent a line of more than 100,000 bytes"),
        ("import os; os.close(1); import time; time.sleep(60)", "ended its output before it answered 'show'"),
        ("import sys; sys.stdin.close(); import time; time.sleep(60)", "did not answer 'show' within 0.5 seconds"),
    ],
)
def test_a_program_that_does_not_answer(code: str, says: str) -> None:
    engine = Program(f'{sys.executable} -c "{code}"', 0.5 if "sleep" in code else 20.0)
    try:
        with pytest.raises(EngineError) as error:
            engine.ask("show")
        assert says in str(error.value)
    finally:
        engine.close()


def test_a_program_that_writes_without_being_asked() -> None:
    code = "while input(): print('ok', 'ok', sep='\\\\n')"
    engine = Program(f'{sys.executable} -u -c "{code}"')
    try:
        engine.ask("show")
        while engine._answers.empty():  # the second line is on its way
            time.sleep(0.01)
        with pytest.raises(EngineError, match="sent 'ok' although nothing was asked"):
            engine.ask("show")
    finally:
        engine.close()


@pytest.mark.parametrize("source", ["/dev/zero", "/dev/urandom"])
def test_a_program_with_endless_output_is_stopped(source: str) -> None:
    with pytest.raises(EngineError, match="sent|must speak version 2"), program(f"cat {source}"):
        pass


def test_a_program_is_stopped_with_the_processes_it_started() -> None:
    engine = Program("sh -c 'read line; sleep 600 & echo $!; wait'")
    child = int(engine.ask("version"))
    engine.close()
    with pytest.raises(ProcessLookupError):
        for _ in range(100):
            os.kill(child, 0)
            time.sleep(0.05)


def test_a_program_must_speak_this_version() -> None:
    code = "input(); print(1)"
    with pytest.raises(EngineError, match="must speak version 2"), program(f'{sys.executable} -c "{code}"'):
        pass


def test_the_command(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(good), "-v", "--backend", "python"]) == 0
    out = capsys.readouterr().out
    assert "passed good:deceit (U-32, I-25, I-32) deceit proven\n" in out
    assert out.endswith("python: 12 cases, 12 passed, 0 failed\n")
    assert main([str(good)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "c: 12 cases, 12 passed, 0 failed"
    assert main([str(good), "-k", "U-32", "--engine", SERVE]) == 0
    assert capsys.readouterr().out == f"{SERVE}: 1 case, 1 passed, 0 failed\n"
    good.write_text(GOOD.replace("- b5|-", "- b4|-"))
    assert main([str(good), "--backend", "python"]) == 1
    assert f"FAILED good:deceit (U-32, I-25, I-32) deceit proven\n    {good}:2\n" in capsys.readouterr().out
    assert main([str(good), "--engine", "no-such-program-anywhere"]) == 2


@pytest.mark.parametrize(("wanted", "count"), [("good:deceit", 1), ("deceit", 1), ("U-*", 2), ("good:rules-*", 2)])
def test_cases_are_chosen_by_id_or_clause(
    good: Path, capsys: pytest.CaptureFixture[str], wanted: str, count: int
) -> None:
    assert main([str(good), "-k", wanted, "--backend", "python"]) == 0
    assert f"python: {count} case" in capsys.readouterr().out


def test_a_filter_that_matches_no_case(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(good), "-k", "X-99"]) == 2
    assert "no case has the id or clause 'X-99'" in capsys.readouterr().err


@pytest.mark.parametrize("patience", ["0", "-1", "nan", "inf", "\u0663", "x", "9" * 5000])
def test_patience_must_be_a_time(good: Path, capsys: pytest.CaptureFixture[str], patience: str) -> None:
    with pytest.raises(SystemExit):
        main([str(good), "--patience", patience])
    assert "--patience" in capsys.readouterr().err


def test_drawing_for_the_dealer_adds_no_facts_to_the_round() -> None:
    server = Server()
    assert server.ask("position r5b1/b7w r1 >0 - b1|- official") == "ok"
    server.ask("do 0 r5")
    facts = server.ask("facts")
    assert server.ask("pick official 2 r1r9") == "1"
    assert server.ask("facts") == facts
