"""Write web/tests/said.json: examples of what is said, by the package; the page must say the same.

    python scripts/said.py

Vitest holds the page against it; tests/words/test_said.py holds it against the package.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lastcard._util.grammar import capital
from lastcard.explain.reasons import Reason
from lastcard.explain.reasons.catalogue import CATALOGUE, KINDS, PartKind
from lastcard.explain.reasons.voice import Voice
from lastcard.game.events import Event
from lastcard.rules import Ruleset
from lastcard.rules.declare import Dimension
from lastcard.rules.dimensions import DIMENSIONS
from lastcard.words.catalogue import Words, languages, words
from lastcard.words.catalogue.names import action_name, card_name
from lastcard.words.catalogue.settings import setting_says
from lastcard.words.speaker import Speaker

FILE = Path(__file__).parents[1] / "web" / "tests" / "said.json"
NAMES = ("Ann", "Ben", "Inés", "Oma")
RULES = Ruleset.from_id("official")
NUMBERS = (*range(6), 11, 21, 101, 1_000_000)

ACTIONS = (
    "r5", "r5!", "w+4:g", "ww:b!", "r7>2", "r7g7b7", "draw", "take", "challenge", "catch 1", ":y", ">2", "call",
)  # fmt: skip
EVENTS: tuple[dict[str, Any], ...] = (
    {"event": "picked", "seat": 1, "card": "r5"},
    {"event": "start-refused", "card": "w+4"},
    {"event": "turned", "card": "gR", "first": 1},
    *(
        {"event": "laid", "seat": 1, "card": "w", "colour": "g", "called": False, "how": how}
        for how in ("turn", "answer", "batch", "jump-in")
    ),
    *(
        {"event": "laid", "seat": 1, "card": "y+2", "colour": None, "called": False, "how": how}
        for how in ("turn", "answer", "batch", "jump-in")
    ),
    {"event": "named", "seat": 1, "card": "w", "colour": "y"},
    {"event": "drew", "seat": 1, "card": None},
    {"event": "drew-penalty", "seat": 1, "card": "bS"},
    {"event": "passed", "seat": 1},
    {"event": "lost-turns", "seat": 1, "turns": 1},
    {"event": "lost-turns", "seat": 1, "turns": 3},
    {"event": "refilled", "cards": 31},
    {"event": "returned", "seat": 1, "card": "r5", "off_discards": True},
    {"event": "swapped", "seat": 1, "target": 2},
    {"event": "rotated", "seat": 1, "direction": 1},
    {"event": "rotated", "seat": 1, "direction": -1},
    {"event": "holds", "seat": 1, "card": "w+4", "count": 2},
    {"event": "called", "seat": 1},
    {"event": "forgot-call", "seat": 1},
    {"event": "caught", "seat": 1, "by": 2},
    {"event": "call-overdue", "seat": 1},
    {"event": "accused-in-vain", "seat": 1, "target": 2},
    {"event": "challenged", "seat": 1, "target": 2},
    {"event": "shown", "seat": 1, "card": "r5", "target": 2},
    {"event": "bluff-proved", "seat": 1},
    {"event": "challenge-failed", "seat": 1, "target": 2},
    {"event": "fined", "seat": 1, "cards": 2},
    {"event": "said-ready", "seat": 1},
    {"event": "knocked-out", "seat": 1, "cards": 25},
    {"event": "left", "seat": 1, "cards": 3},
    {"event": "blocked", "by_limit": False},
    {"event": "blocked", "by_limit": True},
    {"event": "won", "seat": 1, "points": 0},
    {"event": "won", "seat": 1, "points": 1},
    {"event": "revealed", "seat": 1, "cards": ["r5", "w+4"]},
)
MORE = {  # settings in which more of a sentence is said
    "challenge": ("0,0,stays,any-instead", "1,1,returns,any"),
    "deflect-wd": ("skip",),
    "draw-size": ("2",),
    "exit-ban": ("wild", "number,skip,wild-draw"),
    "jump-in": (
        "identical,on-start,others-only",
        "identical,no-win,others-only",
        "identical,no-win",
        "identical,on-start",
        "identical,on-start,no-win,others-only,not-number,not-skip",
    ),
    "match-axes": ("none",),
    "uno-penalty": ("1",),
    "values": ("r5:1", "R:0,S:10,w:1"),
}
PARTS: dict[PartKind, Any] = {
    PartKind.SEAT: 1,
    PartKind.SEATS: (0, 1, 2),
    PartKind.CARD: "w+4:g",
    PartKind.AXES: ("colour", "number"),
    PartKind.MAY: ("play", "take", "call"),
    PartKind.COLOUR: "yellow",
    PartKind.COLOURS: ("red", "green", "blue"),
    PartKind.COUNT: 1,
    PartKind.TEXT: "r5",
}


def said() -> list[dict[str, Any]]:
    """Return examples with what is said in each language."""
    return [example for code in languages() for example in _said_in(words(code))]


def _said_in(language: Words) -> Iterator[dict[str, Any]]:
    code, who = language.language, NAMES.__getitem__
    deck = RULES.deck
    for card in deck.cards:
        yield {"language": code, "card": card.text, "said": card_name(language, card.text)}
    for action in ACTIONS:
        told = action_name(language, action, who, lambda card: card_name(language, card))
        yield {"language": code, "action": action, "said": told}
    for dimension in DIMENSIONS.values():
        for setting in _settings(dimension):
            told = setting_says(language, dimension.key, setting.partition("=")[2])
            yield {"language": code, "setting": setting, "said": told}
    for n in NUMBERS:
        yield {"language": code, "cards": n, "said": language.say("count.cards", n=n)}
    for you in (None, 1, 2):
        speaker = Speaker(deck, NAMES, you, language)
        for event in EVENTS:
            yield {"language": code, "event": event, "you": you, "said": speaker.tell([Event.from_dict(event, RULES)])}
        voice = Voice(language, NAMES, you, speaker.card_words)
        for reason in map(_sample, CATALOGUE):
            data = reason.to_dict()
            yield {"language": code, "reason": data, "you": you, "said": f"{capital(reason.told(voice))}."}


def _settings(dimension: Dimension) -> Iterator[str]:
    """Return settings of a dimension: its examples, or all its choices; of the larger ones, some more."""
    texts = dimension.form.examples or [choice["value"] for choice in dimension.data()["choices"]]
    for text in [*texts, *MORE.get(dimension.key, ())]:
        yield f"{dimension.key}={text}"


def _sample(id: str) -> Reason:
    entry = CATALOGUE[id]
    rule = (entry.rule.partition("|")[0],) if "|" in entry.rule else tuple(entry.rule.split())
    parts = {name: PARTS[KINDS[name][0]] for name in entry.parts}
    if "setting" in parts:
        parts |= {"says": "you can't stack on a Wild Draw", "setting": "answer-wd=none"}
    return Reason(id, rule, parts, _sample("not-your-turn") if entry.has_cause else None)


def main() -> None:
    """Write the file, an example a line."""
    lines = ",\n".join(json.dumps(example, ensure_ascii=False) for example in said())
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{FILE} written")


if __name__ == "__main__":
    main()
