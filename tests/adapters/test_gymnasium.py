"""Environments for Gymnasium: one seat against bots, alone or many together."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from lastcard.env import IllegalChoice, Tables
from lastcard.env.gymnasium import LastCardEnv, LastCardVectorEnv
from lastcard.errors import LastCardError


@pytest.mark.parametrize(
    "kwargs",
    [
        {},
        {"rules": "juno-serious", "opponents": ["careful", "random", "greedy"], "seat": 2, "episode": "match"},
        {"rules": "juno-seven0+jump-in", "opponents": ["random"] * 9, "claims": "auto", "forced": "ask"},
    ],
)
def test_it_passes_the_check_of_gymnasium(kwargs: dict) -> None:
    check_env(gymnasium.make("lastcard/official-v1", **kwargs).unwrapped)


def play(env: gymnasium.Env, rounds: int, seed: int = 1) -> list[float]:
    """Play at random and return the rewards of the rounds."""
    dice, rewards = np.random.default_rng(seed), []
    observation, info = env.reset(seed=seed)
    while len(rewards) < rounds:
        assert observation in env.observation_space and observation.dtype == np.float32
        masks = env.unwrapped.action_masks()
        assert (info["action_mask"] == masks).all() and masks.any()
        observation, reward, ended, truncated, info = env.step(dice.choice(np.flatnonzero(masks)))
        assert not truncated and (ended or reward == 0)
        if ended:
            assert not observation.any() and not info["action_mask"].any()
            rewards.append(reward)
            observation, info = env.reset()
    return rewards


def test_rounds_are_won_and_lost_and_each_is_paid_once() -> None:
    rewards = play(gymnasium.make("lastcard/official-v1", opponents=["random"], rules="official+draw-voluntary=no"), 40)
    assert set(rewards) == {1.0, -1.0}
    rewards = play(
        gymnasium.make("lastcard/official-v1", opponents=["random"] * 3, rules="official+draw-voluntary=no"), 40
    )
    assert sorted(set(rewards)) == pytest.approx([-1 / 3, 1])


def test_a_seed_decides_everything_and_who_deals() -> None:
    env, other = LastCardEnv(), LastCardEnv()
    for seed in range(5):
        assert (env.reset(seed=seed)[0] == other.reset(seed=seed)[0]).all()
    assert play(env, 5, seed=3) == play(other, 5, seed=3)
    dealers = {env.reset(seed=seed) and env._table.tables._runner.game(0).dealer for seed in range(12)}
    assert dealers == {0, 1}


def test_an_action_that_is_not_legal_loses() -> None:
    env = LastCardEnv()
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, ended, _, info = env.step(wrong)
    assert (reward, ended, info["illegal_action"]) == (-1.0, True, True)
    dearer = LastCardEnv(illegal_reward=-5)
    dearer.reset(seed=1)
    assert dearer.step(wrong)[1] == -5
    first, _ = env.reset()
    assert first.any() and "illegal_action" not in env.step(int(np.flatnonzero(env.action_masks())[0]))[4]


def test_after_the_end_it_waits_for_a_reset() -> None:
    env = LastCardEnv(opponents=["random"])
    with pytest.raises(LastCardError, match="call reset"):
        env.step(0)
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        *_, ended, _, info = env.step(int(info["action_mask"].argmax()))
        assert (env.action_masks() == info["action_mask"]).all()
    assert not env.action_masks().any()
    with pytest.raises(LastCardError, match="call reset"):
        env.step(0)
    _, info = env.reset()
    assert (env.action_masks() == info["action_mask"]).all() and env.action_masks().any()


def test_after_an_action_that_is_not_legal_it_waits_for_a_reset_too() -> None:
    env = LastCardEnv()
    _, info = env.reset(seed=1)
    env.step(int(info["action_mask"].argmin()))
    assert not env.action_masks().any()
    with pytest.raises(LastCardError, match="call reset"):
        env.step(int(info["action_mask"].argmax()))


@pytest.mark.parametrize("action", [1.7, "draw", None, True])
def test_what_is_no_whole_number_is_refused_and_changes_nothing(action: object) -> None:
    env = LastCardEnv(render_mode="ansi")
    _, info = env.reset(seed=1)
    before = env.render()
    with pytest.raises(LastCardError, match="an action must be a whole number"):
        env.step(action)  # type: ignore[arg-type]
    assert env.render() == before and (env.action_masks() == info["action_mask"]).all()


def test_a_round_that_a_limit_cut_off_is_followed_by_another() -> None:
    env = gymnasium.make("lastcard/official-v1", max_episode_steps=3)
    first, info = env.reset(seed=1)
    for step in range(1, 4):
        last, _, ended, cut, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        assert not ended and cut == (step == 3)
    second, info = env.reset()
    assert (second != first).any() and (second != last).any() and info["action_mask"].any()


def test_what_is_seen_is_what_tables_show() -> None:
    env = LastCardEnv("juno-serious", opponents=["random", "greedy"], seat=1)
    observation, _ = env.reset(seed=4)
    tables = Tables("juno-serious", seats=3, seed=env._table.tables._spec.seed, opponents={0: "random", 2: "greedy"})
    assert observation == pytest.approx(tables.obs[0] / np.array(tables.layout.scale))
    assert tables.seat[0] == 1 and env.actions == tables.actions


def test_it_is_drawn_as_a_position() -> None:
    env = gymnasium.make("lastcard/official-v1", render_mode="ansi")
    env.reset(seed=1)
    assert str(env.render()).endswith("official")
    env.step(np.int64(-1))
    assert env.render() == "over"  # not the next deal
    with pytest.raises(LastCardError, match="no render_mode 'human', only 'ansi'"):
        LastCardEnv(render_mode="human")


@pytest.mark.parametrize("opponents", ["careful", [], ["careful"] * 10, ["nobody"], 3, None])
def test_opponents_that_cannot_be_are_refused(opponents: object) -> None:
    with pytest.raises(LastCardError):
        LastCardEnv(opponents=opponents)  # type: ignore[arg-type]


def test_a_seat_or_an_option_that_does_not_exist_is_refused() -> None:
    with pytest.raises(LastCardError, match="no seat 2"):
        LastCardEnv(seat=2)
    with pytest.raises(LastCardError, match="'tables'"):
        LastCardEnv(tables=4)
    with pytest.raises(LastCardError, match="no option 'seats': there is one more than opponents"):
        LastCardEnv(seats=3)
    with pytest.raises(LastCardError, match="no option 'foo'"):
        gymnasium.make("lastcard/official-v1", foo=1)
    for option in ({"observe": False}, {"seats": 3}, {"tables": 4}, {"seed": 1}, {"truth": True}, {"claim": "ask"}):
        with pytest.raises(LastCardError, match="has no option"):
            LastCardVectorEnv(2, **option)


def test_a_seed_is_given_to_reset_and_a_reward_is_a_number() -> None:
    with pytest.raises(LastCardError, match="'seed': give the seed to reset"):
        gymnasium.make("lastcard/official-v1", seed=1)
    with pytest.raises(LastCardError, match="a seed must be at least 0, not -1"):
        LastCardEnv().reset(seed=-1)
    with pytest.raises(LastCardError, match="illegal_reward must be a number, not 'x'"):
        LastCardEnv(illegal_reward="x")  # type: ignore[arg-type]


# ---------------------------------------------------------------- many together


def test_many_tables_are_those_of_the_batch_and_reset_in_the_same_step() -> None:
    envs = gymnasium.make_vec(
        "lastcard/official-v1", num_envs=16, vectorization_mode="vector_entry_point", opponents=["random"]
    )
    assert isinstance(envs, LastCardVectorEnv) and envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = envs.reset(seed=2)
    twin = Tables("official", seats=2, tables=16, opponents={1: "random"}, seed=envs._tables._spec.seed)
    finished = 0
    for _ in range(200):
        assert observations in envs.observation_space
        assert (infos["action_mask"] == twin.mask).all() and (envs.action_masks() == twin.mask).all()
        assert observations == pytest.approx(twin.obs / np.array(twin.layout.scale))
        actions = twin.sample().copy()
        observations, rewards, ended, truncated, infos = envs.step(actions)
        twin.step(actions)
        assert (ended == twin.ended).all() and (rewards == twin.rewards[:, 0]).all() and not truncated.any()
        assert ended.any() == ("final_obs" in infos)
        if ended.any():
            assert (infos["_final_obs"] == ended).all()
            assert all((final is not None) == over for final, over in zip(infos["final_obs"], ended, strict=True))
        finished += ended.sum()
    assert finished > 16


def test_together_nothing_is_played_before_a_reset() -> None:
    envs = LastCardVectorEnv(2)
    assert not envs.action_masks().any()
    with pytest.raises(LastCardError, match="call reset first"):
        envs.step(np.zeros(2, np.int64))
    _, infos = envs.reset(seed=1)
    assert envs.action_masks().any(axis=1).all()
    envs.close()
    for use in (envs.reset, lambda: envs.step(infos["action_mask"].argmax(axis=1))):
        with pytest.raises(LastCardError, match="this environment is closed"):
            use()


def test_together_what_was_returned_stays_as_it_was() -> None:
    envs = LastCardVectorEnv(16, opponents=["random"])
    envs.reset(seed=1)
    kept, finished = [], 0
    for _ in range(60):
        masks = envs.action_masks()
        kept.append((masks, masks.copy()))
        *returned, infos = envs.step(masks.argmax(axis=1))
        kept += [(array, array.copy()) for array in (*returned, infos["action_mask"])]
        finished += int(returned[2].sum())
    assert finished and all((array == shown).all() for array, shown in kept)


def test_together_an_action_that_is_not_legal_changes_nothing() -> None:
    envs = LastCardVectorEnv(4)
    observations, infos = envs.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    actions[2] = infos["action_mask"][2].argmin()
    with pytest.raises(IllegalChoice, match="table 2"):
        envs.step(actions)
    assert (envs._tables.obs * envs._fractions == observations).all()


def test_together_tables_are_reset_all_at_once_and_by_one_seed() -> None:
    envs = LastCardVectorEnv(4)
    observations, _ = envs.reset(seed=1)
    with pytest.raises(LastCardError, match="options are given as a dictionary, not as 5"):
        envs.reset(options=5)
    with pytest.raises(LastCardError, match="reset together, so there is no 'reset_mask'"):
        envs.reset(options={"reset_mask": np.array([True, False, False, False])})
    with pytest.raises(LastCardError, match="the seed of all tables must be a whole number, not \\[1, 2, 3, 4\\]"):
        envs.reset(seed=[1, 2, 3, 4])  # type: ignore[arg-type]
    assert (envs._tables.obs * envs._fractions == observations).all()
