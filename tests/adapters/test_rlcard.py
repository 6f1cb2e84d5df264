"""The environment with RLCard's interface, beside RLCard's own."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

rlcard = pytest.importorskip("rlcard")
from rlcard.agents import RandomAgent  # noqa: E402
from rlcard.games.uno import utils  # noqa: E402
from rlcard.games.uno.card import UnoCard  # noqa: E402
from rlcard.games.uno.round import UnoRound  # noqa: E402

from lastcard.env import IllegalChoice  # noqa: E402
from lastcard.env.rlcard import ACTION_LIST, ACTION_SPACE, RULES, UnoEnv, make  # noqa: E402
from lastcard.errors import LastCardError  # noqa: E402
from lastcard.rules.decks import Card  # noqa: E402


def their_card(text: str) -> UnoCard:
    colour, trait = text.split("-")
    kind = "wild" if "wild" in trait else "number" if trait.isdigit() else "action"
    return UnoCard(kind, colour, trait)


class Holder:
    """What RLCard's round needs of a player."""

    def __init__(self, hand: list[str]) -> None:
        self.hand = [their_card(text) for text in hand]


def their_legal(state: dict) -> set[str]:
    """Return what RLCard says is legal with this hand and target."""
    table = UnoRound(None, 2, None)
    table.target = their_card(state["raw_obs"]["target"])
    return set(table.get_legal_actions([Holder(state["raw_obs"]["hand"])], 0))


def test_the_ids_are_those_of_rlcard() -> None:
    assert ACTION_LIST == utils.ACTION_LIST and ACTION_SPACE == utils.ACTION_SPACE


@pytest.mark.parametrize("players", [2, 3, 5])
def test_planes_and_legal_actions_are_those_of_rlcard(players: int) -> None:
    env, dice = make("uno", {"seed": players, "game_num_players": players}), random.Random(1)
    compared = chosen = 0
    for _ in range(8):
        state, _ = env.reset()
        while not env.is_over():
            wanted = np.zeros((4, 4, 15), dtype=int)
            utils.encode_hand(wanted[:3], state["raw_obs"]["hand"])
            utils.encode_target(wanted[3], state["raw_obs"]["target"])
            assert (state["obs"] == wanted).all()
            if set(state["raw_legal_actions"]) != their_legal(state):  # a drawn wild: RLCard chooses the colour
                assert all("wild" in action for action in state["raw_legal_actions"])
                assert env.action_recorder[-1][1] == "draw"
                chosen += 1
            assert [ACTION_LIST[action] for action in state["legal_actions"]] == state["raw_legal_actions"]
            compared += 1
            state, _ = env.step(dice.choice(list(state["legal_actions"])))
    assert compared > 100 > chosen


@pytest.mark.parametrize("players", [2, 3, 4])
def test_payoffs_are_right_for_any_number_of_players(players: int) -> None:
    env = make("uno", {"seed": 3, "game_num_players": players})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(players)])
    winners = set()
    for _ in range(30):
        trajectories, payoffs = env.run(is_training=False)
        winner = int(payoffs.argmax())
        winners.add(winner)
        assert payoffs[winner] == 1 and payoffs.sum() == pytest.approx(0, abs=1e-6)
        assert env.action_recorder[-1][0] == winner
        assert all(len(trajectory) % 2 for trajectory in trajectories)  # state, action, state, ..., state
    assert winners == set(range(players))


def walk(env: UnoEnv, steps: int) -> Iterator[dict]:
    """Play at random, and yield the state before each decision."""
    state, dice = env.reset()[0], random.Random(2)
    for _ in range(steps):
        yield state
        state, _ = env.step(dice.choice(list(state["legal_actions"])))
        if env.is_over():
            state, _ = env.reset()


def test_cards_on_the_table_are_all_accounted_for() -> None:
    env = make("uno", {"seed": 5, "game_num_players": 3})
    for state in walk(env, 400):
        seen, game = env.get_perfect_information(), env._tables._runner.game(0)
        assert seen["target"] == seen["played_cards"][-1] and seen["played_cards"] == state["raw_obs"]["played_cards"]
        assert [len(hand) for hand in seen["hand_cards"]] == state["raw_obs"]["num_cards"] == game.held[:3]
        assert sum(state["raw_obs"]["num_cards"]) + len(seen["played_cards"]) + game.n_stock == 108


def in_hand(card: Card) -> str:
    """Return a card as RLCard writes it in a hand."""
    traits = {"S": "skip", "R": "reverse", "+2": "draw_2", "": "wild", "+4": "wild_draw_4"}
    return f"{card.colour or 'r'}-{traits.get(card.rank, card.rank)}"


def test_every_player_holds_the_cards_of_its_seat_whichever_way_play_goes() -> None:
    env, ways = make("uno", {"seed": 5, "game_num_players": 3}), set()
    for _ in walk(env, 100):
        views = [env._tables.view(0, seat) for seat in range(3)]
        hands = [[in_hand(card) for card in view.hand] for view in views]
        assert env.get_perfect_information()["hand_cards"] == hands
        assert [env.get_state(player)["raw_obs"]["hand"] for player in range(3)] == hands
        ways.add(env._tables._runner.game(0).direction)
    assert ways == {1, -1}


