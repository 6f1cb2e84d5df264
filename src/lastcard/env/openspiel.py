"""A round as a game of OpenSpiel: `pyspiel.load_game("python_lastcard(players=4,rules=official)")`.

Chance moves first: four bytes are the seed of the round, which decides every card.  So a state is its history, as
OpenSpiel wants it, and playthroughs can be replayed.  Games written in Python are slow there: this one is for
OpenSpiel's algorithms, not for speed.

| parameter | means |
|---|---|
| `players` | 2 to 10 |
| `rules` | the id of a rule set; in the text of a game, write `:` for `=` and `;` for `,` |
| `claims` | `ask` or `auto`, as for `Tables` |
| `reward` | `win` or `points`, as for `Tables` |

Actions are the compact index of `Tables`, colours as they are.  Tensors are the observations of `Tables`, divided by
`layout.scale`; at chance nodes and after the end they are zeros.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from threading import local
from typing import Any, NoReturn

from .._util.called import install_package
from ..core.terms import SEATS
from ..errors import LastCardError
from ..rules import Ruleset
from .adapted import OVER, Features, OneTable

try:
    import pyspiel  # type: ignore[import-not-found, unused-ignore]  # compiled, without types
except ModuleNotFoundError as missing:
    raise LastCardError(f"this needs OpenSpiel: {install_package('open_spiel')}") from missing

SEED_BYTES = 4  # chance moves that make the seed
BYTE = 256
LONGEST = 1 << 18  # decisions; the core ends a round after 10,000 turns (I-54)
MOST_REWARD = 1000.0  # far more than a round can score
UNIT = 252_000  # rewards are whole multiples of its inverse, and add up to zero only without the rounding of 32 bits
DEFAULTS = {"players": 2, "rules": "official", "claims": "ask", "reward": "win"}

GAME_TYPE = pyspiel.GameType(
    short_name="python_lastcard",
    long_name="Last Card: UNO and its house rules",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=SEATS,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


def id_of(text: str) -> str:
    """Return the id of a rule set that may be written as in the text of a game; values may have a `:` of their own."""
    return re.sub(r"(\+[a-z][\w-]*):", r"\1=", text.replace(";", ",")) if isinstance(text, str) else text


def text_of(rules: str) -> str:
    """Return the id of a rule set as it is written in the text of a game, where `=` and `,` have another meaning."""
    return rules.replace("=", ":").replace(",", ";")


class Replayed(local):
    """A table that shows any history; to go on with the one it shows is fast, another one is played from its start.

    Every thread has its own, so that algorithms may walk through the tree in several.
    """

    def __init__(self, players: int, rules: str, claims: str, reward: str) -> None:
        options = {"claims": claims, "reward": reward, "colours": "as-is"}
        self.table = OneTable(Ruleset.from_id(id_of(rules)), seats=players, options=options)
        self.rewards = [0.0] * players  # at the end of the history
        self.over = False
        self._key = (players, rules, claims, reward)
        self._seed, self._played = -1, [-1]  # no history yet

    def __reduce__(self) -> tuple[Any, ...]:
        return replayed, self._key  # all states of a game share it, also those that are copied or read again

    def show(self, seed: int, actions: Sequence[int]) -> OneTable:
        """Bring the table to a history and return it."""
        known = len(self._played)
        if seed != self._seed or known > len(actions) or self._played != actions[:known]:
            self._seed, self._played, self.over, known = seed, [], False, 0
            self.table.tables.reset(seed)
        for action in actions[known:]:
            self.over = self.table.step(action)
            self._played.append(action)
            self.rewards = self.table.rewards()
        return self.table


@lru_cache(maxsize=32)
def replayed(players: int, rules: str, claims: str, reward: str) -> Replayed:
    """Return the table of all games with these parameters."""
    return Replayed(players, rules, claims, reward)


class LastCardGame(pyspiel.Game):  # type: ignore[misc, name-defined, unused-ignore]  # pyspiel has no types
    """A round under any rule set."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        self.replayed = replayed(*(chosen[name] for name in DEFAULTS))
        most = 1.0 if chosen["reward"] == "win" else MOST_REWARD
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.replayed.table.tables.actions),
            max_chance_outcomes=BYTE,
            num_players=chosen["players"],
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        chosen["rules"] = text_of(chosen["rules"])  # so that pyspiel can read the text of the game
        super().__init__(GAME_TYPE, info, chosen)

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)  # what pyspiel itself reads has no attributes

    def new_initial_state(self) -> "LastCardState":
        """Return the state before the deal."""
        return LastCardState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "LastCardObserver | None":
        """Return what shows players all they know; None for other kinds, such as with perfect recall."""
        if params:
            raise LastCardError("observations of OpenSpiel take no parameters here")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        own = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return LastCardObserver(self.replayed.table) if own and not kind.perfect_recall else None


