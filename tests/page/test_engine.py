"""The rules in a browser: equal to the compiled ones byte by byte, in workers that can be stopped."""

import base64
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from lastcard import Record, sim
from lastcard.analysis import analyse
from lastcard.analysis.packed import packed
from lastcard.analysis.playouts import Players
from lastcard.analysis.questions import moments
from lastcard.backends.records import Numbers, Records, stored
from lastcard.core.layout import Sheet, State
from lastcard.core.terms import SEATS
from lastcard.notation import parse_position
from lastcard.online.server.net import pages
from lastcard.rules import Ruleset
from lastcard.sim.compare import FIGURES
from lastcard.sim.engines import compiled_rules
from lastcard.sim.knowledge import knowledge
from lastcard.sim.plan import (
    ALONE,
    CONTINUE,
    LEAD,
    PLAY_ON,
    POLICIES,
    ROUNDS,
    ROW_LENGTH,
    VALUES,
    Clue,
    Job,
    Query,
    Totals,
    Unknown,
    plan_of,
)
from lastcard.sim.search import TABLES
from lastcard.sim.wasm import is_current
from online import ServerProcess
from strategies import seat_counts
from walks import RULES

SET_UP = """async (file) => {
    window.lab = await import(file);
    window.engine = await window.lab.Engine.open(2);
    const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    window.given = (lists) => lists.map((list) => ({ ...list, bytes: list.bytes && bytes(list.bytes) }));
}"""
PLAY = """async (calls) => {
    const digest = async (lists) => {
        const all = await new Blob(lists).arrayBuffer();
        const found = new Uint8Array(await crypto.subtle.digest("SHA-256", all));
        return Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
    };
    return Promise.all(calls.map(async ({ entry, lists, budget }) =>
        digest(await window.engine.call(entry, window.given(lists), { budget }))));
}"""
FAILS = """async ({ entry, lists, budget, after }) => {
    const signal = after === undefined ? undefined : AbortSignal.timeout(after);
    try {
        await window.engine.call(entry, window.given(lists), { budget, signal });
        return "answered";
    } catch (error) {
        return error.trouble;
    }
}"""

Lists = list[tuple[Any, bool]]  # what an entry is given, and whether it changes it


def as_call(entry: str, lists: Lists, budget: int = 60_000) -> dict[str, Any]:
    """Return a call as the engine takes it; what is all zeros need not be sent."""
    return {"entry": entry, "budget": budget, "lists": [_given(one, back) for one, back in lists]}


def _given(one: Any, back: bool) -> dict[str, Any]:
    held = _bytes(one)
    given: dict[str, Any] = {"count": one.length, "size": len(held), "width": one.width, "back": back}
    return given if not any(held) else {**given, "bytes": base64.b64encode(held).decode()}


def _bytes(one: Any) -> bytes:
    if isinstance(one, Numbers):
        return one.items.tobytes()
    return b"".join(one.bytes(place) for place in range(one.length))


def digest_here(entry: str, lists: Lists) -> str:
    """Carry out a call with the compiled rules and return the digest of what it changed."""
    compiled_rules().call(entry, *(one for one, _ in lists))
    return hashlib.sha256(b"".join(_bytes(one) for one, back in lists if back)).hexdigest()


def rounds(ruleset: Ruleset, seats: int, policy: int, count: int, seed: int) -> Lists:
    """Return what `simulate` is given for freshly dealt rounds."""
    job = Job()
    job.kind, job.seats, job.seed, job.count, job.watch = ROUNDS, seats, seed, count, seed % 2
    return [
        (stored(job), False),
        (stored(ruleset.core_rules), False),
        (stored(plan_of([policy], forget=0.1)), False),
        (Records(State, 1), True),
        (Records(Sheet, 1), True),
        (Records(State, 1), False),
        (Records(Unknown, 2), False),
        (Records(Totals, 1), True),
        (Numbers(count, ROW_LENGTH), True),
    ]


@pytest.fixture(scope="module")
def lab(browser: Browser, server: ServerProcess) -> Iterator[Page]:
    """A page that has opened the engine."""
    assert is_current(), "there are no rules for browsers: run 'make wasm'"
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.url)
    (file,) = Path(pages.FOLDER, "assets").glob("engine-*.js")
    page.evaluate(SET_UP, f"/assets/{file.name}")
    yield page
    context.close()


def check_equal(lab: Page, ruleset: Ruleset, counts: list[int], count: int, seed: int) -> None:
    settings = [(seats, policy) for seats in counts for policy in range(len(POLICIES))]
    calls = [as_call("simulate", rounds(ruleset, *setting, count, seed)) for setting in settings]
    expected = [digest_here("simulate", rounds(ruleset, *setting, count, seed)) for setting in settings]
    for setting, found, wanted in zip(settings, lab.evaluate(PLAY, calls), expected, strict=True):
        assert found == wanted, f"{ruleset.id}, seats and policy {setting}, seed {seed}"


