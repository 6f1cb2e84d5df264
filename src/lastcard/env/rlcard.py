"""UNO with RLCard's interface: its ids of actions, its planes, its states, and payoffs for any number of players.

    from lastcard.env.rlcard import make

    env = make("uno", config={"seed": 1, "game_num_players": 4})
    env.set_agents(agents)  # agents of RLCard
    trajectories, payoffs = env.run(is_training=True)

RLCard itself is not needed.  What differs from it:

- The rules are those of the game.  RLCard keeps a drawn card that matches by number, plays a drawn wild in a random
  colour, and shuffles the top card into a new stock.
- Payoffs are 1 for the winner and -1 shared by the others; with two players that is the same.
- `target` has the colour that was chosen for a wild.
- An action that is not legal raises `IllegalChoice`; RLCard plays another one instead.
- Nothing is legal for players who do not decide: RLCard lists what the deciding player may do, and so its cards.

`config["rules"]` is any rule set with UNO's 108 cards whose decisions fit into RLCard's ids: play a card, or draw.
`draw` (60) also means to keep a drawn card, or to take cards that are owed.  Where a wild may start the round, playing
a wild in a colour (13, 28, ...) names that colour.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from .._util.bounds import quoted
from ..core.terms import CHOOSE, DRAW, NAME, PASS, RANKS, TAKE, VERBS, CountInfo, Phase, StartAction
from ..errors import LastCardError, did_you_mean
from .._util.grammar import counted
from ..rules import Ruleset
from ..rules.dimensions import write_value
from ..game.table_checks import check_seat
from .adapted import MOST_SEED, seed_of, whole_number
from .arrays import NDArray, np
from .index import IllegalChoice
from .tables import Tables

RULES = (
    "mattel-2022+draw-voluntary=no+drawn-card=must-play+reverse-heads-up=flip+wd-condition=no-playable"
    "+wd-policing=engine+uno-duty=none"
)
COLOURS = "rgby"
TRAITS = (*"0123456789", "skip", "reverse", "draw_2", "wild", "wild_draw_4")
ACTION_LIST = [f"{colour}-{trait}" for colour in COLOURS for trait in TRAITS] + ["draw"]
ACTION_SPACE = OrderedDict((action, index) for index, action in enumerate(ACTION_LIST))
DRAW_ID = ACTION_SPACE["draw"]
SUIT = 13  # ranks of coloured cards
KINDS = [f"{colour}-{trait}" for colour in COLOURS for trait in TRAITS[:SUIT]] + ["r-wild", "r-wild_draw_4"]
WILDS = (4 * SUIT, 4 * SUIT + 1)  # among the kinds
PLACES = np.array([kind for row in range(4) for kind in (*range(SUIT * row, SUIT * (row + 1)), *WILDS)])
MOST = np.array([2] * 4 * SUIT + [1, 1], np.int8)  # copies of a kind that planes tell apart
COUNTS = np.arange(3)[:, None]
DEFAULTS = {"seed": None, "game_num_players": 2, "rules": RULES, "allow_step_back": False}
State = dict[str, Any]


def make(env_id: str = "uno", config: Mapping[str, Any] | None = None) -> "UnoEnv":
    """Return the environment; `config` may have `seed`, `game_num_players` and `rules`.

    It may also have `allow_step_back`, as in RLCard, but only False: steps cannot be taken back here.
    """
    if env_id != "uno":
        raise LastCardError(f"there is only 'uno' here, not {quoted(env_id)}")
    return UnoEnv({} if config is None else config)


class UnoEnv:
    """A round of UNO as RLCard's environments have it.

    After the end, states are those before the last card, and nothing is legal.
    """

    name = "uno"

    def __init__(self, config: Mapping[str, Any]) -> None:
        if not isinstance(config, Mapping):
            raise LastCardError(f'the config is a dictionary, such as {{"seed": 1}}, not {quoted(config)}')
        for name in config:
            if name not in DEFAULTS:
                raise LastCardError(f"there is no setting {quoted(name)}{did_you_mean(str(name), DEFAULTS)}")
        chosen = {**DEFAULTS, **config}
        if chosen["allow_step_back"]:
            raise LastCardError("there is no step_back here, so allow_step_back must be False")
        self.num_players: int = chosen["game_num_players"]
        options: dict[str, Any] = {"claims": "auto", "forced": "ask", "colours": "as-is", "truth": True}
        self._tables = Tables(chosen["rules"], seats=self.num_players, **options)
        self._ids = ids_of(self._tables)
        self._at = {part.name: part.start for part in self._tables.layout}
        self._face = self._tables.layout["face"].slice
        self._others = [part.slice for part in self._tables.truth_layout if part.name.startswith("hand")]
        self.num_actions = len(ACTION_LIST)
        self.state_shape = [[4, 4, len(TRAITS)] for _ in range(self.num_players)]
        self.action_shape = [None] * self.num_players
        self.timestep = 0
        self.agents: Sequence[Any] = ()
        self._legal: dict[int, int] = {}  # RLCard's ids of what is legal, and ours
        self.seed(chosen["seed"])
        self.reset()

    # ------------------------------------------------------------ playing

    def seed(self, seed: int | None = None) -> int | None:
        """Let a seed decide all rounds from the next reset on."""
        self._generator = np.random.default_rng(seed_of(seed))
        return seed

    def reset(self) -> tuple[State, int]:
        """Deal a round and return the first state and whose it is."""
        self._tables.reset(int(self._generator.integers(MOST_SEED)))
        self.action_recorder: list[tuple[int, str]] = []
        self._payoffs: NDArray[np.float64] | None = None
        self._played: list[str] = []
        self._look(laid=True)
        return self.get_state(self._seat), self._seat

    def step(self, action: int | str, raw_action: bool = False) -> tuple[State, int]:
        """Carry out an action, as an id or as text, and return the next state and whose it is."""
        chosen = ACTION_SPACE.get(str(action), -1) if raw_action else whole_number(action, "an action")
        if chosen not in self._legal:
            text = ACTION_LIST[chosen] if 0 <= chosen <= DRAW_ID else "there is no such action"
            raise IllegalChoice(0, self._seat, chosen, text)
        self.timestep += 1
        self.action_recorder.append((self._seat, ACTION_LIST[chosen]))
        self._act(self._legal[chosen])
        while (only := self._only()) is not None:
            self._act(only)
        return self.get_state(self._seat), self._seat

    def _act(self, index: int) -> None:
        self._tables.step([index])
        if self._tables.ended[0]:
            self._payoffs = self._tables.rewards[0].astype(np.float64)
            self._legal = {}
        else:
            self._look(laid=bool(self._tables.universal[index] < VERBS))

    def _only(self) -> int | None:
        """Return the single answer to a question that RLCard does not ask: whether to play a drawn card, for one."""
        on_turn = self._tables.obs[0, self._at["phase"] + Phase.TURN]
        return None if on_turn or len(self._legal) != 1 else next(iter(self._legal.values()))

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], NDArray[np.float64]]:
        """Play a round with the agents that were set; return the trajectories of all seats and the payoffs."""
        if not self.agents:
            raise LastCardError("nobody plays: call set_agents first")
        trajectories: list[list[Any]] = [[] for _ in range(self.num_players)]
        state, seat = self.reset()
        trajectories[seat].append(state)
        while not self.is_over():
            agent = self.agents[seat]
            action = agent.step(state) if is_training else agent.eval_step(state)[0]
            state, following = self.step(action, agent.use_raw)
            trajectories[seat].append(action)
            seat = following
            if not self.is_over():
                trajectories[seat].append(state)
        for seat, trajectory in enumerate(trajectories):
            trajectory.append(self.get_state(seat))
        return trajectories, self.get_payoffs()

    def set_agents(self, agents: Sequence[Any]) -> None:
        """Let these agents play when `run` is called."""
        if not isinstance(agents, Sequence):
            raise LastCardError(f"agents are given as a list, one for each player, not as {quoted(agents)}")
        if len(agents) != self.num_players:
            raise LastCardError(f"{counted(len(agents), 'agent')} given for {self.num_players} players")
        self.agents = agents

    # ------------------------------------------------------------ looking

    def _look(self, *, laid: bool) -> None:
        """Read the table, after a card was laid or not."""
        tables, row = self._tables, self._tables.obs[0]
        self._seat = int(tables.seat[0])
        self._legal = {self._ids[index]: index for index in tables.mask[0].nonzero()[0].tolist()}
        self._target = target_of(row[self._face])
        self._played = [*(self._played if laid else self._played[:-1]), self._target]  # it may just have got its colour
        self._played = self._played[-1 - int(row[self._at["discards"]]) :]
        way = 1 if row[self._at["clockwise"]] else -1
        self._hands = [row[: len(KINDS)].copy()] * self.num_players
        for place, hand in enumerate(self._others, start=1):
            self._hands[(self._seat + place * way) % self.num_players] = tables.truth[0, hand].copy()

    def is_over(self) -> bool:
        """Return whether the round is over."""
        return self._payoffs is not None

    def get_player_id(self) -> int:
        """Return who decides."""
        return self._seat

    def get_payoffs(self) -> NDArray[np.float64]:
        """Return what each player has won or lost; zeros before the end."""
        return np.zeros(self.num_players) if self._payoffs is None else self._payoffs

    def get_state(self, player_id: int) -> State:
        """Return what a player knows; nothing is legal for players who do not decide."""
        seat = check_seat(whole_number(player_id, "a player"), self.num_players)
        hand, legal = self._hands[seat], self._legal if seat == self._seat else {}
        raw = {
            "hand": cards_of(hand),
            "target": self._target,
            "played_cards": self._played,
            "legal_actions": [ACTION_LIST[action] for action in legal],
            "num_cards": [sum(hand.tolist()) for hand in self._hands],
            "num_players": self.num_players,
            "current_player": self._seat,
        }
        return {
            "obs": planes(hand, self._target),
            "legal_actions": OrderedDict.fromkeys(legal),
            "raw_obs": raw,
            "raw_legal_actions": raw["legal_actions"],
            "action_record": self.action_recorder,
        }

    def get_perfect_information(self) -> State:
        """Return everything, hidden cards included."""
        return {
            "num_players": self.num_players,
            "hand_cards": [cards_of(hand) for hand in self._hands],
            "played_cards": self._played,
            "target": self._target,
            "current_player": self._seat,
            "legal_actions": [ACTION_LIST[action] for action in self._legal],
        }

    def get_action_feature(self, action: int) -> NDArray[np.int8]:
        """Return an action as zeros with a one in its place."""
        if not 0 <= (index := whole_number(action, "an action")) < self.num_actions:
            raise LastCardError(f"there is no action {index}: actions go from 0 to {DRAW_ID}")
        found: NDArray[np.int8] = np.eye(self.num_actions, dtype=np.int8)[index]
        return found


def ids_of(tables: Tables) -> list[int]:
    """Return RLCard's id of each action of a table; raise LastCardError if these rules cannot be told in its terms."""
    if tables.rules.deck.pack() != Ruleset().deck.pack():
        raise LastCardError(f"RLCard knows UNO's 108 cards only, but {tables.rules.id} is played with others")
    if tables.rules.start_action in (StartAction.COLOUR_ONLY, StartAction.COLOUR_NO_WILD):
        start = write_value("start_action", tables.rules.start_action)
        raise LastCardError(f"RLCard's target has a colour and a rank, but these rules have start-action={start}")
    if tables.rules.jump_in:
        raise LastCardError("RLCard's players decide only on turn, so jump-ins cannot be told in its terms")
    if tables.rules.count_info == CountInfo.HIDDEN:
        raise LastCardError("RLCard's states have the size of every hand, but these rules have count-info=hidden")
    return [_id(int(number), text) for number, text in zip(tables.universal, tables.actions, strict=True)]