def test_players_who_do_not_decide_see_nothing_of_what_the_others_may_do() -> None:
    env = make("uno", {"seed": 1, "game_num_players": 3})
    for state in walk(env, 20):
        decides = env.get_player_id()
        assert env.get_state(decides)["legal_actions"] == state["legal_actions"]
        for player in {0, 1, 2} - {decides}:
            other = env.get_state(player)
            assert not other["legal_actions"] and other["raw_legal_actions"] == other["raw_obs"]["legal_actions"] == []


def test_a_seed_decides_all_rounds() -> None:
    def states(seed: int) -> list[str]:
        env = make("uno", {"seed": seed})
        return [str(env.reset()[0]["raw_obs"]) for _ in range(3)]

    assert states(1) == states(1) != states(2)
    assert len(set(states(1))) == 3


def test_an_action_that_is_not_legal_is_refused() -> None:
    env = make("uno", {"seed": 1})
    state, player = env.reset()
    wrong = next(action for action in range(61) if action not in state["legal_actions"])
    with pytest.raises(IllegalChoice, match=f"action {wrong} "):
        env.step(wrong)
    with pytest.raises(IllegalChoice, match="no such action"):
        env.step("r-17", raw_action=True)
    assert str(env.get_state(player)) == str(state)


def test_what_is_no_action_is_refused_and_changes_nothing() -> None:
    env = make("uno", {"seed": 1})
    state, player = env.reset()
    for wrong in ("draw", None, 1.5, True):
        with pytest.raises(LastCardError, match="an action must be a whole number"):
            env.step(wrong)  # type: ignore[arg-type]
    assert str(env.get_state(player)) == str(state)


def test_the_config_is_checked() -> None:
    assert make("uno", {"allow_step_back": False, "seed": None}).num_players == 2
    with pytest.raises(LastCardError, match="no setting 'foo'"):
        make("uno", {"foo": 1})
    with pytest.raises(LastCardError, match="did you mean 'game_num_players'"):
        make("uno", {"num_players": 3})
    with pytest.raises(LastCardError, match="the config is a dictionary"):
        make("uno", 5)  # type: ignore[arg-type]
    with pytest.raises(LastCardError, match="no step_back"):
        make("uno", {"allow_step_back": True})
    with pytest.raises(LastCardError, match="a seed must be at least 0, not -1"):
        make("uno", {"seed": -1})


def test_to_run_agents_must_have_been_set() -> None:
    env = make("uno")
    with pytest.raises(LastCardError, match="call set_agents first"):
        env.run()
    with pytest.raises(LastCardError, match="as a list, one for each player, not as None"):
        env.set_agents(None)  # type: ignore[arg-type]
    with pytest.raises(LastCardError, match="1 agent given for 2 players"):
        env.set_agents([None])


def test_there_is_nothing_to_say_of_other_players_and_actions() -> None:
    env = make("uno", {"game_num_players": 3})
    for player in (3, -1, "0"):
        with pytest.raises(LastCardError):
            env.get_state(player)  # type: ignore[arg-type]
    for action in (61, -1, None):
        with pytest.raises(LastCardError):
            env.get_action_feature(action)  # type: ignore[arg-type]
    assert env.get_action_feature(60).nonzero()[0].tolist() == [60]


def test_actions_may_be_given_as_text() -> None:
    one, other = make("uno", {"seed": 1}), make("uno", {"seed": 1})
    state, _ = one.reset()
    other.reset()
    action = state["raw_legal_actions"][0]
    assert str(one.step(action, raw_action=True)) == str(other.step(ACTION_SPACE[action]))


def test_a_wild_that_starts_the_round_has_a_colour_once_it_is_named() -> None:
    env, named = make("uno", {"rules": "juno-classic", "seed": 1}), 0
    for _ in range(200):
        state, _ = env.reset()
        target = state["raw_obs"]["target"]
        if "wild" in target and all("wild" in action for action in state["raw_legal_actions"]):
            chosen = state["raw_legal_actions"][-1]
            assert target.startswith("r-") and chosen.startswith("y-")
            state, _ = env.step(chosen, raw_action=True)
            assert state["raw_obs"]["target"] == "y-wild" == state["raw_obs"]["played_cards"][-1]
            named += 1
    assert named


def test_rules_that_need_other_ids_are_refused() -> None:
    assert UnoEnv({"rules": "mattel-2022+wd-policing=engine"}).num_players == 2
    with pytest.raises(LastCardError, match="'challenge'"):
        make("uno", {"rules": "official"})
    with pytest.raises(LastCardError, match="colour-only"):
        make("uno", {"rules": "console"})
    with pytest.raises(LastCardError, match="colour-no-wild"):
        make("uno", {"rules": "console+start-action=colour-no-wild"})
    with pytest.raises(LastCardError, match="jump-ins"):
        make("uno", {"rules": RULES + "+jump-in"})
    with pytest.raises(LastCardError, match="size of every hand"):
        make("uno", {"rules": RULES + "+count-info=hidden"})
    with pytest.raises(LastCardError, match="108 cards"):
        make("uno", {"rules": "one"})
    with pytest.raises(LastCardError, match="only 'uno'"):
        make("doudizhu")
    with pytest.raises(LastCardError, match="3 agents"):
        make("uno").set_agents([None] * 3)
