"""Reasons are values: they can be compared, hashed, pickled, sent as JSON, and put into words for a listener."""

import ast
import copy
import json
import pickle
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastcard._util.grammar import listed, second_person
from lastcard.errors import IllegalAction, LastCardError
from lastcard.explain.reasons import Reason
from lastcard.explain.reasons.catalogue import CATALOGUE, KINDS, PartKind
from lastcard.explain.reasons.voice import Voice
from lastcard.game.round import Round
from lastcard.rules.ruleset import DIMENSIONS
from lastcard.words.catalogue import languages, words
from lastcard.words.catalogue.message import read, slots

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "reasons.md").read_text(encoding="utf-8")
TABLE = "b5r5g1/g5y1 r1 >0 - b1b2b3b4|- official"

SAMPLES: dict[PartKind, Any] = {
    PartKind.SEAT: 0,
    PartKind.SEATS: (0, 1),
    PartKind.CARD: "w+4:g",
    PartKind.AXES: ("colour", "number"),
    PartKind.MAY: ("play", "draw", "pass"),
    PartKind.COLOUR: "red",
    PartKind.COLOURS: ("red", "green"),
    PartKind.COUNT: 2,
    PartKind.TEXT: "draw",
}
NAMED = {  # parts that read better with a value of their own
    "card": "b5",
    "drawn": "b5",
    "held": "r7",
    "top": "r1",
    "turn": 1,
    "other": 1,
    "says": "you can't stack on a Wild Draw",
    "setting": "answer-wd=none",
}
VOICE = Voice(words(), ("Ann", "Ben"), None, str)


def sample(id: str) -> Reason:
    """Return a reason with this id and some parts."""
    rule = CATALOGUE[id].rule
    return Reason(
        id,
        (rule.partition("|")[0],) if "|" in rule else tuple(rule.split()),
        {name: NAMED.get(name, SAMPLES[KINDS[name][0]]) for name in CATALOGUE[id].parts},
        sample("not-your-turn") if CATALOGUE[id].has_cause else None,
    )


ALL = [sample(id) for id in CATALOGUE]
NESTED = Reason("bad-card", ("D36",), {"price": 2}, Reason("no-jump-on-this", ("D31",), {"turn": 1, "top": "r5"}))


# ---------------------------------------------------------------- the catalogue


def test_a_table_explains_any_action_and_does_not_change() -> None:
    table = Round.from_position("b5r5/g5y1 r1 >0 - b1b2b3b4|- official")
    before = str(table)
    assert [table.explain(0, action).verdict for action in ("r5", "b5")] == ["allowed", "refused"]
    assert table.explain(1, "g5").id == "out-of-turn"
    assert str(table) == before
    with pytest.raises(LastCardError, match="there is no seat 7"):
        table.explain(7, "draw")


def test_ids_are_kebab_case_and_their_rules_exist() -> None:
    for id, entry in CATALOGUE.items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", id)
        assert {dimension.id for dimension in DIMENSIONS.values()} >= set(re.findall(r"D\d+", entry.rule))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("id", CATALOGUE)
def test_a_sentence_uses_only_parts_that_the_reason_has(id: str, language: str) -> None:
    entry = CATALOGUE[id]
    used = {name for name, _ in slots(read(words(language).texts[f"why.{id}"]))}
    assert used <= {*entry.parts, *(["cause"] if entry.has_cause else [])}


def test_every_id_and_every_part_is_used() -> None:
    constants = set()
    for path in (ROOT / "src" / "lastcard" / "explain").glob("*.py"):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        constants |= {node.value for node in nodes if isinstance(node, ast.Constant)}
    assert CATALOGUE.keys() <= constants, "nothing gives these reasons"
    assert {name for id in CATALOGUE for name in CATALOGUE[id].parts} == KINDS.keys()


def test_an_id_that_is_not_in_the_catalogue_is_refused() -> None:
    with pytest.raises(LastCardError, match="no reason has the id 'no-such-id'"):
        Reason("no-such-id")


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the table under a heading of the page."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def row(id: str) -> list[str]:
    """Return the cells for an id: the id, its rule, its parts, and an example of what it says."""
    rule = CATALOGUE[id].rule.replace("|", " or ").replace(" D", ", D").replace("or, ", "or ")
    return [f"`{id}`", rule, ", ".join(f"`{part}`" for part in CATALOGUE[id].parts), sample(id).told(VOICE)]


@pytest.mark.parametrize("verdict", ["refused", "allowed", "fined"])
def test_the_page_lists_every_id(verdict: str) -> None:
    wanted = [row(id) for id, entry in CATALOGUE.items() if entry.verdict == verdict]
    text = "\n".join(f"| {' | '.join(row)} |" for row in wanted)
    assert rows(verdict.capitalize()) == wanted, f"the table should be\n{text}"