@pytest.mark.parametrize("rules", RULES)
def test_rounds_are_equal_in_a_browser(lab: Page, rules: str) -> None:
    ruleset = Ruleset.from_id(rules)
    check_equal(lab, ruleset, seat_counts(ruleset), 12, seed=RULES.index(rules))


POSITIONS = (
    "r5b1b2y8/r2g4w/g7y0 r1 >1 - 70|20 official",
    "r5?2/?3/g7 r1 >1 - ?2b4|?g9 juno-serious",
    "r1b2r2ww/?1! r9 >0 - 50|40 rules-site+low-score",
)


def values(line: str, kind: int) -> Lists:
    """Return what `playouts` is given to value a position for every seat."""
    position, rules = parse_position(line)
    template, unknown = knowledge(position, rules)
    query = Query()
    query.in_match, query.count, query.seed, query.n_candidates, query.candidates[0] = kind, 40, 5, 1, PLAY_ON
    return [
        (stored(query), True),
        (stored(rules.core_rules), False),
        (stored(plan_of([POLICIES.index("careful")])), False),
        (Records(State, TABLES), True),
        (stored(template), False),
        (stored(unknown), True),
        (Records(Clue, 0), False),
        (Records(Sheet, 1), True),
        (Numbers(1, VALUES), True),
    ]


@pytest.mark.parametrize("kind", [ALONE, LEAD, CONTINUE])
def test_values_are_equal_in_a_browser(lab: Page, kind: int) -> None:
    calls = [as_call("playouts", values(line, kind)) for line in POSITIONS]
    expected = [digest_here("playouts", values(line, kind)) for line in POSITIONS]
    assert lab.evaluate(PLAY, calls) == expected


@pytest.mark.soak
@pytest.mark.parametrize("rules", RULES)
def test_rounds_are_equal_in_a_browser_for_long(lab: Page, rules: str) -> None:
    ruleset = Ruleset.from_id(rules)
    for seed in range(100, 110):
        check_equal(lab, ruleset, seat_counts(ruleset), 300, seed)


JOBS = """async ({ questions, rounds }) => {
    const { readQuestions, worth, playRounds } = window.lab;
    const bytes = Uint8Array.from(atob(questions), (one) => one.charCodeAt(0));
    const match = readQuestions(window.engine.manifest, bytes.buffer);
    const found = [];
    for (const [number, moment] of match.moments.entries()) {
        const asked = [moment.open, moment.veiled, moment.decision?.question];
        for (const question of asked.filter((one) => one))
            found.push(await worth(window.engine, match.rules, question, 20, number));
        found.push(await worth(window.engine, match.rules, moment.open, 4, number, moment.standing));
    }
    const { totals, rows } = await playRounds(window.engine, { ...rounds, rules: match.rules });
    const seats = [0, 1, 2, 3];
    return { found: found.map((each) => each.map(({ sums }) => sums)), leads: totals.get("leads"), rows,
             wins: seats.map((seat) => totals.get("seat_wins", seat)) };
}"""


def test_the_questions_of_a_match_have_the_same_answers_in_a_browser(lab: Page) -> None:
    record = Record.load(Path(__file__).parents[1] / "records" / "official-4.toml")
    players, expected = Players(record.rules, record.seats), []
    for number, moment in enumerate(moments(record)):
        asked = [moment.open, moment.veiled, moment.decision and moment.decision.question]
        expected += [players.rows(question, 20, number) for question in asked if question]
        expected.append(players.rows(moment.open, 4, number, moment.standing))
    rounds = {"seats": 4, "players": ["careful", "greedy"], "seed": 3, "first": 0, "count": 50, "forget": 0.1,
              "watch": True, "rows": True}  # fmt: skip
    given = {"questions": base64.b64encode(packed(record)).decode(), "rounds": rounds}
    found = lab.evaluate(JOBS, given)
    assert found["found"] == [[row[:SEATS] for row in rows] for rows in expected]
    played = sim.play("official", games=50, seed=3, bots=["careful", "greedy"], forget=0.1, watch=True, rows=True)
    assert found["rows"] == [list(row) for row in played.rows]
    assert (found["leads"], found["wins"]) == (played.totals.leads, played.totals.seat_wins[:4])


ANALYSE = """async (questions) => {
    const bytes = Uint8Array.from(atob(questions), (one) => one.charCodeAt(0));
    const match = window.lab.readQuestions(window.engine.manifest, bytes.buffer);
    const told = [];
    const progress = (done, of) => told.push([done, of]);
    const found = await window.lab.analyse(window.engine, match, { effort: window.lab.QUICK, progress });
    return { ...found, told };
}"""


