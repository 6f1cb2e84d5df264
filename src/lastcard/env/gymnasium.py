"""One seat against bots, as an environment of Gymnasium: one table, or many stepped together.

    import gymnasium, lastcard.env.gymnasium

    env = gymnasium.make("lastcard/official-v1", opponents=["careful", "random"])
    envs = gymnasium.make_vec("lastcard/official-v1", num_envs=256, vectorization_mode="vector_entry_point")

Each preset has a name, such as `lastcard/juno-serious-v1`; `rules` takes any other rule set.  The version in the names
grows when the meaning of an observation or an action changes.

| | |
|---|---|
| Observations | `Box`, float32: what `Tables` shows, divided by `layout.scale` |
| Actions | `Discrete`: the compact index of `Tables`; `env.unwrapped.actions` has their texts |
| Mask | `info["action_mask"]` (int8), and `env.unwrapped.action_masks()` (bool) as sb3-contrib wants it |
| Rewards | those of `Tables` for the learner, at the end of an episode |
"""

from collections.abc import Sequence
from typing import Any, cast

from .._util.called import install
from .._util.bounds import quoted
from ..errors import LastCardError
from ..rules import PRESETS, Ruleset
from ..game.table_checks import check_seat
from .adapted import (
    LOST, MOST_SEED, NO_EPISODE, OVER, Features, OneTable, bounds_of, check_render_mode, finite_reward,
    fractions, refuse_options, seed_of, whole_number,
)  # fmt: skip
from .arrays import NDArray, np
from .layout import Layout
from .tables import Tables

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as missing:
    raise LastCardError(f"this needs Gymnasium: {install('env')}") from missing


def seated(opponents: Sequence[str], seat: int) -> dict[int, str]:
    """Return where the opponents sit, in their order, if the learner sits there."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence) or not opponents:
        raise LastCardError(f'opponents are given as a list of bots, such as ["careful"], not as {quoted(opponents)}')
    seats = 1 + len(opponents)
    check_seat(whole_number(seat, "a seat"), seats)
    return dict(zip([*range(seat), *range(seat + 1, seats)], opponents, strict=True))


def observations_of(layout: Layout) -> "spaces.Space[Features]":
    """Return the space of observations, as fractions."""
    most = bounds_of(layout)
    return cast("spaces.Space[Features]", spaces.Box(-most, most, dtype=np.float32))


class LastCardEnv(gymnasium.Env[Features, np.int64]):
    """One seat at one table; bots play the others.

    An action that is not legal ends the episode with `illegal_reward`, so that agents without masks can learn too;
    `info["illegal_action"]` is then True.  Where a whole episode can earn less, as with points in matches, choose a
    lower one, or it pays to give up.  After the end, the observation is all zeros, and nothing is legal until `reset`.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self, rules: Ruleset | str = "official", *, opponents: Sequence[str] = ("careful",), seat: int = 0,
        render_mode: str | None = None, illegal_reward: float = LOST, **options: Any,
    ) -> None:  # fmt: skip
        """Seat the learner and its opponents; `options` are those of `Tables`."""
        chosen = {**options, "opponents": seated(opponents, seat)}
        self._table = OneTable(rules, seats=1 + len(opponents), options=chosen)
        self._seat = seat
        self._playing = False  # an episode is under way
        self._fresh = False  # the next episode has been dealt already
        self.actions = self._table.tables.actions
        self.observation_space = observations_of(self._table.tables.layout)
        self.action_space = spaces.Discrete(len(self.actions))
        self.render_mode, self._illegal_reward = check_render_mode(render_mode), finite_reward(illegal_reward)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal: none unless an episode is under way."""
        return self._table.mask() if self._playing else np.zeros(len(self.actions), np.bool_)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8)}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Features, dict[str, Any]]:
        """Deal an episode and return its first decision; after an episode that ended, without a seed, the next one."""
        super().reset(seed=seed_of(seed))
        if seed is not None or not self._fresh:
            self._table.reset(self.np_random)
        self._playing, self._fresh = True, False
        return self._table.features(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Features, float, bool, bool, dict[str, Any]]:
        """Carry out an action and play on to the learner's next decision; raise LastCardError after the end."""
        if not self._playing:
            raise LastCardError(NO_EPISODE)
        table, index = self._table, whole_number(action, "an action")
        if not 0 <= index < len(self.actions) or not table.tables.mask[0, index]:
            self._playing = False
            return table.nothing(), self._illegal_reward, True, False, {**self._info(), "illegal_action": True}
        self._fresh = table.step(index)
        self._playing = not self._fresh
        features = table.features() if self._playing else table.nothing()
        return features, float(table.tables.rewards[0, self._seat]), self._fresh, False, self._info()

    def render(self) -> str | None:
        """Return the table as a position, hidden cards included; "over" unless an episode is under way."""
        if self.render_mode is None:
            return None
        return self._table.tables.position(0) if self._playing else OVER


