"""The runner must notice everything an engine can do wrong, and the protocol must answer everything it is asked."""

import io
import sys
from pathlib import Path

import pytest

from lastcard.conformance.__main__ import main
from lastcard.conformance.protocol import Server
from lastcard.conformance.runner import EngineError, Program, program, run_case
from lastcard.conformance.suite import SuiteError, load, load_file
from lastcard.rules import Deck, register_deck

SERVE = f"{sys.executable} -m lastcard.conformance --serve"

GOOD = """
[[case]]
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
    assert [run_case(case, engine) for case in cases] == [[]] * len(cases) == [[]] * 6
    assert [case.name for case in cases][:2] == ["good:case-1", "good:case-2"]


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("- b5|-", "- b4|-", "piles: b4|- is wanted, it is b5|-"),
        ('"1 challenge"', '"1 draw"', "'1 draw' is answered by 'no"),
        ('"1 challenge"', '"challenge"', "must begin with the seat"),
        ('"0" = ["ready"]', '"0" = []', "seat 0 may -, the engine lists ready"),
        ('"1 draw", "0 r8"', '"0 ready"', "'0 ready' must be refused, it is answered by 'ok'"),
        ('"UPHELD 0"', '"FAILED 1"', "the facts CHALLENGED 1, SHOWN 1, FAILED 1 are wanted"),
        ('"SHOWN 1", "UPHELD 0"', '"UPHELD 0", "SHOWN 1"', "the facts"),
        ("[57, 0]", "[0, 57]", "points 0 57 are wanted, they are 57 0"),
        ('"0 g5", "0 call"', '"0 r5"', "'0 r5' must be fined, it is answered by 'ok'"),
        ("y5 >2", "y5 >0", "direction and turn: >0 is wanted, it is >2"),
        ("+4?1<r5@0", "+4?1<r5@9", "no pending: there is no seat 9 that laid"),
        ("scores = [507, 0]", "scores = [507, 1]", "scores 507,1 is wanted"),
        ("winners = [0]", "winners = [0, 1]", "winners 01 is wanted"),
        ("over = true", "over = false", "over 0 is wanted"),
        ("left = []", "left = [1]", "left 1 is wanted"),
        ('"0 r5"]\ngives  = { sc', "]\ngives  = { sc", "is not scored: no the round is not over"),
        ("{ dealer = 1 }", "{ dealer = 2 }", "seat 2 must deal, the engine says '1'"),
        ('"r3g9w"', '"r3g9ww www"', "more w than the deck has"),
        ("r5 >1 - b5|-", "r5 >1 - b5", "lacks '|'"),
    ],
)
def test_faults_are_noticed(tmp_path: Path, right: str, wrong: str, says: str) -> None:
    assert right in GOOD
    path = tmp_path / "bad.toml"
    path.write_text(GOOD.replace(right, wrong, 1))
    engine = Server()
    problems = [problem for case in load_file(path) for problem in run_case(case, engine)]
    assert problems
    assert says in problems[0]


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
    assert "'1 draw' is refused, but changes the position" in problems[0]


# ---------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[case]\n", "not TOML"),
        ("[[cases]]\nproves = []\n", "'cases' is no kind of case"),
        ("case = 3\n", "'case' is no kind of case"),
        ('[[case]]\nproves = ["I-01"]\n', "case-1: given is missing"),
        ('[[case]]\nproves = ["I-01"]\ngiven = ""\nrefuse = []\n', "unknown key 'refuse' (did you mean 'refuses'?)"),
        ('[[case]]\nproves = "I-01"\ngiven = ""\n', "proves = 'I-01': a list of texts is wanted"),
        ('[[case]]\nproves = []\ngiven = ""\npoints = ["1"]\n', "a list of numbers is wanted"),
        ("[[case]]\nproves = []\ngiven = 3\n", "given = 3: a single value is wanted"),
        ('[[case]]\nproves = []\ngiven = ""\nlegal = { x = [] }\n', "seats and their actions are wanted"),
        ('[[case]]\nproves = []\ngiven = ""\nlegal = ["draw"]\n', "seats and their actions are wanted"),
        ('[[case]]\nproves = []\ngiven = ""\ngives = 3\n', "a position is wanted"),
        ('[[pick]]\nproves = []\nrules = ""\nseats = 2\nstock = ""\ngives = 3\n', "a seat is wanted"),
        (
            '[[match]]\nproves = []\nrules = ""\nseats = 2\nscores = []\ngiven = ""\ngives = { winner = [0] }\n',
            "gives.winner (did you mean 'winners'?)",
        ),
        (
            '[[match]]\nproves = []\nrules = ""\nseats = 2\nscores = []\ngiven = ""\ngives = { over = 1 }\n',
            "gives.over = 1: a bool is wanted",
        ),
        (
            '[[match]]\nproves = []\nrules = ""\nseats = 2\nscores = []\ngiven = ""\ngives = {}\n',
            "a table is wanted",
        ),
    ],
)
def test_bad_files(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(SuiteError) as error:
        load([path])
    assert says in str(error.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="No such file"):
        load([tmp_path / "none.toml"])


# ---------------------------------------------------------------- the protocol


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("hello", "no 'hello' is no command; there are position, deal, do"),
        ("", "no '' is no command"),
        ("show", "no there is no position yet"),
        ("position r5", "no a position has five fields"),
        ("deal official 3", "no 'official 3': RULES SEATS DEALER YOUNGEST AWAY STOCK are wanted"),
        ("deal official 1 0 0 - -", "no '1': a number from 2 to 10 is wanted"),
        ("deal official 3 3 0 - -", "no '3': a number from 0 to 2 is wanted"),
        ("deal official 3 0 0 x -", "no 'x': the digits of seats are wanted"),
        ("deal official+seats=2-2 3 0 0 - -", "no seats at the table = 3"),
        ("deal nonsense 3 0 0 - -", "no no preset 'nonsense'"),
        ("sheet official 2 0 0 - 1", "no '1': 2 scores are wanted"),
        ("sheet official 2 0 0 - 1,x", "no 'x': a number"),
        ("score 0", "no there is no position yet"),
        ("pick official 3", "no 'official 3': RULES SEATS STOCK are wanted"),
    ],
)
def test_refusals(line: str, answer: str) -> None:
    assert Server().ask(line).startswith(answer)


def test_a_conversation() -> None:
    engine = Server()
    assert engine.ask("position r5g5/b5w r1 >0 - b1b2b3|- official") == "ok"
    assert engine.ask("legal 0") == "r5, draw"
    assert engine.ask("legal 1") == "-"
    assert engine.ask("legal 2") == "no '2': a number from 0 to 1 is wanted"
    assert engine.ask("score 0") == "no there is no score sheet for this table; ask 'sheet ...' first"
    assert engine.ask("do 0 g5") == "no g5 by seat 0 is refused; it may r5, draw"
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


# ---------------------------------------------------------------- other programs, and the command


def test_our_engine_as_a_program(good: Path) -> None:
    with program(SERVE) as engine:
        assert [run_case(case, engine) for case in load_file(good)] == [[]] * 6


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(EngineError, match="cannot be started"):
        Program("no-such-program-anywhere")


def test_a_program_that_ends_or_is_silent() -> None:
    for code, patience in (("pass", 20.0), ("import time; time.sleep(60)", 0.1)):
        engine = Program(f'{sys.executable} -c "{code}"', patience)
        try:
            with pytest.raises(EngineError, match="did not answer 'show'"):
                engine.ask("show")
        finally:
            engine.close()


def test_the_command(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(good), "-v", "--backend", "python"]) == 0
    out = capsys.readouterr().out
    assert "passed good:case-1 (U-32, I-25, I-32) deceit proven" in out
    assert out.endswith("python: 6 cases, 6 passed, 0 failed\n")
    assert main([str(good)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "numba: 6 cases, 6 passed, 0 failed"
    assert main([str(good), "-k", "U-32", "--engine", SERVE]) == 0
    assert capsys.readouterr().out == f"{SERVE}: 1 cases, 1 passed, 0 failed\n"
    good.write_text(GOOD.replace("- b5|-", "- b4|-"))
    assert main([str(good), "--backend", "python"]) == 1
    assert "FAILED good:case-1" in capsys.readouterr().out
    assert main([str(good), "-k", "X-99"]) == 2
    assert "no case proves 'X-99'" in capsys.readouterr().err
    assert main([str(good), "--engine", "no-such-program-anywhere"]) == 2
