"""Bots by name, of a module of one's own, of an installed package, with settings; and what is said when it fails."""

import re
import sys
from pathlib import Path

import pytest

from lastcard.arena import play
from lastcard.bots import loading, make_bot, register
from lastcard.bots.search import SearchBot
from lastcard.errors import LastCardError

MODULE = """
from lastcard.bots import GreedyBot

class Mine(GreedyBot):
    name = "mine"
    def __init__(self, seed=0, *, pace: int = 3, share: float = 0.5, bold: bool = False, tone="low"):
        super().__init__(seed)
        self.given = (pace, share, bold, tone)

class Group:
    Inner = Mine

def factory(seed):
    return Mine(seed)

def half(seed):
    return object()

def broken(seed):
    return 1 // 0

def leaving(seed):
    raise SystemExit("gone")

class Nameless(Mine):
    @property
    def name(self):
        return 1 // 0

class Called(Mine):
    def __init__(self, seed=0, *, name="x", maker="y"):
        super().__init__(seed)
        self.given = (name, maker)

constant = 7
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current directory with a module of bots in it."""
    (tmp_path / "bots_of_mine.py").write_text(MODULE)
    (tmp_path / "torn_bots.py").write_text("import there_is_no_such_module\n")
    (tmp_path / "leaving_bots.py").write_text("raise SystemExit('gone')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "bots_of_mine", raising=False)
    return tmp_path


@pytest.mark.parametrize("kind", ["Mine", "factory", "Group.Inner"])
def test_a_module_of_the_current_directory(folder: Path, kind: str) -> None:
    assert make_bot(f"bots_of_mine:{kind}", 3).name == "mine"


def test_it_plays_in_the_arena_and_keeps_its_name_there(folder: Path) -> None:
    result = play("official", ["bots_of_mine:Mine?pace=1", "random"], games=2, processes=1)
    assert [bot["name"] for bot in result.summary()["bots"]] == ["bots_of_mine:Mine?pace=1", "random"]


def test_settings_have_the_types_the_bot_says(folder: Path) -> None:
    assert make_bot("bots_of_mine:Mine").given == (3, 0.5, False, "low")  # type: ignore[attr-defined]  # these have it
    asked = "bots_of_mine:Mine?pace=5&share=2&bold=yes&tone=4"
    assert make_bot(asked).given == (5, 2.0, True, 4)  # type: ignore[attr-defined]  # these have it
    assert make_bot("bots_of_mine:Called?maker=me&name=it").given == ("it", "me")  # type: ignore[attr-defined]  # these have it


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("bots_of_mine:Mien", "has no 'Mien' (did you mean 'Mine'?)"),
        ("bots_of_yours:Mine", "ModuleNotFoundError in module bots_of_yours"),
        ("torn_bots:Mine", "No module named 'there_is_no_such_module'"),
        ("bots_of_mine:", "write package.module:Class"),
        ("bots/of:Mine", "write package.module:Class"),
        ("bots_of_mine:constant", "expected a class or a function of a seed, not int"),
        ("bots_of_mine:half", "does not make a bot: it has no name or decide or claim"),
        ("bots_of_mine:broken", "cannot be made from a seed: ZeroDivisionError"),
        ("bots_of_mine:leaving", "cannot be made from a seed: SystemExit: gone"),
        ("bots_of_mine:Nameless", "cannot be made from a seed: ZeroDivisionError"),
        ("leaving_bots:Mine", "SystemExit in module leaving_bots: gone"),
        ("bots_of_mine:Mine?pase=4", "no setting 'pase' (did you mean 'pace'?); its settings are pace, share, bold"),
        ("bots_of_mine:Mine?pace=much", "pace=much: expected a whole number"),
        ("bots_of_mine:Mine?share=much", "share=much: expected a number"),
        ("bots_of_mine:Mine?bold=2", "bold=2: expected yes or no"),
        ("bots_of_mine:Mine?pace=1&pace=2", "pace is set twice"),
        ("bots_of_mine:Mine?pace", "'pace' is not a setting; write ?key=value&key=value"),
        ("bots_of_mine:Mine?", "'' is not a setting"),
        ("careful?pace=1", "'careful' has no setting 'pace'; it has none"),
        ("search?plyouts=1", "(did you mean 'playouts'?); its settings are playouts, ms, policy"),
        ("search?playouts=2.5", "playouts=2.5: expected a whole number"),
        ("search?playouts=0", "playouts=0: expected a number from 1 to 1,000,000"),
        ("search?playouts=999999999999", "playouts=999999999999: expected a number from 1 to 1,000,000"),
        ("search?ms=3600001", "ms=3600001.0: expected a number from 0.001 to 60,000"),
        ("search?ms=1e999", "ms=1e999: expected a number"),
        ("search?ms=nan", "ms=nan: expected a number"),
        ("bots_of_mine:Mine?pace=1_0", "pace=1_0: expected a whole number"),
        ("bots_of_mine:Mine?pace=٣", "expected a whole number"),
        ("bots_of_mine:Mine?pace=99999999999999999999", "expected a whole number of at most 18 digits"),
        ("bots_of_mine:Mine?share=inf", "share=inf: expected a number"),
        ("search?playouts=4&ms=4", "takes playouts or ms, not both"),
        ("search?policy=gredy", "no policy is called 'gredy' (did you mean 'greedy'?); use random, greedy, careful"),
        ("serch", "no bot is called 'serch' (did you mean 'search'?); use random, greedy, careful, search"),
    ],
)
def test_what_is_wrong_is_said(folder: Path, name: str, said: str) -> None:
    with pytest.raises(LastCardError, match=re.escape(said)):
        make_bot(name)


def test_settings_of_search() -> None:
    bot = make_bot("search?ms=50&policy=careful", 1)
    assert isinstance(bot, SearchBot)
    with pytest.raises(LastCardError, match="already"):
        register("search", SearchBot)


def test_bots_of_installed_packages(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    described = folder / "bots_of_mine-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: bots-of-mine\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text(
        "[lastcard.bots]\nshrewd = bots_of_mine:Mine\ntorn = torn_bots:Mine\nconstant = bots_of_mine:constant\n"
    )
    monkeypatch.syspath_prepend(folder)
    loading._offered.cache_clear()
    try:
        assert make_bot("shrewd").name == "mine"
        assert make_bot("shrewd?pace=9").given[0] == 9  # type: ignore[attr-defined]  # these have it
        with pytest.raises(LastCardError, match=r"'torn' \(torn_bots:Mine\): ModuleNotFoundError"):
            make_bot("torn")
        with pytest.raises(LastCardError, match="not int"):
            make_bot("constant")
        with pytest.raises(LastCardError, match=r"'shrewed' \(did you mean 'shrewd'\?\)"):
            make_bot("shrewed")
    finally:
        loading._offered.cache_clear()
