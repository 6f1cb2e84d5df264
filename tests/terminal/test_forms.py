"""The form for the value of a rule: what it shows, what it makes of keys, and which values it can make."""

from collections.abc import Iterator

import pytest

from lastcard import RulesetError
from lastcard.rules import PRESETS, Ruleset
from lastcard.rules.dimensions import DIMENSIONS, read_value, write_value
from lastcard.terminal.full.forms import Mark, Number, RuleForm


def form_of(name: str, rules: Ruleset) -> RuleForm:
    return RuleForm(name, getattr(rules, name), rules.deck)


def said(form: RuleForm) -> list[str]:
    return [line.marked + line.said for line in form.lines]


@pytest.mark.parametrize("name", DIMENSIONS)
def test_a_form_begins_with_the_value_of_the_rule(name: str) -> None:
    sets = [*(preset.ruleset for preset in PRESETS.values()), *examples(name)]
    for rules in sets:
        assert form_of(name, rules).text == write_value(name, getattr(rules, name))


def examples(name: str) -> Iterator[Ruleset]:
    """Yield rule sets with the values that the documents show."""
    for text in DIMENSIONS[name].form.examples:
        try:
            yield Ruleset().replace(**{name: read_value(name, text)})
        except RulesetError:  # it goes only with another rule
            continue


@pytest.mark.parametrize("name", DIMENSIONS)
def test_every_line_of_a_form_changes_the_value_to_another_that_can_be_read(name: str) -> None:
    found = set()
    for place in range(len(form_of(name, Ruleset()).lines)):
        form = form_of(name, Ruleset())
        form.toggle(place)
        found.add(form.text)
        form.step(place, 1)
        found.add(form.text)
    assert len(found) >= 2
    for text in found:
        assert write_value(name, read_value(name, text)) == text


@pytest.mark.parametrize("name", DIMENSIONS)
def test_no_line_of_a_form_says_what_another_says(name: str) -> None:
    lines = said(form_of(name, Ruleset()))
    assert len(set(lines)) == len(lines)
    assert all(line.strip() for line in lines)


@pytest.mark.parametrize(
    ("start", "by", "then"),
    [(7, 1, 8), (7, -1, 6), (20, 1, 25), (20, -1, 19), (33, 1, 35), (33, -1, 30), (500, 1, 600), (500, -1, 450),
     (30_000, 1, 30_000), (1, -1, 1), (6000, -1, 5000)],
)  # fmt: skip
def test_a_number_is_chosen_in_steps_that_grow(start: int, by: int, then: int) -> None:
    number = Number(1, 30_000, start)
    number.step(by)
    assert number.value == then


def test_every_number_is_reached_by_typing() -> None:
    number = Number(1, 500, 7)
    for digit in "123":
        number.type(digit)
    assert number.value == 123
    number.type("4")  # 1234 would be too high
    assert number.value == 4
    number.step(1)
    number.type("9")  # after a step, typing begins again
    assert number.value == 9


def test_a_number_stands_in_its_sentence() -> None:
    form = form_of("match_end", Ruleset())
    assert "◉ When someone reaches ◀ 500 ▶ points, the highest total wins." in said(form)
    form.step(form.first, 1)
    assert form.text == "reach-wins:600"


def test_a_number_with_a_sentence_of_its_own_keeps_its_arrows() -> None:
    form = form_of("draw_size", Ruleset())
    assert said(form)[form.first] == "◉ If you can't or won't play, draw a card. ◀ 1 ▶"
    form.step(form.first, 1)
    assert "up to ◀ 2 ▶ cards" in said(form)[form.first]


def test_only_one_of_several_lines_is_chosen() -> None:
    form = form_of("match_end", Ruleset())
    form.choose(0)
    assert [line.on for line in form.lines].count(True) == 1
    assert form.text == "single-round"


def test_what_is_added_to_a_choice_chooses_it_and_goes_with_it() -> None:
    form = form_of("jump_in", Ruleset())
    place = next(n for n, line in enumerate(form.lines) if line.value == "no-win")
    assert form.lines[place].mark is Mark.TICKED
    form.toggle(place)
    assert form.text == "identical,no-win"
    form.choose(0)
    assert form.text == "off"


def test_a_table_has_a_line_for_each_number_of_the_deck() -> None:
    form = form_of("number_effects", Ruleset.from_id("juno-seven0"))
    assert [line.said for line in form.lines[:2]] == ["0: ◀ pass every hand on ▶", "1: ◀ does nothing ▶"]
    form.step(0, 1)
    form.step(1, 1)
    assert form.text == "0:may-swap,1:swap-choice,7:swap-choice"


def test_points_are_those_of_the_deck_until_they_are_changed() -> None:
    form = form_of("card_values", Ruleset())
    skip = next(n for n, line in enumerate(form.lines) if line.said.startswith("Skip"))
    assert form.lines[skip].said == "Skip: ◀ 20 ▶ points"
    assert form.text == "none"
    form.step(skip, -1)
    assert form.text == "S:19"


def test_a_pair_without_a_line_is_kept() -> None:
    rules = Ruleset.from_id("official+values=r7:3,S:10")
    assert form_of("card_values", rules).text == "S:10,r7:3"
