"""Write docs/rules.md: the hand-written part beside this file, with tables made from the data of the package.

python scripts/rules_doc.py
"""

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from lastcard.conformance.suite import load, not_for_engines
from lastcard.rules import PRESETS, Deck, Ruleset
from lastcard.rules.conflicts import CONFLICTS, TABLE_CONFLICTS, Conflict, why_of
from lastcard.rules.decks import BUILT_IN_DECKS, Card, find_deck
from lastcard.rules.declare import GROUPS, Dimension
from lastcard.rules.dimensions import DIMENSIONS, KEYS, dimension_id, read_value, sentence, write_value
from lastcard.rules.options import OPTIONS
from lastcard.rules.words import option_lines
from lastcard.words.catalogue import words

SOURCE = Path(__file__).with_name("rules_doc.in.md")
LAB = Path(__file__).with_name("lab.json")
TARGET = Path(__file__).parents[1] / "docs" / "rules.md"


@cache
def rulebook() -> dict[str, Any]:
    """Return the data that the document has besides the titles of clauses."""
    file = resources.files("lastcard.conformance") / "rulebook.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def proofs() -> Counter[str]:
    """Return how many cases prove each clause."""
    return Counter(clause for case in load() for clause in case.proves)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table in Markdown."""
    names = list(head)
    lines = [names, ["---"] * len(names), *(list(row) for row in rows)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def code(text: str) -> str:
    """Return a text in code style."""
    return f"`{text}`"


def value_of(rules: Ruleset, name: str) -> str:
    """Return the value of a dimension as ids write it."""
    return write_value(name, getattr(rules, name))


# ---------------------------------------------------------------- presets and options


def presets() -> str:
    """Return one line for each preset."""
    rows = ([code(p.name), p.title, p.summary, p.source] for p in PRESETS.values())
    return table(["preset", "title", "what makes it special", "where it comes from"], rows)


def matrix() -> str:
    """Return a table of every dimension of every preset."""
    first, *others = [preset.ruleset for preset in PRESETS.values()]

    def row(name: str) -> list[str]:
        usual = value_of(first, name)
        values = [value_of(rules, name) for rules in others]
        return [f"{dimension_id(name)} {name}", usual, *("" if value == usual else value for value in values)]

    return table(["dimension", *PRESETS], map(row, DIMENSIONS))


def options() -> str:
    """Return one line for each option: what it does and what it sets."""

    def sets(usage: str) -> str:
        option = OPTIONS.get(usage.partition("=")[0].removesuffix("["))
        return ", ".join(map(dimension_id, option.dimensions)) if option else "D46"

    return table(["option", "what it does", "sets"], ([code(use), says, sets(use)] for use, says in option_lines()))


def lab() -> str:
    """Return what each option changes, as scripts/lab.py measured it."""
    data = json.loads(LAB.read_text(encoding="utf-8"))

    def row(name: str, figures: dict[str, Any]) -> list[str]:
        minutes, error = figures["minutes"]
        share = [f"{100 * figures[id][0]:.1f} ± {100 * figures[id][1]:.1f}" for id in ("skill", "deal", "comebacks")]
        leads = "{:.2f} ± {:.2f}".format(*figures["leads"])
        length = f"{minutes:.2f} ± {error:.2f} (95 % within {figures['p95']:.1f})"
        return [code(f"+{name}" if name else data["base"]), length, *share, leads, figures["says"]]

    head = ["rules", "minutes a round", "skill, %", "luck of the deal, %", "comebacks, %", "changes of lead", "changes"]
    return table(head, (row(*one) for one in data["rows"].items()))


# ---------------------------------------------------------------- dimensions


def values(dimension: Dimension) -> list[str]:
    """Return the values of a dimension to show: its choices, or examples, and those of the presets."""
    shown = dimension.form.examples or [choice["value"] for choice in dimension.data()["choices"]]
    held = (value_of(preset.ruleset, dimension.name) for preset in PRESETS.values())
    return list(dict.fromkeys([*shown, *held]))


def dimension_text(dimension: Dimension) -> str:
    """Return the section of one dimension: its values in words, the presets that have them, and its note."""
    name, number = dimension.name, dimension.id
    usual = value_of(PRESETS["official"].ruleset, name)

    def row(value: str) -> list[str]:
        holders = [code(preset.name) for preset in PRESETS.values() if value_of(preset.ruleset, name) == value]
        said = sentence(name, read_value(name, value))
        return [code(f"{KEYS[name]}={value}"), said, "default" if value == usual else ", ".join(holders)]

    cases = f" ({proofs()[number]})" if proofs()[number] else ""
    parts = [
        f"#### {number} {name}: {dimension.title}{cases}",
        dimension.about,
        table(["value", "means", "presets"], map(row, values(dimension))),
        rulebook()["dimensions"][number] + _general_form(dimension),
    ]
    return "\n\n".join(parts)


def _general_form(dimension: Dimension) -> str:
    """Return how values are written, if not all of them are shown."""
    if not dimension.form.examples or dimension.name in ("deck", "hand_size"):
        return ""
    return f" Allowed after {code(dimension.key + '=')}: {dimension.form.allowed}."


def dimensions() -> str:
    """Return the sections of all dimensions, in groups."""
    parts = []
    for group in GROUPS:
        parts.append(f"### {words().say(f'group.{group}')}")
        parts += [dimension_text(dimension) for dimension in DIMENSIONS.values() if dimension.group == group]
    return "\n\n".join(parts)


def conflicts() -> str:
    """Return what is refused when a rule set is created."""
    return table(["dimensions", "refused", "because", "`test`"], map(conflict_row, CONFLICTS))


def table_conflicts() -> str:
    """Return what is refused when a table is opened."""
    return table(["dimensions", "refused", "because", "`test`"], map(conflict_row, TABLE_CONFLICTS))


def conflict_row(conflict: Conflict) -> list[str]:
    """Return one conflict as a row."""
    chosen = [" or ".join(code(f"{KEYS[name]}={text}") for text in choices) for name, choices in conflict.when.items()]
    refused = "; with ".join([*chosen, *([conflict.what] if conflict.what else [])])
    return [", ".join(map(dimension_id, conflict.dimensions)), refused, why_of(conflict), code(conflict.test)]


# ---------------------------------------------------------------- clauses and interpretations


def cases(clause: str) -> str:
    """Return the number of cases that prove a clause."""
    return "-" if clause in not_for_engines() else str(proofs()[clause])


def implementation(by: str, rules: Ruleset) -> str:
    """Return what implements a clause: dimensions with the values of a preset, an option, or a phrase."""
    if by.startswith("+"):
        return f"option {code(by)}"
    if not by.startswith("D"):
        return code(by) if by in PRESETS else by
    by_number = {dimension.id: name for name, dimension in DIMENSIONS.items()}
    names = [by_number[number] for number in by.split()]
    return ", ".join(f"{dimension_id(name)} {code(value_of(rules, name))}" for name in names)


def document(preset: str) -> str:
    """Return the clauses of the rule text that a preset follows."""
    rules = PRESETS[preset].ruleset
    rows = (
        [clause, entry["says"], implementation(entry["by"], rules), cases(clause)]
        for clause, entry in rulebook()["documents"][preset].items()
    )
    return f"### {PRESETS[preset].title}\n\n" + table(["id", "clause", "implemented by", "cases"], rows)


def all_clauses() -> str:
    """Return the clauses of all rule texts."""
    return "\n\n".join(map(document, rulebook()["documents"]))


def not_engine() -> str:
    """Return the clauses that no engine can be tested for, and why."""
    return table(["id", "why"], ([clause, reason] for clause, reason in not_for_engines().items()))


def interpretations() -> str:
    """Return the interpretations."""
    rows = (
        [number, entry["about"].replace(" ", ", "), entry["question"], entry["decision"], cases(number)]
        for number, entry in rulebook()["interpretations"].items()
    )
    return table(["id", "about", "question", "decision", "cases"], rows)


# ---------------------------------------------------------------- decks


def _counts(deck: Deck, cards: Iterable[Card]) -> str:
    """Return cards grouped by their number of copies."""
    groups: dict[int, list[str]] = {}
    for card in cards:
        groups.setdefault(deck.count(card), []).append(card.text)
    return "; ".join(f"{count} each of {' '.join(map(code, texts))}" for count, texts in groups.items())


def deck_row(deck: Deck) -> list[str]:
    """Return a deck as a row; one colour stands for all."""
    letter = deck.colours[0][0]
    coloured = [card for card in deck.cards if card.colour == letter]
    wilds = [card for card in deck.cards if card.wild]
    return [code(deck.name), str(deck.size), _counts(deck, coloured), _counts(deck, wilds)]


def decks() -> str:
    """Return the built-in decks."""
    rows = (deck_row(find_deck(name)) for name in BUILT_IN_DECKS)
    return table(["deck", "cards", "in red, as in every colour", "wilds"], rows)


# ---------------------------------------------------------------- the whole

PARTS: dict[str, Callable[[], str]] = {
    "@presets": presets,
    "@matrix": matrix,
    "@options": options,
    "@lab": lab,
    "@dimensions": dimensions,
    "@conflicts": conflicts,
    "@table_conflicts": table_conflicts,
    "@clauses": all_clauses,
    "@not_engine": not_engine,
    "@interpretations": interpretations,
    "@decks": decks,
}


def text() -> str:
    """Return the whole document."""
    lines = SOURCE.read_text(encoding="utf-8").replace("@count", str(len(DIMENSIONS))).splitlines()
    return "\n".join(PARTS[line]() if line in PARTS else line for line in lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
    print(f"wrote {TARGET.relative_to(Path.cwd()) if TARGET.is_relative_to(Path.cwd()) else TARGET}")
