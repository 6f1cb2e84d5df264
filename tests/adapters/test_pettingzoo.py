"""The environment for PettingZoo: all seats are agents."""

from collections.abc import Callable

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.test import api_test, seed_test

from lastcard.env import IllegalChoice, Observer
from lastcard.env.pettingzoo.lastcard_v1 import env, raw_env
from lastcard.errors import LastCardError

# What api_test says of every environment with a mask in its observations that is not its own.
EXPECTED = [
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably",
    "ignore:Observation numpy array is all zeros", "ignore:Action mask numpy array is all zeros",
]  # fmt: skip
pytestmark = [pytest.mark.filterwarnings(warning) for warning in EXPECTED]
RULES = [("official", 2), ("juno-seven0+jump-in", 4), ("juno-serious", 3), ("official", 10)]


@pytest.mark.parametrize("make", [env, raw_env])
@pytest.mark.parametrize(("rules", "seats"), RULES)
def test_it_passes_the_tests_of_pettingzoo(make: Callable[..., AECEnv], rules: str, seats: int) -> None:
    api_test(make(rules, seats=seats), num_cycles=100)
    seed_test(lambda: make(rules, seats=seats), num_cycles=50)


def test_matches_and_bots_in_some_seats_pass_too() -> None:
    table = env("juno-serious", seats=4, episode="match", reward="points", opponents={1: "careful", 2: "random"})
    assert table.possible_agents == ["seat_0", "seat_3"]
    assert raw_env(seats=3, opponents=[{1: "careful"}]).possible_agents == ["seat_0", "seat_2"]
    api_test(table, num_cycles=500)


def test_what_is_not_legal_costs_what_was_chosen() -> None:
    for reward in (-1.0, -7.0):
        table = env(seats=2, illegal_reward=reward)
        table.reset(seed=1)
        agent = table.agent_selection
        table.step(int(np.flatnonzero(table.observe(agent)["action_mask"] == 0)[0]))
        assert table.rewards[agent] == reward and table.terminations[agent]


def test_every_agent_is_paid_when_the_round_ends() -> None:
    table, dice = raw_env("official+draw-voluntary=no", seats=3), np.random.default_rng(1)
    for seed in range(20):
        table.reset(seed=seed)
        total = dict.fromkeys(table.agents, 0.0)
        for agent in table.agent_iter():
            seen, reward, ended, _, info = table.last()
            total[agent] += reward
            assert (seen["action_mask"] == info["action_mask"]).all()
            assert seen["action_mask"].any() != ended
            table.step(None if ended else dice.choice(np.flatnonzero(seen["action_mask"])))
        assert sorted(total.values()) == pytest.approx([-0.5, -0.5, 1.0]) and not table.agents


def test_in_a_match_every_round_is_paid_once() -> None:
    """An agent is told what it has earned since it was last asked."""
    rules = "official+draw-voluntary=no+target=200"
    table, dice = raw_env(rules, seats=3, episode="match", reward="points"), np.random.default_rng(1)
    table.reset(seed=1)
    told, earned = (dict.fromkeys(table.agents, 0.0) for _ in range(2))
    rounds = 0
    for agent in table.agent_iter():
        seen, reward, ended, _, _ = table.last()
        told[agent] += reward
        table.step(None if ended else dice.choice(np.flatnonzero(seen["action_mask"])))
        if not ended:
            paid = table._table.rewards()
            rounds += any(paid)
            earned = {agent: earned[agent] + paid[seat] for seat, agent in enumerate(earned)}
    assert rounds > 2 and told == pytest.approx(earned)


def test_agents_that_are_not_asked_see_what_their_seat_knows_now() -> None:
    table, observer = raw_env("juno-seven0", seats=3), Observer("juno-seven0", seats=3)
    table.reset(seed=2)
    tables, compared = table._table.tables, 0
    for _ in range(60):
        arrays = tables.obs, tables.mask, tables.seat
        asked, shown = table.agent_selection, [array.copy() for array in arrays]
        for seat, agent in enumerate(table.agents):
            if agent != asked:
                row = observer.observe(tables.view(0, seat), claim=False)
                seen = table.observe(agent)
                assert seen["observation"] == pytest.approx(np.array(row) / np.array(tables.layout.scale))
                assert not seen["action_mask"].any()
                compared += 1
        assert all((old == new).all() for old, new in zip(shown, arrays, strict=True))
        table.step(int(tables.sample()[0]))
        if any(table.terminations.values()):
            break
    assert compared > 20


