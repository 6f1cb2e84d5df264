"""Our bots inside RLCard's own UNO environment, at its rules, against its rule agent `uno-rule-v1`.

    python benchmarks/rlcard_duel.py --games 10000

RLCard is installed by benchmarks/peers/setup.sh.  The agent is told what RLCard tells any player, nothing else: its
hand, the cards played, how many cards each player holds, what was done and what it may do.  The two change seats every
game.
"""

import argparse
import glob
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from lastcard.arena import wilson
from lastcard.bots import decided, make_bot
from lastcard.errors import PositionError
from lastcard.game.memory import Lack, Lacking
from lastcard.game.round import Round
from lastcard.game.values import Action, ActionKind, Face, values_of
from lastcard.notation import parse_face
from lastcard.rules import Ruleset
from results import machine, write_part
from run import PEER_RULES

HERE = Path(__file__).parent
RULES = Ruleset.from_id(PEER_RULES)
TO_OURS = {"skip": "S", "reverse": "R", "draw_2": "+2", "wild": "w", "wild_draw_4": "w+4"}
TO_RLCARD = {ours: theirs for theirs, ours in TO_OURS.items()}


def card(text: str) -> str:
    """A card of RLCard's in our notation; what colour it gives a wild in a hand means nothing."""
    colour, trait = text.split("-")
    rank = TO_OURS.get(trait, trait)
    return rank if rank.startswith("w") else colour + rank


def rlcard_action(action: Action) -> str:
    """One of our actions as RLCard writes it."""
    if action.kind is not ActionKind.LAY:
        return action.text
    (text,) = (card.text for card in action.cards)
    if action.colour is not None:
        return f"{action.colour}-{TO_RLCARD[text]}"
    return f"{text[0]}-{TO_RLCARD.get(text[1:], text[1:])}"


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


def face_of(text: str) -> Face:
    """Return a face by its text."""
    found = values_of(RULES).face(parse_face(RULES.deck, text))
    assert found is not None
    return found


class Memory:
    """What an agent has seen of one game: which cards its rival lacked when it drew or had to lay a wild."""

    def __init__(self) -> None:
        self.lacks: list[Lack] = []
        self._heard = 0  # actions of the record
        self._pile: list[str] = []
        self._face = ""  # empty: unknown
        self._held = 0  # cards of the rival
        self._hand = 0  # cards of its own

    def look(self, state: dict[str, Any], record: list[tuple[int, str]], seat: int) -> None:
        """Take in what was done since the last look."""
        pile: list[str] = state["played_cards"]
        fresh = pile[len(self._pile) :]
        if not self._pile or pile[: len(self._pile)] != self._pile:  # the first look, or the pile was shuffled
            self._face, fresh = "", []
        actions = record[self._heard :]
        grown = len(state["hand"]) > self._hand
        for place, (player, action) in enumerate(actions):
            if action == "draw":
                drawn = _laid_at_once(actions[place:], fresh) and not (player == seat and grown)
                self._drew(player == seat, kept=not drawn)
                if drawn:
                    self._laid(fresh.pop(0), by_me=player == seat, from_hand=False)
            else:
                fresh = fresh[1:]
                self._laid(action, by_me=player == seat, from_hand=True)
        self._heard = len(record)
        self._pile = list(pile)
        self._face = face(state)
        self._held = state["num_cards"][1 - seat]
        self._hand = len(state["hand"])

    def _drew(self, mine: bool, *, kept: bool) -> None:
        if not mine:
            self._remember(Lacking.ALL)
            self._held += kept

    def _laid(self, text: str, *, by_me: bool, from_hand: bool) -> None:
        ours = f"{card(text)}:{text[0]}" if "wild" in text else card(text)
        if by_me:
            self._held += {"draw_2": 2, "wild_draw_4": 4 * from_hand}.get(text.split("-")[1], 0)
        elif from_hand:
            if "wild" in text:  # its last resort, by the rules or by its habit
                self._remember(Lacking.FITTING)
            self._held -= 1
            laid = face_of(ours).card
            assert laid is not None
            for lack in self.lacks:
                lack.cards -= not lack.has(laid, RULES) and lack.cards > 0
        self._face = ours

    def _remember(self, what: Lacking) -> None:
        if self._face and self._held > 0:
            self.lacks.append(Lack(face_of(self._face), what, self._held, sure=True))


