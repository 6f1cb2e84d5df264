"""Records as compiled code stores them."""

from typing import Any

import pytest

from lastcard.backends.records import dtype_of, first_difference, plain, stored, zeros
from lastcard.core.layout import Rules, Sheet, State
from lastcard.core.records import fields

RECORDS = [State, Rules, Sheet]


def filled(record: type) -> Any:
    """Return a record in which every field, and every item of a field, has a different value."""
    one = record()
    number = 0

    def fill(shape: tuple[int, ...]) -> Any:
        nonlocal number
        if shape:
            return [fill(shape[1:]) for _ in range(shape[0])]
        number += 1
        return number % 251 - 125

    for name, _, shape in fields(record):
        setattr(one, name, fill(shape))
    return one


@pytest.mark.parametrize("record", RECORDS)
def test_a_stored_record_has_the_fields_of_its_declaration(record: type) -> None:
    dtype = dtype_of(record)
    for name, storage, shape in fields(record):
        assert dtype[name].base.str.endswith(storage)
        assert dtype[name].shape == shape


@pytest.mark.parametrize(("record", "block"), [(State, 128), (Rules, 128), (Sheet, 64)])
def test_neighbours_share_no_cache_line(record: type, block: int) -> None:
    assert dtype_of(record).itemsize % block == 0
    assert dtype_of(record).isalignedstruct


def test_a_sheet_takes_one_cache_line() -> None:
    assert dtype_of(Sheet).itemsize == 64


@pytest.mark.parametrize("record", RECORDS)
def test_a_record_survives_storing(record: type) -> None:
    one = filled(record)
    back = plain(stored(one)[0], record)
    assert all(getattr(back, name) == getattr(one, name) for name, _, _ in fields(record))


@pytest.mark.parametrize("record", RECORDS)
def test_what_comes_back_is_plain_python(record: type) -> None:
    back = plain(stored(filled(record))[0], record)

    def items(value: Any) -> list[Any]:
        return [item for part in value for item in items(part)] if isinstance(value, list) else [value]

    assert {type(item) for name, _, _ in fields(record) for item in items(getattr(back, name))} == {int}


def test_what_comes_back_shares_nothing() -> None:
    row = stored(filled(Sheet))
    back = plain(row[0], Sheet)
    back.scores[3] = 77
    assert row[0]["scores"][3] != 77


def test_several_records_become_a_row() -> None:
    row = stored(State(), filled(State), State())
    assert len(row) == 3
    assert first_difference(row[1], filled(State), State) is None
    assert first_difference(row[2], row[0], State) is None


def test_a_new_row_is_all_zeros() -> None:
    assert first_difference(zeros(State, 2)[1], State(), State) is None


def test_the_widest_set_of_cards_can_be_stored() -> None:
    state = State()
    state.hand[9][1] = (1 << 60) - 1
    assert plain(stored(state)[0], State).hand[9][1] == (1 << 60) - 1


@pytest.mark.parametrize(("name", "value"), [("turn", 128), ("held", [0] * 9 + [40000])])
def test_what_does_not_fit_is_refused(name: str, value: object) -> None:
    state = State()
    setattr(state, name, value)
    with pytest.raises(OverflowError):
        stored(state)


@pytest.mark.parametrize("record", RECORDS)
def test_every_field_is_compared(record: type) -> None:
    for name, _, shape in fields(record):
        other = record()
        target = other
        if shape:
            target = getattr(other, name)
            for _ in shape[1:]:
                target = target[-1]
            target[-1] = 1
        else:
            setattr(other, name, 1)
        assert first_difference(record(), other, record) == name
        assert first_difference(stored(other)[0], record(), record) == name


def test_the_first_difference_is_named() -> None:
    other = Sheet()
    other.over, other.rounds = 1, 1
    assert first_difference(Sheet(), other, Sheet) == "rounds"
