"""The game for OpenSpiel."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")
from absl import flags  # noqa: E402
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough  # noqa: E402

import lastcard.env.openspiel  # noqa: E402
from lastcard.env import IllegalChoice, Observer  # noqa: E402
from lastcard.errors import LastCardError  # noqa: E402
from lastcard.rules import Ruleset  # noqa: E402

assert lastcard.env.openspiel  # registers the game
SHORT = "mattel-2022+draw-voluntary:no"  # at random, rounds are short under these rules
GAMES = [
    f"python_lastcard(rules={SHORT})",
    f"python_lastcard(players=3,claims=auto,reward=points,rules={SHORT})",
    "python_lastcard(players=4,rules=juno-seven0+jump-in+draw-voluntary:no)",
    f"python_lastcard(players=10,rules={SHORT})",
]


@pytest.mark.parametrize("text", GAMES)
def test_random_games_pass_the_test_of_openspiel(text: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=2, serialize=True, verbose=False)


def test_a_playthrough_can_be_replayed(tmp_path: Path) -> None:
    flags.FLAGS(["playthrough"])
    text = generate_playthrough.playthrough(f"python_lastcard(players=3,rules={SHORT})", [], seed=7)
    file = tmp_path / "playthrough.txt"
    file.write_text(text)
    before, after = generate_playthrough.replay(str(file))
    assert before == after and "Returns()" in text and "Catch" not in text


@pytest.mark.parametrize(("rules", "text"), [
    ("official+hand=5", "official+hand:5"),
    ("official+hand-limit=12:aside", "official+hand-limit:12:aside"),
    ("official+match-axes=colour,number", "official+match-axes:colour;number"),
    ("official+values=w+4:40", "official+values:w+4:40"),
])  # fmt: skip
def test_every_rule_set_can_be_written_in_the_text_of_a_game(rules: str, text: str) -> None:
    by_text = pyspiel.load_game(f"python_lastcard(players=3,rules={text})")
    for game in (by_text, pyspiel.load_game("python_lastcard", {"players": 3, "rules": rules})):
        for same in (game, pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game))):
            assert same.replayed.table.tables.rules == Ruleset.from_id(rules)
            assert same.get_parameters()["rules"] == text
            assert str(same.new_initial_state()) == str(game.new_initial_state())


def dealt(text: str, seed: int = 1) -> "pyspiel.State":
    """Return a state after the deal."""
    state = pyspiel.load_game(text).new_initial_state()
    for byte in seed.to_bytes(4, "big"):
        assert state.is_chance_node()
        state.apply_action(byte)
    return state


def test_histories_may_be_played_in_turns() -> None:
    one, dice = dealt(GAMES[2]), np.random.default_rng(1)
    twin, other = one.clone(), dealt(GAMES[2], seed=2)
    while not one.is_terminal():
        action = dice.choice(one.legal_actions())
        one.apply_action(action)
        if not other.is_terminal():
            other.apply_action(dice.choice(other.legal_actions()))
        twin.apply_action(action)
        assert str(one) == str(twin)
    assert one.returns() == twin.returns() and sum(one.returns()) == pytest.approx(0, abs=1e-9)
    _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(one.get_game(), one))
    assert read.returns() == one.returns()


def test_histories_of_one_deal_may_part() -> None:
    one = dealt(GAMES[0])
    other, legal = one.clone(), one.legal_actions()
    one.apply_action(legal[0])
    shown = str(one), one.legal_actions()
    other.apply_action(legal[-1])
    assert str(other) != shown[0] and (str(one), one.legal_actions()) == shown


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    state = dealt(GAMES[0])
    before, legal = str(state), state.legal_actions()
    with pytest.raises(IllegalChoice):
        state.apply_action(next(action for action in range(legal[-1] + 2) if action not in legal))
    assert (str(state), state.legal_actions()) == (before, legal) and len(state.history()) == 4
    state.apply_action(legal[0])
    assert str(state) != before


def test_a_byte_of_the_seed_that_is_none_is_refused() -> None:
    state = pyspiel.load_game(GAMES[0]).new_initial_state()
    for byte in (-2, 256):
        with pytest.raises(LastCardError, match=f"0 to 255, not {byte}"):
            state.apply_action(byte)
    assert str(state) == "before the deal" and not state.history()


def test_after_the_end_nothing_is_legal() -> None:
    state, dice = dealt(GAMES[0]), np.random.default_rng(1)
    while not state.is_terminal():
        state.apply_action(dice.choice(state.legal_actions()))
    returns = state.returns()
    with pytest.raises(LastCardError, match="over"):
        state.apply_action(0)
    assert state.is_terminal() and state.returns() == returns


def test_information_states_are_refused_at_every_node() -> None:
    for state in (pyspiel.load_game(GAMES[0]).new_initial_state(), dealt(GAMES[0])):
        for ask in (state.information_state_string, state.information_state_tensor):
            with pytest.raises(LastCardError, match="perfect recall"):
                ask(0)


def test_an_action_that_does_not_exist_has_no_text() -> None:
    with pytest.raises(LastCardError, match="no action 3000"):
        dealt(GAMES[0]).action_to_string(0, 3000)


def test_players_see_what_their_seat_knows() -> None:
    state, dice = dealt(GAMES[0]), np.random.default_rng(1)
    observer = Observer(SHORT.replace(":", "="), seats=2, colours="as-is")
    for _ in range(10):
        tables = state.table().tables
        for player in range(2):
            if player != state.current_player():
                row = observer.observe(tables.view(0, player), claim=False)
                assert state.observation_tensor(player) == pytest.approx(np.array(row) / np.array(tables.layout.scale))
        state.apply_action(dice.choice(state.legal_actions()))
    assert "hand: " in state.observation_string(0) != state.observation_string(1)


def test_there_is_no_public_observation_that_would_show_a_hand() -> None:
    game = pyspiel.load_game(GAMES[0])
    kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    assert game.make_py_observer(kind) is None and game.make_py_observer() is not None


def test_its_agents_can_play() -> None:
    environment = rl_environment.Environment(pyspiel.load_game(GAMES[0]))
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = environment.step([step.observations["legal_actions"][player][0]])
    assert sorted(step.rewards) == [-1.0, 1.0]


def test_threads_play_games_of_their_own() -> None:
    def play(seed: int) -> list[float]:
        rng, state = Random(seed), dealt(GAMES[0], seed)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        return [float(paid) for paid in state.returns()]

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(play, range(12)))
    assert together == [play(seed) for seed in range(12)]


@pytest.mark.parametrize("wrong", ["players=11", "rules=nothing", "claims=never"])
def test_what_cannot_be_played_is_refused(wrong: str) -> None:
    with pytest.raises(LastCardError, match=wrong.partition("=")[2]):
        pyspiel.load_game(f"python_lastcard({wrong})")
