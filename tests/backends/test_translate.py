"""What is translated does in C what it does in Python; what could differ is refused, with its file and line."""

import re
import subprocess
from array import array
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType

import pytest

import constructs
import longer
from lastcard.backends.c import compiler, library
from lastcard.backends.c.source import source
from lastcard.backends.c.types import Refused
from lastcard.backends.records import Numbers, stored
from lastcard.core import machine
from lastcard.core.layout import State
from lastcard.core.records import fields
from lastcard.sim import sampler

CONSTRUCTS = [
    name
    for name, value in vars(constructs).items()
    if getattr(value, "__module__", "") == "constructs" and getattr(value, "__annotations__", {}).get("states")
]
ENTRIES = [*CONSTRUCTS, "own_record", "stored_lists"]
STRICT = ("-O1", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-Wno-unused-function", "-Wno-unused-variable")


@cache
def compiled() -> library.Library:
    command = compiler.find_compiler()
    if command is None:
        pytest.skip("there is no C compiler")
    folder = Path(mkdtemp())
    text = folder / "constructs.c"
    text.write_text(source([machine, sampler, constructs], ENTRIES))
    made = folder / "constructs.so"
    flags = [*compiler.FLAGS, *STRICT, "-fPIC", "-DCHECKED"]
    subprocess.run([*command, *flags, "-o", str(made), str(text)], check=True)
    return library.Library(made)


def given() -> list[State]:
    """Return two states, the second with something in every part."""
    first, second = State(), State()
    first.points[:3] = [-20, 13, 4]
    second.rng[:] = [1, 2, 3, 4]
    second.hand[3][1], second.turn, second.tally[7] = 1 << 59, 2, -5
    return [first, second]


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_construct(name: str) -> None:
    plain, row = given(), stored(*given())
    getattr(constructs, name)(plain)
    compiled().call(name, row)
    for place, state in enumerate(plain):
        assert row.bytes(place) == stored(state).bytes(0)
    assert row.bytes(0) != stored(given()[0]).bytes(0), "it must leave something"


def test_construct_own_record() -> None:
    bag, table, numbers = constructs.Bag(), [[1, -2, 3], [4, 5, 7]], [10, 20, 30]
    bags, flat, row = stored(constructs.Bag()), Numbers(2, 3), Numbers(3)
    for place, number in enumerate(number for line in table for number in line):
        flat.items[place] = number
    for place, number in enumerate(numbers):
        row.items[place] = number
    compiled().call("own_record", bags, flat, row)
    constructs.own_record([bag], table, numbers)
    assert bags.bytes(0) == stored(bag).bytes(0)
    assert flat.rows() == table
    assert row.items.tolist() == numbers


class Items:
    """Numbers as other programs store them, in rows of this width."""

    def __init__(self, code: str, numbers: list[float], width: int = 0) -> None:
        self.numbers = array(code, numbers)
        self.address = self.numbers.buffer_info()[0]
        self.length, self.width = len(numbers) // (width or 1), width


def test_construct_lists_of_other_types() -> None:
    small, ints = [1, -2, 3], [7, 8, 9]
    rows, floats = [[9, 9, 9], [9, 9, 9]], [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    given = (Items("b", small), Items("b", [9] * 6, 3), Items("i", ints), Items("f", [0.0] * 6, 3))
    compiled().call("stored_lists", *given)
    constructs.stored_lists(small, rows, ints, floats)
    assert given[0].numbers.tolist() == small and given[2].numbers.tolist() == ints
    assert given[1].numbers.tolist() == sum(rows, [])
    assert given[3].numbers.tolist() == pytest.approx(sum(floats, []))


def test_a_longer_record_takes_the_place_of_another(tmp_path: Path) -> None:
    command = compiler.find_compiler()
    if command is None:
        pytest.skip("there is no C compiler")
    modules, entries = [machine, longer], ["play_longer"]
    library.build(modules, entries, tmp_path, command, compiler.this_machine(), ["-O1"])
    made = library.opened(tmp_path, library.digest(modules, entries, ["-O1"]))
    assert made is not None and library.opened(tmp_path, library.digest(modules, entries)) is None
    row = stored(longer.Longer())
    made.call("play_longer", row)
    assert (row.get(0).turn, row.get(0).noted, row.get(0).tally[4]) == (3, 45_067, 0)


def test_the_fields_of_a_longer_record_come_after_those_it_extends() -> None:
    assert fields(longer.Longer) == (*fields(State), ("noted", "i8", ()))


# ---------------------------------------------------------------- refusals


class Text:
    """A loader that has the text of a module."""

    def __init__(self, text: str) -> None:
        self.text = text

    def get_source(self, name: str) -> str:
        return self.text


HEAD = """\
from typing import Any
from lastcard.core.layout import Rules, State
from lastcard.core.machine import next_word, random_below
TABLE = (1, 2, 3)
three = 3
HUGE = 1 << 70
INFINITE = float("inf")
def twice(function: Any) -> Any:
    return function
@twice
def decorated(s: State) -> int:
    return s.turn
def replaced(s: State) -> int:
    return 1
replaced = change_none = lambda s: 2
def change(s: State) -> int:
    s.turn += 1
    return s.turn
def pair(s: State) -> tuple[int, int]:
    return s.turn, s.top
def void(s: State) -> None:
    s.turn = 0
def untyped(s: State, n):
    s.turn = n
def listed(s: State, numbers: dict[str, int]) -> None:
    s.turn = 0
def usual(s: State, n: int = 3) -> None:
    s.turn = n
def endless(s: State) -> int:
    return endless(s)
def boolean(s: State) -> bool:
    return {boolean}
def number(s: State) -> int:
    {number}
def play(states: list[State], rules: list[Rules]) -> None:
    s, r = states[0], rules[0]
"""


def module_of(body: str, boolean: str = "s.turn == 0", number: str = "return s.turn") -> ModuleType:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    text = HEAD.replace("{boolean}", boolean).replace("{number}", number.replace("\n", "\n    ")) + lines
    module = ModuleType("refused")
    module.__loader__ = Text(text)  # type: ignore[assignment]  # all that is asked of it
    exec(compile(text, "refused.py", "exec"), vars(module))
    return module


def refusal(body: str, **parts: str) -> str:
    with pytest.raises(Refused) as caught:
        source([machine, module_of(body, **parts)], ["play"])
    return str(caught.value)


REFUSALS: dict[str, tuple[str, str]] = {
    # Order of evaluation.
    "operands": ("s.top = s.turn + change(s)", "the order of evaluation matters: s.turn + change(s)"),
    "two draws": ("s.top = random_below(s, 2) - random_below(s, 3)", "the order of evaluation matters"),
    "comparison": ("if s.turn < change(s):\n    s.top = 1", "the order of evaluation matters"),
    "arguments": ("s.top = max(change(s), s.turn)", "the order of evaluation matters"),
    "index and value": ("s.held[s.turn] = change(s)", "the order of evaluation matters"),
    "index and index": ("s.top = s.count[change(s)][s.turn]", "the order of evaluation matters"),
    "a named row": ("rng = s.rng\ns.top = rng[0] + random_below(s, 3)", "the order of evaluation matters"),
    "range": ("for i in range(s.turn, change(s)):\n    s.top = i", "the order of evaluation matters"),
    "changed in place": ("s.turn += change(s)", "the order of evaluation matters"),
    "an index that counts": ("s.held[change(s)] += 1", "an index must not change anything"),
    "an unpacked row": ("a, b = s.hand[change(s)]\ns.top = a", "an index must not change anything"),
    "a tuple": ("a = (s.turn, change(s))\ns.top = a[0]", "the order of evaluation matters"),
    # `and` and `or`, truth values.
    "or as a value": ("s.top = s.turn or 5", "`and` and `or` give one of their operands"),
    "and as a value": ("n = s.turn and s.top > 1\ns.top = n", "`and` and `or` give one of their operands"),
    "a float as a condition": ("if 0.5:\n    s.top = 1", "an integer or a truth value is needed"),
    # Widths.
    "a product": ("s.rng[0] = s.rng[1] * s.rng[2]", "the product could overflow: s.rng[1] * s.rng[2]"),
    "a product of one name": ("n = s.rng[1]\nn *= 3\ns.rng[0] = n", "the product could overflow"),
    "a growing product": ("n = 1\nfor _ in range(9):\n    n *= s.points[0]\ns.top = n", "the product could overflow"),
    "a number": ("s.rng[0] = HUGE", "the number does not fit in 64 bits"),
    "a value for a field": ("s.turn = 300", "the value never fits in turn"),
    "a sum for a field": ("s.turn = 128 + s.out % 3", "the value never fits in turn"),
    "an item": ("s.turn = s.held[10]", "there is no such item; there are 10"),
    "an item from the end": ("s.turn = s.held[-1]", "there is no such item"),
    "a wide float": ("if s.rng[0] / 2 > 1:\n    s.top = 1", "too large to be a float without rounding"),
    "a wide comparison": ("if s.rng[0] > 0.5:\n    s.top = 1", "too large to be a float without rounding"),
    "an infinite number": ("if INFINITE > 1.0:\n    s.top = 1", "the number is not finite"),
    "a sum of constants": ("s.rng[0] = 0x7FFFFFFFFFFFFFFF + 1", "the result does not fit in 64 bits"),
    "a difference of constants": ("s.rng[0] = -0x7FFFFFFFFFFFFFFF - 2", "the result does not fit in 64 bits"),
    "a shift of a constant": ("s.rng[0] = 3 << 62", "the result does not fit in 64 bits"),
    "a shift too far": ("s.rng[0] = s.turn << 64", "a shift must be by 0 to 63 places"),
    "a shift back too far": ("s.rng[0] = s.turn >> 64", "a shift must be by 0 to 63 places"),
    "a shift by less than nothing": ("s.rng[0] = s.turn >> -1", "a shift must be by 0 to 63 places"),
    "division by zero": ("s.rng[0] = s.turn // 0", "this divides by zero"),
    "remainder of zero": ("s.rng[0] = s.turn % 0", "this divides by zero"),
    "floats divided by zero": ("n = s.turn / 0\ns.top = 1", "this divides by zero"),
    # Names and types.
    "a name of ours": ("t1_ = 5\nfor i in range(3):\n    s.top = t1_", "names in this style are for the translator"),
    "a name of ours for a word of C": ("short_ = 5\ns.top = short_", "names in this style are for the translator"),
    "a name of a function in C": ("lc_change = 5\ns.top = lc_change", "names in this style are for the translator"),
    "a name like a type": ("INT = 5\ns.top = INT", "names in this style are for the translator"),
    "a name that is not read": ("_ = 5\nfor _ in range(3):\n    pass\ns.top = _", "this name cannot be read"),
    "a row of another record": (
        "hand = s.hand[1]\ns = states[1]\nhand[0] = 5",
        "only a row of a record whose name is assigned once",
    ),
    "a long tuple": ("n = (1, 2, 3, 4, 5)\ns.top = n[4]", "a tuple has 2 to 4 integers or 2 floats"),
    "a tuple of one": ("n = (s.turn,)\ns.top = n[0]", "a tuple has 2 to 4 integers or 2 floats"),
    "a tuple or a truth value": ("n = (1, 2) if s.top else s.turn == 1\ns.top = 1", "numbers of one type"),
    "a decorated function": ("s.top = decorated(s)", "the function is not what this text makes: decorated()"),
    "a function replaced": ("s.top = replaced(s)", "the function is not what this text makes: replaced()"),
    "not assigned": ("if s.turn:\n    n = 1\ns.top = n", "this name may not have been assigned yet: n"),
    "assigned in a loop": ("for i in range(s.turn):\n    n = i\ns.top = n", "this name may not have been assigned yet"),
    "assigned later": ("s.top = three\nthree = 3", "this is neither a name assigned before nor a constant: three"),
    "no constant": ("s.top = TABLE[0]", "this is neither a name assigned before nor a constant: TABLE"),
    "another type": ("n = 1\nn = 0.5\ns.top = 1", "the value is not of the type that is declared: n = 0.5"),
    "several rows": ("a, b = s.held, s.points\na[0] = b[0]", "only numbers can be kept"),
    "another row": ("n = s.held\nn = s.points\nn[0] = 1", "the value is not of the type that is declared"),
    "a number as a row": ("n = 1\nn = s.points\nn[0] = 1", "the value is not of the type that is declared"),
    "a truth value is wanted": ("b = s.turn == 1\nb = 2\ns.top = 1", "the value is not of the type that is declared"),
    "no value": ("n = void(s)", "this cannot be given a name: n = void(s)"),
    "a void sum": ("s.top = void(s) + 1", "a number is needed: void(s)"),
    "a row or another": ("n = s.held if s.top else s.points\nn[0] = 1", "both sides must be numbers of one type"),
    "a float or an int": ("n = 0.5 if s.top else 1\ns.top = 1", "both sides must be numbers of one type"),
    "a row without a name": ("n = states[0].held\nn[0] = 1", "only a row of a record with a name"),
    "no field": ("s.top = s.middle", "this is not a field of a record: s.middle"),
    "a field of a number": ("s.top = s.turn.real", "this is not a field of a record"),
    "an array as a number": ("s.top = s.held + 1", "a number is needed: s.held"),
    "an array stored": ("s.held = s.points", "only integers can be stored"),
    "part of an array stored": ("s.hand[0] = 5", "nothing can be assigned to this: s.hand[0]"),
    "an item of a number": ("s.top = s.turn[0]", "this has no items"),
    "a float index": ("s.top = s.held[0.5]", "an integer is needed: 0.5"),
    "a float stored": ("s.top = 0.5", "only integers can be stored"),
    "floor division of floats": ("n = 1.5 // 2.0\ns.top = 1", "this operator takes integers"),
    "inverted float": ("n = ~1.5\ns.top = 1", "this operator takes integers"),
    "power": ("s.top = s.turn ** 2", "there is no such operator in C"),
    "too few values": ("a, b, c = pair(s)\ns.top = 1", "2 values for 3 names"),
    "unpacked number": ("a, b = s.turn\ns.top = 1", "this cannot be unpacked"),
    "several tuples": ("a, b = c, d = pair(s)\ns.top = 1", "several targets must be single ones"),
    "a mixed tuple": ("n = (1, 0.5)\ns.top = 1", "the items must be numbers of one type"),
    # Calls.
    "another function": ("s.top = abs(s.turn)", "this function is not translated: abs(s.turn)"),
    "keywords": ("s.top = random_below(s, n=3)", "this is not part of the core's style"),
    "arguments missing": ("s.top = random_below(s)", "random_below() takes 2 arguments"),
    "a wrong argument": ("s.top = random_below(r, 2)", "the value is not of the type that is declared: r"),
    "a float argument": ("s.top = random_below(s, 2.5)", "the value is not of the type that is declared: 2.5"),
    "min of three": ("s.top = min(1, s.turn, 3)", "min() is not translated with these arguments"),
    "len of a number": ("s.top = len(s.held)", "len() is not translated with these arguments"),
    "recursion": ("s.top = endless(s)", "endless() calls itself"),
    "a default": ("usual(s)", "only plain parameters can be translated: usual()"),
    "no annotation": ("untyped(s, 3)", "no annotation for n, return: untyped()"),
    "an unknown type": ("listed(s, 3)", "has no counterpart in C"),
    # Statements.
    "chained comparison": ("if 1 < s.turn < 3:\n    s.top = 1", "this is not part of the core's style"),
    "membership": ("if s.turn in (1, 2):\n    s.top = 1", "this is not part of the core's style"),
    "a string": ("n = 'x'", "this is not part of the core's style"),
    "raise": ("raise ValueError", "this is not part of the core's style: raise ValueError"),
    "a loop over items": ("for i in s.held:\n    s.top = i", "this is not part of the core's style"),
    "else of a loop": ("for i in range(3):\n  s.top = i\nelse:\n  s.top = 2", "this is not part of the core's style"),
    "a step": ("for i in range(0, 9, s.turn):\n    s.top = i", "the step must be a constant other than zero"),
    "a step of zero": ("for i in range(0, 9, 0):\n    s.top = i", "the step must be a constant other than zero"),
    "never reached": ("return\ns.top = 1", "this is never reached: s.top = 1"),
    "a method": ("s.held.append(3)", "this is not part of the core's style"),
    "with": ("with s:\n    s.top = 1", "this is not part of the core's style"),
    "a function inside": ("def inner() -> None:\n    pass\ninner()", "this is not part of the core's style"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_refused(name: str) -> None:
    body, message = REFUSALS[name]
    assert message in refusal(body)


@pytest.mark.parametrize(
    ("part", "text", "message"),
    [
        ("boolean", "s.turn", "the value is not of the type that is declared: return s.turn"),
        ("number", "if s.turn:\n    return 1", "the function may end without a result"),
        ("number", "return", "a result is needed"),
        ("number", "return 0.5", "the value is not of the type that is declared"),
        ("number", "while True:\n    s.turn += 1", "the function may end without a result"),
    ],
)
def test_a_result_of_the_wrong_type_is_refused(part: str, text: str, message: str) -> None:
    call = "if boolean(s):\n    s.top = number(s)"
    assert message in refusal(call, **{part: text})


def test_a_refusal_names_file_and_line() -> None:
    line = HEAD.count("\n") + 2
    assert re.match(rf"refused\.py:{line}: ", refusal("s.top = 1\ns.top = s.turn or 5"))


def test_two_functions_of_one_name_are_refused() -> None:
    with pytest.raises(Refused, match=r"refused\.py:8: another module defines twice\(\) too"):
        source([machine, module_of(""), with_file(module_of(""))], ["play"])


def with_file(module: ModuleType) -> ModuleType:
    module.__file__ = "refused.py"
    return module


@pytest.mark.parametrize(
    ("entry", "message"),
    [("nowhere", "no module defines the entry"), ("change", "the entry change() must take lists and return nothing")],
)
def test_an_entry_that_python_cannot_call_is_refused(entry: str, message: str) -> None:
    with pytest.raises(Refused, match=re.escape(message)):
        source([machine, module_of("s.top = 1")], [entry])


def test_a_product_that_fits_is_translated() -> None:
    source([machine, module_of("s.rng[0] = s.points[0] * s.points[1]")], ["play"])
    source([machine, module_of("s.rng[0] = (s.rng[1] & 65535) * s.points[1]")], ["play"])
    source([machine, module_of("s.rng[0] = min(max(s.rng[1], 0), 9) * s.points[1] * 1000")], ["play"])


def test_what_writes_other_fields_may_come_in_any_order() -> None:
    source([machine, module_of("s.top = s.held[0] + change(s)")], ["play"])


def test_what_no_entry_reaches_need_not_be_translatable() -> None:
    assert "lc_untyped" not in source([machine, module_of("s.top = 1")], ["play"])
