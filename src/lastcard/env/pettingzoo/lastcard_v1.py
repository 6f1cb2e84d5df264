"""All seats of a table as agents of PettingZoo (AEC): each decides when it is its turn or it has a claim.

    from lastcard.env.pettingzoo import lastcard_v1

    table = lastcard_v1.env("official", seats=4)
    table.reset(seed=1)

| | |
|---|---|
| Agents | `seat_0` ... |
| Observations | `Dict`: `observation` (float32, what `Tables` shows divided by `layout.scale`), `action_mask` (int8) |
| Actions | `Discrete`: the compact index of `Tables`; `table.unwrapped.actions` has their texts |
| Rewards | those of `Tables`, for all agents at the end of an episode |

The mask is in `infos` too.  After the end, observations are all zeros.
"""

from typing import Any

from ..._util.called import install
from ..._util.bounds import quoted
from ...errors import LastCardError
from ...rules import Ruleset
from ..adapted import (
    LOST, NO_EPISODE, OVER, OneTable, bounds_of, check_render_mode, finite_reward, seed_of, whole_number,
)  # fmt: skip
from ..arrays import NDArray, np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]
except ModuleNotFoundError as missing:
    raise LastCardError(f"this needs PettingZoo: {install('env')}") from missing

Seen = dict[str, NDArray[Any]]


def env(
    rules: Ruleset | str = "official", *, seats: int = 2, illegal_reward: float = LOST, **options: Any
) -> "AECEnv[str, Seen, int]":
    """Return a table at which an action that is not legal earns `illegal_reward`, and the episode ends.

    Where a whole episode can earn less, as with points in matches, choose a lower one, or it pays to give up.
    """
    table = raw_env(rules, seats=seats, **options)
    return EndedIfIllegal(table, illegal_reward=finite_reward(illegal_reward))


class EndedIfIllegal(wrappers.TerminateIllegalWrapper):  # type: ignore[misc]  # untyped
    """Ends the episode after an action that is not legal, also one that does not exist; `reset` begins another."""

    def step(self, action: int | None) -> None:
        """Carry out an action; raise LastCardError if it is no whole number, and change nothing."""
        table: raw_env = self.unwrapped
        super().step(table.existing(action))

    def last(self, observe: bool = True) -> tuple[Seen | None, float, bool, bool, dict[str, Any]]:
        """Return what the agent that is asked knows, what it has earned, and whether its episode is over."""
        table: raw_env = self.unwrapped
        table.check_episode()
        found: tuple[Seen | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found


class raw_env(AECEnv[str, Seen, int]):  # type: ignore[misc]  # untyped; named as everywhere in PettingZoo
    """A table whose seats are agents; an action that is not legal raises `IllegalChoice` and changes nothing."""

    metadata = {"name": "lastcard_v1", "render_modes": ["ansi"], "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self, rules: Ruleset | str = "official", *, seats: int = 2, render_mode: str | None = None, **options: Any
    ) -> None:
        """`options` are those of `Tables`; seats of `opponents` are no agents."""
        super().__init__()
        self._table = OneTable(rules, seats=seats, options=options)
        tables = self._table.tables
        learners = tables._runner.game(0).learners
        self._seats = {f"seat_{seat}": seat for seat in range(seats) if learners >> seat & 1}
        self._generator = np.random.default_rng()
        self.render_mode = check_render_mode(render_mode)
        self.actions = tables.actions
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        most = bounds_of(tables.layout)
        self.observation_spaces = {agent: _space(most, len(self.actions)) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> "spaces.Space[Any]":
        """Return the space of the observations of an agent, always the same object."""
        return self.observation_spaces[self._existing_agent(agent)]

    def action_space(self, agent: str) -> "spaces.Space[Any]":
        """Return the space of the actions of an agent, always the same object."""
        return self.action_spaces[self._existing_agent(agent)]

    def _existing_agent(self, agent: str) -> str:
        if agent not in self.possible_agents:
            raise LastCardError(f"there is no agent {quoted(agent)}, only {', '.join(self.possible_agents)}")
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal an episode."""
        if seed is not None:
            self._generator = np.random.default_rng(seed_of(seed))
        self._table.reset(self._generator)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def _ask(self) -> None:
        """Make the seat that decides the agent that is asked."""
        self.agent_selection = f"seat_{self._table.seat}"
        self._inform()

    def _inform(self) -> None:
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _deads_step_first(self) -> str:
        """Let agents leave whose episode has ended; PettingZoo's wrapper calls this too, when it ends one."""
        self._inform()
        return str(super()._deads_step_first())

    def _mask(self, agent: str) -> NDArray[np.int8]:
        if agent == self.agent_selection and not self.terminations[agent]:
            return self._table.mask().astype(np.int8)
        return np.zeros(len(self.actions), np.int8)

    def observe(self, agent: str) -> Seen:
        """Return what an agent knows now; its mask is empty unless it is asked."""
        self.check_episode()
        if agent not in self.agents:
            raise LastCardError(f"there is no agent {quoted(agent)} in this episode, only {', '.join(self.agents)}")
        over = self.terminations[agent]
        features = self._table.nothing() if over else self._table.features_of(self._seats[agent])
        return {"observation": features, "action_mask": self._mask(agent)}

    def last(self, observe: bool = True) -> tuple[Seen | None, float, bool, bool, dict[str, Any]]:
        """Return what the agent that is asked knows, what it has earned, and whether its episode is over."""
        self.check_episode()
        found: tuple[Seen | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def check_episode(self) -> None:
        """Raise LastCardError unless an episode is under way."""
        if not self.agents:
            raise LastCardError(NO_EPISODE)

    def existing(self, action: int | None) -> int | None:
        """Return an action of the agent that is asked or, for one that does not exist, another that is not legal."""
        self.check_episode()
        agent = self.agent_selection
        if self.terminations[agent]:
            return action
        index, mask = whole_number(action, f"the action of {agent}"), self._mask(agent)
        return index if 0 <= index < len(mask) else int(mask.argmin())

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent that is asked and play on to the next decision."""
        self.check_episode()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise LastCardError(f"the episode is over for {agent}, so only None can be its action")
            self._was_dead_step(action)
            return
        ended = self._table.step(whole_number(action, f"the action of {agent}"))
        self._cumulative_rewards[agent] = 0.0
        paid = self._table.rewards()
        self.rewards = {agent: paid[seat] for agent, seat in self._seats.items()}
        self._accumulate_rewards()
        if ended:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self._ask()

    def render(self) -> str | None:
        """Return the table as a position, hidden cards included; "over" unless an episode is under way."""
        if self.render_mode is None:
            return None
        playing = self.agents and not any(self.terminations.values())
        return self._table.tables.position(0) if playing else OVER

    def close(self) -> None:
        """Do nothing: a table holds nothing that must be given back."""


def _space(most: NDArray[np.float32], actions: int) -> spaces.Dict:
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict({"observation": spaces.Box(-most, most, dtype=np.float32), "action_mask": mask})
