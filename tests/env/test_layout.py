"""The meaning of every feature and every index is pinned by a golden file; a change of it is a new version.

`PYTHONPATH=tests python tests/env/test_layout.py` writes the file anew.
"""

import re
from pathlib import Path

from lastcard.env import Tables
from lastcard.env.game import INDEX_SIZE
from lastcard.env.index import action_texts
from lastcard.env.layout import OBSERVATION_VERSION, Setting
from lastcard.rules import Ruleset
from lastcard.rules.decks import Deck
from walks import MOTLEY

GOLDEN = Path(__file__).with_name("layout.txt")
DOCUMENT = Path(__file__).parents[2] / "docs" / "environments.md"


def described() -> str:
    """Return the layouts of some settings, and the universal index, one feature or action on a line."""
    lines = []
    for setting in (
        Setting(rules=Ruleset.from_id("official"), seats=2),
        Setting(rules=Ruleset.from_id("juno-serious"), seats=3, ask=False, match=True, canonical=False, history=2),
        Setting(rules=Ruleset(deck=Deck.from_toml(MOTLEY)), seats=2, history=1),
    ):
        texts = action_texts(setting.rules, setting.colours)
        lines.append(f"# {setting.version}")
        lines += [f"obs {i} {name}" for i, name in enumerate(setting.layout.names)]
        lines += [f"truth {i} {name}" for i, name in enumerate(setting.truth_layout.names)]
        lines += [f"action {i} = {number} {texts[number]}" for i, number in enumerate(setting.universal)]
    official = Ruleset.from_id("official")
    lines.append("# the universal index, official")
    lines += [f"{number} {text}" for number, text in enumerate(action_texts(official, "rgby"))]
    return "\n".join(lines) + "\n"


def test_features_and_actions_mean_what_they_meant() -> None:
    assert described() == GOLDEN.read_text(), "if this is meant, raise the version and write the file anew"


def test_parts_cover_the_observation_and_bound_it() -> None:
    tables = Tables("juno-seven0", seats=4, tables=64, seed=3, truth=True)
    for layout, array in ((tables.layout, tables.obs), (tables.truth_layout, tables.truth)):
        assert [part.start for part in layout] == [0, *(part.stop for part in layout)][:-1]
        assert layout.size == array.shape[1] == len(layout.names) == len(layout.scale)
        assert len(set(layout.names)) == layout.size
    for _ in range(50):
        for name in ("hand", "unseen", "face", "phase", "under", "drawn"):
            part = tables.layout[name]
            assert tables.obs[:, part.slice].min() >= 0 and (tables.obs[:, part.slice] <= part.scale).all()
        assert (tables.obs[:, tables.layout["phase"].slice].sum(axis=1) == 1).all()
        tables.step(tables.sample())


def test_the_index_has_no_two_actions_of_one_text() -> None:
    texts = [text for text in action_texts(Ruleset.from_id("official"), "rgby") if text != "-"]
    assert len(texts) == len(set(texts)) and len(action_texts(Ruleset(), "rgby")) == INDEX_SIZE


def test_the_version_tells_settings_apart() -> None:
    official = Ruleset.from_id("official")
    settings = [
        Setting(rules=official, seats=2), Setting(rules=official, seats=3), Setting(rules=official, seats=2, ask=False),
        Setting(rules=official, seats=2, match=True), Setting(rules=official, seats=2, canonical=False),
        Setting(rules=official, seats=2, history=9), Setting(rules=Ruleset.from_id("one"), seats=2),
    ]  # fmt: skip
    assert len({setting.version for setting in settings}) == len(settings)
    assert Tables("official", seats=2).version == settings[0].version


def test_only_matches_have_features_of_their_own_and_rules_come_last() -> None:
    one, match = (Setting(rules=Ruleset.from_id("official"), seats=3, match=match).layout for match in (False, True))
    added = [name for name in match.names if name not in one.names]
    assert added == ["rounds", *(f"seat +{place}: score" for place in range(3))]
    assert [name for name in match.names if name not in added] == list(one.names)
    assert one.parts[-1].name == match.parts[-1].name == "rules"


def test_the_table_of_the_parts_has_every_part_in_its_order() -> None:
    layout = Setting(rules=Ruleset.from_id("official"), seats=2, match=True).layout
    parts = dict.fromkeys(re.sub(r" [+-]\d+", "", part.name) for part in layout)
    text = DOCUMENT.read_text()
    rows = text.partition("| part | contains |\n")[2].partition("\n\n")[0].splitlines()
    documented = [part for row in rows for part in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert documented == list(parts) and f"obs{OBSERVATION_VERSION}" in text


if __name__ == "__main__":
    GOLDEN.write_text(described())
