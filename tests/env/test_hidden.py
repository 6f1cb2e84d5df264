"""What a seat may not know does not reach its observation or its mask; the truth is kept apart."""

from random import Random

import pytest

from lastcard.env import Tables
from lastcard.env.engine import interpreted_tables
from lastcard.env.game import SHOW, Game
from lastcard.rules import Ruleset
from lastcard.sim.policies import TABLE_BITS
from strategies import seat_counts
from twins import HOUSES
from walks import deal_again, odd_ruleset


def ask_again(tables: Tables, game: Game) -> None:
    """Work out again what the seat that decides may do."""
    r, core = tables.rules.core_rules, interpreted_tables()
    if game.asking:
        game.low, game.high, game.verbs = core.open_rights(game, r, game.seat)
    else:
        game.low, game.high, verbs = core.legal(game, r, game.seat)
        game.verbs = verbs & TABLE_BITS


def check(rules: Ruleset, seats: int, seed: int) -> int:
    """Deal what the seat that decides cannot know again, and compare what is shown; return how often truth differed."""
    rng = Random(seed)
    tables = Tables(rules, seats=seats, tables=4, seed=seed, truth=True, forced="ask")
    show = tables._runner.prepare((SHOW,), tables._plans, tables._chosen)
    different = 0
    for _ in range(40):
        shown = [array.copy() for array in (tables.obs, tables.mask, tables.seat)]
        truth = tables.truth.copy()
        games = [tables._runner.game(table) for table in range(4)]
        for table in range(4):
            twin = tables._runner.game(table)
            deal_again(twin, twin.seat, rng)
            ask_again(tables, twin)
            tables._runner.put_game(table, twin)
        show()
        for before, after in zip(shown, (tables.obs, tables.mask, tables.seat), strict=True):
            assert (before == after).all(), [tables.layout.names[i] for i in (before != after).nonzero()[1][:5]]
        different += int((truth != tables.truth).any(axis=1).sum())
        for table, game in enumerate(games):
            tables._runner.put_game(table, game)
        show()
        tables.step(tables.sample())
    return different


@pytest.mark.parametrize("rules", HOUSES)
def test_hidden_cards_dealt_again_change_nothing_that_is_shown(rules: str) -> None:
    ruleset = Ruleset.from_id(rules)
    counts = seat_counts(ruleset)
    assert sum(check(ruleset, seats, seats) for seats in (counts[0], counts[-1])) > 40


@pytest.mark.parametrize("seed", range(10))
def test_random_rules(seed: int) -> None:
    rng = Random(seed)
    rules = odd_ruleset(rng)
    check(rules, rng.choice(seat_counts(rules)), seed)


def test_the_truth_is_apart() -> None:
    without, with_truth = (Tables("official", seats=3, tables=32, seed=1, truth=truth) for truth in (False, True))
    assert without.truth.shape == (32, 0)
    for _ in range(100):
        assert without.obs.tobytes() == with_truth.obs.tobytes()
        without.step(without.sample())
        with_truth.step(with_truth.sample())


def test_the_truth_is_true() -> None:
    tables = Tables("official", seats=3, tables=1, seed=1, truth=True, colours="as-is")
    for _ in range(40):
        round_, seat = tables.round(0), int(tables.seat[0])
        state = round_.live_state()
        for place in (1, 2):
            other = (seat + place * state.direction) % 3
            part = tables.truth_layout[f"hand +{place}"]
            held = [n for n, count in zip(part.names, tables.truth[0, part.slice], strict=True) for _ in range(count)]
            assert sorted(held) == sorted(card.text for card in round_.view(other).hand)
        part = tables.truth_layout["stock 0"]
        shown = [name.split()[-1] for name, bit in zip(part.names, tables.truth[0, part.slice], strict=True) if bit]
        if state.n_stock:
            assert "".join(shown) == tables.rules.deck.text[state.pile[state.n_stock - 1]]
        tables.step(tables.sample())
