"""Rule sets as JSON survive being written and read, and wrong data is refused; the data for forms is correct."""

import json
from random import Random
from string import ascii_uppercase
from typing import Any

import pytest
from hypothesis import given, settings

from lastcard.errors import RulesetError
from lastcard.rules import PRESETS, Deck, Ruleset, house_rules
from lastcard.rules.conflicts import CONFLICTS, IDLE, holds
from lastcard.rules.dimensions import DIMENSIONS, KEYS, read_value, sentence, write_value
from lastcard.rules.options import OPTIONS
from lastcard.rules.words import describe, option_lines
from strategies import CHOICES, random_ruleset, rulesets

# By preset and version.  A digest may change only with the version, because old records refer to rule sets by digest.
DIGESTS = {
    "official 1": "f87aac8eaca19ee0",
    "juno-classic 1": "0576505afcd90e47",
    "juno-seven0 1": "16f6dd876854caa7",
    "juno-serious 1": "dc7c203207ea867c",
    "rules-site 2": "6f5223226e7af141",
    "one 1": "71f933bad764858c",
    "rules-md 3": "df13a855cd51b394",
    "console 1": "362b41e646041898",
    "console-multi 1": "9d928c9b36318330",
    "mattel-42001 1": "c37f4115639c923e",
    "mattel-2022 1": "3e9f61ea6b91b572",
    "mattel-leaflet 1": "2cfa7477fe5d812c",
}


# ---------------------------------------------------------------- a rule set as data


@settings(max_examples=100, deadline=None)
@given(rulesets())
def test_every_rule_set_survives_json(rules: Ruleset) -> None:
    again = Ruleset.from_dict(json.loads(json.dumps(rules.to_dict())))
    assert again == rules and again.digest == rules.digest


def test_the_data_contains_the_whole_deck() -> None:
    deck = Deck.from_toml('name = "lonely"\ncolours = { r = "red" }\nranks = { 1 = { count = 9 }, 2 = { count = 9 } }')
    rules = Ruleset(deck=deck, hand_size=3)
    again = Ruleset.from_dict(rules.to_dict())
    assert again == rules and again.deck.pack() == deck.pack()


def test_digests_are_equal_only_for_equal_rule_sets() -> None:
    assert Ruleset.from_id("official+no-bluff").digest == PRESETS["juno-classic"].ruleset.digest
    sets = {random_ruleset(Random(seed)) for seed in range(60)}
    assert len({rules.digest for rules in sets}) == len(sets)


def test_the_digests_of_the_presets_never_change() -> None:
    assert {f"{name} {preset.version}": preset.ruleset.digest[:16] for name, preset in PRESETS.items()} == DIGESTS


DEEP: Any = []
for _ in range(100_000):
    DEEP = [DEEP]


def changed(**changes: Any) -> dict[str, Any]:
    data = Ruleset().to_dict()
    return {**data, "dimensions": {**data["dimensions"], **changes}}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (None, "a rule set: None: expected a table"),
        (DEEP, "a rule set: [[[[...]]]]: expected a table"),
        ({}, "a rule set: format is missing"),
        ({**Ruleset().to_dict(), "format": 2}, "a rule set: format = 2: expected 1"),
        ({**Ruleset().to_dict(), "format": True}, "a rule set: format = True: expected 1"),
        ({**Ruleset().to_dict(), "more": 1}, "a rule set: unknown key 'more'"),
        ({**Ruleset().to_dict(), 5: 1}, "a rule set: unknown key 5"),
        ({**Ruleset().to_dict(), "dimensions": DEEP}, "dimensions of a rule set: [[[[...]]]]: expected a table"),
        ({**Ruleset().to_dict(), "dimensions": {}}, "dimensions of a rule set: seats is missing"),
        ({**Ruleset().to_dict(), "deck": "mattel108"}, "deck: 'mattel108': expected a table"),
        ({**Ruleset().to_dict(), "deck": DEEP}, "deck: [[[[...]]]]: expected a table"),
        (changed(hnad="7"), "unknown key 'hnad' (did you mean 'hand'?)"),
        (changed(deck="mattel108"), "unknown key 'deck'"),
        (changed(hand=7), "hand = 7: expected a text of at most 4000 characters"),
        (changed(hand=10**5000), "hand = a number of 16610 bits: expected a text of at most 4000 characters"),
        (changed(hand=DEEP), "hand = [[[[...]]]]: expected a text"),
        (changed(hand="9" * 5000), "expected a text of at most 4000 characters"),
        (changed(hand="9" * 300), f"hand='{'9' * 77}...{'9' * 78}': allowed: 1 to 15"),
        (changed(hand="99"), "hand_size = 99: expected 1 to 15"),
        (changed(hand="٣"), "hand=٣: allowed: 1 to 15"),
        (changed(skin="\x1b[2J"), "skin='\\x1b[2J': allowed: white, black"),
        (
            changed(**{"match-end": "survival:9"}),
            "match-end=survival:9 and round-score=winner-takes cannot be combined",
        ),
        (changed(**{"number-effects": ",".join(f"{n}:rotate" for n in range(25))}), "25 pairs: expected at most 24"),
    ],
)
def test_wrong_data_is_refused(data: object, said: str) -> None:
    with pytest.raises(RulesetError) as error:
        Ruleset.from_dict(data)
    assert said in str(error.value) and len(str(error.value)) < 400


