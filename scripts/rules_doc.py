"""Write docs/rules.md: the hand-written part beside this file, with tables made from the data of the package.

    python scripts/rules_doc.py
"""

import dataclasses
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from lastcard.conformance.suite import clauses, load, not_for_engines
from lastcard.rules import PRESETS, Deck, Ruleset
from lastcard.rules.decks import OURS, CardType, find_deck
from lastcard.rules.forms import FORMS, KEYS, read_value, write_value
from lastcard.rules.options import OPTIONS
from lastcard.rules.ruleset import DIMENSIONS
from lastcard.rules.words import dimension_id, option_lines, sentence

SOURCE = Path(__file__).with_name("rules_doc.in.md")
TARGET = Path(__file__).parents[1] / "docs" / "rules.md"

# The groups of dimensions, each by the first of them.
GROUPS = {
    "deck": "Setting up",
    "match_axes": "A turn",
    "skip_effect": "Effects",
    "wd_condition": "Wild Draws",
    "answer_skip": "Responses",
    "uno_duty": "The call",
    "fine_illegal": "Conduct",
    "last_card": "The end",
    "skip_reach": "More house rules",
}

# Values to show of dimensions that have too many, as they are written in an id.
SHOWN = {
    "deck": OURS,
    "seats": ("2-10", "3-6", "4-4"),
    "hand_size": ("7", "11"),
    "match_axes": ("colour,number,symbol", "colour,number", "colour"),
    "batch": ("off", "same-value:3", "identical:2"),
    "draw_size": ("1", "3", "until-playable"),
    "number_effects": ("none", "0:rotate,7:swap-choice"),
    "challenge_terms": ("4,2,stays,target", "4,2,returns,target", "4,2,stays,any", "4,2,stays,any-instead"),
    "skip_total": ("last", "sum", "sum-cap:3"),
    "jump_in": ("off", "identical", "identical,not-wild-draw", "identical,on-start,no-win", "identical,others-only"),
    "deflect_draw2": ("none", "reverse", "skip,reverse"),
    "deflect_wd": ("none", "reverse", "skip,reverse"),
    "uno_penalty": ("2", "7", "0"),
    "fine_illegal": ("reject", "2"),
    "fine_false_call": ("0", "2"),
    "fine_advice": ("0", "4"),
    "exit_ban": ("none", "wild,wild-draw"),
    "hand_limit": ("none", "25:aside", "25:discard"),
    "round_score": ("none", "winner-takes", "own-hand", "flat:1000"),
    "card_values": ("none", "S:10,w+4:40"),
    "match_end": (
        "single-round",
        "reach-wins:500",
        "reach-loses:200",
        "reach-lowest-wins:500",
        "reach-out:500",
        "rounds:5",
        "survival:500",
    ),
}


