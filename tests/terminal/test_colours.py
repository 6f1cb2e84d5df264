"""Colours on terminals that do not have them all: over ssh, in tmux, on a console."""

from colorsys import rgb_to_hls

import pytest
from rich.color import Color, ColorSystem

from lastcard.core.terms import RANKS, WILD
from lastcard.rules import Ruleset
from lastcard.rules.values import Skin
from lastcard.terminal.full.colours import FELTS, LOUD, RED
from lastcard.terminal.full.faces import Faces

ROWS = {name: row for row, (_, name) in enumerate(Ruleset().deck.colours)}
ANSI = {"red": (1, 9), "green": (2, 10), "yellow": (3, 11), "blue": (4, 12)}


def field(colour: str, *, veiled: bool = False) -> Color:
    found = Faces(Ruleset().deck, Skin.WHITE).paint(ROWS[colour], veiled=veiled).bgcolor
    assert found is not None
    return found


def hue(colour: Color) -> float:
    """Return the hue in degrees."""
    return rgb_to_hls(*colour.get_truecolor().normalized)[0] * 360


@pytest.mark.parametrize("colour", ROWS)
def test_with_256_colours_a_card_keeps_its_hue(colour: str) -> None:
    shown = field(colour).downgrade(ColorSystem.EIGHT_BIT)
    assert abs((hue(shown) - hue(field(colour)) + 180) % 360 - 180) < 20, shown


def test_with_256_colours_cards_that_cannot_be_played_still_differ() -> None:
    assert len({field(colour, veiled=True).downgrade(ColorSystem.EIGHT_BIT) for colour in ROWS}) == len(ROWS)


@pytest.mark.parametrize("colour", ROWS)
def test_with_16_colours_a_card_has_the_colour_of_its_name(colour: str) -> None:
    assert field(colour).downgrade(ColorSystem.STANDARD).number in ANSI[colour]


@pytest.mark.parametrize("system", [ColorSystem.EIGHT_BIT, ColorSystem.STANDARD])
def test_with_fewer_colours_the_table_stays_dark_or_light(system: ColorSystem) -> None:
    lights = {
        dark: rgb_to_hls(*Color.parse(felt).downgrade(system).get_truecolor().normalized)[1]
        for dark, felt in FELTS.items()
    }
    assert lights[True] < 0.1
    assert lights[False] > 0.8


def test_with_16_colours_what_is_loud_is_yellow_and_what_is_bad_is_red() -> None:
    loud = Color.parse(LOUD.rpartition(" ")[2])
    assert [one.downgrade(ColorSystem.STANDARD).number for one in (loud, Color.parse(RED))] == [11, 9]


def test_a_wild_is_black_everywhere() -> None:
    wild = Faces(Ruleset().deck, Skin.WHITE).paint(WILD // RANKS).bgcolor
    assert wild is not None
    for system in (ColorSystem.EIGHT_BIT, ColorSystem.STANDARD):
        assert max(wild.downgrade(system).get_truecolor()) < 32