@pytest.mark.parametrize("wrong", [None, 5, b"official", ["official"], DEEP])
def test_an_id_must_be_a_string(wrong: Any) -> None:
    with pytest.raises(RulesetError, match="the id of a rule set is a string"):
        Ruleset.from_id(wrong)


# ---------------------------------------------------------------- data for a form

HOUSE = house_rules()
FORM = {dimension["name"]: dimension for group in HOUSE["groups"] for dimension in group["dimensions"]}


def test_the_data_is_json_and_has_every_dimension_once() -> None:
    assert json.loads(json.dumps(HOUSE)) == HOUSE and HOUSE["format"] == 1
    listed = [dimension["name"] for group in HOUSE["groups"] for dimension in group["dimensions"]]
    assert sorted(listed) == sorted(DIMENSIONS)
    assert all(group["title"] and group["dimensions"] for group in HOUSE["groups"])


@pytest.mark.parametrize("name", DIMENSIONS)
def test_a_dimension_has_words_and_a_default(name: str) -> None:
    form = FORM[name]
    assert (form["id"], form["key"]) == (DIMENSIONS[name].id, KEYS[name])
    assert form["title"][0].isupper() and not form["title"].endswith(".") and len(form["title"]) < 40
    assert form["about"][0].isupper() and form["about"].endswith(".")
    assert read_value(name, form["default"]) == getattr(Ruleset(), name)
    for example in form["examples"]:
        assert example["sentence"] == sentence(name, read_value(name, example["value"]))


def offered(form: dict[str, Any]) -> list[str]:
    """Return the texts that a form can produce: each choice, with the smallest, the usual and the largest N."""
    if form["kind"] == "number":
        return [str(form["number"]["min"]), str(form["number"]["max"])]
    if form["kind"] in ("flag", "choice"):
        return [text for choice in form["choices"] for text in of_choice(choice)]
    if form["kind"] == "set":
        members = [member["value"] for member in form["members"]]
        return [form["empty"], *members, form["separator"].join(members)]
    if form["kind"] == "table":
        keys = ["0", "7"] if "number" in form["keys"] else ["S", "w+4"]
        values = offered({"kind": "choice" if "choices" in form["values"] else "number", **form["values"]})
        return [form["empty"], ",".join(f"{key}:{value}" for key, value in zip(keys, values, strict=False))]
    assert form["kind"] == "parts"
    parts = [[str(part["number"]["max"])] if "number" in part else of_words(part) for part in form["parts"]]
    return [form["separator"].join(words[which % len(words)] for words in parts) for which in (0, 1)]


def of_choice(choice: dict[str, Any]) -> list[str]:
    texts = [choice["value"]]
    if "number" in choice:
        texts = [choice["value"].replace("N", str(number)) for number in choice["number"].values()]
    return texts + [f"{choice['value']},{extra['value']}" for extra in choice.get("extras", [])]


def of_words(part: dict[str, Any]) -> list[str]:
    return [choice["value"] for choice in part["choices"]]


@pytest.mark.parametrize("name", DIMENSIONS)
def test_whatever_a_form_offers_can_be_read(name: str) -> None:
    texts = offered(FORM[name])
    assert len(texts) > 1
    for text in texts:
        value = DIMENSIONS[name].form.check(name, read_value(name, text))
        assert read_value(name, write_value(name, value)) == value
        assert sentence(name, value)


@pytest.mark.parametrize("name", [name for name in DIMENSIONS if FORM[name]["kind"] in ("flag", "choice")])
def test_every_value_belongs_to_a_choice_with_label_and_sentence(name: str) -> None:
    choices = {choice["value"]: choice for choice in FORM[name]["choices"]}
    assert len({choice["label"] for choice in choices.values()}) == len(choices)
    assert len({choice["sentence"] for choice in choices.values()}) == len(choices)
    for value in CHOICES[name]:
        assert DIMENSIONS[name].form.choice_of(value) in choices
    for choice in choices.values():
        assert choice["label"][0] in "1" + ascii_uppercase and choice["sentence"].endswith(".")
        assert ("number" in choice) == ("N" in choice["value"])


