"""Many tables, stepped together in compiled code: the environment for learning agents."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from secrets import randbits
from typing import Any, NoReturn

from ..backends.live import LiveState
from ..backends.live import engine as live_engine
from .._util.bounds import quoted
from ..core.terms import NO_SCORE, NONE, SEATS
from ..errors import LastCardError, did_you_mean
from ..notation import write_position
from ..game.round import Round
from ..rules import Ruleset
from ..sim.engines import choose_backend
from ..sim.plan import CAREFUL, POLICIES, Plan, plan_of
from ..game.values import SEAT_SETS, values_of
from ..game.view import View
from .alone import Alone, busy
from .arrays import NDArray, np
from .engine import compiled_tables
from .game import (
    ADVISE, BY_POINTS, BY_RANK, BY_WIN, CHECK, CHECK_AHEAD, LOG, LOG_SEAT, LOOK, LOOK_TABLE, RESET, SAMPLE, STEP, TRY,
)  # fmt: skip
from .index import IllegalChoice, action_texts
from .layout import Layout
from .options import enough_memory, number_of, one_of, setting_of, whole, yes_or_no
from .runners import Arrays, CompiledRunner, InterpretedRunner, Run, Runner

REWARDS = {"win": BY_WIN, "points": BY_POINTS, "match": BY_RANK}
MOST_TABLES = 1 << 20
SEED_BITS = 63
Opponents = Mapping[int, str]


class Shown:
    """What decisions show, in arrays that are written in place, with a row for each."""

    def _show(self, arrays: Arrays) -> None:
        self.obs: NDArray[np.int8] = arrays.obs
        self.truth: NDArray[np.int8] = arrays.truth
        self.mask: NDArray[np.bool_] = arrays.mask.view(np.bool_)
        self.seat: NDArray[np.int8] = arrays.seat
        self.rewards: NDArray[np.float32] = arrays.rewards
        self.ended: NDArray[np.bool_] = arrays.ended.view(np.bool_)

    def __reduce__(self) -> NoReturn:
        raise LastCardError("tables, and what looks ahead at them, cannot be copied or pickled: make others")


class Tables(Shown):
    """Tables of one rule set, stepped together.

    After `reset` and after each `step`, `obs`, `mask` and `seat` say what the seat that decides at each table knows,
    what it may do and who it is; `rewards` and `ended` belong to the step.  All these arrays are made once and written
    in place.  When an episode ends, the next one has already begun: `obs` is that of its first decision.

    Only one thread at a time can use them; every method raises LastCardError while another thread is in one.
    """

    def __init__(
        self, rules: Ruleset | str = "official", *, seats: int = 2, tables: int = 1, seed: int | None = 0,
        opponents: Opponents | Sequence[Opponents] | None = None, claims: str = "ask", forced: str = "skip",
        episode: str = "round", reward: str = "win", colours: str = "canonical", truth: bool = False,
        threads: int = 1, history: int = 8, observe: bool = True, backend: str = "auto",
    ) -> None:  # fmt: skip
        """Make the tables, and deal the first episode at each.

        `opponents` are the seats that a policy of the simulator plays, for all tables or for each; all other seats
        decide outside.  With `claims="auto"` calls and claims are made as `careful` makes them.  With `forced="skip"`
        decisions with a single answer are not asked for, except the first of an episode.  With `seed=None` the cards
        cannot be predicted.
        """
        self._alone = Alone()
        self._setting = setting_of(
            rules, seats, claims=claims, episode=episode, colours=colours, history=history
        )  # fmt: skip
        self.rules, self.seats = self._setting.rules, self._setting.seats
        self.tables = whole(tables, 1, MOST_TABLES, "tables")
        spec = self._spec = self._setting.spec()
        spec.skip = int(one_of(forced, ("skip", "ask"), "forced") == 0)
        spec.reward = list(REWARDS.values())[one_of(reward, tuple(REWARDS), "reward")]
        spec.observe, spec.truth = int(yes_or_no(observe, "observe")), int(yes_or_no(truth, "truth"))
        self._check_reward()
        self.universal: NDArray[np.int32] = np.array(self._setting.universal, np.int32)
        texts = action_texts(self.rules, self._setting.colours)
        self.actions: tuple[str, ...] = tuple(texts[number] for number in self._setting.universal)
        kind, threads = choose_backend(backend, compiled_tables), whole(threads, 1, 1024, "threads")
        with enough_memory(self.tables, "tables"):
            self._arrays = self._make_arrays(self.tables)
            self._chosen: NDArray[np.int32] = np.zeros(self.tables, np.int32)
            self._sampled: NDArray[np.int32] = np.zeros(self.tables, np.int32)
            self._runner = self._make_runner(kind, threads)
        self._show(self._arrays)
        self._plans = self._seat_opponents({} if opponents is None else opponents)
        self._reset = self._runner.prepare((RESET,), self._plans, self._chosen)
        self._step = self._runner.prepare((CHECK, STEP), self._plans, self._chosen)
        self._sample = self._runner.prepare((SAMPLE,), self._plans, self._sampled)
        self._advisers: dict[str, tuple[Run, NDArray[np.int32]]] = {}
        self._triers: dict[str, tuple[Run, NDArray[np.float32]]] = {}
        self.reset(randbits(SEED_BITS) if seed is None else seed)

    def _make_arrays(self, rows: int) -> Arrays:
        """Return arrays for this many rows, which are written in place."""
        spec, layout = self._spec, self.layout
        obs = np.zeros((rows, layout.size if spec.observe else 0), np.int8)
        if spec.observe:
            obs[:, layout["rules"].slice] = self._setting.rule_features()
        truth = np.zeros((rows, self.truth_layout.size if spec.truth else 0), np.int8)
        mask = np.zeros((rows, len(self.actions)), np.int8)
        seat, rewards, ended = (
            np.zeros(rows, np.int8),
            np.zeros((rows, self.seats), np.float32),
            np.zeros(rows, np.int8),
        )
        return Arrays(
            obs, truth, mask, seat, rewards, ended, np.zeros((1, 0), np.float32), np.full(rows, NONE, np.int32)
        )

    def _make_runner(self, backend: str, threads: int) -> Runner:
        r = self.rules.core_rules
        if backend == "c":
            return CompiledRunner(r, self.tables, self._arrays, threads)
        return InterpretedRunner(r, self.tables, self._arrays)

    def _check_reward(self) -> None:
        spec = self._spec
        if spec.reward == BY_RANK and not spec.match:
            raise LastCardError('reward="match" pays for the rank in a match, so it needs episode="match"')
        if spec.reward == BY_POINTS and self.rules.core_rules.round_score == NO_SCORE:
            raise LastCardError('these rules score no points; use reward="win"')

    def _check_rounds(self, what: str) -> None:
        if self._spec.match or self._spec.reward != BY_WIN:
            raise LastCardError(f'{what} only for single rounds, with episode="round" and reward="win"')

    def _seat_opponents(self, opponents: Opponents | Sequence[Opponents]) -> list[Plan]:
        """Seat the policies, and return the plans that the tables refer to."""
        if isinstance(opponents, Mapping):
            opponents = [opponents] * self.tables
        if not isinstance(opponents, Sequence) or not all(isinstance(seated, Mapping) for seated in opponents):
            shape = '{1: "careful"}, for all tables, or a list of these, one for each'
            raise LastCardError(f"opponents must be like {shape}, not {quoted(opponents)}")
        each = list(opponents)
        if len(each) != self.tables:
            raise LastCardError(f"opponents for {len(each)} tables were given, but there are {self.tables} tables")
        plans: dict[tuple[int, ...], int] = {}
        for table, seated in enumerate(each):
            policies = self._policies(seated)
            learners = sum(1 << seat for seat in range(self.seats) if seat not in seated)
            self._runner.seat(table, learners, plans.setdefault(policies, len(plans)))
        return [plan_of(policies) for policies in plans]

    def _policies(self, seated: Opponents) -> tuple[int, ...]:
        """Return the policy of each seat; for one that decides outside, that which makes its claims if it does not."""
        for seat, name in seated.items():
            self._checked_seat(seat)
            _check_policy(name)
        if len(seated) == self.seats:
            raise LastCardError("opponents play every seat; at least one must decide outside")
        return tuple(POLICIES.index(seated[seat]) if seat in seated else CAREFUL for seat in range(SEATS))

    # ------------------------------------------------------------ playing

    def reset(self, seed: int | None = None) -> "Tables":
        """Begin the first episode at every table again, with another seed if one is given."""
        number = None if seed is None else whole(seed, 0, (1 << SEED_BITS) - 1, "a seed")
        with self._alone:
            if number is not None:
                self._spec.seed = number
                self._runner.put_spec(self._spec)
            self._reset()
        return self

    def step(self, actions: Any) -> None:
        """Carry out one action, by its index, at every table; raise IllegalChoice if one is not legal.

        Nothing changes then, at any table.
        """
        chosen = _numbers(actions)
        if chosen is None or chosen.shape != (self.tables,):
            raise LastCardError(f"actions must be {self.tables} whole numbers, one for each table")
        wide = chosen.astype(np.int64, copy=False)  # so that no large number looks like an action; clip is slow for one
        if not self._alone.enter(False):  # at one table, `with` would take a tenth of the time; so too in `sample`
            raise busy()
        try:
            np.minimum(np.maximum(wide, -1), len(self.actions), out=self._chosen, casting="unsafe")
            table = self._step()
        finally:
            self._alone.leave()
        if table != NONE:
            raise self._illegal(table, int(chosen[table]))

    def _illegal(self, table: int, action: int) -> IllegalChoice:
        text = self.actions[action] if 0 <= action < len(self.actions) else "there is no such action"
        return IllegalChoice(table, int(self.seat[table]), action, text)

    def sample(self) -> NDArray[np.int32]:
        """Return a random legal action for every table, in an array that is written again each time.

        It is to draw on a turn only if nothing can be played, as the policy `random` does.
        """
        if not self._alone.enter(False):
            raise busy()
        try:
            self._sample()
        finally:
            self._alone.leave()
        return self._sampled

    def advise(self, bot: str) -> NDArray[np.int32]:
        """Return what a policy of the simulator would do at every table.

        Every bot has an array of its own, which is written again each time.
        """
        _check_policy(bot)
        with self._alone:
            if bot not in self._advisers:
                advice, plan = np.zeros(self.tables, np.int32), plan_of([POLICIES.index(bot)])
                self._advisers[bot] = self._runner.prepare((ADVISE,), [plan], advice), advice
            run, advice = self._advisers[bot]
            run()
        return advice

    def outcomes(self, bot: str) -> NDArray[np.float32]:
        """Return what each legal action would be paid if a policy of the simulator then played every seat to the end.

        There is a row for each table; actions that are not legal have 0.  Every bot has an array of its own, which is
        written again each time.  All actions of a table meet the same hidden cards, so this says more than a seat may
        know: it is for training.
        """
        self._check_rounds("outcomes are")
        _check_policy(bot)
        with self._alone:
            if bot not in self._triers:
                self._triers[bot] = self._trier(bot)
            run, found = self._triers[bot]
            run()
        return found

    def _trier(self, bot: str) -> tuple[Run, NDArray[np.float32]]:
        """Return what plays every legal action out with a policy, and where it writes what each is paid."""
        found = np.zeros(self.mask.shape, np.float32)
        arrays, plan = self._arrays._replace(outcomes=found), plan_of([POLICIES.index(bot)])
        return self._runner.prepare((TRY,), [plan], self._chosen, arrays), found

    def lookahead(self, rows: int) -> "Lookahead":
        """Return room for this many actions that are tried out; see `Lookahead.look`."""
        self._check_rounds("a look ahead is")
        rows = whole(rows, 1, MOST_TABLES, "rows")
        with enough_memory(rows, "rows"):
            arrays = self._make_arrays(rows)
        return Lookahead(self, arrays, partial(self._runner.prepare, (CHECK_AHEAD, LOOK), self._plans))

    # ------------------------------------------------------------ looking

    @property
    def version(self) -> str:
        """A text that changes whenever the meaning of a feature or of an index does."""
        return self._setting.version

    @property
    def layout(self) -> Layout:
        """The parts of an observation."""
        return self._setting.layout

    @property
    def truth_layout(self) -> Layout:
        """The parts of the truth."""
        return self._setting.truth_layout

    def position(self, table: int) -> str:
        """Return a table as a position, hidden cards included."""
        number = self._checked(table)
        with self._alone:
            game = self._runner.game(number)
        return write_position(game, self.rules)

    def ply(self, table: int) -> int:
        """Return how many moves the round at a table has had, as `View.ply` says."""
        number = self._checked(table)
        with self._alone:
            return self._runner.moves(number)

    def round(self, table: int) -> Round:
        """Return the round at a table as it was played, move by move; one of more than 1,024 moves without any."""
        number = self._checked(table)
        with self._alone:
            game, sheet = self._runner.game(number), self._runner.sheet(number)
        state = LiveState()
        if game.moves <= LOG:
            state.rng = game.began[:]
            live_engine.deal(state, self.rules.core_rules, self.seats, game.dealer, 0, sheet.eliminated)
        else:
            state.copy_from(game)
        found = Round(self.rules, state)
        if self._spec.match:
            found.scores = tuple(sheet.scores[: self.seats])
            found.rounds, found.eliminated = sheet.rounds, SEAT_SETS[sheet.eliminated]
        values = values_of(self.rules)
        for move in game.log[: game.moves] if game.moves <= LOG else ():
            seat, action = divmod(move, LOG_SEAT)
            found.act(seat, values.one_card(action))
        return found

    def view(self, table: int, seat: int) -> View:
        """Return what a seat at a table knows; of a round of more than 1,024 moves, what it sees now alone."""
        return self.round(table).view(self._checked_seat(seat))

    def _checked(self, table: int) -> int:
        number = number_of(table)
        if number is None or not 0 <= number < self.tables:
            raise LastCardError(f"there is no table {quoted(table)}: tables go from 0 to {self.tables - 1}")
        return number

    def _checked_seat(self, seat: int) -> int:
        number = number_of(seat)
        if number is None or not 0 <= number < self.seats:
            raise LastCardError(f"there is no seat {quoted(seat)}: seats go from 0 to {self.seats - 1}")
        return number


class Lookahead(Shown):
    """Where single actions lead to: each is taken at a copy of its table, which is played on to the next decision.

    The arrays are those of `Tables`, with a row for each action that was tried out.
    """

    def __init__(self, tables: Tables, arrays: Arrays, prepare: Callable[..., Run]) -> None:
        self._tables = tables
        self._show(arrays)
        self._chosen = np.zeros(len(arrays.obs), np.int32)
        self._look = prepare(self._chosen, arrays)

    def look(self, tables: Any, actions: Any) -> None:
        """Try out these actions, each at a copy of this table; the tables stay as they are.

        The first rows say what then is shown to whom or, where that ended the round, what it paid; in such a row
        `obs`, `truth`, `mask` and `seat` mean nothing.  Hidden cards stay as they are, so this says more than a seat
        may know: it is for training.  Raise IllegalChoice if an action is not legal; the rows then stay as they are.
        """
        where, chosen = _numbers(tables), _numbers(actions)
        if where is None or chosen is None or where.ndim != 1 or where.shape != chosen.shape:
            raise LastCardError("tables and actions must be whole numbers, one action for each table given")
        if len(where) > len(self._chosen):
            raise LastCardError(f"{len(where)} actions are too many: there is room for {len(self._chosen)}")
        if len(where) and not (where.min() >= 0 and where.max() < self._tables.tables):
            raise LastCardError(f"there are no tables but those from 0 to {self._tables.tables - 1}")
        legal_index = (chosen >= 0) & (chosen < len(self._tables.actions))
        index = np.where(legal_index, chosen, LOOK_TABLE - 1)  # which is never offered
        with self._tables._alone:
            self._chosen[: len(where)] = where.astype(np.int64) * LOOK_TABLE + index
            self._chosen[len(where) :] = NONE
            row = self._look()
        if row != NONE:
            raise self._tables._illegal(int(where[row]), int(chosen[row]))


def _numbers(given: Any) -> NDArray[Any] | None:
    """Return an array of whole numbers, or None if it is anything else."""
    try:
        found = np.asarray(given)
    except (ValueError, TypeError):  # rows of different lengths, or nothing that can be an array
        return None
    return found if found.dtype.kind in "iu" else found.astype(np.int64) if found.size == 0 else None


def _check_policy(name: str) -> str:
    if not isinstance(name, str) or name not in POLICIES:
        near = did_you_mean(name, POLICIES) if isinstance(name, str) else ""
        raise LastCardError(f"no bot {quoted(name)} can play inside tables{near}; there are {', '.join(POLICIES)}")
    return name
