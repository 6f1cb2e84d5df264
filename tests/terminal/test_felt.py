"""The picture of the table and the cards: everything in its place, as large as there is room, nothing lopsided."""

import re

import pytest
from rich.cells import cell_len

from lastcard.game.round import Round
from lastcard.rules import Ruleset
from lastcard.rules.values import Skin
from lastcard.terminal.full.faces import HUGE, LARGE, MEDIUM, SIZES, SMALL, CardSize, Faces
from lastcard.terminal.full.felt import Scene, draw
from lastcard.terminal.full.hand import card_size

DECK = Ruleset().deck
FACES = Faces(DECK, Skin.WHITE)
NAMES = ("You", "Ada", "Ben", "Cyd", "Dot", "Eli", "Fay", "Gus", "Hal", "Ivy")


def drawn(seats: int, width: int, height: int) -> list[str]:
    """The lines of a table at which the first seat looks."""
    status = Round.deal("official", seats=seats, seed=3).view(0).status
    scene = Scene(status, NAMES[:seats], [0] * seats, 0, ["medium"] * seats)
    return draw(scene, FACES, width, height).plain.split("\n")


def column(lines: list[str], text: str) -> tuple[int, int]:
    """The line and the cell in which a text begins."""
    for y, line in enumerate(lines):
        if text in line:
            return y, cell_len(line[: line.index(text)])
    raise AssertionError(f"{text!r} is not there")


@pytest.mark.parametrize(("seats", "per_row"), [(3, 2), (4, 3), (5, 2), (7, 3)])
def test_players_in_rows_are_as_many_in_each_and_spread_over_the_width(seats: int, per_row: int) -> None:
    lines = drawn(seats, 52, 15)
    places = [column(lines, name) for name in NAMES[1:seats]]
    rows = {y: [x for line, x in places if line == y] for y, _ in places}
    assert len(next(iter(rows.values()))) == per_row
    assert all(len(row) in (per_row, per_row - 1) for row in rows.values())
    assert max(x for _, x in places) > 52 // 2


@pytest.mark.parametrize("size", SIZES)
def test_the_back_of_a_card_is_the_same_from_both_sides(size: CardSize) -> None:
    lines = [line.plain for line in FACES.back(size)]
    assert [cell_len(line) for line in lines] == [size.width] * size.height
    marks = [(x, y) for y, line in enumerate(lines) for x, sign in enumerate(line) if sign in "●▲■★"]
    assert len(marks) == 4
    assert sum(x for x, _ in marks) * 2 == 4 * (size.width - 1)
    if size.scale != 2:  # of two lines, a sign stands in one
        assert sum(y for _, y in marks) * 2 == 4 * (size.height - 1)


def test_with_room_the_cards_of_others_are_a_fan_of_backs() -> None:
    lines = drawn(4, 80, 24)
    y, x = column(lines, "Ben")
    assert lines[y + 1][x:].startswith("▗▗▗▗▗▗▗▄▄▖")
    assert lines[y + 2][x:].startswith("▐▐▐▐▐▐▐  ▌ 7")
    assert "▗▗" not in "\n".join(drawn(4, 68, 16))


@pytest.mark.parametrize(("cards", "most", "width"), [(1, 12, 4), (7, 12, 10), (9, 12, 12), (40, 12, 12)])
def test_a_fan_is_never_wider_than_its_place(cards: int, most: int, width: int) -> None:
    assert [line.cell_len for line in FACES.backs(cards, most)] == [width] * 4


@pytest.mark.parametrize(
    ("screen", "size"),
    [((80, 24), None), ((100, 30), SMALL), ((120, 40), MEDIUM), ((200, 50), LARGE), ((300, 80), HUGE)],
)
def test_the_cards_of_a_hand_grow_with_the_screen(screen: tuple[int, int], size: CardSize | None) -> None:
    assert card_size(*screen, 7) == size


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("size", [(52, 15), (60, 11), (68, 16), (80, 24), (148, 31), (248, 56)])
def test_every_player_is_on_the_table_at_every_size(seats: int, size: tuple[int, int]) -> None:
    lines = drawn(seats, *size)
    assert len(lines) == size[1]
    assert all(cell_len(line) <= size[0] for line in lines)
    for name in NAMES[:seats]:
        column(lines, name)
    hands = re.findall("[▌…] 7(?![0-9])", "\n".join(lines))
    assert len(hands) == seats - 1  # nobody's cards lie over another's
    assert "\n".join(lines).count("▄▄▖") == "\n".join(lines).count("▀▀▘")


@pytest.mark.parametrize("size", [(52, 15), (68, 16), (80, 24)])
def test_what_is_owed_covers_no_card(size: tuple[int, int]) -> None:
    position = "r8g2b7/b1y+2/y5y6 w+4:g >1 +4?1<r5@0 b1b2b3b4b5b6|r5 official"
    status = Round.from_position(position).view(1).status
    scene = Scene(status, NAMES[:3], [0] * 3, 1, played=[DECK.card("r5"), DECK.card("r7")])
    lines = draw(scene, FACES, *size).plain.split("\n")
    assert [line for line in lines if " +4 " in line and line.strip()[0] == "╰"]