def test_the_page_lists_every_part() -> None:
    wanted = [[f"`{name}`", kind.value, means] for name, (kind, means) in KINDS.items()]
    text = "\n".join(f"| {' | '.join(row)} |" for row in wanted)
    assert rows("Parts") == wanted, f"the table should be\n{text}"


# ---------------------------------------------------------------- sentences


@pytest.mark.parametrize("reason", ALL, ids=lambda reason: reason.id)
def test_a_sentence_is_fit_for_people(reason: Reason) -> None:
    for you in (None, 0, 1):
        said = reason.say(names=["Ann", "Ben"], you=you)
        assert not re.search(r"[{}]|seat \d|  | $|\.$", said)
        assert not re.search(r"\byou (is|has|does|holds|owes|swaps|loses)\b", said)
        assert not re.search(r"\b(Ann|Ben) (are|have|do|hold|owe|swap|lose)\b", said)


@pytest.mark.parametrize(
    ("id", "parts", "number", "name", "you"),
    [
        ("not-your-turn", {"turn": 0}, "it is seat 0’s turn", "it is Ann’s turn", "it is your turn"),
        ("seat-out", {"other": 0}, "seat 0 is out of the round", "Ann is out of the round", "you are out of the round"),
        (
            "not-held",
            {"seat": 0, "card": "r7"},
            "seat 0 does not have r7",
            "Ann does not have <r7>",
            "you do not have <r7>",
        ),
        (
            "own-wild-draw",
            {"seat": 0},
            "seat 0 cannot challenge their own card (D24)",
            "Ann cannot challenge their own card (D24)",
            "you cannot challenge your own card (D24)",
        ),
        (
            "ready-first",
            {"awaited": (0, 1, 2)},
            "the table waits for “Ready” first (seat 0, seat 1 and seat 2) (D39)",
            "the table waits for “Ready” first (Ann, Ben and seat 2) (D39)",
            "the table waits for “Ready” first (you, Ben and seat 2) (D39)",
        ),
        (
            "nothing-to-take",
            {"seat": 0, "may": ("play", "draw", "pass")},
            "seat 0 has nothing to draw: play a card, draw or pass",
            "Ann has nothing to draw: play a card, draw or pass",
            "you have nothing to draw: play a card, draw or pass",
        ),
    ],
)  # fmt: skip
def test_seats_and_cards_are_named_for_the_listener(
    id: str, parts: dict[str, Any], number: str, name: str, you: str
) -> None:
    reason = Reason(id, tuple(CATALOGUE[id].rule.split()), parts)
    assert reason.sentence == str(reason) == number
    assert reason.say(names=["Ann", "Ben"], card="<{}>".format) == name
    assert reason.say(names=["Ann", "Ben"], you=0, card="<{}>".format) == you


def test_names_are_not_changed() -> None:
    assert Reason("not-your-turn", (), {"turn": 0}).say(names=["{rule}{0}"]) == "it is {rule}{0}’s turn"


@pytest.mark.parametrize(("price", "said"), [(0, "no cards"), (1, "1 card"), (2, "2 cards")])
def test_plurals(price: int, said: str) -> None:
    assert f"costs {said} (D34, D35)" in Reason("catch", ("D34", "D35"), {"other": 1, "price": price}).sentence


def test_the_sentence_contains_the_cause() -> None:
    assert NESTED.say(names=["Ann", "Ben"], you=1) == (
        "nobody can jump in on r5; the card goes back and costs 2 cards (D36, D31)"
    )


def test_words() -> None:
    assert [listed(["a", "b", "c"][:n], "or") for n in (1, 2, 3)] == ["a", "a or b", "a, b or c"]
    assert [second_person(verb) for verb in ("is", "has", "holds", "passes")] == ["are", "have", "hold", "pass"]


# ---------------------------------------------------------------- a value


@pytest.mark.parametrize("reason", [*ALL, NESTED], ids=lambda reason: reason.id)
def test_a_reason_survives_pickle_and_json(reason: Reason) -> None:
    through_json = Reason.from_dict(json.loads(json.dumps(reason.to_dict())))
    written = eval(repr(reason), {"Reason": Reason})
    for twin in (through_json, pickle.loads(pickle.dumps(reason)), copy.deepcopy(reason), written):
        assert twin == reason and hash(twin) == hash(reason) and twin.sentence == reason.sentence


