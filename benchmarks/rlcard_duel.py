"""Our bots inside RLCard's own UNO environment, at its rules, against its rule agent `uno-rule-v1`.

    python benchmarks/rlcard_duel.py --bot 'search?playouts=1000&rivals=random' --games 10000

RLCard is installed by benchmarks/peers/setup.sh.  The agent is told what RLCard tells any player, nothing else: its
hand, the cards played, how many cards each player holds and what it may do.  The two change seats every game.
"""

import argparse
import glob
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from run import PEER_RULES

from lastcard.arena import wilson
from lastcard.bots import actions_of, make_bot
from lastcard.core.terms import CALLING
from lastcard.errors import PositionError
from lastcard.notation import format_action
from lastcard.round import Round
from lastcard.rules import Ruleset

HERE = Path(__file__).parent
RULES = Ruleset.from_id(PEER_RULES)
TO_OURS = {"skip": "S", "reverse": "R", "draw_2": "+2", "wild": "w", "wild_draw_4": "w+4"}
TO_RLCARD = {ours: theirs for theirs, ours in TO_OURS.items()}


def card(text: str) -> str:
    """A card of RLCard's in our notation; what colour it gives a wild in a hand means nothing."""
    colour, trait = text.split("-")
    rank = TO_OURS.get(trait, trait)
    return rank if rank.startswith("w") else colour + rank


def rlcard_action(action: str) -> str:
    """One of our actions as RLCard writes it."""
    if action == "draw":
        return action
    if action.startswith("w"):
        wild, _, colour = action.partition(":")
        return f"{colour}-{TO_RLCARD[wild]}"
    return f"{action[0]}-{TO_RLCARD.get(action[1:], action[1:])}"


def face(state: dict[str, Any]) -> str:
    """What lies on top.  RLCard's `target` names a wild by the colour it was made with, so the pile is asked."""
    played = state["played_cards"]
    text = played[-1] if played else state["target"]
    if "wild" not in text:
        return card(text)
    colours = {action[0] for action in state["legal_actions"] if "wild" not in action and action != "draw"}
    colour = text[0] if played or not colours else colours.pop()
    return f"{card(text)}:{colour}"


def position(state: dict[str, Any], seat: int) -> str:
    """What a player is told, as a position with unknown cards."""
    sizes = state["num_cards"]
    hands = [f"?{size}" for size in sizes]
    hands[seat] = "".join(card(text) for text in state["hand"])
    buried = "".join(card(text) for text in reversed(state["played_cards"][:-1])) or "-"
    stock = max(0, RULES.deck.size - sum(sizes) - max(1, len(state["played_cards"])))
    return f"{'/'.join(hands)} {face(state)} >{seat} - {stock}|{buried}"


class OurAgent:
    """A bot of ours as RLCard calls agents."""

    use_raw = True

    def __init__(self, name: str, seed: int) -> None:
        self._bot = make_bot(name, seed)
        self.answers: Counter[str] = Counter()

    def step(self, state: dict[str, Any]) -> str:
        """What the bot does in a state of RLCard's."""
        legal: list[str] = state["raw_legal_actions"]
        if len(set(legal)) == 1:
            return legal[0]
        action = self._asked(state["raw_obs"])
        self.answers["asked" if action in legal else "not in RLCard's rules"] += 1
        return action if action in legal else legal[0]

    def eval_step(self, state: dict[str, Any]) -> tuple[str, list[Any]]:
        """The same, as it is called in an evaluation."""
        return self.step(state), []

    def _asked(self, state: dict[str, Any]) -> str:
        seat = state["current_player"]
        try:
            view = Round.from_position(position(state, seat), RULES).view(seat)
        except PositionError:  # RLCard shuffles the top card into the stock, so that it can be there twice
            return ""
        action = actions_of(RULES.deck, self._bot.decide(view))[0] & ~CALLING
        return rlcard_action(format_action(RULES.deck, action))


def play(work: tuple[str, int, int]) -> tuple[int, Counter[str]]:
    """Some games, half of them from each seat: how many we won, and how the agent's answers fared."""
    name, first, games = work
    sys.path += glob.glob(str(HERE / ".peers/venv/lib/python*/site-packages"))
    import numpy
    import rlcard
    from rlcard import models

    rival = models.load("uno-rule-v1").agents[0]
    agent = OurAgent(name, first)
    wins = 0
    for number in range(first, first + games):
        environment = rlcard.make("uno", config={"seed": number // 2})
        numpy.random.seed(number)  # the rule agent's chance
        seat = number % 2
        environment.set_agents([agent, rival] if seat == 0 else [rival, agent])
        _, payoffs = environment.run(is_training=False)
        wins += payoffs[seat] > 0
    return wins, agent.answers


def chunks(name: str, games: int, size: int = 50) -> Iterator[tuple[str, int, int]]:
    """The work in pieces."""
    for first in range(0, games, size):
        yield name, first, min(size, games - first)


def main() -> int:
    """Play and print the result as one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="search?playouts=1000&rivals=random")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    wins, answers = 0, Counter[str]()
    with ProcessPoolExecutor(options.processes, mp_context=get_context("spawn")) as pool:
        for won, some in pool.map(play, chunks(options.bot, options.games)):
            wins, answers = wins + won, answers + some
    low, high = wilson(wins, options.games)
    result = {"bot": options.bot, "games": options.games, "wins": wins, "win_rate": wins / options.games}
    print(json.dumps(result | {"low": low, "high": high, "answers": answers}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
