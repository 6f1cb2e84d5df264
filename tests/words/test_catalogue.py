"""The catalogue of words: every language has every text with the same parts, and nothing is left over."""

import json
import re
from functools import cache
from pathlib import Path
from string import ascii_lowercase

import pytest

from lastcard.bots.grounds import GROUNDS
from lastcard.explain.reasons.catalogue import CATALOGUE
from lastcard.game.events import EVENTS
from lastcard.online.protocol import CODES, MARKS
from lastcard.rules import PRESETS
from lastcard.rules.conflicts import CONFLICTS, IDLE, TABLE_CONFLICTS
from lastcard.rules.declare import GROUPS, Dimension
from lastcard.rules.dimensions import DIMENSIONS, read_value, sentence
from lastcard.rules.in_context import IN_CONTEXT
from lastcard.rules.options import OPTIONS
from lastcard.words.catalogue import FOLDER, YOU, languages, words
from lastcard.words.catalogue.message import Message, Slot, read, slots
from lastcard.words.catalogue.plurals import plural_of

ROOT = Path(__file__).parents[2]
FILES = sorted(FOLDER.glob("*/*.json"))
LANGUAGES = list(languages())
OTHERS = [code for code in LANGUAGES if code != "en"]
UNSAID = {"dealt", "took"}  # events that other sentences tell


