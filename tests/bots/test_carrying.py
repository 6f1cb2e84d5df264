"""Where a net plays besides the rules and seats that it was trained for, and what it is shown there."""

from pathlib import Path

import pytest

from lastcard.arena import wilson
from lastcard.bots import LearnedBot
from lastcard.bots.carrying import Carried, Place, read_places, write_places
from lastcard.bots.learned import net_for
from lastcard.env import Observer
from lastcard.env.layout import Setting
from lastcard.errors import LastCardError
from lastcard.game.round import Round
from lastcard.rules import Ruleset

PLACE = Place("official-2", "one", "abc", 2, 1024, 0.66, 0.63, 0.69, 30.5, 29.1)
FEATURES = 648  # of the net for four seats


def setting(rules: str, seats: int) -> Setting:
    return Observer(rules, seats=seats, claims="auto").setting


def test_there_are_places_for_other_rules_and_fewer_seats() -> None:
    places = {(place.rules, place.seats) for place in read_places()}
    assert {("one", 2), ("official", 3)} <= places


@pytest.mark.parametrize("place", read_places(), ids=lambda place: f"{place.rules}-{place.seats}")
def test_a_place_is_of_the_rules_as_they_are_and_its_net_surely_wins_more_than_its_share(place: Place) -> None:
    rules = Ruleset.from_id(place.rules)
    assert place.digest == rules.digest
    assert net_for(rules, place.seats) is not None
    low, high = wilson(place.wins * place.rounds, place.rounds)
    assert (place.low, place.high) == (pytest.approx(low, abs=1e-3), pytest.approx(high, abs=1e-3))
    assert place.low > 1.1 / place.seats and place.turns <= 1.3 * place.usual_turns


@pytest.mark.parametrize(("rules", "seats"), [("one", 2), ("official", 3)])
def test_a_carried_net_finishes_a_round(rules: str, seats: int) -> None:
    bot, table = LearnedBot(), Round.deal(rules, seats=seats, seed=1)
    while not table.over and table.ply < 1_000:
        seat = table.awaited[0]
        table.act(seat, bot.decide(table.view(seat)))
    assert table.over


def test_places_are_read_as_they_were_written(tmp_path: Path) -> None:
    write_places([PLACE], tmp_path / "places.json")
    assert read_places(tmp_path / "places.json") == [PLACE]


@pytest.mark.parametrize("text", ["", "[", "5", "[5]", "{}", '[{"net": "official-2"}]', "[" * 100_000])
def test_a_damaged_file_names_no_place(text: str, tmp_path: Path) -> None:
    (tmp_path / "places.json").write_text(text)
    assert read_places(tmp_path / "places.json") == []
    assert read_places(tmp_path / "missing.json") == []


@pytest.mark.parametrize(("rules", "seats"), [("official+pairs", 2), ("juno-seven0", 2), ("official", 5)])
def test_a_net_is_not_carried_to_where_it_does_not_know_what_may_be_done(rules: str, seats: int) -> None:
    own = setting("official", 4 if seats == 5 else 2)
    with pytest.raises(LastCardError, match="cannot play at|does not know all"):
        Carried(own, setting(rules, seats), FEATURES)


def test_choices_are_matched_by_their_numbers() -> None:
    """Nobody challenges by the rules of `one`, so there every choice after that has another place."""
    own, there = setting("official", 2), setting("one", 2)
    choices = Carried(own, there, 476).choices
    assert [own.universal[choice] for choice in choices] == there.universal
    assert choices != list(range(len(choices)))


def test_with_fewer_seats_the_neighbours_are_those_of_the_net() -> None:
    """Of three, who plays next is the next of four, and who played before is the last of four."""
    own, there = setting("official", 4), setting("official", 3)
    seen = [0] * there.layout.size
    for place, cards in ((0, 5), (1, 6), (2, 7)):
        part = there.layout[f"seat +{place}"]
        seen[part.start + part.names.index("cards")] = cards
    shown = Carried(own, there, FEATURES).shown(seen)
    found = [own.layout[f"seat +{place}"] for place in range(4)]
    assert [shown[part.start + part.names.index("cards")] for part in found] == [5, 6, 0, 7]
