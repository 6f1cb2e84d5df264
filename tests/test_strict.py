"""The strict reader: what just fits is read; what does not is named, with its place and what was expected."""

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from lastcard._util.strict import (
    DEPTH,
    Shape,
    at_most,
    check_fields,
    kind_of,
    one_of,
    parse_toml,
    read,
    read_json,
    whole,
    written,
)
from lastcard.errors import LastCardError, NotationError, RecordError


class Inner(Shape):
    n: Annotated[int, whole(0, 9)]
    word: Annotated[str, one_of(["a", "b"])] = "a"


class Outer(Shape):
    inner: Inner
    text: Annotated[str, at_most(3)] = ""
    many: Annotated[tuple[Inner, ...], at_most(2)] = ()
    pair: tuple[int, str] | None = None
    free: dict[Annotated[str, written("[a-z]", "a letter")], int] = {}
    either: Annotated[int, whole(1, 5)] | dict[str, int] = 1
    fixed: Literal["x", "y"] = "x"
    flag: bool | None = None
    share: float = 0.0


FINE: dict[str, Any] = {"inner": {"n": 9}, "text": "abc", "many": [{"n": 0}, {"n": 1, "word": "b"}], "free": {"z": 1}}


def test_what_just_fits_is_read() -> None:
    value = read(Outer, FINE)
    assert (value.inner.n, value.text, [one.word for one in value.many]) == (9, "abc", ["a", "b"])


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"inner": {"n": 10}}, "inner: n = 10: expected a number from 0 to 9"),
        ({"inner": {"n": True}}, "inner: n = True: expected a number from 0 to 9"),
        ({"inner": {"n": 1.0}}, "inner: n = 1.0: expected a number from 0 to 9"),
        ({"inner": {"n": 10**30}}, "inner: n = 1000000000000000000000000000000: expected a number from 0 to 9"),
        ({"inner": {}}, "inner: n is missing: expected a number from 0 to 9"),
        ({"inner": 5}, "inner = 5: expected a table"),
        ({"inner": {"n": 1, "wrod": "a"}}, "inner: unknown key 'wrod' (did you mean 'word'?); expected one of n, word"),
        ({"inner": {"n": 1, "word": "c"}}, "inner: word = 'c': expected one of 'a', 'b'"),
        ({"text": "abcd"}, "text = 'abcd': expected a text of at most 3 characters"),
        ({"text": 5}, "text = 5: expected a text of at most 3 characters"),
        ({"many": [{"n": 1}] * 3}, "many = [{'n': 1}, {'n': 1}, {'n': 1}]: expected a list of at most 2"),
        ({"many": [{"n": 1}, {"n": -1}]}, "many 2: n = -1: expected a number from 0 to 9"),
        ({"many": "abc"}, "many = 'abc': expected a list of at most 2"),
        ({"pair": [1, 2]}, "pair 2 = 2: expected a text"),
        ({"free": {"z": "1"}}, "free 'z' = '1': expected a number"),
        ({"free": {"Z": 1}}, "free key = 'Z': expected a letter"),
        ({"either": 6}, "either = 6: expected a number from 1 to 5 or a table"),
        ({"either": {"a": None}}, "either 'a' = None: expected a number"),
        ({"fixed": "z"}, "fixed = 'z': expected one of 'x', 'y'"),
        ({"flag": 1}, "flag = 1: expected true or false"),
        ({"share": "0"}, "share = '0': expected a number"),
        ({5: 1}, "unknown key 5; expected one of inner, text, many, pair, free, either, fixed, flag, share"),
    ],
)
def test_what_does_not_fit_is_named(changes: dict[Any, Any], says: str) -> None:
    with pytest.raises(NotationError) as error:
        read(Outer, FINE | changes, "the file")
    assert str(error.value) == f"the file: {says}"


@pytest.mark.parametrize("data", [None, 5, [], "text"])
def test_what_is_no_table_is_refused(data: object) -> None:
    with pytest.raises(RecordError, match="expected a table"):
        read(Outer, data, error=RecordError)


