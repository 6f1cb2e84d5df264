"""Records as compiled code stores them."""

from typing import Any

import pytest

from lastcard.backends.records import Numbers, Records, first_difference, layout_of, stored
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


@pytest.mark.parametrize(("record", "block"), [(State, 128), (Rules, 128), (Sheet, 64)])
def test_neighbours_share_no_cache_line(record: type, block: int) -> None:
    assert layout_of(record).size % block == 0
    assert Records(record, 2).address % 128 == 0


def test_a_sheet_takes_one_cache_line() -> None:
    assert layout_of(Sheet).size == 64


def test_fields_are_aligned_as_in_C() -> None:
    sheet = Sheet()
    sheet.scores[0], sheet.ranks[0], sheet.eliminated = 1, 2, 3
    stored_bytes = stored(sheet).bytes(0)
    assert stored_bytes[:4] == b"\1\0\0\0"
    assert stored_bytes[40:42] == b"\2\0"  # after ten scores of four bytes
    assert stored_bytes[50:52] == b"\3\0"  # after ten ranks of one byte


@pytest.mark.parametrize("record", RECORDS)
def test_a_record_survives_storing(record: type) -> None:
    one = filled(record)
    assert first_difference(stored(one).get(0), one, record) is None


@pytest.mark.parametrize("record", RECORDS)
def test_what_comes_back_is_plain_python(record: type) -> None:
    back = stored(filled(record)).get(0)

    def items(value: Any) -> list[Any]:
        return [item for part in value for item in items(part)] if isinstance(value, list) else [value]

    assert {type(item) for name, _, _ in fields(record) for item in items(getattr(back, name))} == {int}


def test_what_comes_back_shares_nothing() -> None:
    row = stored(filled(Sheet))
    row.get(0).scores[3] = 77
    assert row.get(0).scores[3] != 77


def test_several_records_become_a_row() -> None:
    row = stored(State(), filled(State), State())
    assert row.length == 3
    assert first_difference(row.get(1), filled(State), State) is None
    assert row.bytes(2) == row.bytes(0) == bytes(layout_of(State).size)


def test_a_new_row_is_all_zeros() -> None:
    assert first_difference(Records(State, 2).get(1), State(), State) is None


def test_the_widest_set_of_cards_can_be_stored() -> None:
    state = State()
    state.hand[9][1] = (1 << 60) - 1
    assert stored(state).get(0).hand[9][1] == (1 << 60) - 1


@pytest.mark.parametrize(("name", "value"), [("turn", 128), ("held", [0] * 9 + [40000])])
def test_what_does_not_fit_is_refused(name: str, value: object) -> None:
    state = State()
    setattr(state, name, value)
    with pytest.raises(OverflowError, match="does not fit its field of a State"):
        stored(state)


@pytest.mark.parametrize("record", RECORDS)
def test_every_field_is_stored_and_compared(record: type) -> None:
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
        assert stored(other).bytes(0) != stored(record()).bytes(0)


def test_the_first_difference_is_named() -> None:
    other = Sheet()
    other.over, other.rounds = 1, 1
    assert first_difference(Sheet(), other, Sheet) == "rounds"


def test_numbers_come_back_row_by_row() -> None:
    numbers = Numbers(2, 3)
    numbers.items[4] = -5
    assert numbers.rows() == [[0, 0, 0], [0, -5, 0]]
    assert Numbers(0, 3).rows() == []
