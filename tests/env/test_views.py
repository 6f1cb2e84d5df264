"""What tables show is what views show: the compiled memory is that of a view, and the mask is what may be done."""

from random import Random

import pytest

from lastcard.env import Observer, Tables
from lastcard.errors import LastCardError
from lastcard.game.round import Round
from lastcard.rules import PRESETS, Ruleset
from strategies import seat_counts
from walks import RULES, odd_ruleset


def compare(tables: Tables, observer: Observer, steps: int, *, every: int = 1) -> None:
    """Play at random, and hold what tables show against the views of their rounds."""
    names = tables.layout.names
    for number in range(steps):
        if number % every == 0:
            for table in range(tables.tables):
                seat = int(tables.seat[table])
                round_ = tables.round(table)
                assert str(round_) == tables.position(table)
                view = round_.view(seat)
                claim = bool(tables.obs[table, tables.layout["claim"].start])
                wanted, found = observer.observe(view, claim=claim), tables.obs[table].tolist()
                wrong = [(names[i], a, b) for i, (a, b) in enumerate(zip(wanted, found, strict=True)) if a != b]
                assert not wrong, f"{tables.position(table)} {view.seat}: {wrong[:9]}"
                legal = tables.mask[table].nonzero()[0].tolist()
                assert legal == observer.legal(view, claim=claim), tables.position(table)
        tables.step(tables.sample())


@pytest.mark.parametrize("rules", RULES)
def test_presets(rules: str) -> None:
    counts = seat_counts(Ruleset.from_id(rules))
    for number, seats in enumerate(counts):
        colours = ("canonical", "as-is")[number % 2]
        claims = ("ask", "ask", "auto")[number % 3]
        tables = Tables(rules, seats=seats, tables=1, seed=number, claims=claims, colours=colours)
        compare(tables, Observer(rules, seats=seats, claims=claims, colours=colours), 40, every=4)


@pytest.mark.parametrize("seed", range(30))
def test_random_rules(seed: int) -> None:
    rng = Random(seed)
    rules = odd_ruleset(rng)
    seats = rng.choice(seat_counts(rules))
    episode = rng.choice(["round", "match"])
    tables = Tables(rules, seats=seats, tables=1, seed=seed, episode=episode, forced=rng.choice(["ask", "skip"]))
    compare(tables, Observer(rules, seats=seats, episode=episode), 60, every=3)


def test_all_presets_are_tried() -> None:
    assert set(PRESETS) <= set(RULES)


# ---------------------------------------------------------------- what is given


@pytest.mark.parametrize(("rules", "seats"), [("official", 4), ("juno-serious", 2), ("official+stack", 2)])
def test_a_view_of_another_table_is_refused(rules: str, seats: int) -> None:
    observer, view = Observer("official", seats=2), Round.deal(rules, seats=seats, seed=1).view(0)
    for ask in (observer.observe, observer.legal):
        with pytest.raises(LastCardError, match=f"for official with 2 seats, but the view is of .* with {seats}"):
            ask(view, claim=False)
    with pytest.raises(LastCardError, match="the view is of"):
        observer.action(view, 0)


@pytest.mark.parametrize("other", [None, "r7/? r5 >0 - 60|20 official", Round.deal("official", seats=2, seed=1)])
def test_what_is_no_view_is_refused(other: object) -> None:
    with pytest.raises(LastCardError, match="an observer shows a View, not"):
        Observer("official", seats=2).observe(other, claim=False)  # type: ignore[arg-type]


def test_whether_a_claim_is_asked_for_must_be_said() -> None:
    observer, view = Observer("official", seats=2), Round.deal("official", seats=2, seed=1).view(0)
    for asked in (observer.observe, observer.legal):
        with pytest.raises(LastCardError, match="claim must be True or False, not 'x'"):
            asked(view, claim="x")  # type: ignore[arg-type]


@pytest.mark.parametrize("index", [-1, 999, None, 1.0, "x"])
def test_an_index_that_does_not_exist_stands_for_nothing(index: object) -> None:
    with pytest.raises(LastCardError, match="an index must be"):
        Observer("official", seats=2).action(Round.deal("official", seats=2, seed=1).view(0), index)  # type: ignore[arg-type]