class LastCardVectorEnv(VectorEnv[Features, NDArray[np.int64], NDArray[Any]]):
    """One seat at each of many tables, stepped together in compiled code; bots play the others.

    A table whose episode ends is dealt the next one in the same step.  An action that is not legal raises
    `IllegalChoice`, and nothing changes at any table.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self, num_envs: int = 1, rules: Ruleset | str = "official", *, opponents: Sequence[str] = ("careful",),
        seat: int = 0, **options: Any,
    ) -> None:  # fmt: skip
        """Seat a learner and its opponents at every table; `options` are those of `Tables`."""
        given = seated(opponents, seat)
        refuse_options(options, "this environment", "tables", "seats", "observe")
        self._tables = Tables(rules, seats=1 + len(opponents), tables=num_envs, opponents=given, **options)
        self._seat, self.num_envs, self._playing = seat, num_envs, False
        self._fractions = fractions(self._tables.layout)
        self.actions = self._tables.actions
        self.single_observation_space = observations_of(self._tables.layout)
        self.single_action_space = spaces.Discrete(len(self.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, for each table: none before the first reset."""
        return self._tables.mask & self._playing

    def _check_open(self) -> None:
        if self.closed:
            raise LastCardError("this environment is closed: make another")

    def _see(self) -> tuple[Features, dict[str, Any]]:
        infos = {"action_mask": self._tables.mask.astype(np.int8), "_action_mask": np.ones(self.num_envs, np.bool_)}
        return self._tables.obs * self._fractions, infos

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Features, dict[str, Any]]:
        """Deal an episode at every table; one seed decides all of them."""
        self._check_open()
        if not isinstance(options, dict | None):
            raise LastCardError(f"options are given as a dictionary, not as {quoted(options)}")
        if options and "reset_mask" in options:
            raise LastCardError("tables are reset together, so there is no 'reset_mask'")
        super().reset(seed=seed_of(seed, "the seed of all tables"))
        self._tables.reset(int(self.np_random.integers(MOST_SEED)))
        self._playing = True
        return self._see()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Features, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Carry out an action at every table and play on to the learner's next decision there."""
        self._check_open()
        if not self._playing:
            raise LastCardError(NO_EPISODE)
        self._tables.step(actions)
        ended = self._tables.ended.copy()
        features, infos = self._see()
        if ended.any():
            infos |= self._final(ended)
        rewards = self._tables.rewards[:, self._seat].astype(np.float64)
        return features, rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def _final(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """Return what Gymnasium wants to know of episodes that ended; after the end, the observation is all zeros."""
        final = np.full(self.num_envs, None, dtype=object)
        for table in np.flatnonzero(ended):
            final[table] = np.zeros(self._tables.layout.size, np.float32)
        masks = np.zeros(self._tables.mask.shape, np.int8)
        final_info = {"action_mask": masks, "_action_mask": ended.copy()}
        return {"final_obs": final, "_final_obs": ended.copy(), "final_info": final_info, "_final_info": ended.copy()}


VERSION = 1  # of the names: grows with OBSERVATION_VERSION and ACTIONS_VERSION

for _preset in PRESETS:
    gymnasium.register(
        f"lastcard/{_preset}-v{VERSION}", entry_point=LastCardEnv, vector_entry_point=LastCardVectorEnv,
        kwargs={"rules": _preset},
    )  # fmt: skip