@pytest.mark.parametrize("name", ["official-4", "juno-serious-3"])
def test_an_analysis_in_a_browser_is_that_of_python_number_for_number(lab: Page, name: str) -> None:
    record = Record.load(Path(__file__).parents[1] / "records" / f"{name}.toml")
    expected = analyse(record, quick=True).to_dict()
    found = lab.evaluate(ANALYSE, base64.b64encode(packed(record)).decode())
    assert found["told"] == [[done, len(expected["steps"])] for done in range(1, len(expected["steps"]) + 1)]
    assert found["luck"] == [{name: part for name, part in one.items() if name != "total"} for one in expected["luck"]]
    for step, wanted in zip(found["steps"], expected["steps"], strict=True):
        assert [step[part] for part in ("round", "move", "chances", "match")] == [
            wanted[part] for part in ("round", "move", "chances", "match")
        ]
        decision, judged = step["decision"], wanted["decision"]
        if judged is None:
            assert decision is None
            continue
        for part in ("seat", "actions", "best", "played", "mark"):
            assert decision[part] == judged[part]
        for part in ("worth", "errors", "cost", "error"):
            assert decision[part] == pytest.approx(judged[part], abs=0.0001)


MEASURE = """async ({ rules, seats, ids }) => {
    const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    const options = { rounds: 200, seats, seed: 3 };
    const measure = (text) => window.lab.measure(window.engine, bytes(text), options);
    const [one, other] = await Promise.all(rules.map(measure));
    const clear = window.lab.changes(one, other).filter((change) => change.clear).map((change) => change.id);
    return { sides: [one, other], clear, same: JSON.stringify(window.lab.FIGURES) === JSON.stringify(ids) };
}"""


@pytest.mark.parametrize(("ids", "seats"), [(("official", "official+seven-zero"), 4), (("one", "one+partners"), 4)])
def test_the_rule_lab_in_a_browser_has_the_figures_of_python(lab: Page, ids: tuple[str, str], seats: int) -> None:
    expected = sim.compare(*ids, seats=seats, rounds=200, seed=3)
    records = [base64.b64encode(stored(side.rules.core_rules).bytes(0)).decode() for side in expected.sides]
    found = lab.evaluate(MEASURE, {"rules": records, "seats": seats, "ids": list(FIGURES)})
    assert found["same"]
    for side, wanted in zip(found["sides"], expected.sides, strict=True):
        assert side["p95"] == pytest.approx(wanted.p95)
        assert list(side["figures"]) == list(wanted.figures)
        for name, figure in wanted.figures.items():
            assert side["figures"][name] == pytest.approx({"mean": figure.mean, "error": figure.error}), name
    assert found["clear"] == [change.figure for change in expected.changes() if change.clear]


def long_call(budget: int) -> dict[str, Any]:
    """Return a call that takes minutes."""
    job = rounds(Ruleset.from_id("official"), 4, POLICIES.index("careful"), 1, 1)
    job[0][0].put_field(0, "count", 100_000_000)
    job[-1] = (Numbers(0, ROW_LENGTH), False)
    return as_call("simulate", job, budget)


def test_a_call_that_takes_too_long_is_ended_and_others_go_on(lab: Page) -> None:
    assert lab.evaluate(FAILS, long_call(budget=200)) == "too-long"
    check_equal(lab, Ruleset.from_id("official"), [2], 3, seed=1)


def test_a_call_can_be_cancelled(lab: Page) -> None:
    assert lab.evaluate(FAILS, {**long_call(budget=60_000), "after": 100}) == "cancelled"
    check_equal(lab, Ruleset.from_id("official"), [2], 3, seed=2)


def test_calls_beyond_the_number_of_workers_wait_their_turn_or_are_cancelled(lab: Page) -> None:
    calls = [{**long_call(budget=60_000), "after": 100 + place} for place in range(5)]
    each = f"(calls) => Promise.all(calls.map({FAILS}))"
    assert lab.evaluate(each, calls) == ["cancelled"] * 5
    check_equal(lab, Ruleset.from_id("official"), [2], 3, seed=3)


def test_a_call_of_nothing_fails_and_others_go_on(lab: Page) -> None:
    assert lab.evaluate(FAILS, as_call("nothing", [])) == "failed"
    check_equal(lab, Ruleset.from_id("official"), [2], 3, seed=4)


def test_a_server_without_the_rules_says_so(lab: Page) -> None:
    lab.route("**/engine/rules.json", lambda route: route.fulfill(status=404))
    opened = "async () => { try { await window.lab.Engine.open(); return 'opened' } catch (e) { return e.trouble } }"
    assert lab.evaluate(opened) == "missing"
    lab.unroute("**/engine/rules.json")


def test_a_browser_without_web_assembly_says_so(lab: Page) -> None:
    opened = """async () => {
        const had = window.WebAssembly;
        window.WebAssembly = undefined;
        try { await window.lab.Engine.open(); return "opened" } catch (e) { return e.trouble }
        finally { window.WebAssembly = had }
    }"""
    assert lab.evaluate(opened) == "unsupported"


def test_the_page_may_compile_the_rules_and_still_run_no_text(lab: Page) -> None:
    script = "(text) => new Promise((done) => { const one = document.createElement('script');"
    script += " document.addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective));"
    script += " one.textContent = text; document.head.append(one) })"
    assert lab.evaluate(script, "window.bad = 1").startswith("script-src")
    assert lab.evaluate("window.bad") is None