def test_presets_and_options_are_what_they_say() -> None:
    presets = {preset["id"]: preset for preset in HOUSE["presets"]}
    assert list(presets) == list(PRESETS)
    for name, preset in presets.items():
        rules = PRESETS[name].ruleset
        assert {KEYS[n]: write_value(n, getattr(rules, n)) for n in DIMENSIONS} == preset["values"]
        assert Ruleset.from_id("+".join(["official", *(f"{k}={v}" for k, v in preset["changes"].items())])) == rules
        assert preset["title"] and preset["summary"].endswith(".") and preset["source"].endswith(".")
    assert [(option["usage"], option["summary"]) for option in HOUSE["options"]] == option_lines()
    for option in HOUSE["options"][:-1]:
        numbered = {key: value.replace(":N", ":123") for key, value in option["sets"].items()}
        word = f"{option['name']}=123" if "number" in option else option["name"]
        changes = "+".join(f"{key}={value}" for key, value in numbered.items())
        assert Ruleset.from_id(f"official+{word}") == Ruleset.from_id(f"official+{changes}")
    assert len(HOUSE["options"]) == len(OPTIONS) + 1


def test_decks_are_listed_with_their_cards() -> None:
    for deck in HOUSE["decks"]:
        rules = Ruleset.from_id(f"official+deck={deck['name']}")
        assert sum(card["count"] for card in deck["cards"]) == deck["size"] == rules.deck.size
        assert deck["digest"] == rules.deck.digest
        assert all(rules.deck.card(card["text"]).points == card["points"] for card in deck["cards"])


# ---------------------------------------------------------------- conflicts


def test_conflicts_refer_to_existing_choices() -> None:
    for when in (*(conflict["when"] for conflict in HOUSE["conflicts"] + HOUSE["table_conflicts"]),
                 *(entry["when"] for entry in HOUSE["idle"] + HOUSE["in_context"])):  # fmt: skip
        for key, texts in when.items():
            form = next(form for form in FORM.values() if form["key"] == key)
            known = {choice["value"] for choice in form.get("choices", ())} | {form.get("empty")}
            known |= {n for choice in form.get("choices", ()) for n in choice.get("special", ())}
            known |= form.get("special", {}).keys()
            known |= {example["value"] for example in form["examples"]}
            assert set(texts) <= known, key


def test_only_values_that_conflict_are_refused() -> None:
    """What a page concludes from the data is what the rule set does."""
    together = [conflict for conflict in HOUSE["conflicts"] if conflict["test"] == "together"]
    for score in CHOICES["round_score"]:
        for end in CHOICES["match_end"]:
            chosen = {
                "round-score": DIMENSIONS["round_score"].form.choice_of(score),
                "match-end": DIMENSIONS["match_end"].form.choice_of(end),
            }
            clash = [c for c in together if all(chosen.get(key) in texts for key, texts in c["when"].items())]
            try:
                Ruleset(round_score=score, match_end=end)
            except RulesetError as error:
                assert len(clash) == 1 and clash[0]["why"] in str(error)
            else:
                assert not clash


def test_every_conflict_says_why() -> None:
    for conflict in HOUSE["conflicts"] + HOUSE["table_conflicts"]:
        assert conflict["keys"] and conflict["why"][0].islower() and not conflict["why"].endswith(".")
        assert (conflict["what"] == "") == (conflict["test"] == "together")
    tests = [conflict.test for conflict in CONFLICTS if conflict.test != "together"]
    assert len(set(tests)) == len(tests)


@pytest.mark.parametrize(
    ("id", "seats"),
    [("official+hand-limit=5:aside", 2), ("official+match-axes=number", 2), ("official+values=zz:3", 2),
     ("official+round-score=none", 2), ("official+partners", 5), ("official+seats=3-6", 2)],
)  # fmt: skip
def test_an_error_carries_the_reason_for_people(id: str, seats: int) -> None:
    with pytest.raises(RulesetError) as caught:
        Ruleset.from_id(id).check_table(seats)
    assert caught.value.why in {one["why"] for one in HOUSE["conflicts"] + HOUSE["table_conflicts"]}


def test_an_error_that_is_no_conflict_has_no_reason_for_people() -> None:
    with pytest.raises(RulesetError) as caught:
        Ruleset.from_id("official+zebra")
    assert caught.value.why == ""


def test_keys_that_are_cards_are_cards_or_ranks_of_the_deck() -> None:
    (form,) = [one for group in HOUSE["groups"] for one in group["dimensions"] if one.get("keys", {}).get("cards")]
    cards = HOUSE["decks"][0]["cards"]
    keys = {card["text"] if not card["colour"] else card["rank"] for card in cards}
    assert {"w", "w+4", "S", "7"} <= keys
    for key in keys:
        Ruleset.from_id(f"official+{form['key']}={key}:3")


@pytest.mark.parametrize("idle", IDLE, ids=lambda idle: idle.name)
def test_a_reason_why_something_makes_no_difference_applies_only_where_it_is_true(idle: Any) -> None:
    told = {True: 0, False: 0}
    for seed in range(200):
        rules = random_ruleset(Random(seed))
        line = next(line for line in describe(rules) if line.name == idle.name)
        reasons = [one.because for one in IDLE if one.name == idle.name and holds(rules, one.when)]
        assert line.matters == (not reasons) and line.because == (reasons[0] if reasons else "")
        told[line.matters] += 1
    assert all(told.values())