def test_an_error_need_not_tell_what_was_found() -> None:
    with pytest.raises(NotationError, match="^text = a text of 4 characters: expected a text of at most 3 characters$"):
        read(Outer, FINE | {"text": "w+4r"}, show=kind_of)


class Open(Struct):
    """A table that may have other keys."""

    n: int


def test_a_table_that_may_have_other_keys_has_its_own() -> None:
    assert read(Open, {"x": 1, "n": 2}).n == 2
    with pytest.raises(NotationError, match="^n = a table: expected a number$"):
        read(Open, {"x": 1, "n": {}}, show=kind_of)


class Odd:
    """A number that is odd."""

    def __init__(self, n: int) -> None:
        self.n = n


def odd(kind: type[Odd], data: object) -> Odd:
    if type(data) is not int or data % 2 == 0:
        raise LastCardError(f"{data} is not odd")
    return kind(data)


class Numbers(Shape):
    odd: list[Odd | None]
    size: Annotated[int, Meta(ge=0, le=5, description="a size")] = 0


def test_types_of_ours_are_read_by_a_function_of_ours() -> None:
    assert [one and one.n for one in read(Numbers, {"odd": [1, None, 3]}, hook=odd).odd] == [1, None, 3]
    with pytest.raises(NotationError, match="^odd 2: 4 is not odd$"):
        read(Numbers, {"odd": [1, 4]}, hook=odd)
    with pytest.raises(NotationError, match="^size = 6: expected a size$"):
        read(Numbers, {"odd": [1], "size": 6}, hook=odd)


@pytest.mark.parametrize("text", ["", "[", "NaN", "[1]x", '{"a"}', '"\\ud800"', "\udc80", "[" * 100_000, "9" * 5_000])
def test_a_text_that_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="^the line: not JSON, or nested too deeply$"):
        read_json(text, "the line", RecordError)


def test_data_has_a_depth() -> None:
    assert read_json("[" * DEPTH + "]" * DEPTH, "the line")
    assert parse_toml(f"a = {'[' * (DEPTH - 1)}{']' * (DEPTH - 1)}", "the file", 1_000)
    with pytest.raises(NotationError, match=f"at most {DEPTH} levels"):
        read_json("[" * (DEPTH + 1) + "]" * (DEPTH + 1), "the line")
    with pytest.raises(NotationError, match=f"at most {DEPTH} levels"):
        parse_toml(f"a = {'[' * DEPTH}{']' * DEPTH}", "the file", 1_000)


def test_a_line_of_toml_has_a_length() -> None:
    assert parse_toml("a = 12345", "the file", 9) == {"a": 12345}
    with pytest.raises(NotationError, match="^the file:2: the line is too long; at most 9 characters"):
        parse_toml("b = 1\na = 123456", "the file", 9)


WRITTEN = {"n": 1, "flag": True, "list": [1, {"a": 2}], "table": {"a": [3]}}


@pytest.mark.parametrize("data", [{}, WRITTEN, {"list": [1, {"a": 2}]}])
def test_fields_that_say_what_is_known_anyway_may_be_there(data: dict[str, Any]) -> None:
    check_fields("it", data, WRITTEN)


@pytest.mark.parametrize(
    "data",
    [{"n": 2}, {"n": True}, {"n": 1.0}, {"flag": 1}, {"list": [1]}, {"list": 1}, {"list": [1, {"a": True}]}, {"n": [1]},
     {"table": {}}, {"table": {"a": [3], "b": 1}}, {"table": {"b": [3]}}, {"table": [3]}, {"n": {}}, {"more": 1}],
)  # fmt: skip
def test_fields_that_differ_are_refused(data: dict[str, Any]) -> None:
    with pytest.raises(NotationError, match="^the field '.*' of it must be|^it has no field 'more'"):
        check_fields("it", data, WRITTEN)