@cache
def rulebook() -> dict[str, Any]:
    """What is said beyond the titles of clauses."""
    file = resources.files("lastcard.conformance") / "rulebook.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def proofs() -> Counter[str]:
    """How many cases prove each clause."""
    return Counter(clause for case in load() for clause in case.proves)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in Markdown."""
    names = list(head)
    lines = [names, ["---"] * len(names), *(list(row) for row in rows)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def code(text: str) -> str:
    """A text as it is typed."""
    return f"`{text}`"


def value_of(rules: Ruleset, name: str) -> str:
    """The value of a dimension as it is written in an id."""
    return write_value(name, getattr(rules, name))


# ---------------------------------------------------------------- presets and options


def presets() -> str:
    """Each preset in a line."""
    return table(["preset", "title", "what it is"], ([code(p.name), p.title, p.summary] for p in PRESETS.values()))


def matrix() -> str:
    """Every dimension of every preset."""
    first, *others = [preset.ruleset for preset in PRESETS.values()]

    def row(name: str) -> list[str]:
        usual = value_of(first, name)
        values = [value_of(rules, name) for rules in others]
        return [f"{dimension_id(name)} {name}", usual, *("" if value == usual else value for value in values)]

    return table(["dimension", *PRESETS], map(row, DIMENSIONS))


def options() -> str:
    """Each option, what it says and what it sets."""

    def sets(usage: str) -> str:
        option = OPTIONS.get(usage.partition("=")[0].removesuffix("["))
        return ", ".join(map(dimension_id, option.dimensions)) if option else "D46"

    return table(["option", "what it says", "sets"], ([code(use), says, sets(use)] for use, says in option_lines()))


# ---------------------------------------------------------------- dimensions


def values(name: str, kind: Any) -> list[str]:
    """The values to show of a dimension: all of them, or those chosen; and whatever a preset has."""
    if name in SHOWN:
        chosen = list(SHOWN[name])
    elif kind is bool:
        chosen = ["yes", "no"]
    else:
        assert isinstance(kind, type) and issubclass(kind, Enum), name
        chosen = [write_value(name, member) for member in kind]
    return list(dict.fromkeys([*chosen, *(value_of(preset.ruleset, name) for preset in PRESETS.values())]))


def dimension(name: str, kind: Any) -> str:
    """One dimension: its values in words, who has them, and what else must be known."""
    number = dimension_id(name)
    usual = value_of(PRESETS["official"].ruleset, name)

    def row(value: str) -> list[str]:
        holders = [code(preset.name) for preset in PRESETS.values() if value_of(preset.ruleset, name) == value]
        words = sentence(name, read_value(name, value))
        return [code(f"{KEYS[name]}={value}"), words, "default" if value == usual else ", ".join(holders)]

    title = clauses()[number].partition(": ")[2]
    cases = f" ({proofs()[number]})" if proofs()[number] else ""
    parts = [
        f"#### {number} {name}: {title}{cases}",
        table(["value", "means", "presets"], map(row, values(name, kind))),
        rulebook()["dimensions"][number] + _general_form(name),
    ]
    return "\n\n".join(parts)


def _general_form(name: str) -> str:
    """How values are written that are not all shown."""
    if name not in SHOWN or name in ("deck", "hand_size"):
        return ""
    allowed = FORMS[name].allowed
    return f" Allowed behind {code(KEYS[name] + '=')}: {allowed}."


def dimensions() -> str:
    """All dimensions, by groups."""
    parts = []
    for field in dataclasses.fields(Ruleset):
        if field.name in GROUPS:
            parts.append(f"### {GROUPS[field.name]}")
        parts.append(dimension(field.name, field.type))
    return "\n\n".join(parts)


# ---------------------------------------------------------------- clauses and interpretations


def cases(clause: str) -> str:
    """The number of cases that prove a clause."""
    return "-" if clause in not_for_engines() else str(proofs()[clause])


def carrier(by: str, rules: Ruleset) -> str:
    """What carries a clause: dimensions with the values of a preset, an option, or a word."""
    if by.startswith("+"):
        return f"option {code(by)}"
    if not by.startswith("D"):
        return code(by) if by in PRESETS else by
    names = [DIMENSIONS[int(number[1:]) - 1] for number in by.split()]
    return ", ".join(f"{dimension_id(name)} {code(value_of(rules, name))}" for name in names)


def document(preset: str) -> str:
    """The clauses of the text a preset follows."""
    rules = PRESETS[preset].ruleset
    rows = (
        [clause, entry["says"], carrier(entry["by"], rules), cases(clause)]
        for clause, entry in rulebook()["documents"][preset].items()
    )
    return f"### {PRESETS[preset].title}\n\n" + table(["id", "clause", "carried by", "cases"], rows)


def all_clauses() -> str:
    """The clauses of all texts."""
    return "\n\n".join(map(document, rulebook()["documents"]))


def not_engine() -> str:
    """What no engine can be held against, and why."""
    return table(["id", "why"], ([clause, reason] for clause, reason in not_for_engines().items()))


def interpretations() -> str:
    """What was decided."""
    rows = (
        [number, entry["about"].replace(" ", ", "), entry["question"], entry["decision"], cases(number)]
        for number, entry in rulebook()["interpretations"].items()
    )
    return table(["id", "about", "question", "decision", "cases"], rows)


# ---------------------------------------------------------------- decks


def _counts(cards: Iterable[CardType]) -> str:
    """Cards with equal numbers of copies, joined."""
    groups: dict[int, list[str]] = {}
    for card in cards:
        groups.setdefault(card.count, []).append(card.text)
    return "; ".join(f"{count} each of {' '.join(map(code, texts))}" for count, texts in groups.items())


def deck_row(deck: Deck) -> list[str]:
    """A deck in a line: one colour stands for all."""
    letter = deck.colours[0][0]
    coloured = [card for card in deck.types if card.text.startswith(letter)]
    wilds = [card for card in deck.types if card.wild]
    return [code(deck.name), str(deck.size), _counts(coloured), _counts(wilds)]


def decks() -> str:
    """Our decks."""
    rows = (deck_row(find_deck(name)) for name in OURS)
    return table(["deck", "cards", "in red, and so in every colour", "wilds"], rows)


# ---------------------------------------------------------------- the whole

PARTS: dict[str, Callable[[], str]] = {
    "@presets": presets,
    "@matrix": matrix,
    "@options": options,
    "@dimensions": dimensions,
    "@clauses": all_clauses,
    "@not_engine": not_engine,
    "@interpretations": interpretations,
    "@decks": decks,
}


def text() -> str:
    """The whole document."""
    lines = SOURCE.read_text(encoding="utf-8").replace("@count", str(len(DIMENSIONS))).splitlines()
    return "\n".join(PARTS[line]() if line in PARTS else line for line in lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
    print(f"wrote {TARGET.relative_to(Path.cwd()) if TARGET.is_relative_to(Path.cwd()) else TARGET}")
