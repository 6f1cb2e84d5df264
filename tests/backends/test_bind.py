"""Bound functions are twins: the same code, calling other functions."""

import sys
from collections.abc import Callable, Iterator
from inspect import signature
from itertools import count
from types import ModuleType

import pytest

from lastcard.backends import live, scripted
from lastcard.backends.bind import bind
from lastcard.backends.core import BoundCore, Core
from lastcard.core import machine
from lastcard.core.layout import State

Build = Callable[..., ModuleType]

DICE = """
SIDES = 6

def roll(n):
    \"\"\"A throw.\"\"\"
    return n % SIDES

def note(text):
    return text
"""

GAME = """
from dice import roll, note as remember

def twice(n, *, extra=1):
    return _sum(n) + extra

def _sum(n, more=1):
    return roll(n) + roll(n + more)

def tell():
    return remember("plain")
"""


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> Iterator[Build]:
    """Creates a module from source text that later modules can import from."""

    def make(name: str, text: str) -> ModuleType:
        module = ModuleType(name)
        monkeypatch.setitem(sys.modules, name, module)
        exec(text, vars(module))
        return module

    yield make


def test_a_twin_returns_what_the_function_returns(build: Build) -> None:
    dice, game = build("dice", DICE), build("game", GAME)
    twins = bind([dice, game])
    assert twins.twice(3) == game.twice(3) == 3 + 4 + 1
    assert twins.twice is not game.twice


def test_a_twin_keeps_name_text_and_defaults(build: Build) -> None:
    dice, game = build("dice", DICE), build("game", GAME)
    twins = bind([dice, game])
    assert twins.roll.__name__ == "roll"
    assert twins.roll.__doc__ == "A throw."
    assert twins.twice.__kwdefaults__ == {"extra": 1}
    assert twins.twice.__module__ == "game"


def test_what_is_replaced_is_replaced_in_every_module_above(build: Build) -> None:
    dice, game = build("dice", DICE), build("game", GAME)
    twins = bind([dice, game], roll=lambda n: 100)
    assert twins.twice(3) == 201
    assert twins.roll(3) == 100
    assert game.twice(3) == 8, "the originals are untouched"


def test_what_is_imported_under_another_name_is_replaced_too(build: Build) -> None:
    dice, game = build("dice", DICE), build("game", GAME)
    assert bind([dice, game], note=lambda text: text.upper()).tell() == "PLAIN"


def test_a_twin_uses_plain_numbers_for_members_of_enums(build: Build) -> None:
    fruit = build("fruit", "from enum import IntEnum\nPEAR = IntEnum('F', 'PEAR').PEAR\ndef kind():\n    return PEAR")
    assert type(bind([fruit]).kind()) is int
    assert type(fruit.kind()) is not int, "the originals are untouched"


def test_two_bindings_are_independent(build: Build) -> None:
    dice, game = build("dice", DICE), build("game", GAME)
    ones = bind([dice, game], roll=lambda n: 1)
    twos = bind([dice, game], roll=lambda n: 2)
    assert (ones.twice(0), twos.twice(0)) == (3, 5)


def test_private_functions_may_share_a_name_and_are_not_returned(build: Build) -> None:
    one = build("one", "def _help():\n    return 1\ndef first():\n    return _help()")
    two = build("two", "def _help():\n    return 2\ndef second():\n    return _help()")
    twins = bind([one, two])
    assert (twins.first(), twins.second()) == (1, 2)
    assert not hasattr(twins, "_help")


def test_two_functions_of_one_name_are_refused(build: Build) -> None:
    one, two = build("one", "def play(): ..."), build("two", "def play(): ...")
    with pytest.raises(ValueError, match=r"two of the bound modules define play\(\)"):
        bind([one, two])


def test_a_replacement_for_nothing_is_refused(build: Build) -> None:
    with pytest.raises(ValueError, match="no bound module defines rol"):
        bind([build("dice", DICE)], rol=print)


def test_a_wrong_order_is_refused(build: Build) -> None:
    dice, game = build("dice", DICE), build("game", GAME)
    with pytest.raises(ValueError, match=r"game uses roll\(\), which is not bound before it"):
        bind([game, dice])


def test_a_module_left_out_is_refused(build: Build) -> None:
    build("dice", DICE)
    with pytest.raises(ValueError, match="which is not bound before it"):
        bind([build("game", GAME)])


def test_what_a_replaced_function_uses_need_not_be_bound(build: Build) -> None:
    build("dice", DICE)
    game = build("game", "from dice import roll\ndef play(n):\n    return roll(n)\ndef match(n):\n    return play(n)")
    assert bind([game], play=lambda n: 7 * n).match(6) == 42


def test_a_table_has_its_own_source_of_random_numbers(build: Build) -> None:
    """A live table deals from its own source of random numbers, with the same interpreted code."""
    deal = build("deal", "from lastcard.core.machine import random_below\ndef draw(s): return random_below(s, 10)")
    source = count()
    twins = bind([machine, deal], random_below=lambda s, n: next(source) % n)
    assert [twins.draw(State()) for _ in range(12)] == [*range(10), 0, 1]


# ---------------------------------------------------------------- the type of a bound core


NAMES = [name for kind in (Core, BoundCore) for name in vars(kind) if not name.startswith("_")]


@pytest.mark.parametrize("name", NAMES)
def test_the_type_of_a_core_says_what_its_functions_take(name: str) -> None:
    kind = Core if name in vars(Core) else BoundCore
    promised = [part for part in signature(getattr(kind, name)).parameters if part != "self"]
    for engine in (live.engine, scripted.engine):
        assert list(signature(getattr(engine, name)).parameters) == promised