def _laid_at_once(actions: list[tuple[int, str]], fresh: list[str]) -> bool:
    """Whether the card of the first action, a draw, went onto the pile: then there are more cards than lays."""
    lays = [action for _, action in actions if action != "draw"]
    if len(fresh) <= len(lays):
        return False
    return not lays or actions[1][1] == "draw" or fresh[0] != actions[1][1]


class OurAgent:
    """A bot of ours as RLCard calls agents."""

    use_raw = True

    def __init__(self, name: str, seed: int) -> None:
        self._bot = make_bot(name, seed)
        self._memory = Memory()
        self.answers: Counter[str] = Counter()

    def sit_down(self) -> None:
        """A new game begins."""
        self._memory = Memory()

    def step(self, state: dict[str, Any]) -> str:
        """What the bot does in a state of RLCard's."""
        legal: list[str] = state["raw_legal_actions"]
        known = state["raw_obs"]
        self._memory.look(known, state["action_record"], known["current_player"])
        if len(set(legal)) == 1:
            return legal[0]
        action = self._asked(known)
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
        memory = view.memory.copy()
        memory.lacks[1 - seat] = self._memory.lacks
        return rlcard_action(decided(self._bot, view.remembering(memory)))


def installed_rlcard() -> Any:
    """RLCard, from the environment of the peers; what else is there comes after our own packages."""
    sys.path += glob.glob(str(HERE / ".peers/venv/lib/python*/site-packages"))
    try:
        return import_module("rlcard.models") and import_module("rlcard")
    except ImportError:
        sys.exit("RLCard is not installed: run benchmarks/peers/setup.sh")


def play(work: tuple[str, int, int]) -> tuple[int, Counter[str]]:
    """Some games, half of them from each seat: how many we won, and how the agent's answers fared."""
    name, first, games = work
    rlcard = installed_rlcard()
    import numpy

    rival = rlcard.models.load("uno-rule-v1").agents[0]
    agent = OurAgent(name, first)
    wins = 0
    for number in range(first, first + games):
        environment = rlcard.make("uno", config={"seed": number // 2})
        numpy.random.seed(number)  # the rule agent's chance
        seat = number % 2
        agent.sit_down()
        environment.set_agents([agent, rival] if seat == 0 else [rival, agent])
        _, payoffs = environment.run(is_training=False)
        wins += int(payoffs[seat] > 0)
    return wins, agent.answers


def chunks(name: str, first: int, games: int, size: int = 50) -> Iterator[tuple[str, int, int]]:
    """The work in pieces."""
    for done in range(0, games, size):
        yield name, first + done, min(size, games - done)


def main() -> int:
    """Play and print the result as one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="search")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=100_000, help="the first game; settings were tried on those below")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="also write the result into benchmarks/results.md")
    options = parser.parse_args()
    installed_rlcard()  # once before all at once: when first imported it unpacks files
    wins, answers = 0, Counter[str]()
    with ProcessPoolExecutor(options.processes, mp_context=get_context("spawn")) as pool:
        for won, some in pool.map(play, chunks(options.bot, options.first, options.games)):
            wins, answers = wins + won, answers + some
    low, high = wilson(wins, options.games)
    result = {"bot": options.bot, "games": options.games, "wins": wins, "win_rate": wins / options.games}
    print(json.dumps(result | {"low": low, "high": high, "answers": answers}))
    if options.write:
        write_part(
            "Against RLCard's rule agent",
            [
                f"`python benchmarks/rlcard_duel.py --bot '{options.bot}' --games {options.games} "
                f"--first {options.first}` on: {machine()}",
                "",
                f"{options.bot} against uno-rule-v1 in RLCard's own environment, at its rules: {wins:,} of "
                f"{options.games:,} games won, {wins / options.games:.1%} ({low:.1%} to {high:.1%}; wanted: 60 %).",
            ],
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