def test_a_reason_cannot_be_changed() -> None:
    parts = {"turn": 0}
    reason = Reason("not-your-turn", (), parts)
    parts["turn"] = 1
    assert reason.parts == {"turn": 0}
    with pytest.raises(AttributeError):
        reason.id = "round-over"  # type: ignore[misc]  # wrong on purpose
    with pytest.raises(TypeError):
        reason.parts["turn"] = 1  # type: ignore[index]  # wrong on purpose


def test_reasons_with_different_parts_differ() -> None:
    assert len({*ALL, NESTED}) == len(ALL) + 1
    assert Reason("not-your-turn", (), {"turn": 0}) != Reason("not-your-turn", (), {"turn": 1})


# ---------------------------------------------------------------- data from outside

GOOD = {"format": 1, "id": "seat-out", "verdict": "refused", "rule": [], "parts": {"other": 1}}


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"format": True},
        {"format": 1.0},
        {"format": None},
        {"id": "no-such-id"},
        {"id": ["seat-out"]},
        {"verdict": "allowed"},
        {"rule": ["D11"]},
        {"rule": "D11"},
        {"parts": {}},
        {"parts": {"other": 1, "seat": 1}},
        {"parts": {"other": 10}},
        {"parts": {"other": -1}},
        {"parts": {"other": True}},
        {"parts": {"other": 1.0}},
        {"parts": {"other": "1"}},
        {"parts": {"other": [1]}},
        {"parts": [["other", 1]]},
        {"cause": None},
        {"more": 1},
    ],
)
def test_wrong_data_is_refused(change: dict[str, Any]) -> None:
    assert Reason.from_dict(GOOD).id == "seat-out"
    with pytest.raises(LastCardError):
        Reason.from_dict({**GOOD, **change})


@pytest.mark.parametrize("reason", [*ALL, NESTED], ids=lambda reason: reason.id)
def test_every_part_is_checked(reason: Reason) -> None:
    for name, value in reason.parts.items():
        wrong: list[Any] = [None, {}, [], [None], [[]], 10**9, "", "a\nb", "x" * 5000, ["x" * 5000], [*range(11)]]
        wrong += [[value], -1] if not isinstance(value, tuple) else [value[0], [*value] * 20]
        for bad in wrong:
            data = reason.to_dict()
            data["parts"][name] = bad
            with pytest.raises(LastCardError):
                Reason.from_dict(data)


def test_causes_nested_too_deeply_are_refused() -> None:
    data: dict[str, Any] = {**GOOD}
    del data["format"]
    for _ in range(2000):
        data = {"id": "drawn-card", "verdict": "allowed", "rule": ["D15"], "parts": {}, "cause": data}
    with pytest.raises(LastCardError, match="nested too deeply"):
        Reason.from_dict({"format": 1, **data})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None)
@given(st.sampled_from(ALL), st.sampled_from(["format", "id", "verdict", "rule", "parts", "cause"]), JSON)
def test_wrong_data_raises_only_our_own_errors(reason: Reason, key: str, value: object) -> None:
    for data in (value, {**reason.to_dict(), key: value}, {**reason.to_dict(), "parts": {"seat": value}}):
        with suppress(LastCardError):
            assert Reason.from_dict(data).sentence


# ---------------------------------------------------------------- reasons of refusals


def refused(move: str) -> IllegalAction:
    """Return the error of a move that is refused."""
    with pytest.raises(IllegalAction) as error:
        Round.from_position(TABLE).play(move)
    return error.value


def test_a_refusal_carries_seat_action_and_reason() -> None:
    error = refused("0 b5")
    assert (error.seat, error.action) == (0, "b5")
    assert error.reason == Reason("no-match", ("D11",), {"card": "b5", "axes": ("colour", "number"), "top": "r1"})
    assert str(error) == "'0 b5' is refused: b5 matches neither the colour nor the number of r1 (D11)"
    assert str(refused("r5g1")).startswith("'0 r5g1' is refused: g1 cannot be played together")
    assert not hasattr(error, "position")


@pytest.mark.parametrize("move", ["0 b5", "1 g5", "0 catch 1", "0 pass", "1 challenge", "0 r5g1"])
def test_a_refusal_reveals_no_hand(move: str) -> None:
    error = refused(move)
    for told in (str(error), repr(error), repr(vars(error)), repr(error.args), str(error.reason.to_dict())):
        assert "b5r5" not in told and "y1" not in told and "b1b2" not in told


def test_a_refusal_can_be_pickled() -> None:
    error = refused("1 draw")
    again = pickle.loads(pickle.dumps(error))
    assert (again.seat, again.action, again.reason, str(again)) == (1, "draw", error.reason, str(error))