class LastCardState(pyspiel.State):  # type: ignore[misc, name-defined, unused-ignore]  # pyspiel has no types
    """A round after some history: the bytes of its seed, and what was decided."""

    def __init__(self, game: LastCardGame) -> None:
        super().__init__(game)
        self._replayed = game.replayed
        self._seats = game.num_players()
        self._seed: list[int] = []
        self._actions: list[int] = []
        self._rewards: list[float] | None = None  # of a round that is over

    def table(self) -> OneTable | None:
        """Return the table as this state has it; None before the deal and after the end."""
        if len(self._seed) < SEED_BYTES or self._rewards is not None:
            return None
        return self._replayed.show(self._number(), self._actions)

    def _number(self) -> int:
        """Return the seed of the round."""
        return int.from_bytes(bytes(self._seed), "big")

    def current_player(self) -> int:
        """Return who decides: a seat, chance, or nobody any more."""
        if self._rewards is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        table = self.table()
        return int(pyspiel.PlayerId.CHANCE) if table is None else table.seat

    def _legal_actions(self, player: int) -> list[int]:
        table = self.table()
        if table is None or player != table.seat:
            return []
        found: list[int] = table.tables.mask[0].nonzero()[0].tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the values of a byte; all are as likely."""
        return [(byte, 1 / BYTE) for byte in range(BYTE)]

    def _apply_action(self, action: int) -> None:
        if len(self._seed) < SEED_BYTES:
            if not 0 <= action < BYTE:
                raise LastCardError(f"a byte of the seed is a number from 0 to {BYTE - 1}, not {action}")
            self._seed.append(action)
            return
        if self._rewards is not None:
            raise LastCardError("the round is over, so there is nothing to decide")
        self._replayed.show(self._number(), [*self._actions, action])  # what is not legal is refused here
        self._actions.append(action)
        if self._replayed.over:
            self._rewards = [round(reward * UNIT) / UNIT for reward in self._replayed.rewards]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed byte {action}"
        actions = self._replayed.table.tables.actions
        if not 0 <= action < len(actions):
            raise LastCardError(f"there is no action {action}: they go from 0 to {len(actions) - 1}")
        return actions[action]

    def information_state_string(self, *player: int) -> NoReturn:
        """Refuse: observations here are without perfect recall."""
        raise LastCardError("there are no information states with perfect recall here: use observations")

    information_state_tensor = information_state_string

    def is_terminal(self) -> bool:
        """Return whether the round is over."""
        return self._rewards is not None

    def returns(self) -> list[float]:
        """Return what each player has won or lost."""
        return self._rewards or [0.0] * self._seats

    def __str__(self) -> str:
        table = self.table()
        if table is not None:
            return table.tables.position(0)
        return "before the deal" if self._rewards is None else OVER


class LastCardObserver:
    """Shows states to players."""

    def __init__(self, table: OneTable) -> None:
        self.tensor: Features = table.nothing()
        self.dict = {"observation": self.tensor}
        self._names, self._rules = table.tables.layout.names, table.tables.layout["rules"].start

    def set_from(self, state: LastCardState, player: int) -> None:
        """Make the tensor what a player knows."""
        table = state.table()
        self.tensor[:] = 0 if table is None else table.features_of(player)

    def string_from(self, state: LastCardState, player: int) -> str:
        """Return what a player knows as text: every feature that is not zero, without the rules."""
        self.set_from(state, player)
        known = self.tensor[: self._rules].nonzero()[0]
        return ", ".join(f"{self._names[place]} {self.tensor[place]:g}" for place in known)


pyspiel.register_game(GAME_TYPE, LastCardGame)