def test_an_action_that_is_not_legal_ends_the_episode_or_is_refused() -> None:
    bare, wrapped = raw_env(), env()
    for table in (bare, wrapped):
        table.reset(seed=1)
    wrong = int(bare.observe(bare.agent_selection)["action_mask"].argmin())
    with pytest.raises(IllegalChoice):
        bare.step(wrong)
    agent = wrapped.agent_selection
    wrapped.step(wrong)
    assert all(wrapped.terminations.values()) and wrapped.unwrapped._cumulative_rewards[agent] == -1
    for agent in wrapped.agents:
        seen, info = wrapped.observe(agent), wrapped.infos[agent]
        assert not seen["observation"].any() and not seen["action_mask"].any() and not info["action_mask"].any()


def test_what_is_no_action_is_refused_and_changes_nothing() -> None:
    table = raw_env(render_mode="ansi")
    table.reset(seed=1)
    before = table.render()
    for wrong in (None, True, 1.7, "draw"):
        with pytest.raises(LastCardError, match="the action of seat_[01] must be a whole number"):
            table.step(wrong)
    with pytest.raises(IllegalChoice, match="no such action"):
        table.step(10**30)
    assert table.render() == before


def test_where_illegal_actions_end_the_episode_what_is_no_action_is_refused_too() -> None:
    table = env(render_mode="ansi")
    for ask in (table.last, lambda: table.step(0)):
        with pytest.raises(LastCardError, match="call reset"):
            ask()
    table.reset(seed=1)
    before = table.render()
    for wrong in (None, True, 1.0, "x"):
        with pytest.raises(LastCardError, match="the action of seat_[01] must be a whole number"):
            table.step(wrong)
    assert table.render() == before
    for missing in (-1, 10**30):
        table.reset(seed=1)
        table.step(missing)
        assert all(table.terminations.values()) and table.render() == "over"


def test_before_reset_and_after_the_last_agent_there_is_no_episode() -> None:
    table = raw_env("official+draw-voluntary=no")
    for _ in range(2):
        for ask in (table.last, lambda: table.observe("seat_0"), lambda: table.step(0)):
            with pytest.raises(LastCardError, match="call reset"):
                ask()
        table.reset(seed=1)
        for _ in table.agent_iter():
            seen, _, ended, _, _ = table.last()
            if ended:
                with pytest.raises(LastCardError, match="only None"):
                    table.step(0)
            table.step(None if ended else int(seen["action_mask"].argmax()))


def test_what_is_given_to_it_is_checked() -> None:
    table = raw_env()
    table.reset(seed=1)
    for space in (table.observation_space, table.action_space):
        with pytest.raises(LastCardError, match="no agent 'seat_9', only seat_0, seat_1"):
            space("seat_9")
    with pytest.raises(LastCardError, match="no agent 'seat_9' in this episode"):
        table.observe("seat_9")
    with pytest.raises(LastCardError, match="a seed must be at least 0, not -1"):
        table.reset(seed=-1)
    assert table.agents == ["seat_0", "seat_1"]  # the episode goes on
    with pytest.raises(LastCardError, match="'seed': give the seed to reset"):
        env(seed=1)
    with pytest.raises(LastCardError, match="illegal_reward must be a number"):
        env(illegal_reward="x")  # type: ignore[arg-type]
    with pytest.raises(LastCardError, match="no render_mode 'human'"):
        env(render_mode="human")
    with pytest.raises(LastCardError, match="no option 'claim' .did you mean 'claims'"):
        env(claim="ask")


def test_it_is_drawn_as_a_position() -> None:
    table = raw_env(render_mode="ansi")
    table.reset(seed=1)
    assert str(table.render()).endswith("official")