def test_there_are_three_languages_and_english_is_the_first() -> None:
    assert languages() == {"en": "English", "de": "Deutsch", "es": "Español"}
    assert words("xx") is words("en") or words("xx").language == "en"


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_file_is_written_in_one_way(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    pairs = json.loads(text, object_pairs_hook=list)
    assert len(pairs) == len(dict(pairs)), "an id stands twice"
    assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n"


def test_no_id_stands_in_two_files() -> None:
    for code in LANGUAGES:
        ids = [id for file in (FOLDER / code).glob("*.json") for id in json.loads(file.read_text(encoding="utf-8"))]
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize("code", OTHERS)
def test_every_language_has_the_same_files_and_ids(code: str) -> None:
    for file in (FOLDER / "en").glob("*.json"):
        theirs = json.loads((FOLDER / code / file.name).read_text(encoding="utf-8"))
        assert list(theirs) == list(json.loads(file.read_text(encoding="utf-8"))), file.name


@pytest.mark.parametrize("code", OTHERS)
def test_every_language_uses_the_same_parts(code: str) -> None:
    english, theirs = words("en").texts, words(code).texts
    used = {id: {name for name, _ in slots(read(text))} for id, text in english.items()}
    assert {id: {name for name, _ in slots(read(text))} - used[id] for id, text in theirs.items()} == dict.fromkeys(
        used, set()
    )


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_message_can_be_read_and_is_complete(code: str) -> None:
    styles = {"", "select", "plural", "and", "or", "nor"} | {
        id.removeprefix("count.") for id in words(code).texts if id.startswith("count.")
    }
    for id, text in words(code).texts.items():
        assert text == text.strip() != "", id
        assert not re.search(r"  | [,.;]|'\{", text), id
        message = read(text)
        assert {style for _, style in slots(message)} <= styles, id
        assert all("other" in slot.cases for slot in choices(message)), id


def choices(message: Message) -> list[Slot]:
    """Return the slots of a message with several cases, also those inside cases."""
    here = [node for node in message if isinstance(node, Slot) and node.cases]
    return here + [inner for slot in here for case in slot.cases.values() for inner in choices(case)]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_id_of_the_package_has_words(code: str) -> None:
    wanted = {
        *(f"why.{id}" for id in CATALOGUE),
        *(f"ground.{id}" for id in GROUNDS),
        *(f"ev.{kind}" for kind in EVENTS if kind not in UNSAID | {"laid", "drew-penalty"}),
        *(f"no.{code}" for code in CODES),
        *(f"mark.{mark}" for mark in MARKS),
        *(f"group.{group}" for group in GROUPS),
        *(f"because.{one.because}" for one in (*CONFLICTS, *TABLE_CONFLICTS, *IDLE)),
        *(f"context.{one.id}" for one in IN_CONTEXT),
        *(f"preset.{name}.{what}" for name in PRESETS for what in ("title", "summary", "source")),
        *(f"option.{name}" for name in (*OPTIONS, "target")),
        *(f"rule.{dimension.key}.{what}" for dimension in DIMENSIONS.values() for what in ("title", "about")),
    }
    assert wanted - words(code).texts.keys() == set()


def test_no_words_are_left_over_from_ids_that_are_gone() -> None:
    known = {
        "why": CATALOGUE,
        "ground": GROUNDS,
        "mark": MARKS,
        "group": GROUPS,
        "because": {one.because for one in (*CONFLICTS, *TABLE_CONFLICTS, *IDLE)},
        "context": {one.id for one in IN_CONTEXT},
        "option": {*OPTIONS, "target"},
    }
    for id in words().texts:
        prefix, _, rest = id.partition(".")
        assert rest in known.get(prefix, (rest,)), id


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("dimension", DIMENSIONS.values(), ids=lambda dimension: dimension.key)
def test_every_value_of_a_rule_has_words(dimension: Dimension, code: str) -> None:
    data = dimension.data(words(code))  # with all labels; what has no words would raise an error
    values = [example["value"] for example in data.get("examples", ())] or dimension.form.examples
    for value in values or [choice["value"] for choice in data["choices"]]:
        said = sentence(dimension.name, read_value(dimension.name, value), words(code))
        assert re.fullmatch(r"[^\W\d_].*\.|\d.*\.", said), (value, said)
        assert not re.search(r"[{}]|None|\bN\b|  ", said), (value, said)


def test_no_words_are_left_over_from_values_that_are_gone() -> None:
    keys = {dimension.key: dimension for dimension in DIMENSIONS.values()}
    for id in words().texts:
        if id.startswith("rule."):
            _, key, what, *value = id.split(".", 3)
            text = json.dumps(keys[key].data())
            if what in ("says", "label", "extra", "member"):
                assert value[0] == "N" or f'"{value[0]}"' in text, id
            else:
                assert what in {"title", "about", "say", "own", "part", "keys", "values", "pair"} | VALUES, id


VALUES = {"worth", "face-value", "blocked-only"}  # what is said of D45 besides

# ---------------------------------------------------------------- nothing unused

CODE = [
    path
    for folder, kinds in ((ROOT / "src" / "lastcard", ("py",)), (ROOT / "web" / "src", ("ts", "svelte")))
    for kind in kinds
    for path in folder.rglob(f"*.{kind}")
]
IDS = {  # what may follow the beginning of an id that code puts together
    "ev.": {*EVENTS, "answered", "joined", "jumped", "last-card"},
    "no.": {*CODES, "name", "no-table", "offline", "unreadable"},
}
ADDED = re.compile(r"\.(you|colour|many|counter|limit|points)$")


@cache
def said() -> tuple[set[str], set[str]]:
    """Return the ids that stand whole in the code, and what others begin with."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in CODE)
    whole = set(re.findall(r"""["'`]([\w-]+(?:\.[\w-]+)*)["'`]""", code))
    begun = re.findall(r"""[`"]([a-z]+(?:\.[\w-]+)*\.)\$?\{""", code)
    return whole, set(begun)


def is_said(id: str) -> bool:
    """Return whether code says the text with this id."""
    whole, begun = said()
    start = next((one for one in begun if id.startswith(one)), None)
    if id in whole or (start is not None and id.removeprefix(start) in IDS.get(start, {id.removeprefix(start)})):
        return True
    shorter = ADDED.sub("", id)
    return shorter != id and is_said(shorter)


def test_no_text_is_left_over_that_no_code_says() -> None:
    styles = {style for text in words().texts.values() for _, style in slots(read(text))}
    assert [id for id in words().texts if not is_said(id) and id.removeprefix("count.") not in styles] == []


@pytest.mark.parametrize("id", ["zebra.title", "do.zebra", "wait.copy.short", "ev.zebra.you", "no.zebra"])
def test_a_text_that_no_code_says_would_be_found(id: str) -> None:
    assert not is_said(id)


# ---------------------------------------------------------------- messages


def test_a_person_is_told_of_itself() -> None:
    told = {code: [words(code).say("ev.passed", who=who) for who in (YOU, "Ben")] for code in LANGUAGES}
    assert told == {
        "en": ["You pass.", "Ben passes."],
        "de": ["Du passt.", "Ben passt."],
        "es": ["Pasas.", "Ben pasa."],
    }


@pytest.mark.parametrize(("n", "said"), [(0, "no cards"), (1, "1 card"), (2, "2 cards")])
def test_numbers_have_plurals(n: int, said: str) -> None:
    assert words().say("count.cards", n=n) == said


def test_lists_have_a_word_before_the_last() -> None:
    assert [words().listed([*"abc"][:n], "or") for n in range(4)] == ["", "a", "a or b", "a, b or c"]


@pytest.mark.parametrize(
    ("names", "said"),
    [("Ana Inés", "Ana e Inés"), ("Ana Hilda", "Ana e Hilda"), ("Ana Iago", "Ana y Iago"), ("Ana Ben", "Ana y Ben")],
)
def test_in_spanish_and_changes_before_the_same_sound(names: str, said: str) -> None:
    assert words("es").listed(names.split()) == said


@pytest.mark.parametrize("text", ["{", "}", "{a", "a}", "{a, select, x {1}", "{}", "{a, select, x 1}"])
def test_what_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected|without"):
        read(text)


def test_plural_rules_are_those_of_unicode() -> None:
    polish = {"one": "n = 1", "few": "n % 10 = 2..4 and n % 100 != 12..14"}
    assert [plural_of(n, polish) for n in (1, 2, 5, 12, 22, 25)] == ["one", "few", "other", "other", "few", "other"]
    french = {"one": "n = 0,1"}
    assert [plural_of(n, french) for n in (0, 1, 2)] == ["one", "one", "other"]
    with pytest.raises(ValueError, match="not a relation"):
        plural_of(1, {"one": f"{ascii_lowercase} = 1"})