def _id(number: int, text: str) -> int:
    row, rank = divmod(number, RANKS)
    if number < VERBS:
        return row * len(TRAITS) + rank if row < 4 else (row - 4) * len(TRAITS) + SUIT + rank
    if number in (DRAW, PASS, TAKE):
        return DRAW_ID
    if NAME <= number < CHOOSE:  # the colour of a wild that starts the round
        return (number - NAME) * len(TRAITS) + SUIT
    raise LastCardError(f"RLCard has no id for {text!r}, which these rules need")


def target_of(face: NDArray[np.int8]) -> str:
    """Return the target; a wild that starts the round and has no colour yet is written as a red one, as in a hand."""
    *colour, rank = face.nonzero()[0].tolist()
    return f"{COLOURS[colour[0] if colour else 0]}-{TRAITS[rank - 4]}"


def cards_of(hand: NDArray[np.int8]) -> list[str]:
    """Return the cards of a hand as RLCard writes them; a wild in a hand has no colour, and is written as a red one."""
    return [KINDS[kind] for kind in hand.nonzero()[0].tolist() for _ in range(hand[kind])]


def planes(hand: NDArray[np.int8], target: str) -> NDArray[np.int64]:
    """Return a hand and the target as RLCard's four planes: cards held not at all, once, twice; the target."""
    found = np.zeros((4, 4 * len(TRAITS)), np.int64)
    np.equal(np.minimum(hand, MOST)[PLACES], COUNTS, out=found[:3], casting="unsafe")
    found[3, ACTION_SPACE[target]] = 1
    return found.reshape(4, 4, len(TRAITS))
